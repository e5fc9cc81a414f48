// Breaks each rule of the contract of prt once: see blocks/expect.h.
#include "blocks/prt/contract.h"
#include "blocks/expect.h"

#include <string.h>

enum { ROW = UL1_ARRAY_ROWS - 5 };

// All inputs and outputs are zero.
#define STILL memset(&in, 0, sizeof in), memset(&out, 0, sizeof out)

// Entry 2 was opened for line 0x77 in row ROW, of which sector 3 was valid; 0 and 1 are in use.
#define FETCHED                                                                     \
    WITH(prt);                                                                      \
    out.prt_used = 3;                                                               \
    out.prt_line[0] = 0x88, out.prt_line[1] = 0x99;                                 \
    in.look_judge = in.look_miss = in.look_there = in.look_way = out.miss_open = 1; \
    in.look_need = 9, in.look_have = 8;                                             \
    in.pass_line = 0x77, in.look_row = ROW;                                         \
    GOOD(prt);                                                                      \
    STILL;                                                                          \
    out.prt_used = 7;                                                               \
    out.prt_line[0] = 0x88, out.prt_line[1] = 0x99, out.prt_line[2] = 0x77

// Then its sector 0 was requested.
#define SENT                             \
    FETCHED;                             \
    out.head_valid = in.mmu_take = 1;    \
    out.head_prt = 2, out.head_sect = 1; \
    GOOD(prt);                           \
    out.head_valid = in.mmu_take = 0;    \
    in.fill_valid = 1, in.fill_prt = 2, in.fill_sect = 1

// Then the sector arrived, in the cycle in which the translation of entry 0 fails.
#define ARRIVED ARRIVED_SO(0)
#define ARRIVED_SO(err)                                                                 \
    SENT;                                                                               \
    in.fill_err = (err);                                                                \
    out.head_valid = in.mmu_fault = out.done_fault = 1;                                 \
    out.head_prt = 0, in.mmu_err = UL1_ERR_PAGE;                                        \
    out.done_fill = 1;                                                                  \
    GOOD(prt);                                                                          \
    out.head_valid = in.mmu_fault = out.done_fault = out.done_fill = in.fill_valid = 0; \
    in.replay_valid = 1, in.replay_prt = 2

// Two replays of it and the only one of the other are handed out, and the first is about to enter.
#define ABOUT                            \
    ARRIVED;                             \
    GOOD(prt);                           \
    in.replay_pos = out.merged_last = 1; \
    GOOD(prt);                           \
    in.replay_prt = in.replay_pos = 0;   \
    out.merged_err = UL1_ERR_PAGE;       \
    GOOD(prt);                           \
    in.replay_valid = 0;                 \
    in.cand_replay = 1, in.cand_prt = 2; \
    out.prt_merges[2] = 2, out.prt_merges[0] = 1

static void test_prt_settings(void)
{
    {
        WITH(prt);
        in.cfg_fetch = 1;
        GOOD(prt);
        in.look_judge = in.pass_store = in.look_need = 1;
        GOOD(prt);
        in.cfg_fetch = 0;
        BAD(prt, "cfg_fetch, cfg_policy:");
    }
    {
        FETCHED;
        in.cfg_fetch = 1;
        BAD(prt, "cfg_fetch, cfg_policy:");
    }
    {
        FETCHED;
        in.cfg_policy = 1;
        BAD(prt, "cfg_fetch, cfg_policy:");
    }
    { // after a reset they change from zero
        WITH(prt);
        in.cfg_fetch = 1;
        in.look_judge = in.look_miss = in.look_need = 1;
        BAD(prt, "cfg_fetch, cfg_policy:");
    }
}

