// Everything that a run of a test needs: its twins, its stimulus, and who judges and watches.
#ifndef PREPARE_H
#define PREPARE_H

#include "app/session.h"

// From the test's name and the base seed alone. False: message says what is missing.
bool prepare(struct session *, const struct test *, struct run *);

// Carries it out, in the way of the bench.
void carry_out(struct session *, struct run *);

// A piece of a shape that waves and recordings know how to write: a block, a machine of blocks, or a part that is one.
struct piece {
    const struct ul1_block *shape;
    const char *part;           // its name; null: it is the whole
    size_t number;              // among the parts
    size_t in_offset, out_offset;
};

size_t piece_count(const struct ul1_block *);
struct piece piece_of(const struct ul1_block *, size_t number);

// FOLDER/TEST-LANES, with the part where there is one.
void path_of(char *path, size_t size, const char *folder, const char *test, const struct piece *);

// False: there is no observer to add.
bool watch_piece(struct run *, const struct piece *, struct observer *);

#endif
