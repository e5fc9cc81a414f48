// Breaks each rule of the contract of wdb once: see blocks/expect.h.
#include "blocks/wdb/contract.h"
#include "blocks/expect.h"

#include <string.h>

// A row of the array, and another that differs in the highest bit.
enum { ROW = UL1_ARRAY_ROWS - 8, OTHER_ROW = ROW ^ UL1_ARRAY_ROWS / 2 };

// The entry that a dirty line gets, and the one of a store.
enum { DIRTY = UL1_WDB - 1, STORE = 0 };

// Beat 2 was filled, and a store was taken for the next cycle.
#define TAKEN                                         \
    WITH(wdb);                                        \
    out.intake_free = out.credit_shared = 1;          \
    out.intake_beat = 2;                              \
    in.pull_valid = in.pull_ready = in.sel_store = 1; \
    GOOD(wdb);                                        \
    in.pull_valid = in.pull_ready = in.sel_store = 0

// The store is in stage 1 with that beat; banks 1 and 4.
#define ENTERED                                          \
    TAKEN;                                               \
    in.pass_valid = in.pass_store = 1, in.pass_beat = 2; \
    in.bank_en = 0x12

static void test_wdb_intake(void)
{
    WITH(wdb);
    in.pull_ready = 1;
    GOOD(wdb);
    in.pull_valid = 1;
    BAD(wdb, "pull_ready:");
}

static void test_wdb_room(void)
{
    {
        WITH(wdb);
        in.sel_store = 1;
        BAD(wdb, "sel_store:");
    }
    {
        TAKEN;
        BAD(wdb, "no store or flush in stage 1");
    }
    {
        TAKEN;
        in.pass_valid = 1, in.bank_en = 1;
        BAD(wdb, "no store or flush in stage 1");
    }
    {
        ENTERED;
        GOOD(wdb);
        BAD(wdb, "no sel_store came before");
    }
    { // after a reset nothing is outstanding
        TAKEN;
        in.rst = 1;
        GOOD(wdb);
        in.rst = 0, c.predictor.judged = false;
        GOOD(wdb);
    }
}

static void test_wdb_pass(void)
{
    {
        ENTERED;
        in.pass_beat = 3;
        BAD(wdb, "pass_beat:");
    }
    for (uint8_t freed = 0; freed < 2; freed++) {
        ENTERED;
        in.pass_frees_beat = freed;
        in.sel_store = 1;
        GOOD(wdb);
        if (freed)
            BAD(wdb, "pass_beat:");
        else
            GOOD(wdb);
    }
    {
        WITH(wdb);
        in.bank_en = 1;
        BAD(wdb, "bank_en:");
        in.pass_valid = 1;
        GOOD(wdb);
    }
}

// An operation of the right kind of store.
static void test_wdb_operations(void)
{
    ENTERED;
    in.pass_width = UL1_WIDTH_B32;
    struct wdb_contract before = c;
    in.pass_atom = UL1_ATOM_LOCK;
    BAD(wdb, "pass_atom: not built, or of");
    c = before, in.pass_atom = UL1_ATOM_NONE, in.pass_red = UL1_ATOM_ADD;
    BAD(wdb, "pass_red: not built, or of");
    c = before, c.took_cached = in.pass_cached = 1;
    before = c, in.pass_red = UL1_ATOM_LOCK;
    BAD(wdb, "pass_red: not built, or of");
    c = before, in.pass_red = UL1_ATOM_NONE, in.pass_atom = UL1_ATOM_ADD;
    BAD(wdb, "pass_atom: not built, or of");
}

static void test_wdb_cached(void)
{
    {
        WITH(wdb);
        in.pass_cached = 1;
        BAD(wdb, "pass_cached: without");
        in.pass_valid = 1;
        GOOD(wdb);
        in.bank_en = 6, in.bank_row[1] = in.bank_row[2] = ROW, in.bank_row[0] = 7; // does not touch that bank
        GOOD(wdb);
        in.bank_row[2] = OTHER_ROW;
        BAD(wdb, "bank_row:");
        in.pass_cached = 0;
        GOOD(wdb);
        in.pass_replay = 1;
        BAD(wdb, "pass_replay:");
        in.pass_cached = c.took_cached = 1, in.bank_row[2] = ROW;
        in.pass_prt = UL1_PRT - 1;
        GOOD(wdb);
        in.pass_prt++;
        BAD(wdb, "pass_prt: no entry");
    }
    {
        ENTERED;
        in.pass_cached = c.took_cached = in.pass_replay = in.store_through = 1;
        BAD(wdb, "pass_replay:");
    }
}

