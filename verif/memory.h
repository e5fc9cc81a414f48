// The memory behind the machine, as a test component: it takes the machine's requests and answers them, as slowly, in
// such an order and in as many pieces as its settings say.
//
// It has all of the physical address space. A word's value is drawn from its address and the memory's seed, unless
// something was written there (page tables; the machine writes nothing yet). Lines can be marked as failing: no sector of
// them is ever delivered. Addresses are physical, in bytes.
//
// In each cycle memory_drive() comes before the outputs are settled, memory_observe() after. A cycle with reset loses all
// that is under way; contents stay.
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

struct memory;

enum {
    MEMORY_LINE = 4 * LANES,    // bytes of a line
    MEMORY_PATIENCE = 100,      // cycles without a request after which a batch is answered though it is not full
};

enum memory_order {
    MEMORY_AS_TAKEN,            // one that is late makes those behind it wait
    MEMORY_RANDOM,              // any that is due, its sectors, if they come one by one, in any order
    MEMORY_YOUNGEST,            // the youngest that is due, its highest sector first
};

// Requests for one line are answered in the order in which they were taken, whatever the settings.
struct memory_settings {
    unsigned latency;           // cycles from a request's being taken to its (first) response; 0 counts as 1
    unsigned spread;            // up to so many more, at random
    unsigned gap;               // cycles from a response to the next, at least; 0 counts as 1
    enum memory_order order;
    unsigned batch;             // above 1: nothing is answered until so many requests wait, or MEMORY_PATIENCE cycles have
                                // passed since the last was taken; then all are answered, and those that come meanwhile
    unsigned split;             // percent of the requests that are answered sector by sector
    unsigned stall;             // percent of the cycles in which no request is taken
};

struct memory_counts {          // since memory_new()
    uint64_t requests, sectors; // taken, walk reads among them; sectors that they asked for
    uint64_t walk_reads;        // of the requests, those of the page walker
    uint64_t responses;         // given
    uint64_t errors;            // of these, those that brought nothing
    uint64_t reordered;         // responses given while an older request still waited for its own
};

// Settings all zero: answers in the next cycle, in order. Null: no memory.
struct memory *memory_new(uint64_t seed);
void memory_free(struct memory *);

// Only while nothing is under way.
void memory_set(struct memory *, const struct memory_settings *);
bool memory_idle(const struct memory *);

// Chooses `mem_ready` and `resp_*` of this cycle.
void memory_drive(struct memory *, struct ul1_l1_in *in);

// What happened in this cycle. False: the request offered is not as it should be, and memory_error() says why in one line.
bool memory_observe(struct memory *, const struct ul1_l1_in *in, const struct ul1_l1_out *out);
const char *memory_error(const struct memory *);
struct memory_counts memory_counts(const struct memory *);

// The words of the line that begins at `addr`. False if it fails; the words are then what it would hold.
// (The type of the first argument is that which the witness wants of a source of data.)
bool memory_line(const void *memory, uint64_t addr, uint32_t word[LANES]);

// 8 bytes at a multiple of 8, the low word first. What was answered before stays answered. Of a request that is under way
// the response has them, or, if it is the page walker's, has them by chance. False: no memory.
uint64_t memory_read(const struct memory *, uint64_t addr);
bool memory_write(struct memory *, uint64_t addr, uint64_t value);

// From now on the line of `addr` fails, or fails no more. Lines that are loaded as data should be marked before they ever
// are and stay so, as a line that is in the cache does not know. False: no memory.
bool memory_fail(struct memory *, uint64_t addr, bool fails);

// Nothing was ever written, no line fails.
void memory_clear(struct memory *);

#ifdef __cplusplus
}
#endif

#endif
