#include "sm.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sm_around.h"
#include "sm_events.h"
#include "witness.h"

enum {
    RESET_CYCLES = 2,   // at the start of a run
    PATIENCE = 2000,    // cycles without any progress that mean a hang; the longest wait by design is some 150
    BUSY_PERCENT = 80,  // random traffic: cycles in which the arbiter has a pass, at least
    ERROR_PERCENT = 3,  // and erroneous instructions, at most
};

enum stage { STARTING, SEEDING, PROGRAM, READING_BACK };

// An entry of the machine's pending table, seen from outside.
struct flight {
    struct sm_instr *instr;
    bool live;
    unsigned passes;
    uint64_t since;     // cycle of the part in which it was taken
};

// A remainder that the machine returned.
struct remainder {
    uint8_t id, sub;
    uint32_t mask;
    uint64_t due;       // cycle of the part from which it may be presented again
};

struct sm {
    struct stimulus base;
    struct sm_program *program;
    struct rng rng;
    struct witness *witness;            // null: its checks are not wanted
    enum stage stage;
    bool seeded;                        // the array has been written since the last reset
    bool inside;                        // signals inside the machine are shown: a quiet twin has only those that leave it
    bool just_reset;
    struct sm_around around;

    struct sm_part part;
    uint64_t cycle, progress;           // of the part: this, and the last with a handshake
    unsigned parts;                     // of the program, so far
    struct sm_costs costs;
    int64_t first_taken, last_retired;
    unsigned fills;

    bool holding, exhausted;            // an instruction is in hand; the source has no more
    struct sm_instr *hand;
    struct flight flight[SM_ENTRIES];
    unsigned flying;
    struct remainder remainder[UL1_PT]; // in the order in which they came
    unsigned remainders, presented;     // how many; which one is on the port

    uint64_t errors, traffic_cycles;    // erroneous instructions; cycles of parts of the program
    bool formulas;                      // a part had an expected number of cycles
    int64_t cycles_without;             // measured in parts that had none
    struct sm_events events;
    struct sm_instr pool[SM_ENTRIES + 1];
};

// ---- objections

__attribute__((cold, noinline, format(printf, 3, 4)))
static bool object(struct sm *s, enum verdict v, const char *format, ...)
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
static bool witness_objects(struct sm *s)
{
    return object(s, WITNESS_OBJECTS, "witness: %s", witness_error(s->witness));
}

// For the witness's answer.
static inline bool agreed(struct sm *s, bool ok)
{
    return ok || witness_objects(s);
}

__attribute__((cold, noinline))
static bool unlike(struct sm *s, const struct sm_instr *i, const char *what, uint64_t expected, uint64_t seen)
{
    return object(s, WITNESS_OBJECTS, "%s of warp %u, %u bits, mask 0x%x, first address 0x%" PRIx64
                  ": the test expects %s %" PRIu64 ", seen %" PRIu64,
                  i->store ? "store" : "load", i->warp, 8 * sm_bytes(i->width), i->mask,
                  i->addr[i->mask ? __builtin_ctz(i->mask) : 0], what, expected, seen);
}

// ---- parts

static void forget_flights(struct sm *s)
{
    for (unsigned e = 0; e < SM_ENTRIES; e++)
        s->flight[e].live = false;
    s->flying = s->remainders = 0;
    s->holding = false;
}

static bool begin_part(struct sm *s)
{
    if (!s->seeded) {
        s->stage = SEEDING;
        s->seeded = true;
        s->part = sm_seeding(&s->around, &s->rng);
    } else if (s->stage != READING_BACK && s->program->part(s->program, &s->part)) {
        s->stage = PROGRAM;
        s->parts++;
        sm_events_part(&s->events, &s->part.set);
    } else if (s->stage != READING_BACK) {
        s->stage = READING_BACK;
        s->part = sm_reading_back(&s->around);
    } else {
        s->base.done = true;
    }
    s->cycle = s->progress = 0;
    s->costs = (struct sm_costs){ 0 };
    s->first_taken = s->last_retired = -1;
    s->fills = 0;
    s->holding = s->exhausted = false;
    return !s->witness || agreed(s, witness_split(s->witness, s->part.set.split));
}

