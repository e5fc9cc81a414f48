// Pending request table: contract and random drive.
#include "blocks/prt/contract.h"
#include "blocks/draw.h"
#include "blocks/drive.h"

#include <string.h>

enum { NONE = UL1_PRT, LINE_W = UL1_LINE_W }; // no entry; the bits of a line's number

// ---- the contract

static unsigned entry_of(const struct ul1_prt_out *out, uint64_t line)
{
    for (uint32_t left = out->prt_used; left; left &= left - 1)
        if (out->prt_line[__builtin_ctz(left)] == line)
            return (unsigned)__builtin_ctz(left);
    return NONE;
}

static bool row_taken(const struct prt_contract *c, const struct ul1_prt_out *out, unsigned row)
{
    bool taken = false;
    for (uint32_t left = out->prt_used; left; left &= left - 1)
        taken |= c->row[__builtin_ctz(left)] == row;
    return taken;
}

// The setting changes only while no line is under fetch and none is asked for. After a reset it changes from zero.
static const char *check_settings(const struct prt_contract *c, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    bool idle = !out->prt_used && !in->look_judge;
    return !idle && in->cfg_fetch != c->cfg_fetch ? "cfg_fetch: changes while lines are under fetch" : NULL;
}

// What is asked is a load that misses or a store; it needs sectors. Only a store covers any, and purges the line at most if
// it covers all of it and is written through.
static const char *check_ask(const struct ul1_prt_in *in)
{
    if (in->look_miss != (in->look_judge && !in->pass_store))
        return "look_miss: not that look_judge is high and pass_store low";
    if (!in->look_judge)
        return in->look_purge ? "look_purge: without look_judge" : NULL;
    if (in->pass_replay)
        return "look_judge: beside a replay (pass_replay)";
    if (!in->look_need)
        return "look_need: no sector";
    if (in->look_cover & ~(in->pass_store ? in->look_need : 0))
        return "look_cover: of a load, or a sector that is not needed";
    if (in->pass_store && in->pass_writeback && in->pass_bypass)
        return "pass_writeback: a store that bypasses is written back";
    bool may = in->pass_store && in->pass_bypass && in->look_cover == 0xf && in->look_there && in->look_way;
    return in->look_purge && !may ? "look_purge: not a bypassing store of a whole line that is there and free" : NULL;
}

// What the tag unit says of a line that has an entry is what it was when that was opened, with what has arrived since. A
// load misses it as it lacks a sector, or because it is closed.
static const char *check_fetched(const struct prt_contract *c, const struct ul1_prt_in *in, const struct ul1_prt_out *out,
                                 unsigned e)
{
    if (!in->look_there)
        return "look_there: not, though the line has an entry";
    if (in->look_way)
        return "look_way: for a line that has an entry";
    if (in->look_have != c->have[e])
        return "look_have: not what the line had and has got";
    bool closed = out->prt_closed >> e & 1;
    return in->look_miss && !closed && !(in->look_need & ~in->look_have) ? "look_need: nothing that the line lacks" : NULL;
}

// A line that is there without an entry has valid sectors, but that a load which takes it over has none to use. It is free.
static const char *check_free(const struct prt_contract *c, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    if (in->look_there ? !in->look_have && (in->pass_store || !in->pass_bypass) : in->look_have)
        return "look_have: a line is there if and only if it has a valid sector";
    if (in->look_there && !in->look_way)
        return "look_way: not, though the line is there and free";
    if (in->look_way && row_taken(c, out, in->look_row))
        return "look_row: the row of another entry";
    return in->look_miss && !(in->look_need & ~in->look_have) ? "look_need: nothing that the line lacks" : NULL;
}

static const char *check_look(const struct prt_contract *c, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    if (!in->look_judge)
        return NULL;
    if (in->look_dirty && (in->look_there || !in->look_way))
        return "look_dirty: no way is given away";
    unsigned e = entry_of(out, in->pass_line);
    return e == NONE ? check_free(c, in, out) : check_fetched(c, in, out, e);
}

// A way that is given away has its dirty line written back, and no other is while something is looked up. The write data
// buffer has a slot for it. A write joins the queue once.
static const char *check_writes(const struct prt_contract *c, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    bool gives = in->look_judge && (out->miss_open || out->store_alloc) && in->look_dirty;
    if (in->look_judge && in->evict_valid != gives)
        return "evict: not that a way with a dirty line is reserved";
    if (in->evict_valid && in->pass_replay)
        return "evict: beside a replay (pass_replay)";
    if (in->evict_valid && !in->room_dirty)
        return "evict: without room_dirty";
    if (in->evict_valid && c->writes >> in->place_dirty & 1)
        return "place_dirty: a write that is in the queue";
    return out->store_through && in->place_new && c->writes >> in->place_store & 1 ? "place_store: a write that is in the queue" : NULL;
}

// A fence of a warp names its entry of the pending table; a command asks for one when no fence is left.
static const char *check_fence(const struct ul1_prt_in *in)
{
    if (in->fence_valid && in->cmd_fence)
        return "fence_valid, cmd_fence: both";
    return in->fence_valid && in->fence_id >= UL1_PT ? "fence_id: no entry of the pending table" : NULL;
}

static const char *check_request(const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    if ((in->mmu_take || in->mmu_fault) && !out->head_valid)
        return "mmu_take, mmu_fault: without head_valid";
    if (in->mmu_take && in->mmu_fault)
        return "mmu_take, mmu_fault: both";
    if (!in->mmu_fault)
        return NULL;
    if (out->head_fence)
        return "mmu_fault: of a fence";
    bool may = in->mmu_err == UL1_ERR_PAGE || in->mmu_err == UL1_ERR_BUS || (out->head_write && in->mmu_err == UL1_ERR_READONLY);
    return may ? NULL : "mmu_err: no error that the translation of such a request has";
}

