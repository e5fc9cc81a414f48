// Arbiter: contract and random drive.
#include "drive.h"

#include "lane_diff.h"

// The age of the two replays goes with there being two: a lone store is the older, one that is not there is not. A store is
// not cached.
static const char *check_candidates(const struct ul1_arb_in *in)
{
    if (in->cand_rs_older > in->cand_rs || (in->cand_rs && !in->cand_rl && !in->cand_rs_older))
        return "cand_rs_older: not what cand_rs and cand_rl say";
    return in->cand_new && in->cand_store && in->cand_cached ? "cand_cached: of a store (cand_store)" : NULL;
}

// The request answers the choice in the same cycle: there is one if anything was selected, and it is of the kind selected.
// An access has a slot that waits; without one none does. (Addresses need not be aligned: the split looks at words. Nor are
// those of a cached access looked at: it is taken whole.)
static const char *check_request(const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    unsigned store = out->sel_rs || (out->sel_new && in->cand_store);
    unsigned cached = out->sel_rep || out->sel_wake || (out->sel_new && in->cand_cached);
    if (in->req_valid != (out->sel_rep | out->sel_rl | out->sel_rs | out->sel_wake | out->sel_new))
        return "req_valid: not what sel_rep, sel_rl, sel_rs, sel_wake, sel_new say";
    if (in->req_valid && in->req_store != store)
        return "req_store: not the kind of access selected";
    if (in->req_cached != cached)
        return "req_cached: not the kind of access selected, or without one";
    if (in->req_valid != (in->req_mask != 0))
        return "req_mask: slots without an access (req_valid), or an access without slots";
    return NULL;
}

// Only a cached pass hits, and the replay of a line that is there does.
static const char *check_hit(const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    if (in->look_hit > out->pass_cached)
        return "look_hit: without a cached pass in stage 1";
    return out->pass_rep && in->look_hit == out->pass_fail ? "look_hit: a replay hits, unless it brings an error" : NULL;
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

enum { REPLAY_LOAD, REPLAY_STORE, NEW_LOAD, NEW_STORE, NOTHING, OLDER_STORE, OLDER_LOAD, YOUNGER_STORE_PASSES, YOUNGER_LOAD_PASSES,
    NEW_PASSES, LOAD_BOOKED_OUT, NO_ROOM, NEW_WAITS, BOOKED_BY_BOTH, BOOKED_FULL, NO_CONFLICT, FULL_CONFLICT, BROADCAST,
    RIDE_ALONG, LAST_PASS, LEFT_TO_LSU, LEFT_TO_INSTR, BACK_TO_BACK, RESET_BUSY,
    FILLED, FAILED, FAILED_BOOKED, FILLED_WAITS, FILLED_FIRST, REMAINDER_PASSES, WOKEN, WOKEN_WAITS, WOKEN_FIRST, NEW_CACHED,
    CACHED_BOOKED_OUT, CACHED_PASSES_LOAD, LOAD_PASSES_CACHED, LOAD_BEHIND_HIT, CANCELLED, CANCELLED_AND_BOOKED,
    LOAD_BEHIND_MISS, HITS_RUNNING, LOAD_BEHIND_FAILED, CACHED_WHOLE, LAST_OF_ENTRY, DROPS, WOKEN_LEAVES_SLOT,
    NEW_LEAVES_SLOT, FILLED_TAKES_SLOT, EVENTS };
static const char *const events[EVENTS] = { "replayed load enters", "replayed store enters", "new load enters", "new store enters",
    "nothing enters though there are candidates", "of two replays the older, a store", "of two replays the older, a load",
    "a younger replayed store passes a load without a slot", "a younger replayed load passes a store without room",
    "a new access passes a replay that cannot enter", "new load kept out by a booking", "new store kept out for room",
    "new access waits for a replay", "write-back booked by load and other unit at once", "all write-back slots booked",
    "all slots, no conflict", "all slots, one word accepted alone", "all slots, one word for all", "some ride along, some are left",
    "nothing left over", "remainder stays in lsu", "remainder returns", "a pass in two cycles running",
    "reset with a pass in stage 1",
    "replay of a filled line enters", "replay with an error enters", "replay with an error enters though the slot is booked",
    "replay of a filled line waits for a slot", "replay of a filled line before all others",
    "a remainder passes a filled line without a slot", "woken access enters", "woken access waits for a slot",
    "woken access before a new one", "new cached load enters", "new cached load kept out by a booking",
    "a cached load enters with LAT booked", "a shared load enters with HLAT booked", "shared load kept out behind a hit",
    "booking given back by a miss", "booking given back as another is made", "shared load in the cycle of a miss kept out",
    "hits in two cycles running", "shared load enters behind a replay with an error", "slots that conflict taken whole",
    "last replay of an entry", "replay of an entry that drops its line",
    "woken access kept out by a replayed load that waits for its slot",
    "new cached load kept out by a replayed load that waits for its slot",
    "replay of a filled line enters before a replayed load that waits for its slot" };

struct arb_drive {
    struct drive d;
    struct arb_contract contract;
    unsigned rl, rs, fresh, store, older, room, book, home, filled, err, wake, cached, hit; // how often
    struct rows rows;
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
    draw_rows(d, &a->rows);
}

static void arb_drive(struct drive *d, const void *outputs, void *inputs)
{
    struct arb_drive *a = (struct arb_drive *)d;
    const struct ul1_arb_out *out = outputs;
    struct ul1_arb_in *in = inputs;
    in->rep_valid = happens(d, a->filled);
    if (in->rep_valid)
        in->rep_err = happens(d, a->err) ? (uint8_t)(UL1_ERR_PAGE + rng_below(&d->rng, 2)) : UL1_ERR_NONE;
    in->cand_rl = happens(d, a->rl);
    in->cand_rs = happens(d, a->rs);
    in->cand_rs_older = in->cand_rs && (!in->cand_rl || happens(d, a->older));
    in->cand_wake = happens(d, a->wake);
    in->cand_new = happens(d, a->fresh);
    if (in->cand_new) {
        in->cand_store = happens(d, a->store);
        in->cand_cached = !in->cand_store && happens(d, a->cached);
    }
    in->wdb_room = happens(d, a->room);
    in->rf_book = happens(d, a->book);
    in->cfg_home = happens(d, a->home);
    in->look_hit = out->pass_cached && (out->pass_rep ? !out->pass_fail : happens(d, a->hit));
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
        addr[i] = (uint16_t)(row << (LG + 2) | bank[i] << 2 | rng_below(&d->rng, 4));
    }
}

