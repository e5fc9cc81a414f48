// The rules of the contract of wdb, each broken once: see contract_test.h.
#include "contract_test.h"

#include <string.h>

// A beat, 2, was filled and a store taken for the next cycle.
#define TAKEN                                               \
    WITH(wdb);                                              \
    out.ink_any = out.wdb_room = 1;                         \
    out.ink_idx = 2;                                        \
    in.st_valid = in.st_ready = in.wdb_take = 1;            \
    GOOD(wdb);                                              \
    in.st_valid = in.st_ready = in.wdb_take = 0

// And is in stage 1 with that beat; banks 1 and 4.
#define ENTERED                                             \
    TAKEN;                                                  \
    in.pass_valid = in.pass_store = 1, in.pass_ink = 2;     \
    in.bank_en = 0x12

static void test_wdb_intake(void)
{
    WITH(wdb);
    in.st_ready = 1;
    GOOD(wdb);
    in.st_valid = 1;
    BAD(wdb, "st_ready:");
}

static void test_wdb_room(void)
{
    {
        WITH(wdb);
        in.wdb_take = 1;
        BAD(wdb, "wdb_take:");
    }
    {
        TAKEN;
        BAD(wdb, "no store in stage 1");
    }
    {
        TAKEN;
        in.pass_valid = 1, in.bank_en = 1;
        BAD(wdb, "no store in stage 1");
    }
    {
        ENTERED;
        GOOD(wdb);
        BAD(wdb, "no wdb_take came before");
    }
    { // after a reset nothing is owed
        TAKEN;
        in.rst = 1;
        GOOD(wdb);
        in.rst = 0;
        GOOD(wdb);
    }
}

