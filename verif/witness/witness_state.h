// What the parts of the witness share: its state, and how it objects. For witness*.c only.
//
// witness.c takes and retires instructions; witness_shared.c judges what becomes of shared ones in between, witness_loads.c
// and witness_stores.c what becomes of cached ones. witness_pages.c keeps what each page maps to, witness_history.c what was
// stored where, witness_commands.c says when that is done for good.
#ifndef WITNESS_STATE_H
#define WITNESS_STATE_H

#include "table.h"
#include "witness.h"
#include "witness_history.h"

enum {
    ENTRIES = 48,
    WARPS = 64,
    ROWS = 512,
    WORD = 4, // bytes
    LINE = WORD * LANES,
    WORDS_MAX = 4, // of a lane, and so sub-warps of an instruction
    NOBODY = 255,  // in place of an entry
    SECTORS = 4,   // of a line
};

#define NOWHERE UINT32_MAX // in place of an entry, sub-warp or slot that an objection would name

#define ALL_LANES ((uint32_t)((UINT64_C(1) << LANES) - 1))

#define FOREVER UINT64_MAX

enum error { RIGHT, MISALIGNED, OUT_OF_RANGE, WRONG_SPACE, NO_PAGE, BUS, READ_ONLY };

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
    uint64_t order;      // its number among all that were taken
    bool cached;         // a cached load or store, and one that can be tried
    bool fence, device;  // a fence; of level gpu or sys
    bool through;        // a cached store: surely written through
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
    uint64_t taken;      // when
    uint32_t written;    // lanes written back, or, of a store, whose beat has come
    uint64_t addr[LANES];
    struct version *versions; // of a store: what it stores, linked by `next`
};

// What a walk for a page finds, or found once.
struct mapping {
    struct mapping *older;
    uint64_t frame;     // of its first byte
    uint64_t until;     // legal for cached accesses taken no later
    uint8_t state;      // enum witness_walk
    bool ends;          // with the command under way
};

// A word of the array. `known` has ones in the bytes that were written since the machine began and since they are shared
// memory.
struct cell {
    uint32_t word, known;
};

struct witness {
    struct instr instr[ENTRIES];
    unsigned flying, fences;   // fences among them
    uint64_t order;          // taken, so far
    // Shared memory.
    uint8_t youngest[WARPS]; // the warp's last instruction with slots left, or NOBODY
    unsigned border;         // first row that is not shared memory
    struct cell cell[ROWS * LANES];
    // Cached accesses.
    struct witness_world *world; // NULL: there are none
    uint8_t number;          // of this L1 in it
    unsigned policy;
    unsigned page_bits;      // of an address, those within a page
    struct table pages;      // struct page, by page number; those not there are absent and always were
    struct table frames;     // struct owner, by frame number: pages that ever were there
    uint64_t taken;          // when the last cached access was
    uint64_t taken_empty;    // the same, when the machine was last empty
    uint64_t invalid_all;    // when the last invalidation of all lines began that is complete
    struct table invalid;    // the same, uint64_t, of a page or line: see witness_commands.c
    struct { // the command under way
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

// The border moves: what is shared memory before and after is as it was.
void witness_split(struct witness *w, unsigned carveout);

// Objects unless nothing is in flight, naming the lowest entry that is.
bool witness_nothing_flying(struct witness *w);

// ---- Shared instructions (witness_shared.c) ----

void witness_shared_take(struct witness *w, unsigned entry, const uint64_t *addr);
bool witness_shared_beat(struct witness *w, struct instr *i, const uint32_t *data);
bool witness_shared_writeback(struct witness *w, struct instr *i, unsigned warp, unsigned reg, uint32_t mask,
                              const uint8_t *lane, const uint8_t *ofs, const uint32_t *data);
bool witness_shared_done(struct witness *w, const struct instr *i); // objects if it is not ready to retire

// ---- Pages (witness_pages.c) ----

void witness_pages_init(struct witness *w);
void witness_pages_free(struct witness *w);
void witness_pages_forget_old(struct witness *w); // all are as they are, and never were otherwise
void witness_pages_invalidate(struct witness *w, uint64_t va);  // begins,
void witness_pages_invalidated(struct witness *w, uint64_t va); // and ends

// The mappings that are legal for an access that was taken at a time: the present one, then older ones.
const struct mapping *witness_mapping(const struct witness *w, uint64_t addr);
const struct mapping *witness_older_mapping(const struct mapping *m, uint64_t taken);

// The physical address of a virtual one in a page that has a frame.
static inline uint64_t physical(const struct witness *w, const struct mapping *m, uint64_t addr)
{
    return m->frame | (addr & ((UINT64_C(1) << w->page_bits) - 1));
}

static inline bool has_frame(const struct mapping *m)
{
    return m->state == WITNESS_PRESENT || m->state == WITNESS_READONLY;
}

// Where a line lies by a mapping, as a key of the history: its physical number, or, if there is no frame, a place of its own
// for what is in the cache alone.
static inline uint64_t place(const struct witness *w, const struct mapping *m, uint64_t addr)
{
    return has_frame(m) ? physical(w, m, addr) / LINE : PLACELESS | (uint64_t)w->number << 48 | addr / LINE;
}

// Whether two pages, now or before, have the frame of that physical address.
bool witness_is_aliased(const struct witness *w, uint64_t pa);

// ---- Cached accesses (witness_loads.c, witness_stores.c) ----

// The address of each slot of sub-warp k; the active ones; the lanes that slots of it belong to.
void witness_lay_out(const struct instr *i, unsigned k, uint64_t *at);
uint32_t witness_active(const struct instr *i, unsigned k);
uint32_t witness_lanes_of(const struct instr *i, unsigned k, uint32_t slots);

bool witness_cached_take(struct witness *w, struct instr *i, const uint64_t *addr);
bool witness_cached_writeback(struct witness *w, struct instr *i, unsigned warp, unsigned reg, uint32_t mask,
                              const uint8_t *lane, const uint8_t *ofs, const uint32_t *data);
bool witness_cached_done(struct witness *w, const struct instr *i, unsigned err, unsigned lane, uint32_t mask,
                         uint64_t addr);
bool witness_cached_beat(struct witness *w, struct instr *i, const uint32_t *data);
bool witness_store_done(struct witness *w, const struct instr *i); // objects if it is not ready to retire
uint64_t witness_oldest_load(const struct witness *w); // when the oldest cached load in flight was taken, or FOREVER
void witness_store_retired(struct witness *w, struct instr *i);

// The cache is empty and what it had is lost, by a reset or other settings: what is not surely performed is or is not.
void witness_emptied(struct witness *w);
bool witness_lost(struct witness *w);

// A page maps to something else from now on; what was stored to it and is not surely performed may go there.
bool witness_stores_moved(struct witness *w, uint64_t page, const struct mapping *now);

// ---- Commands and fences (witness_commands.c) ----

// When the last invalidation of the line began that is complete.
uint64_t witness_invalid(const struct witness *w, uint64_t addr);
bool witness_fence(struct witness *w, const struct instr *i);
void witness_commands_init(struct witness *w);
void witness_commands_free(struct witness *w);

#endif
