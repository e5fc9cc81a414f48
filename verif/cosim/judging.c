#include "cosim/judging.h"

#include <stdlib.h>
#include <string.h>

#include "environment/sm/text.h"

static void drop(struct session *s)
{
    if (s->tally)
        tally_free(s->tally);
    s->tally = NULL;
}

bool judging_begin(struct session *s, struct program *p, struct run *r)
{
    const struct tree *tree = p ? text_tree(p) : NULL;
    drop(s);
    if (!tree || !tree->outcomes)
        return true;
    s->tally = tally_new(tree);
    if (s->tally) {
        text_watch(p, tally_step, s->tally);
        return true;
    }
    snprintf(r->message, sizeof r->message, "out of memory");
    r->verdict = HARNESS_AT_FAULT;
    return false;
}

struct tally_sum judging_end(struct session *s, struct run *r, char **told)
{
    struct tally_sum sum = { 0 };
    const char *text;
    *told = NULL;
    if (!s->tally)
        return sum;
    sum = tally_end(s->tally, r->verdict == PASS && !run_interrupted, &text);
    if (sum.forbidden && (*told = malloc(strlen(text) + 1)))
        memcpy(*told, text, strlen(text) + 1);
    if (sum.forbidden && r->verdict == PASS) {
        r->verdict = MEMCHECK_OBJECTS;
        snprintf(r->message, sizeof r->message, "the axioms forbid%s", sum.first);
    }
    drop(s);
    return sum;
}
