// What each block asks of its inputs, as code, and random inputs within it.
//
// The contract of a block is the list of rules that its inputs keep. It has two uses: it bounds the random drive of the
// block alone, and it is asserted on the wires of the whole machine in every run (contracts_check), where the block that
// drives them is the one to blame. So what a block is tested with alone is all that it can meet in the machine, and what it
// relies on is checked there.
//
// What is a rule: what the specification lets the block rely on. Inputs under a qualifier that is off are never judged, and
// the drives put random values there. Inputs without a qualifier mean what their port table says in every cycle ("zero
// without a pass"), and that is a rule. What would only make the data meaningless is none. Values that do not fit the
// width of a wire cannot be on a wire and are judged at the pins only.
#ifndef DRIVE_H
#define DRIVE_H

#include "rng.h"
#include "sizes.h"
#include "stimulus.h"
#include "test.h"
#include "ul1.h"
#include "ul1_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ALL_LANES ((uint32_t)((1ull << LANES) - 1))

// ---- contracts. All zero is the state after reset.

struct lsu_contract {
    uint8_t running;                    // there was a cycle since the reset; these were its settings
    uint8_t split, cfg_home, cfg_interval, cfg_policy;
    uint32_t held;                      // intake beats that the unit has pulled and not given up
    uint64_t returned;                  // bit i: a remainder of entry i is at the instruction side; it is
    uint8_t sub[1 << UL1_ID_W];
    uint32_t slots[1 << UL1_ID_W];
    uint64_t asked;                     // bit i: the fence of entry i is not answered yet

    // The cached access in stage 1, if there is one: what it is, whether it is a replay that brings an error, or a store
    // that is written back.
    uint8_t look, look_err, look_wb, look_id;
    uint64_t look_access;               // its line and its sub-warp, see access_of
    // Of each entry the accesses that wait for a replay, in any order.
    uint8_t waits[1 << UL1_ID_W];
    uint64_t wait[1 << UL1_ID_W][LANES];
    // The lines that are fetched: how many accesses wait for each, and the number of its entry, PRT if that is not known;
    // and those for which a store is held.
    uint32_t fetched, closed;
    uint64_t line[UL1_PRT];
    uint16_t waiting[UL1_PRT];
    uint8_t number[UL1_PRT];
    uint8_t replaying, rep_err;         // of one of them, rep_line, some are replayed and some are not
    uint64_t rep_line;
};

// Every rule of these is about one cycle.
struct arb_contract { uint8_t none; };
struct axbar_contract { uint8_t none; };
struct data_contract {
    uint32_t read;                      // banks read in the cycle before
};

struct dxbar_contract {
    uint8_t hit;                        // a cached load with slots is in stage 2
};

struct wdb_contract {
    uint8_t took;                       // wdb_take in the cycle before
    uint8_t store;                      // a store is in stage 2
    uint32_t banks;                     // and the banks it touches
    uint32_t beats;                     // intake beats that were filled and that no pass has given up
    uint8_t evicts, evicted;            // a dirty line was given an entry one cycle before, two cycles before; its row
    uint16_t evicts_row, evicted_row;
    uint8_t evicts_sect, evicted_sect;
    uint32_t held;                      // bit i: stores are held for entry i of the pending request table; their line
    uint64_t held_line[UL1_PRT];
    uint8_t queue[UL1_WDB];             // entries whose write waits, in order, as a ring
    uint32_t head, count;
    uint8_t first;                      // the first was the first request in the cycle before, and was not answered
    uint8_t sent;                       // bit i: the write of entry i has left and memory is yet to take it
    uint8_t dirty_lines;                // bit i: entry i is a dirty line's
};

struct tag_contract {
    uint8_t running;                    // there was a cycle since the reset; these were its settings
    uint8_t cfg_page;
    uint32_t cfg_root;
    uint8_t evicted;                    // a dirty line went in the cycle before
    uint32_t used, locked;              // lines under fetch, in any order, and those that have arrived or failed
    uint8_t have[UL1_PRT];              // the sectors that each has
    uint8_t held[UL1_PRT];              // those that stores held for it touch
    uint16_t row[UL1_PRT];
    uint64_t line[UL1_PRT];
};