// An inval or a flush, which may have a dirty line of its own.
static void test_prt_cmo(void)
{
    for (uint8_t flush = 0; flush < 2; flush++) {
        WITH(prt);
        in.look_judge = in.look_need = 1;
        in.pass_inval = !flush, in.pass_flush = flush;
        GOOD(prt);
        in.look_miss = 1;
        BAD(prt, "look_miss: not that");
        in.look_miss = 0;
        in.pass_store = 1;
        BAD(prt, "pass_inval, pass_flush:");
        in.pass_store = 0;
        in.pass_inval = in.pass_flush = 1;
        BAD(prt, "pass_inval, pass_flush:");
        in.pass_inval = !flush, in.pass_flush = flush;
        in.look_there = in.look_way = in.look_have = in.look_dirty = in.credit_dirty = 1;
        in.evict_valid = flush;
        if (flush)
            GOOD(prt);
        else
            BAD(prt, "look_dirty: no way is given away");
        memset(&c, 0, sizeof c);
        in.evict_valid = 0;
        if (flush)
            BAD(prt, "evict_valid: not that");
        out.miss_defer = 1;
        if (flush)
            GOOD(prt);
        in.look_have = 2;
        BAD(prt, flush ? "look_dirty: of a flush, a sector" : "look_dirty: no way");
        in.look_there = 0, in.look_have = 0;
        if (flush)
            BAD(prt, "look_dirty: no way is given away");
    }
}

// A reduction is a store, with an entry of its own; a free line goes.
static void test_prt_reduction(void)
{
    WITH(prt);
    in.look_judge = in.look_need = in.pass_store = in.alloc_new = out.store_through = 1;
    in.pass_red = UL1_ATOM_LOCK;
    BAD(prt, "pass_red: not built");
    in.pass_red = UL1_ATOM_ADD;
    if (!UL1_GLOBAL_ATOMICS) {
        BAD(prt, "pass_red: not built");
        return;
    }
    in.look_miss = 1, in.pass_store = 0;
    BAD(prt, "pass_red: not built");
    in.look_miss = 0, in.pass_store = in.look_purge = 1;
    BAD(prt, "look_purge: not that the line of a reduction");
    in.look_there = in.look_way = in.look_have = 1, in.look_purge = 0;
    BAD(prt, "look_purge: not that the line of a reduction");
    in.look_purge = 1, in.look_dirty = 2;
    BAD(prt, "look_dirty: of a reduction");
    in.look_dirty = 0, in.alloc_new = 0;
    BAD(prt, "alloc_new: a reduction");
}

static void test_prt_ask(void)
{
    WITH(prt);
    in.look_miss = in.look_judge = in.look_need = 1;
    GOOD(prt);
    in.pass_store = 1;
    BAD(prt, "look_miss: not that");
    in.pass_store = in.look_judge = 0;
    BAD(prt, "look_miss: not that");
    in.look_judge = 1, in.look_miss = 0;
    BAD(prt, "look_miss: not that");
    in.look_judge = 0, in.look_need = 0; // without an access it is ignored
    GOOD(prt);
    in.look_purge = 1;
    BAD(prt, "look_purge: without");
    in.look_purge = 0;

    in.look_judge = in.look_miss = 1;
    BAD(prt, "look_need: no sector");
    in.look_need = 6;
    in.pass_replay = 1;
    BAD(prt, "look_judge: beside");
    in.pass_replay = 0;
    in.look_cover = 4;
    BAD(prt, "look_cover:");
    in.look_miss = 0, in.pass_store = 1;
    GOOD(prt);
    in.look_cover = 0xc;
    BAD(prt, "look_cover:");
    in.look_cover = 6;
    in.pass_writeback = 1;
    GOOD(prt);
    in.pass_bypass = 1;
    BAD(prt, "pass_writeback:");
    for (int which = 0; which < 4; which++) { // (and if there is no way: see below)
        in.pass_writeback = 0, in.pass_bypass = which != 0;
        in.look_need = ALL_SECTORS, in.look_cover = ALL_SECTORS >> (which == 1);
        in.look_there = which != 2, in.look_way = 1, in.look_have = which == 2 ? 0 : 3;
        in.look_purge = 1;
        if (which == 3)
            GOOD(prt);
        else
            BAD(prt, "look_purge: not a bypassing");
    }
}

