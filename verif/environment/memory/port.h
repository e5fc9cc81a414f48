// A machine's port to memory: takes the machine's requests, performs and answers them. The settings decide
// how slowly, in which order, and in how many pieces.
//
// In each cycle memory_port_drive() comes before the outputs are settled, memory_port_observe() after. A
// cycle with reset loses all requests in flight; some of the writes, chosen at random, are performed. The
// contents of memory stay.
#ifndef MEMORY_PORT_H
#define MEMORY_PORT_H

#include "environment/memory/memory.h"
#include "environment/memory/offers.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    MEMORY_PATIENCE = 100, // cycles without a request after which an incomplete batch is answered
    // writes of a port that wait to be performed, at most; no request is taken meanwhile
    MEMORY_WRITES = 256,
};

struct memory_port;

// A reduction that memory has performed on the enabled words of the line at `addr`: operands, and the words
// before and after it.
struct memory_reduction {
    uint64_t addr, vline;
    unsigned atom;
    bool wide, minus; // on numbers of 64 bits; on signed ones
    bool returns;     // an atomic, which is answered with the old words
    const uint8_t *be;
    const uint32_t *by, *old, *now;
};

// Ports with one order of requests: those for one line are performed in the order in which they were taken,
// whichever port took them. Without it that holds for the requests of one port.
struct memory_order_of_lines {
    uint64_t turns;
    unsigned ports;
    struct memory_port *port[8];
};

struct memory_response {
    bool valid;
    uint8_t op, number, sect, err;
    uint8_t own; // as of its request (struct offer)
    uint64_t vline;
    uint32_t data[LANES];
};

typedef void memory_reduced(void *to, const struct memory_reduction *);

enum memory_order {
    MEMORY_AS_TAKEN, // a late request makes those behind it wait
    MEMORY_RANDOM,   // any request that is due; if its sectors come one by one, in any order
    MEMORY_YOUNGEST, // the youngest request that is due, its highest sector first
};

// Requests for one line are performed in the order in which they were taken, whatever the settings. A fence
// is answered when all writes taken before it are performed, or have failed and been answered. In each cycle
// at most one write is performed and one response given.
struct memory_settings {
    // cycles from taking a request to its (first) response, or until it is performed; 0 counts as 1
    unsigned latency;
    unsigned spread; // up to so many more, at random
    unsigned gap;    // cycles from a response to the next, at least; 0 counts as 1
    enum memory_order order;
    // Above 1: nothing is performed until so many requests wait, or MEMORY_PATIENCE cycles have passed since
    // the last was taken. Then all are performed, with those that arrive meanwhile.
    unsigned batch;
    unsigned pieces; // percent of the reads that are answered sector by sector
    // Percent of the reads that are performed when taken, if no older request for their line is in flight.
    // They are answered as late as others.
    unsigned early;
    unsigned stall; // percent of the cycles in which no request is taken
    unsigned apart; // cycles between two requests taken, at least; 0 counts as 1
    bool named;     // a program chooses them
};

struct memory_counts {       // counts of requests taken since memory_port_new()
    uint64_t reads, sectors; // reads include walk reads; sectors requested, of MEMORY_SECTOR bytes
    uint64_t walk_reads;     // reads of page walkers
    uint64_t writes, bytes;  // bytes: enabled ones, of failed writes too
    uint64_t fences;
    uint64_t responses; // given
    uint64_t errors;    // responses to reads that brought no data
    uint64_t failed;    // responses to writes
    uint64_t reordered; // responses given while an older request still waited for its own
};

// With all settings zero: answers in the next cycle, in order. Null: memory is exhausted. The struct memory
// and the machine's sizes must outlive it.
struct memory_port *memory_port_new(struct memory *, const struct ul1_sizes *, uint64_t seed);
void memory_port_free(struct memory_port *);

// Has each reduction told when it is performed, except by a reset.
void memory_port_tell(struct memory_port *, memory_reduced *, void *to);

// Joins those with this order of lines. Only once, before the first cycle.
void memory_port_order(struct memory_port *, struct memory_order_of_lines *);

// Only while nothing is in flight: sets the seed of random choices, and the settings.
void memory_port_seed(struct memory_port *, uint64_t seed);
void memory_port_set(struct memory_port *, const struct memory_settings *);
bool memory_port_idle(const struct memory_port *);

// Whether it gives no response in the next call of memory_port_drive(), because another port gives one.
void memory_port_hold(struct memory_port *, bool);

// Chooses `mem_ready` and `resp_*` of this cycle. False: memory is exhausted.
bool memory_port_drive(struct memory_port *, struct ul1_l1_in *in);

// Samples this cycle. False: the request offered is illegal, and memory_port_error() has the reason in one
// line.
bool memory_port_observe(struct memory_port *, const struct ul1_l1_in *in, const struct ul1_l1_out *out);
const char *memory_port_error(const struct memory_port *);

// The same two without the ports of an L1. The first chooses the response of this cycle, and whether a
// request is taken. The second sees the request on offer, if there is one; memory_port_reset() is a cycle
// with reset in its place.
bool memory_port_cycle(struct memory_port *, struct memory_response *, bool *ready);
bool memory_port_see(struct memory_port *, bool valid, const struct offer *, bool ready);
bool memory_port_reset(struct memory_port *);

// In place of the two functions above, if the machine itself has the memory behind the port: samples this
// cycle. Requests are legal and counted as above, and each response is for one of them; its words are not
// looked at. Writes count as performed when they are taken. False: the request or the response is illegal.
bool memory_port_watch(struct memory_port *, const struct ul1_l1_in *in, const struct ul1_l1_out *out);

struct memory_counts memory_port_counts(const struct memory_port *);

// The longest time, in cycles, for which a request was in flight since memory_port_set(): from its being
// taken to its last response, or until it was performed.
uint64_t memory_port_longest(const struct memory_port *);

#ifdef __cplusplus
}
#endif

#endif
