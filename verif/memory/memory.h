// What the memory behind the machines holds, as a test component. Each machine has a port to it (port.h); machines with
// ports to one memory see each other's writes from when they are performed.
//
// It has all of the physical address space. A word's value is drawn from its address and the memory's seed, unless
// something was written there, by a machine or by a test (page tables). Lines can be marked as failing: no sector of
// them is ever delivered, or no write to them performed, or both. Addresses are physical, in bytes.
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MEMORY_LINE = UL1_LINE_BYTES,   // bytes of a line
    MEMORY_SECTOR = UL1_LINE_BYTES / UL1_SECTORS,
};

struct memory;

// Null: no memory.
struct memory *memory_new(uint64_t seed);
void memory_free(struct memory *);

// The words of the line that begins at `addr`. False if it cannot be read; the words are then what it would hold.
// (This and the next have the types in which the witness asks for what memory holds, so the memory is a void here.)
bool memory_line(const void *memory, uint64_t addr, uint32_t word[LANES]);

// Whether the line of `addr` can be written.
bool memory_writable(const void *memory, uint64_t addr);

// 8 bytes at a multiple of 8, the low word first. A read that is under way at a port brings what is written meanwhile, but
// one of a page walker's by chance what was there when it was taken. False: no memory.
uint64_t memory_read(const struct memory *, uint64_t addr);
bool memory_write(struct memory *, uint64_t addr, uint64_t value);

// A write of a line: byte b of word i if bit b of be[i] is set. False: no memory. (Failing or not is the port's business.)
bool memory_store(struct memory *, uint64_t addr, const uint8_t be[LANES], const uint32_t word[LANES]);

// From now on reads, or writes, or both of the line of `addr` fail, or fail no more; the other kind stays as it is. Lines
// of data should be marked before they are ever used and stay so, as the machine takes it that this does not change.
// False: no memory.
enum { MEMORY_LOADS = 1, MEMORY_STORES = 2, MEMORY_ALL = 3 };
bool memory_fail(struct memory *, uint64_t addr, unsigned kinds, bool fails);

// Nothing was ever written, no line fails.
void memory_clear(struct memory *);

#ifdef __cplusplus
}
#endif

#endif