// A line that has an entry.
static void test_prt_fetched(void)
{
    FETCHED;
    in.look_judge = in.look_miss = in.look_there = 1;
    in.look_need = 3, in.look_have = 8, in.pass_line = 0x77;
    GOOD(prt);
    in.look_there = 0;
    BAD(prt, "look_there:");
    in.look_there = 1;
    in.look_way = 1;
    BAD(prt, "look_way: for a line");
    in.look_way = 0;
    in.look_have = 0;
    BAD(prt, "look_have: not what");
    in.look_have = 8;
    in.look_need = 8;
    BAD(prt, "look_need: nothing");
    out.prt_closed = 4; // so the load misses
    GOOD(prt);
    out.prt_closed = 2;
    BAD(prt, "look_need: nothing");
    in.look_miss = 0, in.pass_store = 1;
    GOOD(prt);
    in.look_dirty = 1;
    BAD(prt, "look_dirty:");
    in.look_dirty = 0;
    in.pass_bypass = in.look_purge = 1, in.look_need = in.look_cover = ALL_SECTORS;
    BAD(prt, "look_purge: not a bypassing");
}

// A line that has no entry.
static void test_prt_free(void)
{
    FETCHED;
    in.look_judge = in.look_miss = 1;
    in.look_need = 1, in.pass_line = 0x66;
    GOOD(prt);
    in.look_have = 4;
    BAD(prt, "look_have: a line");
    in.look_there = 1;
    BAD(prt, "look_way: not");
    in.look_way = 1;
    in.look_row = ROW + 1;
    GOOD(prt);
    in.look_row = ROW;
    BAD(prt, "look_row:");
    in.look_row = ROW + 1;
    in.look_need = 4;
    BAD(prt, "look_need: nothing");
    in.look_need = 1;
    in.look_have = 0;
    BAD(prt, "look_have: a line");
    in.pass_bypass = 1; // it takes the line over
    GOOD(prt);
    in.look_dirty = 2;
    GOOD(prt);
    in.look_have = 1;
    BAD(prt, "look_have: a line");
    in.look_have = 0;
    in.look_miss = 0, in.pass_store = 1;
    BAD(prt, "look_dirty:");
    in.look_dirty = 0;
    BAD(prt, "look_have: a line");
    in.look_there = 0, in.look_dirty = 2;
    GOOD(prt);
    in.look_way = 0;
    BAD(prt, "look_dirty:");
}

