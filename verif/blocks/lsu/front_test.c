// Breaks once each rule of the contract of lsu about intake, beats, shared accesses, the next candidate, and
// the outputs after a pass: see blocks/expect.h.
#include "blocks/lsu/contract.h"
#include "blocks/expect.h"

enum { BEAT = 5, WARP = 3, SECOND = 4 * LANES };

// From here on it is empty, and checked.
#define EMPTY(home, interval)                                                                                \
    WITH(lsu);                                                                                               \
    in.rst = 1, in.cfg_home = (uint8_t)(home), in.cfg_interval = (interval), in.carveout = UL1_CARVEOUT_S48; \
    GOOD(lsu);                                                                                               \
    in.rst = 0;                                                                                              \
    out.lsu_idle = out.coalesce_ready = out.in_ready = out.in_shared_ready = 1;                              \
    out.remainder_stays = (home) == UL1_HOME_LSU && (interval) <= UL1_POOL_WAIT

static void test_empty(void)
{
    EMPTY(UL1_HOME_LSU, 0);
    GOOD(lsu);
    WRONG(lsu, in_ready, "in_ready: not");
    WRONG(lsu, in_shared_ready, "in_shared_ready: not");
    WRONG(lsu, remainder_stays, "remainder_stays: not");
    WRONG(lsu, in_entry, "in_entry: not");
    WRONG(lsu, lsu_idle, "lsu_idle: not");
    WRONG(lsu, choice_valid, "choice_valid: not");
    WRONG(lsu, choice_unissued, "choice_unissued: not");
    WRONG(lsu, pull_ready, "pull_ready: not that a store wants");
    WRONG(lsu, cand_lacks, "cand_lacks: not");
    WRONG(lsu, remainder_valid, "remainder_valid: not");
    WRONG(lsu, cand_valid, "cand_valid: not");
    in.cmd_hold = 1;
    BAD(lsu, "in_shared_ready: not");
}

// A shared access of two lanes in one bank is taken into entry 0.
static void take(struct ul1_lsu_in *in, unsigned op)
{
    in->in_valid = 1, in->in_op = (uint8_t)op, in->in_space = UL1_SPACE_SHARED, in->in_width = UL1_WIDTH_B32,
    in->in_warp = WARP;
    in->in_mask = 3, in->in_addr[1] = SECOND;
}

static void taken(struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    in->in_valid = out->lsu_idle = 0;
    out->in_entry = 1;
}

// A beat is requested, of these slots.
static void ask(struct ul1_lsu_out *out, uint32_t slots)
{
    out->pull_ready = 1, out->pull_mask = slots;
    for (unsigned s = 0; s < LANES; s++)
        out->pull_lane[s] = (uint8_t)s;
}

// The remaining slots are selected, and one of them is accepted.
static void enter(struct ul1_lsu_in *in, struct ul1_lsu_out *out, uint32_t slots, uint32_t accepted)
{
    out->req_valid = out->req_store = 1, out->req_beat = BEAT, out->req_mask = slots,
    out->req_width = UL1_WIDTH_B32;
    out->req_addr[1] = SECOND;
    in->split_mask = accepted, in->split_more = slots != accepted;
}

static void entered(struct ul1_lsu_in *in, struct ul1_lsu_out *out)
{
    in->sel_valid = out->cand_valid = out->cand_remainder = out->cand_store = out->req_valid =
        out->req_store = 0;
    out->req_mask = in->split_mask = 0, in->split_more = out->choice_unissued = 0;
}

