// Load/store unit: random drive. Plays the instruction side, the intake, the arbiter, and those who fetch lines. (Its
// contract: lsu_contract.c.)
#include "blocks/lsu/contract.h"
#include "blocks/draw.h"
#include "blocks/drive.h"

#include <string.h>

#include "kit/lane_diff.h"

enum { TAKEN, AGAIN_TAKEN, THROTTLED, AGAIN_REFUSED, TABLE_FULL, BUFFER_FULL, NEW_BY_FULL_BUFFER, TAKEN_AS_ONE_RETIRES,
    BUFFER_IN_AND_OUT, REPLAYED_LOAD, REPLAYED_STORE, STORE_OLDER, LOAD_OLDER, THREE_CANDIDATES, LEFT_IN_BUFFER, RETURNED,
    SEVERAL_SUBS, INTERVAL_0, INTERVAL_1, INTERVAL_LONG, BEAT_NEW, BEAT_LAST, LAST_KEPT, INTAKE_FULL, MANY_HELD,
    NULL_EMPTY, ERR_MISALIGNED, ERR_RANGE, ERR_SPACE, WRITE_BACK, RETIRED_BY_STORE, SETTINGS_CHANGED, RESET_BUSY, HIT,
    OPENED, MERGED, LACKS_ENTRY, LACKS_WAY, LACKS_MERGE, LACKS_OPEN, ALL_ENTRIES, LINE_REPLAYED, LAST_REPLAYED,
    REPLAYED_PAGE, REPLAYED_BUS, REPLAYED_ASLEEP, WOKEN_ENTRY, WOKEN_WAY, WOKEN_MERGE, WOKEN_CLOSED, SLEPT_NOT,
    TOKEN_ENTRY_USED, TOKEN_WAY_USED, TOKEN_PASSED, TOKEN_LOST, SLEEPS_AGAIN, SLEEPS_FOR_OTHER, DEFERRED_ASLEEP,
    LEFT_QUEUE, PRESENTED_AS_DEFERRED, MANY_ASLEEP, WAKE_AND_NEW, WAKE_AND_REPLAY, WOKEN_SECOND_LINE, FAILS_FIRST,
    FAILS_LOWER, FAILS_HIGHER, RETIRED_HIT, RETIRED_PAGE, RETIRED_BUS, RETIRED_IN_PART, CACHED_WIDE, CACHED_BYPASS,
    ONE_LANE, WHOLE_LINE, CACHED_THEN_SHARED, SHARED_THEN_CACHED, MISS_THEN_LOAD, BEATS_RUNNING, CACHED_MISALIGNED,
    NULL_CACHED, FENCE_CTA, FENCE_FENCED, FENCE_RESERVED, FENCE_BUSY, BEHIND_FENCE, FENCE_ASKED, FENCE_REFUSED,
    FENCE_TWO, FENCE_ANSWERED, FENCE_FOREIGN, FENCE_OUT_OF_ORDER, STORE_LINE, STORE_END, STORE_GOES_ON, STORE_BACK,
    STORE_THROUGH, STORE_BYPASS, STORE_KEPLER, STORE_LOCAL_CG, STORE_ONE_SLOT, STORE_WIDE, STORE_MISALIGNED, STORE_NULL,
    STORE_RETIRED, STORE_OPENED, STORE_CLOSED, BARE, BARE_FAILED, LOAD_BEHIND_BARE, KEPT_FOR_ROOM, STORE_AFTER_SLEEPER,
    STORE_AFTER_LOOKUP, PASSES_STORE, PASSES_LOAD, PASSES_FENCE, LACKS_SLOT, SLOT_RESERVED, WOKEN_SLOT, TOKEN_SLOT_USED,
    TOKEN_SLOT_LOST, TOKEN_SLOT_LEFT, KEPLER_BYPASS, KEPLER_NC, RESERVED_HINT, HELD_BY_COMMAND, AGAIN_UNDER_COMMAND,
    SPLIT_CHANGED, TAKEN_AT_NEW_SPLIT, EVENTS };
static const struct event_name events[EVENTS] = {
    { "instruction taken", true },
    { "remainder presented again and taken", true },
    { "new instruction kept out by replays", true },
    { "remainder presented again kept out", true },
    { "pending table full", true },
    { "replay buffer full", true },
    { "new access selected with the replay buffer full", true },
    { "one taken and one retired in a cycle", true },
    { "a remainder joins the replay buffer as another leaves", true },
    { "replayed load selected", true },
    { "replayed store selected", true },
    { "two replays ready, the store older", true },
    { "two replays ready, the load older", true },
    { "three candidates", true },
    { "remainder kept", true },
    { "remainder returned", true },
    { "instruction with several sub-warps", true },
    { "replay with an interval of 0", true },
    { "replay with an interval of 1", true },
    { "replay with an interval above 31", true },
    { "beat pulled for a new access", true },
    { "last free beat pulled for a replay", true },
    { "last free beat kept from new stores", true },
    { "beat wanted and the intake full", true },
    { "all beats but one held", true },
    { "null instruction retired", true },
    { "error misaligned", true },
    { "error range", true },
    { "error space", true },
    { "loaded beat written back", true },
    { "store retired", true },
    { "settings changed", true },
    { "reset with instructions in flight", true },
    { "hit", true },
    { "entry opened", true },
    { "merged", true },
    { "deferred for an entry", true },
    { "deferred for a way", true },
    { "deferred for a merge slot", true },
    { "deferred as the entry is closed", true },
    { "all entries in use", true },
    { "replay of a filled line", true },
    { "last replay of several of an entry", true },
    { "replay with a page fault", true },
    { "replay with a bus error", true },
    { "replay of an instruction that sleeps", true },
    { "woken by a free entry", true },
    { "woken by a free way", true },
    { "woken by a free merge slot", true },
    { "woken as the line's entry is gone", true },
    { "falls asleep and wakes in one cycle", true },
    { "token for an entry used", true },
    { "token for a way used", true },
    { "token passed on", true },
    { "what a token was for taken by another", true },
    { "woken and deferred again", true },
    { "woken and deferred for something else", true },
    { "another line of a sleeper deferred", true },
    { "deferred with lines left to present", true },
    { "a line presented as another of its instruction is deferred", true },
    { "many asleep", true },
    { "woken and new access both ready", true },
    { "woken access and replay of a remainder both ready", true },
    { "two lines of a woken instruction one behind the other", true },
    { "first lanes that fail", true },
    { "a lower lane fails than before", true },
    { "a higher lane fails than before", true },
    { "cached load retired by a hit", true },
    { "error page", true },
    { "error bus", true },
    { "cached load retired with an error in some lanes", true },
    { "cached load with several sub-warps", true },
    { "cached load that bypasses", true },
    { "cached access of one slot", true },
    { "cached access of all slots", true },
    { "shared access behind a cached one", true },
    { "cached access behind a shared one", true },
    { "shared load behind a miss", true },
    { "words written back in two cycles running", true },
    { "cached load misaligned", true },
    { "cached load without lanes", true },
    { "fence of level cta retired", true },
    { "fence of level gpu or sys retired", true },
    { "fence of the reserved level retired", true },
    { "fence taken with instructions of its warp in flight", true },
    { "instruction taken behind a fence of its warp", true },
    { "fence asks memory", true },
    { "fence asks in vain", true },
    { "fence asks as another waits for its answer", true },
    { "fence answered", true },
    { "answer that is to no fence", true },
    { "fences answered out of order", true },
    { "cached store enters", true },
    { "last line of a cached store's sub-warp", true },
    { "a cached store's line, with more to come", true },
    { "store written back", true },
    { "store written through", true },
    { "store that bypasses", true },
    { "store written through for the policy", true },
    { "local store written through for its hint", true },
    { "cached store of one slot", true },
    { "cached store with several sub-warps", true },
    { "cached store misaligned", true },
    { "cached store without lanes", true },
    { "cached store retired", true },
    { "entry opened by a store", true },
    { "store to a line under fetch", true },
    { "bare replay", true },
    { "bare replay with an error", true },
    { "shared load behind a bare replay that hits", true },
    { "store kept out for room", true },
    { "store behind a cached load of its warp that was deferred", true },
    { "store in the cycle after the lookup of a load of its warp", true },
    { "a new access passes an older store", true },
    { "a new access passes an older load", true },
    { "a new access passes an older fence", true },
    { "deferred for a slot", true },
    { "deferred for a slot though one is free", true },
    { "woken by a free slot", true },
    { "token for a slot used", true },
    { "woken for a slot and deferred for it again", true },
    { "woken for a slot and in no need of it", true },
    { "load that bypasses for the policy", true },
    { "load that does not bypass, for its hint", true },
    { "cached access with a reserved hint", true },
    { "instruction kept out by a command", true },
    { "remainder taken under a command", true },
    { "carveout changed", true },
    { "instruction taken in the first cycle of a new carveout", true },
};

