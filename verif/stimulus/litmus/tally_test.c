// Tests the conversion of programs to litmus tests on a trivial machine (program/pretend.h): which are
// checked, as which test, and why others are not. The machine executes one instruction after another, so no
// outcome is forbidden. On request of a row, r1 loads 0 instead.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stimulus/litmus/tally.h"
#include "program/parse.h"
#include "program/pretend.h"

#define BEGIN   "program 1\nlet X = 64*LINE_BYTES\nlet Y = 66*LINE_BYTES\n"
#define ZEROS   "w0: st.global.b32 [X + 4*lane], 0\nw0: st.global.b32 [Y + 4*lane], 0\nthen\n"
#define FAR     "warp w1 l1 1\nw1: bar\n"
#define MESSAGE "w0: st.global.b32 [X + 4*lane], 1\nw0: fence.gpu\nw0: st.global.b32 [Y + 4*lane], 1\n"
#define READER                                                             \
    "w1: delay 90\nw1: ld.global.cg.b32 r0, [Y + 4*lane]\nw1: fence.gpu\n" \
    "w1: ld.global.cg.b32 r1, [X + 4*lane]\n"
#define END "outcome w1.r0, w1.r1\n"

static const struct row {
    const char *text;
    bool zero; // r1 loads 0
    struct tally_sum sum;
} rows[] = {
    { BEGIN FAR ZEROS MESSAGE READER END, false, { 1, 1, 1, 0, 2, "", "" } },
    { BEGIN FAR ZEROS MESSAGE READER END, true, { 1, 1, 1, 1, 3, "", " w1.r0=1 w1.r1=0" } },
    // points of the sweeps: one test, and the first point at which it is forbidden; two tests
    { BEGIN "sweep D = 5..7\n" FAR ZEROS MESSAGE READER END,
      true,
      { 3, 3, 1, 1, 3, "", " w1.r0=1 w1.r1=0 at D = 5" } },
    { BEGIN "sweep F = 0..1\n" FAR ZEROS "if F { w0: fence.cta }\n" MESSAGE READER END,
      false,
      { 2, 2, 2, 0, 4, "", "" } },
    // without a fence, with an insufficient level, with plain loads, with policy kepler
    { BEGIN FAR ZEROS "w0: st.global.b32 [X], 1\nw0: st.global.b32 [Y], 1\n" READER END,
      true,
      { 1, 0, 0, 0, 0, "a lane other than 0 stores a byte that is loaded", "" } },
    { BEGIN FAR ZEROS "w0: st.global.b32 [X], 1 mask lane == 0\nw0: fence.cta\n"
                      "w0: st.global.b32 [Y], 1 mask lane == 0\n" READER END,
      true,
      { 1, 1, 1, 0, 3, "", "" } },
    { BEGIN FAR ZEROS MESSAGE "w1: delay 90\nw1: ld.global.b32 r0, [Y]\nw1: fence.gpu\n"
                              "w1: ld.global.b32 r1, [X]\n" END,
      true,
      { 1, 1, 1, 0, 3, "", "" } },
    { BEGIN "set policy kepler\n" FAR ZEROS MESSAGE "w1: delay 90\nw1: ld.global.b32 r0, [Y]\nw1: fence.gpu\n"
            "w1: ld.global.b32 r1, [X]\n" END,
      true,
      { 1, 1, 1, 1, 3, "", " w1.r0=1 w1.r1=0" } },
    { BEGIN "set policy kepler\n" FAR ZEROS MESSAGE "w1: delay 90\nw1: ld.global.b32 r0, [Y]\nw1: fence.gpu\n"
            "w1: ld.global.nc.b32 r1, [X]\n" END,
      true,
      { 1, 1, 1, 0, 3, "", "" } },
    // inval, flush, bar, ordered loads
    { BEGIN FAR ZEROS MESSAGE "w1: delay 90\nw1: ld.global.cg.b32 r0, [Y]\nw1: fence.cta\n"
                              "w1: inval.global [X + 4*lane]\n"
                              "w1: ld.global.b32 r1, [X]\n" END,
      true,
      { 1, 1, 1, 1, 3, "", " w1.r0=1 w1.r1=0" } },
    { BEGIN FAR ZEROS "w0: st.global.wb.b32 [X], 1 mask lane == 0\nw0: flush.global [X]\nw0: fence.gpu\n"
                      "w0: st.global.b32 [Y + 4*lane], 1\n" READER END,
      true,
      { 1, 1, 1, 1, 3, "", " w1.r0=1 w1.r1=0" } },
    { BEGIN FAR ZEROS "w0: st.global.wb.b32 [X], 1 mask lane == 0\nw0: fence.gpu\n"
                      "w0: st.global.b32 [Y + 4*lane], 1\n" READER END,
      true,
      { 1, 1, 1, 0, 3, "", "" } },
    { BEGIN ZEROS "w0: st.global.b32 [X + 4*lane], 1\nw0: bar\nw1: bar\n"
                  "w1: ld.global.b32 r1, [X + 4*lane]\noutcome w1.r1\n",
      true,
      { 1, 1, 1, 1, 1, "", " w1.r1=0" } },
    { BEGIN ZEROS MESSAGE "w1: delay 90\nw1: ld.global.ord.b32 r0, [Y]\nw1: ld.global.ord.b32 r1, [X]\n" END,
      true,
      { 1, 1, 1, 1, 3, "", " w1.r0=1 w1.r1=0" } },
    // narrow and wide accesses, and loops
    { BEGIN ZEROS "w0: st.global.b8 [X + 1], 5 mask lane == 0\nw0: ld.global.u16 r1, [X] mask lane == 0\n"
                  "outcome w0.r1\n",
      true,
      { 1, 1, 1, 1, 1, "", " w0.r1=0" } },
    { BEGIN ZEROS "w0: st.global.b64 [X], {5, 6} mask lane == 0\n"
                  "w0: ld.global.b64 r4, [X] mask lane == 0\noutcome w0.r4\n",
      false,
      { 1, 1, 1, 0, 0, "", "" } },
    { BEGIN ZEROS "for i in 1..4 { w0: st.global.b32 [X + 4*lane], i }\n"
                  "w0: ld.global.b32 r1, [X + 4*lane]\noutcome w0.r1\n",
      true,
      { 1, 1, 1, 1, 1, "", " w0.r1=0" } },
    // final values, in a later part
    { BEGIN FAR ZEROS "w0: st.global.b32 [X + 4*lane], 1\nthen\nw1: ld.global.cg.b32 r1, [X + 4*lane]\n"
                      "outcome w1.r1\n",
      true,
      { 1, 1, 1, 1, 1, "", " w1.r1=0" } },
    // a dependence on a load is checked, and its other outcomes are not counted
    { BEGIN ZEROS "w0: ld.global.b32 r0, [X]\nw0: st.global.b32 [Y + 4*lane], r0 + 1\nw1: delay 90\n"
                  "w1: ld.global.b32 r1, [Y]\n" END,
      false,
      { 1, 1, 1, 0, 0, "", "" } },
    // a byte that is set twice to one value
    { BEGIN FAR ZEROS ZEROS MESSAGE READER END, false, { 1, 1, 1, 0, 2, "", "" } },
    // programs that are not checked
    { BEGIN "w0: ld.global.b32 r1, [X]\noutcome w0.r1\n",
      false,
      { 1, 0, 0, 0, 0, "a byte that is loaded is not set before", "" } },
    { BEGIN ZEROS "w0: st.global.b32 [X + 4*lane], 1\n" END,
      false,
      { 1, 0, 0, 0, 0, "nothing is loaded", "" } },
    { BEGIN "w0: st.global.b32 [X + 4*lane], 5\nthen\n" ZEROS
            "w0: st.global.b32 [Y + 4*lane], 1\nw0: ld.global.b32 r1, [X]\n" END,
      false,
      { 1, 0, 0, 0, 0, "a byte that is loaded is set to several values", "" } },
    { BEGIN FAR "w1: ld.global.b32 any, [X]\nthen\n" ZEROS MESSAGE READER END,
      false,
      { 1, 0, 0, 0, 0, "another L1 has the line before a byte is set that is loaded", "" } },
    { BEGIN FAR
      "w0: st.global.wb.b32 [X + 4*lane], 0\nw0: st.global.b32 [Y + 4*lane], 0\nthen\n" MESSAGE READER END,
      false,
      { 1, 0, 0, 0, 0, "a byte that is loaded is set by a store that is written back", "" } },
    { BEGIN FAR ZEROS "w1: st.global.wb.b32 [X + 4], 1 mask lane == 0\n" MESSAGE READER END,
      false,
      { 1, 0, 0, 0, 0, "a sector that is written back is stored by two L1s", "" } },
    { BEGIN ZEROS MESSAGE "w1: ld.local.b32 r1, [X]\n" END,
      false,
      { 1, 0, 0, 0, 0, "it uses local memory", "" } },
    { BEGIN "w0: st.local.b32 [X + 4*lane], 0\nw0: st.global.b32 [Y + 4*lane], 0\nthen\n" MESSAGE READER END,
      false,
      { 1, 0, 0, 0, 0, "it uses local memory", "" } },
    { BEGIN ZEROS MESSAGE "w1: bar\nw1: cmd.line [X]\n" READER END,
      false,
      { 1, 0, 0, 0, 0, "it has commands", "" } },
    { BEGIN ZEROS "w0: red.global.add.u32 [X], 1 mask lane == 0\n" MESSAGE READER END,
      false,
      { 0, 0, 0, 0, 0, "the machine lacks an operation on global memory", "" } },
    { BEGIN ZEROS MESSAGE "w1: cp.async.ca.shared.global [4*lane], [X + 4*lane], 4\n" READER END,
      false,
      { 0, 0, 0, 0, 0, "it has asynchronous copies", "" } },
    { BEGIN ZEROS MESSAGE "w1: cp.async.wait_group 0\n" READER END,
      false,
      { 0, 0, 0, 0, 0, "it has asynchronous copies", "" } },
    { BEGIN ZEROS MESSAGE "then\nreset at 4000\n" READER END,
      false,
      { 0, 0, 0, 0, 0, "the machine is reset", "" } },
    { BEGIN "page 1 << 30 absent\n" ZEROS MESSAGE READER END,
      false,
      { 0, 0, 0, 0, 0, "pages or lines fail", "" } },
    { BEGIN ZEROS MESSAGE "then\nfresh\n" READER END,
      false,
      { 0, 0, 0, 0, 0, "memory is another one in a later part", "" } },
    { BEGIN ZEROS MESSAGE "then\nw1: cmd.page [X] moved\n" READER END,
      false,
      { 0, 0, 0, 0, 0, "a page changes", "" } },
};