// A miss gets a way that has a dirty line, and then a store is written through.
static void test_prt_writes(void)
{
    WITH(prt);
    in.look_judge = in.look_miss = in.look_way = in.credit_dirty = 1;
    in.look_need = 1, in.look_dirty = 2;
    GOOD(prt); // it was deferred
    in.evict_valid = 1;
    in.alloc_dirty = UL1_WDB - 1;
    BAD(prt, "evict_valid: not that");
    memset(&c, 0, sizeof c);
    in.evict_valid = 0;
    out.miss_open = 1;
    BAD(prt, "evict_valid: not that");
    memset(&c, 0, sizeof c);
    in.evict_valid = 1;
    in.credit_dirty = 0;
    BAD(prt, "evict_valid: without");
    memset(&c, 0, sizeof c);
    in.credit_dirty = 1;
    in.look_dirty = 0;
    BAD(prt, "evict_valid: not that");
    memset(&c, 0, sizeof c);
    in.look_dirty = 2;
    in.look_miss = 0, in.pass_store = 1, out.miss_open = 0, out.store_alloc = 1;
    GOOD(prt); // now the last entry is in the queue

    STILL;
    struct prt_contract one_waits = c;
    in.credit_dirty = in.evict_valid = 1, in.alloc_dirty = UL1_WDB - 1; // by a command
    BAD(prt, "alloc_dirty:");
    in.alloc_dirty = UL1_WDB;
    BAD(prt, "alloc_dirty, alloc_store: no entry");
    in.alloc_dirty = 0;
    in.pass_replay = 1;
    BAD(prt, "evict_valid: beside");
    c = one_waits;
    STILL;
    in.look_judge = in.pass_store = in.look_need = 1;
    out.store_through = in.alloc_new = 1;
    in.alloc_store = UL1_WDB - 1;
    BAD(prt, "alloc_store:");
    in.alloc_store = UL1_WDB;
    BAD(prt, "alloc_dirty, alloc_store: no entry");
    c = one_waits;
    in.alloc_new = 0; // it joins
    GOOD(prt);
    in.alloc_new = 1, in.alloc_store = 0;
    GOOD(prt);
    BAD(prt, "alloc_store:");
    for (int fault = 0; fault < 2; fault++) { // both leave
        STILL;
        out.head_valid = out.head_write = 1, out.head_wdb = fault ? 0 : UL1_WDB - 1;
        in.mmu_take = !fault, in.mmu_fault = fault != 0, in.mmu_err = UL1_ERR_PAGE;
        GOOD(prt);
    }
    STILL;
    in.look_judge = in.pass_store = in.look_need = 1;
    out.store_through = in.alloc_new = 1;
    in.alloc_store = 0;
    GOOD(prt);
    STILL;
    in.credit_dirty = in.evict_valid = 1, in.alloc_dirty = UL1_WDB - 1;
    GOOD(prt);
}

static void test_prt_fence(void)
{
    WITH(prt);
    in.fence_valid = 1, in.fence_id = UL1_INSTRS - 1;
    GOOD(prt);
    in.fence_id++;
    BAD(prt, "fence_id:");
    in.fence_valid = 0, in.cmd_fence = 1;
    GOOD(prt);
    in.fence_valid = 1, in.fence_id = 0;
    BAD(prt, "fence_valid, cmd_fence: both");
}

static void test_prt_request(void)
{
    WITH(prt);
    in.mmu_take = 1;
    BAD(prt, "mmu_take, mmu_fault: without");
    in.mmu_take = 0, in.mmu_fault = 1, in.mmu_err = UL1_ERR_PAGE;
    BAD(prt, "mmu_take, mmu_fault: without");
    out.head_valid = 1;
    GOOD(prt);
    in.mmu_take = 1;
    BAD(prt, "mmu_take, mmu_fault: both");
    in.mmu_take = 0;
    for (int write = 0; write < 2; write++) {
        for (uint8_t err = 0; err < 1 << UL1_ERR_W; err++) {
            memset(&c, 0, sizeof c);
            out.head_write = write != 0;
            in.mmu_err = err;
            if (err == UL1_ERR_PAGE || err == UL1_ERR_BUS || (write && err == UL1_ERR_READONLY))
                GOOD(prt);
            else
                BAD(prt, "mmu_err:");
        }
    }
    in.mmu_err = UL1_ERR_PAGE;
    out.head_write = 0, out.head_fence = 1;
    BAD(prt, "mmu_fault: of a fence");
}

static void test_prt_arrival(void)
{
    {
        SENT;
        GOOD(prt);
        BAD(prt, "fill_sect: a sector"); // it has arrived
    }
    {
        SENT;
        in.fill_sect = 3;
        BAD(prt, "fill_sect: a sector");
        in.fill_sect = 0;
        BAD(prt, "fill_sect: no sector");
        in.fill_sect = 1, in.fill_prt = 1;
        BAD(prt, "fill_sect: a sector");
    }
    for (int kind = 0; kind < 2; kind++) { // a write or a fence gets no sectors
        FETCHED;
        out.head_valid = in.mmu_take = 1;
        out.head_write = kind == 0, out.head_fence = kind == 1;
        out.head_prt = 2, out.head_sect = 1;
        GOOD(prt);
        STILL;
        in.fill_valid = 1, in.fill_prt = 2, in.fill_sect = 1;
        BAD(prt, "fill_sect: a sector");
    }
    { // a request in the same cycle is too late
        FETCHED;
        out.head_valid = in.mmu_take = 1;
        out.head_prt = 2, out.head_sect = 1;
        in.fill_valid = 1, in.fill_prt = 2, in.fill_sect = 1;
        BAD(prt, "fill_sect: a sector");
    }
    { // arrived sectors are valid, except those with an error
        for (uint8_t err = 0; err < 2; err++) {
            SENT;
            in.fill_err = err;
            GOOD(prt);
            in.fill_valid = 0;
            in.look_judge = in.look_miss = in.look_there = 1;
            in.look_need = 2, in.pass_line = 0x77;
            in.look_have = err ? 8 : 9;
            GOOD(prt);
            in.look_have ^= 1;
            BAD(prt, "look_have:");
        }
    }
}

