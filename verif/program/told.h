// What the engine is told of instructions and commands; see engine.h.
#ifndef PROGRAM_TOLD_H
#define PROGRAM_TOLD_H

#include "program/machine.h"

struct engine;

// The command that it is given next. False: there is none. Then that it was taken, and is complete.
bool engine_command(struct engine *, unsigned l1, struct machine_command *);
void engine_command_taken(struct engine *, unsigned l1, uint64_t cycle);
bool engine_command_done(struct engine *, unsigned l1, uint64_t cycle);

// The value that loop number `number`, the outermost is 0, had when it was offered.
int64_t engine_loop(const struct engine *, uint32_t serial, unsigned number);

void engine_taken(struct engine *, uint32_t serial, uint64_t cycle);

// So many more of something that is counted by instruction.
void engine_count(struct engine *, uint32_t serial, enum count, unsigned n);

// Word number `word` of a lane was loaded.
bool engine_loaded(struct engine *, uint32_t serial, unsigned lane, unsigned word, uint32_t value);

// With an error, a code, of these lanes, the lowest of them `lane`; whether what is only seen within the machine was counted.
bool engine_retired(struct engine *, uint32_t serial, uint64_t cycle, unsigned error, unsigned lane, uint32_t lanes,
                    bool inside);

// A store to the line that begins there was lost, with that error, in that way.
bool engine_lost(struct engine *, unsigned l1, uint64_t line, unsigned error, enum lost_how);

#endif
