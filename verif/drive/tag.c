// Tag unit: contract and random drive.
#include "drive.h"

#include <string.h>

#include "lane_diff.h"

enum { NONE = UL1_PRT, LINE_W = UL1_VA_W - LG - 2 }; // no fetch; the bits of a line's number

// ---- the contract

static unsigned fetch_of_line(const struct tag_contract *c, uint64_t line)
{
    for (uint32_t left = c->used; left; left &= left - 1)
        if (c->line[__builtin_ctz(left)] == line)
            return (unsigned)__builtin_ctz(left);
    return NONE;
}

// That something may still arrive for: the way is pending.
static unsigned pending_of_row(const struct tag_contract *c, unsigned row)
{
    for (uint32_t left = c->used & ~c->locked; left; left &= left - 1)
        if (c->row[__builtin_ctz(left)] == row)
            return (unsigned)__builtin_ctz(left);
    return NONE;
}

// The settings change only while no line is looked up or fetched, and no invalidation is offered or under way. After a reset
// they change from zero, and only a lookup is in the way of that.
static const char *check_settings(const struct tag_contract *c, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    if (!c->used && !in->pass_cached && (!c->running || (!in->inv_valid && out->inv_ready)))
        return NULL;
    bool same = in->cfg_split == c->cfg_split && in->cfg_page == c->cfg_page && in->cfg_root == c->cfg_root;
    return same ? NULL : "cfg_split, cfg_page, cfg_root: one changes while lines are looked up, fetched or invalidated";
}

static unsigned sectors_needed(const struct ul1_tag_in *in)
{
    unsigned need = 0;
    for (unsigned s = 0; s < LANES; s++)
        need |= (in->pass_mask >> s & 1) << (in->pass_addr[s] >> 2) % LANES / (LANES / 4);
    return need;
}

// A cached pass has slots, and all of them lie on its line. (Of a shared one any slots and any addresses will do.)
static const char *check_slots(const struct ul1_tag_in *in)
{
    if (!in->pass_cached)
        return in->pass_rep ? "pass_rep: without pass_cached" : NULL;
    if (!in->pass_mask)
        return "pass_mask: a cached pass without slots";
    uint32_t other = 0;
    for (unsigned s = 0; s < LANES; s++)
        other |= (uint32_t)(in->pass_addr[s] >> (LG + 2) ^ (unsigned)(in->pass_line % UL1_ROWS)) & -(in->pass_mask >> s & 1);
    return other ? "pass_addr: an active slot of a cached pass is not on pass_line" : NULL;
}

// A line is replayed when all that was fetched of it is there, or has failed: then it drops the line at the last.
static const char *check_replay(const struct tag_contract *c, const struct ul1_tag_in *in)
{
    if (!in->pass_rep)
        return NULL;
    unsigned f = fetch_of_line(c, in->pass_line);
    if (f == NONE || !(c->locked >> f & 1))
        return "pass_rep: the line has not been fetched, or not yet";
    if (in->pass_fail)
        return in->pass_drop ? NULL : "pass_drop: a replay that fails (pass_fail) keeps the line";
    return sectors_needed(in) & ~(unsigned)c->have[f] ? "pass_rep: it needs a sector that the line does not have" : NULL;
}

// A way is reserved only where there is a miss and a way for it, and for as many lines at once as there can be requests.
static const char *check_open(const struct tag_contract *c, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    if (!in->miss_open)
        return NULL;
    if (!out->look_miss || !out->look_way)
        return "miss_open: without look_miss, or without look_way";
    return c->used == UINT32_MAX ? "miss_open: more lines under fetch than the pending request table has entries" : NULL;
}

// What arrives was missing, and its way is pending until nothing more is to come.
static const char *check_fill(const struct tag_contract *c, const struct ul1_tag_in *in)
{
    if (in->fill_done && !in->fill_valid)
        return "fill_done: without fill_valid";
    if (in->fill_valid) {
        unsigned f = pending_of_row(c, in->fill_row);
        if (f == NONE)
            return "fill_row: its way is not pending";
        if (!in->fill_sect || in->fill_sect & c->have[f])
            return "fill_sect: no sector, or one that the line has";
    }
    if (!in->fault_done)
        return NULL;
    if (pending_of_row(c, in->fault_row) == NONE)
        return "fault_row: its way is not pending";
    return in->fill_done && in->fill_row == in->fault_row ? "fault_done: fill_done says it already" : NULL;
}

