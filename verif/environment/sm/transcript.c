#include "environment/sm/transcript.h"

#include <inttypes.h>
#include <stdlib.h>

#include "environment/sm/phrase.h"

// Parts that ran at the same time, each on its own machine.
struct step {
    const struct noted_part *part;
    unsigned count, machines; // machines: of the whole run
};

unsigned transcript_instrs(const struct notes *n, unsigned first)
{
    unsigned sum = 0;
    for (unsigned i = first; i < n->parts; i++)
        sum += n->part[i].instrs;
    return sum;
}

// ---- settings

static unsigned one(unsigned n) // 0 counts as 1
{
    return n ? n : 1;
}

static void say_memory(struct phrases *w, FILE *f, const struct memory_settings *m, const char *whose)
{
    static const char *const orders[] = {
        [MEMORY_AS_TAKEN] = "taken", [MEMORY_RANDOM] = "random", [MEMORY_YOUNGEST] = "youngest"
    };
    w->unsaid[UNSAID_SETTINGS] += !m->latency && m->spread;
    fprintf(f, "memory latency %u..%u every %u order %s batch %u pieces %u early %u stall %u apart %u%s\n",
            one(m->latency), one(m->latency) + m->spread, one(m->gap), orders[m->order], one(m->batch),
            m->pieces, m->early, m->stall, one(m->apart), whose);
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
        fprintf(f, "%s\n",
                x->walk || x->kinds == MEMORY_ALL ? ""
                    : x->kinds == MEMORY_LOADS    ? " loads"
                                                  : " stores");
    }
}

// The settings that each L1 has of its own.
static void say_own(struct phrases *w, FILE *f, const struct noted_part *n, const char *whose)
{
    const struct settings *s = &n->part.set;
    const struct {
        const char *of;
        unsigned code;
    } codes[] = {
        { "carveout", s->carveout }, { "policy", s->policy },       { "home", s->home },
        { "fetch", s->fetch },       { "bankwidth", s->bankwidth },
    };
    for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++)
        fprintf(f, "set %s %s%s\n", codes[i].of, phrase_code(codes[i].of, codes[i].code).text, whose);
    fprintf(f, "set interval %u%s\n", s->interval, whose);
    fprintf(f, "remainders after %u%s%s\n", s->again_after, s->again_any ? " any" : "", whose);
    say_memory(w, f, &s->memory, whose);
    fprintf(f, "stores late %u percent%s\n", s->late.percent, whose);
    fprintf(f, "port reserved %u percent%s\n", s->book.percent, whose);
    fprintf(f, "gaps %u percent%s\n", s->gap.percent, whose);
    fprintf(f, "draws 0x%" PRIx64 "%s\n", n->draws, whose);
}

static void say_settings(struct phrases *w, FILE *f, const struct step *s)
{
    const struct noted_part *first = &s->part[0];
    if (first->renewed)
        fprintf(f, "fresh\n");
    fprintf(f, "set page %s\n", phrase_code("page", first->part.set.page).text);
    for (unsigned i = 0; i < s->count; i++) {
        char whose[16] = "";
        if (s->machines > 1) // the line applies to one L1 alone
            snprintf(whose, sizeof whose, " l1 %u", s->part[i].part.machine);
        say_own(w, f, &s->part[i], whose);
        say_places(f, &s->part[i].part);
        w->unsaid[UNSAID_BEHIND] += s->part[i].was_reset && s->part[i].part.again;
        if (s->part[i].was_reset && s->part[i].part.resets_alone)
            fprintf(f, "reset at %" PRId64 "%s\n", s->part[i].part.reset_at, whose);
    }
    if (first->was_reset && !first->part.resets_alone)
        fprintf(f, "reset at %" PRId64 "\n", first->part.reset_at);
    if (w->any_error)
        fprintf(f, "expect part error any\n");
}

// ---- assignment to warps

// A warp belongs to one L1: each machine has as many of them.
static unsigned warps_each(unsigned machines)
{
    return WARPS / machines;
}

static unsigned warp_of(const struct step *s, const struct noted_part *p, unsigned warp)
{
    return warp % warps_each(s->machines) + p->part.machine * warps_each(s->machines);
}

// The cycle in which the warp offers its next instruction from number `from` on.
static int64_t next_of(const struct step *s, const struct noted_part *p, unsigned warp, unsigned from)
{
    for (unsigned i = from; i < p->instrs; i++)
        if (warp_of(s, p, p->instr[i].instr.warp) == warp)
            return p->instr[i].offered;
    return INT64_MAX;
}

// A warp that gives a command offers nothing until it is complete, so take the warp that has nothing to offer
// for longest.
static unsigned commander(struct phrases *w, const struct step *s, const struct noted_part *p,
                          const struct noted_command *c, unsigned from, int64_t busy[WARPS])
{
    const int64_t complete = c->complete < 0 ? INT64_MAX : c->complete;
    const unsigned warps = warps_each(s->machines), first = p->part.machine * warps;
    unsigned best = first;
    int64_t longest = -1;
    for (unsigned i = first; i < first + warps; i++) {
        const int64_t next = next_of(s, p, i, from);
        if (busy[i] >= c->offered || next <= longest)
            continue;
        best = i;
        longest = next;
    }
    w->unsaid[UNSAID_HELD] += longest <= complete && longest != INT64_MAX;
    busy[best] = complete;
    return best;
}

