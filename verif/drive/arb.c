// Arbiter: contract and random drive.
#include "drive.h"

#include "lane_diff.h"

const char *arb_contract_check(struct arb_contract *c, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    (void)c;
    if (in->rst)
        return NULL;

    // The age of the two replays goes with there being two: a lone store is the older, one that is not there is not.
    if (in->cand_rs_older > in->cand_rs || (in->cand_rs && !in->cand_rl && !in->cand_rs_older))
        return "cand_rs_older: not what cand_rs and cand_rl say";

    // The request answers the choice in the same cycle: there is one if anything was selected, and it is of the kind
    // selected. (Addresses need not be aligned: the split looks at words.)
    unsigned store = out->sel_rs || (out->sel_new && in->cand_store);
    if (in->req_valid != (out->sel_rl | out->sel_rs | out->sel_new))
        return "req_valid: not what sel_rl, sel_rs, sel_new say";
    if (in->req_valid && in->req_store != store)
        return "req_store: not the kind of access selected";

    // An access has a slot that waits; without one none does.
    if (in->req_valid != (in->req_mask != 0))
        return "req_mask: slots without an access (req_valid), or an access without slots";
    return NULL;
}

enum { REPLAY_LOAD, REPLAY_STORE, NEW_LOAD, NEW_STORE, NOTHING, OLDER_STORE, OLDER_LOAD, YOUNGER_STORE_PASSES, YOUNGER_LOAD_PASSES,
    NEW_PASSES, LOAD_BOOKED_OUT, NO_ROOM, NEW_WAITS, BOOKED_BY_BOTH, BOOKED_FULL, NO_CONFLICT, FULL_CONFLICT, BROADCAST,
    RIDE_ALONG, LAST_PASS, LEFT_TO_LSU, LEFT_TO_INSTR, BACK_TO_BACK, RESET_BUSY, EVENTS };
static const char *const events[EVENTS] = { "replayed load enters", "replayed store enters", "new load enters", "new store enters",
    "nothing enters though there are candidates", "of two replays the older, a store", "of two replays the older, a load",
    "a younger replayed store passes a load without a slot", "a younger replayed load passes a store without room",
    "a new access passes a replay that cannot enter", "new load kept out by a booking", "new store kept out for room",
    "new access waits for a replay", "write-back booked by load and other unit at once", "all write-back slots booked",
    "all slots, no conflict", "all slots, one word accepted alone", "all slots, one word for all", "some ride along, some are left",
    "nothing left over", "remainder stays in lsu", "remainder returns", "a pass in two cycles running", "reset with a pass in stage 1" };

struct arb_drive {
    struct drive d;
    struct arb_contract contract;
    unsigned rl, rs, fresh, store, older, room, book, home; // how often
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
    draw_rows(d, &a->rows);
}

static void arb_drive(struct drive *d, const void *out, void *inputs)
{
    struct arb_drive *a = (struct arb_drive *)d;
    struct ul1_arb_in *in = inputs;
    (void)out;
    in->cand_rl = happens(d, a->rl);
    in->cand_rs = happens(d, a->rs);
    in->cand_rs_older = in->cand_rs && (!in->cand_rl || happens(d, a->older));
    in->cand_new = happens(d, a->fresh);
    if (in->cand_new)
        in->cand_store = happens(d, a->store);
    in->wdb_room = happens(d, a->room);
    in->rf_book = happens(d, a->book);
    in->cfg_home = happens(d, a->home);
    in->req_valid = 0; // until it is known what was selected
    in->req_mask = 0;
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
    if (!(out->sel_rl | out->sel_rs | out->sel_new))
        return;
    in->req_valid = 1;
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
    bool store = in->cand_new && in->cand_store;
    saw(d, REPLAY_LOAD, out->sel_rl);
    saw(d, REPLAY_STORE, out->sel_rs);
    saw(d, NEW_LOAD, out->sel_new && !store);
    saw(d, NEW_STORE, out->sel_new && store);
    saw(d, NOTHING, !in->req_valid && (in->cand_rl || in->cand_rs || in->cand_new));
    saw(d, OLDER_STORE, both && older && out->sel_rs && !booked);
    saw(d, OLDER_LOAD, both && !older && out->sel_rl && in->wdb_room);
    saw(d, YOUNGER_STORE_PASSES, both && !older && out->sel_rs);
    saw(d, YOUNGER_LOAD_PASSES, both && older && out->sel_rl);
    saw(d, NEW_PASSES, (in->cand_rl || in->cand_rs) && out->sel_new);
    saw(d, LOAD_BOOKED_OUT, in->cand_new && !store && booked && !in->req_valid);
    saw(d, NO_ROOM, store && !in->wdb_room && !in->req_valid);
    saw(d, NEW_WAITS, in->cand_new && (out->sel_rl || out->sel_rs) && (store ? in->wdb_room : !booked));
    saw(d, BOOKED_BY_BOTH, in->req_valid && !in->req_store && in->rf_book);
    saw(d, BOOKED_FULL, out->rf_slots == (1u << UL1_SLOTS) - 1);
}

static void count_split(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    bool all = in->req_mask == ALL_LANES, same = true;
    unsigned accepted = (unsigned)__builtin_popcount(out->acc_mask);
    uint32_t banks = 0;
    for (unsigned i = 0; i < LANES; i++) {
        same &= (in->req_addr[i] ^ in->req_addr[0]) >> 2 == 0;
        if (out->acc_mask >> i & 1)
            banks |= 1u << (in->req_addr[i] >> 2) % LANES;
    }
    saw(d, NO_CONFLICT, all && banks == ALL_LANES);
    saw(d, FULL_CONFLICT, all && accepted == 1);
    saw(d, BROADCAST, all && same && !out->acc_more);
    saw(d, RIDE_ALONG, out->acc_more && accepted > (unsigned)__builtin_popcount(banks));
    saw(d, LAST_PASS, !out->acc_more);
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
