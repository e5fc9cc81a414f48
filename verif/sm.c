#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sm_state.h"

enum {
    RESET_CYCLES = 2,   // at the start of a run
    PATIENCE = 4000,    // cycles without any progress that mean a hang. The longest wait by design: a conflict of all lanes
                        // with the longest interval, 2000, if passes are not seen; the memory's are some hundreds
    BUSY_PERCENT = 75,  // random traffic of shared memory alone: cycles in which the arbiter has a pass, at least. On
                        // average it is 85, but the shortest run that is judged has only a dozen such parts
    ERROR_PERCENT = 3,  // instructions erroneous in themselves, at most; those that fail for their page or line not counted
};

// ---- objections

__attribute__((cold, noinline))
bool sm_object(struct sm *s, enum verdict v, const char *format, ...)
{
    size_t n = 0;
    if (s->stage == PROGRAM)
        n = (size_t)snprintf(s->base.error, sizeof s->base.error, "part %u, cycle %" PRIu64 " of it: ", s->parts, s->cycle);
    va_list args;
    va_start(args, format);
    vsnprintf(s->base.error + n, sizeof s->base.error - n, format, args);
    va_end(args);
    s->base.verdict = v;
    return false;
}

__attribute__((cold, noinline))
bool sm_witness_objects(struct sm *s)
{
    return sm_object(s, WITNESS_OBJECTS, "witness: %s", witness_error(s->witness));
}

__attribute__((cold, noinline))
bool sm_memory_objects(struct sm *s)
{
    if (!s->memory.error[0])
        return sm_witness_objects(s);
    return sm_object(s, s->memory.at_fault ? HARNESS_AT_FAULT : WITNESS_OBJECTS, "%s", s->memory.error);
}

// ---- parts

// A part of the program comes next, unless rows are to be written for it first, or there is none any more.
static void choose_part(struct sm *s)
{
    if (!s->coming)
        s->coming = s->program->part(s->program, &s->next);
    if (!s->coming) {
        s->stage = READING_BACK;
        s->part = sm_reading_back(&s->around, &s->part.set);
    } else if (sm_around_lacks(&s->around, s->next.set.split)) {
        s->stage = SEEDING;
        s->part = sm_seeding(&s->around, &s->rng, &s->next.set);
    } else {
        s->stage = PROGRAM;
        s->part = s->next;
        s->coming = false;
        s->parts++;
        sm_events_part(&s->events, &s->part.set);
    }
}

static bool begin_part(struct sm *s)
{
    if (s->stage == READING_BACK) {
        s->base.done = true;
        return true;
    }
    choose_part(s);
    s->cycle = s->progress = s->retired = 0;
    s->costs = (struct sm_costs){ 0 };
    s->first_taken = s->last_retired = -1;
    s->holding = s->exhausted = false;
    sm_around_split(&s->around, s->part.set.split);
    return (!s->witness || sm_agreed(s, witness_split(s->witness, s->part.set.split)))
        && sm_fine(s, sm_memory_part(&s->memory, &s->part, s->witness));
}

// Events from this one on are told of the run.
static void tell_events(struct sm *s, unsigned first)
{
    s->base.events = &s->events.event[first];
    s->base.event_count = EV_COUNT - first;
}

static void sum_cycles(struct sm *s)
{
    if (s->part.expected.cycles >= 0) {
        if (!s->formulas)
            s->base.cycles_expected = s->base.cycles_measured = 0;
        s->formulas = true;
        s->base.cycles_expected += s->part.expected.cycles;
        s->base.cycles_measured += s->costs.cycles;
    } else {
        s->cycles_without += s->costs.cycles;
        if (!s->formulas)
            s->base.cycles_measured = s->cycles_without;
    }
}

// A part of the program is over: what it cost.
static bool judge_costs(struct sm *s)
{
    const struct sm_costs *x = &s->part.expected, *m = &s->costs;
    sum_cycles(s);
    s->busy_of += s->part.busy ? s->cycle : 0;
    sm_events_costs(&s->events, m);
    if (!s->base.events && (x->address_reads >= 0 || x->stalls >= 0)) // what the test has formulas for, it also tells
        tell_events(s, EV_ADDRESS_READS);
    int64_t numbers[2];
    const char *what = sm_costs_differ(x, m, s->inside, numbers);
    return !what || sm_object(s, WITNESS_OBJECTS, "the test's formula says %" PRId64 " %s, measured %" PRId64, numbers[0],
                              what, numbers[1]);
}

static bool end_part(struct sm *s)
{
    if (s->first_taken >= 0 && s->last_retired >= 0)
        s->costs.cycles = s->last_retired - s->first_taken + 1;
    return (s->stage != PROGRAM || judge_costs(s)) && begin_part(s);
}

// ---- cycles

static void sm_drive(struct stimulus *base, const void *outputs, void *inputs)
{
    struct sm *s = (struct sm *)base;
    const struct ul1_l1_out *out = outputs;
    struct ul1_l1_in *in = inputs;
    if (s->stage == STARTING) { // the outputs mean nothing yet
        memset(in, 0, sizeof *in);
        in->rst = 1;
        return;
    }
    in->rst = s->part.reset_at >= 0 && s->cycle == SM_LEAD + (uint64_t)s->part.reset_at;
    in->cfg_split = s->part.set.split;
    in->cfg_home = s->part.set.home;
    in->cfg_interval = s->part.set.interval;
    sm_instr_drive(s, out, in);
    s->astray |= !sm_fine(s, sm_memory_drive(&s->memory, in, s->cycle, s->retired, sm_all_retired(s)));
}

static bool make_witness(struct sm *s)
{
    s->witness = witness_new();
    if (!s->witness)
        return sm_object(s, HARNESS_AT_FAULT, "out of memory for the witness");
    witness_memory(s->witness, memory_line, s->memory.memory);
    return true;
}