static void advance(struct tag_contract *c, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    unsigned arrives = in->fill_valid ? pending_of_row(c, in->fill_row) : NONE;
    unsigned fails = in->fault_done ? pending_of_row(c, in->fault_row) : NONE;
    unsigned ends = in->pass_rep && in->pass_last ? fetch_of_line(c, in->pass_line) : NONE;
    c->running = 1;
    c->cfg_split = in->cfg_split;
    c->cfg_page = in->cfg_page;
    c->cfg_root = in->cfg_root;
    if (in->miss_open && c->used != UINT32_MAX) {
        unsigned f = (unsigned)__builtin_ctz(~c->used);
        c->used |= 1u << f;
        c->locked &= ~(1u << f);
        c->have[f] = out->look_have;
        c->row[f] = out->look_row;
        c->line[f] = in->pass_line;
    }
    if (arrives != NONE) {
        c->have[arrives] |= in->fill_err ? 0 : in->fill_sect;
        c->locked |= (uint32_t)in->fill_done << arrives;
    }
    if (fails != NONE)
        c->locked |= 1u << fails;
    if (ends != NONE)
        c->used &= ~(1u << ends);
}

const char *tag_contract_check(struct tag_contract *c, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    if (in->rst) {
        memset(c, 0, sizeof *c);
        return NULL;
    }
    const char *broken = check_settings(c, in, out);
    if (!broken)
        broken = check_slots(in);
    if (!broken)
        broken = check_replay(c, in);
    if (!broken)
        broken = check_open(c, in, out);
    if (!broken)
        broken = check_fill(c, in);
    advance(c, in, out);
    return broken;
}

// ---- the drive: plays the pending request table, what the memory sends, and who waits for it

enum { NO_SLOT, ONE_SLOT, ALL_SLOTS, FIRST_WORD, LAST_WORD, EVERY_BYTE, HIT, HIT_PENDING, HIT_LOCKED, HIT_BYPASSED,
    MISS_ABSENT, MISS_SECTOR, MISS_PENDING, MISS_LOCKED, MISS_DOOMED, MISS_BYPASSED, NO_ENTRY, NO_WAY, NO_WAY_OF_SIX,
    OPEN_SOME_VALID, EVICTED, REPLAY_HIT, REPLAY_FAIL, NOT_LAST, LAST_KEEPS, LAST_DROPS, LAST_DOOMED, FILL_ALL, FILL_ONE,
    FILL_FAILS, FILL_LOOKED_UP, FILL_SAME_SET, FILL_AS_OPENED, FILL_AND_REPLAY, DONE, DONE_LATE, FAULT, DONE_AND_FAULT,
    INV_TAKEN, INV_KEPT_OUT, INVALIDATED, DOOMED, INV_LOOKED_UP, INV_OPENED, INV_FILLED, INV_LAST, SPLIT_CHANGED,
    PAGE_CHANGED, ROOT_CHANGED, RESET_BUSY, RESET_SWEEP, EVENTS };
static const char *const events[EVENTS] = { "no slot active", "one slot active", "all slots active",
    "the first word of the array", "the last word of the array", "every byte of a word in one pass", "hit",
    "hit in a pending line", "hit in a locked line", "bypassing hit, as the line is under fetch", "miss, the line absent",
    "miss, sectors absent", "miss, the line pending", "miss, the line locked", "miss, the line doomed",
    "miss, the line there and bypassed", "miss that finds no entry", "no way free", "no way free, of six",
    "way reserved, some sectors valid", "valid line gone for another", "replay hits", "replay fails",
    "replay that is not the last", "last replay keeps the line", "last replay drops the line",
    "last replay of a doomed line", "whole line filled", "one sector filled", "fill with an error",
    "a line filled and looked up in one cycle", "a line filled, another of its set looked up",
    "a line filled, another way of its set reserved", "a line filled, another replayed", "line complete",
    "line would be complete, but a lookup of this cycle wants more", "fault", "a line complete, another by a fault",
    "invalidation taken", "invalidation kept out by another", "valid line invalidated", "line under fetch doomed",
    "line looked up and invalidated in one cycle", "line doomed as its way is reserved", "line doomed as it is filled",
    "line invalidated at its last replay", "cfg_split changed", "cfg_page changed", "cfg_root changed",
    "reset with lines under fetch", "reset with an invalidation under way" };

