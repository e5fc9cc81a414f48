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
        n = (size_t)snprintf(s->base.error, sizeof s->base.error, "part %u, cycle %" PRIu64 " of it: ", s->world->parts,
                             s->cycle);
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
    const struct sm_memory *m = &s->world->memory;
    return sm_object(s, m->objected ? WITNESS_OBJECTS : HARNESS_AT_FAULT, "%s", m->error);
}

// ---- parts

bool sm_begin(struct sm *s, enum sm_stage stage, const struct sm_part *part)
{
    s->stage = stage;
    s->part = *part;
    s->cycle = s->progress = s->retired = s->quiet = 0;
    s->costs = (struct sm_costs){ 0 };
    s->first_taken = s->last_retired = -1;
    s->holding = s->exhausted = false;
    memset(s->reported, 0, sizeof s->reported);
    sm_commander_part(&s->commander, &s->part);
    memory_port_set(s->port, &s->part.set.memory);
    return !s->witness || sm_agreed(s, witness_policy(s->witness, s->part.set.policy));
}

// The split first, then rows that are to be known.
bool sm_begin_mine(struct sm *s)
{
    const struct sm_part *mine = s->mine;
    struct sm_part part = *mine;
    enum sm_stage stage = PROGRAM;
    if (s->split != mine->set.split) {
        stage = SPLITTING;
        part = sm_splitting(&s->around, &mine->set);
    } else if (sm_around_lacks(&s->around, s->split)) {
        stage = SEEDING;
        part = sm_seeding(&s->around, &s->rng, &mine->set);
    } else {
        s->mine = NULL;
        sm_events_part(&s->events, &mine->set, s->split);
    }
    return sm_begin(s, stage, &part);
}

// Nothing more is offered; settings stay.
static void rest(struct sm *s)
{
    s->stage = RESTING;
    s->exhausted = true;
    s->quiet = 0;
    s->part.commands = s->part.set.operations = 0;
    sm_commander_part(&s->commander, &s->part);
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

static bool sum_costs(struct sm *s)
{
    const struct sm_costs *x = &s->part.expected;
    sum_cycles(s);
    s->busy_of += s->part.busy ? s->cycle : 0;
    sm_events_costs(&s->events, &s->costs);
    if (!s->base.events && (x->address_reads >= 0 || x->stalls >= 0)) // what the test has formulas for, it also tells
        tell_events(s, EV_ADDRESS_READS);
    return true;
}

// A part of the program is over: what it cost.
static bool judge_costs(struct sm *s)
{
    const struct sm_costs *x = &s->part.expected, *m = &s->costs;
    sum_costs(s);
    int64_t numbers[2];
    const char *what = sm_costs_differ(x, m, s->inside, numbers);
    if (what)
        return sm_object(s, WITNESS_OBJECTS, "the test's formula says %" PRId64 " %s, measured %" PRId64, numbers[0], what,
                         numbers[1]);
    return sm_instr_reported(s);
}

// What ends with a reset is not judged by what it should have come to.
static bool end_part(struct sm *s, bool reset)
{
    if (s->first_taken >= 0 && s->last_retired >= 0)
        s->costs.cycles = s->last_retired - s->first_taken + 1;
    if (s->stage == PROGRAM && !(reset ? sum_costs(s) : judge_costs(s)))
        return false;
    if (s->stage == WRITING)
        s->stored = false;
    if (s->mine && !reset)
        return sm_begin_mine(s);
    rest(s);
    return true;
}

// ---- cycles

static void sm_drive(struct stimulus *base, const void *outputs, void *inputs)
{
    struct sm *s = (struct sm *)base;
    struct sm_memory *m = &s->world->memory;
    const struct ul1_l1_out *out = outputs;
    struct ul1_l1_in *in = inputs;
    if (s->stage == STARTING) { // the outputs mean nothing yet
        memset(in, 0, sizeof *in);
        in->rst = 1;
        return;
    }
    in->rst = s->stage == PROGRAM && s->part.reset_at >= 0 && s->cycle == SM_LEAD + (uint64_t)s->part.reset_at;
    in->cfg_home = s->part.set.home;
    in->cfg_interval = s->part.set.interval;
    in->cfg_policy = s->part.set.policy;
    in->cfg_fetch = s->part.set.fetch;
    in->cfg_page = (uint8_t)m->page;
    in->cfg_root = (uint32_t)m->root;
    sm_instr_drive(s, out, in);
    bool over = sm_all_retired(s);
    s->astray |= !sm_fine(s, sm_commander_drive(&s->commander, m, in, s->cycle, s->retired, over));
    if (!memory_port_drive(s->port, in))
        s->astray = !sm_object(s, HARNESS_AT_FAULT, "out of memory for the memory");
}

// Whatever else the cycle shows does not count.
static bool see_reset(struct sm *s)
{
    s->around.known = 0;
    s->split = UL1_SPLIT_S48;
    s->just_reset = true;
    s->stored = false;
    sm_instr_reset(s);
    sm_commander_reset(&s->commander);
    if (!sm_world_witness(s) || (s->witness && !sm_agreed(s, witness_reset(s->witness))))
        return false;
    if (s->stage == STARTING) {
        if (++s->cycle == RESET_CYCLES)
            rest(s);
        return true;
    }
    sm_events_reset(&s->events);
    return end_part(s, true);
}

// The split is the command's from now on. (What was dirty is not any more after some of them, but that matters to no one.)
static bool see_complete(struct sm *s, const struct sm_command *c)
{
    s->progress = s->cycle;
    if (c->op == UL1_CMD_SPLIT) {
        s->split = c->split;
        sm_around_split(&s->around, s->split);
    }
    return !s->witness || sm_agreed(s, witness_completed(s->witness));
}

static bool see_command(struct sm *s, const struct sm_command *c)
{
    s->progress = s->cycle;
    return !s->witness || sm_agreed(s, witness_command(s->witness, c->op, c->addr, c->split));
}

// An instruction that is taken in the cycle in which a command is complete comes behind it; in that in which one is taken,
// before it.
static bool see_instructions(struct sm *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    struct sm_commanded seen = sm_commander_observe(&s->commander, in, out);
    return (!seen.complete || see_complete(s, &seen.was)) && sm_instr_observe(s, in, out)
        && (!seen.taken || see_command(s, &seen.is));
}

static bool see_memory(struct sm *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (!memory_port_observe(s->port, in, out))
        return sm_object(s, WITNESS_OBJECTS, "%s", memory_port_error(s->port));
    if ((out->mmu.mem_valid && in->mem_ready) || in->resp_valid)
        s->progress = s->cycle;
    return true;
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
                     PATIENCE, s->flying, oldest, sm_kind(f->instr), f->instr->warp, f->since, f->passes, f->instr->passes,
                     s->remainders);
}