static const char *check_arrival(const struct prt_contract *c, const struct ul1_prt_in *in)
{
    if (!in->fill_valid)
        return NULL;
    if (!in->fill_sect)
        return "fill_sect: no sector";
    return in->fill_sect & ~c->sent[in->fill_prt] ? "fill_sect: a sector that was not asked for, or has arrived" : NULL;
}

// A replay enters when it was on offer; and the entries are on offer in the order in which they were filled, each access
// once.
static const char *check_replay(const struct prt_contract *c, const struct ul1_prt_in *in)
{
    if (in->pass_replay) {
        if (!c->shown || in->pass_prt != c->shown_prt)
            return "pass_replay, pass_prt: not the replay on offer in the cycle before";
        if (in->pass_last != c->shown_last)
            return "pass_last: not what merged_last said";
        if (in->pass_fail != c->shown_fail)
            return "pass_fail: not what merged_err said";
    }
    if (!in->replay_valid)
        return NULL;
    bool last = in->pass_replay && in->pass_last;
    if (c->count - last == 0 || in->replay_prt != c->queue[(c->head + last) % UL1_PRT])
        return "replay_prt: not the entry that was filled first";
    int next = c->replays[in->replay_prt] + (in->pass_replay && !last);
    return in->replay_pos != next ? "replay_pos: not the next access of its entry" : NULL;
}

static void join(struct prt_contract *c, unsigned entry)
{
    c->queue[(c->head + c->count++) % UL1_PRT] = (uint8_t)entry;
    c->replays[entry] = 0;
}

static void advance(struct prt_contract *c, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    c->cfg_fetch = in->cfg_fetch;
    if (in->fill_valid) {
        c->sent[in->fill_prt] &= (uint8_t)~in->fill_sect;
        c->have[in->fill_prt] |= in->fill_err ? 0 : in->fill_sect;
    }
    if (in->mmu_take && !out->head_write && !out->head_fence)
        c->sent[out->head_prt] |= out->head_sect;
    if ((in->mmu_take || in->mmu_fault) && out->head_write)
        c->writes &= (uint8_t)~(1u << out->head_wdb);
    if (in->evict_valid)
        c->writes |= (uint8_t)(1u << in->place_dirty);
    if (out->store_through && in->place_new)
        c->writes |= (uint8_t)(1u << in->place_store);
    if (out->miss_open && out->prt_used != UINT32_MAX) {
        unsigned e = (unsigned)__builtin_ctz(~out->prt_used);
        c->have[e] = in->look_have;
        c->sent[e] = 0;
        c->row[e] = in->look_row;
    }
    if (in->pass_replay) {
        c->replays[in->pass_prt]++;
        c->head += in->pass_last;
        c->count -= in->pass_last;
    }
    if (out->done_fill)
        join(c, in->fill_prt);
    if (out->done_fault)
        join(c, out->head_prt);
    c->shown = in->replay_valid;
    c->shown_prt = in->replay_prt;
    c->shown_last = out->merged_last;
    c->shown_fail = out->merged_err != UL1_ERR_NONE;
}

const char *prt_contract_check(struct prt_contract *c, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    if (in->rst) {
        memset(c, 0, sizeof *c);
        return NULL;
    }
    const char *broken = check_settings(c, in, out);
    if (!broken)
        broken = check_ask(in);
    if (!broken)
        broken = check_look(c, in, out);
    if (!broken)
        broken = check_writes(c, in, out);
    if (!broken)
        broken = check_fence(in);
    if (!broken)
        broken = check_request(in, out);
    if (!broken)
        broken = check_arrival(c, in);
    if (!broken)
        broken = check_replay(c, in);
    advance(c, in, out);
    return broken;
}

// ---- the drive: plays the tag unit, the write data buffer, fences and commands, the memory management unit, the memory,
// the fill unit and the arbiter

enum { OPENED, OPENED_SOME_THERE, OPENED_LAST, OPENED_IN_A_GAP, OPENED_DIRTY, ALL_OF_LINE, SECTORS_ONLY, MERGED, MERGED_MORE,
    MERGED_NOTHING_MORE, CLOSED_FILLED, CLOSED_HELD, CLOSED_HIT, CLOSED_AND_FULL, MERGES_FULL, NO_WAY, NO_ENTRY, NEITHER,
    NO_SLOT, NOT_MY_SLOT, HELD_MORE, HELD_NOTHING_MORE, HELD_THROUGH, HELD_FILLED, HELD_LATE, HELD_NO_DROP, HELD_AGAIN,
    HELD_NEW, HELD_NEW_DIRTY, HELD_NEW_LINE, HELD_NEW_SECTOR, MADE_DIRTY, MADE_DIRTY_COVERED, ALLOC, ALLOC_DIRTY,
    THROUGH_SOME, THROUGH_NONE, THROUGH_PURGE, THROUGH_NO_WAY, THROUGH_NO_ENTRY, THROUGH_NO_SLOT, THROUGH_NOT_MY_SLOT,
    THROUGH_JOINS, WRITES_FULL, EVICT_AND_READ, EVICT_SWEEP, TAKEN, TAKEN_AGAIN, TAKEN_AND_MORE, TAKEN_AND_STORE, NOT_TAKEN,
    ALL_ASK, WRITE_TAKEN, WRITE_NOT_READY, WRITE_LEAVES_AND_JOINS, WRITE_PAGE, WRITE_BUS, WRITE_READONLY, FENCE_JOINS,
    FENCE_NOT_YET, FENCE_COMMAND, FENCE_FIRST, FENCE_TAKEN, FENCE_AND_WRITE, FAULT_PAGE, FAULT_BUS, FAULT_DONE,
    FAULT_NOT_DONE, FAULT_AND_MORE, FILLED, FILLED_PART, FAILED, ERROR_STAYS, FILL_AND_MERGE, FILL_AND_MORE, FILL_AND_STORE,
    MERGED_OTHER, FILL_FAULT_ONE, FILL_FAULT_ONE_DONE, BOTH_FAIL, FILL_FAULT_TWO, REPLAYED, LAST_OF_ONE, LAST_OF_ALL,
    REPLAYED_PAGE, REPLAYED_BUS, REPLAYED_DROP, REPLAYED_KEEP, REPLAYED_BARE, BARE_FAILS, END_DIRTY, END_DIRTY_LOADS,
    HELD_AT_THE_LAST, LOST_PAGE, LOST_BUS, FAILED_KEEPS_NONE, REPLAY_WAITS, ALL_FILLED, REUSED, FETCH_CHANGED, RESET_BUSY,
    EVENTS };
