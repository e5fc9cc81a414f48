#include "stimulus/traffic/steered.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const ours[] = {
#include "stimulus/traffic/steered.phases"
};

static struct steered_phase phases[STEERED_PHASES];
static unsigned count;

// The fields of a phase: a word, its place, and the largest value.
#define FIELD(word, member, most)                                                                     \
    {                                                                                                 \
        word, offsetof(struct steered_phase, member), sizeof((struct steered_phase *)0)->member, most \
    }
static const struct field {
    const char *word;
    size_t at, size;
    unsigned most;
} fields[] = {
    FIELD("often", often, 100),
    FIELD("away", away, 1),
    FIELD("reserved", reserved, 90),
    FIELD("late", late, 90),
    FIELD("gaps", gaps, 90),
    FIELD("interval", interval, 16),
    FIELD("layout", theme.layout, SCATTERED),
    FIELD("pages", theme.pages, TRAFFIC_PAGES),
    FIELD("lines", theme.lines, TRAFFIC_LINES),
    FIELD("drift", theme.drift, 100),
    FIELD("hot", theme.hot, 100),
    FIELD("bypass", theme.bypass, 100),
    FIELD("narrow", theme.narrow, 100),
    FIELD("few_ways", theme.few_ways, 1),
    FIELD("by_sector", theme.by_sector, 1),
    FIELD("fails", theme.fails, 1),
    FIELD("commands", theme.commands, 100),
    FIELD("operations", theme.operations, 255),
    FIELD("cached", theme.cached, 100),
    FIELD("stores", theme.stores, 100),
    FIELD("writes", theme.writes, 100),
    FIELD("whole", theme.whole, 100),
    FIELD("back", theme.back, 100),
    FIELD("cmo", theme.cmo, 100),
    FIELD("fences", theme.fences, 100),
    FIELD("again", theme.again, 100),
    FIELD("latency", theme.memory.latency, 200),
    FIELD("spread", theme.memory.spread, 200),
    FIELD("pieces", theme.memory.pieces, 100),
    FIELD("early", theme.memory.early, 100),
    FIELD("stall", theme.memory.stall, 95),
    FIELD("batch", theme.memory.batch, 2 * UL1_PRT),
};
enum { FIELDS = sizeof fields / sizeof *fields };
_Static_assert(sizeof(enum traffic_layout) == sizeof(unsigned), "a layout is set as a number");

static bool set(struct steered_phase *p, const char *word, unsigned long value)
{
    for (unsigned f = 0; f < FIELDS; f++) {
        if (strcmp(fields[f].word, word) || value > fields[f].most)
            continue;
        const unsigned number = (unsigned)value;
        if (fields[f].size == 1)
            *((uint8_t *)p + fields[f].at) = (uint8_t)value;
        else
            memcpy((char *)p + fields[f].at, &number, sizeof number);
        return true;
    }
    return false;
}

// Failing pages must lie apart: the first is absent, the next two are not.
static const char *senseless(const struct steered_phase *p)
{
    const struct traffic_theme *t = &p->theme;
    return !p->often   ? "'often' is to be 1 at least"
        : !t->pages    ? "'pages' are to be 1 at least"
        : t->lines < 3 ? "'lines' are to be 3 at least"
        : t->fails && (t->layout != SCATTERED || t->pages < 3)
        ? "'fails' wants the layout 2 and 3 pages at least"
        : NULL;
}

// A phase is words and numbers in alternation. Null: it was accepted; else the error.
static const char *take(const char *text, char about[STEERED_ERROR])
{
    struct steered_phase *p = &phases[count];
    char word[20];
    unsigned long value;
    int read;
    if (count == STEERED_PHASES)
        return "there are too many phases";
    for (*p = (struct steered_phase){ 0 }; sscanf(text, " %19s %lu%n", word, &value, &read) == 2;
         text += read)
        if (!set(p, word, value)) {
            snprintf(about, STEERED_ERROR, "'%s %lu' is none of a phase", word, value);
            return about;
        }
    if (text[strspn(text, " ")])
        return "a word and a number in turn expected";
    const char *why = senseless(p);
    count += !why;
    return why;
}

// Lines of C: comments, and strings followed by a comma.
static const char *take_line(char *line, char about[STEERED_ERROR])
{
    const size_t length = strcspn(line, "\n");
    line[length] = 0;
    if (!length || !strncmp(line, "//", 2))
        return NULL;
    if (line[0] != '"' || length < 3 || strcmp(line + length - 2, "\","))
        return "a comment, or \"WORD NUMBER ...\", expected";
    line[length - 2] = 0;
    return take(line + 1, about);
}

bool steered_file(const char *path, char error[STEERED_ERROR])
{
    char line[1000], about[STEERED_ERROR];
    const char *wrong = NULL;
    FILE *f = fopen(path, "r");
    if (!f) {
        snprintf(error, STEERED_ERROR, "cannot read %.200s: %s", path, strerror(errno));
        return false;
    }
    unsigned n = 0;
    for (count = 0; !wrong && fgets(line, sizeof line, f); n++)
        wrong = take_line(line, about);
    fclose(f);
    if (!wrong && !count)
        wrong = "there is no phase";
    if (wrong)
        snprintf(error, STEERED_ERROR, "%.150s:%u: %.100s", path, n, wrong);
    return !wrong;
}

static void take_ours(void)
{
    char about[STEERED_ERROR];
    for (unsigned n = 0; n < sizeof ours / sizeof *ours; n++) {
        const char *wrong = take(ours[n], about);
        if (!wrong)
            continue;
        fprintf(stderr, "verif/stimulus/traffic/steered.phases: phase %u: %s\n", n + 1, wrong);
        abort();
    }
}

const struct steered_phase *steered_draw(struct rng *rng)
{
    unsigned all = 0, n = 0;
    if (!count)
        take_ours();
    for (unsigned i = 0; i < count; i++)
        all += phases[i].often;
    unsigned r = rng_below(rng, all);
    while (r >= phases[n].often)
        r -= phases[n++].often;
    return &phases[n];
}
