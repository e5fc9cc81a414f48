#include "stimulus/litmus/explain.h"

#include <stdarg.h>
#include <stdio.h>

static const struct {
    const char *name, *words;
} axioms[] = {
    [AXIOM_PROGRAM_ORDER] = { "A1", "order of the program" },
    [AXIOM_ORDERED_LOADS] = { "A1", "both loads are ordered" },
    [AXIOM_FENCE] = { "A2", "order of the fence" },
    [AXIOM_BAR] = { "A2", "order of the bar" },
    [AXIOM_PART] = { "A2", "the end of the part" },
    [AXIOM_ACCESS] = { "A3", "steps of one access" },
    [AXIOM_PUBLISHED] = { "A4", "the fence publishes the store" },
    [AXIOM_FLUSHED] = { "A4", "the fence publishes the store, which was flushed" },
    [AXIOM_READS_NEAR] = { "A5", "the load reads this store, of its L1" },
    [AXIOM_READS_FAR] = { "A5", "the load reads this store, of another L1" },
    [AXIOM_COHERENT_MEMORY] = { "A6", "the order of the stores to one byte" },
    [AXIOM_COHERENT_L1] = { "A6", "the order of the stores to one byte" },
    [AXIOM_OLDER_IN_L1] = { "A7", "the load reads what was there before this store of its L1" },
    [AXIOM_UNSEEN_IN_L1] = { "A7", "the load reads what has overwritten this store of its L1" },
    [AXIOM_OLDER_IN_MEMORY] = { "A8", "memory gives what was there before this store" },
    [AXIOM_FRESH_BYPASS] = { "A8", "a load that bypasses is fresh" },
    [AXIOM_FRESH_INVAL] = { "A8", "a load behind an inval is fresh" },
    [AXIOM_NEVER_BACK] = { "A9", "what one L1 reads of a byte never goes back" },
    [AXIOM_CASE] = { "--", "assumed; the other way round there is another cycle" },
};
_Static_assert(sizeof axioms / sizeof *axioms == AXIOM_CASE + 1, "each has its words");

struct text {
    char *at;
    size_t left;
};

__attribute__((format(printf, 2, 3))) static void say(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(t->at, t->left, format, args);
    va_end(args);
    const size_t said = n < 0 ? 0 : (size_t)n < t->left ? (size_t)n : t->left - 1;
    t->at += said;
    t->left -= said;
}

static void say_point(struct text *t, const struct points *p, unsigned point)
{
    static const char *const kinds[] = { "load", "store", "fence", "inval", "flush", "bar" };
    static const char *const in[] = { "is accepted",  "is performed in its L1", "begins",
                                      "is looked up", "is looked up",           "is complete" };
    const struct point_name name = points_name(p, point);
    if (name.kind == POINT_OVER) {
        say(t, "a part is over");
        return;
    }
    const struct litmus_event *e = &p->test->event[name.event];
    const char *is = !litmus_changes(e) ? kinds[e->kind] : e->returns ? "atomic" : "reduction";
    const char *what = name.kind == POINT_IN ? litmus_changes(e) ? "drops the copy of its line" : in[e->kind]
        : name.kind == POINT_DONE ? "is complete"
        : name.kind == POINT_MEMORY          ? "is given its word by memory"
        : e->kind == EVENT_STORE             ? "is performed in memory"
                                             : "is answered by memory";
    say(t, "the %s of w%u in line %u %s", is, p->test->thread[e->thread].warp, e->line, what);
}

void explain_cycle(const struct points *p, const struct order_edge *cycle, unsigned edges,
                   char text[AXIOMS_TEXT])
{
    struct text t = { text, AXIOMS_TEXT };
    *text = 0;
    if (!edges) {
        say(&t, "    neither a store nor what was there before has the value that was loaded\n");
        return;
    }
    say(&t, "        ");
    say_point(&t, p, cycle[0].from);
    for (unsigned i = 0; i < edges; i++) {
        const struct order_edge *e = &cycle[i];
        say(&t, "\n    %s  before ", axioms[e->reason].name);
        say_point(&t, p, e->to);
        say(&t, ": %s", axioms[e->reason].words);
        if (e->because[0] == e->because[1])
            continue;
        say(&t, ",\n        because ");
        say_point(&t, p, e->because[0]);
        say(&t, " before ");
        say_point(&t, p, e->because[1]);
    }
    say(&t, ", which closes the circle\n");
}