// A cached store in stage 1, of banks 1 and 4.
#define STORES                          \
    ENTERED;                            \
    in.pass_cached = c.took_cached = 1; \
    in.pass_line = 0x1234567

static void test_wdb_store(void)
{
    { // a cached store comes where a shared one was admitted
        STORES;
        c.took_cached = 0;
        BAD(wdb, "not what sel_cached said");
    }
    const uint8_t touched = (uint8_t)sectors_of(1u << 1 | 1u << 4);
    for (int which = 0; which < 3; which++) { // with a shared store, with a cached load, without a pass
        ENTERED;
        if (which)
            in.pass_store = in.sel_store = 0, c.took = 0;
        in.pass_valid = which != 2, in.pass_cached = which == 1, in.bank_en = 0;
        struct wdb_contract before = c;
        in.store_hold = 1;
        BAD(wdb, "store_hold, store_through, store_sect: without");
        c = before, in.store_hold = 0, in.store_through = 1;
        BAD(wdb, "store_hold, store_through, store_sect: without");
        c = before, in.store_through = 0, in.store_sect = 1;
        BAD(wdb, "store_hold, store_through, store_sect: without");
        c = before, in.store_sect = 0;
        GOOD(wdb);
    }
    {
        STORES;
        BAD(wdb, "a store that goes nowhere");
    }
    {
        STORES;
        in.store_through = 1;
        GOOD(wdb);
    }
    {
        STORES;
        in.store_sect = touched;
        GOOD(wdb);
    }
    {
        STORES;
        in.store_sect = touched | 8;
        BAD(wdb, "store_sect: a sector");
    }
    for (int own = 0; own < 2; own++) { // it gives up a dirty line, its own or another
        STORES;
        in.store_sect = touched;
        out.credit_dirty = in.evict_valid = 1, in.evict_sect = 1;
        in.evict_line = own ? in.pass_line : in.pass_line + 1;
        if (own)
            BAD(wdb, "evict_line: the line that a store looks up");
        else
            GOOD(wdb);
    }
}

// It is held for the last PRT entry, and another store is in stage 1.
#define HELD                                                          \
    STORES;                                                           \
    in.store_sect = 1, in.store_hold = 1, in.store_prt = UL1_PRT - 1; \
    in.sel_store = in.sel_cached = out.credit_cached = 1;             \
    GOOD(wdb);                                                        \
    in.sel_store = in.sel_cached = 0

static void test_wdb_held(void)
{
    {
        HELD;
        GOOD(wdb);
    }
    {
        HELD;
        in.pass_line ^= 1ull << (UL1_LINE_W - 1);
        BAD(wdb, "store_prt: of another line");
    }
    {
        HELD;
        in.store_prt = UL1_PRT;
        BAD(wdb, "store_prt: no entry");
    }
    {
        HELD;
        in.pass_line ^= 1ull << (UL1_LINE_W - 1);
        in.store_prt = 0;
        GOOD(wdb);
    }
    for (int which = 0; which < 2; which++) { // not held, or for another
        HELD;
        in.store_hold = which != 0, in.store_prt = 0;
        BAD(wdb, "store_hold, store_prt:");
    }
    for (int last = 0; last < 2; last++) { // until the last replay
        HELD;
        struct ul1_wdb_in store = in;
        GOOD(wdb);
        memset(&in, 0, sizeof in);
        in.pass_valid = in.pass_cached = in.pass_replay = 1, in.pass_prt = UL1_PRT - 1,
        in.pass_last = last != 0;
        in.sel_store = in.sel_cached = out.credit_cached = 1;
        GOOD(wdb);
        in = store;
        in.store_hold = 0;
        if (last)
            GOOD(wdb);
        else
            BAD(wdb, "store_hold, store_prt:");
    }
}

enum { LAST_SECTOR = 1 << (UL1_SECTORS - 1) };

