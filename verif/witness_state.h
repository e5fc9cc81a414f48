// What the parts of the witness share: its state, and how it objects. For witness*.c only.
//
// witness.c takes and retires instructions, witness_shared.c judges what becomes of shared ones in between, witness_cached.c
// what becomes of cached loads.
#ifndef WITNESS_STATE_H
#define WITNESS_STATE_H

#include "table.h"
#include "witness.h"

enum {
    ENTRIES = 48,
    WARPS = 64,
    ROWS = 512,
    WORD = 4, // bytes
    LINE = WORD * LANES,
    WORDS_MAX = 4, // of a lane, and so sub-warps of an instruction
    NOBODY = 255,  // in place of an entry
};

#define NOWHERE UINT32_MAX // in place of an entry, sub-warp or slot that an objection would name

#define ALL_LANES ((uint32_t)((UINT64_C(1) << LANES) - 1))

enum error { RIGHT, MISALIGNED, OUT_OF_RANGE, WRONG_SPACE, NO_PAGE, BUS };

// The work on a sub-warp of a shared instruction.
struct access {
    uint32_t slots;  // active
    uint32_t left;   // not yet taken by a pass
    uint8_t passes;  // planned: rule 1
    uint8_t taken;   // of these, accepted by the arbiter
    uint8_t written; // of these, written back
    bool away;       // the remainder is with the instruction side
    bool beat;       // a store: its data are in the machine
    bool known;      // a store: its data have been seen once, in `word`
    uint32_t due[LANES];  // the slots of each pass planned: rule 2
    uint16_t at[LANES];   // array address of each slot
    uint32_t word[LANES]; // a store: its data. A load: its values, as of the pass that took the slot
};

struct instr {
    bool flying, store;
    bool cached;         // a cached load, and one that can be tried
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
    // Of a cached one.
    uint64_t taken;      // its number among those
    uint32_t written;    // lanes written back
    uint64_t addr[LANES];
};

// A word of the array. `known` has ones in the bytes that were written since the machine began and since they are shared
// memory.
struct cell {
    uint32_t word, known;
};

struct witness {
    struct instr instr[ENTRIES];
    unsigned flying;
    // Shared memory.
    uint8_t youngest[WARPS]; // the warp's last instruction with slots left, or NOBODY
    unsigned border;         // first row that is not shared memory
    struct cell cell[ROWS * LANES];
    // Cached loads.
    witness_line *line;      // where data come from, of `memory`
    const void *memory;
    unsigned page_bits;      // of an address, those within a page
    struct table pages;      // struct page, by page number; those not there are absent and always were
    uint64_t taken;          // cached loads, so far
    uint64_t taken_empty;    // of these, those before the machine was last empty
    bool invalidating;       // the page of this number
    uint64_t invalid_page;

    struct witness_counts counts;
    struct { // the event being judged, for the objection
        const char *name;
        unsigned entry, sub;
    } event;
    char error[400];
};

// ---- Bits ----

static inline unsigned lowest(uint32_t mask)
{
    return (unsigned)__builtin_ctz(mask);
}

// for EACH (s, mask): s is the number of each bit set, in ascending order.
#define EACH(s, mask) \
    (uint32_t s##_bits = (mask), s = 0; s##_bits && (s = lowest(s##_bits), true); s##_bits &= s##_bits - 1)

static inline uint32_t bit(unsigned n)
{
    return UINT32_C(1) << n;
}

// How far up in its word a slot's bytes lie, in bits.
static inline unsigned shift(uint64_t at)
{
    return at % WORD * 8;
}

// The bytes of a word that a slot takes: moved down, cut, and extended by the sign.
static inline uint32_t extract(uint32_t word, uint64_t at, uint32_t cut, uint32_t sign)
{
    return ((word >> shift(at) & cut) ^ sign) - sign;
}

// ---- Objections ----

#define object witness_object // for the linker

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
struct instr *witness_find(struct witness *w);

// Objects unless nothing is in flight, naming the lowest entry that is.
bool witness_nothing_flying(struct witness *w);

// ---- Shared instructions (witness_shared.c) ----

void witness_shared_take(struct witness *w, unsigned entry, const uint64_t *addr);
bool witness_shared_writeback(struct witness *w, struct instr *i, unsigned warp, unsigned reg, uint32_t mask,
                              const uint8_t *lane, const uint8_t *ofs, const uint32_t *data);
bool witness_shared_done(struct witness *w, const struct instr *i); // objects if it is not ready to retire

// ---- Cached loads (witness_cached.c) ----

void witness_cached_init(struct witness *w);
void witness_cached_free(struct witness *w);
void witness_cached_reset(struct witness *w);
bool witness_cached_take(struct witness *w, struct instr *i, const uint64_t *addr);
bool witness_cached_writeback(struct witness *w, struct instr *i, unsigned warp, unsigned reg, uint32_t mask,
                              const uint8_t *lane, const uint8_t *ofs, const uint32_t *data);
bool witness_cached_done(struct witness *w, const struct instr *i, unsigned err, unsigned lane, uint32_t mask,
                         uint64_t addr);

#endif