#define ALL_LINES ((1ull << UL1_LINE_W) - 1)

// A line on its way, as the pending request table has it.
struct fetch {
    bool used, closed, filled;          // closed: a store is held for it
    uint8_t err, count, done;           // how it ends; accesses that wait, and those of them replayed
    uint16_t left;                      // cycles until it is filled
    uint64_t line;
    struct {
        uint8_t id, sub;
    } wait[UL1_MERGE];
};

// What a deferred access lacks.
struct lack {
    uint8_t cause, key;
};

struct lsu_drive {
    struct drive d;
    struct lsu_contract contract;

    // The settings; to change them the unit has to run empty. So it has for the command that changes the carveout: it runs, then
    // nothing is taken, and as it ends there is a new carveout.
    uint8_t carveout, home, interval, policy;
    bool drain, changed, command, resplit;
    unsigned changes;                   // how often they were drawn
    unsigned scarce;                    // and how often draw_scarce came
    bool pile, surge;                   // remainders are made to pile up; the pile comes back

    // How much there is of everything; knobs in percent.
    unsigned offer, again, beat, select, fresh_first, store, whole, faulty, foreign, empty;
    unsigned fence, hold, room, accept; // fences; cycles in which a command keeps instructions out; room; requests taken
    unsigned warps, first_warp, turn;   // instructions are of this many warps; of all in turn, if zero
    unsigned width;                     // of all; or of each its own, if not a code
    unsigned ink_delay, ink_busy;       // a beat given up is free that many cycles later at most; beats never free

    uint32_t used;                      // beats of the intake
    uint8_t leaving[UL1_INTAKE];           // cycles until a beat that was given up is free

    // The cycle before: no beat was asked for, and nothing came that could ask, so that what asks now was held up then; and
    // whether one beat was free, or none.
    bool no_beat, one_free, none_free;

    unsigned replays;                   // in the replay buffer
    uint64_t in_flight, null, stores;   // entries: valid; taken with an empty mask; of stores
    uint64_t loads, puts, fences;         // of cached loads, of cached stores, of fences
    uint64_t unseen;                    // of no pass so far
    struct {
        uint64_t taken;                 // when
        uint8_t warp, level, space, hint;
        uint32_t mask, presented, failed; // of cached loads: active lanes, presented so far, failed so far
    } entry[1 << UL1_ID_W];
    uint64_t slept;                     // warps of which a cached load was deferred after their last store

    // Fences on their way, oldest first: who asked, and cycles until the answer.
    unsigned asking;
    struct {
        uint8_t id;
        uint16_t left;
    } asked[UL1_PT];

    // Cached loads are of these lines. How much there is of everything again; knobs in percent.
    unsigned lines, spread;             // or of one that is up to so many behind
    uint64_t line[12];
    unsigned cached, hit, replay, err, wake_first;
    unsigned opens, slot, dirty;        // stores that have their line fetched; slots there; misses that need one
    unsigned entries, ways, merges;     // limits: entries in use, ways taken of a set, accesses of an entry
    unsigned latency;                   // until a line is filled, at most

    struct fetch fetch[UL1_PRT];
    uint8_t filled[UL1_PRT];            // the filled queue
    unsigned filled_count;
    unsigned leaving_entry;             // its last replay is in stage 1: it is free after that; PRT if there is none
    unsigned opened;                    // the entry that the access in stage 1 opens, or merges into

    struct {                            // the pass in stage 1
        bool shared, lookup, replay, fresh, woken; // a shared one; a cached load, no replay; a replay; a new one; a woken one
        bool store, wb, bare;           // a cached store, written back; a bare replay
        bool token;                     // it was presented with a token, of lack
        struct lack lack;
        uint8_t id, sub, err;           // err: of a replay
        uint32_t lanes;
        uint64_t line;
    } s1;
    bool looked;                        // a cached load's lookup was in stage 1 in the cycle before, of this warp
    uint8_t looked_warp;
    bool had_new, had_room;             // in the cycle before there was a new candidate, and there was room

    // What is known of the sleepers, from the outside.
    uint64_t asleep;                    // sleep_ids of the cycle before
    uint64_t tokens;                    // those that hold a token
    bool told, freed;                   // in the cycle before, an access of told_id was deferred; a last replay was selected
    uint8_t told_id;
    struct lack told_lack, lack[1 << UL1_ID_W];
    bool wrote;                         // words were written back in the cycle before
};

// The homes take turns, and with the home that looks at it the kinds of interval do, so that a short run has them all.
static void draw_settings(struct lsu_drive *l)
{
    struct rng *r = &l->d.rng;
    unsigned n = l->changes++;
    l->drain = false;
    l->changed = true;
    l->d.phase_end = l->d.cycle; // on with other knobs
    saw(&l->d, SETTINGS_CHANGED, true);
    l->home = n & 1;
    l->policy = !(n >> 1 & 1);
    switch (l->home == UL1_HOME_LSU ? n / 2 % 5 : 4) {
    case 0: l->interval = 0; break;
    case 1: l->interval = 1; break;
    case 2: l->interval = (1 << UL1_IV_W) - 1; break;
    case 3: l->interval = (uint8_t)(2 + rng_below(r, 6)); break;
    default: l->interval = (uint8_t)rng_below(r, 1 << UL1_IV_W);
    }
}

// The command ends: there is a new carveout, and an instruction may be taken at once.
static void end_command(struct lsu_drive *l)
{
    l->command = false;
    l->resplit = true;
    l->carveout = (uint8_t)rng_below(&l->d.rng, 4);
    l->d.phase_end = l->d.cycle; // on with other knobs
    saw(&l->d, SPLIT_CHANGED, true);
}

// What is under way ends soon, and nothing new comes.
static void draw_drain(struct lsu_drive *l)
{
    l->again = l->beat = l->select = l->whole = 95;
    l->fresh_first = 0;
    l->ink_delay = 2;
    l->ink_busy = 0;
    l->replay = l->room = l->slot = l->accept = 100;
    l->hit = 70;
    l->entries = UL1_PRT;
    l->ways = UL1_WAYS;
    l->merges = UL1_MERGE;
    l->latency = 3;
}

// Remainders pile up, in the replay buffer or outside; and there they are held back until many come at once. Each is of
// another warp and an instruction's only one, so that they do not hold up one another.
static void draw_pile(struct lsu_drive *l)
{
    l->offer = l->beat = 100;
    l->whole = 0;
    l->faulty = 10;
    l->foreign = l->empty = l->cached = l->fence = 3;
    l->room = 100;
    l->hold = rng_below(&l->d.rng, 2) ? 0 : 10;
    l->warps = 0;
    l->width = rng_below(&l->d.rng, UL1_WIDTH_B32 + 1);
    l->ink_busy = 0;
}

static void draw_one_set(struct lsu_drive *l)
{
    l->lines = sizeof l->line / sizeof *l->line;
    for (unsigned i = 1; i < l->lines; i++)
        l->line[i] = (l->line[0] + UL1_SETS * i) & ALL_LINES;
}

enum { MANY_LINES, FEW_ENTRIES, FEW_WAYS, FEW_MERGES, FEW_SLOTS, LACKS };

