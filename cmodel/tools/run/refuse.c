#include "run/refuse.h"

#include <stddef.h>

#include "program/machine.h"

// The reason why this level does not support a setting; null: it does.
static const char *lacks(const struct setting *s)
{
#define LOCKSTEP(what) "it has '" what "': only the lockstep runs it (make cosim PROGRAM=FILE)"
    switch (s->kind) {
    case SETTING_LATE:
        return LOCKSTEP("stores late");
    case SETTING_RESERVED:
        return LOCKSTEP("port reserved");
    case SETTING_GAPS:
        return LOCKSTEP("gaps");
    case SETTING_RESET:
        return LOCKSTEP("reset");
    case SETTING_ANSWERS:
        return s->code == MACHINE_AS_TAKEN ? NULL : LOCKSTEP("memory order");
    case SETTING_BATCH:
        return LOCKSTEP("memory batch");
    case SETTING_PIECES:
        return LOCKSTEP("memory pieces");
    case SETTING_EARLY:
        return LOCKSTEP("memory early");
    case SETTING_STALL:
        return LOCKSTEP("memory stall");
    case SETTING_APART:
        return LOCKSTEP("memory apart");
    case SETTING_FAIL:
        return s->code == MACHINE_WALKS ? LOCKSTEP("fail walk") : NULL;
    case SETTING_REMAINDERS:
        return LOCKSTEP("remainders");
    default:
        return NULL;
    }
#undef LOCKSTEP
}

const char *run_refuses(const struct tree *t)
{
    if (*t->machine)
        return "it is for a machine of several parts: only the lockstep runs it (make cosim PROGRAM=FILE "
               "MACHINE=NAME)";
    if (t->l1s > 1)
        return "it has several L1s: only the lockstep runs it (make cosim PROGRAM=FILE)";
    for (unsigned i = 0; i < t->parts; i++) {
        if (t->part[i].any_error)
            return "it has 'error any': only the lockstep has a memory checker for that (make cosim "
                   "PROGRAM=FILE)";
        for (const struct setting *s = t->part[i].settings; s; s = s->next)
            if (lacks(s))
                return lacks(s);
    }
    return NULL;
}
