// The vocabulary of programs. The environment of a machine runs a program, which is a sequence of parts.
//
// Each part has settings and a source of instructions and commands. It begins and ends with the machine idle.
// It states what it expects: how each instruction ends, its passes, whether stores are reported as lost, and
// the cost of the whole part.
//
// Several machines may share one memory. Each part runs on one of them, and begins when the parts before it
// have ended. Consecutive parts with `beside` begin together, each on its own machine: they form one step of
// the program.
//
// The cache and the translations survive from part to part, unless the carveout, cfg_page or cfg_root
// changes. The page table survives (and cfg_root with it) unless the page size changes, or a part requests a
// new one. So one part can warm up what the next one measures.
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "environment/memory/port_state.h"
#include "kit/rng.h"
#include "common/atoms.h"
#include "common/matrix.h"
#include "common/sizes.h"
#include "common/taken.h"
#include "common/texture.h"
#include "ul1_ports.h"

enum {
    PART_LEAD = 16, // cycles of a part before its first offer: its patterns run, the machine is idle
    WARPS = UL1_WARPS,
    ENTRIES = 64,        // entries of the instruction table, at most
    CONSTANTS = ENTRIES, // in flight beside these: the first constant load, the first texture instruction
    TEXTURES = CONSTANTS + (1 << UL1_CON_ID_W),
    FLIGHTS = TEXTURES + (1 << UL1_TEX_ID_W),
    MACHINES = 8,                                   // on one memory, at most
    RESERVED_OP = UL1_OP_FLUSH + 1 + !!UL1_TEXTURE, // the lowest operation that the machine does not have
};

// In place of an instruction: a warp closes a group of its copies, or waits for groups.
enum grouping { NO_GROUP, CLOSES_GROUP = 1, WAITS_FOR_GROUPS = 2 };

struct instr {
    uint8_t op; // a code of in_op; a fence ignores mask, width and addresses
    bool sign, interleave;
    uint8_t warp, space, width, reg, hint;
    uint8_t level;            // of a fence
    bool bar, waits;          // a fence that arrives at a barrier; its warp waits there
    uint8_t barrier, expects; // the pins of a bar
    uint32_t pred;
    uint8_t atom;   // operation of an atomic, of locks, or a reduction; of a load only `lock` counts
    bool returns;   // the operation on global memory is an atomic, not a reduction
    uint8_t matrix; // of a load or store that is a matrix access
    uint32_t mask;
    uint32_t data;  // a store: seed of its words; a load: seed of the words that it must return, if pinned
    bool pinned;    // the load returns words of a store with the same layout, of 32 bits or more
    bool copy;      // a load that starts a copy
    bool copied;    // the store of a copy, which no source supplies
    uint8_t group;  // some of `enum grouping`; then nothing else counts but `warp`, and `leaves`
    uint8_t leaves; // groups that may be under way when the wait ends
    uint64_t
        addr[LANES]; // of a texture instruction: the coordinates, u in the lower half and v in the upper one
    uint32_t dest[LANES]; // of a copy: the pins in_dest
    struct texture texture;
    // The words that a store writes, if not drawn from the seed: those of lane 0, of lane 1, ... They must
    // exist until it retires.
    const uint32_t *words;
    uint32_t serial; // the follower's number for it
    unsigned line;   // line of the program's text; 0: none
    // When it is offered. It holds up the instructions behind it, and counts as no stall meanwhile.
    unsigned after; // only after so many instructions of the part have retired
    unsigned from;  // only from this cycle of the part on, counted from PART_LEAD
    // What the test expects.
    unsigned passes;    // cached: accesses; a deferred one counts when it hits, opens or merges
    bool passes_unsaid; // any number of passes is right
    uint8_t err, err_lane;
    uint32_t err_mask; // (the address that is reported with it is that of err_lane)
    bool unsure;       // the outcome depends on when its lines are fetched: the memory checker checks it
};

// The cycles in which something happens: at random, or, with a period, the first `on` cycles of each.
struct pattern {
    unsigned percent, period, on;
};

