// Breaks each rule of the contract of mmu once: see blocks/expect.h.
#include "blocks/mmu/contract.h"
#include "blocks/expect.h"

#include <string.h>

static void test_mmu_settings(void)
{
    for (int which = 0; which < 2; which++) {
        WITH(mmu);
        in.use_page = 2, in.use_root = UINT64_C(1) << (UL1_PN_W - 1);
        GOOD(mmu);
        GOOD(mmu);
        struct mmu_contract before = c;
        if (which)
            in.use_page = 3;
        else
            in.use_root = 0;
        BAD(mmu, "use_page, use_root:");
        c = before;
        struct ul1_mmu_in other = in;
        in.use_page = 2, in.use_root = UINT64_C(1) << (UL1_PN_W - 1);
        in.forget_all = 1;
        GOOD(mmu);
        in = other;
        GOOD(mmu);
    }
}

static void test_mmu_kind(void)
{
    WITH(mmu);
    in.head_write = 1; // first, and cannot leave
    in.head_prt = 1;   // ignored
    GOOD(mmu);
    in.head_fence = 1;
    BAD(mmu, "head_write, head_fence: both");
    memset(&c, 0, sizeof c);
    in.head_write = in.head_fence = in.head_prt = 0;
    in.head_valid = out.mmu_take = 1;
    BAD(mmu, "head_sect: a read of no sector");
    in.head_sect = 4, in.head_prt = UL1_PRT - 1;
    GOOD(mmu);
    in.head_prt++;
    BAD(mmu, "head_prt: no entry");
    memset(&c, 0, sizeof c);
    for (int fence = 0; fence < 2; fence++) {
        in.head_write = !fence, in.head_fence = fence != 0;
        in.head_sect = 0, in.head_prt = 1;
        BAD(mmu, "head_prt, head_sect:");
        in.head_sect = 8, in.head_prt = 0;
        BAD(mmu, "head_prt, head_sect:");
        in.head_sect = 0;
        in.head_store = 1;
        BAD(mmu, "head_store, head_fresh, head_warp, head_space: not zero");
        in.head_store = 0, in.head_fresh = 1;
        BAD(mmu, "head_store, head_fresh, head_warp, head_space: not zero");
        in.head_fresh = 0, in.head_warp = 1;
        BAD(mmu, "head_store, head_fresh, head_warp, head_space: not zero");
        in.head_warp = 0, in.head_space = 1;
        BAD(mmu, "head_store, head_fresh, head_warp, head_space: not zero");
        in.head_space = 0;
        GOOD(mmu);
    }
    in.head_line = 1ull << (UL1_LINE_W - 1);
    BAD(mmu, "head_line: not zero");
    in.head_fence = 0, in.head_write = 1, in.head_wdb = UL1_WDB - 1;
    GOOD(mmu);
    in.head_wdb++;
    BAD(mmu, "head_wdb: no entry");
}

// A read, a write and a fence wait for their answer; then each field that its kind uses changes.
static void test_mmu_request(void)
{
    for (int kind = 0; kind < 3; kind++) {
        WITH(mmu);
        in.head_valid = 1, in.head_write = kind == 1, in.head_fence = kind == 2;
        in.head_prt = kind == 0 ? 3 : 0, in.head_sect = kind == 0 ? 5 : 0;
        in.head_line = kind == 2 ? 0 : 1ull << (UL1_LINE_W - 1);
        in.head_wdb = 1, in.head_number = 9, in.head_level = 1;
        GOOD(mmu);
        GOOD(mmu);
        struct mmu_contract before = c;
        struct ul1_mmu_in as = in;
        in.head_valid = 0;
        BAD(mmu, "head_valid: the request goes");
        in = as, c = before;
        if (kind == 0)
            in.head_prt ^= 1;
        else if (kind == 1)
            in.head_wdb ^= 1;
        else
            in.head_number ^= 1;
        BAD(mmu, "head_valid: the request goes");
        in = as, c = before;
        if (kind == 2)
            in.head_level ^= 1;
        else
            in.head_line ^= 1;
        BAD(mmu, "head_valid: the request goes");
        in = as, c = before;
        in.head_store ^= 1;
        BAD(mmu,
            kind ? "head_store, head_fresh, head_warp, head_space: not zero"
                 : "head_valid: the request goes");
        in = as, c = before;
        in.head_prt = in.head_sect = 0, in.head_line = 0; // another kind
        in.head_write = kind != 1, in.head_fence = kind == 1;
        BAD(mmu, "head_valid: the request goes");
        in = as, c = before;
        in.head_wdb ^= kind != 1, in.head_number ^= kind != 2, in.head_level ^= kind != 2; // ignored
        GOOD(mmu);
        // another request may follow an answer, or the end of a walk
        for (int answer = 0; answer < 4; answer++) {
            in = as, c = before;
            out.mmu_take = answer == 0, out.mmu_fault = answer == 1, out.mmu_wait = answer == 2,
            out.walk_ends = answer == 3;
            GOOD(mmu);
            in.head_valid = 0;
            out.mmu_take = out.mmu_fault = out.mmu_wait = out.walk_ends = 0;
            GOOD(mmu);
        }
    }
    WITH(mmu);
    in.head_valid = 1, in.head_sect = 5;
    GOOD(mmu);
    in.head_sect = 7;
    GOOD(mmu);
    in.head_sect = 6;
    BAD(mmu, "head_sect: a sector goes");
}

