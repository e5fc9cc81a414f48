// Load/store unit: contract and random drive.
#include "drive.h"

#include <string.h>

#include "lane_diff.h"

// ---- the contract

static unsigned held(const struct lsu_contract *c, unsigned beat)
{
    return c->held >> beat & 1;
}

// The settings change only in a cycle that begins with nothing in flight and in which nothing is offered.
static const char *check_settings(const struct lsu_contract *c, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (!c->running || (out->lsu_idle && !in->in_valid))
        return NULL;
    if (in->cfg_split != c->cfg_split)
        return "cfg_split: changes while the unit is not idle";
    if (in->cfg_home != c->cfg_home)
        return "cfg_home: changes while the unit is not idle";
    return in->cfg_interval != c->cfg_interval ? "cfg_interval: changes while the unit is not idle" : NULL;
}

// What is presented again was returned in an earlier cycle, and comes back once, as it was. (Its warp, width and so on are
// in the table and not looked at; its addresses are taken as they come.)
static const char *check_again(const struct lsu_contract *c, const struct ul1_lsu_in *in)
{
    if (!in->in_valid || !in->in_again)
        return NULL;
    if (in->cfg_home != UL1_HOME_INSTR)
        return "in_again: cfg_home is not instr";
    if (!(c->returned >> in->in_id & 1))
        return "in_id: no remainder of that entry was returned, or it was presented again already";
    if (in->in_sub != c->sub[in->in_id])
        return "in_sub: not that of the remainder returned";
    return in->in_mask != c->slots[in->in_id] ? "in_mask: not the slots of the remainder returned" : NULL;
}

// A free beat has a number, and it is of none that the unit still holds.
static const char *check_intake(const struct lsu_contract *c, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->ink_two > in->ink_any)
        return "ink_two: two beats are free but not one (ink_any)";
    if (in->ink_any && in->st_valid && out->st_ready && held(c, in->ink_idx))
        return "ink_idx: a beat that the unit holds is given out again";
    return NULL;
}

// At most one candidate is selected, and only one that is there. Which of them is the arbiter's affair.
static const char *check_choice(const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->sel_rl + in->sel_rs + in->sel_new > 1)
        return "sel_rl, sel_rs, sel_new: more than one";
    if (in->sel_rl > out->cand_rl)
        return "sel_rl: without cand_rl";
    if (in->sel_rs > out->cand_rs)
        return "sel_rs: without cand_rs";
    return in->sel_new > out->cand_new ? "sel_new: without cand_new" : NULL;
}

// What is accepted was asked for, and something is left if not all of it was. (So without an access both are zero.)
static const char *check_split(const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->acc_mask & ~out->req_mask)
        return "acc_mask: slots that do not wait (req_mask)";
    return in->acc_more != (in->acc_mask != out->req_mask) ? "acc_more: not what acc_mask and req_mask say" : NULL;
}

static void advance(struct lsu_contract *c, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    c->running = 1;
    c->cfg_split = in->cfg_split;
    c->cfg_home = in->cfg_home;
    c->cfg_interval = in->cfg_interval;
    if (in->in_valid && in->in_again && out->again_ready)
        c->returned &= ~(UINT64_C(1) << in->in_id);
    if (out->rpl_valid) {
        c->returned |= UINT64_C(1) << out->rpl_id;
        c->sub[out->rpl_id] = out->rpl_sub;
        c->slots[out->rpl_id] = out->rpl_mask;
    }
    if (out->req_valid && out->req_store && (!in->acc_more || in->cfg_home == UL1_HOME_INSTR))
        c->held &= ~(1u << out->req_ink);
    if (in->st_valid && out->st_ready)
        c->held |= 1u << in->ink_idx;
}

const char *lsu_contract_check(struct lsu_contract *c, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    if (in->rst) {
        memset(c, 0, sizeof *c);
        return NULL;
    }
    const char *broken = check_settings(c, in, out);
    if (!broken)
        broken = check_again(c, in);
    if (!broken)
        broken = check_intake(c, in, out);
    if (!broken)
        broken = check_choice(in, out);
    if (!broken)
        broken = check_split(in, out);
    advance(c, in, out);
    return broken;
}

