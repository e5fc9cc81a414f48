#include "surround/transcript.h"

#include <inttypes.h>
#include <stdlib.h>

#include "surround/phrase.h"

// Parts that ran at the same time, each on its machine.
struct step {
    const struct noted_part *part;
    unsigned count, machines;   // machines: of the whole run
};

struct writer {
    struct phrases phrases;
    struct settings held;       // that the text has said so far
};

unsigned transcript_instrs(const struct notes *n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n->parts; i++)
        sum += n->part[i].instrs;
    return sum;
}

// ---- settings

static void say_code(FILE *f, const char *of, unsigned now, uint8_t *held)
{
    if (now != *held)
        fprintf(f, "set %s %s\n", of, phrase_code(of, now).text);
    *held = (uint8_t)now;
}

static void say_pattern(FILE *f, const char *what, const struct pattern *now, struct pattern *held)
{
    if (now->percent != held->percent)
        fprintf(f, "%s %u percent\n", what, now->percent);
    *held = *now;
}

static unsigned one(unsigned n) // 0 counts as 1
{
    return n ? n : 1;
}

static void say_memory(struct writer *w, FILE *f, const struct memory_settings *m)
{
    static const char *const orders[] = {
        [MEMORY_AS_TAKEN] = "taken", [MEMORY_RANDOM] = "random", [MEMORY_YOUNGEST] = "youngest"
    };
    w->phrases.unsaid[UNSAID_SETTINGS] += !m->latency && m->spread;
    fprintf(f, "memory latency %u..%u every %u order %s batch %u pieces %u stall %u apart %u\n", one(m->latency),
            one(m->latency) + m->spread, one(m->gap), orders[m->order], one(m->batch), m->pieces, m->stall, one(m->apart));
}

static void say_places(FILE *f, const struct part *p)
{
    for (unsigned i = 0; i < p->absents; i++)
        fprintf(f, "page 0x%" PRIx64 " absent\n", p->absent[i]);
    for (unsigned i = 0; i < p->readonlys; i++)
        fprintf(f, "page 0x%" PRIx64 " readonly\n", p->readonly[i]);
    for (unsigned i = 0; i < p->failings; i++) {
        const struct failing *x = &p->failing[i];
        fprintf(f, "fail 0x%" PRIx64, x->addr);
        if (x->walk)
            fprintf(f, " walk %u", x->level);
        fprintf(f, "%s\n", x->walk || x->kinds == MEMORY_ALL ? "" : x->kinds == MEMORY_LOADS ? " loads" : " stores");
    }
}

// What the test leaves to the witness.
static bool any_error(const struct noted_part *n)
{
    return n->may_fail || n->part.reports_unsure;
}

static void say_settings(struct writer *w, FILE *f, const struct noted_part *n)
{
    const struct settings *s = &n->part.set;
    struct settings *held = &w->held;
    if (n->renewed)
        fprintf(f, "fresh\n");
    say_code(f, "carveout", s->carveout, &held->carveout);
    say_code(f, "policy", s->policy, &held->policy);
    say_code(f, "home", s->home, &held->home);
    say_code(f, "fetch", s->fetch, &held->fetch);
    say_code(f, "page", s->page, &held->page);
    fprintf(f, "set interval %u\n", s->interval);
    fprintf(f, "remainders after %u%s\n", s->again_after, s->again_any ? " any" : "");
    say_memory(w, f, &s->memory);
    say_pattern(f, "stores late", &s->late, &held->late);
    say_pattern(f, "port booked", &s->book, &held->book);
    say_pattern(f, "gaps", &s->gap, &held->gap);
    fprintf(f, "draws 0x%" PRIx64 "\n", n->draws);
    say_places(f, &n->part);
    if (n->was_reset)
        fprintf(f, "reset at %" PRId64 "\n", n->part.reset_at);
}

// What the second of two machines has otherwise than the first is not said.
static bool alike(const struct settings *a, const struct settings *b)
{
    return a->carveout == b->carveout && a->policy == b->policy && a->home == b->home && a->fetch == b->fetch
        && a->interval == b->interval && a->again_after == b->again_after && a->again_any == b->again_any
        && !memcmp(&a->memory, &b->memory, sizeof a->memory) && a->late.percent == b->late.percent
        && a->book.percent == b->book.percent && a->gap.percent == b->gap.percent;
}

// ---- who gives it

// A warp is on one L1: of two machines each has half of them.
static unsigned warp_of(const struct step *s, const struct noted_part *p, unsigned warp)
{
    return s->machines == 1 ? warp : warp % (WARPS / 2) + p->part.machine * (WARPS / 2);
}

// The cycle in which the warp offers its next instruction from number `from` on.
static int64_t next_of(const struct step *s, const struct noted_part *p, unsigned warp, unsigned from)
{
    for (unsigned i = from; i < p->instrs; i++)
        if (warp_of(s, p, p->instr[i].instr.warp) == warp)
            return p->instr[i].offered;
    return INT64_MAX;
}

// Who gives a command offers nothing until it is complete: the one that has nothing to offer for longest.
static unsigned commander(struct writer *w, const struct step *s, const struct noted_part *p, const struct noted_command *c,
                          unsigned from, int64_t busy[WARPS])
{
    const int64_t complete = c->complete < 0 ? INT64_MAX : c->complete;
    const unsigned warps = s->machines == 1 ? WARPS : WARPS / 2, first = s->machines == 1 ? 0 : p->part.machine * warps;
    unsigned best = first;
    int64_t longest = -1;
    for (unsigned i = first; i < first + warps; i++) {
        const int64_t next = next_of(s, p, i, from);
        if (busy[i] >= c->offered || next <= longest)
            continue;
        best = i;
        longest = next;
    }
    w->phrases.unsaid[UNSAID_HELD] += longest <= complete && longest != INT64_MAX;
    busy[best] = complete;
    return best;
}

