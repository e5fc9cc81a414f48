#include "unison/explain.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "explain/cells.h"
#include "explain/svg.h"
#include "explain/text.h"

enum { OTHERWISE = 2 };

static int write_picture(const char *file, const struct pattern *p, const struct turn *t,
                         const struct measured *m)
{
    FILE *f = fopen(file, "w");
    if (f)
        svg_write(f, p, t, m);
    if (!f || ferror(f) | fclose(f))
        return args_complain("cannot write %s: %s", file, strerror(errno));
    return 0;
}

// An iteration with an error counts as worse than any other.
static bool worse(const struct turn *t, const struct measured *m, const struct measured *than)
{
    return !than->error && (m->error || cells_passes(t, m) > cells_passes(t, than));
}

static int answer(const struct args *a, const struct pattern *p, struct measure_machine *x)
{
    struct measured m, most = { 0 };
    const struct turn *worst = NULL;
    unsigned fewest = 0;
    bool conflict = false;
    for (unsigned i = 0; i < p->turns; i++) {
        const struct turn *t = &p->turn[i];
        if (!measure(x, &t->access, &m))
            return args_complain("the model does not end this access");
        const unsigned passes = cells_passes(t, &m);
        conflict |= !cells_cached(t) && passes > remedy_fewest(p, t);
        fewest = !worst || passes < fewest ? passes : fewest;
        if (worst && !worse(t, &m, &most))
            continue;
        worst = t;
        most = m;
    }
    text_answer(p, worst, &most, fewest, a->colour);
    if (conflict && !most.error)
        text_remedies(p, x);
    if (a->svg && write_picture(a->svg, p, worst, &most))
        return AT_FAULT;
    return most.error ? OTHERWISE : 0;
}

int command_explain(const struct args *a)
{
    const struct question q = { .mask = a->mask,
                                .loop = a->loop,
                                .loops = a->loops,
                                .lanes = a->lanes,
                                .access = a->names == 1 ? a->name[0] : "" };
    struct pattern p;
    char error[300];
    if (a->names != 1)
        return args_complain("explain wants one access, say 'ld.shared.b32 [4*32*lane]'");
    if (!pattern_read(&p, &q, error)) {
        fprintf(stderr, "%s\n", error);
        return AT_FAULT;
    }
    struct measure_machine *x = measure_new(a->lanes);
    const int status = x ? answer(a, &p, x) : args_complain("out of memory");
    if (x)
        measure_free(x);
    pattern_free(&p);
    return status;
}
