// Breaks each rule of the contract of xbar once: see blocks/expect.h.
#include "blocks/xbar/contract.h"
#include "blocks/expect.h"

enum { LAST_IN = UL1_XIN - 1, LAST_OUT = UL1_XOUT - 1, WORDS_OF_LAST = LAST_IN * UL1_SECTOR_WORDS };

// All FIFOs are empty.
#define EMPTY(out) memset((out).i_ready, 1, sizeof(out).i_ready)

// A packet of two flits for the last output at the last input; this is the first or the second flit.
static void offers(struct ul1_xbar_in *in, bool second)
{
    in->i_valid[LAST_IN] = 1;
    in->i_head[LAST_IN] = !second;
    in->i_tail[LAST_IN] = second;
    in->i_dst[LAST_IN] = second ? 0 : LAST_OUT;
    in->i_kind[LAST_IN] = UL1_PACKET_WRITE;
    in->i_sub[LAST_IN] = 3;
    in->i_line[LAST_IN] = in->i_vline[LAST_IN] = 5;
    in->i_sect[LAST_IN] = second ? 2 : 1;
    in->i_be[WORDS_OF_LAST] = 3;
    in->i_word[WORDS_OF_LAST] = 0x1234;
}

static void shows(struct ul1_xbar_out *out, bool second)
{
    out->o_valid[LAST_OUT] = 1;
    out->o_head[LAST_OUT] = !second;
    out->o_tail[LAST_OUT] = second;
    out->o_kind[LAST_OUT] = UL1_PACKET_WRITE;
    out->o_sub[LAST_OUT] = 3;
    out->o_line[LAST_OUT] = out->o_vline[LAST_OUT] = 5;
    out->o_sect[LAST_OUT] = second ? 2 : 1;
    out->o_be[LAST_OUT * UL1_SECTOR_WORDS] = 3;
    out->o_word[LAST_OUT * UL1_SECTOR_WORDS] = 0x1234;
    out->from_input[LAST_OUT] = second ? 0 : LAST_IN;
    out->lock_valid[LAST_OUT] = !second;
    out->lock_input[LAST_OUT] = LAST_IN;
}

static void test_inputs(void)
{
    JUDGED(xbar);
    EMPTY(out);
    offers(&in, true);
    BAD_ONCE(xbar, "i_head: a head within");
    offers(&in, false);
#if UL1_XOUT < 1 << UL1_NET_W
    in.i_dst[LAST_IN] = UL1_XOUT;
    BAD_ONCE(xbar, "i_dst: no output");
    offers(&in, false);
#endif
    in.i_atom[LAST_IN] = UL1_ATOM_LOCK;
    BAD_ONCE(xbar, "i_atom, i_wide, i_signed: not built");
    in.i_atom[LAST_IN] = UL1_ATOM_NONE, in.i_wide[LAST_IN] = 1;
    BAD_ONCE(xbar, "i_atom, i_wide, i_signed: not built");
    in.i_wide[LAST_IN] = 0, in.i_signed[LAST_IN] = 1;
    BAD_ONCE(xbar, "i_atom, i_wide, i_signed: not built");
    in.i_signed[LAST_IN] = 0;
    GOOD(xbar);
    in.i_valid[LAST_IN] = 0;
    out.fifo_used[LAST_IN] = 1;
    GOOD(xbar);
    out.fifo_used[LAST_IN] = 0;
    shows(&out, false);
    offers(&in, false);
    BAD_ONCE(xbar, "i_head: a head within");
}

// Flits come until the FIFO is full. The last one waits, and stays as it is.
static void test_stays(void)
{
    JUDGED(xbar);
    EMPTY(out);
    for (unsigned n = 0; n < UL1_XDEPTH + 1; n++) {
        offers(&in, n);
        in.i_tail[LAST_IN] = 0;
        out.fifo_used[LAST_IN] = n < 2 ? (uint8_t)n : (uint8_t)(n - 1);
        if (n > 1)
            shows(&out, false);
        GOOD(xbar);
    }
    out.fifo_used[LAST_IN] = UL1_XDEPTH;
    out.i_ready[LAST_IN] = 0;
    WRONG(xbar, i_ready[LAST_IN], "i_ready: not exactly");
    WRONG(xbar, fifo_used[LAST_IN], "fifo_used: not");
    GOOD(xbar);
    static const size_t at[] = { offsetof(struct ul1_xbar_in, i_valid) + LAST_IN,
                                 offsetof(struct ul1_xbar_in, i_head) + LAST_IN,
                                 offsetof(struct ul1_xbar_in, i_tail) + LAST_IN,
                                 offsetof(struct ul1_xbar_in, i_kind) + LAST_IN,
                                 offsetof(struct ul1_xbar_in, i_dst) + LAST_IN,
                                 offsetof(struct ul1_xbar_in, i_sub)
                                     + LAST_IN * sizeof(((struct ul1_xbar_in *)0)->i_sub[0]),
                                 offsetof(struct ul1_xbar_in, i_line) + LAST_IN * 8,
                                 offsetof(struct ul1_xbar_in, i_vline) + LAST_IN * 8,
                                 offsetof(struct ul1_xbar_in, i_use) + LAST_IN,
                                 offsetof(struct ul1_xbar_in, i_atom) + LAST_IN,
                                 offsetof(struct ul1_xbar_in, i_wide) + LAST_IN,
                                 offsetof(struct ul1_xbar_in, i_signed) + LAST_IN,
                                 offsetof(struct ul1_xbar_in, i_err) + LAST_IN,
                                 offsetof(struct ul1_xbar_in, i_sect) + LAST_IN,
                                 offsetof(struct ul1_xbar_in, i_be) + WORDS_OF_LAST + 1,
                                 offsetof(struct ul1_xbar_in, i_word) + (WORDS_OF_LAST + 1) * 4 + 3 };
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        const struct ul1_xbar_in before = in;
        ((uint8_t *)&in)[at[i]] ^= 1;
        BAD_ONCE(xbar, "i_valid, i_head");
        in = before;
    }
}