// A dirty line, of ROW, has got entry DIRTY.
#define WENT                                                                                  \
    WITH(wdb);                                                                                \
    out.credit_dirty = in.evict_valid = 1, in.evict_line = 0x55, in.evict_sect = LAST_SECTOR, \
    in.evict_row = ROW;                                                                       \
    out.alloc_dirty = DIRTY;                                                                  \
    GOOD(wdb);                                                                                \
    in.evict_valid = 0;                                                                       \
    out.wdb_used = 1u << DIRTY

// Its victim readout.
static void read_out(struct ul1_wdb_in *in, unsigned row)
{
    in->pass_valid = in->pass_readout = 1;
    in->bank_en = words_of(LAST_SECTOR);
    for (unsigned b = 0; b < LANES; b++)
        in->bank_row[b] = (uint16_t)row;
}

static void test_wdb_evicted(void)
{
    {
        WITH(wdb);
        read_out(&in, ROW);
        BAD(wdb, "pass_readout: not that");
    }
    {
        WENT;
        GOOD(wdb);
        read_out(&in, ROW);
        GOOD(wdb);
        BAD(wdb, "pass_readout: not that");
    }
    {
        WENT;
        GOOD(wdb);
        BAD(wdb, "pass_readout: not that"); // it does not come
    }
    {
        WENT;
        read_out(&in, ROW);
        BAD(wdb, "pass_readout: not that"); // too early
    }
    for (int which = 0; which < 4; which++) {
        WENT;
        GOOD(wdb);
        read_out(&in, which == 0 ? OTHER_ROW : ROW);
        in.bank_en ^= which == 1; // one more
        in.pass_cached = c.took_cached = which == 2;
        if (which == 3)
            in.bank_en = 0, in.pass_valid = 0;
        BAD(wdb, "pass_readout: no pass");
    }
}

static void test_wdb_evict(void)
{
    {
        WITH(wdb);
        in.evict_valid = in.evict_sect = 1;
        BAD(wdb, "evict_valid: without");
        out.credit_dirty = 1;
        memset(&c, 0, sizeof c);
        in.evict_sect = 0;
        BAD(wdb, "evict_sect:");
    }
    // for a line that is looked up, or by a load that takes its own over
    for (int which = 0; which < 3; which++) {
        WITH(wdb);
        out.credit_dirty = in.evict_valid = in.evict_sect = 1, in.evict_line = 0x77;
        in.pass_valid = in.pass_cached = 1, in.pass_line = which == 2 ? 0x77 : 0x78;
        out.wdb_used = 1; // stores wait
        in.pass_replay = which == 0;
        in.gone_valid = which == 1;
        if (which < 2)
            BAD(wdb, "evict_valid: beside");
        else
            GOOD(wdb);
        memset(&c, 0, sizeof c);
        in.pass_replay = in.gone_valid = 0;
        in.pass_line = 0x78;
        GOOD(wdb);
    }
    { // by a flush of it
        WITH(wdb);
        in.evict_valid = in.evict_sect = 1, in.evict_line = 0x77;
        in.pass_valid = in.pass_cached = in.pass_flush = 1, in.pass_line = 0x77;
        BAD(wdb, "no sel_store came before");
        memset(&c, 0, sizeof c);
        c.took = c.took_cached = 1;
        GOOD(wdb);
        memset(&c, 0, sizeof c);
        c.took = c.took_cached = 1;
        in.pass_line = 0x78;
        BAD(wdb, "evict_line:");
        in.evict_valid = 0;
        memset(&c, 0, sizeof c);
        c.took = c.took_cached = 1;
        in.pass_replay = 1;
        BAD(wdb, "pass_flush:");
        c.took = c.took_cached = 1;
        in.pass_cached = in.pass_replay = 0;
        BAD(wdb, "pass_flush:");
    }
    { // by a command: other dirty lines may wait, stores may not
        WENT;
        in.evict_valid = 1;
        out.alloc_dirty = STORE;
        GOOD(wdb);
    }
    {
        WENT;
        in.evict_valid = 1;
        out.wdb_used |= 1u << STORE;
        BAD(wdb, "evict_valid: of a command");
    }
    {
        ENTERED;
        out.credit_dirty = in.evict_valid = in.evict_sect = 1;
        BAD(wdb, "evict_valid: of a command");
    }
    {
        ENTERED;
        GOOD(wdb);
        in.pass_valid = 0, in.bank_en = 0;
        out.credit_dirty = in.evict_valid = in.evict_sect = 1;
        BAD(wdb, "evict_valid: of a command");
    }
}