static const struct event_name events[EVENTS] = {
    { "entry opened", true },
    { "entry opened, some sectors there", true },
    { "last free entry opened", true },
    { "entry opened below others", true },
    { "entry opened for a dirty line's way", true },
    { "all sectors asked for", true },
    { "only the sectors needed asked for", true },
    { "merged", true },
    { "merged, and wants more", true },
    { "merged, and wants no more", true },
    { "closed, as filled", true },
    { "closed by a store", true },
    { "closed, though all sectors are there", true },
    { "closed, and all merge slots taken", true },
    { "no merge slot", true },
    { "no way", true },
    { "no entry", true },
    { "neither entry nor way", true },
    { "no slot for a dirty line", true },
    { "a slot for a dirty line, but somebody sleeps for it", true },
    { "store held, and wants more", true },
    { "store held, and wants no more", true },
    { "store held and written through", true },
    { "store held for a filled entry", true },
    { "store held for a filled entry, wants more and is written through", true },
    { "store held for an entry that would drop", true },
    { "store held for a closed entry", true },
    { "store opens an entry", true },
    { "store opens an entry for a dirty line's way", true },
    { "store opens an entry, whole line asked for", true },
    { "store opens an entry, only what it lacks asked for", true },
    { "store makes a line dirty", true },
    { "store makes a line dirty, and covers sectors that are not there", true },
    { "store gets a way without a fetch", true },
    { "store gets a dirty line's way without a fetch", true },
    { "store written through, updates some sectors", true },
    { "store written through, the line absent", true },
    { "store written through, the line purged", true },
    { "store written through for want of a way", true },
    { "store written through for want of an entry", true },
    { "store written through for want of a slot", true },
    { "store written through as somebody sleeps for the slot", true },
    { "store written through joins a write", true },
    { "all writes in the queue", true },
    { "a write and a read join in one cycle", true },
    { "write joins without a lookup", true },
    { "request taken", true },
    { "second request of an entry taken", true },
    { "request taken as a merge wants more", true },
    { "request taken as a store wants more", true },
    { "request waits", true },
    { "all entries ask", true },
    { "write taken", true },
    { "write that is first and cannot leave yet", true },
    { "a write leaves as another joins", true },
    { "write fails, page", true },
    { "write fails, bus", true },
    { "write fails, readonly", true },
    { "fence joins", true },
    { "fence kept out by another", true },
    { "a command's fence joins", true },
    { "fence offered", true },
    { "fence taken", true },
    { "a write and a fence join in one cycle", true },
    { "page fault", true },
    { "bus error of a walk", true },
    { "entry complete by a fault", true },
    { "fault, but something is still to arrive", true },
    { "fault as a merge or store wants more", true },
    { "entry filled", true },
    { "entry filled in part", true },
    { "arrived with an error", true },
    { "second error of an entry", true },
    { "merge in the cycle of the last fill", true },
    { "merge that wants more in the cycle of the last fill", true },
    { "store that wants more in the cycle of the last fill", true },
    { "merge beside a fill of another entry", true },
    { "fill and fault of one entry", true },
    { "fill and fault complete one entry", true },
    { "fill with an error and fault of one entry", true },
    { "fill completes one entry, fault another", true },
    { "replay made", true },
    { "an entry's only replay", true },
    { "the last replay an entry can have", true },
    { "replay with error page", true },
    { "replay with error bus", true },
    { "replay that drops", true },
    { "replay that keeps", true },
    { "bare replay", true },
    { "bare replay that fails", true },
    { "last replay makes sectors dirty", true },
    { "last of several replays makes sectors dirty", true },
    { "store held as the last replay is selected", true },
    { "stores held are lost, page", true },
    { "stores held are lost, bus", true },
    { "failing last replay, no store written back held", true },
    { "replay waits", true },
    { "all entries filled", true },
    { "entry freed and opened in the next cycle", true },
    { "cfg_fetch changed", true },
    { "reset with entries in use", true },
};

enum { LINES = 48 };

struct prt_drive {
    struct drive d;
    struct prt_contract contract;

    uint8_t fetch, was_fetch;           // the setting; to change it all entries must be free
    bool drain, fresh;                  // and: there was a reset in the cycle before

    unsigned ask, meet, single, bypass, way, store, wb, cover, dirty, slot, sleep_yields, join, sweep, leave, fence, command,
        take, fault, bus, fill, pieces, error, select; // how often
    unsigned lines;                     // so many are in use
    uint64_t line[LINES];

    uint8_t wanted[UL1_PRT], got[UL1_PRT]; // the sectors that each was asked for, and that have arrived or failed
    uint8_t err[UL1_PRT];               // its first error
    uint32_t drops, keeps;              // entries opened by a load that bypasses; that a store written back is held for
    bool failing;                       // the request offered fails in this cycle, if it is a read
    bool next, last, fail, bare, selecting; // a replay is in stage 1 in the next cycle; of it; the one on offer enters
    uint8_t next_prt;
    uint32_t freed;                     // an entry that became free at the end of the cycle before
};

static void draw_lines(struct prt_drive *p)
{
    struct rng *r = &p->d.rng;
    for (unsigned i = 0; i < LINES; i++) {
        uint64_t any = rng_next(r) >> (64 - LINE_W), one = 1ull << rng_below(r, LINE_W);
        p->line[i] = i && rng_below(r, 2) ? p->line[rng_below(r, i)] ^ one : any;
    }
}

