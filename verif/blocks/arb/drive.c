// Arbiter: contract and random drive.
#include "blocks/arb/contract.h"
#include "blocks/draw.h"
#include "blocks/drive.h"

#include "kit/lane_diff.h"

// The age of the two replays goes with there being two: a lone store is the older, one that is not there is not.
static const char *check_candidates(const struct ul1_arb_in *in)
{
    bool older = in->cand_store_older > in->cand_remainder_store || (in->cand_remainder_store && !in->cand_remainder_load && !in->cand_store_older);
    return older ? "cand_store_older: not what cand_remainder_store and cand_remainder_load say" : NULL;
}

// The replay of an entry that no load waits for is selected.
static bool is_bare(const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    return out->sel_replay && in->merged_bare;
}

// The request answers the choice in the same cycle: there is one if anything was selected, and it is of the kind selected.
// An access has a slot that waits; without one none does, nor has a bare replay any. (Addresses need not be aligned: the split
// looks at words. Nor are those of a cached access looked at: it is taken whole.)
static const char *check_request(const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    unsigned store = out->sel_remainder_store || (out->sel_new && in->cand_store);
    unsigned cached = out->sel_replay || out->sel_woken || (out->sel_new && in->cand_cached);
    if (in->req_valid != (out->sel_replay | out->sel_remainder_load | out->sel_remainder_store | out->sel_woken | out->sel_new))
        return "req_valid: not what sel_replay, sel_remainder_load, sel_remainder_store, sel_woken, sel_new say";
    if (in->req_valid && in->req_store != store)
        return "req_store: not the kind of access selected";
    if (in->req_cached != cached)
        return "req_cached: not the kind of access selected, or without one";
    if (is_bare(in, out))
        return in->req_mask ? "req_mask: slots of a bare replay (merged_bare)" : NULL;
    if (in->req_valid != (in->req_mask != 0))
        return "req_mask: slots without an access (req_valid), or an access without slots";
    return NULL;
}

// Only a cached load's pass hits, and the replay of a line that is there does.
static const char *check_hit(const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    if (in->look_hit > out->pass_cached)
        return "look_hit: without a cached pass in stage 1";
    if (in->look_hit && out->pass_store)
        return "look_hit: of a store";
    return out->pass_replay && in->look_hit == out->pass_fail ? "look_hit: a replay hits, unless it brings an error" : NULL;
}

const char *arb_contract_check(struct arb_contract *c, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    (void)c;
    if (in->rst)
        return NULL;
    const char *broken = check_candidates(in);
    if (!broken)
        broken = check_request(in, out);
    return broken ? broken : check_hit(in, out);
}

enum { REPLAY_LOAD, REPLAY_STORE, NEW_LOAD, NEW_STORE, NOTHING, OLDER_STORE, OLDER_LOAD, YOUNGER_STORE_PASSES,
    YOUNGER_LOAD_PASSES, NEW_PASSES, LOAD_BOOKED_OUT, NO_ROOM, NEW_WAITS, BOOKED_BY_BOTH, BOOKED_FULL, NO_CONFLICT,
    FULL_CONFLICT, BROADCAST, RIDE_ALONG, LAST_PASS, LEFT_TO_LSU, LEFT_TO_INSTR, BACK_TO_BACK, RESET_BUSY, FILLED, FAILED,
    FAILED_BOOKED, FILLED_WAITS, FILLED_FIRST, REMAINDER_PASSES, WOKEN, WOKEN_WAITS, WOKEN_FIRST, NEW_CACHED,
    CACHED_BOOKED_OUT, CACHED_PASSES_LOAD, LOAD_PASSES_CACHED, LOAD_BEHIND_HIT, CANCELLED, CANCELLED_AND_BOOKED,
    LOAD_BEHIND_MISS, HITS_RUNNING, LOAD_BEHIND_FAILED, CACHED_WHOLE, LAST_OF_ENTRY, DROPS, WOKEN_LEAVES_SLOT,
    NEW_LEAVES_SLOT, FILLED_TAKES_SLOT, EVICTED, EVICTED_FIRST, EVICTED_TWICE, EVICTED_BEHIND_HIT, RESET_EVICTED, BARE,
    BARE_FAILED, BARE_BOOKED, BARE_OTHERS_BOOKED, CACHED_STORE, CACHED_STORE_NO_ROOM, CACHED_STORE_END,
    CACHED_STORE_GOES_ON, CACHED_STORE_OTHERS_BOOKED, CACHED_STORE_TO_INSTR, CACHED_STORE_PASSES_LOAD, LOAD_BEHIND_BARE,
    LOAD_BEHIND_STORE, EVENTS };
