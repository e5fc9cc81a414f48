// The witness: its state, and how it objects. The instructions in flight are everybody's; of the other parts of the state it
// is said which file keeps them.
#ifndef WITNESS_GROUND_H
#define WITNESS_GROUND_H

#include "history.h"
#include "table.h"
#include "told.h"
#include "words.h"

enum { NOBODY = 255 };     // in place of an entry

#define NOWHERE UINT32_MAX // in place of an entry, sub-warp or slot that an objection would name

enum error { RIGHT, MISALIGNED, OUT_OF_RANGE, WRONG_SPACE, NO_PAGE, BUS, READ_ONLY, WRONG_OP };

// The work on a sub-warp of a shared instruction.
struct access {
    uint32_t slots;  // active
    uint32_t left;   // not yet taken by a pass
    uint8_t passes;  // planned: rule 1
    uint8_t taken;   // of these, accepted by the arbiter
    uint32_t written; // a bit for each of these: it is written back
    bool away;       // the remainder is with the instruction side
    bool beat;       // a store: its data are in the machine
    bool known;      // a store: its data have been seen once, in `word`
    uint32_t due[LANES];  // the slots of each pass planned: rule 2
    uint32_t at[LANES];   // array address of each slot
    uint32_t word[LANES]; // a store: its data. A load: its values, as of the pass that took the slot
};

// An instruction that was taken, in flight until it retires.
struct witnessed {
    bool flying, store;
    uint64_t order;      // its number among all that were taken
    bool cached;         // a cached load or store, and one that can be tried
    bool fence, device;  // a fence; of level gpu or sys
    bool inval, flush;   // of cached lines, and one that can be tried: it has its effect by the time it retires
    bool through;        // a cached store: surely written through
    bool ordered;        // a cached load that keeps its warp's order
    bool bypass;         // a cached load that memory serves, no copy
    uint8_t warp, reg;
    uint8_t words;       // of a lane
    uint8_t words_log;
    uint32_t cut;        // the bits of a register that take part
    uint32_t sign;       // of these, the one that is extended, if any
    uint32_t mask;       // active lanes
    enum error err;      // found when it was taken
    uint8_t err_lane;
    uint32_t err_mask;
    uint64_t err_addr;   // of the lowest failing lane
    // Of a shared one.
    uint8_t open;        // sub-warps with slots left
    uint8_t older;       // entry of the warp's instruction before this one that has slots left, or NOBODY
    uint8_t younger;     // and of the one behind; both mean something while this one has slots left
    unsigned unwritten;  // a load: passes not yet written back
    struct access access[WORDS_MAX];
    // Of a cached one, an inval, a flush.
    uint64_t taken;      // when
    uint32_t written;    // lanes written back, or, of a store, whose beat has come
    uint64_t addr[LANES];
    struct version *versions; // of a store: what it stores, linked by `next`
};

// A fence of level gpu or sys that has retired. It asked memory at `began` or later.
struct known_fence {
    uint64_t began, taken, retired;
    uint8_t warp;
};

enum { FENCES_KNOWN = 4 }; // the last ones of an L1

struct witness {
    struct witness_shape shape;
    struct witnessed entry[WITNESS_ENTRIES];
    unsigned flying, fences;   // fences among them
    uint64_t order;            // taken, so far
    // Shared memory (shared.c).
    uint8_t youngest[WITNESS_WARPS]; // the warp's last instruction with slots left, or NOBODY
    unsigned border;           // first row that is not shared memory
    struct cell *cell;         // the array: LANES for each row
    // Cached accesses.
    struct witness_world *world; // NULL: there are none
    uint8_t number;            // of this L1 in it
    unsigned policy;
    // Pages (pages.c).
    unsigned page_bits;        // of an address, those within a page
    struct table pages;        // struct page, by page number; those not there are absent and always were
    struct table frames;       // struct owner, by frame number: pages that ever were there
    uint64_t taken;            // when the last cached access was
    uint64_t taken_empty;      // the same, when the machine was last empty
    // Ordered loads (ordered.c): what those of each warp have seen last, and the place for the next
    struct sighting seen[WITNESS_WARPS][SIGHTINGS];
    uint8_t next_seen[WITNESS_WARPS];
    // Fences (fenced.c): when the last instruction of each warp retired; those known, and the place for the next.
    uint64_t retired[WITNESS_WARPS];
    struct known_fence fenced[FENCES_KNOWN];
    unsigned next_fenced;
    // Invalidations (invalidations.c).
    uint64_t invalid_all;      // when the last invalidation of all lines began that is complete
    struct table invalid;      // struct invalid, the same of a page or line, and the last few before it
    struct {                   // the command under way
        bool busy;
        uint8_t op, carveout;
        uint64_t addr, begun;
    } command;

    struct witness_counts counts;
    struct { // the event being judged, for the objection
        const char *name;
        unsigned entry, sub;
    } event;
    char error[400];
};

// ---- Objections ----

static inline void begin(struct witness *w, const char *name, unsigned entry, unsigned sub)
{
    w->event.name = name;
    w->event.entry = entry;
    w->event.sub = sub;
}

// Writes the objection to the event begun: as much as is known of its place, then the text. Returns false, so that the
// caller may return it.
__attribute__((cold, noinline, format(printf, 3, 4)))
bool witness_object(struct witness *w, unsigned slot, const char *format, ...);

const char *witness_error_name(unsigned err);

// The instruction of the event begun, or NULL with an objection.
struct witnessed *witness_find(struct witness *w);

// Objects unless nothing is in flight, naming the lowest entry that is.
bool witness_nothing_flying(struct witness *w);

// When the oldest cached access in flight was taken, or the oldest cached load; FOREVER if there is none.
uint64_t witness_oldest_access(const struct witness *w);
uint64_t witness_oldest_load(const struct witness *w);

#endif