// Requests, faults, arrivals, merges and stores of a line or two meet.
static void draw_clash(struct prt_drive *p)
{
    p->ask = p->single = p->leave = 100;
    p->meet = 50;
    p->store = rng_below(&p->d.rng, 2) ? 0 : 50;
    p->cover = 20;
    p->wb = 80;
    p->fault = p->bus = p->take = 50;
    p->fill = p->error = 15;
    p->bypass = p->pieces = p->fence = p->command = 0;
    p->lines = 1 + rng_below(&p->d.rng, 3);
}

// All entries are opened, and stay as they are: they all ask, or are all filled.
static void draw_heap(struct prt_drive *p)
{
    p->ask = p->way = p->fill = p->slot = p->sleep_yields = p->leave = 100;
    p->take = rng_below(&p->d.rng, 2) ? 100 : 0;
    p->store = rng_below(&p->d.rng, 2) ? 10 : 50;
    p->select = 0;
    p->lines = LINES;
}

// Stores that open entries and are held, few loads: of these some bypass.
static void draw_held(struct prt_drive *p)
{
    p->ask = p->way = p->slot = p->sleep_yields = 100;
    p->store = 30 + rng_below(&p->d.rng, 60);
    p->wb = 80;
    p->cover = rng_below(&p->d.rng, 2) ? 0 : 40;
    p->fill = 30;
    p->fault = rng_below(&p->d.rng, 2) ? 0 : 20;
    p->take = p->leave = 90;
    p->bypass = 50;
    p->lines = 2 + rng_below(&p->d.rng, 8);
}

static void prt_knobs(struct drive *d)
{
    struct prt_drive *p = (struct prt_drive *)d;
    if (p->drain)
        return; // until all entries are free
    p->drain = rng_below(&d->rng, 4) == 0;
    p->ask = draw_knob(d);
    p->meet = draw_knob(d) / 2;
    p->single = draw_knob(d);
    p->bypass = rng_below(&d->rng, 2) ? 0 : draw_knob(d);
    p->way = rng_below(&d->rng, 2) ? 100 : draw_knob(d);
    p->store = rng_below(&d->rng, 3) ? 40 : draw_knob(d);
    p->wb = draw_knob(d);
    p->cover = draw_knob(d);
    p->dirty = rng_below(&d->rng, 2) ? 30 : draw_knob(d);
    p->slot = rng_below(&d->rng, 2) ? 80 : draw_knob(d);
    p->sleep_yields = rng_below(&d->rng, 2) ? 80 : draw_knob(d);
    p->join = draw_knob(d);
    p->sweep = rng_below(&d->rng, 4) ? 0 : draw_knob(d);
    p->leave = p->drain || rng_below(&d->rng, 2) ? 90 : 5 + draw_knob(d);
    p->fence = rng_below(&d->rng, 2) ? 3 : draw_knob(d);
    p->command = rng_below(&d->rng, 2) ? 10 : 50;
    p->take = p->drain ? 90 : draw_knob(d);
    p->fault = rng_below(&d->rng, 2) ? 0 : draw_knob(d);
    p->bus = draw_knob(d);
    p->fill = p->drain ? 90 : draw_knob(d);
    p->pieces = draw_knob(d);
    p->error = rng_below(&d->rng, 2) ? 0 : draw_knob(d);
    p->select = p->drain ? 90 : draw_knob(d);
    p->lines = rng_below(&d->rng, 3) ? 1 + rng_below(&d->rng, 6) : LINES;
    draw_lines(p);
    unsigned kind = p->drain ? 9 : rng_below(&d->rng, 9);
    if (kind < 3)
        draw_clash(p);
    else if (kind < 5)
        draw_heap(p);
    else if (kind < 7)
        draw_held(p);
}

// A bit of a mask, any of those that are on.
static unsigned draw_one(struct prt_drive *p, uint32_t mask)
{
    unsigned from = rng_below(&p->d.rng, 32);
    uint32_t rotated = mask >> from | mask << (-from & 31);
    return (from + (unsigned)__builtin_ctz(rotated)) % 32;
}

// Whether the first request is a read; then head_prt has its entry.
static bool read_first(const struct ul1_prt_out *out)
{
    bool used = out->prt_used >> out->head_prt & 1;
    return !out->head_write && !out->head_fence && used && out->prt_state[out->head_prt] == UL1_PRT_STATE_ASKS;
}

static void drive_arrival(struct prt_drive *p, const struct ul1_prt_out *out, struct ul1_prt_in *in)
{
    struct drive *d = &p->d;
    const uint8_t *sent = p->contract.sent;
    uint32_t waits = 0;
    for (unsigned i = 0; i < UL1_PRT; i++)
        waits |= (uint32_t)(sent[i] != 0) << i;
    bool meets = read_first(out) && sent[out->head_prt] && happens(d, p->meet); // the request that is offered
    p->failing = false;
    in->fill_valid = waits && (meets || happens(d, p->fill));
    if (!in->fill_valid)
        return;
    in->fill_prt = (uint8_t)(meets ? out->head_prt : draw_one(p, waits));
    unsigned all = sent[in->fill_prt], part = all & draw_sectors(d);
    in->fill_sect = (uint8_t)(part && happens(d, p->pieces) ? part : all);
    in->fill_err = happens(d, meets ? 50 : p->error);
    p->failing = meets && happens(d, p->fault);
}

// The replay that was selected in the cycle before is in stage 1; the next is on offer.
static void drive_replay(struct prt_drive *p, struct ul1_prt_in *in)
{
    const struct prt_contract *c = &p->contract;
    bool last = p->next && p->last;
    in->pass_replay = p->next;
    if (p->next) {
        in->pass_prt = p->next_prt;
        in->pass_last = p->last;
        in->pass_fail = p->fail;
    }
    in->replay_valid = c->count - last != 0;
    if (in->replay_valid) {
        in->replay_prt = c->queue[(c->head + last) % UL1_PRT];
        in->replay_pos = (uint8_t)(c->replays[in->replay_prt] + (p->next && !last));
    }
    p->selecting = in->replay_valid && happens(&p->d, p->select);
}

