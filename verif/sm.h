// The surroundings of the machine: what a streaming multiprocessor and a memory are to its L1.
//
// They run a program, a sequence of parts. Each part has settings and a source of instructions, starts and ends with the
// machine idle, and says what it expects: how each instruction ends, its passes, and what the whole part costs. The
// instruction side presents instructions and returned remainders, hands over store data when they are pulled, plays the
// other user of the register write port, counts, checks what was expected, and tells the witness, if there is one, what
// happened. The memory side answers requests, keeps the page tables, and invalidates pages.
//
// Around the parts of a program come some that count for nothing: rows of shared memory of which nothing is known (after a
// reset, and when they were the cache's) are written before a part may load them; and at the end all of shared memory is
// loaded, so that the witness sees what is there.
//
// The cache and the translations stay from part to part, unless cfg_split, cfg_page or cfg_root changes. The page table
// stays (and with it cfg_root) unless the page size changes, or a part asks for a fresh one. So one part can warm what the
// next one measures.
#ifndef SM_H
#define SM_H

#include <stdbool.h>
#include <stdint.h>

#include "memory.h"
#include "rng.h"
#include "sizes.h"
#include "stimulus.h"
#include "ul1_ports.h"

#if LANES == 32
#define SM_ALL_LANES UINT32_MAX
#else
#define SM_ALL_LANES ((UINT32_C(1) << LANES) - 1)
#endif

enum {
    SM_LEAD = 16,       // cycles of a part before its first instruction is offered: its patterns run, the machine is idle
    SM_WARPS = 1 << UL1_WARP_W,
    SM_ENTRIES = 1 << UL1_ID_W, // that an index can name; UL1_PT of them exist
};

struct sm_instr {
    bool store, sign;
    uint8_t warp, space, width, reg, hint;
    uint32_t mask;
    uint32_t data;              // seed of the words that a store stores
    uint64_t addr[LANES];
    // When it is offered. It holds up those behind it, and is not counted as a stall meanwhile.
    unsigned after;             // not before so many instructions of the part have retired
    unsigned from;              // nor before this cycle of the part, counted from SM_LEAD on
    // What the test expects.
    unsigned passes;            // of a cached load: accesses, each counted once, when it hits, opens an entry or merges
    uint8_t err, err_lane;
    uint32_t err_mask;          // (the address that is reported with it is that of err_lane)
    bool unsure;                // how it ends depends on when its lines are fetched: that is left to the witness
};

// In which cycles something happens: by chance, or, if there is a period, in its first `on` cycles.
struct sm_pattern {
    unsigned percent, period, on;
};

struct sm_settings {
    uint8_t split, home, interval, fetch, page;
    unsigned again_after;       // cycles from rpl_valid to the remainder's being presented again, at least 1
    bool again_any;             // of several remainders that can be presented, any; else the one that returned first
    struct sm_pattern gap;      // nothing is presented
    struct sm_pattern late;     // store data are not there
    struct sm_pattern book;     // another unit books the register write port
    struct memory_settings memory;
    // Invalidations of pages that the program has touched, one after the other.
    struct sm_pattern inval;
    unsigned moved, removed;    // percent of them before which the page was given another frame, was made absent
};

// What becomes of a page's entry in the page table before the page is invalidated. Moved: it is there (whether it was before
// or not), in a frame that was never used.
enum sm_change { SM_SAME, SM_MOVED, SM_REMOVED };

// A page is invalidated: once so many instructions of the part have retired and it is this cycle of the part, counted from
// SM_LEAD on, and the invalidations before it in the list have been taken. The change is made in the cycle in which it is
// offered first.
struct sm_inval {
    unsigned after, from;
    uint64_t addr;              // any in the page
    enum sm_change change;
};

// What a part costs. Of what is expected, a negative number is none. Every member is an int64_t.
struct sm_costs {
    int64_t cycles;             // from the first instruction's being taken to the last retirement, both counted
    int64_t address_reads;      // instructions and remainders taken: their addresses were read from registers
    int64_t data_reads;         // beats of store data taken, likewise
    int64_t stalls;             // cycles in which something was offered and not taken
    int64_t replays;            // most remainders at a time in the replay buffer
    int64_t hits;               // cached accesses that hit without having been fetched for
    int64_t misses;             // that opened an entry of the pending request table
    int64_t merges;             // that merged into one
    int64_t deferrals[4];       // lookups that were deferred, by cause; an access may be deferred several times
    int64_t served;             // replays of lines that were fetched, or could not be
    int64_t requests, sectors;  // requests for lines that the memory took, and sectors in them
    int64_t walk_reads;         // requests of the page walker that it took
};

#define SM_NO_COSTS \
    ((struct sm_costs){ -1, -1, -1, -1, -1, -1, -1, -1, { -1, -1, -1, -1 }, -1, -1, -1, -1 })

// A place that the memory cannot read as long as the page table stays: the line of this address; or, for a walk, the line
// with its page's entry of a level (0 to 2), and so with those of neighbours.
struct sm_failing {
    uint64_t addr;
    bool walk;
    uint8_t level;
};

struct sm_part {
    struct sm_settings set;
    bool (*next)(void *source, struct sm_instr *); // the next instruction; false: there is none
    void *source;
    int64_t reset_at;           // this many cycles after the first is offered, all is lost; negative: no reset
    bool prepares;              // what the test is about comes after it
    bool busy;                  // random traffic that is to keep the arbiter busy
    bool fresh;                 // a page table of its own, empty; so the cache and the translations are emptied
    // Every page that a cached load touches is there, in a frame of its own drawn at random, but for those that are absent
    // (any address in each; not one that is there already). Failing lines should not have been loaded before.
    const uint64_t *absent;
    const struct sm_failing *failing;
    const struct sm_inval *inval;
    unsigned absents, failings, invals;
    struct sm_costs expected;
};

// Where parts come from. Freed with the stimulus.
struct sm_program {
    bool (*part)(struct sm_program *, struct sm_part *); // the next part; false: there is none
    void (*free)(struct sm_program *);
    bool random;                // random traffic: all events are told, and few instructions may be spoilt
    bool judged;                // and the run is long enough to ask for a busy arbiter and for every event
    uint64_t cycles;            // run so far; kept up to date by the instruction side
};

// The stimulus that runs a program. On failure, null, and the program is freed.
struct stimulus *sm_new(struct sm_program *, uint64_t seed);

// Whether it happens in this cycle of the part.
static inline bool sm_happens(const struct sm_pattern *p, struct rng *r, uint64_t cycle)
{
    return p->period ? cycle % p->period < p->on : p->percent && rng_percent(r, p->percent);
}

static inline bool sm_cached(const struct sm_instr *i)
{
    return !i->store && (i->space == UL1_SPACE_GLOBAL || i->space == UL1_SPACE_LOCAL);
}

#endif