// Whatever else the cycle shows does not count.
static bool see_reset(struct sm *s)
{
    s->around.known = 0;
    s->just_reset = true;
    sm_instr_reset(s);
    if (s->base.witness && !s->witness && !make_witness(s))
        return false;
    if (s->witness)
        witness_reset(s->witness);
    if (s->stage == STARTING)
        return ++s->cycle < RESET_CYCLES || begin_part(s);
    sm_events_reset(&s->events);
    return end_part(s);
}

static void count(struct sm *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    sm_costs_cycle(&s->costs, in, out);
    if (!s->inside)
        return;
    sm_events_cycle(&s->events, in, out);
    if ((int64_t)s->events.depth > s->costs.replays)
        s->costs.replays = s->events.depth;
}

__attribute__((cold, noinline))
static bool hangs(struct sm *s)
{
    unsigned oldest = SM_ENTRIES;
    for (unsigned e = 0; e < SM_ENTRIES; e++)
        if (s->flight[e].live && (oldest == SM_ENTRIES || s->flight[e].since < s->flight[oldest].since))
            oldest = e;
    if (oldest == SM_ENTRIES)
        return sm_object(s, WITNESS_OBJECTS, "hang: nothing is in flight, but %s",
                         s->holding ? "nothing is taken" : "it is not idle");
    const struct flight *f = &s->flight[oldest];
    return sm_object(s, WITNESS_OBJECTS, "hang: no progress for %d cycles; the oldest of %u in flight is entry %u, a %s of "
                     "warp %u taken in cycle %" PRIu64 ", with %u of %u passes; %u remainders are at the instruction side",
                     PATIENCE, s->flying, oldest, f->instr->store ? "store" : "load", f->instr->warp, f->since, f->passes,
                     f->instr->passes, s->remainders);
}

static bool sm_observe(struct stimulus *base, const void *inputs, const void *outputs)
{
    struct sm *s = (struct sm *)base;
    const struct ul1_l1_in *in = inputs;
    const struct ul1_l1_out *out = outputs;
    s->program->cycles++;
    if (s->astray || !sm_fine(s, sm_memory_observe(&s->memory, in, out)))
        return false;
    if (in->rst)
        return see_reset(s);
    bool idle = out->lsu.lsu_idle && out->wdb.wdb_idle && out->tag.inv_ready;
    if (s->just_reset && !idle)
        return sm_object(s, WITNESS_OBJECTS, "after a reset the machine is not idle");
    s->just_reset = false;

    if (!sm_instr_observe(s, in, out))
        return false;
    if (s->stage == PROGRAM)
        count(s, in, out);
    s->cycle++;
    if (idle && sm_all_retired(s) && sm_memory_idle(&s->memory))
        return end_part(s);
    return s->cycle - s->progress < PATIENCE || hangs(s);
}

// ---- the end

// Names of the events that never happened, as far as they fit.
static bool every_event(struct sm *s)
{
    char missing[300] = "";
    size_t n = 0;
    for (unsigned i = 0; i < s->base.event_count; i++)
        if (!s->base.events[i].count && n < sizeof missing)
            n += (size_t)snprintf(missing + n, sizeof missing - n, "%s%s", n ? ", " : "", s->base.events[i].name);
    return !n || sm_object(s, HARNESS_AT_FAULT, "never happened: %s", missing);
}

static bool fit_for_random(struct sm *s)
{
    if (s->errors * 100 > (uint64_t)s->base.instructions * ERROR_PERCENT)
        return sm_object(s, HARNESS_AT_FAULT, "%" PRIu64 " of %" PRId64 " instructions erroneous in themselves, more than "
                         "%d%%", s->errors, s->base.instructions, ERROR_PERCENT);
    if (!s->program->judged)
        return true;
    if (s->busy * 100 < s->busy_of * BUSY_PERCENT)
        return sm_object(s, HARNESS_AT_FAULT, "the arbiter was busy in %" PRIu64 " of %" PRIu64 " cycles of shared traffic, "
                         "less than %d%%", s->busy, s->busy_of, BUSY_PERCENT);
    return every_event(s);
}

static bool sm_finish(struct stimulus *base)
{
    struct sm *s = (struct sm *)base;
    if (s->witness && !s->inside)
        return sm_object(s, HARNESS_AT_FAULT, "no pass was ever seen, so none was checked");
    if (!s->inside)
        s->base.passes = s->base.passes_expected = -1; // not known
    if (s->witness && !sm_agreed(s, witness_finish(s->witness)))
        return false;
    return !s->program->random || !s->inside || fit_for_random(s);
}

static void sm_free(struct stimulus *base)
{
    struct sm *s = (struct sm *)base;
    s->program->free(s->program);
    sm_memory_free(&s->memory);
    if (s->witness)
        witness_free(s->witness);
    free(s);
}

struct stimulus *sm_new(struct sm_program *program, uint64_t seed)
{
    static const struct stimulus_ops ops = {
        .drive = sm_drive, .observe = sm_observe, .finish = sm_finish, .free = sm_free
    };
    struct sm *s = calloc(1, sizeof *s);
    if (!s || !sm_memory_init(&s->memory, ~seed)) {
        free(s);
        program->free(program);
        return NULL;
    }
    s->program = program;
    rng_seed(&s->rng, seed);
    for (unsigned e = 0; e < SM_ENTRIES; e++)
        s->flight[e].instr = &s->pool[e];
    s->hand = &s->pool[SM_ENTRIES];
    sm_events_init(&s->events);
    s->base.ops = &ops;
    s->base.cycles_expected = -1;
    if (program->random)
        tell_events(s, 0);
    return &s->base;
}