// A change of a page's entry in the page table, made before a command `page` is given for it. Moved: the page
// is present (whether or not it was before) in a frame that was never used. Protected: it is present, in its
// frame or else a new one, and read-only. The other changes make it writable.
enum page_change { PAGE_SAME, PAGE_MOVED, PAGE_REMOVED, PAGE_PROTECTED };

// A command is given when the commands before it in the list are complete, `after` instructions of the part
// have retired, and the part has reached cycle `from`, counted from PART_LEAD. The page changes in the cycle
// in which the command is first offered. The errors that the part expects must not depend on that cycle.
struct command {
    unsigned after, from;
    uint8_t op, carveout; // a code of cmd_op; the new carveout, for that command
    enum page_change change;
    uint64_t addr; // any address in the line or page
};

struct settings {
    uint8_t carveout, home, interval, fetch, bankwidth, page, policy;
    unsigned again_after; // cycles from remainder_valid until it is presented again, at least 1
    bool again_any;       // any of several presentable remainders goes next; else the one that returned first
    struct pattern gap;   // cycles in which nothing is presented
    struct pattern late;  // cycles without store data
    struct pattern book;  // cycles in which another unit reserves the register write port
    struct memory_settings memory;
    uint64_t draws; // seed of all this except commands; 0: derived from the run's seed
    // Random commands, one after the other: any operation with its bit set, on pages and lines that the
    // program has touched. (If the carveout may change, the outcome of the part's instructions must not
    // depend on it.)
    struct pattern commands;
    uint8_t operations;
    unsigned moved, removed, protected; // percent of the commands `page` before which the page is changed so
};

// The costs of a part. A negative number expects nothing. Every member is an int64_t.
struct costs {
    int64_t cycles;        // from the first instruction taken to the last retirement, both included
    int64_t address_reads; // instructions and repeated remainders that are taken
    int64_t data_reads;    // beats of store data that are taken, for both
    int64_t stalls;        // cycles in which an offer was not taken
    int64_t replays;       // the most remainders in the load/store unit at one time
    // Outcomes of cached accesses.
    int64_t hits;         // loads that hit without a fetch of their own
    int64_t misses;       // loads and stores that opened a PRT entry
    int64_t merges;       // loads that merged into a PRT entry
    int64_t deferrals[5]; // deferred lookups, by cause; an access may be deferred several times
    int64_t served;       // replays of lines that were fetched or failed; bare ones too
    int64_t through;      // stores written to memory immediately
    int64_t dirtied;      // stores that made sectors of a present line dirty
    int64_t allocated;    // stores that got a way without a fetch
    int64_t held;         // stores held for a line under fetch, including those that open its entry
    int64_t purged;       // stores of a whole line that bypass the cache and invalidate a copy
    int64_t joined;       // stores that joined another in the write data buffer
    int64_t evictions;    // dirty lines read out, for a way or by a command
    // What memory took.
    int64_t reads, sectors; // reads of lines, and the sectors in them
    int64_t walk_reads;     // reads of page walkers
    int64_t writes, bytes;  // writes, and their enabled bytes
    int64_t fences;
    // Nodes and L2 slices behind the L1s, for all L1s together.
    int64_t node_hits, node_misses, node_merges; // reads
    int64_t node_passes;                         // packets that passed by
    int64_t slice_reads;                         // reads that slices took, without those of page walkers
};

// Costs that expect nothing.
static inline struct costs no_costs(void)
{
    struct costs c;
    memset(&c, 0xff, sizeof c);
    return c;
}

// A line that memory cannot read, write, or both, until the page table changes. It is the line of this
// address, or, for a walk, the line with the page's entry of a level (0 to 2). Entries of neighbouring pages
// lie on that line too.
struct failing {
    uint64_t addr;
    uint8_t kinds; // MEMORY_LOADS, MEMORY_STORES, or MEMORY_ALL; ignored for a walk
    bool walk;
    uint8_t level;
};

struct point;
struct wait;
struct follower;