static const struct event_name events[EVENTS] = {
    { "replayed load enters", true },
    { "replayed store enters", true },
    { "new load enters", true },
    { "new store enters", true },
    { "nothing enters though there are candidates", true },
    { "of two replays the older, a store", true },
    { "of two replays the older, a load", true },
    { "a younger replayed store passes a load without a slot", true },
    { "a younger replayed load passes a store without room", true },
    { "a new access passes a replay that cannot enter", true },
    { "new load kept out by a booking", true },
    { "new store kept out for room", true },
    { "new access waits for a replay", true },
    { "write-back booked by load and other unit at once", true },
    { "all write-back slots booked", true },
    { "all slots, no conflict", true },
    { "all slots, one word accepted alone", true },
    { "all slots, one word for all", true },
    { "some ride along, some are left", true },
    { "nothing left over", true },
    { "remainder stays in lsu", true },
    { "remainder returns", true },
    { "a pass in two cycles running", true },
    { "reset with a pass in stage 1", true },
    { "replay of a filled line enters", true },
    { "replay with an error enters", true },
    { "replay with an error enters though the slot is booked", true },
    { "replay of a filled line waits for a slot", true },
    { "replay of a filled line before all others", true },
    { "a remainder passes a filled line without a slot", true },
    { "woken access enters", true },
    { "woken access waits for a slot", true },
    { "woken access before a new one", true },
    { "new cached load enters", true },
    { "new cached load kept out by a booking", true },
    { "a cached load enters with LAT booked", true },
    { "a shared load enters with HLAT booked", true },
    { "shared load kept out behind a hit", true },
    { "booking given back by a miss", true },
    { "booking given back as another is made", true },
    { "shared load in the cycle of a miss kept out", true },
    { "hits in two cycles running", true },
    { "shared load enters behind a replay with an error", true },
    { "slots that conflict taken whole", true },
    { "last replay of an entry", true },
    { "replay of an entry that drops its line", true },
    { "woken access kept out by a replayed load that waits for its slot", true },
    { "new cached load kept out by a replayed load that waits for its slot", true },
    { "replay of a filled line enters before a replayed load that waits for its slot", true },
    { "slot for a dirty line", true },
    { "slot for a dirty line keeps everything waiting", true },
    { "slots for dirty lines in two cycles running", true },
    { "slot for a dirty line behind a hit", true },
    { "reset with a dirty line's slot in stage 1", true },
    { "bare replay enters", true },
    { "bare replay with an error enters", true },
    { "bare replay enters though the slot is booked", true },
    { "what others have booked stays behind a bare replay", true },
    { "new cached store enters", true },
    { "new cached store kept out for room", true },
    { "cached store, last line of its sub-warp", true },
    { "cached store, not the last line of its sub-warp", true },
    { "what others have booked stays behind a cached store", true },
    { "cached store that keeps its beat, though remainders return", true },
    { "a cached store passes a replayed load that waits for its slot", true },
    { "shared load enters behind a bare replay", true },
    { "shared load enters behind a cached store", true },
};

struct arb_drive {
    struct drive d;
    struct arb_contract contract;
    unsigned rl, rs, fresh, store, older, room, book, home, filled, err, bare, wake, cached, hit, evict; // how often
    struct rows rows;
    bool bare_s1;                       // a bare replay is in stage 1
};

static void arb_knobs(struct drive *d)
{
    struct arb_drive *a = (struct arb_drive *)d;
    a->rl = draw_knob(d);
    a->rs = draw_knob(d);
    a->fresh = draw_knob(d);
    a->store = draw_knob(d);
    a->older = draw_knob(d);
    a->room = draw_knob(d);
    a->book = rng_below(&d->rng, 2) ? draw_knob(d) : 20;
    a->home = draw_knob(d);
    a->filled = rng_below(&d->rng, 2) ? draw_knob(d) : 10;
    a->err = draw_knob(d) / 2;
    a->wake = rng_below(&d->rng, 2) ? draw_knob(d) : 10;
    a->cached = draw_knob(d);
    a->hit = draw_knob(d);
    a->bare = draw_knob(d) / 2;
    a->evict = rng_below(&d->rng, 2) ? draw_knob(d) / 2 : 5;
    if (rng_below(&d->rng, 4) == 0) {   // remainders of loads between cached ones that miss, and nothing else
        a->rl = a->fresh = 70;
        a->cached = 100;
        a->rs = a->store = a->filled = a->wake = a->evict = 0;
        a->hit = 30;
    }
    draw_rows(d, &a->rows);
}

