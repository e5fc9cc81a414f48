// The environment of the machine: what stands for the streaming multiprocessor (SM), and the memory. They run
// a program.
//
// The instruction side presents instructions and returned remainders, supplies store data, acts as the other
// user of the register write port, counts, and checks expectations. It reports all that happens to the memory
// checker, if there is one. The memory side answers requests, keeps the page tables, and gives commands.
//
// The environment adds parts around those of the program, which do not count:
// - a command that changes the carveout;
// - stores to rows of shared memory with unknown contents (after a reset, or after use by the cache), before
//   a part may load them;
// - a write-back of dirty lines before the page table changes, and at the end;
// - loads of all shared memory at the end, so that the memory checker sees its contents.
#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

#include "checkers/lockstep/stimulus.h"
#include "environment/sm/notes.h"
#include "ul1.h"

// Creates the stimulus that runs a program on a machine, or on each machine that is part of one. On failure
// it returns null and frees the program.
struct stimulus *env_new(struct program *, const struct ul1_block *shape, uint64_t seed);

// The program that it runs, or null.
struct program *env_program(const struct stimulus *);

// Call before the run to take notes of it (notes.h), if this is such a stimulus and memory suffices.
// `env_notes` returns them, or null.
void env_note(struct stimulus *);
const struct notes *env_notes(const struct stimulus *);

// Writes the sources of the instructions in flight, by entry, as far as they are known and fit.
void env_in_flight(const struct stimulus *, char *text, size_t size);

#endif