static void test_wdb_ends(void)
{
    WITH(wdb);
    in.look_valid = 1;
    BAD(wdb, "look_valid, held_dirty:");
    in.look_valid = 0, in.held_dirty = 8;
    BAD(wdb, "look_valid, held_dirty:");
    in.pass_valid = in.pass_cached = in.pass_replay = 1;
    BAD(wdb, "look_valid, held_dirty:");
    in.pass_last = 1;
    GOOD(wdb);
    in.look_valid = in.gone_valid = in.gone_keep = 3;
    GOOD(wdb);
    in.look_valid = in.held_dirty = 0;
    in.pass_last = 0;
    BAD(wdb, "gone_valid: without");
    in.pass_replay = 0;
    GOOD(wdb); // an inval
    c.took = c.took_cached = 1, c.beats = 1;
    in.pass_store = in.store_through = 1;
    BAD(wdb, "gone_keep:");
    c.took = 0;
    in.pass_store = in.store_through = in.gone_keep = 0;
    GOOD(wdb);
    in.pass_cached = 0;
    BAD(wdb, "gone_valid: without");
}

// Two writes wait: of entries DIRTY and STORE.
#define WRITES                                                                                              \
    WENT;                                                                                                   \
    in.sel_store = in.sel_cached = out.credit_cached = out.intake_free = in.pull_valid = in.pull_ready = 1; \
    GOOD(wdb);                                                                                              \
    in.sel_store = in.sel_cached = in.pull_valid = in.pull_ready = 0;                                       \
    c.evicted = 0; /* the pass of the line does not matter here */                                          \
    in.pass_valid = in.pass_store = in.pass_cached = in.store_through = 1, in.bank_en = 1,                  \
    in.pass_line = c.line[DIRTY];                                                                           \
    out.alloc_new = 1, out.alloc_store = STORE;                                                             \
    GOOD(wdb);                                                                                              \
    in.pass_valid = in.pass_cached = in.store_through = 0, in.bank_en = 0;                                  \
    in.head_write = 1, in.head_wdb = DIRTY;                                                                 \
    out.leave_ready = 1u << DIRTY | 1u << STORE

static void test_wdb_writes(void)
{
    {
        WITH(wdb);
        in.head_write = 1;
        BAD(wdb, "head_wdb:");
    }
    {
        WRITES;
        in.head_wdb = STORE;
        GOOD(wdb);
        in.mmu_take = 1;
        struct wdb_contract before = c;
        BAD(wdb, "mmu_take, mmu_fault: not"); // the second of its line
        c = before;
        c.line[STORE] = 1;
        GOOD(wdb); // of another line
    }
    {
        WRITES;
        in.mmu_take = in.mmu_fault = 1;
        BAD(wdb, "mmu_take, mmu_fault: both");
    }
    {
        WRITES;
        out.leave_ready = 1u << STORE;
        GOOD(wdb);
        in.mmu_take = 1;
        BAD(wdb, "mmu_take, mmu_fault: of a write");
    }
    {
        WRITES;
        in.head_write = 0, in.mmu_take = 1; // a read is before it
        GOOD(wdb);
        in.head_write = 1, in.mmu_take = 0;
        GOOD(wdb);
    }
    {
        WRITES;
        in.mem_valid = 1, in.mem_op = UL1_MEMOP_WRITE, in.mem_number = DIRTY;
        BAD(wdb, "mem_number:"); // it has not been sent
    }
    for (int fault = 0; fault < 2; fault++) {
        WRITES;
        in.mmu_take = !fault, in.mmu_fault = fault != 0;
        GOOD(wdb);
        in.mmu_take = in.mmu_fault = 0;
        in.head_wdb = STORE;
        in.mem_op = UL1_MEMOP_READ, in.mem_number = UL1_PRT;
        in.mem_valid = 1;
        GOOD(wdb);
        in.mem_op = UL1_MEMOP_WRITE, in.mem_number = DIRTY;
        if (fault) {
            BAD(wdb, "mem_number:");
            continue;
        }
        GOOD(wdb);
        in.mem_ready = 1;
        GOOD(wdb);
        BAD(wdb, "mem_number:");         // once
        in.mem_number = DIRTY + UL1_WDB; // the number of no entry
        BAD(wdb, "mem_number:");
    }
}

