// Prepares a run of a test: its twins, its stimulus, its checkers and observers.
#ifndef PREPARE_H
#define PREPARE_H

#include "cosim/session.h"

// The result depends on the test's name and the base seed only. Returns false with the reason in the run's
// message.
bool prepare(struct session *, const struct test *, struct run *);

// Executes the run by the bench's function.
void carry_out(struct session *, struct run *);

// A piece of a configuration that waves and recordings can write: a block, a machine of blocks, or a part
// that is one.
struct piece {
    const struct ul1_block *shape;
    const char *part;              // name of the part; null: the whole
    size_t number;                 // number among the parts
    const struct ul1_block *whole; // the machine of machines; null: it is the whole
};

size_t piece_count(const struct ul1_block *);
struct piece piece_of(const struct ul1_block *, size_t number);

// FOLDER/TEST-LANES, with the name of the part if there is one.
void path_of(char *path, size_t size, const char *folder, const char *test, const struct piece *);

// Returns false if the observer is null.
bool watch_piece(struct run *, const struct piece *, struct observer *);

#endif
