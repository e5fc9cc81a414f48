// The memory checker: its state, and how it objects. All of its files use the instructions in flight;
// comments name the file that owns each other part of the state.
#ifndef MEMCHECK_GROUND_H
#define MEMCHECK_GROUND_H

#include "common/texels.h"
#include "history.h"
#include "table.h"
#include "told.h"
#include "words.h"

enum { NOBODY = 255 }; // in place of an entry

#define NOWHERE UINT32_MAX // in place of an entry, sub-warp or slot that an objection would name

enum error { RIGHT, MISALIGNED, OUT_OF_RANGE, WRONG_SPACE, NO_PAGE, BUS, READ_ONLY, WRONG_OP };

// The work on a sub-warp of a shared instruction.
struct access {
    uint32_t slots;       // active
    uint32_t left;        // not yet taken by a pass
    uint8_t passes;       // planned passes: rule 1
    uint8_t taken;        // planned passes that the arbiter has accepted
    uint32_t written;     // a bit for each accepted pass: it is written back
    bool away;            // the remainder is at the instruction side
    bool beat;            // a store: its data are in the machine
    bool known;           // a store: its data were seen once, and are in `word`
    uint32_t due[LANES];  // the slots of each planned pass: rule 2
    uint32_t at[LANES];   // array address of each slot
    uint32_t word[LANES]; // a store: its data; a load: its values at the pass that took the slot
    uint32_t old[LANES];  // an atomic or a conditional unlock: the values that it returns
    uint32_t had;         // slots with a true predicate, of those taken by a pass
};

// An instruction that was taken, in flight until it retires.
struct checked_instr {
    bool flying, store;
    uint64_t order;     // its number among all instructions taken
    bool cached;        // a cached load or store that is not erroneous
    bool fence, device; // a fence; a fence of level gpu or sys
    bool inval, flush;  // on cached lines, not erroneous: takes effect before it retires
    bool through;       // a cached store: certainly written through
    bool ordered;       // a cached load that keeps its warp's order
    bool bypass;        // a cached load that no copy in the L1 serves
    bool fresh;         // nor one in a cache behind it
    bool beside;        // the constant cache or the texture unit takes it; cached, unless it is erroneous
    bool texture;       // the texture unit does
    // of those: the next word of the lanes that had the last one; their lowest lane + 1, or 0; or their quad
    uint8_t word, lead;
    uint8_t warp, reg;
    uint8_t atom;     // an atomic, which is a store, too: its operation; else 0
    uint8_t lock;     // the operation of a lock access; else 0
    bool wide, minus; // its operands have 64 bits; are signed
    bool returns;     // an atomic on global memory
    uint8_t matrix;   // a matrix access: 1 plain, 2 transposed; else 0
    uint8_t words;    // of a lane
    uint8_t words_log;
    uint32_t cut;   // the bits of a register that take part
    uint32_t sign;  // the sign bit to extend, if any
    uint32_t mask;  // active lanes
    enum error err; // found when it was taken
    uint8_t err_lane;
    uint32_t err_mask;
    uint64_t err_addr; // address of the lowest failing lane
    // Shared instructions.
    uint8_t partner;    // 1 or 2: lanes n and n ^ partner act as one (rule 10); 0: each acts for itself
    uint8_t open;       // sub-warps with slots left
    uint8_t older;      // entry of the warp's previous instruction with slots left, or `NOBODY`
    uint8_t younger;    // the same for the next one; both are valid while this one has slots left
    unsigned unwritten; // a load: passes not yet written back
    struct access access[WORDS_MAX];
    // Cached instructions and CMOs (inval, flush).
    uint64_t taken;   // time when taken
    uint32_t written; // lanes written back; a store: lanes with a beat
    uint64_t addr[LANES];
    struct version *versions; // a store: its versions, linked by `next`
    // An atomic on global memory (olds.c): lanes written back; the operands of each lane.
    uint32_t returned;
    uint32_t operand[LANES][4];
    // A texture instruction: what lies where, the coordinates of each lane, the lanes of the last word.
    struct texels texels;
    int32_t u[LANES], v[LANES];
    uint32_t given;
};

// Whether it writes words to the register file.
static inline bool returns_words(const struct checked_instr *i)
{
    return !i->store || i->atom || i->lock == MEMCHECK_CUNLOCK;
}