static void arb_respond(struct drive *d, const void *outputs, void *inputs)
{
    struct arb_drive *a = (struct arb_drive *)d;
    const struct ul1_arb_out *out = outputs;
    struct ul1_arb_in *in = inputs;
    uint16_t addr[LANES];
    if (!(out->sel_rep | out->sel_rl | out->sel_rs | out->sel_wake | out->sel_new))
        return;
    in->req_valid = 1;
    in->req_cached = out->sel_rep || out->sel_wake || (out->sel_new && in->cand_cached);
    in->req_store = out->sel_rs || (out->sel_new && in->cand_store);
    in->req_width = (uint8_t)draw_width(d);
    in->req_mask = draw_mask(d);
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
    bool booked = out->rf_slots >> UL1_LAT & 1, both = in->cand_rl && in->cand_rs, older = in->cand_rs_older;
    bool store = in->cand_new && in->cand_store, load = in->cand_new && !in->cand_store && !in->cand_cached;
    saw(d, REPLAY_LOAD, out->sel_rl);
    saw(d, REPLAY_STORE, out->sel_rs);
    saw(d, NEW_LOAD, out->sel_new && load);
    saw(d, NEW_STORE, out->sel_new && store);
    saw(d, NOTHING, !in->req_valid && (in->cand_rl || in->cand_rs || in->cand_new));
    saw(d, OLDER_STORE, both && older && out->sel_rs && !booked);
    saw(d, OLDER_LOAD, both && !older && out->sel_rl && in->wdb_room);
    saw(d, YOUNGER_STORE_PASSES, both && !older && out->sel_rs);
    saw(d, YOUNGER_LOAD_PASSES, both && older && out->sel_rl);
    saw(d, NEW_PASSES, (in->cand_rl || in->cand_rs) && out->sel_new);
    saw(d, LOAD_BOOKED_OUT, load && booked && !in->req_valid);
    saw(d, NO_ROOM, store && !in->wdb_room && !in->req_valid);
    saw(d, NEW_WAITS, (out->sel_rl || out->sel_rs) && ((store && in->wdb_room) || (load && !booked)));
    saw(d, BOOKED_BY_BOTH, in->req_valid && !in->req_store && in->rf_book);
    saw(d, BOOKED_FULL, out->rf_slots == (1u << UL1_SLOTS) - 1);
}

