// The settings, counts and state of a port to memory (port.h).
#ifndef MEMORY_PORT_STATE_H
#define MEMORY_PORT_STATE_H

#include "environment/memory/memory.h"
#include "environment/memory/offers.h"
#include "kit/rng.h"

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
    uint32_t data[UL1_LINE_WORDS];
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

enum {
    // requests in flight, at most: no two reads of a number share a sector
    UNDER_WAY = NUMBERS * UL1_SECTORS + MEMORY_WRITES + FENCES + OWNS,
};

// A request that is not performed or answered in full. Requests are kept in the order in which they were
// taken.
struct request {
    uint64_t line, vline;
    // cycle in which it was taken; earliest cycle in which it is performed or first answered
    uint64_t taken, due, turn; // turn: its place among the requests of all ports with one order of lines
    uint8_t kind, sub, sect;   // sub: its number; sect: sectors of a read that are not answered yet
    uint8_t own;               // it is for an operation before memory
    bool pieces;               // answered sector by sector
    bool early;                // performed when taken, not when answered: into memory_port.early
    bool fails;                // a write that memory refuses
    bool silent;               // a write that is not answered: it does not fail, and is no atomic
    uint16_t payload;          // a write: index of its words
};

// A line that was read.
struct line {
    uint32_t word[UL1_LINE_WORDS];
    bool ok;
};

struct memory_port {
    struct memory *memory;
    struct memory_settings set;
    struct rng rng;
    uint64_t cycle, last_taken, next_taken, next_response;
    struct request request[UNDER_WAY];
    unsigned requests, writes;                                       // writes: those among the requests
    struct payload payload[MEMORY_WRITES], operation[MEMORY_WRITES]; // operation: of a write with `own`
    uint16_t spare[MEMORY_WRITES]; // free payloads: the first MEMORY_WRITES - writes
    struct offers offers;          // the state that the next request is checked against
    struct line early[NUMBERS];    // data of early reads, by number
    bool open;                     // a batch is performed
    bool held;                     // no response is given
    bool wrong;                    // a write that was performed in this cycle is not that of its operation
    struct memory_order_of_lines *lines; // null: only its own
    struct memory_counts counts;
    memory_reduced *reduced; // told of each reduction, if not null
    void *to;
    uint64_t reductions; // of a port that the machine answers: those taken, as one of them may fail
    uint64_t longest;    // longest time of a request in flight, since the settings
    struct memory_response response;
};

#endif