struct part {
    struct settings set;
    bool (*next)(void *source, struct instr *); // supplies the next instruction; false: there is none
    void *source;
    // replaces `next`: supplies instructions and receives their outcome (follower.h)
    struct follower *follower;
    int64_t reset_at; // reset this many cycles after the first offer; negative: no reset
    // The reset is that of this machine alone, and others that are wired to it go on. With `again` the part
    // goes on, too, from an empty machine; else it ends.
    void (*again)(void *source);
    bool resets_alone;
    bool timed;       // its times are expected of the machine that it runs on, not of an L1 alone
    bool prepares;    // a preparation; the measured part comes later
    bool busy;        // random traffic that must keep the arbiter busy
    uint8_t machine;  // the machine that it runs on
    bool beside;      // the next part begins in the same cycle, on another machine
    bool fresh;       // an empty page table of its own; cache and translations are emptied
    bool same_root;   // after a change of the page size, the new table keeps the old root
    uint8_t root_bit; // n > 0: the new table's root differs from the old one in bit n - 1 alone
    // Every page that a cached access touches is present and writable, in a frame of its own drawn at random.
    // Exceptions: `absent` pages, until this step of the program ends, and `readonly` pages, until the page
    // table changes. (Give any address in each; not a page that is already present or writable.) Failing
    // lines should not have been accessed before.
    const uint64_t *absent, *readonly;
    // null, or where the warps are kept that wait at a barrier: from the instruction's supply until the
    // barrier opens. The source supplies nothing for them.
    uint64_t *held;
    const struct failing *failing;
    const struct command *command;
    // lost stores are checked by the follower and the memory checker; else there must be none
    bool reports_unsure;
    unsigned absents, readonlys, failings, commands;
    struct costs expected;
};

// A source of parts. Freed with the stimulus.
struct program {
    bool (*part)(struct program *, struct part *); // the next part; false: there is none
    void (*free)(struct program *);
    bool random;     // random traffic: all cover points are reported, and few instructions may have errors
    uint64_t cycles; // cycles so far, updated during the run
    uint64_t text, text_of; // bytes of a long text that were read so far, and in all; updated
    // the longest wait in each row (wait_rows.h) of the part that ended; set by the environment
    const struct wait *waits;
    struct point *told; // cover points that the run reports besides, and their counts
    unsigned told_count;
};

// Whether the pattern is active in this cycle of the part.
static inline bool pattern_happens(const struct pattern *p, struct rng *r, uint64_t cycle)
{
    return p->period ? cycle % p->period < p->on : p->percent && rng_percent(r, p->percent);
}

// A random word of store data, from its number in the instruction and the seed: as much of the murmur
// finalizer as makes neighbours differ in every byte.
static inline uint32_t instr_word(uint32_t seed, uint32_t number)
{
    uint32_t x = number * 0x9e3779b9u ^ seed;
    x = (x ^ x >> 15) * 0x85ebca6bu;
    return x ^ x >> 13;
}

// For objections.
static inline const char *instr_atom_kind(const struct instr *i)
{
    return !atom_is(i->op, i->atom)                       ? "store"
        : red_is(i->op, i->space, i->atom) && !i->returns ? "reduction"
                                                          : "atomic";
}

static inline const char *instr_kind(const struct instr *i)
{
    return i->op == UL1_OP_FENCE ? "fence"
        : i->op == UL1_OP_STORE  ? instr_atom_kind(i)
        : i->op == UL1_OP_LOAD   ? "load"
        : i->op == UL1_OP_INVAL  ? "inval"
        : i->op == UL1_OP_FLUSH  ? "flush"
        : i->op == UL1_OP_TEX    ? "texture instruction"
                                 : "reserved operation";
}

static inline const char *instr_article(const char *kind)
{
    return *kind == 'a' || *kind == 'i' ? "an" : "a";
}

static inline bool instr_stores(const struct instr *i)
{
    return i->op == UL1_OP_STORE;
}

// A reduction or an atomic on global memory.
static inline bool instr_reduces(const struct instr *i)
{
    return red_is(i->op, i->space, i->atom);
}

// An atomic on global memory.
static inline bool instr_answered(const struct instr *i)
{
    return instr_reduces(i) && i->returns;
}

// Any other store with an operation; it returns words.
static inline bool instr_atomic(const struct instr *i)
{
    return atom_is(i->op, i->atom) && !instr_reduces(i);
}

// Whether it locks or unlocks, even if the machine lacks that.
static inline bool instr_locks(const struct instr *i)
{
    return atom_locks(atom_of(i->op, i->atom));
}

