// Breaks each rule of the contract of tag once: see blocks/expect.h.
#include "blocks/tag/contract.h"
#include "blocks/expect.h"

#include <string.h>

// A row of the cache, another that differs in the highest bit, and a line number with bits above its row.
enum { ROWS = 1 << UL1_ROW_W, ROW = UL1_ARRAY_ROWS - 5, OTHER_ROW = ROW - ROWS / 2, LINE = ROWS + 5 };

static void test_tag_asked(void)
{
    WITH(tag);
    in.pass_line = LINE;
    GOOD(tag); // a shared pass has no request
    in.req_cached = 1, in.req_line = LINE;
    GOOD(tag);
    in.pass_cached = 1, in.pass_mask = 1;
    in.pass_addr[0] = LINE % ROWS << WITHIN_LINE_W;
    in.req_line = LINE + ROWS;
    GOOD(tag);
    BAD(tag, "pass_line:"); // the request was for another line
    in.pass_cached = 0;
    in.req_cached = 0, in.req_line = LINE;
    GOOD(tag);
    in.pass_cached = 1;
    BAD(tag, "pass_line:");
    in.rst = in.req_cached = 1;
    in.pass_cached = 0;
    GOOD(tag);
    in.rst = 0, in.pass_cached = 1;
    BAD(tag, "pass_line:"); // before a reset
}

// From here on the line of every cached pass is requested in the previous cycle.
static const char *check_asked_for(struct tag_contract *c, const struct ul1_tag_in *in,
                                   const struct ul1_tag_out *out)
{
    c->asked = in->pass_cached;
    c->asked_line = in->pass_line;
    return tag_contract_check(c, in, out);
}
#define tag_contract_check check_asked_for

static void test_tag_settings(void)
{
    for (int busy = 0; busy < 4; busy++) {
        WITH(tag);
        in.cfg_page = 1;
        out.cmd_ready = 1;
        GOOD(tag);
        in.cfg_page = 3, in.cfg_root = 5;
        GOOD(tag);
        if (busy == 0)
            in.cmd_valid = 1;
        else if (busy == 1)
            out.cmd_ready = 0;
        else
            in.pass_cached = 1, in.pass_mask = 1, out.look_judge = out.look_way = 1, in.miss_open = busy == 3;
        GOOD(tag);
        if (busy == 3)
            in.pass_cached = in.miss_open = out.look_judge = 0;
        if (busy != 1)
            in.cfg_root = 4;
        else
            in.cfg_page = 0;
        BAD(tag, "cfg_page, cfg_root:");
    }
    { // after a reset they change from zero, without a lookup meanwhile
        WITH(tag);
        in.cmd_valid = 1;
        in.cfg_page = 1;
        GOOD(tag);
    }
    {
        WITH(tag);
        in.pass_cached = 1, in.pass_mask = 1;
        GOOD(tag);
    }
    {
        WITH(tag);
        in.pass_cached = 1, in.pass_mask = 1;
        in.cfg_page = 1;
        BAD(tag, "cfg_page, cfg_root:");
    }
}

static void test_tag_slots(void)
{
    WITH(tag);
    for (unsigned s = 0; s < LANES; s++)
        in.pass_addr[s] = (1u << (UL1_ADDR_W)) - 1; // a shared pass may have any address
    in.pass_mask = 1u << (LANES - 1);
    GOOD(tag);
    in.pass_cached = 1;
    in.pass_line = 0xabcfff;
    GOOD(tag);
    in.pass_addr[0] = 0; // an idle slot's
    GOOD(tag);
    in.pass_addr[LANES - 1] ^= 1u << WITHIN_LINE_W;
    BAD(tag, "pass_addr:");
    in.pass_mask = 0;
    BAD(tag, "pass_mask:");
    in.pass_cached = 0;
    in.pass_replay = 1;
    BAD(tag, "pass_replay: without");
}

// A way was reserved for LINE, in ROW; sector 3 was valid. The slot that matters is in sector 0.
#define RESERVED                                               \
    WITH(tag);                                                 \
    out.cmd_ready = 1;                                         \
    in.pass_cached = 1, in.pass_line = LINE, in.pass_mask = 2; \
    in.pass_addr[1] = LINE % ROWS << WITHIN_LINE_W;            \
    out.look_judge = out.look_way = in.miss_open = 1;          \
    out.look_have = 8, out.look_row = ROW;                     \
    GOOD(tag);                                                 \
    in.miss_open = out.look_judge = out.look_way = 0;          \
    in.done_fill_row = ROW