struct zeroing {
    struct tally *tally;
    bool zero;
};

static void step(void *who, const struct machine_step *s)
{
    const struct zeroing *z = who;
    struct machine_step is = *s;
    struct machine_word word;
    if (s->word && z->zero && s->stmt->reg == 1) {
        word = *s->word;
        word.value = 0;
        is.word = &word;
    }
    tally_step(z->tally, &is);
}

static bool same(const struct tally_sum *a, const struct tally_sum *b)
{
    return a->points == b->points && a->judged == b->judged && a->outcomes == b->outcomes
        && a->forbidden == b->forbidden && a->unseen == b->unseen && !strcmp(a->why, b->why)
        && !strcmp(a->first, b->first);
}

static void say(const char *what, const struct tally_sum *s)
{
    printf("  %s %u, %u, %u, %u, %u, '%s', '%s'\n", what, s->points, s->judged, s->outcomes, s->forbidden,
           s->unseen, s->why, s->first);
}

static bool check(const struct row *row)
{
    struct complaint c = { .file = "test" };
    struct tree *t = parse_program(row->text, strlen(row->text), 8, NULL, &c);
    struct engine *e = t ? engine_new(t, 1) : NULL;
    struct zeroing z = { t ? tally_new(t) : NULL, row->zero };
    const char *told;
    if (!e || !z.tally) {
        printf("FAILED: %s\n%s\n", row->text, c.text);
        return false;
    }
    engine_watch(e, step, &z);
    const bool ran = pretend_run(e, t, 100000) == PRETENDED;
    const struct tally_sum sum = tally_end(z.tally, ran, &told);
    // the pretended machine has no copies
    const bool fine = (ran || !row->sum.points) && same(&sum, &row->sum) && !*told == !row->sum.forbidden;
    if (!fine) {
        printf("FAILED: %s%s%s\n", row->text, engine_error(e), told);
        say("wanted", &row->sum);
        say("seen  ", &sum);
    }
    tally_free(z.tally);
    engine_free(e);
    tree_free(t);
    return fine;
}

int main(void)
{
    const unsigned count = sizeof rows / sizeof *rows;
    unsigned passed = 0;
    for (unsigned i = 0; i < count; i++)
        passed += check(&rows[i]);
    printf("tally: %u passed, %u failed\n", passed, count - passed);
    return passed != count;
}
