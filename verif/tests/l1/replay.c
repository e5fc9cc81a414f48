// What programs are not told of replays, how many remainders wait at most and how often registers are read: conflicts of one
// warp, the replay buffer at its brim, and both homes of remainders.
#include "tests/l1/build.h"

// An access of `ways` words in each of some banks, LANES/ways of them: as many passes. A power of two up to LANES.
static struct instr *conflict(struct build *b, bool store, unsigned warp, unsigned ways, unsigned row)
{
    struct instr *i = build_access(b, store, warp);
    strided(i, word_at(row, 0), WORD * ways);
    i->passes = ways;
    return i;
}

// Cycles from the first to the last pass of such a shared store, the passes so far apart if there is room.
static int64_t shared_span(unsigned passes, unsigned apart)
{
    return build_store_span(passes, apart, BUILD_STORE_HOLDS);
}

// Conflicts of one warp: the next instruction starts in the cycle after the last pass of the one before, however many apart
// the passes are.
static void one_warp(struct build *b, unsigned unused)
{
    (void)unused;
    enum { N = 20, APART = 3, WAYS = 4 };
    struct part *part = build_part(b);
    part->set.interval = APART;
    int64_t all = 0; // cycles from the first pass of each to that of the next
    for (unsigned n = 0; n < N; n++) {
        const bool store = n % 2;
        conflict(b, store, 5, WAYS, 0);
        all += (store ? shared_span(WAYS, APART) : APART * (WAYS - 1)) + 1;
    }
    part->expected.cycles = 1 + all + UL1_HLAT;
    part->expected.replays = 1;
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
// With two places, the first of the next batch is taken in R + 3 only and passes in the cycle after: a cycle more for each
// batch, R + 3. The last is in the same cycle by either formula.
//
// A warp has one remainder at a time; and what is taken while a batch retires must find entries of the pending table.
#define REPLAY_FULL (UL1_WARPS >= UL1_RB && UL1_PT >= UL1_RB + UL1_HLAT)

// Of stores, fewer: a remainder keeps its beat of the intake, and a new store never gets the last, so that INTAKE - 1 pile
// up, if the buffer has so many places. With two places the machine would not take the next in time for their beats, and
// they have a pass in each cycle only if the write data buffer has room for that.
#define REPLAY_FULL_OF_STORES (UL1_RB > 2 && BUILD_STORES_FLOW)

#if REPLAY_FULL || REPLAY_FULL_OF_STORES
enum { FULL_INTERVAL = (1 << UL1_IV_W) - 1, FULL_BATCHES = 3 };

// All of the part's conflicts.
static struct part *full_part(struct build *b, bool store, unsigned batch)
{
    enum { ROWS = 4 };
    struct part *part = build_part(b);
    part->set.interval = FULL_INTERVAL;
    for (unsigned n = 0; n < FULL_BATCHES * batch; n++)
        conflict(b, store, n, 2, n % ROWS);
    part->expected.replays = batch;
    return part;
}

static void replay_full(struct build *b, unsigned unused)
{
    (void)unused;
#if REPLAY_FULL
    enum { R = FULL_INTERVAL, RB = UL1_RB, AGAIN = R + GREATER(RB, 3) };
    struct part *loads = full_part(b, false, RB);
    loads->expected.cycles = 1 + (FULL_BATCHES - 1) * AGAIN + (R + RB) + UL1_HLAT;
    loads->expected.stalls = (R + 3) + (R + RB) + 2 + 1 - FULL_BATCHES * RB;
#endif
#if REPLAY_FULL_OF_STORES
    enum { STORES = LESSER(UL1_RB, UL1_INTAKE - 1) };
    struct part *stores = full_part(b, true, STORES);
    stores->expected.cycles = 2 + FULL_BATCHES * (FULL_INTERVAL + STORES) + UL1_HLAT;
#endif
}
#endif

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
            _Static_assert(1 + 2 + 1 >= BUILD_STORE_HOLDS, "stores do not wait for room");
            part->expected.cycles = 1 + store + (d + 2 + store) * (LANES - 1) + UL1_HLAT + 1;
            part->expected.address_reads = LANES;
            part->expected.data_reads = store ? LANES : 0;
            part->expected.stalls = 0;
        }
}