// Then sector 0 arrived, which was all.
#define LOCKED                                          \
    RESERVED;                                           \
    in.pass_cached = 0;                                 \
    in.fill_valid = in.done_fill = 1, in.fill_sect = 1; \
    GOOD(tag);                                          \
    in.fill_valid = in.done_fill = 0;                   \
    in.pass_cached = in.pass_replay = 1

static void test_tag_replay(void)
{
    {
        LOCKED;
        GOOD(tag);
        GOOD(tag);
        in.pass_last = 1;
        GOOD(tag);
        BAD(tag, "pass_replay: the line has not"); // its fetch has ended
    }
    {
        RESERVED;
        in.pass_replay = 1;
        BAD(tag, "pass_replay: the line has not"); // it is pending
    }
    {
        LOCKED;
        in.pass_line ^= 1ull << (UL1_LINE_W - 1); // differs in a high bit
        BAD(tag, "pass_replay: the line has not");
    }
    if (UL1_SECTORS == 4) {
        LOCKED;
        in.pass_addr[1] |= (UL1_LINE_WORDS - 1) << UL1_BYTE_W; // sector 3 was valid before
        GOOD(tag);
        in.pass_addr[1] ^= UL1_SECTOR_WORDS << UL1_BYTE_W; // sector 2 never was
        BAD(tag, "pass_replay: it needs");
        in.pass_fail = in.pass_drop = 1;
        GOOD(tag);
        in.pass_drop = 0;
        BAD(tag, "pass_drop:");
    }
    { // a sector that arrives with an error is not valid
        RESERVED;
        in.pass_cached = 0;
        in.fill_valid = in.done_fill = in.fill_err = 1, in.fill_sect = 1;
        GOOD(tag);
        in.fill_valid = in.done_fill = 0;
        in.pass_cached = in.pass_replay = 1;
        BAD(tag, "pass_replay: it needs");
    }
}

// A bare replay has no slots, and is the last. A store is none. It makes dirty only sectors that held stores
// touch.
static void test_tag_end(void)
{
    {
        LOCKED;
        in.pass_mask = 0;
        BAD(tag, "pass_mask:");
        in.pass_last = 1;
        GOOD(tag);
    }
    {
        LOCKED;
        in.pass_store = 1;
        BAD(tag, "pass_replay: of a store");
    }
    for (int kind = 0; kind < 4; kind++) {
        RESERVED;
        out.look_judge = in.pass_store = in.store_hold = 1, out.look_need = 4;
        GOOD(tag);
        in.pass_cached = out.look_judge = in.pass_store = in.store_hold = 0;
        in.fill_valid = in.done_fill = 1, in.fill_sect = 1;
        GOOD(tag);
        in.fill_valid = in.done_fill = 0;
        in.held_dirty = 4;
        BAD(tag, "held_dirty: without");
        in.pass_cached = in.pass_replay = 1;
        BAD(tag, "held_dirty: without");
        in.pass_last = 1;
        if (kind == 1)
            in.held_dirty = 2;
        in.pass_fail = in.pass_drop = kind == 2;
        if (kind == 1 || kind == 2)
            BAD(tag, "held_dirty: of a replay that fails");
        else
            GOOD(tag);
    }
}

static void test_tag_open(void)
{
    for (int alloc = 0; alloc < 2; alloc++) {
        WITH(tag);
        in.pass_cached = in.pass_mask = 1;
        in.pass_store = alloc != 0;
        in.miss_open = !alloc, in.store_alloc = alloc != 0;
        out.look_judge = 1;
        BAD(tag, "miss_open, store_alloc: without");
        out.look_judge = 0, out.look_way = 1;
        BAD(tag, "miss_open, store_alloc: without");
        out.look_judge = 1, out.look_dirty = 2;
        BAD(tag, "miss_open, store_alloc: a dirty");
        memset(&c, 0, sizeof c);
        in.credit_dirty = 1;
        GOOD(tag);
    }
    WITH(tag);
    in.pass_cached = in.miss_open = in.pass_mask = 1;
    out.look_judge = out.look_way = 1;
    for (unsigned i = 0; i < UL1_PRT; i++) {
        in.pass_line = i * ROWS;
        out.look_row = UL1_ARRAY_ROWS - 1 - i;
        GOOD(tag);
    }
    BAD(tag, "miss_open: more lines");
}

// A store of sectors 0 and 1, of which it covers the second; the line has the first, and is free.
#define STORE                                             \
    WITH(tag);                                            \
    in.pass_cached = in.pass_store = 1, in.pass_mask = 2; \
    out.look_judge = out.look_there = out.look_way = 1;   \
    out.look_need = in.store_sect = 3, out.look_cover = 2, out.look_have = 1