// Little but cached loads, and what they need gets scarce: all entries are taken by lines that take long; or few entries, ways,
// merge slots, slots for dirty lines are all there is.
static void draw_flood(struct lsu_drive *l, unsigned lacks)
{
    l->offer = l->select = 100;
    l->store = l->foreign = l->empty = l->fence = 2;
    l->faulty = 5;
    l->hold = 0;
    l->dirty = lacks == FEW_SLOTS ? 80 : rng_below(&l->d.rng, 20);
    l->slot = lacks == FEW_SLOTS ? 10 + rng_below(&l->d.rng, 40) : 70;
    l->cached = 95;
    l->hit = rng_below(&l->d.rng, lacks == MANY_LINES ? 3 : 30);
    l->warps = 0;
    l->entries = lacks == MANY_LINES || lacks == FEW_SLOTS ? UL1_PRT : 1 + rng_below(&l->d.rng, 6);
    l->ways = lacks != FEW_WAYS ? UL1_WAYS : 1 + rng_below(&l->d.rng, 2);
    l->merges = lacks != FEW_MERGES ? UL1_MERGE : 1 + rng_below(&l->d.rng, 2);
    l->latency = lacks == MANY_LINES ? 600 : 1 + rng_below(&l->d.rng, 20);
    l->spread = lacks == MANY_LINES ? 1000 : 1;
    l->replay = lacks == MANY_LINES ? 10 : l->replay;
    l->d.phase_end += lacks == MANY_LINES ? 150 : 0;
    if (lacks == FEW_WAYS)
        draw_one_set(l);
}

// A few warps with a bit of everything, and nothing held up for long: fences, stores that have their line fetched, and what
// comes right behind.
static void draw_mix(struct lsu_drive *l)
{
    l->offer = l->beat = l->select = l->room = l->replay = 100;
    l->hold = 0;
    l->foreign = l->empty = 3;
    l->store = 50;
    l->fence = 10;
    l->accept = l->opens = 90;
    l->cached = l->hit = l->whole = 50;
    l->warps = 2 + rng_below(&l->d.rng, 8);
    l->width = rng_below(&l->d.rng, 8);
    l->ink_busy = 0;
    l->ink_delay = 2;
    l->latency = 1 + rng_below(&l->d.rng, 20);
    l->lines = sizeof l->line / sizeof *l->line;
    l->d.phase_end += 150;
}

// Loads and stores of a warp or two that hit, one right behind the other.
static void draw_run(struct lsu_drive *l)
{
    draw_mix(l);
    l->fence = 1;
    l->cached = 95;
    l->hit = 100;
    l->opens = 0;
    l->whole = 100;
    l->warps = 1 + rng_below(&l->d.rng, 2);
    l->width = UL1_WIDTH_B32;
}

// In turn, so that a short run has them all.
static void draw_scarce(struct lsu_drive *l)
{
    unsigned turn = l->scarce++ % (LACKS + 3);
    if (turn < LACKS)
        draw_flood(l, turn);
    else if (turn == LACKS)
        draw_run(l);
    else
        draw_mix(l);
}

static void steer_pile(struct lsu_drive *l)
{
    if (!l->contract.returned)
        l->surge = false;
    else if (__builtin_popcountll(l->contract.returned) >= UL1_RB + 4)
        l->surge = true;
    l->again = l->surge ? 100 : 0;
    l->select = l->surge ? 20 : 90;
    l->fresh_first = l->surge ? 30 : 90;
}

// Some lines: of one set, of neighbouring sets, and from anywhere.
static void draw_lines(struct lsu_drive *l)
{
    struct rng *r = &l->d.rng;
    uint64_t base = rng_below(r, 4) ? rng_next(r) & ALL_LINES : ALL_LINES;
    unsigned few = rng_below(r, 2) ? 3 : sizeof l->line / sizeof *l->line;
    l->lines = 1 + rng_below(r, few);
    l->spread = 1;
    for (unsigned i = 0; i < l->lines; i++) {
        switch (rng_below(r, 4)) {
        case 0: l->line[i] = (base + i) & ALL_LINES; break;
        case 1: l->line[i] = base ^ 1ull << rng_below(r, UL1_LINE_W); break;
        default: l->line[i] = (base + UL1_SETS * i) & ALL_LINES;
        }
    }
}

static void draw_fetching(struct lsu_drive *l)
{
    struct drive *d = &l->d;
    draw_lines(l);
    l->cached = rng_below(&d->rng, 3) ? draw_knob(d) : 100;
    l->hit = rng_below(&d->rng, 2) ? draw_knob(d) / 2 : 5;
    l->replay = rng_below(&d->rng, 2) ? draw_knob(d) : 90;
    l->err = rng_below(&d->rng, 2) ? 0 : draw_knob(d);
    l->opens = draw_knob(d);
    l->slot = rng_below(&d->rng, 2) ? draw_knob(d) : 90;
    l->dirty = draw_knob(d) / 2;
    l->wake_first = draw_knob(d);
    l->entries = rng_below(&d->rng, 2) ? UL1_PRT : 1 + rng_below(&d->rng, 4);
    l->ways = rng_below(&d->rng, 2) ? UL1_WAYS : 1 + rng_below(&d->rng, 2);
    l->merges = rng_below(&d->rng, 2) ? UL1_MERGE : 1 + rng_below(&d->rng, 3);
    l->latency = 1 + rng_below(&d->rng, rng_below(&d->rng, 2) ? 8 : 60);
}

static void lsu_knobs(struct drive *d)
{
    struct lsu_drive *l = (struct lsu_drive *)d;
    if (l->drain || l->command)
        return; // until it is empty
    l->offer = draw_knob(d);
    l->again = draw_knob(d);
    l->beat = draw_knob(d);
    l->select = draw_knob(d);
    l->fresh_first = draw_knob(d);
    l->whole = draw_knob(d);
    l->store = draw_knob(d);
    l->faulty = rng_below(&d->rng, 2) ? 0 : draw_knob(d);
    l->foreign = rng_below(&d->rng, 2) ? 2 : draw_knob(d) / 4;
    l->empty = rng_below(&d->rng, 2) ? 2 : draw_knob(d) / 4;
    l->fence = rng_below(&d->rng, 2) ? 3 : draw_knob(d) / 3;
    l->hold = rng_below(&d->rng, 3) ? 0 : draw_knob(d) / 4;
    l->room = rng_below(&d->rng, 2) ? draw_knob(d) : 95;
    l->accept = draw_knob(d);
    l->warps = rng_below(&d->rng, 2) ? 64 : 1 + rng_below(&d->rng, 6);
    l->first_warp = rng_below(&d->rng, 64);
    l->width = rng_below(&d->rng, 8);
    l->ink_delay = 1 + rng_below(&d->rng, rng_below(&d->rng, 2) ? 2 : 30);
    l->ink_busy = rng_below(&d->rng, 2) ? 0 : rng_below(&d->rng, UL1_INTAKE);
    draw_fetching(l);
    l->drain = !l->changed && rng_below(&d->rng, 4) == 0;
    l->command = !l->drain && !l->changed && rng_below(&d->rng, 4) == 0;
    bool at_work = l->changed && (l->home == UL1_HOME_LSU || rng_below(&d->rng, 2)); // new settings are to be seen so
    l->pile = !l->drain && !l->command && (at_work || rng_below(&d->rng, 5) == 0);
    l->changed = false;
    if (l->drain || l->command)
        draw_drain(l);
    else if (l->pile)
        draw_pile(l);
    else if (rng_below(&d->rng, 6) != 0)
        draw_scarce(l);
}

// An address of that width in shared memory, often the last one.
static uint64_t draw_inside(struct lsu_drive *l, unsigned bytes)
{
    uint32_t places = (uint32_t)carveout_size(l->carveout) / bytes;
    return (uint64_t)bytes * (rng_below(&l->d.rng, 8) ? rng_below(&l->d.rng, places) : places - 1);
}

