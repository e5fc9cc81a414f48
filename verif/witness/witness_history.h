// The witness: what was stored where, and who may see it. For witness*.c only.
//
// Each line of memory that has been stored to has a history: what it held before, and a version for each store. All are told
// apart by three times: when the store was taken, when it had retired, and when it was surely performed in memory.
#ifndef WITNESS_HISTORY_H
#define WITNESS_HISTORY_H

#include "table.h"
#include "witness.h"

enum {
    L1S = 8,            // that share a memory, at most
    NO_L1 = 255,
    MIXED = 254,        // several
    NO_WARP = 255,
};

#define PLACELESS (UINT64_C(1) << 63) // keys of lines that lie nowhere in memory

// What a store stores, or may have stored, to one line.
struct version {
    struct version *next;               // of the same instruction
    uint64_t taken, retired, performed; // 0: not yet
    uint64_t vline;                     // the virtual line that it was stored to
    uint8_t l1, warp, sub;
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

// Who looks at a line: a load, or memory itself, which is somebody who has just invalidated everything.
struct reader {
    uint8_t l1, warp;
    uint64_t vline, taken, invalid;
};

static inline struct reader memory_reader(const struct witness_world *h)
{
    return (struct reader){ .l1 = NO_L1, .warp = NO_WARP, .taken = h->now, .invalid = h->now };
}

// The line, if it has a history; else NULL. And in any case, with what memory holds as the first version; NULL if memory
// lacks.
static inline struct line *history_find(const struct witness_world *h, uint64_t key)
{
    struct line **l = table_find(&h->lines, key);
    return l && (*l)->live ? *l : NULL;
}

struct line *history_line(struct witness_world *h, uint64_t key, bool shared);

// Puts a copy of a version into a line, behind the older ones of its warp. NULL if memory lacks.
struct version *history_add(struct witness_world *h, struct line *l, const struct version *v);

// Forgets what loads of an L1 cannot see any more; the oldest of them that is in flight was taken at `oldest`.
void history_prune(struct witness_world *h, struct line *l, uint8_t l1, uint64_t oldest);

// The line has no history any more; what memory holds is what all see.
void history_drop(struct witness_world *h, struct line *l);

// The newest words that a reader may see, one of several orders, and in which bytes there is anything.
void history_newest(const struct line *l, const struct reader *r, uint32_t *word, uint32_t *known);

// Of the bytes `bytes` of word n, those in which `value` is legal.
uint32_t history_legal(const struct line *l, const struct reader *r, unsigned n, uint32_t bytes, uint32_t value);

// Versions of an L1 were performed; `flushed` if all of them.
void history_performed(struct witness_world *h, struct line *l, uint8_t l1, bool flushed);

// Memory was found to hold what it should: drops the history if all loads see just that.
void history_rest(struct witness_world *h, struct line *l, uint8_t l1, uint64_t oldest);

#endif