static void arb_drive(struct drive *d, const void *outputs, void *inputs)
{
    struct arb_drive *a = (struct arb_drive *)d;
    const struct ul1_arb_out *out = outputs;
    struct ul1_arb_in *in = inputs;
    in->readout_valid = happens(d, a->evict);
    in->replay_valid = happens(d, a->filled);
    if (in->replay_valid)
        in->merged_bare = happens(d, a->bare);
    if (in->replay_valid)
        in->merged_err = happens(d, a->err) ? (uint8_t)(UL1_ERR_PAGE + rng_below(&d->rng, 2)) : UL1_ERR_NONE;
    in->cand_remainder_load = happens(d, a->rl);
    in->cand_remainder_store = happens(d, a->rs);
    in->cand_store_older = in->cand_remainder_store && (!in->cand_remainder_load || happens(d, a->older));
    in->cand_woken = happens(d, a->wake);
    in->cand_new = happens(d, a->fresh);
    if (in->cand_new) {
        in->cand_store = happens(d, a->store);
        in->cand_cached = happens(d, a->cached);
    }
    in->room_store = happens(d, a->room);
    in->regport_book = happens(d, a->book);
    in->cfg_home = happens(d, a->home);
    in->look_hit = out->pass_cached && !out->pass_store && (out->pass_replay ? !out->pass_fail : happens(d, a->hit));
    in->req_valid = 0; // until it is known what was selected
    in->req_mask = 0;
    in->req_cached = 0;
}

// A row for each slot: all one, one of a few, or all different.
static void draw_addr(struct arb_drive *a, uint16_t addr[LANES])
{
    struct drive *d = &a->d;
    uint8_t bank[LANES];
    unsigned how = rng_below(&d->rng, 3), first = pick_row(d, &a->rows);
    draw_banks(d, bank);
    for (unsigned i = 0; i < LANES; i++) {
        unsigned row = how == 0 ? first : how == 1 ? pick_row(d, &a->rows) : (first + i) % UL1_ROWS;
        addr[i] = (uint16_t)(row << (UL1_LANE_W + 2) | bank[i] << 2 | rng_below(&d->rng, 4));
    }
}

static void arb_respond(struct drive *d, const void *outputs, void *inputs)
{
    struct arb_drive *a = (struct arb_drive *)d;
    const struct ul1_arb_out *out = outputs;
    struct ul1_arb_in *in = inputs;
    uint16_t addr[LANES];
    if (!(out->sel_replay | out->sel_remainder_load | out->sel_remainder_store | out->sel_woken | out->sel_new))
        return;
    in->req_valid = 1;
    in->req_cached = out->sel_replay || out->sel_woken || (out->sel_new && in->cand_cached);
    in->req_store = out->sel_remainder_store || (out->sel_new && in->cand_store);
    in->req_width = (uint8_t)draw_width(d);
    in->req_mask = is_bare(in, out) ? 0 : draw_mask(d);
    draw_addr(a, addr);
    for (unsigned i = 0; i < LANES; i++)
        if (in->req_mask >> i & 1)
            in->req_addr[i] = addr[i];
}

static const char *arb_check(struct drive *d, const void *in, const void *out)
{
    return arb_contract_check(&((struct arb_drive *)d)->contract, in, out);
}