// One behind shared memory: the first, one in the array, or one that differs from a good one only far above.
static uint64_t draw_outside(struct lsu_drive *l, unsigned bytes)
{
    uint64_t limit = carveout_size(l->carveout);
    switch (rng_below(&l->d.rng, 3)) {
    case 0: return limit;
    case 1: return limit + (uint64_t)bytes * rng_below(&l->d.rng, 128);
    default: return draw_inside(l, bytes) | 1ull << (UL1_ADDR_W + rng_below(&l->d.rng, UL1_VA_W - UL1_LANE_W - 11));
    }
}

// Some of the lanes fail, each in a way that the instruction has.
static void spoil_addresses(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    unsigned bytes = width_bytes(in->in_width), ways = 1 + rng_below(&l->d.rng, 3);
    uint32_t mask = draw_mask(&l->d) & in->in_mask;
    for (unsigned i = 0; i < LANES; i++) {
        if (!(mask >> i & 1))
            continue;
        if (ways != 1 && rng_below(&l->d.rng, 2))
            in->in_addr[i] = draw_outside(l, bytes);
        if (ways != 2 && bytes > 1 && rng_below(&l->d.rng, 2))
            in->in_addr[i] += 1 + rng_below(&l->d.rng, bytes - 1);
    }
}

static bool is_cached(const struct ul1_lsu_in *in)
{
    return in->in_op != UL1_OP_FENCE && (in->in_space == UL1_SPACE_GLOBAL || in->in_space == UL1_SPACE_LOCAL);
}

static uint64_t line_address(uint64_t line)
{
    return line << (UL1_LANE_W + 2);
}

// Addresses of a cached access: one behind the other, from the beginning of a line or not; a line each; or, mostly, on few
// lines.
static void draw_on_lines(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    struct rng *r = &l->d.rng;
    unsigned bytes = width_bytes(in->in_width), places = 4 * LANES / bytes;
    unsigned how = rng_below(r, 8), few = 1 + rng_below(r, rng_below(r, 2) ? l->lines : 1 + (l->lines > 1));
    unsigned stride = how == 2 ? 4 * LANES : bytes, first = how == 1 ? bytes * rng_below(r, places) : 0;
    uint64_t base = line_address(l->line[rng_below(r, l->lines)] + rng_below(r, l->spread)) + first;
    for (unsigned i = 0; i < LANES; i++) {
        uint64_t line = l->line[how == 3 ? i % few : rng_below(r, few)];
        uint64_t anywhere = line_address(line) + bytes * rng_below(r, places);
        if (in->in_mask >> i & 1)
            in->in_addr[i] = (how < 3 || how > 5 ? base + i * stride : anywhere) & ((1ull << UL1_VA_W) - 1);
    }
}

static uint8_t draw_space(struct lsu_drive *l)
{
    struct drive *d = &l->d;
    if (happens(d, l->foreign))
        return (uint8_t)(1 + rng_below(&d->rng, 3));
    return happens(d, l->cached) ? (uint8_t)(UL1_SPACE_GLOBAL + rng_below(&d->rng, 2)) : UL1_SPACE_SHARED;
}

// A load or a store, and now and then a code that is reserved.
static uint8_t draw_op(struct lsu_drive *l)
{
    if (!rng_below(&l->d.rng, 200))
        return (uint8_t)(UL1_OP_FENCE + 1 + rng_below(&l->d.rng, (1 << UL1_OP_W) - UL1_OP_FENCE - 1));
    return happens(&l->d, l->store) ? UL1_OP_STORE : UL1_OP_LOAD;
}

static void offer_new(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    struct drive *d = &l->d;
    in->in_valid = 1;
    in->in_again = 0;
    in->in_warp = (uint8_t)((l->first_warp + (l->warps ? rng_below(&d->rng, l->warps) : l->turn++)) % (1 << UL1_WARP_W));
    if (happens(d, l->fence)) {
        in->in_op = UL1_OP_FENCE;
        return; // nothing else of it is looked at, but for its level
    }
    in->in_op = draw_op(l);
    in->in_space = draw_space(l);
    if (rng_below(&d->rng, 4))
        in->in_hint = (uint8_t)rng_below(&d->rng, UL1_HINT_NC + 1); // else any, one of the reserved among them
    in->in_width = (uint8_t)(l->width <= UL1_WIDTH_B128 ? l->width : draw_width(d));
    in->in_mask = happens(d, l->empty) ? 0 : draw_mask(d);
    for (unsigned i = 0; i < LANES; i++)
        if (in->in_mask >> i & 1)
            in->in_addr[i] = draw_inside(l, width_bytes(in->in_width));
    if (is_cached(in))
        draw_on_lines(l, in);
    if (happens(d, l->faulty))
        spoil_addresses(l, in);
}

// One of the remainders returned, whichever; its other fields stay random.
static void offer_again(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    unsigned from = rng_below(&l->d.rng, 64);
    uint64_t rotated = l->contract.returned >> from | l->contract.returned << (-from & 63);
    in->in_valid = 1;
    in->in_again = 1;
    in->in_id = (uint8_t)((from + (unsigned)__builtin_ctzll(rotated)) % 64);
    in->in_sub = l->contract.sub[in->in_id];
    in->in_mask = l->contract.slots[in->in_id];
}

// The settings, and the carveout, once it is empty.
static void drive_settings(struct lsu_drive *l, const struct ul1_lsu_out *out, struct ul1_lsu_in *in)
{
    if (l->drain && out->lsu_idle && !in->rst)
        draw_settings(l);
    l->resplit = false;
    if (l->command && out->lsu_idle && !in->rst && rng_below(&l->d.rng, 8) == 0)
        end_command(l);
    in->cmd_hold = l->command || (!l->resplit && happens(&l->d, l->hold));
    in->carveout = l->carveout;
    in->cfg_home = l->home;
    in->cfg_interval = l->interval;
    in->cfg_policy = l->policy;
}

static void drive_offer(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    struct drive *d = &l->d;
    bool quiet = l->drain || l->changed;
    in->in_valid = 0;
    if (l->contract.returned && happens(d, l->again))
        offer_again(l, in);
    else if (!quiet && (l->resplit || happens(d, l->offer)))
        offer_new(l, in);
}

// Any free beat may be next, not just the lowest.
static void drive_intake(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    uint32_t unused = ~l->used & ((1u << UL1_INTAKE) - 1) & ~((1u << l->ink_busy) - 1);
    in->intake_free = unused != 0;
    in->intake_spare = (unused & (unused - 1)) != 0;
    while (unused && !(unused >> in->intake_beat & 1))
        in->intake_beat = (uint8_t)rng_below(&l->d.rng, UL1_INTAKE);
    in->pull_valid = happens(&l->d, l->beat);
}

// The entry that has the line; PRT if none has.
static unsigned entry_of(const struct lsu_drive *l, uint64_t line)
{
    unsigned e = 0;
    while (e < UL1_PRT && !(l->fetch[e].used && l->fetch[e].line == line))
        e++;
    return e;
}

static unsigned entries_in_use(const struct lsu_drive *l)
{
    unsigned n = 0;
    for (unsigned e = 0; e < UL1_PRT; e++)
        n += l->fetch[e].used;
    return n;
}

static unsigned ways_taken(const struct lsu_drive *l, unsigned set)
{
    unsigned n = 0;
    for (unsigned e = 0; e < UL1_PRT; e++)
        n += l->fetch[e].used && line_set(l->fetch[e].line, l->carveout) == set;
    return n;
}

static void defer(struct ul1_lsu_in *in, unsigned cause, unsigned key)
{
    in->miss_defer = 1;
    in->miss_cause = (uint8_t)cause;
    in->miss_key = (uint8_t)key;
}

static unsigned free_entry(const struct lsu_drive *l)
{
    unsigned e = 0;
    while (l->fetch[e].used)
        e++;
    return e;
}