static void test_mmu_forget(void)
{
    for (int busy = 0; busy < 6; busy++) {
        WITH(mmu);
        in.forget_valid = busy < 3, in.forget_all = busy >= 3;
        GOOD(mmu);
        in.head_valid = busy % 3 == 0, in.head_sect = 1;
        out.mem_valid = busy % 3 == 1;
        out.walk_state[UL1_WALKERS - 1] = busy % 3 == 2 ? UL1_WALK_STATE_FAILS : UL1_WALK_STATE_IDLE;
        BAD(mmu, "forget_valid: while");
        in.forget_valid = in.forget_all = 0;
        GOOD(mmu);
    }
    WITH(mmu);
    in.forget_valid = in.forget_all = 1;
    BAD(mmu, "forget_valid: of a page and of all");
}

static void test_mmu_walk(void)
{
    enum { LAST = UL1_WALKERS - 1 };
    WITH(mmu);
    in.fill_walk = 1 << LAST;
    BAD(mmu, "fill_walk:");
    out.mem_valid = 1, out.mem_number = UL1_PRT + LAST;
    in.fill_walk = 0;
    GOOD(mmu);
    in.fill_walk = 1 << LAST;
    BAD(mmu, "fill_walk:"); // it was not taken
    in.fill_walk = 0;
    in.mem_ready = 1;
    GOOD(mmu);
    out.mem_valid = 0;
    if (UL1_WALKERS > 1) {
        in.fill_walk = 1;
        struct mmu_contract before = c;
        BAD(mmu, "fill_walk: the page walker"); // another walker's
        c = before;
        in.fill_walk = 3;
        BAD(mmu, "fill_walk: more");
        c = before;
    }
    in.fill_walk = 1 << LAST;
    GOOD(mmu);
    BAD(mmu, "fill_walk:");
    for (int fence = 0; fence < 2; fence++) { // an entry's, and a fence with the walker's number
        out.mem_valid = 1, out.mem_number = fence ? UL1_PRT : UL1_PRT - 1;
        out.mem_op = fence ? UL1_MEMOP_FENCE : UL1_MEMOP_READ;
        in.fill_walk = 0;
        GOOD(mmu);
        in.fill_walk = 1;
        BAD(mmu, "fill_walk:");
    }
}

// The request of the constant cache stays, and takes turns with that of prt: both need a walk here.
static void test_mmu_constant(void)
{
    JUDGED(mmu);
    in.conmiss_valid = 1;
    if (!UL1_CONSTANTS)
        BAD(mmu, "conmiss_valid: there is no constant cache");
    if (!UL1_CONSTANTS)
        return;
    BAD(mmu, "conmiss_sect: a read of no sector");
    c = (struct mmu_contract){ .predictor = { .judged = true } };
    in.conmiss_sect = 1, in.conmiss_line = 0x99999, out.conmmu_wait = 1;
    WRONG(mmu, conmmu_take, "conmmu_take, conmmu_fault, conmmu_err, conmmu_wait: not");
    WRONG(mmu, conmmu_fault, "conmmu_take, conmmu_fault, conmmu_err, conmmu_wait: not");
    WRONG(mmu, conmmu_wait, "conmmu_take, conmmu_fault, conmmu_err, conmmu_wait: not");
    in.head_valid = in.head_sect = 1, in.head_line = 0x1234;
    out.conmmu_wait = 0, out.mmu_wait = 1;
    WRONG(mmu, mmu_wait, "mmu_wait: not");
    GOOD(mmu); // now it is the turn of the constant cache
    struct mmu_contract before = c;
    in.conmiss_line ^= 1;
    BAD(mmu, "conmiss_valid: the request goes or changes");
    c = before;
    in.conmiss_line ^= 1;
    in.conmiss_warp ^= 1;
    BAD(mmu, "conmiss_valid: the request goes or changes");
    c = before;
    in.conmiss_warp ^= 1;
    in.conmiss_valid = 0;
    BAD(mmu, "conmiss_valid: the request goes or changes");
}

