// Breaks each rule of the contract of replies once: see blocks/expect.h.
#include "blocks/replies/contract.h"
#include "blocks/expect.h"

static void test_response(void)
{
    JUDGED(replies);
    in.resp_valid = 1;
    out.resp_ready = 1;
    in.resp_op = UL1_MEMOP_ATOM + (UL1_GLOBAL_ATOMICS > 1);
    BAD(replies, "resp_op: none");
}

// The queue fills up behind a run; then the response on offer stays.
static void test_stays(void)
{
    JUDGED(replies);
    out.resp_ready = in.resp_valid = 1;
    c.run = UL1_REPLY_RUN;
    for (unsigned i = 0; i < UL1_REPLIES; i++) {
        GOOD(replies);
        c.run = UL1_REPLY_RUN; // nothing leaves
    }
    out.resp_ready = 0;
    GOOD(replies);
    c.run = UL1_REPLY_RUN;
    static const size_t at[] = { offsetof(struct ul1_replies_in, resp_valid),
                                 offsetof(struct ul1_replies_in, resp_op),
                                 offsetof(struct ul1_replies_in, resp_number),
                                 offsetof(struct ul1_replies_in, resp_sect),
                                 offsetof(struct ul1_replies_in, resp_err),
                                 offsetof(struct ul1_replies_in, resp_vline),
                                 offsetof(struct ul1_replies_in, resp_data) + 4 * UL1_LINE_WORDS - 1 };
    for (unsigned i = 0; i < sizeof at / sizeof *at; i++) {
        const struct replies_contract was = c;
        ((uint8_t *)&in)[at[i]] ^= 1;
        BAD(replies, "resp_valid, resp_op, resp_number");
        ((uint8_t *)&in)[at[i]] ^= 1;
        c = was;
    }
    WRONG(replies, resp_ready, "resp_ready: not");
    WRONG(replies, answer_valid, "answer_valid: not");
}

static void test_answer(void)
{
    JUDGED(replies);
    out.resp_ready = 1;
    WRONG(replies, resp_ready, "resp_ready: not");
    WRONG(replies, answer_valid, "answer_valid: not");
    in.resp_valid = 1, in.resp_number = 3, in.resp_sect = 2, in.resp_vline = 5, in.resp_data[1] = 7;
    GOOD(replies);
    in.resp_valid = 0;
    out.answer_valid = 1, out.answer_number = 3, out.answer_sect = 2, out.answer_vline = 5,
    out.answer_data[1] = 7;
    WRONG(replies, answer_valid, "answer_valid: not");
    WRONG(replies, answer_op, "answer_op, answer_number");
    WRONG(replies, answer_number, "answer_op, answer_number");
    WRONG(replies, answer_sect, "answer_op, answer_number");
    WRONG(replies, answer_err, "answer_op, answer_number");
    WRONG(replies, answer_vline, "answer_op, answer_number");
    WRONG(replies, answer_data[UL1_LINE_WORDS - 1], "answer_op, answer_number");
    GOOD(replies);
    BAD(replies, "answer_valid: not");
}

// A response in each cycle: one leaves in each, but none behind a run.
static void test_run(void)
{
    JUDGED(replies);
    out.resp_ready = in.resp_valid = 1;
    GOOD(replies);
    out.answer_valid = 1;
    for (unsigned i = 0; i < UL1_REPLY_RUN; i++)
        GOOD(replies);
    const struct replies_contract was = c;
    BAD(replies, "answer_valid: not");
    c = was;
    out.answer_valid = 0;
    GOOD(replies);
    out.answer_valid = 1;
    WRONG(replies, answer_valid, "answer_valid: not");
}

void test_replies(void)
{
    test_response();
    test_stays();
    test_answer();
    test_run();
}