static void test_tag_store(void)
{
    for (int which = 0; which < 3; which++) { // with a load, and without a pass
        WITH(tag);
        uint8_t *answer[] = { &in.store_hold, &in.store_alloc, &in.store_dirty };
        in.pass_cached = in.pass_mask = out.look_judge = out.look_way = 1;
        GOOD(tag);
        *answer[which] = 1;
        BAD(tag, "store_hold, store_alloc, store_dirty: without");
        in.pass_cached = out.look_judge = 0;
        in.pass_store = 1;
        if (which != 1) // that one has no look_judge
            BAD(tag, "store_hold, store_alloc, store_dirty: without");
    }
    {
        STORE;
        GOOD(tag); // it is written through
        in.store_hold = 1;
        BAD(tag, "store_hold: not that");
        in.miss_open = 1;
        memset(&c, 0, sizeof c);
        struct tag_contract before = c;
        GOOD(tag);
        c = before;
        in.store_hold = 0;
        BAD(tag, "store_hold: not that");
    }
    {
        RESERVED;
        in.pass_store = out.look_judge = out.look_there = 1;
        BAD(tag, "store_hold: not that");
        in.store_hold = 1;
        GOOD(tag);
        in.store_dirty = 1;
        BAD(tag, "store_dirty: the line is not there and free");
    }
    for (int which = 0; which < 3; which++) {
        STORE;
        in.miss_open = in.store_hold = which != 0;
        in.store_alloc = which != 1, in.store_dirty = which != 2;
        BAD(tag, "miss_open, store_alloc, store_dirty: more");
    }
    for (int which = 0; which < 3; which++) {
        STORE;
        in.pass_bypass = 1;
        GOOD(tag);
        in.miss_open = in.store_hold = which == 0;
        in.store_alloc = which == 1, in.store_dirty = which == 2;
        BAD(tag, "miss_open, store_alloc, store_dirty: of a store that bypasses");
    }
    {
        STORE;
        in.store_dirty = 1;
        GOOD(tag);
        in.store_sect = 1;
        BAD(tag, "store_sect: not the sectors");
        in.store_sect = 3;
        out.look_have = 2;
        BAD(tag, "store_sect: a sector");
        out.look_have = 1;
        out.look_there = 0;
        BAD(tag, "store_dirty: the line");
    }
    {
        STORE;
        in.store_alloc = 1;
        BAD(tag, "store_alloc: the line");
        out.look_there = 0;
        BAD(tag, "store_sect: a sector"); // reported valid sectors do not count
        out.look_cover = 3;
        GOOD(tag);
        in.store_sect = 2;
        BAD(tag, "store_sect: not the sectors");
    }
}

static void test_tag_fill(void)
{
    {
        RESERVED;
        in.done_fill = 1;
        BAD(tag, "done_fill: without");
    }
    {
        RESERVED;
        in.fill_valid = 1, in.fill_sect = 1;
        GOOD(tag);
        BAD(tag, "fill_sect:"); // it has arrived
        in.fill_sect = 2;
        GOOD(tag);
        in.fill_sect = 0xc; // was there before
        BAD(tag, "fill_sect:");
    }
    {
        RESERVED;
        in.fill_valid = 1;
        BAD(tag, "fill_sect:");
        in.fill_sect = 1, in.done_fill_row = OTHER_ROW;
        BAD(tag, "done_fill_row:");
    }
    {
        LOCKED;
        in.fill_valid = 1, in.fill_sect = 2;
        BAD(tag, "done_fill_row:");
        in.fill_valid = 0;
        in.done_fault = 1, in.done_fault_row = ROW;
        BAD(tag, "done_fault_row:");
    }
    {
        RESERVED;
        in.done_fault = 1, in.done_fault_row = OTHER_ROW;
        BAD(tag, "done_fault_row:");
        in.done_fault_row = ROW;
        in.fill_valid = in.done_fill = 1, in.fill_sect = 1;
        BAD(tag, "done_fault: done_fill");
    }
    {
        RESERVED;
        in.done_fault = 1, in.done_fault_row = ROW;
        in.fill_valid = 1, in.fill_sect = 1;
        GOOD(tag);
        BAD(tag, "done_fill_row:");
    }
}