// As the pending request table would have it, but for the limits, which change as they like.
static void drive_miss(struct lsu_drive *l, const struct ul1_lsu_out *out, struct ul1_lsu_in *in)
{
    unsigned e = entry_of(l, l->s1.line), set = line_set(l->s1.line, l->carveout);
    l->opened = e;
    if (e < UL1_PRT && (l->fetch[e].filled || l->fetch[e].closed))
        defer(in, UL1_CAUSE_CLOSED, e);
    else if (e < UL1_PRT && l->fetch[e].count >= l->merges)
        defer(in, UL1_CAUSE_MERGE, e);
    else if (e < UL1_PRT)
        return; // merged
    else if (ways_taken(l, set) >= l->ways)
        defer(in, UL1_CAUSE_WAY, set);
    else if (entries_in_use(l) >= l->entries)
        defer(in, UL1_CAUSE_ENTRY, 0);
    else if (happens(&l->d, l->dirty) && !(in->room_dirty && out->sleep_yields))
        defer(in, UL1_CAUSE_ROOM, 0);
    else
        in->miss_open = 1;
    if (in->miss_open)
        l->opened = free_entry(l);
}

// A store closes the entry that its line has. If there is none, one that is written back may open one; it is never deferred.
static void drive_store(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    unsigned e = entry_of(l, l->s1.line), set = line_set(l->s1.line, l->carveout);
    l->opened = e;
    if (e < UL1_PRT || !l->s1.wb || ways_taken(l, set) >= l->ways || entries_in_use(l) >= l->entries)
        return;
    in->miss_open = happens(&l->d, l->opens);
    if (in->miss_open)
        l->opened = free_entry(l);
}

// No load hits a line for which a store is held.
static bool may_hit(const struct lsu_drive *l)
{
    unsigned e = entry_of(l, l->s1.line);
    return e == UL1_PRT || !l->fetch[e].closed;
}

static void drive_outcome(struct lsu_drive *l, const struct ul1_lsu_out *out, struct ul1_lsu_in *in)
{
    in->room_dirty = happens(&l->d, l->slot);
    in->look_hit = in->miss_open = in->miss_defer = 0;
    if (l->s1.replay)
        in->look_hit = l->s1.err == UL1_ERR_NONE;
    else if (l->s1.lookup && happens(&l->d, l->hit) && may_hit(l))
        in->look_hit = 1;
    else if (l->s1.lookup)
        drive_miss(l, out, in);
    else if (l->s1.store)
        drive_store(l, in);
}

// Fences are answered in any order, and now and then there is an answer that is for no fence.
static void drive_fence(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    struct rng *r = &l->d.rng;
    unsigned i = l->asking ? rng_below(r, l->asking) : 0;
    in->accept_fence = happens(&l->d, l->accept);
    in->answer_fence = 0;
    if (in->rst)
        return;
    if (l->asking && !l->asked[i].left) {
        in->answer_fence = 1;
        in->answer_id = l->asked[i].id;
    } else if (rng_below(r, 100) == 0) {
        in->answer_fence = 1;
        in->answer_id = (uint8_t)(UL1_PT + rng_below(r, (1 << UL1_ID_W) - UL1_PT));
    }
}

// The head of the filled queue.
static void drive_replay(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    const struct fetch *f = &l->fetch[l->filled[0]];
    in->sel_replay = 1;
    in->replay_prt = l->filled[0];
    in->merged_bare = f->count == 0;
    in->merged_id = f->count ? f->wait[f->done].id : 0;
    in->merged_sub = f->count ? f->wait[f->done].sub : 0;
    in->merged_line = f->line;
    in->merged_last = f->done + 1 >= f->count;
    in->merged_err = f->err;
}

// A shared load would be written back with a hit before it. (A bare replay writes nothing back.)
static bool load_may_enter(const struct lsu_drive *l, const struct ul1_lsu_in *in)
{
    return !in->look_hit || l->s1.bare;
}

// Any candidate may be selected, whatever the arbiter prefers; but no shared load behind a hit. Whether there is a new access
// is known only when there is room or none: it is selected if there was one before, or nothing else is, and that is taken back
// if there is none.
static void drive_choice(struct lsu_drive *l, const struct ul1_lsu_out *out, struct ul1_lsu_in *in)
{
    bool any = happens(&l->d, l->select), fresh = happens(&l->d, l->fresh_first), store = rng_below(&l->d.rng, 2);
    bool wake = out->cand_woken && happens(&l->d, l->wake_first), behind_bare = l->s1.bare && rng_below(&l->d.rng, 4);
    bool filled = l->filled_count && happens(&l->d, l->replay) && !behind_bare;
    bool rl = out->cand_remainder_load && load_may_enter(l, in), rs = out->cand_remainder_store;
    in->room_store = happens(&l->d, l->room);
    in->sel_replay = in->sel_remainder_load = in->sel_remainder_store = in->sel_woken = in->sel_new = 0;
    if (filled && !in->rst)
        drive_replay(l, in);
    else if (any && behind_bare)
        in->sel_remainder_load = rl, in->sel_new = !rl;
    else if (any && wake)
        in->sel_woken = 1;
    else if (any && fresh && l->had_new)
        in->sel_new = 1;
    else if (any && rs && (store || !rl))
        in->sel_remainder_store = 1;
    else if (any && rl)
        in->sel_remainder_load = 1;
    else if (any && out->cand_woken)
        in->sel_woken = 1;
    else
        in->sel_new = any;
    in->split_mask = 0; // until it is known what is asked for
    in->split_more = 0;
}

static void lsu_drive(struct drive *d, const void *outputs, void *inputs)
{
    struct lsu_drive *l = (struct lsu_drive *)d;
    if (l->pile)
        steer_pile(l);
    drive_settings(l, outputs, inputs);
    drive_offer(l, inputs);
    drive_intake(l, inputs);
    drive_outcome(l, outputs, inputs);
    drive_fence(l, inputs);
    drive_choice(l, outputs, inputs);
}

static void lsu_respond(struct drive *d, const void *outputs, void *inputs)
{
    struct lsu_drive *l = (struct lsu_drive *)d;
    const struct ul1_lsu_out *out = outputs;
    struct ul1_lsu_in *in = inputs;
    if (in->sel_new)
        in->sel_new = out->cand_new && (out->cand_store || out->cand_cached || load_may_enter(l, in));
    if (!(in->sel_replay | in->sel_remainder_load | in->sel_remainder_store | in->sel_woken | in->sel_new))
        return;
    in->split_mask = out->req_cached || happens(d, l->whole) ? out->req_mask : out->req_mask & draw_mask(d);
    if (!in->split_mask)
        in->split_mask = out->req_mask & -out->req_mask;
    in->split_more = in->split_mask != out->req_mask;
}

static const char *lsu_check(struct drive *d, const void *in, const void *out)
{
    return lsu_contract_check(&((struct lsu_drive *)d)->contract, in, out);
}

static void count_offers(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    struct drive *d = &l->d;
    bool again = in->in_valid && in->in_again, fresh = in->in_valid && !in->in_again, full = l->in_flight + 1 == 1ull << UL1_PT;
    saw(d, TAKEN, fresh && out->in_ready);
    saw(d, AGAIN_TAKEN, again && out->in_again_ready);
    saw(d, THROTTLED, fresh && !out->in_ready && !full && !in->cmd_hold);
    saw(d, AGAIN_REFUSED, again && !out->in_again_ready);
    saw(d, TABLE_FULL, fresh && !out->in_ready && full);
    saw(d, TAKEN_AS_ONE_RETIRES, fresh && out->in_ready && out->ret_valid);
    saw(d, SEVERAL_SUBS, out->req_valid && out->req_sub == 3);
    saw(d, RETURNED, out->remainder_valid);
    saw(d, HELD_BY_COMMAND, fresh && in->cmd_hold && !out->in_ready && !full);
    saw(d, AGAIN_UNDER_COMMAND, again && in->cmd_hold && out->in_again_ready);
    saw(d, TAKEN_AT_NEW_SPLIT, l->resplit && fresh && out->in_ready && out->lsu_idle);
}