static bool loads_registers(const struct instr *i)
{
    return (i->op == UL1_OP_LOAD && !i->copy) || instr_texture(i);
}

// Instructions of one warp that write the same register would wait for each other, unlike in the run; they
// get another register.
static unsigned register_of(struct phrases *w, const struct step *s, const struct noted_part *p,
                            unsigned number)
{
    const struct noted_instr *n = &p->instr[number];
    const unsigned words = width_words(n->instr.width);
    uint8_t used[256] = { 0 };
    for (unsigned i = 0; i < number; i++) {
        const struct noted_instr *o = &p->instr[i];
        if ((instr_returns(&o->instr) || instr_texture(&o->instr)) && !o->instr.copy
            && warp_of(s, p, o->instr.warp) == warp_of(s, p, n->instr.warp)
            && (o->retired < 0 || o->retired >= n->offered))
            for (unsigned k = 0; k < width_words(o->instr.width); k++)
                used[(o->instr.reg + k) % 256] = 1;
    }
    for (unsigned reg = n->instr.reg / words * words, tried = 0; tried < 256;
         reg = (reg + words) % 256, tried += words) {
        unsigned free = 0;
        while (free < words && !used[reg + free])
            free++;
        if (free < words)
            continue;
        w->unsaid[UNSAID_REGISTERS] += reg != n->instr.reg;
        return reg;
    }
    return n->instr.reg;
}

// ---- steps

// The test leaves the outcome to the memory checker.
static bool any_error(const struct noted_part *n)
{
    return n->may_fail || n->part.reports_unsure;
}

static void say_part(struct phrases *w, const struct step *s, const struct noted_part *p)
{
    int64_t busy[WARPS];
    memset(busy, 0xff, sizeof busy);
    for (unsigned i = 0, c = 0; i < p->instrs || c < p->commands;) {
        if (c < p->commands && (i == p->instrs || p->command[c].offered <= p->instr[i].offered)) {
            phrase_command(w, &p->command[c], commander(w, s, p, &p->command[c], i, busy));
            c++;
            continue;
        }
        const unsigned warp = p->instr[i].instr.warp;
        w->unsaid[UNSAID_WARPS] += warp_of(s, p, warp) != warp;
        phrase_instr(w, &p->instr[i], warp_of(s, p, warp),
                     loads_registers(&p->instr[i].instr) ? register_of(w, s, p, i) : 0);
        i++;
    }
}

// Instructions are written to a buffer first, because the lists that they need stand before them.
static bool say_step(struct phrases *w, const struct step *s, FILE *f)
{
    char *text = NULL;
    size_t size;
    if (!(w->out = open_memstream(&text, &size)))
        return false;
    w->any_error = false;
    for (unsigned i = 0; i < s->count; i++) {
        w->any_error |= any_error(&s->part[i]);
        say_part(w, s, &s->part[i]);
    }
    const bool fine = !fclose(w->out) && !w->lacking;
    say_settings(w, f, s);
    phrase_lists(w, f);
    fprintf(f, "%s", text);
    free(text);
    return fine;
}

static bool say_steps(struct phrases *w, const struct notes *n, unsigned first, FILE *f)
{
    bool fine = true;
    fprintf(f, "order text\n");
    for (unsigned m = 1; m < n->machines; m++)
        fprintf(f, "warp w%u..%u l1 %u\n", m * warps_each(n->machines), (m + 1) * warps_each(n->machines) - 1,
                m);
    for (unsigned i = first; i < n->parts && fine;) {
        struct step s = { .part = &n->part[i], .count = 1, .machines = n->machines };
        while (i + s.count < n->parts && s.part[s.count].step == s.part->step)
            s.count++;
        fprintf(f, i > first ? "then\n" : "");
        fine = say_step(w, &s, f);
        i += s.count;
    }
    return fine;
}

// ---- the whole text

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
        [UNSAID_BEHIND] =
            "are parts of an L1 behind its reset, which ran beside others and come behind them here",
    };
    unsigned kinds = 0;
    for (unsigned i = 0; i < UNSAIDS; i++)
        kinds += p->unsaid[i] != 0;
    fprintf(f, "# %u kinds of things are said otherwise than they were%s\n", kinds, kinds ? ":" : "");
    for (unsigned i = 0; i < UNSAIDS; i++)
        if (p->unsaid[i])
            fprintf(f, "#   %u %s\n", p->unsaid[i], what[i]);
}

bool transcript_write(FILE *f, const struct notes *n, unsigned first, const char *shows, const char *from,
                      bool counts)
{
    struct phrases w = { .counts = counts };
    char *text = NULL;
    size_t size;
    FILE *body = open_memstream(&text, &size);
    if (!body)
        return false;
    const bool said = say_steps(&w, n, first, body), fine = !fclose(body) && said && !n->lacking;
    if (fine) {
        fprintf(f, "program 1\nshows \"%s\"\n# %s\n", shows, from);
        say_unsaid(&w, f);
        fprintf(f, "needs LANES == %d\n\n%s", LANES, text);
    }
    free(w.number);
    free(text);
    return fine;
}