static bool as_expected(struct sm *s, const char *what, int64_t expected, int64_t measured)
{
    if (expected < 0 || expected == measured)
        return true;
    return object(s, WITNESS_OBJECTS, "the test's formula says %" PRId64 " %s, measured %" PRId64, expected, what, measured);
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

static bool end_part(struct sm *s)
{
    const struct sm_costs *x = &s->part.expected, *m = &s->costs;
    if (s->first_taken >= 0 && s->last_retired >= 0)
        s->costs.cycles = s->last_retired - s->first_taken + 1;
    if (s->stage == PROGRAM) {
        sum_cycles(s);
        s->traffic_cycles += s->cycle;
        s->events.event[EV_ADDRESS_READS].count += (uint64_t)m->address_reads;
        s->events.event[EV_DATA_READS].count += (uint64_t)m->data_reads;
        s->events.event[EV_STALLS].count += (uint64_t)m->stalls;
        if (!s->base.events && (x->address_reads >= 0 || x->stalls >= 0)) // what the test has formulas for, it also tells
            tell_events(s, EV_ADDRESS_READS);
        if (!as_expected(s, "cycles from the first instruction taken to the last retirement", x->cycles, m->cycles)
            || !as_expected(s, "address reads", x->address_reads, m->address_reads)
            || !as_expected(s, "reads of store data", x->data_reads, m->data_reads)
            || !as_expected(s, "stalls", x->stalls, m->stalls)
            || (s->inside && !as_expected(s, "remainders at most in the replay buffer", x->replays, m->replays)))
            return false;
    }
    return begin_part(s);
}

static bool all_retired(const struct sm *s)
{
    return s->exhausted && !s->holding && !s->flying;
}

// ---- driving

static void fetch(struct sm *s)
{
    if (s->holding || s->exhausted)
        return;
    s->holding = s->part.next(s->part.source, s->hand);
    s->exhausted = !s->holding;
}

static void present(const struct sm_instr *i, struct ul1_l1_in *in)
{
    in->in_valid = 1;
    in->in_warp = i->warp;
    in->in_store = i->store;
    in->in_space = i->space;
    in->in_width = i->width;
    in->in_signed = i->sign;
    in->in_reg = i->reg;
    memcpy(in->in_addr, i->addr, sizeof in->in_addr);
}

// A remainder that is due, by choice: which; `remainders` if there is none.
static unsigned due_remainder(struct sm *s)
{
    unsigned due = 0; // they are in order of their becoming due
    while (due < s->remainders && s->remainder[due].due <= s->cycle)
        due++;
    if (!due)
        return s->remainders;
    return s->part.set.again_any ? rng_below(&s->rng, due) : 0;
}

// Remainders first, then what is in hand.
static void drive_offer(struct sm *s, struct ul1_l1_in *in)
{
    in->in_valid = in->in_again = 0;
    if (s->cycle < SM_LEAD)
        return;
    fetch(s);
    if (sm_happens(&s->part.set.gap, &s->rng, s->cycle))
        return;
    s->presented = due_remainder(s);
    if (s->presented < s->remainders) {
        const struct remainder *r = &s->remainder[s->presented];
        present(s->flight[r->id].instr, in);
        in->in_again = 1;
        in->in_id = r->id;
        in->in_sub = r->sub;
        in->in_mask = r->mask;
    } else if (s->holding) {
        present(s->hand, in);
        in->in_mask = s->hand->mask;
    }
}

// A word for each slot or bank, by the number of the word and a seed. (Of the murmur finalizer, what is needed to make
// neighbours differ in every byte.)
static void draw_words(uint32_t *word, uint32_t seed, uint32_t number)
{
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t x = (number + i) * 0x9e3779b9u ^ seed;
        x = (x ^ x >> 15) * 0x85ebca6bu;
        word[i] = x ^ x >> 13;
    }
}

// Slot i of sub-warp k is word k * LANES + i of the instruction.
static void drive_data(struct sm *s, const struct ul1_l1_out *out, struct ul1_l1_in *in)
{
    in->st_valid = !sm_happens(&s->part.set.late, &s->rng, s->cycle);
    const struct flight *f = &s->flight[out->lsu.st_id % SM_ENTRIES];
    if (in->st_valid && out->lsu.st_ready && f->live)
        draw_words(in->st_data, f->instr->data, out->lsu.st_sub * (uint32_t)LANES);
}

static void drive_fill(struct sm *s, struct ul1_l1_in *in)
{
    const struct sm_settings *set = &s->part.set;
    in->fill_valid = !all_retired(s) && sm_happens(&set->fill, &s->rng, s->cycle);
    if (!in->fill_valid)
        return;
    uint64_t r = rng_next(&s->rng);
    unsigned border = sm_rows(set->split), behind = UL1_ROWS - border;
    in->fill_row = (uint16_t)(border + (set->fill_in_order ? s->fills : (uint32_t)(r >> 40)) % behind);
    in->fill_sect = set->fill_in_order ? 0xf : r >> 36 & 0xf;
    draw_words(in->fill_data, (uint32_t)r, 0);
}

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
    in->rf_book = !all_retired(s) && sm_happens(&s->part.set.book, &s->rng, s->cycle);
    drive_offer(s, in);
    drive_data(s, out, in);
    drive_fill(s, in);
}