// That of the texture cache likewise; and the two caches take turns.
static void test_mmu_texture(void)
{
    JUDGED(mmu);
    in.texmiss_valid = 1;
    if (!UL1_TEXTURE)
        BAD(mmu, "texmiss_valid: there is no texture cache");
    if (!UL1_TEXTURE)
        return;
    BAD(mmu, "texmiss_sect: a read of no sector");
    c = (struct mmu_contract){ .predictor = { .judged = true } };
    in.texmiss_sect = 1, in.texmiss_line = 0x99999, out.texmmu_wait = 1;
    WRONG(mmu, texmmu_take, "texmmu_take, texmmu_fault, texmmu_err, texmmu_wait: not");
    WRONG(mmu, texmmu_fault, "texmmu_take, texmmu_fault, texmmu_err, texmmu_wait: not");
    WRONG(mmu, texmmu_wait, "texmmu_take, texmmu_fault, texmmu_err, texmmu_wait: not");
    in.head_valid = in.head_sect = 1, in.head_line = 0x1234;
    out.texmmu_wait = 0, out.mmu_wait = 1;
    WRONG(mmu, mmu_wait, "mmu_wait: not");
    GOOD(mmu); // now it is the turn of the texture cache
    struct mmu_contract before = c;
    in.texmiss_number ^= 1;
    BAD(mmu, "texmiss_valid: the request goes or changes");
    c = before;
    in.texmiss_number ^= 1;
    in.texmiss_valid = 0;
    BAD(mmu, "texmiss_valid: the request goes or changes");
    if (!UL1_CONSTANTS)
        return;
    c = before; // constants first, which wait for the walk of the request queue
    out.walk_state[0] = UL1_WALK_STATE_ASKS;
    in.texmiss_valid = in.conmiss_valid = in.conmiss_sect = 1, in.conmiss_line = in.head_line;
    out.mmu_wait = 0, out.conmmu_wait = 1;
    WRONG(mmu, conmmu_wait, "conmmu_take, conmmu_fault, conmmu_err, conmmu_wait: not");
    GOOD(mmu);
    c = before;
    c.predictor.tex_turn = true;
    out.conmmu_wait = 0, out.texmmu_wait = UL1_WALKERS > 1 ? 2 : 0;
    WRONG(mmu, texmmu_wait, "texmmu_take, texmmu_fault, texmmu_err, texmmu_wait: not");
    GOOD(mmu);
}

// The reference predictor: empty; a request of an unknown page, and its walk.
static void test_mmu_predictor(void)
{
    JUDGED(mmu);
    GOOD(mmu);
    WRONG(mmu, mmu_take, "mmu_take: not");
    WRONG(mmu, mmu_fault, "mmu_fault, mmu_err:");
    WRONG(mmu, mmu_wait, "mmu_wait: not");
    WRONG(mmu, pagefail_valid, "pagefail_valid: not");
    WRONG(mmu, walk_state[UL1_WALKERS - 1], "walk_state: not");
    WRONG(mmu, walk_ends, "walk_ends: not");
    WRONG(mmu, mem_valid, "mem_valid: not");

    in.head_valid = in.head_sect = out.mmu_wait = 1, in.head_line = 0x1234;
    GOOD(mmu);
    in.head_valid = in.head_sect = out.mmu_wait = 0;
    out.walk_state[0] = UL1_WALK_STATE_ASKS;
    GOOD(mmu);
    out.walk_state[0] = UL1_WALK_STATE_WAITS;
    out.mem_valid = 1, out.mem_op = UL1_MEMOP_READ, out.mem_number = UL1_PRT, out.mem_sect = 1;
    out.memread_kind = UL1_READKIND_WALK;
    WRONG(mmu, mem_number, "mem_op, mem_number");
    WRONG(mmu, mem_line, "mem_op, mem_number");
    WRONG(mmu, mem_sect, "mem_sect, mem_vline");
    WRONG(mmu, mem_vline, "mem_sect, mem_vline");
    WRONG(mmu, memread_kind, "memread_kind, memread_warp");
    WRONG(mmu, memread_warp, "memread_kind, memread_warp");
    WRONG(mmu, memread_space, "memread_kind, memread_warp");
    in.mem_ready = 1;
    GOOD(mmu);
}

void test_mmu(void)
{
    test_mmu_settings();
    test_mmu_kind();
    test_mmu_request();
    test_mmu_forget();
    test_mmu_walk();
    test_mmu_constant();
    test_mmu_texture();
    test_mmu_predictor();
}