// ---- the drive: plays the instruction side, the intake and the arbiter

enum { TAKEN, AGAIN_TAKEN, THROTTLED, AGAIN_REFUSED, TABLE_FULL, BUFFER_FULL, NEW_BY_FULL_BUFFER, TAKEN_AS_ONE_RETIRES,
    BUFFER_IN_AND_OUT, REPLAYED_LOAD, REPLAYED_STORE, STORE_OLDER, LOAD_OLDER, THREE_CANDIDATES, LEFT_IN_BUFFER, RETURNED,
    SEVERAL_SUBS, INTERVAL_0, INTERVAL_1, INTERVAL_LONG, BEAT_NEW, BEAT_LAST, LAST_KEPT, INTAKE_FULL, MANY_HELD,
    NULL_EMPTY, ERR_MISALIGNED, ERR_RANGE, ERR_SPACE, WRITE_BACK, RETIRED_BY_STORE, SETTINGS_CHANGED, RESET_BUSY, EVENTS };
static const char *const events[EVENTS] = { "instruction taken", "remainder presented again and taken",
    "new instruction kept out by replays", "remainder presented again kept out", "pending table full", "replay buffer full",
    "new access selected with the replay buffer full", "one taken and one retired in a cycle",
    "a remainder joins the replay buffer as another leaves", "replayed load selected", "replayed store selected",
    "two replays ready, the store older", "two replays ready, the load older", "three candidates", "remainder kept",
    "remainder returned", "instruction with several sub-warps", "replay with an interval of 0", "replay with an interval of 1",
    "replay with an interval above 31", "beat pulled for a new access", "last free beat pulled for a replay",
    "last free beat kept from new stores", "beat wanted and the intake full", "all beats but one held", "null instruction retired",
    "error misaligned", "error range", "error space", "loaded beat written back", "store retired", "settings changed",
    "reset with instructions in flight" };

struct lsu_drive {
    struct drive d;
    struct lsu_contract contract;

    // The settings; to change them the unit has to run empty.
    uint8_t split, home, interval;
    bool drain, changed;
    unsigned changes;                   // how often they were drawn
    bool pile, surge;                   // remainders are made to pile up; the pile comes back

    // How much there is of everything; knobs in percent.
    unsigned offer, again, beat, select, fresh_first, store, whole, faulty, foreign, empty;
    unsigned warps, first_warp, turn;   // instructions are of this many warps; of all in turn, if zero
    unsigned width;                     // of all; or of each its own, if not a code
    unsigned ink_delay, ink_busy;       // a beat given up is free that many cycles later at most; beats never free

    uint32_t used;                      // beats of the intake
    uint8_t leaving[UL1_INK];           // cycles until a beat that was given up is free

    // The cycle before: no beat was asked for, and nothing came that could ask, so that what asks now was held up then; and
    // whether one beat was free, or none.
    bool no_beat, one_free, none_free;

    unsigned replays;                   // in the replay buffer
    uint64_t in_flight, null, stores;   // entries: valid; taken with an empty mask; of stores
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
    l->split = (uint8_t)rng_below(r, 4);
    l->home = n & 1;
    switch (l->home == UL1_HOME_LSU ? n / 2 % 5 : 4) {
    case 0: l->interval = 0; break;
    case 1: l->interval = 1; break;
    case 2: l->interval = (1 << UL1_IV_W) - 1; break;
    case 3: l->interval = (uint8_t)(2 + rng_below(r, 6)); break;
    default: l->interval = (uint8_t)rng_below(r, 1 << UL1_IV_W);
    }
}

// What is under way ends soon, and nothing new comes.
static void draw_drain(struct lsu_drive *l)
{
    l->again = l->beat = l->select = l->whole = 95;
    l->fresh_first = 0;
    l->ink_delay = 2;
    l->ink_busy = 0;
}

