// Tests that spans.c objects to a cycle with no doing or with two, and to lives that do not add up. A load of
// shared memory goes through its life by hand, once right, and once with each error.
#include "cosim/story/spans.h"

#include <stdlib.h>
#include <string.h>

#include "environment/sm/sm.h"

enum wrong {
    NOTHING,
    NO_ROW,
    TWO_ROWS,
    ROW_AND_STEP,
    A_CYCLE,
    A_PASS,
    OFFERED_NO_ROW,
    OFFERED_TWO_ROWS,
    ANOTHER,
    WRONGS
};

struct bench {
    struct sm h;
    struct instr instr[2];
    struct instr *hand;
    struct ul1_l1_in in;
    struct ul1_l1_out out;
    struct watcher *w;
};

static void row(struct ledger *l, enum wait_row r, unsigned holder, bool on)
{
    l->in[r] = (l->in[r] & ~(UINT64_C(1) << holder)) | (uint64_t)on << holder;
}

// A cycle in which it waits in row r; WAIT_KINDS: in no row.
static bool cycle(struct bench *b, struct ledger *l, unsigned holder, unsigned r, bool again)
{
    b->h.waits.cycle++;
    for (unsigned i = 0; i < WAIT_KINDS; i++)
        row(l, i, holder, i == r || (again && i == WAIT_CHOICE));
    const bool fine = b->w->cycle(b->w, &b->h, &b->in, &b->out);
    row(l, r % WAIT_KINDS, holder, false);
    row(l, WAIT_CHOICE, holder, false);
    return fine;
}

// Offered for two cycles and taken into entry 3; a wait, a pass, the follow-up pipeline. False: there was an
// objection.
static bool live(struct bench *b, enum wrong wrong)
{
    enum { ENTRY = 3 };
    struct ledger *flying = &b->h.waits.ledger, *offered = &b->h.waits.others;
    b->in = (struct ul1_l1_in){ .in_valid = 1, .in_op = UL1_OP_LOAD, .in_space = UL1_SPACE_SHARED };
    b->out = (struct ul1_l1_out){ 0 };
    if (!cycle(b, offered, ATTRIBUTE_OFFERED + 1, wrong == OFFERED_NO_ROW ? WAIT_KINDS : WAIT_FULL, false))
        return false;
    b->hand = &b->instr[wrong == ANOTHER];
    row(offered, WAIT_KEPT, ATTRIBUTE_OFFERED + 1, wrong == OFFERED_TWO_ROWS);
    if (wrong == OFFERED_TWO_ROWS) {
        row(offered, WAIT_FULL, ATTRIBUTE_OFFERED + 1, true);
        return b->w->cycle(b->w, &b->h, &b->in, &b->out);
    }
    b->out.lsu.in_shared_ready = 1;
    if (!cycle(b, offered, ATTRIBUTE_OFFERED + 1, WAIT_KINDS, false))
        return false;
    b->h.flight[ENTRY] = (struct flight){ .instr = b->hand, .live = true, .passes = wrong == A_PASS ? 2 : 1 };
    b->w->taken(b->w, &b->h, ENTRY);
    b->in.in_valid = 0;
    if (!cycle(b, flying, ENTRY, wrong == NO_ROW ? WAIT_KINDS : WAIT_PREPARING, wrong == TWO_ROWS))
        return false;
    b->out.lsu.req_valid = 1;
    b->out.lsu.req_id = ENTRY;
    if (!cycle(b, flying, ENTRY, wrong == ROW_AND_STEP ? WAIT_OTHER_TURN : WAIT_KINDS, false))
        return false;
    b->out.lsu.req_valid = 0;
    b->h.waits.cycle += wrong == A_CYCLE;
    if (!cycle(b, flying, ENTRY, WAIT_FOLLOW, false))
        return false;
    b->out.lsu.ret_valid = 1;
    b->out.lsu.ret_id = ENTRY;
    return cycle(b, flying, ENTRY, WAIT_KINDS, false) && b->w->retired(b->w, &b->h, ENTRY, &b->out);
}

int main(void)
{
    static const char *const says[WRONGS] = {
        [NO_ROW] = "it neither gets on nor waits in any row",
        [TWO_ROWS] = "it waits in two rows",
        [ROW_AND_STEP] = "it waits, and gets on",
        [A_CYCLE] = "its steps and waits are not its cycles",
        [A_PASS] = "its passes are not those that were counted",
        [OFFERED_NO_ROW] = "offered, it waits in no row",
        [OFFERED_TWO_ROWS] = "offered, it waits in two rows",
        [ANOTHER] = "another is offered in its place",
    };
    unsigned good = 0;
    for (unsigned wrong = 0; wrong < WRONGS; wrong++) {
        struct bench *b = calloc(1, sizeof *b);
        if (!b || !(b->w = spans_new(NULL)))
            exit(3);
        b->instr[0] = b->instr[1] =
            (struct instr){ .op = UL1_OP_LOAD, .space = UL1_SPACE_SHARED, .width = UL1_WIDTH_B32 };
        b->hand = &b->instr[0];
        b->h.offered = &b->hand;
        b->h.inside = true;
        const bool fine = live(b, wrong),
                   right = fine == !says[wrong] && (fine || strstr(b->w->error, says[wrong]));
        if (!right)
            printf("FAILED: wrong thing %u: %s\n", wrong, fine ? "no objection" : b->w->error);
        good += right;
        spans_free(b->w);
        free(b);
    }
    printf("spans: %u passed, %u failed\n", good, WRONGS - good);
    return good != WRONGS;
}