// A store up to its first pass, which leaves a slot.
#define STORE(home, interval)                               \
    EMPTY(home, interval);                                  \
    take(&in, UL1_OP_STORE);                                \
    GOOD(lsu);                                              \
    taken(&in, &out);                                       \
    in.intake_free = in.intake_spare = in.pull_valid = 1;   \
    in.intake_beat = BEAT;                                  \
    ask(&out, 3);                                           \
    WRONG(lsu, pull_ready, "pull_ready: not that a store"); \
    WRONG(lsu, pull_id, "pull_id, pull_sub: not");          \
    WRONG(lsu, pull_sub, "pull_id, pull_sub: not");         \
    WRONG(lsu, pull_mask, "pull_mask: not");                \
    WRONG(lsu, pull_lane[0], "pull_lane, pull_ofs: not");   \
    WRONG(lsu, pull_ofs[0], "pull_lane, pull_ofs: not");    \
    WRONG(lsu, pull_matrix, "pull_matrix: not");            \
    WRONG(lsu, pull_half, "pull_half: of no matrix");       \
    GOOD(lsu);                                              \
    out.pull_ready = in.pull_valid = 0;                     \
    out.choice_valid = 1;                                   \
    WRONG(lsu, choice_valid, "choice_valid: not");          \
    WRONG(lsu, choice_id, "choice_id: not");                \
    GOOD(lsu);                                              \
    out.choice_valid = 0;                                   \
    GOOD(lsu);                                              \
    out.choice_unissued = 1;                                \
    WRONG(lsu, choice_unissued, "choice_unissued: not");    \
    GOOD(lsu); /* no room */                                \
    in.credit_shared = out.cand_valid = out.cand_store = 1; \
    WRONG(lsu, cand_valid, "cand_valid: not");              \
    WRONG(lsu, cand_store, "cand_store, cand_flush: not");  \
    in.sel_valid = 1;                                       \
    enter(&in, &out, 3, 1);                                 \
    WRONG(lsu, req_end, "req_end: not");                    \
    GOOD(lsu);                                              \
    entered(&in, &out)

static void test_stays(void)
{
    STORE(UL1_HOME_LSU, UL1_POOL_WAIT);
    for (unsigned wait = 1; wait < UL1_POOL_WAIT; wait++) {
        WRONG(lsu, remainder_valid, "remainder_valid: not");
        GOOD(lsu);
    }
    out.cand_valid = out.cand_remainder = out.cand_store = 1;
    WRONG(lsu, cand_valid, "cand_valid: not");
    WRONG(lsu, cand_remainder, "cand_remainder: not");
    WRONG(lsu, cand_store, "cand_store, cand_flush: not");
    in.sel_valid = 1;
    enter(&in, &out, 2, 2);
    GOOD(lsu);
    entered(&in, &out);
    for (unsigned stage = 1; stage < UL1_HLAT; stage++)
        GOOD(lsu);
    out.ret_valid = 1, out.ret_warp = WARP;
    WRONG(lsu, ret_valid, "ret_valid: not");
    GOOD(lsu);
}

// Words of a load without pairs of lanes, and of one with them, of which the second lane is alone.
static void test_pairs(void)
{
    EMPTY(UL1_HOME_LSU, 0);
    take(&in, UL1_OP_LOAD);
    in.in_width = UL1_WIDTH_B64, in.in_addr[1] = 0, in.in_addr[3] = 8, in.in_mask = 0xb;
    GOOD(lsu);
    taken(&in, &out);
    out.choice_valid = out.rf_valid = 1;
    if (UL1_LANE_PAIRS) {
        out.rf_pairs = 1, out.rf_both = 3;
        for (unsigned s = 0; s < LANES; s++)
            out.rf_lane[s] = (uint8_t)(s < 2 ? 0 : s / 2 * 2 + 1);
        WRONG(lsu, rf_lane[0], "rf_lane: not the lower active lane");
        WRONG(lsu, rf_lane[2], "rf_lane: not the lower active lane");
    }
    WRONG(lsu, rf_pairs, "rf_pairs: not the pairs of the load");
    WRONG(lsu, rf_both, "rf_both: ");
    WRONG(lsu, rf_matrix, "rf_matrix: not");
    WRONG(lsu, rf_half, "rf_half: of no matrix load");
    GOOD(lsu);
}

