// Reports the progress of instructions and commands to the engine. See engine.h.
#ifndef PROGRAM_TOLD_H
#define PROGRAM_TOLD_H

#include "program/machine.h"

struct engine;

// Returns the next command to offer, or false if there is none. The other two report its acceptance and its
// completion.
bool engine_command(struct engine *, unsigned l1, struct machine_command *);
void engine_command_taken(struct engine *, unsigned l1, uint64_t cycle);
bool engine_command_done(struct engine *, unsigned l1, uint64_t cycle);

// The value of loop variable `number` (0 is the outermost) when the instruction was offered.
int64_t engine_loop(const struct engine *, uint32_t serial, unsigned number);

void engine_taken(struct engine *, uint32_t serial, uint64_t cycle);

// Adds n to a count of an instruction.
void engine_count(struct engine *, uint32_t serial, enum count, unsigned n);

// The predicate of a lane that a lock access of 32 bits returns, before its word is reported by
// engine_loaded. Other accesses have none, and ignore it.
void engine_predicate(struct engine *, uint32_t serial, unsigned lane, bool value);

// Reports word number `word` of a lane of a load.
bool engine_loaded(struct engine *, uint32_t serial, unsigned lane, unsigned word, uint32_t value);

// Reports a half of a word of a matrix load; `half` counts the halves of register number `word` through the
// lanes.
bool engine_loaded_half(struct engine *, uint32_t serial, unsigned half, unsigned word, uint16_t value);

// Reports words of a matrix load: those of these slots of rows of a quarter of the lanes.
bool engine_loaded_rows(struct engine *, uint32_t serial, unsigned quarter, uint64_t slots,
                        const uint32_t *data);

// Reports a retirement. `error` is a code, `lanes` the failing lanes, `lane` the lowest. `inside`: counts
// that are visible only inside the machine were observed.
bool engine_retired(struct engine *, uint32_t serial, uint64_t cycle, unsigned error, unsigned lane,
                    uint64_t lanes, bool inside);

// Reports what the barriers of an L1 show. Called in each cycle, before the retirements of that cycle.
bool engine_barriers(struct engine *, unsigned l1, const struct machine_barriers *);

// Report that a warp has closed a group of copies or has begun to wait, and that waits for copies end: of
// these warps of an L1, or of one, by the serial of the wait.
bool engine_grouped(struct engine *, uint32_t serial, uint64_t cycle);
bool engine_waited(struct engine *, unsigned l1, uint64_t warps, uint64_t cycle);
bool engine_wait_ended(struct engine *, uint32_t serial, uint64_t cycle);

// Reports that a store to the line at this address was lost, with this error and in this way.
bool engine_lost(struct engine *, unsigned l1, uint64_t line, unsigned error, enum lost_how);

#endif
