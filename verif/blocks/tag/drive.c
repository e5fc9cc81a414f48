// Tag unit: contract and random drive.
#include "blocks/tag/contract.h"
#include "blocks/draw.h"
#include "blocks/drive.h"

#include <string.h>

enum { NONE = UL1_PRT, LINE_W = UL1_LINE_W }; // no fetch; the bits of a line's number

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

// The settings change only while no line is looked up or fetched, and no command is offered or under way. After a reset
// they change from zero, and only a lookup is in the way of that.
static const char *check_settings(const struct tag_contract *c, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    if (!c->used && !in->pass_cached && (!c->running || (!in->cmd_valid && out->cmd_ready)))
        return NULL;
    bool same = in->cfg_page == c->cfg_page && in->cfg_root == c->cfg_root;
    return same ? NULL : "cfg_page, cfg_root: one changes while lines are looked up or fetched, or in a command";
}

static unsigned sectors_needed(const struct ul1_tag_in *in)
{
    unsigned need = 0;
    for (unsigned s = 0; s < LANES; s++)
        need |= (in->pass_mask >> s & 1) << (in->pass_addr[s] >> 2) % LANES / (LANES / 4);
    return need;
}

// A cached pass has slots, but for a bare replay, which is the last of its line; and all of them lie on its line. (Of a
// shared one any slots and any addresses will do.)
static const char *check_slots(const struct ul1_tag_in *in)
{
    if (!in->pass_cached)
        return in->pass_replay ? "pass_replay: without pass_cached" : NULL;
    if (!in->pass_mask)
        return in->pass_replay && in->pass_last ? NULL : "pass_mask: a cached pass without slots";
    uint32_t other = 0;
    for (unsigned s = 0; s < LANES; s++)
        other |= (uint32_t)(in->pass_addr[s] >> (UL1_LANE_W + 2) ^ (unsigned)(in->pass_line % UL1_ROWS)) & -(in->pass_mask >> s & 1);
    return other ? "pass_addr: an active slot of a cached pass is not on pass_line" : NULL;
}

// A line is replayed when all that was fetched of it is there, or has failed: then it drops the line at the last. What the
// last makes dirty are sectors that stores held for it touch.
static const char *check_replay(const struct tag_contract *c, const struct ul1_tag_in *in)
{
    if (in->held_dirty && !(in->pass_replay && in->pass_last))
        return "held_dirty: without a last replay";
    if (!in->pass_replay)
        return NULL;
    if (in->pass_store)
        return "pass_replay: of a store";
    unsigned f = fetch_of_line(c, in->pass_line);
    if (f == NONE || !(c->locked >> f & 1))
        return "pass_replay: the line has not been fetched, or not yet";
    if (in->held_dirty & ~(in->pass_fail ? 0u : c->held[f]))
        return "held_dirty: of a replay that fails, or a sector that no store held for the line touches";
    if (in->pass_fail)
        return in->pass_drop ? NULL : "pass_drop: a replay that fails (pass_fail) keeps the line";
    return sectors_needed(in) & ~(unsigned)c->have[f] ? "pass_replay: it needs a sector that the line does not have" : NULL;
}

// A way is reserved only where something is asked for and there is a way for it, for as many lines at once as there can be
// requests, and a dirty line goes only into a slot of the write data buffer.
static const char *check_open(const struct tag_contract *c, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    if (!in->miss_open && !in->store_alloc)
        return NULL;
    if (!out->look_judge || !out->look_way)
        return "miss_open, store_alloc: without look_judge, or without look_way";
    if (out->look_dirty && !in->room_dirty)
        return "miss_open, store_alloc: a dirty line goes without room_dirty";
    return in->miss_open && c->used == UINT32_MAX
        ? "miss_open: more lines under fetch than the pending request table has entries" : NULL;
}

// A store is held if and only if its line is under fetch, from now on at the latest.
static const char *check_store(const struct tag_contract *c, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    bool way = in->miss_open || in->store_alloc || in->store_dirty;
    if (!out->look_judge || !in->pass_store)
        return in->store_hold || in->store_alloc || in->store_dirty ? "store_hold, store_alloc, store_dirty: without a cached store" : NULL;
    if (in->store_hold != (in->miss_open || fetch_of_line(c, in->pass_line) != NONE))
        return "store_hold: not that the line of a store is under fetch, or gets to be";
    if (in->miss_open + in->store_alloc + in->store_dirty > 1)
        return "miss_open, store_alloc, store_dirty: more than one";
    if (way && in->pass_bypass)
        return "miss_open, store_alloc, store_dirty: of a store that bypasses";
    if (in->store_alloc && out->look_there)
        return "store_alloc: the line is there";
    if (in->store_dirty && !(out->look_there && out->look_way))
        return "store_dirty: the line is not there and free";
    if (!in->store_alloc && !in->store_dirty)
        return NULL;
    if (in->store_sect != out->look_need)
        return "store_sect: not the sectors that the store touches";
    unsigned has = out->look_cover | (in->store_dirty ? out->look_have : 0u);
    return in->store_sect & ~has ? "store_sect: a sector that is neither covered nor there" : NULL;
}

// What arrives was missing, and its way is pending until nothing more is to come.
static const char *check_fill(const struct tag_contract *c, const struct ul1_tag_in *in)
{
    if (in->done_fill && !in->fill_valid)
        return "done_fill: without fill_valid";
    if (in->fill_valid) {
        unsigned f = pending_of_row(c, in->done_fill_row);
        if (f == NONE)
            return "done_fill_row: its way is not pending";
        if (!in->fill_sect || in->fill_sect & c->have[f])
            return "fill_sect: no sector, or one that the line has";
    }
    if (!in->done_fault)
        return NULL;
    if (pending_of_row(c, in->done_fault_row) == NONE)
        return "done_fault_row: its way is not pending";
    return in->done_fill && in->done_fill_row == in->done_fault_row ? "done_fault: done_fill says it already" : NULL;
}

