// What surrounds a machine runs a program: a sequence of parts. This is its vocabulary.
//
// Each part has settings, a source of instructions and commands, starts and ends with the machine idle, and says what it
// expects: how each instruction ends, its passes, whether stores are reported as lost, and what the whole part costs.
//
// There may be several machines on one memory. Each part runs on one of them, and begins when those before it have ended;
// but parts in a row that say so begin together, each on another machine: one step of the program.
//
// The cache and the translations stay from part to part, unless the carveout, cfg_page or cfg_root changes. The page table
// stays (and with it cfg_root) unless the page size changes, or a part asks for a fresh one. So one part can warm what the
// next one measures.
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "memory/port.h"
#include "kit/rng.h"
#include "shape/sizes.h"
#include "ul1_ports.h"

enum {
    PART_LEAD = 16,       // cycles of a part before its first instruction is offered: its patterns run, the machine is idle
    WARPS = UL1_WARPS,
    ENTRIES = 1 << UL1_ID_W, // that an index can name; UL1_PT of them exist
    MACHINES = 8,       // on one memory, at most
};

struct instr {
    uint8_t op;                 // a code of in_op; of a fence mask, width and addresses do not matter
    bool sign;
    uint8_t warp, space, width, reg, hint;
    uint8_t level;              // of a fence
    uint32_t mask;
    uint32_t data;              // seed of the words that a store stores; of a load, of those that it is to get, if they are
    bool pinned;                // pinned: those of a store of the same shape, of 32 bits or more
    uint64_t addr[LANES];
    const uint32_t *words;      // that a store stores, if they are not drawn: those of lane 0, of lane 1, ...; they stay until
                                // it retires
    uint32_t serial;            // what its follower calls it
    unsigned line;              // of the program's text; 0: it is of none
    // When it is offered. It holds up those behind it, and is not counted as a stall meanwhile.
    unsigned after;             // not before so many instructions of the part have retired
    unsigned from;              // nor before this cycle of the part, counted from PART_LEAD on
    // What the test expects.
    unsigned passes;            // of a cached one: accesses; one that is deferred is counted when it hits, opens or merges
    bool passes_unsaid;         // it does not matter how many
    uint8_t err, err_lane;
    uint32_t err_mask;          // (the address that is reported with it is that of err_lane)
    bool unsure;                // how it ends depends on when its lines are fetched: that is left to the witness
};

// In which cycles something happens: by chance, or, if there is a period, in its first `on` cycles.
struct pattern {
    unsigned percent, period, on;
};

// What becomes of a page's entry in the page table before a command `page` is given for it. Moved: it is there (whether it
// was before or not), in a frame that was never used. Protected: it is there, in the frame that it has or else in a new one,
// and may not be written; the others make it writable.
enum page_change { PAGE_SAME, PAGE_MOVED, PAGE_REMOVED, PAGE_PROTECTED };

// A command is given: once so many instructions of the part have retired and it is this cycle of the part, counted from
// PART_LEAD on, and the commands before it in the list are complete. A change of the page is made in the cycle in which it is
// offered first. What the part's expectations say of errors must hold whenever that is.
struct command {
    unsigned after, from;
    uint8_t op, carveout;          // a code of cmd_op; the new carveout, if that is the command
    enum page_change change;
    uint64_t addr;              // any in the line, or in the page
};

struct settings {
    uint8_t carveout, home, interval, fetch, page, policy;
    unsigned again_after;       // cycles from remainder_valid to the remainder's being presented again, at least 1
    bool again_any;             // of several remainders that can be presented, any; else the one that returned first
    struct pattern gap;      // nothing is presented
    struct pattern late;     // store data are not there
    struct pattern book;     // another unit books the register write port
    struct memory_settings memory;
    uint64_t draws;             // from which all of this is drawn, but for commands; 0: from the run's seed
    // Commands at random, one after the other: any of the operations whose bits are set, for pages and lines that the
    // program has touched. (Where the carveout changes, the part's instructions must be right or wrong whatever it is.)
    struct pattern commands;
    uint8_t operations;
    unsigned moved, removed, protected; // percent of the commands `page` before which the page is changed so
};

// What a part costs. Of what is expected, a negative number is none. Every member is an int64_t.
struct costs {
    int64_t cycles;             // from the first instruction's being taken to the last retirement, both counted
    int64_t address_reads;      // instructions, and remainders presented again, that are taken
    int64_t data_reads;         // beats of store data taken, likewise
    int64_t stalls;             // cycles in which something was offered and not taken
    int64_t replays;            // most remainders at a time in the load/store unit
    // What became of cached accesses.
    int64_t hits;               // loads that hit without having been fetched for
    int64_t misses;             // loads and stores that opened an entry of the pending request table
    int64_t merges;             // loads that merged into one
    int64_t deferrals[5];       // lookups that were deferred, by cause; an access may be deferred several times
    int64_t served;             // replays of lines that were fetched, or could not be; bare ones too
    int64_t through;            // stores written to memory at once
    int64_t dirtied;            // stores that made sectors dirty of a line that was there
    int64_t allocated;          // stores that got a way without a fetch
    int64_t held;               // stores that are held for a line under fetch, those that open its entry among them
    int64_t purged;             // stores of a whole line that bypass the cache, which had a copy
    int64_t joined;             // stores that joined another in the write data buffer
    int64_t evictions;          // dirty lines read out, for a way or by a command
    // What the memory took.
    int64_t reads, sectors;     // reads of lines, and sectors in them
    int64_t walk_reads;         // those of page walkers
    int64_t writes, bytes;      // writes, and bytes that they have enabled
    int64_t fences;
};