static uint64_t draw_line(struct prt_drive *p, const struct ul1_prt_out *out, const struct ul1_prt_in *in)
{
    struct drive *d = &p->d;
    if (in->fill_valid && happens(d, p->meet))
        return out->prt_line[in->fill_prt];
    if (read_first(out) && happens(d, p->meet))
        return out->prt_line[out->head_prt];
    if (in->replay_valid && happens(d, p->meet / 2))
        return out->prt_line[in->replay_prt];
    return p->line[rng_below(&d->rng, p->lines)];
}

// What the tag unit says of a line without an entry.
static void draw_tag(struct prt_drive *p, const struct ul1_prt_out *out, struct ul1_prt_in *in)
{
    struct drive *d = &p->d;
    bool take_over = !in->pass_store && in->pass_bypass;
    in->look_have = (uint8_t)(rng_below(&d->rng, 2) ? 0 : 0xf & ~draw_sectors(d));
    if (in->pass_store && rng_below(&d->rng, 4) == 0)
        in->look_have = 0xf;
    in->look_there = in->look_have || (take_over && rng_below(&d->rng, 2));
    in->look_way = in->look_there || happens(d, out->prt_used == UINT32_MAX ? 50 : p->way);
    in->look_dirty = 0;
    if (in->look_way && !in->look_there && happens(d, p->dirty))
        in->look_dirty = (uint8_t)draw_sectors(d);
    while (in->look_way && row_taken(&p->contract, out, in->look_row))
        in->look_row = (uint16_t)rng_below(&d->rng, UL1_ROWS);
}

static void draw_store(struct prt_drive *p, struct ul1_prt_in *in)
{
    struct drive *d = &p->d;
    in->pass_writeback = happens(d, p->wb);
    in->pass_bypass = !in->pass_writeback && (happens(d, p->bypass) || rng_below(&d->rng, 4) == 0);
    bool whole = happens(d, p->cover) || in->pass_bypass;
    if (whole && rng_below(&d->rng, 2))
        in->look_need = 0xf;
    in->look_cover = whole ? in->look_need : (uint8_t)(rng_below(&d->rng, 2) ? 0 : in->look_need & draw_sectors(d));
}

static void drive_ask(struct prt_drive *p, const struct ul1_prt_out *out, struct ul1_prt_in *in)
{
    struct drive *d = &p->d;
    in->look_judge = in->look_miss = in->look_purge = 0;
    if (in->pass_replay || p->drain || p->fresh || !happens(d, p->ask))
        return;
    uint64_t line = draw_line(p, out, in);
    unsigned e = entry_of(out, line);
    bool closed = e != NONE && out->prt_closed >> e & 1;
    in->look_need = (uint8_t)(happens(d, p->single) ? 1u << rng_below(&d->rng, 4) : draw_sectors(d));
    in->look_cover = 0;
    in->pass_line = line;
    in->pass_store = happens(d, p->store);
    in->pass_bypass = happens(d, p->bypass);
    if (in->pass_store)
        draw_store(p, in);
    if (e == NONE) {
        draw_tag(p, out, in);
    } else {
        in->look_have = p->contract.have[e];
        in->look_there = 1;
        in->look_way = in->look_dirty = 0;
    }
    if (!in->pass_store && !closed && in->look_have == 0xf)
        return; // it would hit
    if (!in->pass_store && !closed && !(in->look_need & ~in->look_have))
        in->look_need |= ~in->look_have & 0xf;
    in->look_judge = 1;
    in->look_miss = !in->pass_store;
    in->look_set = (uint8_t)(line % UL1_SETS);
    bool purge = in->pass_store && in->pass_bypass && in->look_cover == 0xf && in->look_there && in->look_way;
    in->look_purge = purge && rng_below(&d->rng, 2);
}

// Room for a dirty line; which entries are free, those of a store in stage 1 and of a dirty line; which writes can leave.
static void drive_wdb(struct prt_drive *p, struct ul1_prt_in *in)
{
    struct drive *d = &p->d;
    uint32_t open = ~(uint32_t)p->contract.writes & ((1u << UL1_WDB) - 1);
    in->room_dirty = open && happens(d, p->slot);
    in->sleep_yields = happens(d, p->sleep_yields);
    in->place_dirty = (uint8_t)(open ? draw_one(p, open) : in->place_dirty);
    in->place_store = (uint8_t)(open ? draw_one(p, open) : in->place_store);
    in->leave_ready = 0;
    for (unsigned i = 0; i < UL1_WDB; i++)
        in->leave_ready |= (uint8_t)(happens(d, p->leave) << i);
}

static void prt_drive(struct drive *d, const void *outputs, void *inputs)
{
    struct prt_drive *p = (struct prt_drive *)d;
    const struct ul1_prt_out *out = outputs;
    struct ul1_prt_in *in = inputs;
    bool idle = p->drain && !out->prt_used && !in->rst;
    if (idle)
        p->fetch = !p->fetch;
    in->cfg_fetch = p->fetch;
    drive_arrival(p, out, in);
    drive_replay(p, in);
    drive_ask(p, out, in);
    drive_wdb(p, in);
    in->fence_valid = happens(d, p->fence);
    in->cmd_fence = in->fence_valid && happens(d, p->command);
    in->fence_valid ^= in->cmd_fence;
    if (in->fence_valid)
        in->fence_id = (uint8_t)rng_below(&d->rng, UL1_PT);
    in->evict_valid = in->mmu_take = in->mmu_fault = 0;
    if (idle) {
        p->drain = false;
        d->phase_end = 0; // on with other knobs
    }
}

