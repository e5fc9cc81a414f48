#include "unison/trace.h"

#include <errno.h>
#include <string.h>

#include "kit/rng.h"
#include "program/parse.h"
#include "run/run.h"
#include "unison/programs.h"
#include "unison/traced.h"

enum { LANES = 32 }; // lanes of a trace's warps

static int write_out(struct traced *t, const struct source *s, const struct args *a)
{
    if (!traced_write(t, stdout, s->name, (unsigned)a->times))
        return args_complain("cannot write the trace: %s", errno ? strerror(errno) : "out of memory");
    return 0;
}

// Runs the program on the model, because its instructions may depend on loaded values.
static int run_traced(const struct tree *t, const struct source *s, const struct args *a)
{
    const uint64_t seed = rng_name_seed(s->name, a->seed);
    struct run_result r;
    struct engine *e = run_engine(t, seed, &r);
    struct traced *traced = e ? traced_new() : NULL;
    if (traced) {
        engine_watch(e, traced_step, traced);
        r = run_program(t, e, seed);
    }
    const int status = traced && r.end != RUN_AT_FAULT
        ? write_out(traced, s, a)
        : args_complain("%s", e && !traced ? "out of memory" : r.error);
    if (traced)
        traced_free(traced);
    if (e)
        engine_free(e);
    return status;
}

int command_trace(const struct args *a)
{
    struct source s;
    if (a->names != 1)
        return args_complain("trace wants one FILE or name (unison list)");
    if (a->lanes != LANES)
        return args_complain("a trace has warps of %d lanes", LANES);
    if (!programs_open(a->name[0], &s))
        return AT_FAULT;
    struct complaint c = { .file = s.path };
    struct tree *t = parse_program(s.text, s.length, LANES, a->params, &c);
    int status = AT_FAULT;
    if (!t)
        fprintf(stderr, "%s\n", c.text);
    else if (t->unfit)
        args_complain("%s:%u:%u: this machine lacks what it needs", s.path, t->need.line, t->need.column);
    else
        status = run_traced(t, &s, a);
    if (t)
        tree_free(t);
    programs_close(&s);
    return status;
}
