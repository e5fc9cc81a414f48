// Replays: conflicts one after the other, the interval, the replay buffer at its brim, and both homes of remainders.
#include "tests/l1/build.h"

// An access of `ways` words in each of some banks: as many passes. A power of two up to LANES.
static struct instr *conflict(struct build *b, bool store, unsigned warp, unsigned ways, unsigned row)
{
    struct instr *i = build_access(b, store, warp);
    strided(i, 4 * LANES * row, 4 * ways);
    i->passes = ways;
    return i;
}

// Conflicts of every degree back to back, of different warps: replays go first, and no cycle is without a pass.
static void back_to_back(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned k = 0; k < 3; k++) { // loads, stores, both
        build_part(b);
        for (unsigned n = 0; n < 30; n++)
            conflict(b, k == 1 || (k == 2 && n % 3 == 0), n, 1u << n % (UL1_LANE_W + 1), n % 4);
        build_expect_busy(b);
    }
}

// One instruction alone, n passes with interval R: R from pass to pass, 0 counting as 1. A store has its beat first.
static void interval(struct build *b, unsigned unused)
{
    (void)unused;
    static const uint8_t intervals[] = { 0, 1, 2, 3, 7, 8, 63 };
    for (unsigned k = 0; k < COUNT_OF(intervals); k++)
        for (unsigned store = 0; store < 2; store++) {
            struct part *part = build_part(b);
            part->set.interval = intervals[k];
            int64_t apart = intervals[k] ? intervals[k] : 1;
            conflict(b, store, 9, LANES, 0);
            part->expected.cycles = 1 + store + apart * (LANES - 1) + UL1_HLAT + 1;
        }
}

// Between the passes of one instruction, two apart, those of others without conflicts: every cycle has a pass.
static void interval_filled(struct build *b, unsigned unused)
{
    (void)unused;
    struct part *part = build_part(b);
    part->set.interval = 2;
    conflict(b, false, 0, LANES, 0);
    for (unsigned n = 0; n < LANES - 1; n++)
        conflict(b, false, 1 + n, 1, n);
    build_expect_busy(b);
}

// Conflicts of one warp: the next instruction starts in the cycle after the last pass of the one before, however many apart
// the passes are.
static void one_warp(struct build *b, unsigned unused)
{
    (void)unused;
    enum { N = 20, APART = 3, WAYS = 4 };
    struct part *part = build_part(b);
    part->set.interval = APART;
    for (unsigned n = 0; n < N; n++)
        conflict(b, n % 2, 5, WAYS, 0);
    part->expected.cycles = busy_from_load(N * (APART * (WAYS - 1) + 1));
    part->expected.replays = 1;
}

// d words of one bank, each wanted by LANES/d lanes: the lanes on a word take its pass together, in replays as well.
static void riding_along(struct build *b, unsigned unused)
{
    (void)unused;
    for (unsigned store = 0; store < 2; store++) {
        build_part(b);
        for (unsigned d = 1; d <= LANES; d *= 2)
            for (unsigned n = 0; n < 2; n++) {
                struct instr *i = build_access(b, store, 2 * d + n);
                for (unsigned lane = 0; lane < LANES; lane++)
                    i->addr[lane] = 4 * ((n ? lane % d : lane * d / LANES) * LANES + 1);
                i->passes = d;
            }
        build_expect_busy(b);
    }
}

// Two-way conflicts of different warps, with an interval so long that remainders pile up. RB first passes fill the replay
// buffer, one a cycle; then nothing can pass until the first remainder's wait is over, R after its first pass; then RB
// replays follow, and the next RB first passes after these: R + RB cycles for each RB instructions, and the usual ones
// around.
//
// The machine stops taking when RB - 1 are in the buffer. RB are taken at first, one being under way. It takes again when
// two replays have left, from cycle R + 3 on, until the next RB - 1 are in, in cycle R + 2 RB: 2 RB - 3 of them. The rest
// are taken R + RB after that began. So of 3 RB, the last is the (3 RB - RB - (2 RB - 3)) = 3rd of the third batch: in
// cycle (R + 3) + (R + RB) + 2. In all cycles up to there but 3 RB, it is offered in vain.
//
// Of stores, fewer: a remainder keeps its beat of the intake, and a new store never gets the last, so that INTAKE - 1 pile up.
static void replay_full(struct build *b, unsigned unused)
{
    (void)unused;
    enum { R = 63, RB = UL1_RB, BATCHES = 3, STORES = UL1_INTAKE - 1 };
    struct part *part = build_part(b);
    part->set.interval = R;
    for (unsigned n = 0; n < BATCHES * RB; n++)
        conflict(b, false, n, 2, n % 4);
    part->expected.replays = RB;
    part->expected.cycles = 1 + BATCHES * (R + RB) + UL1_HLAT;
    part->expected.stalls = (R + 3) + (R + RB) + 2 + 1 - BATCHES * RB;

    part = build_part(b);
    part->set.interval = R;
    for (unsigned n = 0; n < BATCHES * STORES; n++)
        conflict(b, true, n, 2, n % 4);
    part->expected.replays = STORES;
    part->expected.cycles = 2 + BATCHES * (R + STORES) + UL1_HLAT;
}

