#include "stimulus/litmus/refuse.h"

#include "program/names.h"

static const char *refuses_setting(const struct setting *s, bool first)
{
    switch (s->kind) {
    case SETTING_ABSENT:
    case SETTING_READONLY:
    case SETTING_FAIL:
        return "pages or lines fail";
    case SETTING_RESET:
        return "the machine is reset";
    case SETTING_PAGE:
    case SETTING_FRESH:
        return first ? NULL : "memory is another one in a later part";
    default:
        return NULL;
    }
}

// Whether it is no operation on global memory, or one that the machine has.
static bool is_built(const struct stmt *s)
{
    const bool swaps = s->atom == names_code_of("atom", "exch") || s->atom == names_code_of("atom", "cas");
    const bool wide = s->width == names_code_of("width", "b64");
    if ((s->kind != STMT_STORE && s->kind != STMT_ATOM) || s->space != names_code_of("space", "global")
        || s->atom == names_code_of("atom", "none"))
        return true;
    if (s->atom > names_code_of("atom", "fadd") || (swaps && s->kind == STMT_STORE))
        return false;
    return names_value("GLOBAL_ATOMICS", 8) > (s->kind == STMT_ATOM)
        && (s->width == names_code_of("width", "b32")
            || (wide && (swaps || s->atom == names_code_of("atom", "add"))));
}

static const char *refuses_stmt(const struct stmt *s)
{
    if (s->kind == STMT_RESERVED)
        return "it has reserved operations";
    if (s->kind == STMT_ARRIVE && !s->waits)
        return "it has arrivals that do not wait";
    if (s->kind == STMT_COPY || s->kind == STMT_GROUP)
        return "it has asynchronous copies";
    if (!is_built(s))
        return "the machine lacks an operation on global memory";
    return s->kind == STMT_COMMAND && s->change != CHANGE_NONE ? "a page changes" : NULL;
}

const char *refuse_program(const struct tree *t)
{
    const char *why = NULL;
    for (unsigned i = 0; i < t->parts && !why; i++) {
        for (const struct setting *s = t->part[i].settings; s && !why; s = s->next)
            why = refuses_setting(s, !i);
        for (unsigned k = t->part[i].begin; k < t->part[i].end && !why; k++)
            why = refuses_stmt(&t->stmt[k]);
    }
    return why;
}

const char *refuse_bars(const struct extract *x)
{
    for (unsigned i = 0; i < x->notes; i++) {
        const struct note *n = &x->note[i];
        uint64_t warps = 0;
        for (unsigned k = 0; n->stmt->kind == STMT_ARRIVE && k < x->notes; k++) {
            const struct note *other = &x->note[k];
            if (other->l1 != n->l1 || other->part != n->part)
                continue;
            if (other->stmt->kind == STMT_BAR
                || (other->stmt->kind == STMT_ARRIVE
                    && (other->access.barrier != n->access.barrier || other->cta != n->cta)))
                return "it has several barriers";
            warps |= other->cta == n->cta ? UINT64_C(1) << other->warp : 0;
        }
        if (warps && (unsigned)__builtin_popcountll(warps) != n->access.expects)
            return "a barrier expects others than the warps of its thread block";
    }
    return NULL;
}