static void answer_request(struct prt_drive *p, const struct ul1_prt_out *out, struct ul1_prt_in *in)
{
    static const uint8_t errors[] = { UL1_ERR_PAGE, UL1_ERR_BUS, UL1_ERR_READONLY };
    struct drive *d = &p->d;
    bool read = !out->head_write && !out->head_fence, fails = read && p->failing;
    bool answered = out->head_valid && (fails || happens(d, p->take));
    in->mmu_fault = answered && !out->head_fence && (fails || happens(d, p->fault));
    in->mmu_take = answered && !in->mmu_fault;
    if (in->mmu_fault)
        in->mmu_err = read ? errors[happens(d, fails ? 25 : p->bus)] : errors[rng_below(&d->rng, 3)];
}

static void prt_respond(struct drive *d, const void *outputs, void *inputs)
{
    struct prt_drive *p = (struct prt_drive *)d;
    const struct ul1_prt_out *out = outputs;
    struct ul1_prt_in *in = inputs;
    answer_request(p, out, in);
    if (in->look_judge)
        in->evict_valid = (out->miss_open || out->store_alloc) && in->look_dirty;
    else
        in->evict_valid = in->room_dirty && !in->pass_replay && happens(d, p->sweep);
    // Unless all entries have a write in the queue; to join there must be one.
    uint8_t writes = p->contract.writes;
    in->place_new = out->store_through && writes != 0xff && !(writes && happens(d, p->join));
}

static const char *prt_check(struct drive *d, const void *in, const void *out)
{
    return prt_contract_check(&((struct prt_drive *)d)->contract, in, out);
}

static unsigned lacks(const struct ul1_prt_in *in)
{
    return in->look_need & ~(unsigned)in->look_have & ~(unsigned)in->look_cover;
}

// What an access in stage 1 asks for that the entry it goes to has not been asked for yet.
static unsigned asked(const struct prt_drive *p, const struct ul1_prt_in *in, const struct ul1_prt_out *out, unsigned entry)
{
    unsigned wants = in->look_need & ~(unsigned)in->look_have;
    if (in->pass_store && out->store_through)
        return 0;
    if (in->cfg_fetch == UL1_FETCH_LINE && (in->look_miss || out->miss_open))
        wants = 0xfu & ~(unsigned)in->look_have;
    if (in->pass_store)
        wants &= ~(unsigned)in->look_cover;
    return wants & ~(entry == NONE ? 0u : p->wanted[entry]);
}

static void count_load(struct prt_drive *p, const struct ul1_prt_in *in, const struct ul1_prt_out *out, unsigned e)
{
    struct drive *d = &p->d;
    bool full = e != NONE && out->prt_merges[e] == UL1_MERGE, filled = e != NONE && out->prt_state[e] == UL1_PRT_STATE_FILLED;
    bool some = in->look_need != 0xf && !in->look_have; // the setting matters
    uint32_t lowest = ~out->prt_used & (out->prt_used + 1);
    unsigned cause = out->miss_defer ? out->miss_cause : 5;
    saw(d, OPENED, out->miss_open);
    saw(d, OPENED_SOME_THERE, out->miss_open && in->look_have);
    saw(d, OPENED_LAST, out->miss_open && (out->prt_used | lowest) == UINT32_MAX);
    saw(d, OPENED_IN_A_GAP, out->miss_open && out->prt_used > lowest);
    saw(d, OPENED_DIRTY, out->miss_open && in->look_dirty);
    saw(d, REUSED, out->miss_open && p->freed == lowest);
    saw(d, ALL_OF_LINE, out->miss_open && some && in->cfg_fetch == UL1_FETCH_LINE);
    saw(d, SECTORS_ONLY, out->miss_open && some && in->cfg_fetch == UL1_FETCH_SECTOR);
    saw(d, MERGED, out->miss_merge);
    saw(d, MERGED_MORE, out->miss_merge && asked(p, in, out, e));
    saw(d, MERGED_NOTHING_MORE, out->miss_merge && !asked(p, in, out, e));
    saw(d, CLOSED_FILLED, cause == UL1_CAUSE_CLOSED && filled && !(out->prt_closed >> e & 1));
    saw(d, CLOSED_HELD, cause == UL1_CAUSE_CLOSED && !filled);
    saw(d, CLOSED_HIT, cause == UL1_CAUSE_CLOSED && !(in->look_need & ~in->look_have));
    saw(d, CLOSED_AND_FULL, cause == UL1_CAUSE_CLOSED && full);
    saw(d, MERGES_FULL, cause == UL1_CAUSE_MERGE);
    saw(d, NO_WAY, cause == UL1_CAUSE_WAY && out->prt_used != UINT32_MAX);
    saw(d, NO_ENTRY, cause == UL1_CAUSE_ENTRY);
    saw(d, NEITHER, cause == UL1_CAUSE_WAY && out->prt_used == UINT32_MAX);
    saw(d, NO_SLOT, cause == UL1_CAUSE_ROOM && !in->room_dirty && in->sleep_yields);
    saw(d, NOT_MY_SLOT, cause == UL1_CAUSE_ROOM && in->room_dirty);
}

// Of a store whose line has an entry.
static void count_held(struct prt_drive *p, const struct ul1_prt_in *in, const struct ul1_prt_out *out, unsigned e)
{
    struct drive *d = &p->d;
    bool filled = out->prt_state[e] == UL1_PRT_STATE_FILLED, back = out->store_hold && !out->store_through;
    saw(d, HELD_MORE, back && asked(p, in, out, e));
    saw(d, HELD_NOTHING_MORE, back && !asked(p, in, out, e));
    saw(d, HELD_THROUGH, out->store_hold && !in->pass_writeback);
    saw(d, HELD_FILLED, back && filled);
    saw(d, HELD_LATE, out->store_hold && in->pass_writeback && out->store_through && filled);
    saw(d, HELD_NO_DROP, back && p->drops >> e & 1);
    saw(d, HELD_AGAIN, out->store_hold && out->prt_closed >> e & 1);
    saw(d, HELD_AT_THE_LAST, back && p->selecting && in->replay_prt == e && out->merged_last);
}