// One instruction alone whose remainders return and are presented D cycles later: D + 2 from pass to pass; for a store one
// more, as its beat is read again.
static void returned(struct build *b, unsigned unused)
{
    (void)unused;
    for (int64_t d = 1; d <= 8; d++)
        for (unsigned store = 0; store < 2; store++) {
            struct part *part = build_part(b);
            part->set.home = UL1_HOME_INSTR;
            part->set.again_after = (unsigned)d;
            conflict(b, store, 3, LANES, 0);
            part->expected.cycles = 1 + store + (d + 2 + store) * (LANES - 1) + UL1_HLAT + 1;
            part->expected.address_reads = LANES;
            part->expected.data_reads = store ? LANES : 0;
            part->expected.stalls = 0;
        }
}

// The same program with either home, so that the costs can be weighed: first N four-way conflicts of one warp, where each
// waits for the one before, then N of many warps.
//
// One warp. An instruction takes T cycles from its first pass to that of the next: at home in the unit, a cycle for each
// of its passes; else D + 2 (store: D + 3) for each but the last, and one. Register reads: one for the addresses of each
// presentation, one for each beat; at home in the unit, once for each instruction; else once for each pass. Stalls:
// instruction j, from PT on, is taken when j - PT has retired: HLAT + 1 after its last pass (D is not HLAT - 1, so no
// remainder is presented in that cycle). Up to there, in every cycle something is offered; what is taken is no stall: N
// instructions and, of the N - PT that have retired, the remainders.
//
// Many warps. At home in the unit, a pass in every cycle. Else there is no formula for the cycles: which remainder comes
// back in time for which gap depends on all of them. The reads are as above.
static void home(struct build *b, unsigned where)
{
    enum { N = 120, WAYS = 4, D = 4 };
    _Static_assert(D != UL1_HLAT - 1, "see above");
    bool away = where == UL1_HOME_INSTR;
    int64_t all = 0, before_last_taken = 0;
    struct part *part = build_part(b);
    part->set.home = (uint8_t)where;
    part->set.again_after = D;
    for (unsigned n = 0; n < N; n++) {
        bool store = n % 2;
        conflict(b, store, 7, WAYS, n % 8);
        int64_t t = away ? (D + 2 + store) * (WAYS - 1) + 1 : WAYS;
        all += t;
        before_last_taken += n < N - UL1_PT ? t : 0;
    }
    part->expected.cycles = 1 + all + UL1_HLAT;
    part->expected.address_reads = away ? N * WAYS : N;
    part->expected.data_reads = away ? N / 2 * WAYS : N / 2;
    part->expected.stalls = before_last_taken + UL1_HLAT + 1 + 1 - N - (away ? (N - UL1_PT) * (WAYS - 1) : 0);

    struct costs costs = part->expected;
    part = build_part(b);
    part->set.home = (uint8_t)where;
    part->set.again_after = D;
    part->expected.address_reads = costs.address_reads;
    part->expected.data_reads = costs.data_reads;
    for (unsigned n = 0; n < N; n++)
        conflict(b, n % 2 == 0, n, WAYS, n % 8);
    if (!away)
        build_expect_busy(b);
}

const struct test tests_replay[] = {
    DIRECTED("back_to_back", back_to_back, 0, "conflicts of every degree one after the other: a pass in every cycle"),
    DIRECTED("interval", interval, 0, "one conflict of all lanes with each kind of interval"),
    DIRECTED("interval_filled", interval_filled, 0, "other warps pass between the replays of one, and no cycle is lost"),
    DIRECTED("one_warp", one_warp, 0, "conflicts of one warp do not overtake one another"),
    DIRECTED("riding_along", riding_along, 0, "lanes on a word of a conflict share its pass, also in replays"),
    DIRECTED("replay_full", replay_full, 0, "the replay buffer filled to the brim: new instructions are kept out"),
    DIRECTED("returned", returned, 0, "one conflict whose remainders return, presented again 1 to 8 cycles later"),
    DIRECTED("home_lsu", home, UL1_HOME_LSU, "remainders stay in the unit: passes, register reads and stalls of a program"),
    DIRECTED("home_instr", home, UL1_HOME_INSTR, "the same program with remainders returned: what that costs"),
};
const unsigned tests_replay_count = COUNT_OF(tests_replay);
