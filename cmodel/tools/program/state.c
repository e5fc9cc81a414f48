#include "program/state.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static void say(struct engine *e, struct place at, const char *format, va_list args)
{
    if (*e->error)
        return;
    int n = snprintf(e->error, sizeof e->error, "%.90s:%u:%u: ", e->tree->file, at.line, at.column);
    n += vsnprintf(e->error + n, sizeof e->error - (size_t)n, format, args);
    for (unsigned i = 0; i < e->tree->sweeps && (size_t)n < sizeof e->error; i++)
        n += snprintf(e->error + n, sizeof e->error - (size_t)n, "%s%s = %" PRId64, i ? ", " : " at ",
                      e->tree->sweep_name[i], e->sweep[i]);
}

bool state_object(struct engine *e, struct place at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(e, at, format, args);
    va_end(args);
    return false;
}

bool state_fault(struct engine *e, struct place at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(e, at, format, args);
    va_end(args);
    e->at_fault = true;
    return false;
}

static uint32_t other_register(void *who, unsigned warp, unsigned reg)
{
    const struct engine *e = who;
    return e->warp[warp].reg[reg][0];
}

struct env state_env(struct engine *e, const struct warp *w, const int64_t *loop)
{
    struct env env = { .known = e->known,
                       .evaluations = &e->evaluations,
                       .sweep = e->sweep,
                       .loop = loop,
                       .other = other_register,
                       .who = e,
                       .seed = e->seed };
    if (w) {
        env.warp = (unsigned)(w - e->warp);
        env.reg = (uint32_t(*)[PROGRAM_LANES])w->reg;
        env.pred = w->pred;
        env.turn = w->turn;
    }
    return env;
}

bool state_value(struct engine *e, const struct expr *x, struct env *env, int64_t *value)
{
    return expr_value(x, env, value) || state_fault(e, env->at, "%s", env->fault);
}

bool state_bounded(struct engine *e, const struct expr *x, struct env *env, int64_t least, int64_t most,
                   const char *what, int64_t *value)
{
    return state_value(e, x, env, value) && state_within(e, x, *value, least, most, what);
}

bool state_beyond(struct engine *e, const struct expr *x, int64_t value, int64_t least, int64_t most,
                  const char *what)
{
    return state_fault(e, x->at, "%s is %" PRId64 " to %" PRId64 ", this is %" PRId64, what, least, most,
                       value);
}

bool state_in_this_lane(struct engine *e, const struct expr *x, struct env *env, struct steps *s,
                        int64_t *value)
{
    int64_t next;
    struct env behind = *env;
    behind.lane++;
    if (!state_value(e, x, env, value) || (x->linear && !state_value(e, x, &behind, &next)))
        return false;
    if (x->linear)
        *s = (struct steps){ .known = true,
                             .from = env->lane,
                             .value = (uint64_t)*value,
                             .step = (uint64_t)next - (uint64_t)*value };
    return true;
}