// Of one whose line has none.
static void count_store(struct prt_drive *p, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    struct drive *d = &p->d;
    bool some = lacks(in) && lacks(in) != (0xfu & ~(unsigned)in->look_have & ~(unsigned)in->look_cover);
    bool slot = !in->look_dirty || (in->room_dirty && in->sleep_yields), fails = in->pass_writeback && out->store_through;
    saw(d, HELD_NEW, out->miss_open);
    saw(d, HELD_NEW_DIRTY, out->miss_open && in->look_dirty);
    saw(d, HELD_NEW_LINE, out->miss_open && some && in->cfg_fetch == UL1_FETCH_LINE);
    saw(d, HELD_NEW_SECTOR, out->miss_open && some && in->cfg_fetch == UL1_FETCH_SECTOR);
    saw(d, MADE_DIRTY, out->store_dirty);
    saw(d, MADE_DIRTY_COVERED, out->store_dirty && in->look_need & ~in->look_have);
    saw(d, ALLOC, out->store_alloc && !in->look_dirty);
    saw(d, ALLOC_DIRTY, out->store_alloc && in->look_dirty);
    saw(d, THROUGH_SOME, out->store_through && out->store_sect && out->store_sect != in->look_need);
    saw(d, THROUGH_NONE, out->store_through && !in->look_there);
    saw(d, THROUGH_PURGE, out->store_through && in->look_purge);
    saw(d, THROUGH_NO_WAY, fails && !in->look_way);
    saw(d, THROUGH_NO_ENTRY, fails && in->look_way && slot);
    saw(d, THROUGH_NO_SLOT, fails && in->look_way && !in->room_dirty && in->sleep_yields);
    saw(d, THROUGH_NOT_MY_SLOT, fails && in->look_way && in->room_dirty && !in->sleep_yields);
}

static void count_writes(struct prt_drive *p, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    struct drive *d = &p->d;
    bool joins = in->evict_valid || (out->store_through && in->place_new), answered = in->mmu_take || in->mmu_fault;
    bool fence = out->accept_fence && (in->fence_valid || in->cmd_fence), fails = out->head_write && in->mmu_fault;
    saw(d, THROUGH_JOINS, out->store_through && !in->place_new);
    saw(d, WRITES_FULL, p->contract.writes == 0xff);
    saw(d, EVICT_AND_READ, in->evict_valid && out->miss_open);
    saw(d, EVICT_SWEEP, in->evict_valid && !in->look_judge);
    saw(d, WRITE_TAKEN, out->head_write && in->mmu_take);
    saw(d, WRITE_NOT_READY, out->head_write && !out->head_valid);
    saw(d, WRITE_LEAVES_AND_JOINS, out->head_write && answered && joins);
    saw(d, WRITE_PAGE, fails && in->mmu_err == UL1_ERR_PAGE);
    saw(d, WRITE_BUS, fails && in->mmu_err == UL1_ERR_BUS);
    saw(d, WRITE_READONLY, fails && in->mmu_err == UL1_ERR_READONLY);
    saw(d, FENCE_JOINS, fence && in->fence_valid);
    saw(d, FENCE_COMMAND, fence && in->cmd_fence);
    saw(d, FENCE_NOT_YET, in->fence_valid && !out->accept_fence);
    saw(d, FENCE_AND_WRITE, fence && joins);
    saw(d, FENCE_FIRST, out->head_valid && out->head_fence);
    saw(d, FENCE_TAKEN, out->head_fence && in->mmu_take);
}

// more: the sectors that a merge or a store asks for, of the entry whose request is offered.
static void count_request(struct prt_drive *p, const struct ul1_prt_in *in, const struct ul1_prt_out *out, unsigned more)
{
    struct drive *d = &p->d;
    unsigned asks = 0;
    for (unsigned i = 0; i < UL1_PRT; i++)
        asks += (out->prt_used >> i & 1) && out->prt_state[i] == UL1_PRT_STATE_ASKS;
    saw(d, ALL_ASK, asks == UL1_PRT);
    if (!out->head_valid || out->head_write || out->head_fence)
        return;
    bool again = (p->got[out->head_prt] | p->contract.sent[out->head_prt]) & ~out->head_sect; // after the request
    saw(d, NOT_TAKEN, !in->mmu_take && !in->mmu_fault);
    saw(d, TAKEN, in->mmu_take);
    saw(d, TAKEN_AGAIN, in->mmu_take && again);
    saw(d, TAKEN_AND_MORE, in->mmu_take && more && in->look_miss);
    saw(d, TAKEN_AND_STORE, in->mmu_take && more && in->pass_store);
    saw(d, FAULT_PAGE, in->mmu_fault && in->mmu_err == UL1_ERR_PAGE);
    saw(d, FAULT_BUS, in->mmu_fault && in->mmu_err == UL1_ERR_BUS);
    saw(d, FAULT_DONE, out->done_fault);
    saw(d, FAULT_NOT_DONE, in->mmu_fault && p->contract.sent[out->head_prt]);
    saw(d, FAULT_AND_MORE, in->mmu_fault && more);
}

static void count_arrival(struct prt_drive *p, const struct ul1_prt_in *in, const struct ul1_prt_out *out, unsigned joins,
                          bool more)
{
    struct drive *d = &p->d;
    bool read = !out->head_write && in->mmu_fault, fault = in->fill_valid && read, one = fault && in->fill_prt == out->head_prt;
    if (!in->fill_valid)
        return;
    unsigned e = in->fill_prt;
    bool all = (p->got[e] | in->fill_sect) == p->wanted[e];
    saw(d, FILLED, out->done_fill);
    saw(d, FILLED_PART, !out->done_fill);
    saw(d, FAILED, in->fill_err);
    saw(d, FILL_AND_MERGE, all && joins == e && in->look_miss && !more);
    saw(d, FILL_AND_MORE, all && joins == e && in->look_miss && more);
    saw(d, FILL_AND_STORE, all && joins == e && in->pass_store && more);
    saw(d, MERGED_OTHER, all && joins != NONE && joins != e);
    saw(d, FILL_FAULT_ONE, one);
    saw(d, FILL_FAULT_ONE_DONE, one && out->done_fill);
    saw(d, BOTH_FAIL, one && in->fill_err && !p->err[e] && in->mmu_err == UL1_ERR_PAGE);
    saw(d, FILL_FAULT_TWO, out->done_fill && out->done_fault);
}