// ---- what happened in a cycle

static bool see_beat(struct sm *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (!in->st_valid || !out->lsu.st_ready)
        return true;
    s->progress = s->cycle;
    s->costs.data_reads++;
    if (out->lsu.st_id >= UL1_PT || !s->flight[out->lsu.st_id].live)
        return object(s, WITNESS_OBJECTS, "store data are pulled for entry %u, which has no instruction", out->lsu.st_id);
    return !s->witness || agreed(s, witness_beat(s->witness, out->lsu.st_id, out->lsu.st_sub, in->st_data));
}

static bool see_taken(struct sm *s, const struct ul1_l1_out *out)
{
    unsigned entry = out->lsu.in_entry;
    struct flight *f = &s->flight[entry % SM_ENTRIES];
    if (entry >= UL1_PT || f->live)
        return object(s, WITNESS_OBJECTS, "an instruction is taken into entry %u, which is not free", entry);

    struct sm_instr *i = s->hand; // it flies, and the hand gets the buffer of the entry's last one
    s->hand = f->instr;
    *f = (struct flight){ .instr = i, .live = true, .since = s->cycle };
    s->flying++;
    s->holding = false;
    s->base.begun |= s->stage == PROGRAM;
    if (s->first_taken < 0)
        s->first_taken = (int64_t)s->cycle;
    if (s->stage == PROGRAM)
        sm_events_taken(&s->events, i);

    struct witness_instr told = { i->store, i->sign, i->space, i->width, i->warp, i->reg, i->mask, i->addr };
    return !s->witness || agreed(s, witness_accept(s->witness, entry, &told));
}

static bool see_again_taken(struct sm *s)
{
    struct remainder r = s->remainder[s->presented];
    s->remainders--;
    memmove(&s->remainder[s->presented], &s->remainder[s->presented + 1], (s->remainders - s->presented) * sizeof r);
    return !s->witness || agreed(s, witness_again(s->witness, r.id, r.sub, r.mask, s->flight[r.id].instr->addr));
}

static bool see_offer(struct sm *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (!in->in_valid)
        return true;
    if (!(in->in_again ? out->lsu.again_ready : out->lsu.in_ready)) {
        s->costs.stalls++;
        return true;
    }
    s->progress = s->cycle;
    s->costs.address_reads++;
    return in->in_again ? see_again_taken(s) : see_taken(s, out);
}

static bool see_pass(struct sm *s, const struct ul1_l1_out *out)
{
    if (!out->lsu.req_valid)
        return true;
    s->progress = s->cycle;
    s->inside = true;
    s->base.busy_cycles += s->stage == PROGRAM;
    s->flight[out->lsu.req_id % SM_ENTRIES].passes++;
    return !s->witness
        || agreed(s, witness_pass(s->witness, out->lsu.req_id, out->lsu.req_sub, out->lsu.req_store, out->arb.acc_mask));
}

static bool see_returned(struct sm *s, const struct ul1_l1_out *out)
{
    if (!out->lsu.rpl_valid)
        return true;
    unsigned id = out->lsu.rpl_id;
    if (id >= UL1_PT || !s->flight[id].live || s->remainders == UL1_PT)
        return object(s, WITNESS_OBJECTS, "a remainder of entry %u returns, which has no instruction", id);
    s->remainder[s->remainders++] =
        (struct remainder){ out->lsu.rpl_id, out->lsu.rpl_sub, out->lsu.rpl_mask, s->cycle + s->part.set.again_after };
    return !s->witness || agreed(s, witness_returned(s->witness, id, out->lsu.rpl_sub, out->lsu.rpl_mask));
}

static bool see_written(struct sm *s, const struct ul1_l1_out *out)
{
    if (!s->witness || !out->lsu.wb_valid)
        return true;
    return agreed(s, witness_writeback(s->witness, out->lsu.wb_id, out->lsu.wb_sub, out->lsu.wb_warp, out->lsu.wb_reg,
                                       out->dxbar.wb_mask, out->lsu.wb_lane, out->lsu.wb_ofs, out->dxbar.wb_data));
}

// The machine against what the test expects of the instruction.
static bool ends_as_expected(struct sm *s, const struct flight *f, const struct ul1_l1_out *out)
{
    const struct sm_instr *i = f->instr;
    if (out->lsu.ret_err != i->err)
        return unlike(s, i, "error", i->err, out->lsu.ret_err);
    if (i->err && out->lsu.ret_lane != i->err_lane)
        return unlike(s, i, "failing lane", i->err_lane, out->lsu.ret_lane);
    if (i->err && out->lsu.ret_mask != i->err_mask)
        return unlike(s, i, "failing lanes", i->err_mask, out->lsu.ret_mask);
    if (s->inside && f->passes != i->passes)
        return unlike(s, i, "passes", i->passes, f->passes);
    return true;
}