enum { HIGHS = 10, LOWS = 6 };

// A line under fetch, as the pending request table knows it.
struct fetch {
    bool filled, error, drop, doomed;
    uint64_t line;
    uint16_t row;
    uint8_t wanted, got;                // sectors
    uint8_t need[UL1_MERGE];            // of the accesses that wait
    uint8_t waiting, replayed;
};

struct tag_drive {
    struct drive d;
    struct tag_contract contract;

    uint8_t split, page;                // the settings; to change them all lines must have arrived
    uint32_t root;
    bool drain, changed;                // and: they have just been changed
    uint8_t was_split, was_page;        // the settings of the cycle before, zero after a reset
    uint32_t was_root;
    bool fresh;                         // there was a reset in the cycle before

    unsigned pass, cached, bypass, repeat, open, replay, whole, fill, pieces, error, fault, inv; // how often
    unsigned sectors;                   // that accesses need
    struct rows rows;                   // of shared passes
    uint64_t high[HIGHS];               // the lines in use: any of these with any of those
    uint8_t low[LOWS];
    unsigned highs, lows;
    uint64_t last;                      // the line looked up last

    uint32_t used;
    struct fetch fetch[UL1_PRT];
    // What this cycle's inputs say: which replay is made; which line something arrives for, which fails, in these sectors;
    // into which a miss merges; and the sectors that a miss asks for.
    unsigned replaying, filling, faulting, merging;
    uint8_t faulted, asked;

    // Lines that are valid and not under fetch, by their row, to know what is invalidated and what goes for another.
    struct { bool valid; uint64_t line; } at[UL1_ROWS];
    bool sweep;                         // an invalidation is under way
    uint64_t sweep_page;
    unsigned sweep_set;                 // the set it is at
};

static struct fetch *find_fetch(struct tag_drive *t, uint64_t line)
{
    for (uint32_t left = t->used; left; left &= left - 1)
        if (t->fetch[__builtin_ctz(left)].line == line)
            return &t->fetch[__builtin_ctz(left)];
    return NULL;
}

static uint32_t all_filled(const struct tag_drive *t)
{
    uint32_t filled = 0;
    for (uint32_t left = t->used; left; left &= left - 1)
        filled |= (uint32_t)t->fetch[__builtin_ctz(left)].filled << __builtin_ctz(left);
    return filled;
}

// Whether a line is invalidated in this cycle.
static bool swept(const struct tag_drive *t, uint64_t line)
{
    return t->sweep && line_set(line, t->split) == t->sweep_set && line >> line_page_bits(t->page) == t->sweep_page;
}

// A bit of a mask, any of those that are on.
static unsigned draw_bit(struct tag_drive *t, uint32_t mask)
{
    unsigned from = rng_below(&t->d.rng, 32);
    uint32_t rotated = mask >> from | mask << (-from & 31);
    return (from + (unsigned)__builtin_ctz(rotated)) % 32;
}

// Few lines, in few sets, some of which differ in one bit only.
static void draw_lines(struct tag_drive *t)
{
    struct rng *r = &t->d.rng;
    t->highs = rng_below(r, 3) ? 1 + rng_below(r, HIGHS) : HIGHS;
    t->lows = 1 + rng_below(r, rng_below(r, 2) ? 1 : LOWS);
    for (unsigned i = 0; i < LOWS; i++)
        t->low[i] = (uint8_t)(rng_below(r, 4) ? rng_below(r, UL1_SETS) : rng_below(r, 2) ? UL1_SETS - 1 : 0);
    for (unsigned i = 0; i < HIGHS; i++) {
        uint64_t any = rng_next(r) >> (64 - (LINE_W - UL1_SET_W));
        switch (i ? rng_below(r, 3) : 2) {
        case 0: t->high[i] = t->high[0] ^ 1ull << rng_below(r, LINE_W - UL1_SET_W); break;
        case 1: t->high[i] = t->high[0] ^ i; break;
        default: t->high[i] = any;
        }
    }
}