static void test_wdb_words(void)
{
    {
        ENTERED;
        GOOD(wdb);
        in.pass_valid = 0, in.bank_en = 0;
        in.cross_be[1] = ALL_BYTES, in.cross_be[4] = 1;
        GOOD(wdb);
        BAD(wdb, "cross_be: bytes stored without a store");
    }
    {
        ENTERED;
        GOOD(wdb);
        in.pass_valid = 0, in.bank_en = 0;
        in.cross_be[5] = 1;
        BAD(wdb, "cross_be: bytes stored in a bank");
    }
}

// The reference predictor: empty; a store written through, from its stage 2 on.
static void test_wdb_predictor(void)
{
    JUDGED(wdb);
    out.credit_shared = out.credit_cached = out.credit_dirty = out.wdb_idle = 1;
    out.intake_free = out.intake_spare = 1, out.alloc_dirty = UL1_WDB - 1;
    out.credit_red = UL1_GLOBAL_ATOMICS != 0;
    GOOD(wdb);
    WRONG(wdb, credit_red, "credit_red: not");
    WRONG(wdb, credit_shared, "credit_shared: not");
    WRONG(wdb, credit_cached, "credit_cached: not");
    WRONG(wdb, credit_dirty, "credit_dirty: not");
    WRONG(wdb, wdb_idle, "wdb_idle: not");
    WRONG(wdb, wdb_used, "wdb_used: not");
    WRONG(wdb, alloc_store, "alloc_store: not");
    WRONG(wdb, alloc_dirty, "alloc_dirty: not");
    WRONG(wdb, intake_free, "intake_free, intake_spare:");
    WRONG(wdb, intake_spare, "intake_free, intake_spare:");
    WRONG(wdb, intake_beat, "intake_beat: not");
    WRONG(wdb, wdb_state[UL1_WDB - 1], "wdb_state: not");
    WRONG(wdb, leave_ready, "leave_ready: not");
    WRONG(wdb, alloc_new, "alloc_new: not");
    WRONG(wdb, slot_valid, "slot_valid: not");
    WRONG(wdb, forward_be[2], "forward_be: not");
    WRONG(wdb, memdata_be[2], "memdata_be: bytes without");

    struct wdb_entry *entry = &c.predictor.track.entry[0];
    c.predictor.track.used = 1;
    *entry = (struct wdb_entry){
        .data = true, .cached = true, .array = 1, .memory = WDB_MEMORY_WAITS, .line = 7, .be = { 3 }
    };
    for (unsigned bank = 0; bank < UL1_BANKS; bank++)
        entry->row[bank] = 9;
    out.wdb_used = out.alloc_store = out.leave_ready = out.write_valid = 1, out.wdb_idle = 0;
    out.wdb_state[0] = UL1_WDB_STATE_BOTH, out.leave_line[0] = 7, out.write_be[0] = 3, out.write_row[0] = 9;
    GOOD(wdb);
    WRONG(wdb, wdb_state[0], "wdb_state: not");
    WRONG(wdb, leave_ready, "leave_ready: not");
    WRONG(wdb, alloc_store, "alloc_store: not");
    in.pass_valid = in.pass_cached = in.bank_en = 1, in.pass_line = 7, in.bank_row[0] = 9;
    GOOD(wdb);
    BAD(wdb, "forward_be: not");
    out.forward_be[0] = 3;
    WRONG(wdb, forward_data[0], "forward_data: not");
    GOOD(wdb);
}

void test_wdb(void)
{
    test_wdb_intake();
    test_wdb_room();
    test_wdb_pass();
    test_wdb_operations();
    test_wdb_cached();
    test_wdb_store();
    test_wdb_held();
    test_wdb_evicted();
    test_wdb_evict();
    test_wdb_ends();
    test_wdb_writes();
    test_wdb_words();
    test_wdb_predictor();
}