struct prt_contract {
    uint8_t cfg_fetch;                  // the setting of the cycle before
    uint8_t shown, shown_prt, shown_last, shown_fail; // the replay on offer in the cycle before
    uint8_t writes;                     // bit i: the write of entry i of the write data buffer is in the request queue
    uint8_t have[UL1_PRT];              // the sectors that the line of an entry has
    uint8_t sent[UL1_PRT];              // those that were asked for and have not arrived
    uint16_t row[UL1_PRT];
    uint8_t replays[UL1_PRT];           // its accesses that have been replayed
    uint8_t queue[UL1_PRT];             // entries that are filled, in order, as a ring
    uint32_t head, count;
};

struct mmu_contract {
    uint8_t running, cfg_page;
    uint32_t cfg_root;
    uint8_t waits;                      // a request was offered in the cycle before and is still to be answered; it was
    uint8_t xl_write, xl_fence, xl_prt, xl_wdb, xl_sect, xl_number, xl_level;
    uint64_t xl_line;
    uint8_t walk;                       // the memory has a request of the page walker
};

struct fill_contract {
    uint32_t queued;                    // bit i: entry i is in the filled queue
};

// The pins: what the machine asks of the outside, besides the rules of lsu for the pins it has.
struct l1_contract {
    uint8_t running;
    uint8_t cfg_home, cfg_interval, cfg_policy, cfg_fetch, cfg_page;
    uint32_t cfg_root;
    uint8_t sent[UL1_PRT + 1];          // for each number of a read, the sectors that the memory has yet to bring
    uint64_t fences;                    // bit i: the fence of number i is not answered yet
    uint64_t writes;                    // that were taken, less those that have failed
    struct {                            // instructions as they were taken; kept if remainders may come back
        uint8_t width;
        uint32_t mask;
        uint64_t addr[LANES];
    } taken[1 << UL1_ID_W];
};

struct contracts {
    struct l1_contract l1;
    struct lsu_contract lsu;
    struct arb_contract arb;
    struct tag_contract tag;
    struct axbar_contract axbar;
    struct data_contract data;
    struct dxbar_contract dxbar;
    struct prt_contract prt;
    struct mmu_contract mmu;
    struct fill_contract fill;
    struct wdb_contract wdb;
};

// To be called once in every settled cycle, before the clock edge. Null, or the rule that is broken. Inputs in a cycle
// with reset are not judged.
const char *lsu_contract_check(struct lsu_contract *, const struct ul1_lsu_in *, const struct ul1_lsu_out *);
const char *arb_contract_check(struct arb_contract *, const struct ul1_arb_in *, const struct ul1_arb_out *);
const char *tag_contract_check(struct tag_contract *, const struct ul1_tag_in *, const struct ul1_tag_out *);
const char *axbar_contract_check(struct axbar_contract *, const struct ul1_axbar_in *, const struct ul1_axbar_out *);
const char *data_contract_check(struct data_contract *, const struct ul1_data_in *, const struct ul1_data_out *);
const char *dxbar_contract_check(struct dxbar_contract *, const struct ul1_dxbar_in *, const struct ul1_dxbar_out *);
const char *prt_contract_check(struct prt_contract *, const struct ul1_prt_in *, const struct ul1_prt_out *);
const char *mmu_contract_check(struct mmu_contract *, const struct ul1_mmu_in *, const struct ul1_mmu_out *);
const char *fill_contract_check(struct fill_contract *, const struct ul1_fill_in *, const struct ul1_fill_out *);
const char *wdb_contract_check(struct wdb_contract *, const struct ul1_wdb_in *, const struct ul1_wdb_out *);
const char *l1_contract_check(struct l1_contract *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// All of them, in a sample of the whole machine. *block is whose rule it is; "l1": of the pins.
const char *contracts_check(struct contracts *, const struct ul1_l1_in *, const struct ul1_l1_out *, const char **block);

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
    bool end = out->req_cached ? out->req_end : !in->acc_more || in->cfg_home == UL1_HOME_INSTR;
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