// A packet of two flits: each is on offer from the second cycle on behind the one in which it came.
static void test_outputs(void)
{
    JUDGED(xbar);
    EMPTY(out);
    WRONG(xbar, o_valid[0], "o_valid: not exactly");
    WRONG(xbar, lock_valid[0], "lock_valid, lock_input: not");
    offers(&in, false);
    GOOD(xbar);
    offers(&in, true);
    out.fifo_used[LAST_IN] = 1;
    WRONG(xbar, o_valid[LAST_OUT], "o_valid: not exactly");
    GOOD(xbar);
    in.i_valid[LAST_IN] = 0;
    for (int cycle = 0; cycle < 2; cycle++) {
        const char *rule = cycle ? "o_valid, from_input" : "o_head, o_tail";
        shows(&out, false);
        WRONG(xbar, o_valid[LAST_OUT], cycle ? rule : "o_valid: not exactly");
        WRONG(xbar, o_head[LAST_OUT], rule);
        WRONG(xbar, o_tail[LAST_OUT], rule);
        WRONG(xbar, o_kind[LAST_OUT], rule);
        WRONG(xbar, o_sub[LAST_OUT], rule);
        WRONG(xbar, o_line[LAST_OUT], rule);
        WRONG(xbar, o_vline[LAST_OUT], rule);
        WRONG(xbar, o_use[LAST_OUT], rule);
        WRONG(xbar, o_atom[LAST_OUT], rule);
        WRONG(xbar, o_wide[LAST_OUT], rule);
        WRONG(xbar, o_signed[LAST_OUT], rule);
        WRONG(xbar, o_err[LAST_OUT], rule);
        WRONG(xbar, o_sect[LAST_OUT], rule);
        WRONG(xbar, o_be[LAST_OUT * UL1_SECTOR_WORDS], rule);
        WRONG(xbar, o_word[UL1_XOUT * UL1_SECTOR_WORDS - 1], rule);
        WRONG(xbar, from_input[LAST_OUT], cycle ? rule : "from_input: not an input that asked");
        WRONG(xbar, lock_valid[LAST_OUT], "lock_valid, lock_input: not");
        WRONG(xbar, lock_input[LAST_OUT], "lock_valid, lock_input: not");
        in.o_ready[LAST_OUT] = cycle == 1;
        GOOD(xbar);
    }
    shows(&out, true);
    out.fifo_used[LAST_IN] = 0;
    WRONG(xbar, from_input[LAST_OUT], "from_input: not an input that asked");
    WRONG(xbar, lock_valid[LAST_OUT], "lock_valid, lock_input: not");
    GOOD(xbar);
    BAD_ONCE(xbar, "o_valid: not exactly"); // it was taken, and no further one came
}

// Two inputs send packets of one flit. Input 0 goes twice while the last waits.
static void test_fairness(void)
{
#if UL1_XIN > 1
    JUDGED(xbar);
    EMPTY(out);
    in.o_ready[LAST_OUT] = 1;
    for (unsigned i = 0; i < UL1_XIN; i += LAST_IN) {
        in.i_valid[i] = in.i_head[i] = in.i_tail[i] = 1;
        in.i_dst[i] = LAST_OUT;
    }
    GOOD(xbar);
    out.fifo_used[0] = out.fifo_used[LAST_IN] = 1;
    GOOD(xbar);
    shows(&out, true);
    memset(&out.o_be, 0, sizeof out.o_be);
    memset(&out.o_word, 0, sizeof out.o_word);
    out.o_kind[LAST_OUT] = out.o_sub[LAST_OUT] = out.o_sect[LAST_OUT] = 0;
    out.o_line[LAST_OUT] = out.o_vline[LAST_OUT] = 0;
    out.from_input[LAST_OUT] = LAST_IN;
    out.o_head[LAST_OUT] = 1;
    out.fifo_used[0] = 2;
    BAD_ONCE(xbar, "from_input: not the next"); // input 0 is first behind a reset
    out.from_input[LAST_OUT] = out.fifo_used[0] = 0;
    out.fifo_used[0] = 1;
    out.o_valid[LAST_OUT] = out.o_head[LAST_OUT] = out.o_tail[LAST_OUT] = 1;
    out.fifo_used[LAST_IN] = 2;
    out.i_ready[LAST_IN] = 2 < UL1_XDEPTH;
    GOOD(xbar);
    out.fifo_used[LAST_IN] = 2 < UL1_XDEPTH ? 3 : 2;
    out.i_ready[LAST_IN] = 3 < UL1_XDEPTH;
    BAD_ONCE(xbar, "from_input: an input waits for two");
#endif
}

void test_xbar(void)
{
    test_inputs();
    test_stays();
    test_outputs();
    test_fairness();
}