static void test_tag_idle(void)
{
    {
        RESERVED;
        GOOD(tag);
        in.pass_cached = 0;
        in.lsu_idle = 1;
        GOOD(tag);
        in.lsu_idle = 0, in.wdb_idle = 1;
        GOOD(tag);
        in.lsu_idle = 1; // a line is under fetch
        BAD(tag, "lsu_idle, wdb_idle:");
    }
    {
        WITH(tag);
        in.lsu_idle = in.con_idle = in.tex_idle = in.wdb_idle = 1;
        GOOD(tag);
        in.pass_cached = in.pass_mask = 1;
        BAD(tag, "lsu_idle, wdb_idle:");
        in.pass_cached = 0, in.req_cached = 1;
        BAD(tag, "lsu_idle, wdb_idle:");
    }
    for (unsigned state = 0; state <= UL1_CMD_STATE_WAIT; state++) {
        bool runs = state <= UL1_CMD_STATE_DRAIN || state >= UL1_CMD_STATE_TURN;
        WITH(tag);
        out.cmd_state = (uint8_t)state;
        out.cmd_hold = !runs || state == UL1_CMD_STATE_DRAIN;
        in.con_idle = in.tex_idle = 1;
        if (runs)
            GOOD(tag);
        else
            BAD(tag, "lsu_idle: low");
        in.lsu_idle = 1;
        in.con_idle = 0;
        if (UL1_CONSTANTS && !runs)
            BAD(tag, "con_idle: low");
        in.con_idle = 1;
        in.tex_idle = 0;
        if (UL1_TEXTURE && !runs)
            BAD(tag, "tex_idle: low");
        in.tex_idle = 1;
        GOOD(tag);
        in.pass_cached = in.pass_mask = 1;
        if (runs)
            GOOD(tag);
        else
            BAD(tag, "pass_cached, req_cached: in a command");
        in.pass_cached = 0, in.req_cached = 1;
        if (runs)
            GOOD(tag);
        else
            BAD(tag, "pass_cached, req_cached: in a command");
        in.req_cached = 0;
        in.answer_fence = 1, in.answer_id = UL1_CMD_ID - 1; // a fence's
        GOOD(tag);
        in.answer_id = UL1_CMD_ID;
        if (state == UL1_CMD_STATE_ANSWER)
            GOOD(tag);
        else
            BAD(tag, "answer_id:");
    }
    {
        WITH(tag);
        in.wdb_idle = out.evict_valid = 1;
        GOOD(tag);
        BAD(tag, "wdb_idle: right");
    }
}

static void test_tag_reduction(void)
{
    WITH(tag);
    in.pass_cached = in.pass_mask = in.pass_store = 1;
    in.pass_red = UL1_ATOM_LOCK;
    BAD(tag, "pass_red: not built");
    in.pass_red = UL1_ATOM_ADD;
    if (UL1_GLOBAL_ATOMICS)
        GOOD(tag);
    in.pass_store = 0;
    BAD(tag, "pass_red: not built");
}

// Inval and flush; and the command `line`.
static void test_tag_cmo(void)
{
    for (uint8_t flush = 0; flush < 2; flush++) {
        WITH(tag);
        out.cmd_ready = 1;
        in.pass_cached = in.pass_mask = 1, in.pass_inval = !flush, in.pass_flush = flush;
        GOOD(tag);
        in.pass_inval = in.pass_flush = 1;
        BAD(tag, "pass_inval, pass_flush:");
        in.pass_inval = !flush, in.pass_flush = flush;
        in.pass_store = 1;
        BAD(tag, "pass_inval, pass_flush:");
        in.pass_store = 0, in.pass_cached = 0, in.pass_mask = 0;
        BAD(tag, "pass_inval, pass_flush:");
    }
    for (int which = 0; which < 4; which++) {
        WITH(tag);
        out.cmd_turn = 1, out.cmd_line = LINE;
        GOOD(tag);
        out.cmd_turn = 0;
        in.lsu_idle = in.con_idle = in.tex_idle = in.wdb_idle = 1;
        in.pass_cached = in.pass_inval = 1, in.pass_line = LINE;
        if (which == 0)
            in.pass_cached = in.pass_inval = 0;
        else if (which == 1)
            in.pass_line ^= 1;
        else if (which == 2)
            in.pass_mask = 1;
        if (which < 3)
            BAD(tag, "pass_inval: not that of the command's");
        else
            GOOD(tag);
    }
}