static void draw_settings(struct tag_drive *t)
{
    struct rng *r = &t->d.rng;
    unsigned which = rng_below(r, 2) ? 1u << rng_below(r, 3) : 1 + rng_below(r, 7); // one of the three, or some
    t->changed = true;
    if (which & 1)
        t->split = (uint8_t)((t->split + 1 + rng_below(r, 3)) % 4);
    if (which & 2)
        t->page = (uint8_t)((t->page + 1 + rng_below(r, 3)) % 4);
    if (which & 4)
        t->root ^= 1u << rng_below(r, UL1_PN_W);
}

static void tag_knobs(struct drive *d)
{
    struct tag_drive *t = (struct tag_drive *)d;
    draw_rows(d, &t->rows);
    if (t->drain)
        return; // until all has arrived
    t->drain = rng_below(&d->rng, 3) == 0; // then what is under way ends soon, and nothing new comes
    t->pass = draw_knob(d);
    t->cached = rng_below(&d->rng, 4) ? 90 : draw_knob(d);
    t->bypass = rng_below(&d->rng, 2) ? 0 : draw_knob(d);
    t->repeat = rng_below(&d->rng, 2) ? 20 : draw_knob(d) / 2;
    t->open = rng_below(&d->rng, 2) ? 100 : draw_knob(d);
    t->replay = t->drain ? 90 : 10 + draw_knob(d);
    t->whole = draw_knob(d);
    t->fill = t->drain ? 90 : rng_below(&d->rng, 2) ? 5 : draw_knob(d);
    t->pieces = draw_knob(d);
    t->error = rng_below(&d->rng, 2) ? 0 : draw_knob(d) / 3;
    t->fault = rng_below(&d->rng, 2) ? 0 : draw_knob(d) / 2;
    t->inv = rng_below(&d->rng, 3) ? draw_knob(d) : 0;
    t->sectors = rng_below(&d->rng, 2) ? 0xf : draw_sectors(d);
    if (t->drain)
        return;
    if (t->changed)
        t->pass = t->cached = 100; // of lines that were valid with the settings before
    else if (rng_below(&d->rng, 2))
        draw_lines(t);
    t->changed = false;
}

// A line in use, often the last again; often one that is being invalidated, if there is one.
static uint64_t draw_line(struct tag_drive *t)
{
    struct drive *d = &t->d;
    uint64_t line[HIGHS * LOWS];
    unsigned found = 0;
    for (unsigned j = 0; t->sweep && j < t->lows; j++)
        for (unsigned i = 0; line_set(t->low[j], t->split) == t->sweep_set && i < t->highs; i++)
            if (swept(t, t->high[i] << UL1_SET_W | t->low[j]))
                line[found++] = t->high[i] << UL1_SET_W | t->low[j];
    if (found && happens(d, 70))
        return line[rng_below(&d->rng, found)];
    if (happens(d, t->repeat))
        return t->last;
    return t->high[rng_below(&d->rng, t->highs)] << UL1_SET_W | t->low[rng_below(&d->rng, t->lows)];
}

// A line under fetch, of several, often one that is being invalidated.
static unsigned draw_fetch(struct tag_drive *t, uint32_t of)
{
    uint32_t found = 0;
    for (uint32_t left = t->sweep ? of : 0; left; left &= left - 1)
        found |= (uint32_t)swept(t, t->fetch[__builtin_ctz(left)].line) << __builtin_ctz(left);
    return draw_bit(t, found && happens(&t->d, 70) ? found : of);
}