static void count_choice(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    bool booked = out->regport_booked >> UL1_LAT & 1, both = in->cand_remainder_load && in->cand_remainder_store, older = in->cand_store_older;
    bool store = in->cand_new && in->cand_store, load = in->cand_new && !in->cand_store && !in->cand_cached;
    bool none = !in->req_valid && !in->readout_valid;
    saw(d, REPLAY_LOAD, out->sel_remainder_load);
    saw(d, REPLAY_STORE, out->sel_remainder_store);
    saw(d, NEW_LOAD, out->sel_new && load);
    saw(d, NEW_STORE, out->sel_new && store && !in->cand_cached);
    saw(d, NOTHING, none && (in->cand_remainder_load || in->cand_remainder_store || in->cand_new));
    saw(d, OLDER_STORE, both && older && out->sel_remainder_store && !booked);
    saw(d, OLDER_LOAD, both && !older && out->sel_remainder_load && in->room_store);
    saw(d, YOUNGER_STORE_PASSES, both && !older && out->sel_remainder_store);
    saw(d, YOUNGER_LOAD_PASSES, both && older && out->sel_remainder_load);
    saw(d, NEW_PASSES, (in->cand_remainder_load || in->cand_remainder_store) && out->sel_new);
    saw(d, LOAD_BOOKED_OUT, load && booked && none);
    saw(d, NO_ROOM, store && !in->cand_cached && !in->room_store && none);
    saw(d, NEW_WAITS, (out->sel_remainder_load || out->sel_remainder_store) && ((store && in->room_store) || (load && !booked)));
    saw(d, BOOKED_BY_BOTH, in->req_valid && !in->req_store && !is_bare(in, out) && in->regport_book);
    saw(d, BOOKED_FULL, out->regport_booked == (1u << UL1_AHEAD) - 1);
}

static void count_filled(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    bool booked = out->regport_booked >> UL1_HLAT & 1, rep = in->replay_valid, fails = rep && in->merged_err != UL1_ERR_NONE;
    bool remainder = in->cand_remainder_load || in->cand_remainder_store, bare = rep && in->merged_bare, waits = rep && !fails && !bare && booked;
    saw(d, FILLED, out->sel_replay && !fails && !bare);
    saw(d, FAILED, out->sel_replay && fails && !bare);
    saw(d, FAILED_BOOKED, out->sel_replay && fails && !bare && booked);
    saw(d, FILLED_WAITS, waits && !in->readout_valid);
    saw(d, FILLED_FIRST, out->sel_replay && remainder && in->cand_woken && in->cand_new);
    saw(d, REMAINDER_PASSES, waits && (out->sel_remainder_load || out->sel_remainder_store));
    saw(d, BARE, out->sel_replay && bare && !fails);
    saw(d, BARE_FAILED, out->sel_replay && bare && fails);
    saw(d, BARE_BOOKED, out->sel_replay && bare && !fails && booked);
    saw(d, WOKEN, out->sel_woken);
    saw(d, WOKEN_WAITS, in->cand_woken && booked && !rep && !remainder && !in->readout_valid);
    saw(d, WOKEN_FIRST, out->sel_woken && in->cand_new);
    saw(d, LAST_OF_ENTRY, out->pass_replay && out->pass_last);
    saw(d, DROPS, out->pass_replay && out->pass_drop);
}

// Both latencies, and a hit in stage 1 or what is not one.
static void count_cached(struct arb_drive *a, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    struct drive *d = &a->d;
    bool lat = out->regport_booked >> UL1_LAT & 1, hlat = out->regport_booked >> UL1_HLAT & 1;
    bool books = !in->req_store && !is_bare(in, out);
    bool fresh = in->cand_new && in->cand_cached && !in->cand_store, load = in->req_valid && !in->req_store && !in->req_cached;
    bool none = !in->req_valid && !in->readout_valid, only_load = in->cand_remainder_load && none && !in->replay_valid;
    bool miss = out->pass_cached && !out->pass_store && !a->bare_s1 && !out->pass_fail && !in->look_hit;
    saw(d, NEW_CACHED, out->sel_new && fresh);
    saw(d, CACHED_BOOKED_OUT, fresh && hlat && none);
    saw(d, CACHED_PASSES_LOAD, in->req_cached && books && lat && !hlat);
    saw(d, LOAD_PASSES_CACHED, load && hlat);
    saw(d, LOAD_BEHIND_HIT, only_load && in->look_hit && !a->bare_s1);
    saw(d, LOAD_BEHIND_MISS, only_load && miss);
    saw(d, CANCELLED, miss);
    saw(d, CANCELLED_AND_BOOKED, miss && in->req_cached && books);
    saw(d, WOKEN_LEAVES_SLOT, in->cand_remainder_load && in->cand_woken && lat && !hlat && none);
    saw(d, NEW_LEAVES_SLOT, in->cand_remainder_load && fresh && lat && !hlat && none);
    saw(d, FILLED_TAKES_SLOT, in->cand_remainder_load && lat && out->sel_replay && books && in->merged_err == UL1_ERR_NONE);
    saw(d, HITS_RUNNING, in->look_hit && in->req_cached && books);
    saw(d, LOAD_BEHIND_FAILED, out->pass_fail && load);
    saw(d, LOAD_BEHIND_BARE, a->bare_s1 && load);
    saw(d, BARE_OTHERS_BOOKED, a->bare_s1 && out->regport_booked >> (UL1_HLAT - 1) & 1);
}

