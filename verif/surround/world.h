// The surroundings of the machine: what a streaming multiprocessor and a memory are to its L1. They run a program.
//
// The instruction side presents instructions and returned remainders, hands over store data when they are pulled, plays the
// other user of the register write port, counts, checks what was expected, and tells the witness, if there is one, what
// happened. The memory side answers requests, keeps the page tables, and gives commands.
//
// Around the parts of a program come some that count for nothing: the carveout is changed by a command; rows of shared memory
// of which nothing is known (after a reset, and when they were the cache's) are written before a part may load them; what
// is dirty is written back before the page table changes; and at the end that is done too, and all of shared memory is
// loaded, so that the witness sees what is there.
#ifndef WORLD_H
#define WORLD_H

#include "lockstep/stimulus.h"
#include "surround/notes.h"
#include "ul1.h"

// The stimulus that runs a program on a machine, or on the machines that are the parts of one. On failure, null, and the
// program is freed.
struct stimulus *world_new(struct program *, const struct ul1_block *shape, uint64_t seed);

// The program that it runs, or null.
struct program *world_program(const struct stimulus *);

// Before the run: notes are taken of it (notes.h), if the stimulus is one of these and there is memory. What was noted, or null.
void world_note(struct stimulus *);
const struct notes *world_notes(const struct stimulus *);

// Where the instructions come from that are in flight now, by entry, if that is known, as far as it fits; else nothing.
void world_in_flight(const struct stimulus *, char *text, size_t size);

#endif