// Slots on a line, in these sectors.
static void draw_slots(struct tag_drive *t, struct ul1_tag_in *in, uint64_t line, unsigned sectors)
{
    in->pass_line = line;
    in->pass_mask = draw_mask(&t->d);
    for (unsigned s = 0; s < LANES; s++) {
        if (!(in->pass_mask >> s & 1))
            continue;
        unsigned r = rng_below(&t->d.rng, 4 * LANES), sector = r % 4;
        while (!(sectors >> sector & 1))
            sector = (sector + 1) % 4;
        unsigned bank = sector * (LANES / 4) + r / 4 % (LANES / 4);
        in->pass_addr[s] = (uint16_t)(line % UL1_ROWS << (LG + 2) | bank << 2 | rng_below(&t->d.rng, 4));
    }
}

static void drive_shared(struct tag_drive *t, struct ul1_tag_in *in)
{
    struct drive *d = &t->d;
    uint8_t bank[LANES];
    draw_banks(d, bank);
    in->pass_mask = draw_mask(d);
    for (unsigned i = 0; i < LANES; i++)
        if (in->pass_mask >> i & 1 && rng_below(&d->rng, 4)) // of the others the address stays wholly random
            in->pass_addr[i] = (uint16_t)(pick_row(d, &t->rows) << (LG + 2) | bank[i] << 2 | rng_below(&d->rng, 4));
}

static void drive_replay(struct tag_drive *t, struct ul1_tag_in *in)
{
    struct fetch *f = &t->fetch[t->replaying];
    in->pass_cached = in->pass_rep = 1;
    draw_slots(t, in, f->line, f->need[f->replayed]);
    in->pass_last = f->replayed + 1 == f->waiting;
    in->pass_fail = f->error;
    in->pass_drop = f->error || f->drop;
}

static void drive_lookup(struct tag_drive *t, struct ul1_tag_in *in)
{
    struct drive *d = &t->d;
    unsigned sectors = t->sectors & draw_sectors(d);
    t->last = draw_line(t);
    in->pass_cached = 1;
    in->pass_bypass = happens(d, t->bypass);
    draw_slots(t, in, t->last, sectors ? sectors : t->sectors);
}

static void drive_pass(struct tag_drive *t, struct ul1_tag_in *in)
{
    struct drive *d = &t->d;
    uint32_t filled = all_filled(t);
    t->replaying = NONE;
    in->pass_mask = 0;
    in->pass_cached = in->pass_rep = 0;
    if (filled && happens(d, t->replay)) {
        t->replaying = draw_fetch(t, filled);
        drive_replay(t, in);
    } else if (happens(d, t->pass)) {
        if (!happens(d, t->cached))
            drive_shared(t, in);
        else if (!t->drain && !t->fresh)
            drive_lookup(t, in);
    }
}

// Something arrives for a line, and the translation of one, perhaps the same, fails. Whether a line is complete with that is
// known when the lookup is.
static void drive_arrivals(struct tag_drive *t, struct ul1_tag_in *in)
{
    struct drive *d = &t->d;
    uint32_t pending = t->used & ~all_filled(t);
    t->filling = t->faulting = NONE;
    in->fill_valid = pending && happens(d, t->fill);
    if (in->fill_valid) {
        t->filling = draw_fetch(t, pending);
        struct fetch *f = &t->fetch[t->filling];
        unsigned left = f->wanted & ~f->got, part = left & draw_sectors(d);
        in->fill_row = f->row;
        in->fill_sect = (uint8_t)(part && happens(d, t->pieces) ? part : left);
        in->fill_err = happens(d, t->error);
    }
    if (pending && happens(d, t->fault)) {
        uint32_t others = in->fill_valid ? pending & ~(1u << t->filling) : 0;
        t->faulting = draw_bit(t, others && rng_below(&d->rng, 4) ? others : pending);
        struct fetch *f = &t->fetch[t->faulting];
        unsigned comes = t->faulting == t->filling ? in->fill_sect : 0;
        unsigned left = f->wanted & ~f->got & ~comes, part = left & draw_sectors(d);
        t->faulted = (uint8_t)(part && happens(d, t->pieces) ? part : left);
        if (!left)
            t->faulting = NONE;
    }
    in->miss_open = in->fill_done = in->fault_done = 0;
}