// Whether words are returned to registers: by a load, an atomic, or a conditional unlock.
static inline bool instr_returns(const struct instr *i)
{
    return atom_returns(i->op, i->atom) && (!instr_reduces(i) || i->returns);
}

// A matrix access, legal or not.
static inline bool instr_matrix(const struct instr *i)
{
    return matrix_is(i->op, i->matrix);
}

// The slots of a lane: for an atomic `cas` twice its words, as it has two operands.
static inline unsigned instr_slots(const struct instr *i)
{
    return width_words(atom_slot_width(i->op, i->atom, i->width));
}

// A word of a store's data. Operands of random atomics are often numbers of two bits, so that comparisons
// succeed and limits are met, or floats of similar size.
static inline uint32_t instr_data(const struct instr *i, uint32_t number)
{
    const uint32_t word = instr_word(i->data, number);
    if (!atom_is(i->op, i->atom) || !(i->data >> 8 & 3))
        return word;
    return i->atom == UL1_ATOM_FADD ? (word & 0x81ffffff) | 0x3e000000 : word & 3;
}

// An access has the lowest of several lanes of a reduction on one word. A `cas` needs two aligned places.
static inline uint32_t instr_one_a_word(const struct instr *i, uint32_t lanes)
{
    uint32_t words = 0, first = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left),
                       places = i->atom == UL1_ATOM_CAS ? 2 * width_words(i->width) : 1,
                       word = i->addr[lane] / UL1_WORD_BYTES % UL1_LINE_WORDS / places;
        first |= words >> word & 1 ? 0 : UINT32_C(1) << lane;
        words |= UINT32_C(1) << word;
    }
    return first;
}

static inline bool instr_fences(const struct instr *i)
{
    return i->op == UL1_OP_FENCE;
}

// A cache maintenance operation (CMO), inval or flush: it names lines and has no words.
static inline bool instr_cmo(const struct instr *i)
{
    return i->op == UL1_OP_INVAL || i->op == UL1_OP_FLUSH;
}

// Local memory, in which the words of all lanes lie side by side.
static inline bool instr_interleaved(const struct instr *i)
{
    return UL1_LOCAL_INTERLEAVE && i->interleave && i->space == UL1_SPACE_LOCAL && !instr_fences(i);
}

// The address that a lane accesses in memory.
static inline uint64_t instr_at(const struct instr *i, unsigned lane)
{
    return instr_interleaved(i) ? interleaved(i->addr[lane], lane) : i->addr[lane];
}

// Whether the machine has such an operation, for this width. It has no interleaved access of several words a
// lane.
static inline bool instr_known(const struct instr *i)
{
    const bool wide = instr_interleaved(i) && !instr_cmo(i) && width_words(i->width) > 1;
    return i->op <= UL1_OP_FLUSH && !wide && matrix_known(i->op, i->matrix, i->width, i->mask)
        && (instr_reduces(i) ? red_known(i->atom, i->width, i->returns)
                             : atom_known(i->op, i->atom, i->width));
}

// A load that the constant cache takes.
static inline bool instr_constant(const struct instr *i)
{
    return of_constants(i->op, i->space);
}

// An instruction that the texture unit takes, and the coordinates of a lane.
static inline bool instr_texture(const struct instr *i)
{
    return of_textures(i->op);
}

static inline int32_t instr_u(const struct instr *i, unsigned lane)
{
    return (int32_t)(uint32_t)i->addr[lane];
}

static inline int32_t instr_v(const struct instr *i, unsigned lane)
{
    return (int32_t)(uint32_t)(i->addr[lane] >> 32);
}

// One that the load/store unit does not take.
static inline bool instr_beside(const struct instr *i)
{
    return instr_constant(i) || instr_texture(i);
}

// Of the spaces global and local.
static inline bool instr_cached(const struct instr *i)
{
    return instr_known(i) && !instr_fences(i) && !instr_matrix(i)
        && (atom_of(i->op, i->atom) == UL1_ATOM_NONE || instr_reduces(i))
        && (i->space == UL1_SPACE_GLOBAL || i->space == UL1_SPACE_LOCAL);
}

#endif