static void test_prt_replay(void)
{
    {
        ARRIVED;
        GOOD(prt);
        GOOD(prt); // it was not taken
        in.replay_pos = 2;
        BAD(prt, "replay_pos:");
    }
    {
        ARRIVED;
        in.replay_prt = 1;
        BAD(prt, "replay_prt: an entry that is not filled");
    }
    {
        ARRIVED;
        in.replay_pos = 1;
        BAD(prt, "replay_pos:");
    }
    { // two of one entry are handed out, then the only one of the other, then there is none
        ARRIVED;
        GOOD(prt);
        in.replay_pos = 1;
        out.merged_last = 1;
        GOOD(prt);
        GOOD(prt);
        in.replay_prt = 0, in.replay_pos = 0;
        out.merged_err = UL1_ERR_PAGE;
        GOOD(prt);
        in.replay_pos = 1;
        BAD(prt, "replay_pos:");
        in.replay_prt = 2, in.replay_pos = 0;
        BAD(prt, "replay_prt: not the entry that was filled next");
    }
    {
        ARRIVED;
        GOOD(prt);
        in.replay_prt = 0; // the first one's are not all handed out
        BAD(prt, "replay_prt: not the entry that was filled next");
    }
    { // they enter in the order in which they were handed out
        ABOUT;
        GOOD(prt);
        GOOD(prt); // it was not selected
        in.pass_replay = 1, in.pass_prt = 2;
        GOOD(prt);
        in.pass_last = 1, in.cand_prt = 0;
        GOOD(prt);
        in.pass_prt = 0, in.pass_fail = 1, in.cand_replay = 0;
        GOOD(prt);
        in.pass_replay = in.pass_last = 0;
        in.cand_replay = 1;
        BAD(prt, "cand_prt:");
    }
    {
        ABOUT;
        in.cand_prt = 0; // was the second
        BAD(prt, "cand_prt:");
    }
    {
        ABOUT;
        in.pass_replay = 1, in.pass_prt = 2;
        in.cand_replay = 0;
        BAD(prt, "pass_replay, pass_prt:"); // it was not about to enter
    }
    {
        ABOUT;
        GOOD(prt);
        in.pass_replay = 1, in.pass_prt = 0;
        BAD(prt, "pass_replay, pass_prt:");
    }
    for (uint8_t last = 0; last < 2; last++) {
        ABOUT;
        out.prt_merges[2] = (uint8_t)(2 - last);
        GOOD(prt);
        in.pass_replay = 1, in.pass_prt = 2, in.pass_last = !last;
        BAD(prt, "pass_last:");
    }
    for (uint8_t err = 0; err < 2; err++) {
        ARRIVED_SO(err);
        out.merged_err = err ? UL1_ERR_BUS : UL1_ERR_NONE;
        GOOD(prt);
        in.replay_valid = 0;
        in.cand_replay = 1, in.cand_prt = 2, out.prt_merges[2] = 2;
        GOOD(prt);
        in.pass_replay = 1, in.pass_prt = 2, in.pass_fail = !err;
        BAD(prt, "pass_fail:");
    }
    for (uint8_t err = 0; err < 2; err++) {
        ARRIVED_SO(err);
        // it arrived without an error, or another error was the first
        out.merged_err = err ? UL1_ERR_PAGE : UL1_ERR_BUS;
        BAD(prt, "merged_err:");
    }
    { // too early in the cycle in which it is filled
        SENT;
        out.done_fill = 1;
        in.replay_valid = 1, in.replay_prt = 2;
        BAD(prt, "replay_prt:");
    }
}

