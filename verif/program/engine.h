// Runs a program that was read on a machine which somebody simulates: says what comes next, is told what becomes of it, and
// judges that.
//
// Cycles are those of the part, counted from the first in which something may be offered, and must not go back. In each, for
// each L1, engine_next is asked; what it gives is in hand, and offered until it is taken. What becomes of instructions and
// commands it is told by told.h. Whatever returns false objects: engine_error says why, engine_at_fault whether it is the
// program that makes no sense rather than the machine that does otherwise than it expects.
#ifndef PROGRAM_ENGINE_H
#define PROGRAM_ENGINE_H

#include "program/machine.h"

struct engine;
struct tree;

// Null: out of memory. The tree must stay.
struct engine *engine_new(const struct tree *, uint64_t seed);
void engine_free(struct engine *);

// Whether all that can be known before the program runs makes sense, at every point of its sweeps.
bool engine_check(struct engine *);

// Of what is counted, passes alone are judged from now on: all else follows from how long things take.
void engine_untimed(struct engine *);

const char *engine_error(const struct engine *);
bool engine_at_fault(const struct engine *);

// The next part begins. *is: there is one.
bool engine_part(struct engine *, struct machine_settings *, bool *is);

// Who is told what each warp comes to, in the warp's order.
void engine_watch(struct engine *, machine_watcher *, void *who);

// Nothing goes before what stands above it in the text.
bool engine_in_order(const struct engine *);

// What an L1 is offered next; the access is null where something is in hand already.
bool engine_next(struct engine *, unsigned l1, uint64_t cycle, struct machine_access *, enum machine_offer *);

// The part has ended on one of its L1s, by itself or by its reset, after which nothing of it is judged. Of `cost` those count
// that are not told by instruction: from COUNT_READS on, but for losses.
bool engine_ended(struct engine *, const int64_t cost[COUNTS], bool inside);

enum {
    ENGINE_COUNTS = 7,
    ENGINE_TOLD = 1 + ENGINE_COUNTS + PROGRAM_OUTCOMES,
};

// What a run tells, of all parts that are over: instructions, the counts that show, outcomes. By number; null: there are no
// more.
const char *engine_told(const struct engine *, unsigned number, uint64_t *count);

// Of that what `outcome` lines tell: how often which values were seen.
const char *engine_outcome(const struct engine *, unsigned number, uint64_t *count);

#endif