static bool see_retired(struct sm *s, const struct ul1_l1_out *out)
{
    if (!out->lsu.ret_valid)
        return true;
    unsigned id = out->lsu.ret_id;
    struct flight *f = &s->flight[id % SM_ENTRIES];
    if (id >= UL1_PT || !f->live)
        return object(s, WITNESS_OBJECTS, "entry %u retires, which has no instruction", id);
    f->live = false;
    s->flying--;
    s->progress = s->cycle;
    s->last_retired = (int64_t)s->cycle;
    if (!ends_as_expected(s, f, out))
        return false;
    if (s->stage == PROGRAM) {
        s->base.instructions++;
        s->base.passes += f->passes;
        s->base.passes_expected += f->instr->passes;
        s->errors += f->instr->err != 0;
        sm_events_retired(&s->events, f->instr);
    }
    return !s->witness || agreed(s, witness_retire(s->witness, id, out->lsu.ret_warp, out->lsu.ret_err, out->lsu.ret_lane,
                                                   out->lsu.ret_mask));
}

static bool see_fill(struct sm *s, const struct ul1_l1_in *in)
{
    if (!in->fill_valid)
        return true;
    s->fills++;
    return !s->witness || agreed(s, witness_fill(s->witness, in->fill_row, in->fill_sect, in->fill_data));
}

// Whatever else the cycle shows does not count.
static bool see_reset(struct sm *s)
{
    s->seeded = false;
    s->just_reset = true;
    forget_flights(s);
    if (s->base.witness && !s->witness && !(s->witness = witness_new()))
        return object(s, HARNESS_AT_FAULT, "out of memory for the witness");
    if (s->witness)
        witness_reset(s->witness);
    if (s->stage == STARTING)
        return ++s->cycle < RESET_CYCLES || begin_part(s);
    sm_events_reset(&s->events);
    return end_part(s);
}

static void count(struct sm *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
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
        return object(s, WITNESS_OBJECTS, "hang: nothing is in flight, but %s",
                      s->holding ? "nothing is taken" : "it is not idle");
    const struct flight *f = &s->flight[oldest];
    return object(s, WITNESS_OBJECTS, "hang: no progress for %d cycles; the oldest of %u in flight is entry %u, a %s of "
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
    if (in->rst)
        return see_reset(s);
    if (s->just_reset && (!out->lsu.lsu_idle || !out->wdb.wdb_idle))
        return object(s, WITNESS_OBJECTS, "after a reset the machine is not idle");
    s->just_reset = false;

    if (!see_beat(s, in, out) || !see_offer(s, in, out) || !see_pass(s, out) || !see_returned(s, out) || !see_written(s, out)
        || !see_retired(s, out) || !see_fill(s, in))
        return false;
    if (s->inside && s->stage == PROGRAM)
        count(s, in, out);
    s->cycle++;
    if (all_retired(s) && out->lsu.lsu_idle && out->wdb.wdb_idle)
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
    return !n || object(s, HARNESS_AT_FAULT, "never happened: %s", missing);
}

static bool fit_for_random(struct sm *s)
{
    if (s->errors * 100 > (uint64_t)s->base.instructions * ERROR_PERCENT)
        return object(s, HARNESS_AT_FAULT, "%" PRIu64 " of %" PRId64 " instructions erroneous, more than %d%%", s->errors,
                      s->base.instructions, ERROR_PERCENT);
    if (!s->program->judged)
        return true;
    if ((uint64_t)s->base.busy_cycles * 100 < s->traffic_cycles * BUSY_PERCENT)
        return object(s, HARNESS_AT_FAULT, "the arbiter was busy in %" PRId64 " of %" PRIu64 " cycles of traffic, less than "
                      "%d%%", s->base.busy_cycles, s->traffic_cycles, BUSY_PERCENT);
    return every_event(s);
}

static bool sm_finish(struct stimulus *base)
{
    struct sm *s = (struct sm *)base;
    if (s->witness && !s->inside)
        return object(s, HARNESS_AT_FAULT, "no pass was ever seen, so none was checked");
    if (!s->inside)
        s->base.passes = s->base.passes_expected = -1; // not known
    if (s->witness && !agreed(s, witness_finish(s->witness)))
        return false;
    return !s->program->random || !s->inside || fit_for_random(s);
}

static void sm_free(struct stimulus *base)
{
    struct sm *s = (struct sm *)base;
    s->program->free(s->program);
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
    if (!s) {
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