static void count_replays(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    struct drive *d = &l->d;
    bool replay = in->sel_remainder_load || in->sel_remainder_store, again = in->in_valid && in->in_again && out->in_again_ready;
    saw(d, BUFFER_FULL, l->replays == UL1_RB);
    saw(d, NEW_BY_FULL_BUFFER, in->sel_new && l->replays == UL1_RB);
    saw(d, BUFFER_IN_AND_OUT, replay && again);
    saw(d, REPLAYED_LOAD, in->sel_remainder_load);
    saw(d, REPLAYED_STORE, in->sel_remainder_store);
    saw(d, STORE_OLDER, out->cand_remainder_load && out->cand_remainder_store && out->cand_store_older);
    saw(d, LOAD_OLDER, out->cand_remainder_load && out->cand_remainder_store && !out->cand_store_older);
    saw(d, THREE_CANDIDATES, out->cand_remainder_load && out->cand_remainder_store && out->cand_new);
    saw(d, LEFT_IN_BUFFER, in->split_more && in->cfg_home == UL1_HOME_LSU);
    saw(d, INTERVAL_0, replay && in->cfg_home == UL1_HOME_LSU && in->cfg_interval == 0);
    saw(d, INTERVAL_1, replay && in->cfg_home == UL1_HOME_LSU && in->cfg_interval == 1);
    saw(d, INTERVAL_LONG, replay && in->cfg_home == UL1_HOME_LSU && in->cfg_interval > 31);
}

static void count_beats(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    struct drive *d = &l->d;
    bool pulled = in->pull_valid && out->pull_ready;
    saw(d, BEAT_NEW, pulled && in->cfg_home == UL1_HOME_LSU); // with that home replays keep their beats
    saw(d, BEAT_LAST, pulled && !in->intake_spare);                // and the last beat is for replays alone
    saw(d, LAST_KEPT, l->no_beat && out->pull_ready && l->one_free && in->intake_spare);
    saw(d, INTAKE_FULL, l->no_beat && out->pull_ready && l->none_free);
    saw(d, MANY_HELD, __builtin_popcount(l->contract.held) >= UL1_INTAKE - 1);
}

static void count_retired(struct lsu_drive *l, const struct ul1_lsu_out *out)
{
    struct drive *d = &l->d;
    saw(d, WRITE_BACK, out->rf_valid);
    saw(d, BEATS_RUNNING, out->rf_valid && l->wrote);
    if (!out->ret_valid)
        return;
    bool load = l->loads >> out->ret_id & 1, empty = l->null >> out->ret_id & 1, put = l->puts >> out->ret_id & 1;
    unsigned level = l->fences >> out->ret_id & 1 ? l->entry[out->ret_id].level : 4u;
    bool page = out->ret_err == UL1_ERR_PAGE, bus = out->ret_err == UL1_ERR_BUS;
    saw(d, NULL_EMPTY, empty);
    saw(d, NULL_CACHED, empty && load);
    saw(d, ERR_MISALIGNED, out->ret_err == UL1_ERR_MISALIGNED);
    saw(d, CACHED_MISALIGNED, out->ret_err == UL1_ERR_MISALIGNED && load);
    saw(d, ERR_RANGE, out->ret_err == UL1_ERR_RANGE);
    saw(d, ERR_SPACE, out->ret_err == UL1_ERR_SPACE);
    saw(d, RETIRED_BY_STORE, out->ret_err == UL1_ERR_NONE && l->stores >> out->ret_id & 1);
    saw(d, RETIRED_HIT, out->ret_err == UL1_ERR_NONE && load && !empty);
    saw(d, RETIRED_PAGE, page);
    saw(d, RETIRED_BUS, bus);
    saw(d, FENCE_CTA, level == UL1_LEVEL_CTA);
    saw(d, FENCE_FENCED, level == UL1_LEVEL_GPU || level == UL1_LEVEL_SYS);
    saw(d, FENCE_RESERVED, level == 3);
    saw(d, STORE_MISALIGNED, out->ret_err == UL1_ERR_MISALIGNED && put);
    saw(d, STORE_NULL, empty && put);
    saw(d, STORE_RETIRED, out->ret_err == UL1_ERR_NONE && put && !empty);
    saw(d, RETIRED_IN_PART, (page || bus) && out->ret_mask != l->entry[out->ret_id].mask);
}

static void count_lookup(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    struct drive *d = &l->d;
    unsigned cause = in->miss_defer ? in->miss_cause : 8u, id = l->s1.id;
    bool same = in->miss_defer && in->miss_cause == l->s1.lack.cause && in->miss_key == l->s1.lack.key;
    bool entry = l->s1.lack.cause == UL1_CAUSE_ENTRY, way = l->s1.lack.cause == UL1_CAUSE_WAY;
    bool slot = l->s1.token && l->s1.lack.cause == UL1_CAUSE_ROOM;
    saw(d, HIT, l->s1.lookup && in->look_hit);
    saw(d, OPENED, in->miss_open);
    saw(d, MERGED, l->s1.lookup && !in->look_hit && !in->miss_open && !in->miss_defer);
    saw(d, LACKS_ENTRY, cause == UL1_CAUSE_ENTRY);
    saw(d, LACKS_WAY, cause == UL1_CAUSE_WAY);
    saw(d, LACKS_MERGE, cause == UL1_CAUSE_MERGE);
    saw(d, LACKS_OPEN, cause == UL1_CAUSE_CLOSED);
    saw(d, TOKEN_ENTRY_USED, l->s1.token && entry && in->miss_open);
    saw(d, TOKEN_WAY_USED, l->s1.token && way && in->miss_open);
    saw(d, TOKEN_LOST, l->s1.token && same && !slot);
    saw(d, LACKS_SLOT, cause == UL1_CAUSE_ROOM);
    saw(d, SLOT_RESERVED, cause == UL1_CAUSE_ROOM && in->room_dirty);
    saw(d, TOKEN_SLOT_USED, slot && in->miss_open);
    saw(d, TOKEN_SLOT_LOST, slot && same);
    saw(d, TOKEN_SLOT_LEFT, slot && !same && !in->miss_open);
    saw(d, SLEEPS_AGAIN, l->s1.woken && in->miss_defer);
    saw(d, SLEEPS_FOR_OTHER, l->s1.token && in->miss_defer && !same);
    saw(d, DEFERRED_ASLEEP, in->miss_defer && out->sleep_ids >> id & 1);
    saw(d, LEFT_QUEUE, in->miss_defer && l->s1.fresh && l->entry[id].presented != l->entry[id].mask);
    saw(d, STORE_OPENED, l->s1.store && in->miss_open);
    saw(d, STORE_CLOSED, l->s1.store && !in->miss_open && l->opened < UL1_PRT);
    saw(d, PRESENTED_AS_DEFERRED, in->miss_defer && (in->sel_new || in->sel_woken) && out->req_id == id);
}

static void count_filled(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    struct drive *d = &l->d;
    uint32_t failed = l->entry[l->s1.id].failed, lanes = l->s1.lanes;
    bool fails = l->s1.replay && !l->s1.bare && l->s1.err != UL1_ERR_NONE, before = fails && failed;
    saw(d, BARE, in->sel_replay && in->merged_bare && in->merged_err == UL1_ERR_NONE);
    saw(d, BARE_FAILED, in->sel_replay && in->merged_bare && in->merged_err != UL1_ERR_NONE);
    saw(d, LINE_REPLAYED, in->sel_replay && in->merged_err == UL1_ERR_NONE);
    saw(d, LAST_REPLAYED, in->sel_replay && in->merged_last && l->fetch[in->replay_prt].count > 1);
    saw(d, REPLAYED_PAGE, in->sel_replay && in->merged_err == UL1_ERR_PAGE);
    saw(d, REPLAYED_BUS, in->sel_replay && in->merged_err == UL1_ERR_BUS);
    saw(d, REPLAYED_ASLEEP, in->sel_replay && !in->merged_bare && out->sleep_ids >> in->merged_id & 1);
    saw(d, FAILS_FIRST, fails && !failed);
    saw(d, FAILS_LOWER, before && (lanes & -lanes) < (failed & -failed));
    saw(d, FAILS_HIGHER, before && (lanes & -lanes) > (failed & -failed));
    if (fails)
        l->entry[l->s1.id].failed |= lanes;
}