// Stores to cached spaces, and dirty lines.
static void count_written(struct arb_drive *a, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    struct drive *d = &a->d;
    bool fresh = in->cand_new && in->cand_cached && in->cand_store, enters = out->sel_new && fresh;
    bool in_s1 = out->pass_cached && out->pass_store, load = in->req_valid && !in->req_store && !in->req_cached;
    bool other = in->replay_valid || in->cand_remainder_load || in->cand_remainder_store || in->cand_woken || in->cand_new;
    saw(d, EVICTED, in->readout_valid);
    saw(d, EVICTED_FIRST, in->readout_valid && other);
    saw(d, EVICTED_TWICE, in->readout_valid && out->pass_readout);
    saw(d, EVICTED_BEHIND_HIT, in->readout_valid && in->look_hit && !a->bare_s1);
    saw(d, CACHED_STORE, enters);
    saw(d, CACHED_STORE_NO_ROOM, fresh && !in->room_store && !in->req_valid && !in->readout_valid);
    saw(d, CACHED_STORE_END, enters && in->req_end);
    saw(d, CACHED_STORE_GOES_ON, enters && !in->req_end);
    saw(d, CACHED_STORE_TO_INSTR, enters && !in->req_end && in->cfg_home == UL1_HOME_INSTR);
    saw(d, CACHED_STORE_PASSES_LOAD, enters && in->cand_remainder_load);
    saw(d, CACHED_STORE_OTHERS_BOOKED, in_s1 && out->regport_booked >> (UL1_HLAT - 1) & 1);
    saw(d, LOAD_BEHIND_STORE, in_s1 && load);
}

static void count_split(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    bool all = in->req_mask == ALL_LANES, same = true, shared = !in->req_cached;
    unsigned accepted = (unsigned)__builtin_popcount(out->split_mask);
    uint32_t banks = 0;
    for (unsigned i = 0; i < LANES; i++) {
        same &= (in->req_addr[i] ^ in->req_addr[0]) >> 2 == 0;
        if (out->split_mask >> i & 1)
            banks |= 1u << (in->req_addr[i] >> 2) % LANES;
    }
    saw(d, NO_CONFLICT, shared && all && banks == ALL_LANES);
    saw(d, FULL_CONFLICT, all && accepted == 1);
    saw(d, BROADCAST, shared && all && same && !out->split_more);
    saw(d, RIDE_ALONG, out->split_more && accepted > (unsigned)__builtin_popcount(banks));
    saw(d, LAST_PASS, shared && !out->split_more);
    saw(d, CACHED_WHOLE, in->req_cached && !in->req_store && all && banks != ALL_LANES && !same);
    saw(d, LEFT_TO_LSU, out->split_more && in->cfg_home == UL1_HOME_LSU);
    saw(d, LEFT_TO_INSTR, out->split_more && in->cfg_home == UL1_HOME_INSTR);
    saw(d, BACK_TO_BACK, out->pass_valid);
}

static void arb_count(struct drive *d, const void *inputs, const void *outputs)
{
    struct arb_drive *a = (struct arb_drive *)d;
    const struct ul1_arb_in *in = inputs;
    const struct ul1_arb_out *out = outputs;
    saw(d, RESET_BUSY, in->rst && !d->calm && out->pass_valid);
    saw(d, RESET_EVICTED, in->rst && !d->calm && out->pass_readout);
    if (in->rst) {
        a->bare_s1 = false;
        return;
    }
    count_choice(d, in, out);
    count_filled(d, in, out);
    count_cached(a, in, out);
    count_written(a, in, out);
    if (in->req_valid)
        count_split(d, in, out);
    a->bare_s1 = is_bare(in, out);
    d->stimulus.passes += in->req_valid;
}

struct stimulus *arb_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "arb", sizeof(struct arb_drive), events, EVENTS, 250, arb_knobs, arb_drive,
        arb_respond, arb_check, arb_count };
    return drive_make(&kind, test, seed, cycles);
}
