// A machine's way to memory: takes the machine's requests, performs and answers them, as slowly, in such an order and in as
// many pieces as its settings say.
//
// In each cycle memory_port_drive() comes before the outputs are settled, memory_port_observe() after. A cycle with reset
// loses all that is under way; of the writes some, by chance, are performed. What the memory holds stays.
#ifndef MEMORY_PORT_H
#define MEMORY_PORT_H

#include "memory/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MEMORY_PATIENCE = 100,      // cycles without a request after which a batch is answered though it is not full
    MEMORY_WRITES = 256,        // writes of a port that wait to be performed, at most; nothing is taken meanwhile
};

struct memory_port;

enum memory_order {
    MEMORY_AS_TAKEN,            // one that is late makes those behind it wait
    MEMORY_RANDOM,              // any that is due, its sectors, if they come one by one, in any order
    MEMORY_YOUNGEST,            // the youngest that is due, its highest sector first
};

// Requests for one line are performed in the order in which they were taken, whatever the settings; a fence is answered
// when all writes taken before it are performed, or have failed and been answered. In a cycle at most one write is performed
// and one response given.
struct memory_settings {
    unsigned latency;           // cycles from a request's being taken to its (first) response, or to its being performed; 0
                                // counts as 1
    unsigned spread;            // up to so many more, at random
    unsigned gap;               // cycles from a response to the next, at least; 0 counts as 1
    enum memory_order order;
    unsigned batch;             // above 1: nothing is performed until so many requests wait, or MEMORY_PATIENCE cycles have
                                // passed since the last was taken; then all are, and those that come meanwhile
    unsigned pieces;            // percent of the reads that are answered sector by sector
    unsigned early;             // percent of the reads that are performed when they are taken, if no older request for their
                                // line is under way; they are answered as late as others
    unsigned stall;             // percent of the cycles in which no request is taken
    unsigned apart;             // cycles from a request's being taken to the next one's, at least; 0 counts as 1
};

struct memory_counts {          // since memory_port_new(), of requests taken
    uint64_t reads, sectors;    // walk reads among them; sectors that they asked for, of MEMORY_SECTOR bytes
    uint64_t walk_reads;        // of the reads, those of page walkers
    uint64_t writes, bytes;     // bytes that they wrote, or would have
    uint64_t fences;
    uint64_t responses;         // given
    uint64_t errors;            // of these, those to reads that brought nothing
    uint64_t failed;            // of these, those to writes
    uint64_t reordered;         // responses given while an older request still waited for its own
};

// Settings all zero: answers in the next cycle, in order. Null: no memory. The struct memory must outlive it.
struct memory_port *memory_port_new(struct memory *, uint64_t seed);
void memory_port_free(struct memory_port *);

// Only while nothing is under way: settings; from what it draws from now on.
void memory_port_seed(struct memory_port *, uint64_t seed);
void memory_port_set(struct memory_port *, const struct memory_settings *);
bool memory_port_idle(const struct memory_port *);

// Chooses `mem_ready` and `resp_*` of this cycle. False: no memory.
bool memory_port_drive(struct memory_port *, struct ul1_l1_in *in);

// What happened in this cycle. False: the request offered is not as it should be, and memory_port_error() says why in one
// line.
bool memory_port_observe(struct memory_port *, const struct ul1_l1_in *in, const struct ul1_l1_out *out);
const char *memory_port_error(const struct memory_port *);
struct memory_counts memory_port_counts(const struct memory_port *);

// The cycles that a request has been under way at most since memory_port_set(): from its being taken to its last response, or
// to its being performed.
uint64_t memory_port_longest(const struct memory_port *);

#ifdef __cplusplus
}
#endif

#endif
