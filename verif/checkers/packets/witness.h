// The words that reads may bring through nodes: what memory held since a time that each read has for itself.
// A line's time is counted in its versions: slices perform writes of a line one after the other, and each
// makes a new version of it.
#ifndef WITNESS_H
#define WITNESS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/sizes.h"

enum {
    WITNESS_LINES = 256,    // those that are accessed, or were last
    WITNESS_VERSIONS = 256, // the youngest of each line
    WITNESS_FINE = -1,
    WITNESS_BYTES = UL1_LINE_WORDS * UL1_WORD_BYTES,
};

// For each byte of a line the oldest version that may be seen.
struct witness_floor {
    uint32_t byte[WITNESS_BYTES];
};

struct witness_line {
    bool used;
    uint64_t line;
    bool unsure;         // an operation that may have failed was performed: its words are not known
    unsigned holders;    // requests under way; with any, the line stays
    uint64_t last;       // when it was last asked for
    uint32_t first, now; // the oldest version that is known, and the youngest
    uint32_t version[WITNESS_VERSIONS][UL1_LINE_WORDS];
    struct witness_floor floor[UL1_CLUSTERS]; // of reads that come to the node of a cluster from now on
};

// The words that memory holds at first, by the line's address.
typedef bool witness_words(const void *memory, uint64_t addr, uint32_t word[UL1_LINE_WORDS]);

struct witness {
    const void *memory;
    witness_words *words;
    bool forgot; // a line had to go; of lines that come from now on, nodes may have older versions
    uint64_t asked;
    struct witness_line line[WITNESS_LINES];
};

// Null: all lines have holders.
struct witness_line *witness_line(struct witness *, uint64_t line);

// Nothing is under way, and nodes have no line. Writes that no slice had are lost, so memory is read again.
void witness_reset(struct witness *);

// A slice performs a write.
void witness_write(struct witness_line *, const uint8_t be[UL1_LINE_WORDS],
                   const uint32_t word[UL1_LINE_WORDS]);

// From now on at least this version may be seen.
void witness_raise(struct witness_floor *, uint32_t version);

// What has been seen in these sectors is the oldest that may be seen.
void witness_rise(struct witness_floor *, const struct witness_floor *seen, unsigned sect);

// A read brings these sectors. The number of a byte that is not legal, or WITNESS_FINE. A byte is legal, too,
// if its floor is older than all versions that are known. `seen`: the oldest versions that have these bytes.
int witness_see(const struct witness_line *, const struct witness_floor *, unsigned sect,
                const uint32_t word[UL1_LINE_WORDS], struct witness_floor *seen);

#endif