// Instructions of one warp that write the same register wait for each other, which those of the run did not: then another.
static unsigned register_of(struct writer *w, const struct noted_part *p, unsigned number)
{
    const struct noted_instr *n = &p->instr[number];
    const unsigned words = width_words(n->instr.width);
    uint8_t used[256] = { 0 };
    for (unsigned i = 0; i < number; i++) {
        const struct noted_instr *o = &p->instr[i];
        if (o->instr.op == UL1_OP_LOAD && o->instr.warp % (WARPS / 2) == n->instr.warp % (WARPS / 2)
            && (o->retired < 0 || o->retired >= n->offered))
            for (unsigned k = 0; k < width_words(o->instr.width); k++)
                used[(o->instr.reg + k) % 256] = 1;
    }
    for (unsigned reg = n->instr.reg / words * words, tried = 0; tried < 256; reg = (reg + words) % 256, tried += words) {
        unsigned free = 0;
        while (free < words && !used[reg + free])
            free++;
        if (free < words)
            continue;
        w->phrases.unsaid[UNSAID_REGISTERS] += reg != n->instr.reg;
        return reg;
    }
    return n->instr.reg;
}

// ---- steps

static void say_part(struct writer *w, const struct step *s, const struct noted_part *p)
{
    int64_t busy[WARPS];
    memset(busy, 0xff, sizeof busy);
    for (unsigned i = 0, c = 0; i < p->instrs || c < p->commands;) {
        if (c < p->commands && (i == p->instrs || p->command[c].offered <= p->instr[i].offered)) {
            phrase_command(&w->phrases, &p->command[c], commander(w, s, p, &p->command[c], i, busy));
            c++;
            continue;
        }
        const unsigned warp = p->instr[i].instr.warp;
        w->phrases.unsaid[UNSAID_WARPS] += warp_of(s, p, warp) != warp;
        phrase_instr(&w->phrases, &p->instr[i], warp_of(s, p, warp),
                     p->instr[i].instr.op == UL1_OP_LOAD ? register_of(w, p, i) : 0);
        i++;
    }
}

// Its instructions go aside first, as the lists that they need stand before them.
static bool say_step(struct writer *w, const struct step *s, FILE *f)
{
    char *text = NULL;
    size_t size;
    if (!(w->phrases.out = open_memstream(&text, &size)))
        return false;
    w->phrases.any_error = false;
    for (unsigned i = 0; i < s->count; i++) {
        w->phrases.any_error |= any_error(&s->part[i]);
        w->phrases.unsaid[UNSAID_SETTINGS] += !alike(&s->part[0].part.set, &s->part[i].part.set);
        say_part(w, s, &s->part[i]);
    }
    const bool fine = !fclose(w->phrases.out) && !w->phrases.lacking;
    say_settings(w, f, &s->part[0]);
    if (w->phrases.any_error)
        fprintf(f, "expect part error any\n");
    phrase_lists(&w->phrases, f);
    fprintf(f, "%s", text);
    free(text);
    return fine;
}

static bool say_steps(struct writer *w, const struct notes *n, FILE *f)
{
    bool fine = true;
    for (unsigned i = 0; i < n->parts && fine;) {
        struct step s = { .part = &n->part[i], .count = 1, .machines = n->machines };
        while (i + s.count < n->parts && s.part[s.count - 1].part.beside)
            s.count++;
        fprintf(f, i ? "then\n" : "order text\n");
        for (unsigned m = 1; !i && m < n->machines; m++)
            fprintf(f, "warp w%u..%u l1 %u\n", m * WARPS / 2, (m + 1) * WARPS / 2 - 1, m);
        fine = say_step(w, &s, f);
        i += s.count;
    }
    return fine;
}

// ---- all of it

static void say_unsaid(const struct phrases *p, FILE *f)
{
    static const char *const what[UNSAIDS] = {
        [UNSAID_FIELDS] = "have values in fields that do not matter to them, which are 0 here",
        [UNSAID_LANES] = "have lanes that take no part, whose addresses are 0 here",
        [UNSAID_WORDS] = "are stores whose words are drawn (rand), as they were in the run, but others",
        [UNSAID_REGISTERS] = "load into another register here, so that they need not wait for the one before",
        [UNSAID_HELD] = "are commands that hold up their warp's next instruction here, which they did not",
        [UNSAID_WARPS] = "are of another warp here, as each L1 has warps of its own",
        [UNSAID_SETTINGS] = "are parts of which not all settings are said",
    };
    unsigned kinds = 0;
    for (unsigned i = 0; i < UNSAIDS; i++)
        kinds += p->unsaid[i] != 0;
    fprintf(f, "# %u kinds of things are said otherwise than they were%s\n", kinds, kinds ? ":" : "");
    for (unsigned i = 0; i < UNSAIDS; i++)
        if (p->unsaid[i])
            fprintf(f, "#   %u %s\n", p->unsaid[i], what[i]);
}

bool transcript_write(FILE *f, const struct notes *n, const char *shows, const char *from, bool counts)
{
    struct writer w = { .phrases = { .counts = counts } };
    char *text = NULL;
    size_t size;
    FILE *body = open_memstream(&text, &size);
    if (!body)
        return false;
    const bool said = say_steps(&w, n, body), fine = !fclose(body) && said && !n->lacking;
    if (fine) {
        fprintf(f, "program 1\nshows \"%s\"\n# %s\n", shows, from);
        say_unsaid(&w.phrases, f);
        fprintf(f, "needs LANES == %d\n\n%s", LANES, text);
    }
    free(w.phrases.number);
    free(text);
    return fine;
}
