// Runs a parsed program on a machine that the caller simulates. The engine offers instructions, receives
// their results, and checks them against the program's expectations.
//
// Cycles are those of the part. They count from the first cycle in which an instruction may be offered, and
// must not decrease. The caller calls engine_next in each cycle, for each L1. The access that it returns is
// offered until the L1 accepts it. The caller reports the progress of instructions and commands by told.h. A
// function that returns false objects. engine_error gives the reason. engine_at_fault says whether the
// program is invalid or the machine differs from its expectations.
#ifndef PROGRAM_ENGINE_H
#define PROGRAM_ENGINE_H

#include "program/machine.h"

struct engine;
struct tree;

// Returns null if memory runs out. The tree must outlive the engine.
struct engine *engine_new(const struct tree *, uint64_t seed);
void engine_free(struct engine *);

// Checks all that is known before the program runs, at every point of its sweeps.
bool engine_check(struct engine *);

// The counts that are checked from now on (program/machine.h).
void engine_counts(struct engine *, enum checked_counts);

const char *engine_error(const struct engine *);
bool engine_at_fault(const struct engine *);

// Begins the next part. *is: there is one.
bool engine_part(struct engine *, struct machine_settings *, bool *is);

// Sets the watcher. It is called for each step of each warp, in the warp's order.
void engine_watch(struct engine *, machine_watcher *, void *who);

// Whether the order of the text applies: no instruction is offered before those above it in the text.
bool engine_in_order(const struct engine *);

// Returns the next offer to an L1. Pass a null access while an earlier one is still offered.
bool engine_next(struct engine *, unsigned l1, uint64_t cycle, struct machine_access *, enum machine_offer *);

// The part has ended on one L1, by itself or by its reset. A part that ends by a reset is not checked
// further. Only the counts in `cost` that are not reported per instruction apply: from COUNT_READS on,
// without losses.
bool engine_ended(struct engine *, const int64_t cost[COUNTS], bool inside);

enum {
    ENGINE_COUNTS = 7,
    ENGINE_TOLD = 1 + ENGINE_COUNTS + PROGRAM_OUTCOMES,
};

// Results of all finished parts, by number: instructions, visible counts, outcomes. Returns null behind the
// last.
const char *engine_told(const struct engine *, unsigned number, uint64_t *count);

// The results of `outcome` lines alone: how often each set of values occurred.
const char *engine_outcome(const struct engine *, unsigned number, uint64_t *count);

#endif