static void count_presented(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    struct drive *d = &l->d;
    bool shared = out->req_valid && !out->req_cached, load = shared && !out->req_store;
    bool cached = out->req_cached && !out->req_store && !(in->sel_replay && in->merged_bare), was_cached = l->s1.lookup || l->s1.replay;
    saw(d, ALL_ENTRIES, entries_in_use(l) == UL1_PRT);
    saw(d, MANY_ASLEEP, __builtin_popcountll(out->sleep_ids) >= 6);
    saw(d, WAKE_AND_NEW, out->cand_woken && out->cand_new);
    saw(d, WAKE_AND_REPLAY, out->cand_woken && (out->cand_remainder_load || out->cand_remainder_store));
    saw(d, WOKEN_SECOND_LINE, in->sel_woken && l->s1.woken && out->req_id == l->s1.id);
    saw(d, CACHED_WIDE, cached && out->req_sub == 3);
    saw(d, CACHED_BYPASS, cached && out->req_bypass);
    saw(d, ONE_LANE, cached && !(out->req_mask & (out->req_mask - 1)));
    saw(d, WHOLE_LINE, cached && out->req_mask == ALL_LANES);
    saw(d, CACHED_THEN_SHARED, was_cached && shared);
    saw(d, SHARED_THEN_CACHED, l->s1.shared && cached);
    saw(d, MISS_THEN_LOAD, was_cached && !in->look_hit && load);
    saw(d, LOAD_BEHIND_BARE, l->s1.bare && in->look_hit && load);
}

// Which way what is stored goes, and what bypasses: by hint, space and policy.
static void count_policies(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    struct drive *d = &l->d;
    if (!out->req_cached || in->sel_replay)
        return;
    unsigned hint = l->entry[out->req_id].hint, space = l->entry[out->req_id].space;
    bool store = out->req_store, kepler = in->cfg_policy == UL1_POLICY_KEPLER && space == UL1_SPACE_GLOBAL;
    saw(d, KEPLER_BYPASS, !store && kepler && hint != UL1_HINT_CG && out->req_bypass);
    saw(d, KEPLER_NC, !store && kepler && hint == UL1_HINT_NC);
    saw(d, RESERVED_HINT, hint > UL1_HINT_NC);
    saw(d, STORE_LINE, store);
    saw(d, STORE_END, store && out->req_end);
    saw(d, STORE_GOES_ON, store && !out->req_end);
    saw(d, STORE_BACK, store && out->req_writeback);
    saw(d, STORE_THROUGH, store && !out->req_writeback);
    saw(d, STORE_BYPASS, store && out->req_bypass);
    saw(d, STORE_KEPLER, store && kepler && hint == UL1_HINT_WB && !out->req_writeback);
    saw(d, STORE_LOCAL_CG, store && space == UL1_SPACE_LOCAL && !out->req_writeback);
    saw(d, STORE_ONE_SLOT, store && !(out->req_mask & (out->req_mask - 1)));
    saw(d, STORE_WIDE, store && out->req_sub == 3);
}

// A new access, what it waited for, and older instructions that have had no pass yet.
static void count_new(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    struct drive *d = &l->d;
    saw(d, KEPT_FOR_ROOM, out->cand_new && out->cand_store && !l->had_new && !l->had_room);
    if (!in->sel_new)
        return;
    unsigned id = out->req_id, warp = l->entry[id].warp;
    uint64_t older = 0;
    for (uint64_t left = l->unseen; left; left &= left - 1) {
        unsigned other = (unsigned)__builtin_ctzll(left);
        older |= (uint64_t)(l->entry[other].taken < l->entry[id].taken) << other;
    }
    older &= ~l->null;
    saw(d, PASSES_STORE, older & l->stores);
    saw(d, PASSES_LOAD, older & ~l->stores & ~l->fences);
    saw(d, PASSES_FENCE, older & l->fences);
    saw(d, STORE_AFTER_LOOKUP, out->req_store && l->looked && l->looked_warp == warp);
    saw(d, STORE_AFTER_SLEEPER, out->req_store && l->slept >> warp & 1);
    if (out->req_store)
        l->slept &= ~(1ull << warp);
}

static void count_fences(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    struct drive *d = &l->d;
    bool asked = out->fence_valid && in->accept_fence, ours = in->answer_fence && in->answer_id < UL1_PT;
    saw(d, FENCE_ASKED, asked);
    saw(d, FENCE_REFUSED, out->fence_valid && !in->accept_fence);
    saw(d, FENCE_TWO, asked && l->asking);
    saw(d, FENCE_ANSWERED, ours);
    saw(d, FENCE_FOREIGN, in->answer_fence && !ours);
    saw(d, FENCE_OUT_OF_ORDER, ours && l->asked[0].id != in->answer_id);
}

// ---- the sleepers, as far as their bits and what was told them let one know

static bool has_token(unsigned cause)
{
    return cause == UL1_CAUSE_ENTRY || cause == UL1_CAUSE_WAY || cause == UL1_CAUSE_ROOM;
}

static void count_woken(struct lsu_drive *l, uint64_t woken)
{
    struct drive *d = &l->d;
    for (; woken; woken &= woken - 1) {
        unsigned cause = l->lack[__builtin_ctzll(woken)].cause;
        saw(d, TOKEN_PASSED, !l->freed && (cause == UL1_CAUSE_ENTRY || cause == UL1_CAUSE_WAY));
        saw(d, WOKEN_ENTRY, l->freed && cause == UL1_CAUSE_ENTRY);
        saw(d, WOKEN_WAY, l->freed && cause == UL1_CAUSE_WAY);
        saw(d, WOKEN_MERGE, cause == UL1_CAUSE_MERGE);
        saw(d, WOKEN_CLOSED, cause == UL1_CAUSE_CLOSED);
        saw(d, WOKEN_SLOT, cause == UL1_CAUSE_ROOM);
        if (has_token(cause))
            l->tokens |= woken & -woken;
    }
}

// What became, by now, of the one deferred in the cycle before.
static void track_told(struct lsu_drive *l, const struct ul1_lsu_out *out)
{
    uint64_t one = 1ull << l->told_id;
    if (!l->told || l->asleep & one)
        return;
    l->lack[l->told_id] = l->told_lack;
    saw(&l->d, SLEPT_NOT, !(out->sleep_ids & one));
    if (has_token(l->told_lack.cause) && !(out->sleep_ids & one))
        l->tokens |= one;
}

static void track_sleepers(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    track_told(l, out);
    count_woken(l, l->asleep & ~out->sleep_ids);
    l->asleep = out->sleep_ids;
    l->told = in->miss_defer;
    l->told_id = l->s1.id;
    l->told_lack = (struct lack){ in->miss_cause, in->miss_key };
    l->freed = in->sel_replay && in->merged_last;
}

// ---- the lines under way

static void track_miss(struct lsu_drive *l, const struct ul1_lsu_in *in)
{
    struct fetch *f = &l->fetch[l->opened];
    bool load = l->s1.lookup && !in->look_hit && !in->miss_defer;
    if (!load && !(l->s1.store && l->opened < UL1_PRT))
        return;
    if (in->miss_open)
        *f = (struct fetch){ .used = true, .line = l->s1.line, .left = (uint16_t)rng_below(&l->d.rng, l->latency) };
    f->closed |= !load;
    if (!load)
        return;
    f->wait[f->count].id = l->s1.id;
    f->wait[f->count++].sub = l->s1.sub;
}

// Lines arrive, in any order.
static void track_arrivals(struct lsu_drive *l)
{
    struct drive *d = &l->d;
    for (unsigned e = 0; e < UL1_PRT; e++) {
        struct fetch *f = &l->fetch[e];
        if (!f->used || f->filled)
            continue;
        if (f->left && --f->left)
            continue;
        f->filled = true;
        f->err = happens(d, l->err) ? (uint8_t)(UL1_ERR_PAGE + rng_below(&d->rng, 2)) : UL1_ERR_NONE;
        l->filled[l->filled_count++] = (uint8_t)e;
    }
}