static void drive_inv(struct tag_drive *t, struct ul1_tag_in *in)
{
    struct drive *d = &t->d;
    in->inv_valid = !t->drain && happens(d, t->inv);
    if (in->inv_valid && rng_below(&d->rng, 8)) { // else of any page
        uint64_t line = t->high[rng_below(&d->rng, t->highs)] << UL1_SET_W | t->low[rng_below(&d->rng, t->lows)];
        in->inv_addr = line << (LG + 2) | rng_below(&d->rng, 4 * LANES);
    }
}

static void tag_drive(struct drive *d, const void *outputs, void *inputs)
{
    struct tag_drive *t = (struct tag_drive *)d;
    struct ul1_tag_in *in = inputs;
    const struct ul1_tag_out *out = outputs;
    if (!t->highs)
        draw_lines(t);
    bool idle = t->drain && !t->used && out->inv_ready && !in->rst;
    if (idle)
        draw_settings(t);
    drive_pass(t, in);
    drive_arrivals(t, in);
    drive_inv(t, in);
    in->cfg_split = t->split;
    in->cfg_page = t->page;
    in->cfg_root = t->root;
    if (idle) {
        t->drain = false;
        d->phase_end = 0; // on with other knobs
    }
}

// A miss opens an entry or merges, if it can.
static void answer_miss(struct tag_drive *t, struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    struct drive *d = &t->d;
    struct fetch *f = out->look_miss ? find_fetch(t, in->pass_line) : NULL;
    t->merging = NONE;
    t->asked = 0;
    if (f && !f->filled && !out->look_doom && f->waiting < UL1_MERGE)
        t->merging = (unsigned)(f - t->fetch);
    else if (!f && out->look_miss && out->look_way && t->used != UINT32_MAX)
        in->miss_open = happens(d, t->open);
    if (in->miss_open || t->merging != NONE)
        t->asked = (uint8_t)((happens(d, t->whole) ? 0xfu : sectors_needed(in)) & ~(unsigned)out->look_have & 0xf);
}

// Whether a line is complete at the end of this cycle.
static bool completes(const struct tag_drive *t, unsigned i, const struct ul1_tag_in *in)
{
    const struct fetch *f = &t->fetch[i];
    unsigned wanted = f->wanted | (i == t->merging ? t->asked : 0);
    unsigned got = f->got | (i == t->filling ? in->fill_sect : 0u) | (i == t->faulting ? t->faulted : 0u);
    return !(wanted & ~got);
}

static void tag_respond(struct drive *d, const void *outputs, void *inputs)
{
    struct tag_drive *t = (struct tag_drive *)d;
    struct ul1_tag_in *in = inputs;
    answer_miss(t, in, outputs);
    in->fill_done = t->filling != NONE && completes(t, t->filling, in);
    in->fault_done = t->faulting != NONE && completes(t, t->faulting, in) && !(in->fill_done && t->faulting == t->filling);
    if (in->fault_done)
        in->fault_row = t->fetch[t->faulting].row;
}

static const char *tag_check(struct drive *d, const void *in, const void *out)
{
    return tag_contract_check(&((struct tag_drive *)d)->contract, in, out);
}

static void count_slots(struct drive *d, const struct ul1_tag_in *in)
{
    unsigned bytes = 0;
    bool first = false, last = false;
    for (unsigned i = 0; i < LANES; i++) {
        bool on = in->pass_mask >> i & 1;
        bytes |= (unsigned)on << (in->pass_addr[i] & 3);
        first |= on && in->pass_addr[i] >> 2 == 0;
        last |= on && in->pass_addr[i] >> 2 == UL1_ROWS * LANES - 1;
    }
    saw(d, NO_SLOT, in->pass_mask == 0);
    saw(d, ONE_SLOT, __builtin_popcount(in->pass_mask) == 1);
    saw(d, ALL_SLOTS, in->pass_mask == ALL_LANES);
    saw(d, FIRST_WORD, !in->pass_cached && first);
    saw(d, LAST_WORD, !in->pass_cached && last);
    saw(d, EVERY_BYTE, bytes == 0xf);
}