// None is expected.
static inline struct costs no_costs(void)
{
    struct costs c;
    memset(&c, 0xff, sizeof c);
    return c;
}

// A place that the memory cannot read, write, or both, as long as the page table stays: the line of this address; or, for a
// walk, the line with its page's entry of a level (0 to 2), and so with those of neighbours.
struct failing {
    uint64_t addr;
    uint8_t kinds;              // MEMORY_LOADS, MEMORY_STORES, or MEMORY_ALL; of no matter for a walk
    bool walk;
    uint8_t level;
};

struct event;
struct wait;
struct follower;

struct part {
    struct settings set;
    bool (*next)(void *source, struct instr *); // the next instruction; false: there is none
    void *source;
    struct follower *follower;  // instead: says what comes next, and is told what becomes of it (follower.h)
    int64_t reset_at;           // this many cycles after the first is offered, all is lost; negative: no reset
    bool prepares;              // what the test is about comes after it
    bool busy;                  // random traffic that is to keep the arbiter busy
    uint8_t machine;            // on which it runs
    bool beside;                // the next part begins together with it; that runs on another
    bool fresh;                 // a page table of its own, empty; so the cache and the translations are emptied
    bool same_root;             // if its pages are of another size than before, their table has the root of that before
    uint8_t root_bit;           // n > 0: the root of its table, which is another, differs from that before in bit n - 1 alone
    // Every page that a cached access touches is there, in a frame of its own drawn at random, and may be written, but for
    // those that are absent, as long as this step of the program lasts, or read-only, as long as the page table stays (any
    // address in each; not one that is there already, or writable). Failing lines should not have been accessed before.
    const uint64_t *absent, *readonly;
    const struct failing *failing;
    const struct command *command;
    bool reports_unsure;        // which stores are reported as lost is left to the follower and the witness; else none may be
    unsigned absents, readonlys, failings, commands;
    struct costs expected;
};

// Where parts come from. Freed with the stimulus.
struct program {
    bool (*part)(struct program *, struct part *); // the next part; false: there is none
    void (*free)(struct program *);
    bool random;                // random traffic: all events are told, and few instructions may be spoilt
    uint64_t cycles;            // run so far; kept up to date
    uint64_t text, text_of;     // bytes of the text that it comes from, if that takes long: so far, of so many; kept up to date
    const struct wait *waits;   // the longest in each row of waits (wait_rows.h) of the part that has ended; set by who runs it
    struct event *told;         // what is told of the run besides, and how often it happened
    unsigned told_count;
};

// Whether it happens in this cycle of the part.
static inline bool pattern_happens(const struct pattern *p, struct rng *r, uint64_t cycle)
{
    return p->period ? cycle % p->period < p->on : p->percent && rng_percent(r, p->percent);
}

// A word of store data that is drawn, by its number in the instruction and the seed. (Of the murmur finalizer, what is needed
// to make neighbours differ in every byte.)
static inline uint32_t instr_word(uint32_t seed, uint32_t number)
{
    uint32_t x = number * 0x9e3779b9u ^ seed;
    x = (x ^ x >> 15) * 0x85ebca6bu;
    return x ^ x >> 13;
}

// For objections.
static inline const char *instr_kind(const struct instr *i)
{
    return i->op == UL1_OP_FENCE ? "fence" : i->op == UL1_OP_STORE ? "store" : i->op == UL1_OP_LOAD ? "load"
        : i->op == UL1_OP_INVAL ? "inval" : i->op == UL1_OP_FLUSH ? "flush" : "reserved operation";
}

static inline bool instr_stores(const struct instr *i)
{
    return i->op == UL1_OP_STORE;
}

static inline bool instr_fences(const struct instr *i)
{
    return i->op == UL1_OP_FENCE;
}

// An inval or a flush: of lines, without words.
static inline bool instr_upkeep(const struct instr *i)
{
    return i->op == UL1_OP_INVAL || i->op == UL1_OP_FLUSH;
}

// Codes that are reserved are none of these.
static inline bool instr_known(const struct instr *i)
{
    return i->op <= UL1_OP_FLUSH;
}

// Of space global or local.
static inline bool instr_cached(const struct instr *i)
{
    return instr_known(i) && !instr_fences(i) && (i->space == UL1_SPACE_GLOBAL || i->space == UL1_SPACE_LOCAL);
}

#endif
