// Random inputs for blocks alone, within their contracts (see blocks/contracts.h): what all drives have in common, and what
// they draw.
#ifndef DRIVE_H
#define DRIVE_H

#include "kit/rng.h"
#include "shape/sizes.h"
#include "lockstep/stimulus.h"
#include "lockstep/test.h"
#include "ul1.h"
#include "ul1_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- random drives of the blocks alone, for as many cycles as said

struct stimulus *lsu_drive_make(const struct test *, uint64_t seed, uint64_t cycles);
struct stimulus *arb_drive_make(const struct test *, uint64_t seed, uint64_t cycles);
struct stimulus *tag_drive_make(const struct test *, uint64_t seed, uint64_t cycles);
struct stimulus *axbar_drive_make(const struct test *, uint64_t seed, uint64_t cycles);
struct stimulus *data_drive_make(const struct test *, uint64_t seed, uint64_t cycles);
struct stimulus *dxbar_drive_make(const struct test *, uint64_t seed, uint64_t cycles);
struct stimulus *prt_drive_make(const struct test *, uint64_t seed, uint64_t cycles);
struct stimulus *mmu_drive_make(const struct test *, uint64_t seed, uint64_t cycles);
struct stimulus *fill_drive_make(const struct test *, uint64_t seed, uint64_t cycles);
struct stimulus *wdb_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

// ---- what the drives have in common (drive.c)

enum { DRIVE_JUDGED_CYCLES = 50000 };   // a run at least that long must have seen every event

struct drive;

struct drive_kind {
    const char *block;
    size_t size;                        // of the block's own struct, whose first member is a struct drive
    const char *const *events;          // their names
    unsigned event_count;
    unsigned reset_every;               // cycles between resets, on average
    // Draws what holds for the next few hundred cycles: how much of what is offered.
    void (*knobs)(struct drive *);
    // Sets the inputs. They come filled with random values that fit, and with reset set.
    void (*drive)(struct drive *, const void *out, void *in);
    void (*respond)(struct drive *, const void *out, void *in); // or null
    const char *(*check)(struct drive *, const void *in, const void *out);
    // Counts events, and keeps track of what the drive goes by.
    void (*count)(struct drive *, const void *in, const void *out);
};

struct drive {
    struct stimulus stimulus;           // first: one is the other
    const struct drive_kind *kind;
    const struct ul1_block *shape;
    struct rng rng;
    uint64_t cycle, cycles;
    uint64_t phase_end, reset_end;
    bool calm;                          // nothing is to be offered in this cycle
    uint8_t *fits;                      // for each byte of the inputs, the bits that its port has
};

struct stimulus *drive_make(const struct drive_kind *, const struct test *, uint64_t seed, uint64_t cycles);

// How often something happens in a phase, in percent; never and always are frequent.
unsigned draw_knob(struct drive *);

// Whether it happens now.
static inline bool happens(struct drive *d, unsigned percent)
{
    return rng_percent(&d->rng, percent) && !d->calm;
}

static inline void saw(struct drive *d, unsigned event, bool seen)
{
    d->stimulus.events[event].count += seen;
}

// A store's pass gives up its beat of the intake: of a shared one, unless its remainder stays with it; of a cached one with
// the last line of its sub-warp.
static inline bool gives_up_beat(const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    bool end = out->req_cached ? out->req_end : !in->split_more || in->cfg_home == UL1_HOME_INSTR;
    return out->req_valid && out->req_store && end;
}

// Some of four sectors, at least one: one, two, all, any.
unsigned draw_sectors(struct drive *);

// Some lanes, at least one: all, one, few, many, half of them.
uint32_t draw_mask(struct drive *);

// A bank for each slot, such that there are all kinds of meetings: none, everyone in one bank, every few.
void draw_banks(struct drive *, uint8_t bank[LANES]);

// Bytes of a word, often all.
unsigned draw_bytes(struct drive *);

// A few rows, so that accesses meet; the first and the last row are often among them.
struct rows {
    unsigned count;
    uint16_t row[6];
};

void draw_rows(struct drive *, struct rows *);

static inline uint16_t pick_row(struct drive *d, const struct rows *rows)
{
    return rows->row[rng_below(&d->rng, rows->count)];
}

// A code for the width; now and then a reserved one, which is to act as 128 bits.
unsigned draw_width(struct drive *);

// Of the two bits that are a byte in a word, those that are zero in an aligned access.
static inline unsigned width_align(unsigned width)
{
    return (width_bytes(width) - 1) & 3;
}

#ifdef __cplusplus
}
#endif
#endif