// A fence of level gpu or sys that has retired. It was sent to memory at `began` or later.
struct known_fence {
    uint64_t began, taken, retired;
    uint8_t warp;
};

enum { FENCES_KNOWN = 4 }; // the last ones of an L1

// An atomic that memory has performed and answered, and that is not written back yet. Several atomics with
// the same operands on the same words cannot be told apart, so any of them may have its old words. Or, if
// memory answers early, one that is written back and that memory has yet to perform (`owed`): with these old
// words.
struct answer {
    bool used, owed, wide, minus;
    uint8_t atom;
    uint64_t vline;
    uint32_t words; // those that it was on
    uint32_t by[LINE_WORDS], old[LINE_WORDS];
};

enum { ANSWERS = 64 }; // at a time, at most

struct memcheck {
    struct memcheck_shape shape;
    struct checked_instr entry[MEMCHECK_ENTRIES];
    unsigned flying, fences; // fences: in flight
    uint64_t order;          // number of instructions taken
    // Shared memory (shared.c).
    uint8_t youngest[MEMCHECK_WARPS]; // the warp's last instruction with slots left, or `NOBODY`
    bool pairs;                       // neighbouring words lie in one bank of 64 bits
    unsigned border;                  // first row that is not shared memory
    struct cell *cell;                // the array: LINE_WORDS cells for each row
    // Lock flags (locks.c): the lane that holds each, counted from 1 through all warps; 0 if it is free.
    uint16_t holder[MEMCHECK_LOCKS];
    // Cached accesses.
    struct memcheck_world *world; // NULL: there are none
    uint8_t number;               // number of this L1 in `world`
    unsigned policy;
    // Pages (pages.c).
    unsigned page_bits;   // address bits within a page
    struct table pages;   // struct page, by page number; others are absent and always were
    struct table frames;  // struct owner, by frame number: frames that any page ever had
    uint64_t taken;       // when the last cached access was taken
    uint64_t taken_empty; // the value of `taken` when the machine was last empty
    // Ordered loads (ordered.c): the last sightings of each warp, and the index of the next.
    struct sighting seen[MEMCHECK_WARPS][SIGHTINGS];
    uint8_t next_seen[MEMCHECK_WARPS];
    // Fences (fenced.c): when the last instruction of each warp retired; the known fences, and the index of
    // the next.
    uint64_t retired[MEMCHECK_WARPS];
    struct known_fence fenced[FENCES_KNOWN];
    unsigned next_fenced;
    // Invalidations (invalidations.c).
    uint64_t invalid_all;  // when the last complete invalidation of all lines began
    uint64_t invalid_near; // the same of one that left the copies of caches behind
    struct table invalid;  // struct invalid: the same for a page or line, and the last few before it
    struct {               // the command in progress
        bool busy;
        uint8_t op, carveout;
        uint64_t addr, begun;
    } command;

    struct answer answer[ANSWERS]; // olds.c

    struct memcheck_counts counts;
    struct { // the event that is checked, for objections
        const char *name;
        unsigned entry, sub;
    } event;
    char error[400];
};

// The sector of its line that a byte lies in.
static inline unsigned memcheck_sector(const struct memcheck *w, uint64_t at)
{
    return (unsigned)(at % LINE * w->shape.sectors / LINE);
}

// ---- Objections ----

static inline void begin(struct memcheck *w, const char *name, unsigned entry, unsigned sub)
{
    w->event.name = name;
    w->event.entry = entry;
    w->event.sub = sub;
}

// Records an objection to the current event: its location as far as known, then the text. Returns false, so
// that the caller may return it.
__attribute__((cold, noinline, format(printf, 3, 4))) bool memcheck_object(struct memcheck *w, unsigned slot,
                                                                           const char *format, ...);

const char *memcheck_error_name(unsigned err);

// The instruction of the current event, or NULL with an objection.
struct checked_instr *memcheck_find(struct memcheck *w);

// Objects unless nothing is in flight, and names the lowest entry that is.
bool memcheck_nothing_flying(struct memcheck *w);

// When the oldest cached access in flight was taken, or the oldest cached load; FOREVER if there is none.
uint64_t memcheck_oldest_access(const struct memcheck *w);
uint64_t memcheck_oldest_load(const struct memcheck *w);

#endif
