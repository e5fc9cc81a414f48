// The rules of the contract of mmu, each broken once: see contract_test.h.
#include "contract_test.h"

#include <string.h>

static void test_mmu_settings(void)
{
    for (int busy = 0; busy < 4; busy++) {
        WITH(mmu);
        GOOD(mmu);
        in.cfg_page = 2, in.cfg_root = 1u << (UL1_PN_W - 1);
        GOOD(mmu);
        in.xl_valid = busy == 0, in.xl_sect = 1;
        out.mem_valid = busy == 1;
        out.mmu_walk = busy == 2 ? UL1_WALK_WAITS : UL1_WALK_IDLE;
        in.forget = busy == 3;
        GOOD(mmu);
        if (busy % 2)
            in.cfg_page = 3;
        else
            in.cfg_root = 0;
        BAD(mmu, "cfg_page, cfg_root:");
    }
}

static void test_mmu_kind(void)
{
    WITH(mmu);
    in.xl_write = 1; // first, and cannot leave
    in.xl_prt = 1;   // means nothing
    GOOD(mmu);
    in.xl_fence = 1;
    BAD(mmu, "xl_write, xl_fence: both");
    memset(&c, 0, sizeof c);
    in.xl_write = in.xl_fence = in.xl_prt = 0;
    in.xl_valid = out.xl_take = 1;
    BAD(mmu, "xl_sect: a read of no sector");
    in.xl_sect = 4, in.xl_prt = 31;
    GOOD(mmu);
    for (int fence = 0; fence < 2; fence++) {
        in.xl_write = !fence, in.xl_fence = fence != 0;
        in.xl_sect = 0, in.xl_prt = 1;
        BAD(mmu, "xl_prt, xl_sect:");
        in.xl_sect = 8, in.xl_prt = 0;
        BAD(mmu, "xl_prt, xl_sect:");
        in.xl_sect = 0;
        GOOD(mmu);
    }
    in.xl_line = 1ull << (UL1_VA_W - LG - 3);
    BAD(mmu, "xl_line: not zero");
    in.xl_fence = 0, in.xl_write = 1;
    GOOD(mmu);
}

// A read, a write and a fence wait to be answered; then each part of it changes, as far as its kind has it.
static void test_mmu_request(void)
{
    for (int kind = 0; kind < 3; kind++) {
        WITH(mmu);
        in.xl_valid = 1, in.xl_write = kind == 1, in.xl_fence = kind == 2;
        in.xl_prt = kind == 0 ? 3 : 0, in.xl_sect = kind == 0 ? 5 : 0, in.xl_line = kind == 2 ? 0 : 1ull << 30;
        in.xl_wdb = 2, in.xl_number = 9, in.xl_level = 1;
        GOOD(mmu);
        GOOD(mmu);
        struct mmu_contract before = c;
        struct ul1_mmu_in as = in;
        in.xl_valid = 0;
        BAD(mmu, "xl_valid, xl_*:");
        in = as, c = before;
        if (kind == 0)
            in.xl_prt ^= 1;
        else if (kind == 1)
            in.xl_wdb ^= 1;
        else
            in.xl_number ^= 1;
        BAD(mmu, "xl_valid, xl_*:");
        in = as, c = before;
        if (kind == 2)
            in.xl_level ^= 1;
        else
            in.xl_line ^= 1;
        BAD(mmu, "xl_valid, xl_*:");
        in = as, c = before;
        in.xl_prt = in.xl_sect = 0, in.xl_line = 0; // another kind
        in.xl_write = kind != 1, in.xl_fence = kind == 1;
        BAD(mmu, "xl_valid, xl_*:");
        in = as, c = before;
        in.xl_wdb ^= kind != 1, in.xl_number ^= kind != 2, in.xl_level ^= kind != 2; // mean nothing
        GOOD(mmu);
        for (int answer = 0; answer < 2; answer++) { // once it is answered another may follow
            in = as, c = before;
            out.xl_take = answer == 0, out.xl_fault = answer == 1;
            GOOD(mmu);
            in.xl_valid = 0;
            out.xl_take = out.xl_fault = 0;
            GOOD(mmu);
        }
    }
    WITH(mmu);
    in.xl_valid = 1, in.xl_sect = 5;
    GOOD(mmu);
    in.xl_sect = 7;
    GOOD(mmu);
    in.xl_sect = 6;
    BAD(mmu, "xl_sect: a sector goes");
}

static void test_mmu_forget(void)
{
    for (int busy = 0; busy < 3; busy++) {
        WITH(mmu);
        in.forget = 1;
        GOOD(mmu);
        in.xl_valid = busy == 0, in.xl_sect = 1;
        out.mem_valid = busy == 1;
        out.mmu_walk = busy == 2 ? UL1_WALK_FAILS : UL1_WALK_IDLE;
        BAD(mmu, "forget:");
        in.forget = 0;
        GOOD(mmu);
    }
}

static void test_mmu_walk(void)
{
    WITH(mmu);
    in.walk_valid = 1;
    BAD(mmu, "walk_valid:");
    out.mem_valid = 1, out.mem_sub = UL1_PRT;
    in.walk_valid = 0;
    GOOD(mmu);
    in.walk_valid = 1;
    BAD(mmu, "walk_valid:"); // it was not taken
    in.walk_valid = 0;
    in.mem_ready = 1;
    GOOD(mmu);
    out.mem_valid = 0;
    in.walk_valid = 1;
    GOOD(mmu);
    BAD(mmu, "walk_valid:");
    for (int fence = 0; fence < 2; fence++) { // an entry's, and a fence with the walker's number
        out.mem_valid = 1, out.mem_sub = fence ? UL1_PRT : UL1_PRT - 1;
        out.mem_kind = fence ? UL1_REQ_FENCE : UL1_REQ_READ;
        in.walk_valid = 0;
        GOOD(mmu);
        in.walk_valid = 1;
        BAD(mmu, "walk_valid:");
    }
}

void test_mmu(void)
{
    test_mmu_settings();
    test_mmu_kind();
    test_mmu_request();
    test_mmu_forget();
    test_mmu_walk();
}
