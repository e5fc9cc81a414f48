// The contents of the memory behind the machines: the memory of the bench. Each machine has a
// port to it (port.h). Machines with ports to one memory see each other's writes once these are performed.
//
// It covers all of the physical address space. A word's value is drawn from its address and the memory's
// seed, until a machine or a test (page tables) writes it. Lines can be marked as failing: memory then
// delivers no sector of them, or performs no write to them, or both. Addresses are physical, in bytes.
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MEMORY_LINE = UL1_LINE_BYTES, // bytes of a line
    MEMORY_SECTOR = UL1_LINE_BYTES / UL1_SECTORS,
};

struct memory;

// Null: memory is exhausted.
struct memory *memory_new(uint64_t seed);
void memory_free(struct memory *);

// The words of the line that begins at `addr`. False if it cannot be read; the words are then those that it
// would hold. (This function and the next have the types that the memory checker expects, hence the void
// pointer.)
bool memory_line(const void *memory, uint64_t addr, uint32_t word[UL1_LINE_WORDS]);

// Whether the line of `addr` can be written.
bool memory_writable(const void *memory, uint64_t addr);

// 8 bytes at a multiple of 8, the low word first. A read in flight at a port returns bytes written meanwhile,
// except that a page walker's read may return those at the time it was taken. False: memory is exhausted.
uint64_t memory_read(const struct memory *, uint64_t addr);
bool memory_write(struct memory *, uint64_t addr, uint64_t value);

// A write of a line: byte b of word i if bit b of be[i] is set. False: memory is exhausted. (The port handles
// failures.)
bool memory_store(struct memory *, uint64_t addr, const uint8_t be[UL1_LINE_WORDS],
                  const uint32_t word[UL1_LINE_WORDS]);

// From now on reads, or writes, or both of the line of `addr` fail, or no longer fail; the other kind is
// unchanged. Lines of data should be marked before their first use and stay so, as the machine assumes that
// this does not change. False: memory is exhausted.
enum { MEMORY_LOADS = 1, MEMORY_STORES = 2, MEMORY_ALL = 3 };
bool memory_fail(struct memory *, uint64_t addr, unsigned kinds, bool fails);

// Nothing was ever written, no line fails. Or the latter alone.
void memory_clear(struct memory *);
void memory_heal(struct memory *);

// ---- Caches in front of the cells of a DRAM
//
// The memory is then what the caches have performed, and the cells are another one, with the same words at
// first. All functions above are the host's: it writes both, and lines fail in both. Caches have nothing of a
// line that the host writes.

// A memory to which nothing was written, with the same drawn words. Null: memory is exhausted.
struct memory *memory_like(const struct memory *);

// The cells of this memory, which must not have changed yet. Null: memory is exhausted. They end with it.
struct memory *memory_cells(struct memory *);

// As memory_store(), of this memory alone: a cache has performed the write, or the cells have.
bool memory_perform(struct memory *, uint64_t addr, const uint8_t be[UL1_LINE_WORDS],
                    const uint32_t word[UL1_LINE_WORDS]);

// The cells get all that caches have performed. False: memory is exhausted.
bool memory_settle(struct memory *);

// How many words the host has written so far. Whether it has written this value, or another one over it, into
// the word of `addr` since it had written so many.
uint64_t memory_written(const struct memory *);
bool memory_wrote(const struct memory *, uint64_t since, uint64_t addr, uint32_t value);

#ifdef __cplusplus
}
#endif

#endif