static void count_replay(struct tag_drive *t, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    struct drive *d = &t->d;
    bool doomed = t->fetch[t->replaying].doomed;
    saw(d, REPLAY_HIT, out->look_hit);
    saw(d, REPLAY_FAIL, in->pass_fail);
    saw(d, NOT_LAST, !in->pass_last);
    saw(d, LAST_KEEPS, in->pass_last && !in->pass_drop && !doomed);
    saw(d, LAST_DROPS, in->pass_last && in->pass_drop && !doomed);
    saw(d, LAST_DOOMED, in->pass_last && !in->pass_drop && doomed);
}

static void count_lookup(struct tag_drive *t, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    struct drive *d = &t->d;
    const struct fetch *f = find_fetch(t, in->pass_line);
    bool valid = out->look_way && t->at[out->look_row].valid, there = valid && t->at[out->look_row].line == in->pass_line;
    bool miss = out->look_miss;
    saw(d, HIT, out->look_hit && !f);
    saw(d, HIT_PENDING, out->look_hit && f && !f->filled);
    saw(d, HIT_LOCKED, out->look_hit && f && f->filled);
    saw(d, HIT_BYPASSED, out->look_hit && f && in->pass_bypass);
    saw(d, MISS_ABSENT, miss && !f && !there);
    saw(d, MISS_SECTOR, miss && !f && there && out->look_have);
    saw(d, MISS_PENDING, miss && f && !f->filled && !out->look_doom);
    saw(d, MISS_LOCKED, miss && f && f->filled && !out->look_doom);
    saw(d, MISS_DOOMED, miss && out->look_doom);
    saw(d, MISS_BYPASSED, miss && there && in->pass_bypass);
    saw(d, NO_ENTRY, miss && !f && out->look_way && !in->miss_open);
    saw(d, NO_WAY, miss && !f && !out->look_way);
    saw(d, NO_WAY_OF_SIX, miss && !f && !out->look_way && t->split >= UL1_SPLIT_S16);
    saw(d, OPEN_SOME_VALID, in->miss_open && out->look_have);
    saw(d, EVICTED, in->miss_open && valid && !there);
}

static void count_arrivals(struct tag_drive *t, const struct ul1_tag_in *in)
{
    struct drive *d = &t->d;
    const struct fetch *f = &t->fetch[t->filling % UL1_PRT];
    bool lookup = in->pass_cached && !in->pass_rep;
    bool same_set = line_set(f->line, t->split) == line_set(in->pass_line, t->split);
    saw(d, FAULT, in->fault_done);
    if (!in->fill_valid)
        return;
    saw(d, FILL_ALL, in->fill_sect == 0xf);
    saw(d, FILL_ONE, __builtin_popcount(in->fill_sect) == 1);
    saw(d, FILL_FAILS, in->fill_err);
    saw(d, FILL_LOOKED_UP, lookup && f->line == in->pass_line);
    saw(d, FILL_SAME_SET, lookup && f->line != in->pass_line && same_set);
    saw(d, FILL_AS_OPENED, in->miss_open && same_set);
    saw(d, FILL_AND_REPLAY, in->pass_rep);
    saw(d, DONE, in->fill_done);
    saw(d, DONE_LATE, !in->fill_done && t->merging == t->filling && !(f->wanted & ~(f->got | in->fill_sect)));
    saw(d, DONE_AND_FAULT, in->fill_done && in->fault_done);
}

static void count_inv(struct tag_drive *t, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    struct drive *d = &t->d;
    bool looked_up = in->pass_cached && swept(t, in->pass_line);
    saw(d, INV_TAKEN, in->inv_valid && out->inv_ready);
    saw(d, INV_KEPT_OUT, in->inv_valid && !out->inv_ready);
    saw(d, INV_LOOKED_UP, looked_up && !in->pass_rep);
    saw(d, INV_OPENED, looked_up && in->miss_open);
    saw(d, INV_FILLED, in->fill_valid && swept(t, t->fetch[t->filling].line));
    saw(d, INV_LAST, looked_up && in->pass_rep && in->pass_last);
}