// The reference predictor: empty; a shared pass; a load that misses; a dirty line in a command's sweep.
static void test_tag_predictor(void)
{
    JUDGED(tag);
    BAD(tag, "cmd_state, cmd_ready:");
    out.cmd_ready = 1;
    GOOD(tag);
    WRONG(tag, cmd_state, "cmd_state, cmd_ready:");
    WRONG(tag, cmd_hold, "cmd_hold: not");
    WRONG(tag, cmd_turn, "cmd_turn: not");
    WRONG(tag, cmd_fence, "cmd_fence: not");
    WRONG(tag, forget_valid, "forget_valid, forget_addr:");
    WRONG(tag, forget_all, "forget_all: not");
    WRONG(tag, carveout, "carveout: not");
    WRONG(tag, use_page, "use_page, use_root:");
    WRONG(tag, use_root, "use_page, use_root:");
    WRONG(tag, look_hit, "look_hit: not");
    WRONG(tag, look_miss, "look_miss: not");
    WRONG(tag, look_judge, "look_judge: not");
    WRONG(tag, look_purge, "look_purge: not");
    WRONG(tag, look_valid, "look_valid: not");
    WRONG(tag, map_mask, "map_mask: not");
    WRONG(tag, evict_valid, "evict_valid: not");
    WRONG(tag, gone_valid, "gone_valid: not");
    WRONG(tag, readout_valid, "readout_valid: not");
    WRONG(tag, tag_pend[0], "tag_pend, tag_lock:");
    WRONG(tag, tag_lock[0], "tag_pend, tag_lock:");
    WRONG(tag, tag_dirty[0], "tag_dirty: not");

    in.pass_mask = out.map_mask = 1;
    GOOD(tag);

    struct tag_line *way = &c.predictor.way[3][1]; // dirty, of another line than that looked up
    c.predictor.op = UL1_CMD_FLUSH, c.predictor.sweeps = 3, c.predictor.state = UL1_CMD_STATE_SWEEP;
    *way = (struct tag_line){ .line = LINE, .valid = 3, .dirty = 2, .age = 1 };
    memset(&in, 0, sizeof in), memset(&out, 0, sizeof out);
    in.credit_dirty = in.lsu_idle = in.con_idle = in.tex_idle = in.wdb_idle = 1,
    out.evict_valid = out.cmd_hold = 1, out.cmd_state = UL1_CMD_STATE_SWEEP;
    out.tag_dirty[3] = 2;
    out.evict_line = LINE, out.evict_sect = 2, out.evict_row = UL1_S48_ROWS + UL1_S48_SETS + 3;
    WRONG(tag, evict_line, "evict_line, evict_row:");
    WRONG(tag, evict_row, "evict_line, evict_row:");
    WRONG(tag, evict_sect, "evict_sect: not");
    GOOD(tag);
}

// Lookups: a load that misses, with its line absent, and an inval of a present line.
static void test_tag_looked_up(void)
{
    JUDGED(tag);
    out.cmd_ready = 1;
    in.pass_cached = in.pass_mask = 1, in.pass_line = LINE, in.pass_addr[0] = LINE % ROWS << WITHIN_LINE_W;
    out.look_miss = out.look_judge = out.look_way = out.look_need = 1;
    out.look_set = LINE % UL1_S48_SETS, out.look_row = UL1_S48_ROWS + LINE % UL1_S48_SETS;
    WRONG(tag, look_set, "look_set: not");
    WRONG(tag, look_need, "look_need: not");
    WRONG(tag, look_have, "look_have: not");
    WRONG(tag, look_cover, "look_cover: not");
    WRONG(tag, look_there, "look_there: not");
    WRONG(tag, look_way, "look_way: not");
    WRONG(tag, look_row, "look_row: not");
    WRONG(tag, look_dirty, "look_dirty: not");

    c.predictor.way[out.look_set][0] = (struct tag_line){ .line = LINE, .valid = 3, .dirty = 2 };
    in.pass_inval = out.look_there = out.gone_valid = 1, out.look_miss = 0;
    out.tag_dirty[out.look_set] = 1;
    out.look_have = 3, out.gone_row = out.look_row, out.gone_keep = 2;
    WRONG(tag, gone_row, "gone_row: not");
    WRONG(tag, gone_keep, "gone_keep: not");
    GOOD(tag);

    in.pass_inval = out.look_judge = out.look_way = out.gone_valid = 0; // a load that hits
    c.predictor.way[out.look_set][0] = (struct tag_line){ .line = LINE, .valid = 3, .dirty = 2 };
    out.look_hit = out.map_mask = 1, out.map_row[0] = out.look_row;
    WRONG(tag, map_row[0], "map_row: not");
    GOOD(tag);
}

void test_tag(void)
{
    test_tag_asked();
    test_tag_cmo();
    test_tag_reduction();
    test_tag_settings();
    test_tag_slots();
    test_tag_replay();
    test_tag_end();
    test_tag_open();
    test_tag_store();
    test_tag_idle();
    test_tag_fill();
    test_tag_predictor();
    test_tag_looked_up();
}