static void test_wdb_pass(void)
{
    {
        ENTERED;
        in.pass_ink = 3;
        BAD(wdb, "pass_ink:");
    }
    for (uint8_t freed = 0; freed < 2; freed++) {
        ENTERED;
        in.pass_free = freed;
        in.wdb_take = 1;
        GOOD(wdb);
        if (freed)
            BAD(wdb, "pass_ink:");
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

static void test_wdb_cached(void)
{
    {
        WITH(wdb);
        in.pass_cached = 1;
        BAD(wdb, "pass_cached: without");
        in.pass_valid = 1;
        GOOD(wdb);
        in.bank_en = 6, in.bank_row[1] = in.bank_row[2] = 300, in.bank_row[0] = 7; // touches not that
        GOOD(wdb);
        in.bank_row[2] = 44; // 300 in its low byte
        BAD(wdb, "bank_row:");
        in.pass_cached = 0;
        GOOD(wdb);
        in.pass_rep = 1;
        BAD(wdb, "pass_rep:");
    }
    {
        ENTERED;
        in.pass_cached = in.pass_rep = in.st_through = 1;
        BAD(wdb, "pass_rep:");
    }
}

static unsigned sector_of(unsigned bank)
{
    return bank / (LANES / 4);
}

// A cached store in stage 1, of banks 1 and 4.
#define STORES              \
    ENTERED;                \
    in.pass_cached = 1;     \
    in.pass_line = 0x1234567

static void test_wdb_store(void)
{
    const uint8_t touched = (uint8_t)(1 << sector_of(1) | 1 << sector_of(4));
    for (int which = 0; which < 3; which++) { // of a shared store, a cached load, without a pass
        ENTERED;
        if (which)
            in.pass_store = in.wdb_take = 0, c.took = 0;
        in.pass_valid = which != 2, in.pass_cached = which == 1, in.bank_en = 0;
        struct wdb_contract before = c;
        in.st_hold = 1;
        BAD(wdb, "st_hold, st_through, st_sect: without");
        c = before, in.st_hold = 0, in.st_through = 1;
        BAD(wdb, "st_hold, st_through, st_sect: without");
        c = before, in.st_through = 0, in.st_sect = 1;
        BAD(wdb, "st_hold, st_through, st_sect: without");
        c = before, in.st_sect = 0;
        GOOD(wdb);
    }
    {
        STORES;
        BAD(wdb, "a store that goes nowhere");
    }
    {
        STORES;
        in.st_through = 1;
        GOOD(wdb);
    }
    {
        STORES;
        in.st_sect = touched;
        GOOD(wdb);
    }
    {
        STORES;
        in.st_sect = touched | 8;
        BAD(wdb, "st_sect: a sector");
    }
}

// It is held for entry 9; and another store is in stage 1.
#define HELD                                    \
    STORES;                                     \
    in.st_sect = 1, in.st_hold = 1, in.st_prt = 9; \
    in.wdb_take = 1;                            \
    GOOD(wdb);                                  \
    in.wdb_take = 0

static void test_wdb_held(void)
{
    {
        HELD;
        GOOD(wdb);
    }
    {
        HELD;
        in.pass_line ^= 1ull << 30;
        BAD(wdb, "st_prt: of another line");
    }
    {
        HELD;
        in.pass_line ^= 1ull << 30;
        in.st_prt = 10;
        GOOD(wdb);
    }
    for (int which = 0; which < 2; which++) { // not held, or for another
        HELD;
        in.st_hold = which != 0, in.st_prt = 10;
        BAD(wdb, "st_hold, st_prt:");
    }
    for (int last = 0; last < 2; last++) { // until the last replay
        HELD;
        struct ul1_wdb_in store = in;
        GOOD(wdb);
        memset(&in, 0, sizeof in);
        in.pass_valid = in.pass_cached = in.pass_rep = 1, in.pass_prt = 9, in.pass_last = last != 0;
        in.wdb_take = 1;
        GOOD(wdb);
        in = store;
        in.st_hold = 0;
        if (last)
            GOOD(wdb);
        else
            BAD(wdb, "st_hold, st_prt:");
    }
}

// A dirty line, of row 300, has got entry 7.
#define WENT                                                            \
    WITH(wdb);                                                          \
    out.wdb_slot = in.evict = 1, in.evict_line = 0x55, in.evict_sect = 4, in.evict_row = 300; \
    out.ev_idx = 7;                                                     \
    GOOD(wdb);                                                          \
    in.evict = 0;                                                       \
    out.wdb_used = 0x80

// Its pass.
static void read_out(struct ul1_wdb_in *in, unsigned row)
{
    in->pass_valid = in->pass_evict = 1;
    in->bank_en = ((1u << LANES / 4) - 1) << LANES / 2; // of sector 2
    for (unsigned b = 0; b < LANES; b++)
        in->bank_row[b] = (uint16_t)row;
}

static void test_wdb_evicted(void)
{
    {
        WITH(wdb);
        read_out(&in, 300);
        BAD(wdb, "pass_evict: not that");
    }
    {
        WENT;
        GOOD(wdb);
        read_out(&in, 300);
        GOOD(wdb);
        BAD(wdb, "pass_evict: not that");
    }
    {
        WENT;
        GOOD(wdb);
        BAD(wdb, "pass_evict: not that"); // it does not come
    }
    {
        WENT;
        read_out(&in, 300);
        BAD(wdb, "pass_evict: not that"); // too early
    }
    for (int which = 0; which < 4; which++) {
        WENT;
        GOOD(wdb);
        read_out(&in, which == 0 ? 44 : 300);
        in.bank_en ^= which == 1; // one more
        in.pass_cached = which == 2;
        if (which == 3)
            in.bank_en = 0, in.pass_valid = 0;
        BAD(wdb, "pass_evict: no pass");
    }
}

static void test_wdb_evict(void)
{
    {
        WITH(wdb);
        in.evict = in.evict_sect = 1;
        BAD(wdb, "evict: without");
        out.wdb_slot = 1;
        memset(&c, 0, sizeof c);
        in.evict_sect = 0;
        BAD(wdb, "evict_sect:");
    }
    for (int which = 0; which < 3; which++) { // for a line that is looked up
        WITH(wdb);
        out.wdb_slot = in.evict = in.evict_sect = 1, in.evict_line = 0x77;
        in.pass_valid = in.pass_cached = 1, in.pass_line = which == 2 ? 0x77 : 0x78;
        out.wdb_used = 1; // stores wait
        in.pass_rep = which == 0;
        in.gone_valid = which == 1;
        if (which < 2)
            BAD(wdb, "evict: beside");
        else
            BAD(wdb, "evict_line:");
        memset(&c, 0, sizeof c);
        in.pass_rep = in.gone_valid = 0;
        in.pass_line = 0x78;
        GOOD(wdb);
    }
    { // by a command: other dirty lines may wait, stores may not
        WENT;
        in.evict = 1;
        out.ev_idx = 6;
        GOOD(wdb);
        read_out(&in, 300);
        out.wdb_used = 0xc0;
        out.ev_idx = 5;
        GOOD(wdb);
        out.wdb_used = 0xe1;
        BAD(wdb, "evict: of a command");
    }
    {
        ENTERED;
        out.wdb_slot = in.evict = in.evict_sect = 1;
        BAD(wdb, "evict: of a command");
    }
    {
        ENTERED;
        GOOD(wdb);
        in.pass_valid = 0, in.bank_en = 0;
        out.wdb_slot = in.evict = in.evict_sect = 1;
        BAD(wdb, "evict: of a command");
    }
}

static void test_wdb_ends(void)
{
    WITH(wdb);
    in.look_valid = 1;
    BAD(wdb, "look_valid, end_dirty:");
    in.look_valid = 0, in.end_dirty = 8;
    BAD(wdb, "look_valid, end_dirty:");
    in.pass_valid = in.pass_cached = in.pass_rep = 1;
    BAD(wdb, "look_valid, end_dirty:");
    in.pass_last = 1;
    GOOD(wdb);
    in.look_valid = in.gone_valid = in.gone_keep = 3;
    GOOD(wdb);
    in.look_valid = in.end_dirty = 0;
    in.pass_last = 0;
    BAD(wdb, "gone_valid: without");
    in.pass_rep = 0;
    BAD(wdb, "gone_keep:");
    in.gone_keep = 0;
    GOOD(wdb);
    in.pass_cached = 0;
    BAD(wdb, "gone_valid: without");
}

// Two writes wait: of entries 7 and 2.
#define WRITES                      \
    WENT;                           \
    in.wdb_take = out.wdb_room = out.ink_any = in.st_valid = in.st_ready = 1; \
    GOOD(wdb);                      \
    in.wdb_take = in.st_valid = in.st_ready = 0; \
    c.evicted = 0; /* the pass of the line does not matter here */ \
    in.pass_valid = in.pass_store = in.pass_cached = in.st_through = 1, in.bank_en = 1; \
    out.st_new = 1, out.st_idx = 2; \
    GOOD(wdb);                      \
    in.pass_valid = in.pass_cached = in.st_through = 0, in.bank_en = 0; \
    in.xl_write = 1, in.xl_wdb = 7; \
    out.wdb_ready = 0x84

static void test_wdb_writes(void)
{
    {
        WITH(wdb);
        in.xl_write = 1;
        BAD(wdb, "xl_wdb:");
    }
    {
        WRITES;
        in.xl_wdb = 2;
        BAD(wdb, "xl_wdb:"); // the second
    }
    {
        WRITES;
        in.xl_take = in.xl_fault = 1;
        BAD(wdb, "xl_take, xl_fault: both");
    }
    {
        WRITES;
        out.wdb_ready = 4;
        GOOD(wdb);
        in.xl_take = 1;
        BAD(wdb, "xl_take, xl_fault: of a write");
    }
    {
        WRITES;
        in.xl_write = 0, in.xl_take = 1; // a read is before it
        GOOD(wdb);
        in.xl_write = 1, in.xl_take = 0;
        GOOD(wdb);
        in.xl_write = 0;
        BAD(wdb, "xl_write:");
    }
    {
        WRITES;
        in.mem_valid = 1, in.mem_kind = UL1_REQ_WRITE, in.mem_sub = 7;
        BAD(wdb, "mem_sub:"); // it has not been sent
    }
    for (int fault = 0; fault < 2; fault++) {
        WRITES;
        in.xl_take = !fault, in.xl_fault = fault != 0;
        GOOD(wdb);
        in.xl_take = in.xl_fault = 0;
        in.xl_wdb = 2;
        in.mem_kind = UL1_REQ_READ, in.mem_sub = 40;
        in.mem_valid = 1;
        GOOD(wdb);
        in.mem_kind = UL1_REQ_WRITE, in.mem_sub = 7;
        if (fault) {
            BAD(wdb, "mem_sub:");
            continue;
        }
        GOOD(wdb);
        in.mem_ready = 1;
        GOOD(wdb);
        BAD(wdb, "mem_sub:"); // once
        in.mem_sub = 15;      // 7 in its low bits
        BAD(wdb, "mem_sub:");
    }
}

static void test_wdb_words(void)
{
    {
        ENTERED;
        GOOD(wdb);
        in.pass_valid = 0, in.bank_en = 0;
        in.x_be[1] = 0xf, in.x_be[4] = 1;
        GOOD(wdb);
        BAD(wdb, "x_be: bytes stored without a store");
    }
    {
        ENTERED;
        GOOD(wdb);
        in.pass_valid = 0, in.bank_en = 0;
        in.x_be[5] = 1;
        BAD(wdb, "x_be: bytes stored in a bank");
    }
}

void test_wdb(void)
{
    test_wdb_intake();
    test_wdb_room();
    test_wdb_pass();
    test_wdb_cached();
    test_wdb_store();
    test_wdb_held();
    test_wdb_evicted();
    test_wdb_evict();
    test_wdb_ends();
    test_wdb_writes();
    test_wdb_words();
}