static void track_fetches(struct tag_drive *t, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    if (t->replaying != NONE) {
        struct fetch *f = &t->fetch[t->replaying];
        f->replayed++;
        t->at[f->row].valid = in->pass_last && !in->pass_drop && !f->doomed;
        t->at[f->row].line = f->line;
        t->used &= ~((uint32_t)in->pass_last << t->replaying);
    }
    if (in->miss_open) {
        unsigned i = (unsigned)__builtin_ctz(~t->used);
        t->fetch[i] = (struct fetch){ .line = in->pass_line, .row = out->look_row, .drop = in->pass_bypass };
        t->used |= 1u << i;
        t->at[out->look_row].valid = false;
        t->merging = i;
    }
    if (t->merging != NONE) {
        struct fetch *f = &t->fetch[t->merging];
        f->wanted |= t->asked;
        f->need[f->waiting++] = (uint8_t)sectors_needed(in);
    }
    if (t->filling != NONE) {
        struct fetch *f = &t->fetch[t->filling];
        f->got |= in->fill_sect;
        f->error |= in->fill_err;
        f->filled |= in->fill_done;
    }
    if (t->faulting != NONE) {
        struct fetch *f = &t->fetch[t->faulting];
        f->got |= t->faulted;
        f->error = true;
        f->filled |= in->fault_done;
    }
}

static void track_sweep(struct tag_drive *t, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    if (t->sweep) {
        for (uint32_t left = t->used; left; left &= left - 1) {
            struct fetch *f = &t->fetch[__builtin_ctz(left)];
            saw(&t->d, DOOMED, swept(t, f->line) && !f->doomed);
            f->doomed |= swept(t, f->line);
        }
        for (unsigned row = split_rows(t->split) + t->sweep_set; row < UL1_ROWS; row += split_sets(t->split)) {
            saw(&t->d, INVALIDATED, t->at[row].valid && swept(t, t->at[row].line));
            t->at[row].valid &= !swept(t, t->at[row].line);
        }
        t->sweep = ++t->sweep_set < split_sets(t->split);
    }
    if (in->inv_valid && out->inv_ready) {
        t->sweep = true;
        t->sweep_page = in->inv_addr >> (LG + 2) >> line_page_bits(t->page);
        t->sweep_set = 0;
    }
}

static void track_settings(struct tag_drive *t, const struct ul1_tag_in *in)
{
    bool split = in->cfg_split != t->was_split, page = in->cfg_page != t->was_page, root = in->cfg_root != t->was_root;
    saw(&t->d, SPLIT_CHANGED, split);
    saw(&t->d, PAGE_CHANGED, page && !split); // each empties the cache by itself
    saw(&t->d, ROOT_CHANGED, root && !split && !page);
    if (split || page || root)
        memset(t->at, 0, sizeof t->at);
    t->was_split = in->cfg_split;
    t->was_page = in->cfg_page;
    t->was_root = in->cfg_root;
}

static void tag_count(struct drive *d, const void *inputs, const void *outputs)
{
    struct tag_drive *t = (struct tag_drive *)d;
    const struct ul1_tag_in *in = inputs;
    const struct ul1_tag_out *out = outputs;
    if (in->rst) {
        saw(d, RESET_BUSY, t->used != 0);
        saw(d, RESET_SWEEP, t->sweep);
        t->used = 0;
        t->sweep = false;
        memset(t->at, 0, sizeof t->at);
        t->was_split = t->was_page = 0;
        t->was_root = 0;
        t->fresh = true;
        return;
    }
    count_slots(d, in);
    if (t->replaying != NONE)
        count_replay(t, in, out);
    else if (in->pass_cached)
        count_lookup(t, in, out);
    count_arrivals(t, in);
    count_inv(t, in, out);
    track_fetches(t, in, out);
    track_sweep(t, in, out);
    track_settings(t, in);
    t->fresh = false;
    d->stimulus.passes += in->pass_mask != 0;
}

struct stimulus *tag_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "tag", sizeof(struct tag_drive), events, EVENTS, 700, tag_knobs, tag_drive,
        tag_respond, tag_check, tag_count };
    return drive_make(&kind, test, seed, cycles);
}