// Remainders pile up, in the replay buffer or outside; and there they are held back until many come at once. Each is of
// another warp and an instruction's only one, so that they do not hold up one another.
static void draw_pile(struct lsu_drive *l)
{
    l->offer = l->beat = 100;
    l->whole = 0;
    l->faulty = 10;
    l->foreign = l->empty = 3;
    l->warps = 0;
    l->width = rng_below(&l->d.rng, UL1_WIDTH_B32 + 1);
    l->ink_busy = 0;
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

static void lsu_knobs(struct drive *d)
{
    struct lsu_drive *l = (struct lsu_drive *)d;
    if (l->drain)
        return; // until it is empty
    l->offer = draw_knob(d);
    l->again = draw_knob(d);
    l->beat = draw_knob(d);
    l->select = draw_knob(d);
    l->fresh_first = draw_knob(d);
    l->whole = draw_knob(d);
    l->store = draw_knob(d);
    l->faulty = rng_below(&d->rng, 2) ? 0 : draw_knob(d);
    l->foreign = rng_below(&d->rng, 2) ? 0 : draw_knob(d) / 4;
    l->empty = rng_below(&d->rng, 2) ? 0 : draw_knob(d) / 4;
    l->warps = rng_below(&d->rng, 2) ? 64 : 1 + rng_below(&d->rng, 6);
    l->first_warp = rng_below(&d->rng, 64);
    l->width = rng_below(&d->rng, 8);
    l->ink_delay = 1 + rng_below(&d->rng, rng_below(&d->rng, 2) ? 2 : 30);
    l->ink_busy = rng_below(&d->rng, 2) ? 0 : rng_below(&d->rng, UL1_INK);
    l->drain = !l->changed && rng_below(&d->rng, 3) == 0;
    l->pile = !l->drain && (l->changed || rng_below(&d->rng, 2)); // new settings are to be seen at work
    l->changed = false;
    if (l->drain)
        draw_drain(l);
    if (l->pile)
        draw_pile(l);
}

// An address of that width in shared memory, often the last one.
static uint64_t draw_inside(struct lsu_drive *l, unsigned bytes)
{
    uint32_t places = split_rows(l->split) * 4 * LANES / bytes;
    return (uint64_t)bytes * (rng_below(&l->d.rng, 8) ? rng_below(&l->d.rng, places) : places - 1);
}

// One behind shared memory: the first, one in the array, or one that differs from a good one only far above.
static uint64_t draw_outside(struct lsu_drive *l, unsigned bytes)
{
    uint64_t limit = (uint64_t)split_rows(l->split) * 4 * LANES;
    switch (rng_below(&l->d.rng, 3)) {
    case 0: return limit;
    case 1: return limit + (uint64_t)bytes * rng_below(&l->d.rng, 128);
    default: return draw_inside(l, bytes) | 1ull << (LG + 11 + rng_below(&l->d.rng, UL1_VA_W - LG - 11));
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

static void offer_new(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    struct drive *d = &l->d;
    in->in_valid = 1;
    in->in_again = 0;
    in->in_warp = (uint8_t)((l->first_warp + (l->warps ? rng_below(&d->rng, l->warps) : l->turn++)) % (1 << UL1_WARP_W));
    in->in_store = happens(d, l->store);
    in->in_space = happens(d, l->foreign) ? (uint8_t)(1 + rng_below(&d->rng, 3)) : UL1_SPACE_SHARED;
    in->in_width = (uint8_t)(l->width <= UL1_WIDTH_B128 ? l->width : draw_width(d));
    in->in_mask = happens(d, l->empty) ? 0 : draw_mask(d);
    for (unsigned i = 0; i < LANES; i++)
        if (in->in_mask >> i & 1)
            in->in_addr[i] = draw_inside(l, width_bytes(in->in_width));
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

static void drive_offer(struct lsu_drive *l, const struct ul1_lsu_out *out, struct ul1_lsu_in *in)
{
    struct drive *d = &l->d;
    in->in_valid = 0;
    if (l->drain && out->lsu_idle && !in->rst)
        draw_settings(l); // and nothing is offered in this cycle
    else if (l->contract.returned && happens(d, l->again))
        offer_again(l, in);
    else if (!l->drain && happens(d, l->offer))
        offer_new(l, in);
    in->cfg_split = l->split;
    in->cfg_home = l->home;
    in->cfg_interval = l->interval;
}

// Any free beat may be next, not just the lowest.
static void drive_intake(struct lsu_drive *l, struct ul1_lsu_in *in)
{
    uint32_t unused = ~l->used & ((1u << UL1_INK) - 1) & ~((1u << l->ink_busy) - 1);
    in->ink_any = unused != 0;
    in->ink_two = (unused & (unused - 1)) != 0;
    while (unused && !(unused >> in->ink_idx & 1))
        in->ink_idx = (uint8_t)rng_below(&l->d.rng, UL1_INK);
    in->st_valid = happens(&l->d, l->beat);
}

// Any candidate may be selected, whatever the arbiter prefers.
static void drive_choice(struct lsu_drive *l, const struct ul1_lsu_out *out, struct ul1_lsu_in *in)
{
    bool any = happens(&l->d, l->select), fresh = happens(&l->d, l->fresh_first), store = rng_below(&l->d.rng, 2);
    bool replay = out->cand_rl || out->cand_rs;
    in->sel_new = any && out->cand_new && (fresh || !replay);
    in->sel_rs = any && !in->sel_new && out->cand_rs && (store || !out->cand_rl);
    in->sel_rl = any && !in->sel_new && out->cand_rl && !in->sel_rs;
    in->acc_mask = 0; // until it is known what is asked for
    in->acc_more = 0;
}

static void lsu_drive(struct drive *d, const void *outputs, void *inputs)
{
    struct lsu_drive *l = (struct lsu_drive *)d;
    if (l->pile)
        steer_pile(l);
    drive_offer(l, outputs, inputs);
    drive_intake(l, inputs);
    drive_choice(l, outputs, inputs);
}

static void lsu_respond(struct drive *d, const void *outputs, void *inputs)
{
    struct lsu_drive *l = (struct lsu_drive *)d;
    const struct ul1_lsu_out *out = outputs;
    struct ul1_lsu_in *in = inputs;
    if (!out->req_valid)
        return;
    in->acc_mask = happens(d, l->whole) ? out->req_mask : out->req_mask & draw_mask(d);
    if (!in->acc_mask)
        in->acc_mask = out->req_mask & -out->req_mask;
    in->acc_more = in->acc_mask != out->req_mask;
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
    saw(d, AGAIN_TAKEN, again && out->again_ready);
    saw(d, THROTTLED, fresh && !out->in_ready && !full);
    saw(d, AGAIN_REFUSED, again && !out->again_ready);
    saw(d, TABLE_FULL, fresh && !out->in_ready && full);
    saw(d, TAKEN_AS_ONE_RETIRES, fresh && out->in_ready && out->ret_valid);
    saw(d, SEVERAL_SUBS, out->req_valid && out->req_sub == 3);
    saw(d, RETURNED, out->rpl_valid);
}

static void count_replays(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    struct drive *d = &l->d;
    bool replay = in->sel_rl || in->sel_rs, again = in->in_valid && in->in_again && out->again_ready;
    saw(d, BUFFER_FULL, l->replays == UL1_RB);
    saw(d, NEW_BY_FULL_BUFFER, in->sel_new && l->replays == UL1_RB);
    saw(d, BUFFER_IN_AND_OUT, replay && again);
    saw(d, REPLAYED_LOAD, in->sel_rl);
    saw(d, REPLAYED_STORE, in->sel_rs);
    saw(d, STORE_OLDER, out->cand_rl && out->cand_rs && out->cand_rs_older);
    saw(d, LOAD_OLDER, out->cand_rl && out->cand_rs && !out->cand_rs_older);
    saw(d, THREE_CANDIDATES, out->cand_rl && out->cand_rs && out->cand_new);
    saw(d, LEFT_IN_BUFFER, in->acc_more && in->cfg_home == UL1_HOME_LSU);
    saw(d, INTERVAL_0, replay && in->cfg_home == UL1_HOME_LSU && in->cfg_interval == 0);
    saw(d, INTERVAL_1, replay && in->cfg_home == UL1_HOME_LSU && in->cfg_interval == 1);
    saw(d, INTERVAL_LONG, replay && in->cfg_home == UL1_HOME_LSU && in->cfg_interval > 31);
}

static void count_beats(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    struct drive *d = &l->d;
    bool pulled = in->st_valid && out->st_ready;
    saw(d, BEAT_NEW, pulled && in->cfg_home == UL1_HOME_LSU); // with that home replays keep their beats
    saw(d, BEAT_LAST, pulled && !in->ink_two);                // and the last beat is for replays alone
    saw(d, LAST_KEPT, l->no_beat && out->st_ready && l->one_free && in->ink_two);
    saw(d, INTAKE_FULL, l->no_beat && out->st_ready && l->none_free);
    saw(d, MANY_HELD, __builtin_popcount(l->contract.held) >= UL1_INK - 1);
}

static void count_retired(struct lsu_drive *l, const struct ul1_lsu_out *out)
{
    struct drive *d = &l->d;
    saw(d, WRITE_BACK, out->wb_valid);
    if (!out->ret_valid)
        return;
    saw(d, NULL_EMPTY, l->null >> out->ret_id & 1);
    saw(d, ERR_MISALIGNED, out->ret_err == UL1_ERR_MISALIGNED);
    saw(d, ERR_RANGE, out->ret_err == UL1_ERR_RANGE);
    saw(d, ERR_SPACE, out->ret_err == UL1_ERR_SPACE);
    saw(d, RETIRED_BY_STORE, out->ret_err == UL1_ERR_NONE && l->stores >> out->ret_id & 1);
}

// The intake: what a pass gives up becomes free some cycles later.
static void track_intake(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    for (unsigned b = 0; b < UL1_INK; b++)
        if (l->leaving[b] && --l->leaving[b] == 0)
            l->used &= ~(1u << b);
    if (out->req_valid && out->req_store && (!in->acc_more || in->cfg_home == UL1_HOME_INSTR))
        l->leaving[out->req_ink] = (uint8_t)(1 + rng_below(&l->d.rng, l->ink_delay));
    if (in->st_valid && out->st_ready)
        l->used |= 1u << in->ink_idx;
    l->no_beat = !out->st_ready && !(in->in_valid && (in->in_again ? out->again_ready : out->in_ready && in->in_store));
    l->one_free = in->ink_any && !in->ink_two;
    l->none_free = !in->ink_any;
}

static void track_instructions(struct lsu_drive *l, const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    bool replay = in->sel_rl || in->sel_rs, stays = in->acc_more && in->cfg_home == UL1_HOME_LSU;
    l->replays += (in->sel_new && stays) - (replay && !stays);
    l->replays += in->in_valid && in->in_again && out->again_ready;
    if (out->ret_valid)
        l->in_flight &= ~(1ull << out->ret_id);
    if (in->in_valid && !in->in_again && out->in_ready) {
        uint64_t entry = 1ull << out->in_entry;
        l->in_flight |= entry;
        l->null = (l->null & ~entry) | (in->in_mask ? 0 : entry);
        l->stores = (l->stores & ~entry) | (in->in_store ? entry : 0);
        l->d.stimulus.instructions++;
    }
    l->d.stimulus.passes += out->req_valid;
}

static void lsu_count(struct drive *d, const void *inputs, const void *outputs)
{
    struct lsu_drive *l = (struct lsu_drive *)d;
    const struct ul1_lsu_in *in = inputs;
    const struct ul1_lsu_out *out = outputs;
    if (in->rst) {
        saw(d, RESET_BUSY, !d->calm && !out->lsu_idle);
        l->drain = true;
        l->used = 0;
        memset(l->leaving, 0, sizeof l->leaving);
        l->no_beat = false;
        l->replays = 0;
        l->in_flight = l->null = l->stores = 0;
        return;
    }
    count_offers(l, in, out);
    count_replays(l, in, out);
    count_beats(l, in, out);
    count_retired(l, out);
    track_intake(l, in, out);
    track_instructions(l, in, out);
}

struct stimulus *lsu_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "lsu", sizeof(struct lsu_drive), events, EVENTS, 2500, lsu_knobs, lsu_drive, lsu_respond,
        lsu_check, lsu_count };
    return drive_make(&kind, test, seed, cycles);
}