// A place of each slot of a matrix access, by columns.
static void find_places(uint8_t lane[LANES], uint8_t high[LANES], uint32_t *half)
{
    for (unsigned s = 0; s < LANES; s++) {
        const unsigned row = s / 4;
        lane[s] = (uint8_t)(s % 4 * (LANES / 4) + row / 2);
        high[s] = (uint8_t)(lane[s] + LANES / 8);
        *half |= (row & 1) << s;
    }
}

// The words of a transposed matrix load, and the beat of a transposed matrix store.
static void test_matrix(void)
{
    EMPTY(UL1_HOME_LSU, 0);
    take(&in, UL1_OP_LOAD);
    in.in_width = UL1_WIDTH_B128, in.in_matrix = UL1_MATRIX_TRANS, in.in_mask = ALL_LANES, in.in_addr[1] = 0;
    GOOD(lsu);
    in.in_op = UL1_OP_STORE, out.lsu_idle = 0, out.in_entry = 1;
    out.choice_valid = out.rf_valid = 1, out.rf_matrix = UL1_MATRIX_TRANS;
    find_places(out.rf_lane, out.rf_high, &out.rf_half);
    WRONG(lsu, rf_matrix, "rf_matrix: not");
    WRONG(lsu, rf_ofs[1], "rf_ofs: not");
    WRONG(lsu, rf_lane[2], "rf_lane, rf_high: not");
    WRONG(lsu, rf_high[3], "rf_lane, rf_high: not");
    WRONG(lsu, rf_half, "rf_half: not");
}

// The remainder waits in the table for its beat, and is chosen again.
static void chosen_again(struct lsu_contract *was, struct ul1_lsu_in in, struct ul1_lsu_out out)
{
    struct lsu_contract c = *was;
    for (int wait = 2; wait <= in.cfg_interval - UL1_POOL_WAIT; wait++) {
        WRONG(lsu, pull_ready, "pull_ready: not that a store");
        WRONG(lsu, choice_valid, "choice_valid: not");
        GOOD(lsu);
    }
    in.intake_spare = 0; // a remainder may have the last one
    in.pull_valid = 1;
    ask(&out, 3);
    WRONG(lsu, pull_ready, "pull_ready: not that a store");
    WRONG(lsu, pull_sub, "pull_id, pull_sub: not");
    WRONG(lsu, pull_mask, "pull_mask: not");
    GOOD(lsu);
    in.pull_valid = out.pull_ready = 0;
    out.choice_valid = 1;
    WRONG(lsu, choice_valid, "choice_valid: not");
    WRONG(lsu, choice_id, "choice_id: not");
    GOOD(lsu);
    out.choice_valid = 0;
    GOOD(lsu);
    WRONG(lsu, choice_unissued, "choice_unissued: not");
    out.cand_valid = out.cand_remainder = out.cand_store = 1;
    WRONG(lsu, cand_valid, "cand_valid: not");
    WRONG(lsu, cand_remainder, "cand_remainder: not");
    in.sel_valid = 1;
    enter(&in, &out, 2, 2);
    GOOD(lsu);
}

static void test_leaves(void)
{
    STORE(UL1_HOME_LSU, UL1_POOL_WAIT + 3);
    chosen_again(&c, in, out);
}

static void test_goes_back(void)
{
    STORE(UL1_HOME_INSTR, 0);
    out.remainder_valid = 1, out.remainder_mask = 2;
    WRONG(lsu, remainder_valid, "remainder_valid: not");
    WRONG(lsu, remainder_mask, "remainder_id, remainder_sub, remainder_mask: not");
    GOOD(lsu);
    out.remainder_valid = 0;
    in.in_valid = in.in_again = 1, in.in_mask = 2;
    GOOD(lsu);
    in.in_valid = in.in_again = 0;
    chosen_again(&c, in, out);
}

void test_lsu_front(void)
{
    test_empty();
    test_pairs();
    if (UL1_MATRIX)
        test_matrix();
    test_stays();
    test_leaves();
    test_goes_back();
}