static void count_filled(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    bool booked = out->rf_slots >> UL1_HLAT & 1, rep = in->rep_valid, fails = rep && in->rep_err != UL1_ERR_NONE;
    bool remainder = in->cand_rl || in->cand_rs;
    saw(d, FILLED, out->sel_rep && !fails);
    saw(d, FAILED, out->sel_rep && fails);
    saw(d, FAILED_BOOKED, out->sel_rep && fails && booked);
    saw(d, FILLED_WAITS, rep && !fails && booked);
    saw(d, FILLED_FIRST, out->sel_rep && remainder && in->cand_wake && in->cand_new);
    saw(d, REMAINDER_PASSES, rep && (out->sel_rl || out->sel_rs));
    saw(d, WOKEN, out->sel_wake);
    saw(d, WOKEN_WAITS, in->cand_wake && booked && !rep && !remainder);
    saw(d, WOKEN_FIRST, out->sel_wake && in->cand_new);
    saw(d, LAST_OF_ENTRY, out->pass_rep && out->pass_last);
    saw(d, DROPS, out->pass_rep && out->pass_drop);
}

// Both latencies, and a hit in stage 1 or what is not one.
static void count_cached(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    bool lat = out->rf_slots >> UL1_LAT & 1, hlat = out->rf_slots >> UL1_HLAT & 1;
    bool fresh = in->cand_new && in->cand_cached, load = in->req_valid && !in->req_store && !in->req_cached;
    bool only_load = in->cand_rl && !in->req_valid && !in->rep_valid;
    bool miss = out->pass_cached && !out->pass_fail && !in->look_hit;
    saw(d, NEW_CACHED, out->sel_new && fresh);
    saw(d, CACHED_BOOKED_OUT, fresh && hlat && !in->req_valid);
    saw(d, CACHED_PASSES_LOAD, in->req_cached && lat && !hlat);
    saw(d, LOAD_PASSES_CACHED, load && hlat);
    saw(d, LOAD_BEHIND_HIT, only_load && in->look_hit);
    saw(d, LOAD_BEHIND_MISS, only_load && miss);
    saw(d, CANCELLED, miss);
    saw(d, CANCELLED_AND_BOOKED, miss && in->req_cached);
    saw(d, WOKEN_LEAVES_SLOT, in->cand_rl && in->cand_wake && lat && !hlat && !in->req_valid);
    saw(d, NEW_LEAVES_SLOT, in->cand_rl && fresh && lat && !hlat && !in->req_valid);
    saw(d, FILLED_TAKES_SLOT, in->cand_rl && lat && out->sel_rep && in->rep_err == UL1_ERR_NONE);
    saw(d, HITS_RUNNING, in->look_hit && in->req_cached);
    saw(d, LOAD_BEHIND_FAILED, out->pass_fail && load);
}

static void count_split(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    bool all = in->req_mask == ALL_LANES, same = true, shared = !in->req_cached;
    unsigned accepted = (unsigned)__builtin_popcount(out->acc_mask);
    uint32_t banks = 0;
    for (unsigned i = 0; i < LANES; i++) {
        same &= (in->req_addr[i] ^ in->req_addr[0]) >> 2 == 0;
        if (out->acc_mask >> i & 1)
            banks |= 1u << (in->req_addr[i] >> 2) % LANES;
    }
    saw(d, NO_CONFLICT, shared && all && banks == ALL_LANES);
    saw(d, FULL_CONFLICT, all && accepted == 1);
    saw(d, BROADCAST, shared && all && same && !out->acc_more);
    saw(d, RIDE_ALONG, out->acc_more && accepted > (unsigned)__builtin_popcount(banks));
    saw(d, LAST_PASS, shared && !out->acc_more);
    saw(d, CACHED_WHOLE, in->req_cached && all && banks != ALL_LANES && !same);
    saw(d, LEFT_TO_LSU, out->acc_more && in->cfg_home == UL1_HOME_LSU);
    saw(d, LEFT_TO_INSTR, out->acc_more && in->cfg_home == UL1_HOME_INSTR);
    saw(d, BACK_TO_BACK, out->pass_valid);
}

static void arb_count(struct drive *d, const void *inputs, const void *outputs)
{
    const struct ul1_arb_in *in = inputs;
    const struct ul1_arb_out *out = outputs;
    saw(d, RESET_BUSY, in->rst && !d->calm && out->pass_valid);
    if (in->rst)
        return;
    count_choice(d, in, out);
    count_filled(d, in, out);
    count_cached(d, in, out);
    if (in->req_valid)
        count_split(d, in, out);
    d->stimulus.passes += in->req_valid;
}

struct stimulus *arb_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "arb", sizeof(struct arb_drive), events, EVENTS, 400, arb_knobs, arb_drive, arb_respond,
        arb_check, arb_count };
    return drive_make(&kind, test, seed, cycles);
}