static void count_replay(struct prt_drive *p, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    struct drive *d = &p->d;
    uint32_t filled = 0;
    for (unsigned i = 0; i < UL1_PRT; i++)
        filled |= (uint32_t)(out->prt_state[i] == UL1_PRT_STATE_FILLED) << i;
    saw(d, ALL_FILLED, (out->prt_used & filled) == UINT32_MAX);
    if (!in->replay_valid)
        return;
    saw(d, REPLAYED, p->selecting);
    saw(d, REPLAY_WAITS, !p->selecting);
    saw(d, LAST_OF_ONE, out->merged_last && in->replay_pos == 0 && !out->merged_bare);
    saw(d, LAST_OF_ALL, out->merged_last && in->replay_pos == UL1_MERGE - 1);
    saw(d, REPLAYED_PAGE, out->merged_err == UL1_ERR_PAGE);
    saw(d, REPLAYED_BUS, out->merged_err == UL1_ERR_BUS);
    saw(d, REPLAYED_DROP, out->merged_drop && out->merged_err == UL1_ERR_NONE);
    saw(d, REPLAYED_KEEP, !out->merged_drop);
}

// A last replay in stage 1.
static void count_end(struct prt_drive *p, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    struct drive *d = &p->d;
    if (!in->pass_replay || !in->pass_last)
        return;
    saw(d, REPLAYED_BARE, p->bare && !in->pass_fail);
    saw(d, BARE_FAILS, p->bare && in->pass_fail);
    saw(d, END_DIRTY, out->held_dirty);
    saw(d, END_DIRTY_LOADS, out->held_dirty && !p->bare && out->prt_merges[in->pass_prt] > 1);
    saw(d, LOST_PAGE, out->heldfail_valid && out->heldfail_err == UL1_ERR_PAGE);
    saw(d, LOST_BUS, out->heldfail_valid && out->heldfail_err == UL1_ERR_BUS);
    saw(d, FAILED_KEEPS_NONE, in->pass_fail && !(p->keeps >> in->pass_prt & 1));
}

static void note_error(struct prt_drive *p, unsigned entry, uint8_t err)
{
    saw(&p->d, ERROR_STAYS, p->err[entry] != UL1_ERR_NONE && p->err[entry] != err);
    if (!p->err[entry])
        p->err[entry] = err;
}

// joins: the entry that a load merges into or a store is held for, and that is there already; more: what it asks for.
static void track(struct prt_drive *p, const struct ul1_prt_in *in, const struct ul1_prt_out *out, unsigned joins,
                  unsigned more)
{
    if (in->fill_valid) {
        p->got[in->fill_prt] |= in->fill_sect;
        if (in->fill_err)
            note_error(p, in->fill_prt, UL1_ERR_BUS);
    }
    if (in->mmu_fault && !out->head_write) {
        p->got[out->head_prt] |= out->head_sect;
        note_error(p, out->head_prt, in->mmu_err);
    }
    unsigned e = joins;
    if (joins != NONE)
        p->wanted[joins] |= (uint8_t)more;
    if (out->miss_open && out->prt_used != UINT32_MAX) {
        e = (unsigned)__builtin_ctz(~out->prt_used);
        p->wanted[e] = (uint8_t)asked(p, in, out, NONE);
        p->got[e] = p->err[e] = 0;
        p->drops = (p->drops & ~(1u << e)) | (uint32_t)(in->look_miss && in->pass_bypass) << e;
        p->keeps &= ~(1u << e);
    }
    if (out->store_hold && !out->store_through && e != NONE) {
        p->drops &= ~(1u << e);
        p->keeps |= 1u << e;
    }
    p->freed = in->pass_replay && in->pass_last ? 1u << in->pass_prt : 0;
    p->next = p->selecting;
    p->next_prt = in->replay_prt;
    p->last = out->merged_last;
    p->bare = out->merged_bare;
    p->fail = out->merged_err != UL1_ERR_NONE;
}

static void prt_count(struct drive *d, const void *inputs, const void *outputs)
{
    struct prt_drive *p = (struct prt_drive *)d;
    const struct ul1_prt_in *in = inputs;
    const struct ul1_prt_out *out = outputs;
    p->fresh = in->rst;
    if (in->rst) {
        saw(d, RESET_BUSY, !d->calm && out->prt_used);
        p->next = false;
        p->freed = 0;
        p->was_fetch = 0;
        return;
    }
    unsigned entry = in->look_judge ? entry_of(out, in->pass_line) : NONE, joins = NONE, more = 0;
    if (entry != NONE && (out->miss_merge || out->store_hold)) {
        joins = entry;
        more = asked(p, in, out, joins);
    }
    if (in->look_miss)
        count_load(p, in, out, entry);
    else if (in->look_judge && entry != NONE)
        count_held(p, in, out, entry);
    else if (in->look_judge)
        count_store(p, in, out);
    count_writes(p, in, out);
    count_request(p, in, out, joins == out->head_prt ? more : 0);
    count_arrival(p, in, out, joins, more);
    count_replay(p, in, out);
    count_end(p, in, out);
    saw(d, FETCH_CHANGED, in->cfg_fetch != p->was_fetch);
    p->was_fetch = in->cfg_fetch;
    track(p, in, out, joins, more);
    d->stimulus.passes += in->look_judge + in->pass_replay;
}

struct stimulus *prt_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "prt", sizeof(struct prt_drive), events, EVENTS, 1500, prt_knobs, prt_drive,
        prt_respond, prt_check, prt_count };
    return drive_make(&kind, test, seed, cycles);
}