// When all is idle nothing is looked up or fetched, and from then on until a command is complete. A dirty line that goes
// waits in the write data buffer. A fence is answered after it was asked for.
static const char *check_idle(const struct tag_contract *c, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    bool drained = out->cmd_state > UL1_CMD_STATE_DRAIN;
    if (in->lsu_idle && in->wdb_idle && (in->pass_cached || c->used))
        return "lsu_idle, wdb_idle: both, as lines are looked up or fetched";
    if (drained && !in->lsu_idle)
        return "lsu_idle: not, in a command that found all idle";
    if (drained && in->pass_cached)
        return "pass_cached: in a command that found all idle";
    if (c->evicted && in->wdb_idle)
        return "wdb_idle: right behind a dirty line that went (evict)";
    bool answer = in->answer_fence && in->answer_id == UL1_CMD_ID;
    return answer && out->cmd_state != UL1_CMD_STATE_ANSWER ? "answer_id: no command has asked for it" : NULL;
}

static void advance(struct tag_contract *c, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    unsigned arrives = in->fill_valid ? pending_of_row(c, in->done_fill_row) : NONE;
    unsigned fails = in->done_fault ? pending_of_row(c, in->done_fault_row) : NONE;
    unsigned ends = in->pass_replay && in->pass_last ? fetch_of_line(c, in->pass_line) : NONE;
    c->running = 1;
    c->cfg_page = in->cfg_page;
    c->cfg_root = in->cfg_root;
    c->evicted = out->evict_valid;
    if (in->miss_open && c->used != UINT32_MAX) {
        unsigned f = (unsigned)__builtin_ctz(~c->used);
        c->used |= 1u << f;
        c->locked &= ~(1u << f);
        c->have[f] = out->look_have;
        c->held[f] = 0;
        c->row[f] = out->look_row;
        c->line[f] = in->pass_line;
    }
    unsigned held = in->store_hold ? fetch_of_line(c, in->pass_line) : NONE;
    if (held != NONE)
        c->held[held] |= out->look_need;
    if (arrives != NONE) {
        c->have[arrives] |= in->fill_err ? 0 : in->fill_sect;
        c->locked |= (uint32_t)in->done_fill << arrives;
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
        broken = check_store(c, in, out);
    if (!broken)
        broken = check_fill(c, in);
    if (!broken)
        broken = check_idle(c, in, out);
    advance(c, in, out);
    return broken;
}

// ---- the drive: plays the pending request table, the write data buffer, what the memory sends, who waits for it, and who
// commands

enum { NO_SLOT, ONE_SLOT, ALL_SLOTS, FIRST_WORD, LAST_WORD, EVERY_BYTE, HIT, HIT_PENDING, HIT_LOCKED, HIT_BYPASSED, HIT_DIRTY,
    MISS_ABSENT, MISS_SECTOR, MISS_PENDING, MISS_LOCKED, MISS_CLOSED, MISS_BYPASSED, NO_ENTRY, NO_WAY, NO_WAY_OF_SIX,
    OPEN_SOME_VALID, GONE, EVICTED, EVICTED_SOME, EVICTED_FOR_STORE, EVICTED_ALLOC, EVICT_NO_SLOT, STORE_ABSENT, STORE_THERE,
    STORE_DIRTY, STORE_DIRTY_MORE, STORE_ALLOC, STORE_OPENS, STORE_OPENS_THERE, STORE_HELD_PENDING, STORE_HELD_LOCKED,
    STORE_BACK_HELD, STORE_NO_WAY, PURGED, PURGED_NOT, COVERS_SOME, COVERS_NARROW, REPLAY_HIT, REPLAY_FAIL, NOT_LAST,
    LAST_KEEPS, LAST_DROPS, LAST_DROPS_BUT_DIRTY, LAST_FAILS_BUT_DIRTY, LAST_MAKES_DIRTY, LAST_CLOSED, LAST_BARE,
    LAST_BARE_FAILS, FILL_ALL, FILL_ONE, FILL_FAILS, FILL_LOOKED_UP, FILL_SAME_SET, FILL_AS_OPENED, FILL_AND_REPLAY, DONE,
    DONE_LATE, FAULT, DONE_AND_FAULT, CMD_LINE, CMD_ALL, CMD_FLUSH, CMD_BOTH, CMD_PAGE, CMD_CARVEOUT, CMD_RESERVED, CMD_KEPT_OUT,
    CMD_RUNNING, DRAIN_LOOKUP, DRAIN_WDB, SWEPT_LINE, SWEPT_ALL, SWEPT_BUT_DIRTY, SWEPT_FLUSH, SWEPT_BOTH, SWEPT_PAGE,
    SWEPT_PAGE_BACK, SWEPT_SPLIT, SWEPT_SPLIT_BACK, SWEPT_RESERVED, SWEPT_OTHER, SWEPT_OTHER_DIRTY, SWEPT_TWO, SWEPT_NO_SLOT,
    SWEPT_FIRST, SWEPT_LAST, SWEPT_LAST_WAY, SETTLE_WAITS, FENCE_WAITS, ANSWER_OTHER, ANSWER_AT_ONCE, FORGETS, SPLIT_MORE,
    SPLIT_LESS, SPLIT_SAME, PAGE_CHANGED, ROOT_CHANGED, LOST_DIRTY, RESET_BUSY, RESET_CMD, EVENTS };
static const struct event_name events[EVENTS] = {
    { "no slot active", true },
    { "one slot active", true },
    { "all slots active", true },
    { "the first word of the array", true },
    { "the last word of the array", true },
    { "every byte of a word in one pass", true },
    { "hit", true },
    { "hit in a pending line", true },
    { "hit in a locked line", true },
    { "bypassing hit, as the line is under fetch", true },
    { "bypassing hit, as the line is dirty", true },
    { "miss, the line absent", true },
    { "miss, sectors absent", true },
    { "miss, the line pending", true },
    { "miss, the line locked", true },
    { "miss, the line closed", true },
    { "miss, the line there and bypassed", true },
    { "miss that finds no entry", true },
    { "no way free", true },
    { "no way free, of six", true },
    { "way reserved, some sectors valid", true },
    { "valid line gone for another", true },
    { "dirty line gone for another", true },
    { "line gone for another, some sectors dirty", true },
    { "dirty line gone for a store that is held", true },
    { "dirty line gone for a store that covers", true },
    { "dirty line stays, there is no slot for it", true },
    { "store of a line that is absent", true },
    { "store written through, the line there", true },
    { "store makes sectors dirty", true },
    { "store makes sectors dirty that were not there", true },
    { "store gets a way without a fetch", true },
    { "store opens a fetch", true },
    { "store opens a fetch, some sectors valid", true },
    { "store held, the line pending", true },
    { "store held, the line locked", true },
    { "store held that is written back", true },
    { "store finds no way free", true },
    { "line purged by a store", true },
    { "line not purged, as it is dirty", true },
    { "store covers some of its sectors", true },
    { "narrow store in all banks of a sector", true },
    { "replay hits", true },
    { "replay fails", true },
    { "replay that is not the last", true },
    { "last replay keeps the line", true },
    { "last replay drops the line", true },
    { "last replay drops the line but for what is dirty", true },
    { "last replay fails, dirty sectors stay", true },
    { "last replay makes sectors dirty", true },
    { "last replay of a line stores are held for", true },
    { "bare replay", true },
    { "bare replay that fails", true },
    { "whole line filled", true },
    { "one sector filled", true },
    { "fill with an error", true },
    { "a line filled and looked up in one cycle", true },
    { "a line filled, another of its set looked up", true },
    { "a line filled, another way of its set reserved", true },
    { "a line filled, another replayed", true },
    { "line complete", true },
    { "line would be complete, but a lookup of this cycle wants more", true },
    { "fault", true },
    { "a line complete, another by a fault", true },
    { "command line", true },
    { "command all", true },
    { "command flush", true },
    { "command both", true },
    { "command page", true },
    { "command carveout", true },
    { "a reserved command", true },
    { "command kept out by another", true },
    { "a command in the cycle after another", true },
    { "lookup in a command", true },
    { "command waits for the write data buffer", true },
    { "line invalidated by line", true },
    { "line invalidated by all", true },
    { "clean sectors invalidated, dirty ones stay", true },
    { "dirty line written back by flush", true },
    { "dirty line written back by both", true },
    { "clean line invalidated by page", true },
    { "dirty line written back by page", true },
    { "line invalidated by carveout", true },
    { "dirty line written back by carveout", true },
    { "dirty line written back by a reserved command", true },
    { "line of a set not named, stays", true },
    { "dirty line of a set not named, stays", true },
    { "two dirty lines of a set written back", true },
    { "dirty line waits for a slot", true },
    { "first set, a line in it", true },
    { "last set of all, a line in it", true },
    { "last row, a line in it", true },
    { "command waits for its writes", true },
    { "command waits to ask for a fence", true },
    { "another fence answered meanwhile", true },
    { "fence answered at once", true },
    { "translation of a page forgotten", true },
    { "carveout gives the cache more", true },
    { "carveout gives the cache less", true },
    { "carveout stays", true },
    { "cfg_page changed", true },
    { "cfg_root changed", true },
    { "cfg_page or cfg_root changed with dirty lines", true },
    { "reset with lines under fetch", true },
    { "reset with a command under way", true },
};

enum { HIGHS = 10, LOWS = 6 };

// A line under fetch, as the pending request table knows it.
struct fetch {
    bool filled, error, drop, closed;
    uint64_t line;
    uint16_t row;
    uint8_t wanted, got, keeps;         // sectors; those that held stores make dirty
    uint8_t need[UL1_MERGE];            // of the accesses that wait
    uint8_t waiting, replayed;
};

struct tag_drive {
    struct drive d;
    struct tag_contract contract;

    uint8_t carveout;                      // the tag unit's
    uint8_t page;                       // the settings; to change them all lines must have arrived
    uint32_t root;
    bool drain, changed;                // and: they have just been changed
    uint8_t was_page;                   // the settings of the cycle before, zero after a reset
    uint32_t was_root;
    bool fresh;                         // there was a reset in the cycle before

    unsigned pass, cached, bypass, repeat, open, replay, whole, fill, pieces, error, fault; // how often
    unsigned store, back, cover, slot, cmd, drains, fence, answer;
    unsigned sectors;                   // that accesses need
    struct rows rows;                   // of shared passes
    uint64_t high[HIGHS];               // the lines in use: any of these with any of those
    uint8_t low[LOWS];
    unsigned highs, lows;
    uint64_t last;                      // the line looked up last

    uint32_t used;
    struct fetch fetch[UL1_PRT];
    // What this cycle's inputs say: which replay is made; which line something arrives for, which fails, in these sectors;
    // into which a miss merges or for which a store is held; and the sectors that it asks for.
    unsigned replaying, filling, faulting, merging;
    uint8_t faulted, asked;
    bool keeps;                         // a store that is held is written back

    // What is in each row, to know what goes.
    struct { uint64_t line; uint8_t valid, dirty; } at[UL1_ROWS];
    unsigned wdb_busy;                  // cycles until the write data buffer is idle
    bool ends;                          // a command is under way, and nothing is looked up any more
    uint8_t op, new_split, was_state;   // of the command
    uint64_t cmd_line;                  // and its line
    unsigned sweep_set, written;        // the set it is at, and the lines of it that were written back
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

// A bit of a mask, any of those that are on.
static unsigned draw_one(struct tag_drive *t, uint32_t mask)
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
    unsigned which = rng_below(r, 3);   // one of the two, or both
    t->changed = true;
    if (which != 1)
        t->page = (uint8_t)((t->page + 1 + rng_below(r, 3)) % 4);
    if (which != 0)
        t->root ^= 1u << rng_below(r, UL1_PN_W);
}

// Lines of a few sets are written, partly, and stay; then commands go through the cache.
static void draw_dirty(struct tag_drive *t)
{
    t->pass = t->cached = t->slot = 100;
    t->back = 70;
    t->store = t->cover = 50;
    t->fault = t->error = t->bypass = 0;
    t->fill = t->replay = 90;
    t->cmd = 5;
    t->drains = 50;
    t->highs = 2 + rng_below(&t->d.rng, 4);
    if (rng_below(&t->d.rng, 4) == 0) { // the last set is full
        t->highs = HIGHS;
        t->lows = 1;
        t->low[0] = UL1_SETS - 1;
    }
}

// More lines of a set are asked for than it has ways, and nothing comes.
static void draw_full(struct tag_drive *t)
{
    t->pass = t->cached = t->open = t->slot = 100;
    t->store = 10;
    t->fill = 3;
    t->fault = t->bypass = t->cmd = 0;
    t->highs = HIGHS;
    t->lows = 1;
}

// Loads that bypass fetch what lines lack that are dirty in part, and drop them.
static void draw_drop(struct tag_drive *t)
{
    t->pass = t->cached = t->back = t->cover = t->open = t->slot = 100;
    t->store = 30;
    t->bypass = 50;
    t->whole = t->cmd = 0;
    t->fill = t->replay = 70;
    t->error = rng_below(&t->d.rng, 2) ? 0 : 30;
    t->fault = rng_below(&t->d.rng, 2) ? 0 : 40;
    t->sectors = 0xf;
    t->highs = t->lows = 2;
}

static void tag_knobs(struct drive *d)
{
    struct tag_drive *t = (struct tag_drive *)d;
    draw_rows(d, &t->rows);
    if (t->drain)
        return; // until all has arrived
    t->drain = rng_below(&d->rng, 5) == 0; // then what is under way ends soon, and nothing new comes
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
    t->store = rng_below(&d->rng, 2) ? 40 : draw_knob(d);
    t->back = draw_knob(d);
    t->cover = draw_knob(d);
    t->slot = rng_below(&d->rng, 2) ? 90 : draw_knob(d);
    t->cmd = rng_below(&d->rng, 4) ? 2 * rng_below(&d->rng, 2) : draw_knob(d);
    t->drains = rng_below(&d->rng, 2) ? 50 : 2;
    t->fence = 5 + draw_knob(d);
    t->answer = 5 + draw_knob(d);
    t->sectors = rng_below(&d->rng, 2) ? 0xf : draw_sectors(d);
    if (t->drain)
        return;
    if (t->changed)
        t->pass = t->cached = 100; // of lines that were valid with the settings before
    else if (rng_below(&d->rng, 2))
        draw_lines(t);
    t->changed = false;
    unsigned kind = rng_below(&d->rng, 8);
    if (kind < 2)
        draw_dirty(t);
    else if (kind < 3)
        draw_full(t);
    else if (kind < 5)
        draw_drop(t);
}

// A line in use, often the last again.
static uint64_t draw_line(struct tag_drive *t)
{
    struct drive *d = &t->d;
    if (happens(d, t->repeat))
        return t->last;
    return t->high[rng_below(&d->rng, t->highs)] << UL1_SET_W | t->low[rng_below(&d->rng, t->lows)];
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
        in->pass_addr[s] = (uint16_t)(line % UL1_ROWS << (UL1_LANE_W + 2) | bank << 2 | rng_below(&t->d.rng, 4));
    }
}

