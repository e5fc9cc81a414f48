// The memory checker: what was stored where. Each line of memory that has been stored to has a history: its
// earlier contents, and a version for each store. A version has three times: when the store was taken, when
// it had retired, and when it was certainly performed in memory. `sight.h` decides which reader may see which
// version, forgetting.h keeps histories short.
#ifndef MEMCHECK_HISTORY_H
#define MEMCHECK_HISTORY_H

#include "table.h"
#include "told.h"
#include "words.h"

enum {
    L1S = 8, // that share a memory, at most
    NO_L1 = 255,
    MIXED = 254, // several
    NO_WARP = 255,
};

// Keys of lines without a place in memory; other keys are line numbers. The bits from PLACELESS_L1 up are the
// L1's number.
#define PLACELESS    (UINT64_C(1) << 63)
#define PLACELESS_L1 48

// The data that a store writes, or may have written, to one line.
struct version {
    struct version *next;               // next one of the same instruction
    uint64_t taken, retired, performed; // times; 0: not yet
    // Written-back data: when a later flush of the line retired, and when that flush was taken, or 0 if the
    // line was evicted. From then on the data are on their way to memory. 0: not yet.
    uint64_t flushed, flusher_taken;
    uint64_t vline;                  // the virtual line that was stored to
    uint8_t l1, warp, part, flusher; // flusher: the warp of that flush
    uint8_t causes;                  // a bit for each error that it may fail with
    bool base;                       // no store, but the line's earlier contents: older than all
    bool any;                        // any value
    uint8_t dirty; // sectors that it may make dirty; if any, a later write-back performs it, and no fence
    bool must;     // it certainly fails: memory never gets it
    bool fades;    // if it fails, that may be before it is in the cache
    bool reported; // a failure was reported that may belong to it
    bool unsure;   // may be absent, because it may have failed or gone elsewhere
    // A reduction.
    uint8_t red, number; // its operation, else 0; its number in its instruction
    bool wide, minus;    // on numbers of 64 bits; on signed ones
    bool returns;        // it is an atomic: memory answers it
    uint8_t sub;         // the sub-warp of its beat,
    uint32_t slots;      // and its slots
    bool pending;        // memory has yet to perform it; until then `word` has its operands. The second
                         // operands of a `cas` are beside the first ones, outside `mask`
    bool lost;           // its L1 was reset since: memory may yet perform it, and answers nothing
    uint64_t done;       // the time when memory performed it
    // bytes for which the version is legal for some reader, as bits; their values
    uint32_t mask[LINE_WORDS], word[LINE_WORDS];
};

// An observation of an ordered load: in some bytes of a line, through a page of its own, it has seen one
// version. It is identified by the time and origin of its store, and by the number of a reduction. (A
// sighting has no meaning once its version is forgotten or united with others.)
struct sighting {
    uint64_t order; // the load's number, from 1
    uint64_t key, vline;
    uint64_t taken, from; // when the version was taken; the virtual line that it was stored to
    uint8_t l1, warp, part, number;
    uint32_t mask[LINE_WORDS];
};

enum { SIGHTINGS = 8 }; // for a warp, at most

struct line {
    uint64_t key;
    bool live;     // there is a history; if not, all readers see what memory holds
    bool readable; // memory can be read; if not, only a cache may hold a value
    bool shared;   // seen by several L1s, or through several pages
    unsigned count, room;
    struct version **version; // versions of a warp are in program order
    // the bytes of versions that were forgotten, because their L1 cannot see them any more; or NULL
    struct version *blur;
    uint8_t blur_of; // the L1s of those that were not performed
};

struct memcheck_world {
    memcheck_line *line;
    memcheck_writable *writable;
    const void *memory;
    bool cached; // caches in front of memory have what was stored to lines that it cannot deliver
    unsigned l1s;
    uint64_t now;
    struct table lines; // struct line *, by key
    struct line **live; // lines with a history
    unsigned lives, live_room;
    struct version *spare; // linked by `next`
};

struct memcheck_world *history_new(memcheck_line *line, memcheck_writable *writable, const void *memory);
void history_free(struct memcheck_world *h);

// Memory holds other contents: no line has a history.
void history_clear(struct memcheck_world *h);

// The line, if it has a history; else NULL.
static inline struct line *history_find(const struct memcheck_world *h, uint64_t key)
{
    struct line **l = table_find(&h->lines, key);
    return l && *l && (*l)->live ? *l : NULL;
}

// The line with its history, which begins with what memory holds; NULL if memory is exhausted. `shared`:
// several readers see it from now on.
struct line *history_line(struct memcheck_world *h, uint64_t key, bool shared);

// Puts a copy of a version into a line, behind the older ones of its warp. NULL if memory is exhausted.
struct version *history_add(struct memcheck_world *h, struct line *l, const struct version *v);

// Ends the line's history: all readers see what memory holds.
void history_drop(struct memcheck_world *h, struct line *l);

// A version of no line, all zero, or NULL if memory is exhausted. `history_spare` returns a version that is
// in no line.
struct version *history_version(struct memcheck_world *h);
void history_spare(struct memcheck_world *h, struct version *v);

#endif