// The same program with either home, so that the costs can be weighed: first N four-way conflicts of one warp, where each
// waits for the one before, then N of many warps.
enum { HOME_N = 120, HOME_WAYS = 4, HOME_ROWS = 8, HOME_AGAIN = UL1_HLAT };

// What they read from registers: the addresses for each presentation, and each beat. At home in the unit, once for each
// instruction, half of them stores; else once for each pass.
static struct part *home_part(struct build *b, unsigned where)
{
    const unsigned times = where == UL1_HOME_INSTR ? HOME_WAYS : 1;
    struct part *part = build_part(b);
    part->set.home = (uint8_t)where;
    part->set.again_after = HOME_AGAIN;
    part->expected.address_reads = HOME_N * times;
    part->expected.data_reads = HOME_N / 2 * times;
    return part;
}

// One warp. An instruction takes T cycles from its first pass to that of the next: at home in the unit, a cycle for each
// of its passes, if a store's have room; else D + 2 (store: D + 3) for each but the last, and one.
//
// Stalls: instruction j, from PT on, is taken when j - PT has retired: HLAT + 1 after its last pass (D is at least HLAT, so
// no remainder of the next is presented until then). Up to there, in every cycle something is offered; what is taken is no
// stall: N instructions and, of the N - PT that have retired, the remainders.
//
// With two places in the replay buffer, a remainder that stays there keeps new instructions out: the last is taken in the
// cycle of the first pass of the one before, which is when the N - 2 before that have had theirs.
static void home_one_warp(struct build *b, unsigned where)
{
    const bool away = where == UL1_HOME_INSTR, kept_out = !away && UL1_RB == 2;
    const unsigned before = kept_out ? HOME_N - 2 : HOME_N - UL1_PT;
    int64_t all = 0, before_last_taken = 0;
    struct part *part = home_part(b, where);
    for (unsigned n = 0; n < HOME_N; n++) {
        const bool store = n % 2;
        conflict(b, store, 7, HOME_WAYS, n % HOME_ROWS);
        const int64_t span = away ? (HOME_AGAIN + 2 + store) * (HOME_WAYS - 1)
            : store ? shared_span(HOME_WAYS, 1) : HOME_WAYS - 1;
        all += span + 1;
        before_last_taken += n < before ? span + 1 : 0;
    }
    const int64_t last_taken = kept_out ? 1 + before_last_taken : before_last_taken + UL1_HLAT + 1;
    part->expected.cycles = 1 + all + UL1_HLAT;
    part->expected.stalls = last_taken + 1 - HOME_N - (away ? before * (HOME_WAYS - 1) : 0);
}

// Many warps. At home in the unit, they follow one another as fast as can be. Else there is no formula for the cycles: which
// remainder comes back in time for which gap depends on all of them.
static void home(struct build *b, unsigned where)
{
    home_one_warp(b, where);
    home_part(b, where);
    for (unsigned n = 0; n < HOME_N; n++)
        conflict(b, n % 2 == 0, n, HOME_WAYS, n % HOME_ROWS);
    if (where == UL1_HOME_LSU)
        build_expect_busy(b);
}

const struct test tests_replay[] = {
    DIRECTED("one_warp", one_warp, 0, "conflicts of one warp do not overtake one another"),
#if REPLAY_FULL || REPLAY_FULL_OF_STORES
    DIRECTED("replay_full", replay_full, 0, "the replay buffer filled to the brim: new instructions are kept out"),
#endif
    DIRECTED("returned", returned, 0, "one conflict whose remainders return, presented again 1 to 8 cycles later"),
    DIRECTED("home_lsu", home, UL1_HOME_LSU, "remainders stay in the unit: passes, register reads and stalls of a program"),
    DIRECTED("home_instr", home, UL1_HOME_INSTR, "the same program with remainders returned: what that costs"),
};
const unsigned tests_replay_count = COUNT_OF(tests_replay);