// The part is over, or the program goes on, once nothing can come any more.
static bool see_end(struct sm *s, bool idle)
{
    bool over = idle && sm_all_retired(s) && sm_commander_idle(&s->commander) && memory_port_idle(s->port);
    s->quiet = over ? s->quiet + 1 : 0;
    if (over && s->stage == RESTING)
        s->progress = s->cycle;
    if (s->stage != RESTING && s->quiet >= SM_QUIET)
        return end_part(s, false);
    return s->cycle - s->progress < PATIENCE || hangs(s);
}

// What all machines have shown in this cycle has been seen by the last of them.
static bool see_others(struct sm *s)
{
    struct sm_world *w = s->world;
    return s->number + 1 < w->machines || !sm_world_rests(w) || sm_world_advance(s);
}

static bool observe(struct sm *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (s->astray || !see_memory(s, in, out))
        return false;
    if (in->rst)
        return see_reset(s);
    bool idle = out->lsu.lsu_idle && out->wdb.wdb_idle && out->tag.cmd_ready;
    if (s->just_reset && !idle)
        return sm_object(s, WITNESS_OBJECTS, "after a reset the machine is not idle");
    s->just_reset = false;
    if (!sm_instr_reports(s, out) || !see_instructions(s, in, out))
        return false;
    if (s->stage == PROGRAM)
        count(s, in, out);
    s->cycle++;
    return see_end(s, idle);
}

static bool sm_observe(struct stimulus *base, const void *inputs, const void *outputs)
{
    struct sm *s = (struct sm *)base;
    s->world->program->cycles += s->number == 0;
    return observe(s, inputs, outputs) && see_others(s);
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
    if (!s->world->program->judged)
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
    return !s->world->program->random || !s->inside || fit_for_random(s);
}

static void free_world(struct sm_world *w)
{
    w->program->free(w->program);
    if (w->memory.history)
        witness_world_free(w->memory.history);
    sm_memory_free(&w->memory);
    free(w);
}

// The last machine to be freed takes the world with it.
static void sm_free(struct stimulus *base)
{
    struct sm *s = (struct sm *)base;
    struct sm_world *w = s->world;
    if (s->witness)
        witness_free(s->witness);
    if (s->port)
        memory_port_free(s->port);
    free(s);
    if (!--w->users)
        free_world(w);
}

static struct sm *new_machine(struct sm_world *w, uint64_t seed)
{
    static const struct stimulus_ops ops = {
        .drive = sm_drive, .observe = sm_observe, .finish = sm_finish, .free = sm_free
    };
    struct sm *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->world = w;
    s->number = w->machines;
    w->machine[w->machines++] = s;
    w->users++;
    rng_seed(&s->rng, seed);
    sm_commander_init(&s->commander, rng_next(&s->rng));
    s->port = memory_port_new(w->memory.memory, rng_next(&s->rng));
    for (unsigned e = 0; e < SM_ENTRIES; e++)
        s->flight[e].instr = &s->pool[e];
    s->hand = &s->pool[SM_ENTRIES];
    s->part.set = (struct sm_settings){ .interval = 1, .again_after = 1 };
    s->commander.part = &s->part;
    sm_events_init(&s->events);
    s->base.ops = &ops;
    s->base.cycles_expected = -1;
    if (w->program->random)
        tell_events(s, 0);
    return s;
}

// Machines as many as there are to be, each a stimulus, in a row. False: out of memory; some may be there.
static bool new_machines(struct sm_world *w, unsigned wanted, uint64_t seed)
{
    for (unsigned n = 0; n < wanted; n++) {
        struct sm *s = new_machine(w, seed + n);
        if (!s)
            return false;
        if (n)
            w->machine[n - 1]->base.peer = &s->base;
        if (!s->port)
            return false;
    }
    return true;
}

struct stimulus *sm_new(struct sm_program *program, uint64_t seed)
{
    struct sm_world *w = calloc(1, sizeof *w);
    if (!w) {
        program->free(program);
        return NULL;
    }
    w->program = program;
    if (sm_memory_init(&w->memory, ~seed) && new_machines(w, program->machines ? program->machines : 1, seed))
        return &w->machine[0]->base;
    struct sm *made[SM_MACHINES];
    unsigned machines = w->machines;
    memcpy(made, w->machine, sizeof made);
    if (!machines)
        free_world(w);
    while (machines)
        sm_free(&made[--machines]->base);
    return NULL;
}