// The reference predictor: empty; a load that misses; its line under fetch.
static void test_prt_predictor(void)
{
    JUDGED(prt);
    BAD(prt, "accept_fence: not that");
    out.accept_fence = 1;
    GOOD(prt);
    WRONG(prt, miss_open, "miss_open: not that an entry");
    WRONG(prt, miss_merge, "miss_merge: not that a load");
    WRONG(prt, miss_defer, "miss_defer: not that something");
    WRONG(prt, store_hold, "store_hold: not that the line");
    WRONG(prt, store_through, "store_through: not that it goes");
    WRONG(prt, store_alloc, "store_alloc, store_dirty:");
    WRONG(prt, store_dirty, "store_alloc, store_dirty:");
    WRONG(prt, store_sect, "store_sect: not the sectors");
    WRONG(prt, head_write, "head_write, head_wdb:");
    WRONG(prt, head_fence, "head_fence, head_number");
    WRONG(prt, head_valid, "head_valid: not that");
    WRONG(prt, done_fill, "done_fill: not that");
    WRONG(prt, done_fault, "done_fault: not that");
    WRONG(prt, prt_closed, "prt_closed: not the entries");
    WRONG(prt, prt_state[0], "prt_state: not free");

    in.look_judge = in.look_miss = in.look_need = in.look_way = out.miss_open = 1;
    in.pass_line = 0x77, in.look_row = ROW, in.pass_id = 5;
    in.cfg_fetch = c.predictor.cfg_fetch = c.cfg_fetch = UL1_FETCH_SECTOR;
    in.look_dirty = 1, out.miss_open = 0, out.miss_defer = 1, out.miss_cause = UL1_CAUSE_CREDIT;
    WRONG(prt, miss_cause, "miss_cause: not");
    in.defer_holds = 1;
    BAD(prt, "miss_cause: not");
    in.look_dirty = 0, out.miss_cause = UL1_CAUSE_ENTRY;
    WRONG(prt, miss_defer, "miss_defer: not that something");
    in.defer_holds = 0, out.miss_defer = 0, out.miss_open = 1;
    GOOD(prt);
    const uint8_t fetch = in.cfg_fetch;
    STILL;
    in.cfg_fetch = fetch;
    out.accept_fence = out.prt_used = out.head_valid = out.head_sect = out.prt_merges[0] = 1;
    out.prt_line[0] = out.head_line = 0x77, out.prt_state[0] = UL1_PRT_STATE_ASKS;
    GOOD(prt);
    WRONG(prt, head_prt, "head_prt, head_sect:");
    WRONG(prt, head_sect, "head_prt, head_sect:");
    WRONG(prt, head_store, "head_store: not");
    WRONG(prt, head_fresh, "head_fresh: not");
    WRONG(prt, head_warp, "head_warp, head_space: not");
    WRONG(prt, head_space, "head_warp, head_space: not");
    WRONG(prt, head_line, "head_line: not");
    in.mmu_fault = out.done_fault = 1, in.mmu_err = UL1_ERR_PAGE, out.done_fault_row = ROW;
    struct prt_contract asked = c;
    WRONG(prt, done_fault_row, "done_fault_row: not");
    GOOD(prt);
    c = asked;
    in.mmu_fault = out.done_fault = 0;
    in.mmu_take = 1;
    GOOD(prt);
    in.mmu_take = out.head_valid = out.head_line = out.head_sect = 0;
    out.prt_state[0] = UL1_PRT_STATE_WAITS;
    in.fill_valid = in.fill_sect = out.done_fill = 1, out.done_fill_row = ROW;
    WRONG(prt, done_fill, "done_fill: not that");
    WRONG(prt, done_fill_row, "done_fill_row: not");
    GOOD(prt);
    in.fill_valid = out.done_fill = 0;
    out.prt_state[0] = UL1_PRT_STATE_FILLED;
    in.replay_valid = in.cand_replay = out.merged_last = 1, out.merged_id = 5, out.merged_line = 0x77;
    GOOD(prt);
    WRONG(prt, merged_drop, "merged_drop: not");
    WRONG(prt, merged_bare, "merged_bare, merged_id");
    WRONG(prt, merged_id, "merged_bare, merged_id");
    WRONG(prt, merged_part, "merged_bare, merged_id");
    WRONG(prt, merged_last, "merged_last: not");
    WRONG(prt, merged_line, "merged_line, merged_err:");
    WRONG(prt, merged_err, "merged_line, merged_err:");
}

