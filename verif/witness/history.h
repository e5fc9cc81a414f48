// The witness: what was stored where. Each line of memory that has been stored to has a history: what it held before, and a
// version for each store. All are told apart by three times: when the store was taken, when it had retired, and when it was
// surely performed in memory. Who may see which is in sight.h, how histories are kept short in forgetting.h.
#ifndef WITNESS_HISTORY_H
#define WITNESS_HISTORY_H

#include "table.h"
#include "told.h"
#include "words.h"

enum {
    L1S = 8,            // that share a memory, at most
    NO_L1 = 255,
    MIXED = 254,        // several
    NO_WARP = 255,
};

// Keys of lines that lie nowhere in memory; others are numbers of lines. Of such a key, this is the L1's number.
#define PLACELESS (UINT64_C(1) << 63)
#define PLACELESS_L1 48

// What a store stores, or may have stored, to one line.
struct version {
    struct version *next;               // of the same instruction
    uint64_t taken, retired, performed; // 0: not yet
    uint64_t flushed, flusher_taken;    // of what is written back: when a flush of its line behind it retired, and was taken,
                                        // or (0) when the line had to leave; 0: not yet; so what is not in memory is on its way
    uint64_t vline;                     // the virtual line that it was stored to
    uint8_t l1, warp, sub, flusher;     // the last: that flush's warp
    uint8_t causes;     // a bit for each error that it may fail with
    bool base;          // no store, but what the line held before: older than all
    bool any;           // any value
    uint8_t dirty;      // sectors that it may make dirty; if any, they are written back later, and no fence performs it
    bool must;          // it fails: memory never has it
    bool fades;         // if it fails, then perhaps before it is in the cache
    bool reported;      // a failure was reported that may be its
    bool unsure;        // as it may have failed, or gone elsewhere, it may or may not be there
    uint32_t mask[LANES], word[LANES]; // bytes for which it is legal for somebody, as bits; and their values
};

// What an ordered load has seen: of a line by a page of its own, in some bytes, one version, known by when and by whom it was
// stored. (That says nothing any more when the version is forgotten, or united with others.)
struct sighting {
    uint64_t order;                     // the load's number, from 1
    uint64_t key, vline;
    uint64_t taken, from;               // the version's; the virtual line that it was stored to
    uint8_t l1, warp, sub;
    uint32_t mask[LANES];
};

enum { SIGHTINGS = 8 };                 // of a warp, at most

struct line {
    uint64_t key;
    bool live;          // there is a history: if not, memory holds what all see
    bool readable;      // memory can be asked for what it holds; if not, a cache may have what nobody else can say
    bool shared;        // several see it: L1s, or pages
    unsigned count, room;
    struct version **version; // those of a warp in program order
    struct version *blur;     // in these bytes some version was forgotten, as its L1 sees it no more; or NULL
    uint8_t blur_of;          // the L1s of those that were not performed
};

struct witness_world {
    witness_line *line;
    witness_writable *writable;
    const void *memory;
    unsigned l1s;
    uint64_t now;
    struct table lines;     // struct line *, by key
    struct line **live;     // those that are
    unsigned lives, live_room;
    struct version *spare;  // linked by `next`
};

struct witness_world *history_new(witness_line *line, witness_writable *writable, const void *memory);
void history_free(struct witness_world *h);

// Memory holds other things: no line has a history.
void history_clear(struct witness_world *h);

// The line, if it has a history; else NULL.
static inline struct line *history_find(const struct witness_world *h, uint64_t key)
{
    struct line **l = table_find(&h->lines, key);
    return l && *l && (*l)->live ? *l : NULL;
}

// The line with its history, which begins with what memory holds; NULL if memory lacks. `shared`: several see it from now
// on.
struct line *history_line(struct witness_world *h, uint64_t key, bool shared);

// Puts a copy of a version into a line, behind the older ones of its warp. NULL if memory lacks.
struct version *history_add(struct witness_world *h, struct line *l, const struct version *v);

// The line has no history any more; what memory holds is what all see.
void history_drop(struct witness_world *h, struct line *l);

// A version of no line, all zero, or NULL if memory lacks; and one that is in no line any more.
struct version *history_version(struct witness_world *h);
void history_spare(struct witness_world *h, struct version *v);

#endif