static void track_replay(struct lsu_drive *l, const struct ul1_lsu_in *in)
{
    if (l->leaving_entry < UL1_PRT)
        l->fetch[l->leaving_entry].used = false;
    l->leaving_entry = UL1_PRT;
    if (!in->sel_replay)
        return;
    l->fetch[in->replay_prt].done++;
    if (in->merged_last) {
        l->leaving_entry = in->replay_prt;
        memmove(l->filled, l->filled + 1, --l->filled_count);
    }
}

static uint32_t lanes_of(const struct ul1_lsu_out *out)
{
    unsigned words = width_words(out->req_width);
    uint32_t lanes = 0;
    for (unsigned s = 0; s < LANES; s++)
        lanes |= (out->req_mask >> s & 1) << ((out->req_sub * LANES / words + s / words) % LANES);
    return lanes;
}

static void track_pass(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    unsigned id = out->req_id;
    memset(&l->s1, 0, sizeof l->s1);
    l->s1.shared = out->req_valid && !out->req_cached;
    if (!out->req_cached)
        return;
    l->s1.lookup = !in->sel_replay && !out->req_store;
    l->s1.store = !in->sel_replay && out->req_store;
    l->s1.wb = out->req_writeback;
    l->s1.replay = in->sel_replay;
    l->s1.bare = in->sel_replay && in->merged_bare;
    l->s1.fresh = in->sel_new;
    l->s1.woken = in->sel_woken;
    l->s1.token = in->sel_woken && l->tokens >> id & 1;
    l->s1.lack = l->lack[id];
    l->s1.id = out->req_id;
    l->s1.sub = out->req_sub;
    l->s1.err = in->sel_replay ? in->merged_err : UL1_ERR_NONE;
    l->s1.lanes = lanes_of(out);
    l->s1.line = out->req_line;
    if (in->sel_woken)
        l->tokens &= ~(1ull << id);
}

// The intake: what a pass gives up becomes free some cycles later.
static void track_intake(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    for (unsigned b = 0; b < UL1_INTAKE; b++)
        if (l->leaving[b] && --l->leaving[b] == 0)
            l->used &= ~(1u << b);
    if (gives_up_beat(in, out))
        l->leaving[out->req_beat] = (uint8_t)(1 + rng_below(&l->d.rng, l->ink_delay));
    if (in->pull_valid && out->pull_ready)
        l->used |= 1u << in->intake_beat;
    l->no_beat = !out->pull_ready && !(in->in_valid && (in->in_again ? out->in_again_ready : out->in_ready && in->in_op == UL1_OP_STORE));
    l->one_free = in->intake_free && !in->intake_spare;
    l->none_free = !in->intake_free;
}

static uint64_t of_warp(const struct lsu_drive *l, uint64_t entries, unsigned warp)
{
    uint64_t found = 0;
    for (; entries; entries &= entries - 1)
        found |= l->entry[__builtin_ctzll(entries)].warp == warp ? entries & -entries : 0;
    return found;
}

static void set_bit(uint64_t *entries, unsigned id, bool on)
{
    *entries = (*entries & ~(1ull << id)) | (uint64_t)on << id;
}

static void track_taken(struct lsu_drive *l, const struct ul1_lsu_in *in, unsigned id)
{
    uint64_t before = of_warp(l, l->in_flight, in->in_warp);
    saw(&l->d, FENCE_BUSY, in->in_op == UL1_OP_FENCE && before);
    saw(&l->d, BEHIND_FENCE, in->in_op != UL1_OP_FENCE && before & l->fences);
    set_bit(&l->in_flight, id, true);
    set_bit(&l->unseen, id, true);
    set_bit(&l->null, id, in->in_op != UL1_OP_FENCE && !in->in_mask);
    set_bit(&l->stores, id, in->in_op == UL1_OP_STORE);
    set_bit(&l->loads, id, is_cached(in) && in->in_op == UL1_OP_LOAD);
    set_bit(&l->puts, id, is_cached(in) && in->in_op == UL1_OP_STORE);
    set_bit(&l->fences, id, in->in_op == UL1_OP_FENCE);
    l->entry[id].taken = l->d.cycle;
    l->entry[id].warp = in->in_warp;
    l->entry[id].level = in->in_level;
    l->entry[id].space = in->in_space;
    l->entry[id].hint = in->in_hint;
    l->entry[id].mask = in->in_mask;
    l->entry[id].presented = l->entry[id].failed = 0;
    l->d.stimulus.instructions++;
}

static void track_instructions(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    bool replay = in->sel_remainder_load || in->sel_remainder_store, stays = in->split_more && in->cfg_home == UL1_HOME_LSU;
    l->replays += in->sel_new && stays;
    l->replays -= replay && !stays;
    l->replays += in->in_valid && in->in_again && out->in_again_ready;
    if (in->sel_new)
        set_bit(&l->unseen, out->req_id, false);
    if (out->ret_valid) {
        set_bit(&l->in_flight, out->ret_id, false);
        set_bit(&l->unseen, out->ret_id, false);
    }
    if (in->in_valid && !in->in_again && out->in_ready)
        track_taken(l, in, out->in_entry);
    l->had_new = out->cand_new;
    l->had_room = in->room_store;
    l->d.stimulus.passes += out->req_valid;
}

static void track_fences(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < l->asking; i++) {
        l->asked[i].left = (uint16_t)(l->asked[i].left - (l->asked[i].left != 0));
        if (!(in->answer_fence && in->answer_id == l->asked[i].id))
            l->asked[kept++] = l->asked[i];
    }
    l->asking = kept;
    if (!out->fence_valid || !in->accept_fence)
        return;
    l->asked[l->asking].id = out->fence_id;
    l->asked[l->asking++].left = (uint16_t)rng_below(&l->d.rng, l->drain || l->command ? 4 : 40);
}

static void forget(struct lsu_drive *l)
{
    l->drain = true;
    l->used = 0;
    memset(l->leaving, 0, sizeof l->leaving);
    l->no_beat = false;
    l->replays = 0;
    l->in_flight = l->null = l->stores = l->loads = l->puts = l->fences = l->unseen = l->slept = 0;
    l->asking = 0;
    l->looked = l->had_new = l->command = false;
    memset(l->fetch, 0, sizeof l->fetch);
    l->filled_count = 0;
    l->leaving_entry = UL1_PRT;
    memset(&l->s1, 0, sizeof l->s1);
    l->asleep = l->tokens = 0;
    l->told = l->freed = l->wrote = false;
}

static void lsu_count(struct drive *d, const void *inputs, const void *outputs)
{
    struct lsu_drive *l = (struct lsu_drive *)d;
    const struct ul1_lsu_in *in = inputs;
    const struct ul1_lsu_out *out = outputs;
    if (in->rst) {
        saw(d, RESET_BUSY, !d->calm && !out->lsu_idle);
        forget(l);
        return;
    }
    if (out->req_cached && !in->sel_replay)
        l->entry[out->req_id].presented |= lanes_of(out);
    count_offers(l, in, out);
    count_replays(l, in, out);
    count_beats(l, in, out);
    count_retired(l, out);
    count_lookup(l, in, out);
    count_filled(l, in, out);
    count_presented(l, in, out);
    count_policies(l, in, out);
    count_new(l, in, out);
    count_fences(l, in, out);
    l->wrote = out->rf_valid;
    track_intake(l, in, out);
    track_instructions(l, in, out);
    track_miss(l, in);
    track_arrivals(l);
    track_fences(l, in, out);
    track_replay(l, in);
    track_sleepers(l, in, out);
    l->looked = l->s1.lookup;
    l->looked_warp = l->entry[l->s1.id].warp;
    if (in->miss_defer)
        l->slept |= 1ull << l->looked_warp;
    track_pass(l, in, out);
}

struct stimulus *lsu_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "lsu", sizeof(struct lsu_drive), events, EVENTS, 1800, lsu_knobs, lsu_drive,
        lsu_respond, lsu_check, lsu_count };
    return drive_make(&kind, test, seed, cycles);
}
