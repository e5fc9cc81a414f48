// Compares a program's expectations with the results of the run.
#ifndef PROGRAM_JUDGE_H
#define PROGRAM_JUDGE_H

#include "program/state.h"

// Selects expectations of a statement: those that are decided when it retires, or those about requests that
// memory accepts.
enum judged { JUDGE_EARLY, JUDGE_LATE, JUDGE_ALL };

// `inside`: counts that are visible only inside the machine were observed.
bool judge_measure(struct engine *, const struct measure *, enum judged, bool inside);

// Checks a word that a register received.
bool judge_word(struct engine *, const struct measure *, unsigned reg, unsigned lane, uint32_t value);

// Checks how an instruction ended. The others note a store that may be lost, and the losses that the part
// declares.
bool judge_end(struct engine *, const struct op *, unsigned error, unsigned lane, uint64_t lanes);
bool judge_note_lost(struct engine *, const struct measure *, const struct machine_access *, unsigned l1);
bool judge_note_losses(struct engine *, const struct tree_part *);
bool judge_lost(struct engine *, unsigned l1, uint64_t line, unsigned error, enum lost_how);

// Checks what is decided only when the part, or the whole program, has ended.
bool judge_part(struct engine *, const struct tree_part *, bool inside);
bool judge_outcome(struct engine *);

#endif
