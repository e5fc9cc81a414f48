// Runs a program that was read on a machine which somebody simulates: says what comes next, is told what becomes of it, and
// judges that.
//
// Cycles are those of the part, counted from the first in which something may be offered, and must not go back. In each, for
// each L1, engine_next is asked; what it gives is in hand, and offered until it is taken, and engine_taken says so. Whatever returns false objects: engine_error says why, engine_at_fault whether it is the program that makes no sense
// rather than the machine that does otherwise than it expects.
#ifndef PROGRAM_ENGINE_H
#define PROGRAM_ENGINE_H

#include "program/machine.h"

struct engine;

// Null: out of memory. The tree must stay.
struct engine *engine_new(const struct tree *, uint64_t seed);
void engine_free(struct engine *);

// Whether all that can be known before the program runs makes sense, at every point of its sweeps.
bool engine_check(struct engine *);

const char *engine_error(const struct engine *);
bool engine_at_fault(const struct engine *);

// The next part begins. *is: there is one.
bool engine_part(struct engine *, struct machine_settings *, bool *is);

// What an L1 is offered next; the access is null where something is in hand already.
bool engine_next(struct engine *, unsigned l1, uint64_t cycle, struct machine_access *, enum machine_offer *);

// The command that it is given next. False: there is none. Then that it was taken, and is complete.
bool engine_command(struct engine *, unsigned l1, struct machine_command *);
void engine_command_taken(struct engine *, unsigned l1, uint64_t cycle);
bool engine_command_done(struct engine *, unsigned l1, uint64_t cycle);

void engine_taken(struct engine *, uint32_t serial, uint64_t cycle);

// So many more of something that is counted by instruction.
void engine_count(struct engine *, uint32_t serial, enum count, unsigned n);

// Word number `word` of a lane was loaded.
bool engine_loaded(struct engine *, uint32_t serial, unsigned lane, unsigned word, uint32_t value);

// With an error, a code; whether what is only seen within the machine was counted.
bool engine_retired(struct engine *, uint32_t serial, uint64_t cycle, unsigned error, unsigned lane, bool inside);

// A store to the line that begins there was lost, with that error.
bool engine_lost(struct engine *, unsigned l1, uint64_t line, unsigned error);

// The part has ended on an L1. Of `cost` those count that are not counted by instruction: reads, writes, sectors, cycles, walks,
// bytes, evictions, stalls.
bool engine_ended(struct engine *, unsigned l1, const int64_t cost[COUNTS], bool inside);

// What `outcome` lines tell: how often which values were seen. By number; null: there are no more.
const char *engine_outcome(const struct engine *, unsigned number, uint64_t *count);

#endif