// A store that needs a sector fetched is held; that comes, or fails. The last replay ends its entry.
static void test_prt_end(void)
{
    for (uint8_t fails = 0; fails < 2; fails++) {
        JUDGED(prt);
        out.accept_fence = 1;
        in.look_judge = in.pass_store = in.pass_writeback = in.look_way = in.look_need = 1;
        in.pass_line = 0x77, in.cfg_fetch = c.predictor.cfg_fetch = c.cfg_fetch = UL1_FETCH_SECTOR;
        out.miss_open = out.store_hold = out.store_sect = 1;
        GOOD(prt);
        const uint8_t fetch = in.cfg_fetch;
        STILL;
        in.cfg_fetch = fetch;
        out.accept_fence = out.prt_used = out.prt_closed = out.head_valid = out.head_sect = out.head_store =
            1;
        out.prt_line[0] = out.head_line = 0x77, out.prt_state[0] = UL1_PRT_STATE_ASKS;
        WRONG(prt, head_store, "head_store: not");
        in.mmu_take = 1;
        GOOD(prt);
        in.mmu_take = out.head_valid = out.head_line = out.head_sect = out.head_store = 0;
        out.prt_state[0] = UL1_PRT_STATE_WAITS;
        in.fill_valid = in.fill_sect = out.done_fill = 1, in.fill_err = fails;
        GOOD(prt);
        in.fill_valid = out.done_fill = 0;
        out.prt_state[0] = UL1_PRT_STATE_FILLED;
        in.replay_valid = in.cand_replay = out.merged_bare = out.merged_last = 1, out.merged_line = 0x77;
        out.merged_drop = fails, out.merged_err = fails ? UL1_ERR_BUS : UL1_ERR_NONE;
        GOOD(prt);
        in.replay_valid = in.cand_replay = 0;
        WRONG(prt, held_dirty, "held_dirty: not the sectors");
        WRONG(prt, heldfail_valid, "heldfail_valid: not that");
        in.pass_replay = in.pass_last = 1, in.pass_fail = fails;
        out.held_dirty = !fails, out.heldfail_valid = fails;
        out.heldfail_line = 0x77, out.heldfail_err = out.merged_err;
        WRONG(prt, held_dirty, "held_dirty: not the sectors");
        WRONG(prt, heldfail_valid, "heldfail_valid: not that");
        if (fails) {
            WRONG(prt, heldfail_line, "heldfail_line, heldfail_err:");
            WRONG(prt, heldfail_err, "heldfail_line, heldfail_err:");
        }
        GOOD(prt);
    }
}

void test_prt(void)
{
    test_prt_settings();
    test_prt_ask();
    test_prt_reduction();
    test_prt_cmo();
    test_prt_fetched();
    test_prt_free();
    test_prt_writes();
    test_prt_fence();
    test_prt_request();
    test_prt_arrival();
    test_prt_replay();
    test_prt_predictor();
    test_prt_end();
}