// Slots in all banks of these sectors.
static void draw_cover(struct ul1_tag_in *in, uint64_t line, unsigned sectors)
{
    in->pass_line = line;
    in->pass_mask = 0;
    for (unsigned s = 0; s < LANES; s++) {
        in->pass_mask |= (sectors >> s / (LANES / 4) & 1) << s;
        in->pass_addr[s] = (uint16_t)(line % UL1_ROWS << (UL1_LANE_W + 2) | s << 2 | (in->pass_addr[s] & 3));
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
            in->pass_addr[i] = (uint16_t)(pick_row(d, &t->rows) << (UL1_LANE_W + 2) | bank[i] << 2 | rng_below(&d->rng, 4));
}

static void drive_replay(struct tag_drive *t, struct ul1_tag_in *in)
{
    struct fetch *f = &t->fetch[t->replaying];
    in->pass_cached = in->pass_replay = 1;
    in->pass_store = 0;
    in->pass_line = f->line;
    if (f->waiting)
        draw_slots(t, in, f->line, f->need[f->replayed]); // else it is bare
    in->pass_last = f->replayed + 1 >= f->waiting;
    in->held_dirty = in->pass_last && !f->error ? f->keeps : 0;
    in->pass_fail = f->error;
    in->pass_drop = f->error || f->drop;
}

static void drive_lookup(struct tag_drive *t, struct ul1_tag_in *in)
{
    struct drive *d = &t->d;
    unsigned sectors = t->sectors & draw_sectors(d);
    t->last = draw_line(t);
    in->pass_cached = 1;
    in->pass_store = happens(d, t->store);
    in->pass_bypass = happens(d, in->pass_store ? t->bypass / 4 : t->bypass);
    sectors = sectors ? sectors : t->sectors;
    if (in->pass_store)
        in->pass_width = (uint8_t)draw_width(d);
    bool purge = in->pass_store && rng_below(&d->rng, 16) == 0;
    in->pass_bypass |= purge;
    if (purge || (in->pass_store && happens(d, t->cover))) {
        draw_cover(in, t->last, purge || rng_below(&d->rng, 2) ? 0xf : sectors);
        in->pass_width |= (uint8_t)(rng_below(&d->rng, 8) ? UL1_WIDTH_B32 : 0);
    } else {
        draw_slots(t, in, t->last, sectors);
    }
}

static void drive_pass(struct tag_drive *t, struct ul1_tag_in *in)
{
    struct drive *d = &t->d;
    uint32_t filled = all_filled(t);
    t->replaying = NONE;
    in->pass_mask = 0;
    in->pass_cached = in->pass_replay = in->held_dirty = 0;
    if (filled && happens(d, t->replay)) {
        t->replaying = draw_one(t, filled);
        drive_replay(t, in);
    } else if (happens(d, t->pass)) {
        if (!happens(d, t->cached))
            drive_shared(t, in);
        else if (!t->drain && !t->fresh && !t->ends)
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
        t->filling = draw_one(t, pending);
        struct fetch *f = &t->fetch[t->filling];
        unsigned left = f->wanted & ~f->got, part = left & draw_sectors(d);
        in->done_fill_row = f->row;
        in->fill_sect = (uint8_t)(part && happens(d, t->pieces) ? part : left);
        in->fill_err = happens(d, t->error);
    }
    if (pending && happens(d, t->fault)) {
        uint32_t others = in->fill_valid ? pending & ~(1u << t->filling) : 0;
        t->faulting = draw_one(t, others && rng_below(&d->rng, 4) ? others : pending);
        struct fetch *f = &t->fetch[t->faulting];
        unsigned comes = t->faulting == t->filling ? in->fill_sect : 0;
        unsigned left = f->wanted & ~f->got & ~comes, part = left & draw_sectors(d);
        t->faulted = (uint8_t)(part && happens(d, t->pieces) ? part : left);
        if (!left)
            t->faulting = NONE;
    }
    in->miss_open = in->done_fill = in->done_fault = 0;
    in->store_hold = in->store_alloc = in->store_dirty = 0;
}

// Who is idle: of the load/store unit who has loads; of the write data buffer who has stores or dirty lines.
static void drive_idle(struct tag_drive *t, struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    struct drive *d = &t->d;
    bool loads = in->pass_cached, stores = in->pass_cached && in->pass_store;
    for (uint32_t left = t->used; left; left &= left - 1) {
        loads |= t->fetch[__builtin_ctz(left)].waiting != 0;
        stores |= t->fetch[__builtin_ctz(left)].closed;
    }
    bool drained = out->cmd_state > UL1_CMD_STATE_DRAIN;
    in->lsu_idle = drained || (!loads && (t->ends || (out->cmd_ready && rng_below(&d->rng, 2))));
    in->wdb_idle = !stores && !t->wdb_busy;
    t->wdb_busy -= t->wdb_busy != 0;
}

// A line that the cache has, if it has any.
static uint64_t draw_named(struct tag_drive *t)
{
    struct drive *d = &t->d;
    unsigned from = rng_below(&d->rng, UL1_ROWS);
    for (unsigned n = 0; n < UL1_ROWS; n++)
        if (t->at[(from + n) % UL1_ROWS].valid)
            return t->at[(from + n) % UL1_ROWS].line;
    return t->high[rng_below(&d->rng, t->highs)] << UL1_SET_W | t->low[rng_below(&d->rng, t->lows)];
}

static void drive_cmd(struct tag_drive *t, struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    struct drive *d = &t->d;
    in->cmd_valid = !t->drain && happens(d, t->cmd);
    if (in->cmd_valid && rng_below(&d->rng, 8)) // else of any page
        in->cmd_addr = draw_named(t) << (UL1_LANE_W + 2) | rng_below(&d->rng, 4 * LANES);
    static const uint8_t frequent[] = { UL1_CMD_LINE, UL1_CMD_PAGE, UL1_CMD_CARVEOUT, UL1_CMD_CARVEOUT };
    if (in->cmd_valid && rng_below(&d->rng, 3) == 0)
        in->cmd_op = frequent[rng_below(&d->rng, 4)];
    in->accept_fence = happens(d, t->fence);
    in->answer_fence = happens(d, t->answer);
    if (in->answer_fence && (out->cmd_state != UL1_CMD_STATE_ANSWER || rng_below(&d->rng, 8) == 0))
        in->answer_id = (uint8_t)rng_below(&d->rng, UL1_PT); // a fence's
    else if (in->answer_fence)
        in->answer_id = UL1_CMD_ID;
}

static void tag_drive(struct drive *d, const void *outputs, void *inputs)
{
    struct tag_drive *t = (struct tag_drive *)d;
    struct ul1_tag_in *in = inputs;
    const struct ul1_tag_out *out = outputs;
    if (!t->highs)
        draw_lines(t);
    t->carveout = out->carveout;
    t->ends = out->cmd_state == UL1_CMD_STATE_READY ? false : t->ends || out->cmd_state > UL1_CMD_STATE_DRAIN || happens(d, t->drains);
    bool idle = t->drain && !t->used && out->cmd_ready && !in->rst;
    if (idle)
        draw_settings(t);
    drive_pass(t, in);
    drive_arrivals(t, in);
    drive_idle(t, in, out);
    drive_cmd(t, in, out);
    in->room_dirty = happens(d, t->slot);
    in->cfg_page = t->page;
    in->cfg_root = t->root;
    if (idle) {
        t->drain = false;
        d->phase_end = 0; // on with other knobs
    }
}

// Whether a way can be reserved: what is dirty in it goes only into a slot.
static bool reservable(const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    return out->look_way && (!out->look_dirty || in->room_dirty);
}

// A miss opens an entry or merges, if it can.
static void answer_miss(struct tag_drive *t, struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    struct drive *d = &t->d;
    struct fetch *f = find_fetch(t, in->pass_line);
    if (f && !f->filled && !f->closed && f->waiting < UL1_MERGE)
        t->merging = (unsigned)(f - t->fetch);
    else if (!f && reservable(in, out) && t->used != UINT32_MAX)
        in->miss_open = happens(d, t->open);
    if (in->miss_open || t->merging != NONE)
        t->asked = (uint8_t)((happens(d, t->whole) ? 0xfu : sectors_needed(in)) & ~(unsigned)out->look_have & 0xf);
}

// A store is held for the line under fetch, or makes its line dirty, or fetches it, or else leaves all as it is.
static void answer_store(struct tag_drive *t, struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    struct drive *d = &t->d;
    struct fetch *f = find_fetch(t, in->pass_line);
    unsigned lacks = out->look_need & ~(unsigned)out->look_cover & ~(unsigned)out->look_have;
    bool back = !in->pass_bypass && happens(d, t->back);
    if (f) {
        t->merging = (unsigned)(f - t->fetch);
        t->keeps = back && !(f->filled && lacks & ~(unsigned)f->wanted);
        t->asked = (uint8_t)(t->keeps && !f->filled ? lacks : 0);
        in->store_hold = 1;
    } else if (back && lacks && reservable(in, out) && t->used != UINT32_MAX && happens(d, t->open)) {
        unsigned line = 0xfu & ~(unsigned)out->look_cover & ~(unsigned)out->look_have;
        in->miss_open = in->store_hold = 1;
        t->keeps = true;
        t->asked = (uint8_t)(happens(d, t->whole) ? line : lacks);
    } else if (back && !lacks && out->look_there) {
        in->store_dirty = 1;
    } else if (back && !lacks && reservable(in, out)) {
        in->store_alloc = 1;
    }
    if (in->store_dirty || in->store_alloc)
        in->store_sect = out->look_need;
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
    const struct ul1_tag_out *out = outputs;
    t->merging = NONE;
    t->asked = 0;
    t->keeps = false;
    if (out->look_miss)
        answer_miss(t, in, out);
    else if (out->look_judge)
        answer_store(t, in, out);
    in->done_fill = t->filling != NONE && completes(t, t->filling, in);
    in->done_fault = t->faulting != NONE && completes(t, t->faulting, in) && !(in->done_fill && t->faulting == t->filling);
    if (in->done_fault)
        in->done_fault_row = t->fetch[t->faulting].row;
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
    const struct fetch *f = &t->fetch[t->replaying];
    bool last = in->pass_last, dirty = t->at[f->row].dirty;
    saw(d, REPLAY_HIT, out->look_hit);
    saw(d, REPLAY_FAIL, in->pass_fail && f->waiting);
    saw(d, NOT_LAST, !last);
    saw(d, LAST_KEEPS, last && !in->pass_drop);
    saw(d, LAST_DROPS, last && in->pass_drop && !dirty);
    saw(d, LAST_DROPS_BUT_DIRTY, last && in->pass_drop && !in->pass_fail && dirty);
    saw(d, LAST_FAILS_BUT_DIRTY, last && in->pass_fail && dirty);
    saw(d, LAST_MAKES_DIRTY, in->held_dirty);
    saw(d, LAST_CLOSED, last && f->closed && f->waiting);
    saw(d, LAST_BARE, !f->waiting && !in->pass_fail);
    saw(d, LAST_BARE_FAILS, !f->waiting && in->pass_fail);
}

static void count_load(struct tag_drive *t, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    struct drive *d = &t->d;
    const struct fetch *f = find_fetch(t, in->pass_line);
    bool miss = out->look_miss, lacks = sectors_needed(in) & ~(unsigned)out->look_have;
    saw(d, HIT, out->look_hit && !f);
    saw(d, HIT_PENDING, out->look_hit && f && !f->filled);
    saw(d, HIT_LOCKED, out->look_hit && f && f->filled);
    saw(d, HIT_BYPASSED, out->look_hit && f && in->pass_bypass);
    saw(d, HIT_DIRTY, out->look_hit && !f && in->pass_bypass);
    saw(d, MISS_ABSENT, miss && !out->look_there);
    saw(d, MISS_SECTOR, miss && !f && out->look_have);
    saw(d, MISS_PENDING, miss && f && !f->filled && !f->closed);
    saw(d, MISS_LOCKED, miss && f && f->filled && !f->closed);
    saw(d, MISS_CLOSED, miss && f && f->closed && !lacks);
    saw(d, MISS_BYPASSED, miss && !f && out->look_there && in->pass_bypass && !out->look_have);
    saw(d, NO_ENTRY, miss && !f && out->look_way && !in->miss_open);
    saw(d, NO_WAY, miss && !f && !out->look_way);
    saw(d, NO_WAY_OF_SIX, miss && !f && !out->look_way && t->carveout >= UL1_CARVEOUT_S16);
    saw(d, OPEN_SOME_VALID, in->miss_open && out->look_have);
    saw(d, EVICT_NO_SLOT, miss && out->look_dirty && !in->room_dirty);
}

static void count_store(struct tag_drive *t, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    struct drive *d = &t->d;
    const struct fetch *f = find_fetch(t, in->pass_line);
    bool through = !in->store_hold && !in->store_alloc && !in->store_dirty;
    bool narrow = in->pass_width < UL1_WIDTH_B32;
    uint32_t banks = 0;
    for (unsigned s = 0; s < LANES; s++)
        banks |= (in->pass_mask >> s & 1) << (in->pass_addr[s] >> 2) % LANES;
    saw(d, STORE_ABSENT, through && !out->look_there);
    saw(d, STORE_THERE, through && out->look_there && !out->look_purge);
    saw(d, STORE_DIRTY, in->store_dirty);
    saw(d, STORE_DIRTY_MORE, in->store_dirty && out->look_need & ~out->look_have);
    saw(d, STORE_ALLOC, in->store_alloc);
    saw(d, STORE_OPENS, in->miss_open);
    saw(d, STORE_OPENS_THERE, in->miss_open && out->look_have);
    saw(d, STORE_HELD_PENDING, f && !f->filled);
    saw(d, STORE_HELD_LOCKED, f && f->filled);
    saw(d, STORE_BACK_HELD, f && t->keeps);
    saw(d, STORE_NO_WAY, !f && !out->look_way);
    saw(d, PURGED, out->look_purge);
    saw(d, PURGED_NOT, in->pass_bypass && out->look_cover == 0xf && !f && out->look_there && !out->look_purge);
    saw(d, COVERS_SOME, out->look_cover && out->look_cover != out->look_need);
    saw(d, COVERS_NARROW, narrow && banks == ALL_LANES);
}

// What a lookup gives away.
static void count_gone(struct tag_drive *t, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    struct drive *d = &t->d;
    bool evict = out->evict_valid && in->pass_cached;
    saw(d, GONE, (in->miss_open || in->store_alloc) && out->gone_valid && t->at[out->gone_row].valid);
    saw(d, EVICTED, evict);
    saw(d, EVICTED_SOME, evict && out->evict_sect != t->at[out->evict_row].valid);
    saw(d, EVICTED_FOR_STORE, evict && in->store_hold);
    saw(d, EVICTED_ALLOC, evict && in->store_alloc);
}

static void count_arrivals(struct tag_drive *t, const struct ul1_tag_in *in)
{
    struct drive *d = &t->d;
    const struct fetch *f = &t->fetch[t->filling % UL1_PRT];
    bool lookup = in->pass_cached && !in->pass_replay;
    bool same_set = line_set(f->line, t->carveout) == line_set(in->pass_line, t->carveout);
    saw(d, FAULT, in->done_fault);
    if (!in->fill_valid)
        return;
    saw(d, FILL_ALL, in->fill_sect == 0xf);
    saw(d, FILL_ONE, __builtin_popcount(in->fill_sect) == 1);
    saw(d, FILL_FAILS, in->fill_err);
    saw(d, FILL_LOOKED_UP, lookup && f->line == in->pass_line);
    saw(d, FILL_SAME_SET, lookup && f->line != in->pass_line && same_set);
    saw(d, FILL_AS_OPENED, in->miss_open && same_set);
    saw(d, FILL_AND_REPLAY, in->pass_replay);
    saw(d, DONE, in->done_fill);
    saw(d, DONE_LATE, !in->done_fill && t->merging == t->filling && !(f->wanted & ~(f->got | in->fill_sect)));
    saw(d, DONE_AND_FAULT, in->done_fill && in->done_fault);
}

static void count_cmd(struct tag_drive *t, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    struct drive *d = &t->d;
    unsigned state = out->cmd_state, op = in->cmd_op > UL1_CMD_CARVEOUT ? CMD_RESERVED - CMD_LINE : in->cmd_op;
    bool lookup = in->pass_cached && !in->pass_replay;
    if (in->cmd_valid && out->cmd_ready)
        saw(d, CMD_LINE + op, true);
    saw(d, CMD_RUNNING, in->cmd_valid && out->cmd_ready && t->was_state == UL1_CMD_STATE_FINISH);
    saw(d, CMD_KEPT_OUT, in->cmd_valid && !out->cmd_ready);
    saw(d, DRAIN_LOOKUP, state == UL1_CMD_STATE_DRAIN && lookup);
    saw(d, DRAIN_WDB, state == UL1_CMD_STATE_DRAIN && in->lsu_idle && !in->wdb_idle);
    saw(d, SETTLE_WAITS, state == UL1_CMD_STATE_SETTLE && !in->wdb_idle);
    saw(d, FENCE_WAITS, state == UL1_CMD_STATE_FENCE && !in->accept_fence);
    saw(d, ANSWER_OTHER, state == UL1_CMD_STATE_ANSWER && in->answer_fence && in->answer_id != UL1_CMD_ID);
    saw(d, ANSWER_AT_ONCE, state == UL1_CMD_STATE_ANSWER && t->was_state == UL1_CMD_STATE_FENCE && in->answer_fence
        && in->answer_id == UL1_CMD_ID);
    saw(d, FORGETS, out->forget_valid);
    t->was_state = (uint8_t)state;
}

static void track_fetches(struct tag_drive *t, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    if (t->replaying != NONE) {
        t->fetch[t->replaying].replayed++;
        t->used &= ~((uint32_t)in->pass_last << t->replaying);
    }
    if (in->miss_open) {
        unsigned i = (unsigned)__builtin_ctz(~t->used);
        t->fetch[i] = (struct fetch){ .line = in->pass_line, .row = out->look_row, .drop = !in->pass_store && in->pass_bypass };
        t->used |= 1u << i;
        t->merging = i;
    }
    if (t->merging != NONE) {
        struct fetch *f = &t->fetch[t->merging];
        f->wanted |= t->asked;
        if (!in->pass_store)
            f->need[f->waiting++] = (uint8_t)sectors_needed(in);
        f->closed |= in->store_hold;
        f->keeps |= t->keeps ? out->look_need : 0;
        f->drop &= !t->keeps;
    }
    if (t->filling != NONE) {
        struct fetch *f = &t->fetch[t->filling];
        f->got |= in->fill_sect;
        f->error |= in->fill_err;
        f->filled |= in->done_fill;
    }
    if (t->faulting != NONE) {
        struct fetch *f = &t->fetch[t->faulting];
        f->got |= t->faulted;
        f->error = true;
        f->filled |= in->done_fault;
    }
    t->wdb_busy = out->evict_valid || in->store_alloc || in->store_dirty ? 1 + rng_below(&t->d.rng, 8) : t->wdb_busy;
}

// What is in each row.
static void track_rows(struct tag_drive *t, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    if (in->pass_replay && in->pass_last) {
        unsigned row = t->fetch[t->replaying].row;
        t->at[row].dirty |= in->held_dirty;
        t->at[row].valid = (in->pass_drop ? t->at[row].dirty : t->at[row].valid) | in->held_dirty;
    }
    if (in->miss_open) {
        if (!out->look_have)
            t->at[out->look_row].valid = t->at[out->look_row].dirty = 0;
        t->at[out->look_row].line = in->pass_line;
    } else if (in->store_alloc) {
        t->at[out->look_row].valid = t->at[out->look_row].dirty = in->store_sect;
        t->at[out->look_row].line = in->pass_line;
    } else if (in->store_dirty) {
        t->at[out->look_row].valid |= in->store_sect;
        t->at[out->look_row].dirty |= in->store_sect;
    } else if (out->look_purge) {
        t->at[out->look_row].valid = 0;
    }
    if (in->fill_valid && !in->fill_err)
        t->at[in->done_fill_row].valid |= in->fill_sect;
}

static bool named(const struct tag_drive *t, uint64_t line)
{
    unsigned page = line_page_bits(t->page);
    return t->op == UL1_CMD_LINE ? line == t->cmd_line : t->op != UL1_CMD_PAGE || line >> page == t->cmd_line >> page;
}

static bool invalidates(const struct tag_drive *t)
{
    return t->op <= UL1_CMD_CARVEOUT && t->op != UL1_CMD_FLUSH;
}

// A line that a command is done with: it was clean, or had dirty sectors that stay.
static void count_swept(struct tag_drive *t, unsigned row)
{
    static const uint8_t event[] = { SWEPT_LINE, SWEPT_ALL, SWEPT_FLUSH, SWEPT_BOTH, SWEPT_PAGE, SWEPT_SPLIT };
    struct drive *d = &t->d;
    bool valid = t->at[row].valid, dirty = t->at[row].dirty, is = named(t, t->at[row].line);
    if (!valid)
        return;
    saw(d, SWEPT_OTHER, !is);
    saw(d, SWEPT_OTHER_DIRTY, !is && dirty);
    saw(d, SWEPT_FIRST, t->sweep_set == 0);
    saw(d, SWEPT_LAST, t->sweep_set == UL1_SETS - 1);
    saw(d, SWEPT_LAST_WAY, row == UL1_ROWS - 1);
    if (!is || !invalidates(t))
        return;
    bool clean = t->at[row].valid & ~t->at[row].dirty;
    if (t->op != UL1_CMD_BOTH)
        saw(d, event[t->op], clean);
    saw(d, SWEPT_BUT_DIRTY, clean && dirty);
    t->at[row].valid = t->at[row].dirty;
}

static void count_written(struct tag_drive *t, const struct ul1_tag_out *out)
{
    struct drive *d = &t->d;
    saw(d, SWEPT_FLUSH, t->op == UL1_CMD_FLUSH);
    saw(d, SWEPT_BOTH, t->op == UL1_CMD_BOTH);
    saw(d, SWEPT_PAGE_BACK, t->op == UL1_CMD_PAGE);
    saw(d, SWEPT_SPLIT_BACK, t->op == UL1_CMD_CARVEOUT);
    saw(d, SWEPT_RESERVED, t->op > UL1_CMD_CARVEOUT);
    saw(d, SWEPT_TWO, ++t->written == 2);
    t->at[out->evict_row].dirty = 0;
    if (invalidates(t))
        t->at[out->evict_row].valid = 0;
}

static void track_cmd(struct tag_drive *t, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    struct drive *d = &t->d;
    unsigned sets = carveout_sets(t->carveout), dirty = 0;
    if (out->cmd_state == UL1_CMD_STATE_SWEEP) {
        bool back = t->op != UL1_CMD_LINE && t->op != UL1_CMD_ALL;
        for (unsigned row = carveout_rows(t->carveout) + t->sweep_set; row < UL1_ROWS; row += sets)
            dirty += back && t->at[row].dirty && named(t, t->at[row].line);
        saw(d, SWEPT_NO_SLOT, dirty && !in->room_dirty);
        if (out->evict_valid) {
            count_written(t, out);
        } else if (!dirty) {
            for (unsigned row = carveout_rows(t->carveout) + t->sweep_set; row < UL1_ROWS; row += sets)
                count_swept(t, row);
            t->sweep_set++;
            t->written = 0;
        }
    }
    if (in->cmd_valid && out->cmd_ready) {
        t->op = in->cmd_op;
        t->cmd_line = in->cmd_addr >> (UL1_LANE_W + 2);
        t->new_split = in->cmd_carveout;
        t->sweep_set = t->written = 0;
    }
    bool carveouts = out->cmd_state == UL1_CMD_STATE_FINISH && t->op == UL1_CMD_CARVEOUT;
    saw(d, SPLIT_MORE, carveouts && carveout_rows(t->new_split) < carveout_rows(t->carveout));
    saw(d, SPLIT_LESS, carveouts && carveout_rows(t->new_split) > carveout_rows(t->carveout));
    saw(d, SPLIT_SAME, carveouts && carveout_rows(t->new_split) == carveout_rows(t->carveout));
}

static void track_settings(struct tag_drive *t, const struct ul1_tag_in *in)
{
    bool page = in->cfg_page != t->was_page, root = in->cfg_root != t->was_root, dirty = false;
    saw(&t->d, PAGE_CHANGED, page && !root); // each empties the cache by itself
    saw(&t->d, ROOT_CHANGED, root && !page);
    if (page || root) {
        for (unsigned row = 0; row < UL1_ROWS; row++)
            dirty |= t->at[row].dirty != 0;
        memset(t->at, 0, sizeof t->at);
    }
    saw(&t->d, LOST_DIRTY, dirty);
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
        saw(d, RESET_CMD, !d->calm && !out->cmd_ready);
        t->used = t->wdb_busy = 0;
        t->was_state = UL1_CMD_STATE_READY;
        memset(t->at, 0, sizeof t->at);
        t->was_page = 0;
        t->was_root = 0;
        t->fresh = true;
        return;
    }
    count_slots(d, in);
    if (t->replaying != NONE)
        count_replay(t, in, out);
    else if (in->pass_cached && in->pass_store)
        count_store(t, in, out);
    else if (in->pass_cached)
        count_load(t, in, out);
    count_gone(t, in, out);
    count_arrivals(t, in);
    count_cmd(t, in, out);
    track_rows(t, in, out);
    track_fetches(t, in, out);
    track_cmd(t, in, out);
    track_settings(t, in);
    t->fresh = false;
    d->stimulus.passes += in->pass_mask != 0;
}

struct stimulus *tag_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "tag", sizeof(struct tag_drive), events, EVENTS, 900, tag_knobs, tag_drive,
        tag_respond, tag_check, tag_count };
    return drive_make(&kind, test, seed, cycles);
}
