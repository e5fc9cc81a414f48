// Expectations against what was seen.
#ifndef PROGRAM_JUDGE_H
#define PROGRAM_JUDGE_H

#include "program/state.h"

// Which of a statement's expectations: those that are known when it retires, or those of requests that memory takes.
enum judged { JUDGE_EARLY, JUDGE_LATE, JUDGE_ALL };

// `inside`: what shows only within the machine was counted.
bool judge_measure(struct engine *, const struct measure *, enum judged, bool inside);

// A word that came to a register.
bool judge_word(struct engine *, const struct measure *, unsigned reg, unsigned lane, uint32_t value);

// How an instruction ended; and notes a store that is to be lost, and those that the part says are.
bool judge_end(struct engine *, const struct op *, unsigned error, unsigned lane, uint32_t lanes);
bool judge_note_lost(struct engine *, const struct measure *, const struct machine_access *, unsigned l1);
bool judge_note_losses(struct engine *, const struct tree_part *);
bool judge_lost(struct engine *, unsigned l1, uint64_t line, unsigned error);

// All that can be judged only when the part is over; the outcome, when the program is.
bool judge_part(struct engine *, const struct tree_part *, bool inside);
bool judge_outcome(struct engine *);

#endif
