// A simulation. The struct ul1_sim has constants and pointers. All that changes lies behind it in one piece,
// the body, without pointers, so that a snapshot is a copy of the body.
//
// Files, each of which uses only earlier ones: sim.h; rings.h (queues of numbers); memory.c (requests and
// answers); array.c (words of shared memory), copy.c (copies between the caller, records and memory), still.c
// (standing still, and counters), watch.c (watching) and machine.c (one cycle), compiled once for each lane
// count; layout.c (the layout); pause.c (cycles, skipped where the machine stands still); settle.h (the state
// after a reset); queue.c, run.c, make.c, look.c, snapshot.c (the calls of ul1_sim.h).
#ifndef SIM_H
#define SIM_H

#include <stdbool.h>
#include <string.h>

#include "ul1_sim.h"

enum {
    SIM_NONE = 0xffff,                 // no record
    SIM_NO_ENTRY = 0xff,               // no entry of the instruction table
    SIM_ENTRIES = UL1_INSTRS_MOST + 1, // most entries of the instruction table, and of other tables
    // And constant loads, and texture instructions: the numbers of the first ones.
    SIM_CONSTANTS = SIM_ENTRIES,
    SIM_TEXTURES = SIM_CONSTANTS + (1 << UL1_CON_ID_W),
    SIM_FLIGHTS = SIM_TEXTURES + (1 << UL1_TEX_ID_W),
    SIM_PRT = UL1_PRT_MOST,
    SIM_WDB = UL1_WDB_MOST,
    SIM_LOST = 64, // reports of lost stores that are kept
};

struct sim_ring {
    uint32_t head, count;
};

// An instruction or a command, from submission to collection. A command has its operation in instr.hint, the
// carveout in instr.level and the address in instr.addr[0].
struct sim_record {
    struct ul1_sim_instr instr;
    struct ul1_sim_done done;
};

// A request with an outstanding answer of memory.
struct sim_answer {
    uint64_t id, due; // due from that cycle on
    uint64_t vline;
    uint8_t op, number, sect;
    uint8_t later; // the memory function has not answered yet
    uint8_t failed;
    uint32_t word[UL1_SIM_LANES];
};

struct sim_live {
    uint64_t cycle;
    uint8_t quiet, refused; // in the last cycle: nothing moved; an offer was not taken
    struct ul1_sim_counters counters;
    struct sim_settings {
        uint32_t policy, home, again_after, interval, fetch, bankwidth, page, latency, rate;
        uint64_t root;
    } set;

    struct sim_ring queue, beside, dones, lost;
    uint32_t free_records, free_answers;
    struct ul1_sim_lost loss[SIM_LOST];

    uint32_t flights;
    uint32_t copies, waits; // copies under way; warps that wait for theirs
    uint16_t copying[UL1_COPIES_MOST],
        waiting[UL1_WARPS_MOST];  // the record of each place, and of each warp's wait
    uint16_t flight[SIM_FLIGHTS]; // the record of each of them
    uint8_t begun[SIM_FLIGHTS];   // for each entry: sub-warps that had a shared pass
    uint8_t opener[SIM_PRT];      // for each PRT entry: the instruction that opened it, while in flight
    uint16_t command;             // the command in progress
    uint32_t remainders;          // remainders to present again, in order
    struct sim_remainder {
        uint64_t due;
        uint64_t mask;
        uint8_t id, sub;
    } remainder[SIM_ENTRIES];

    uint64_t next_id;   // of a request
    uint64_t next_due;  // no answer is due before
    uint64_t port_free; // the cycle from which memory takes a request
    uint32_t answers;
};

// The instruction that caused a request. Its instruction-table entry while it is in flight; else
// SIM_NO_ENTRY.
struct sim_owner {
    uint64_t tag;
    uint8_t entry;
};

// The watcher, and what it takes to name the instruction of a request; see watch.c.
struct sim_watch {
    ul1_sim_watcher *call;
    void *user;
    struct sim_owner asks[SIM_PRT]; // for each PRT entry: the cause of its last request
    struct {                        // reads that are translated and not taken by memory, in order, as a ring
        struct sim_owner owner;
        uint8_t number;
    } going[4];
    unsigned gone, taken;
    struct sim_owner writes[SIM_WDB]; // for each WDB entry: the first store or eviction that used it
    struct sim_owner looked; // a lookup of the previous cycle that opened an entry or merged into one
    uint64_t looked_line;
    uint8_t opened, asked; // it opened the entry; the entry had requested before
};

// State of standing still; see pause.h.
struct sim_pause {
    uint64_t quiet;  // quiet cycles in a row
    uint64_t wait;   // quiet cycles before the state is kept
    uint64_t kept;   // the cycle before which the state was kept, if it is
    uint64_t behind; // cycles that were counted and not run
    uint8_t has_kept, still;
};

struct ul1_sim {
    const struct sim_machine *machine;
    const struct ul1_block *l1;
    struct ul1_sim_config config;
    const char *error;
    void *taken;      // the memory to free, if it was allocated
    uint8_t inside;   // a function of the caller is being called
    uint8_t nonsense; // the memory function returned a value outside enum ul1_sim_taken
    struct sim_watch watch;
    struct sim_pause pause;

    size_t body; // bytes of all that follows, from `live` on
    struct sim_live *live;
    void *state, *in, *out; // the machine's
    void *kept;             // a copy of its state, to detect repetition; not part of the body
    struct sim_record *record;
    uint16_t *queue, *beside, *done, *free_record; // numbers of records
    struct sim_answer *answer;
    uint16_t *order, *free_answer; // numbers of answers; `order` from the oldest
    unsigned char *memory;
};

// A machine with its number of lanes and its sizes, and the functions that depend on them.
struct sim_machine {
    unsigned lanes, line_bytes;
    const struct ul1_sizes *sizes;
    uint32_t (*order)(const struct ul1_sim_instr *); // the order of its lanes, see order.h
    void (*litter)(struct ul1_sim *);                // fills the array with undefined contents
    void (*cycle)(struct ul1_sim *);
    void (*reset)(struct ul1_sim *);
    void (*settings)(struct ul1_sim *); // drives the settings, which stay on the pins
    // Copies the instruction; returns the OR of its addresses
    uint64_t (*enter)(struct sim_record *, const struct ul1_sim_instr *);
    void (*leave)(const struct sim_record *, struct ul1_sim_done *); // copies the completion
    unsigned (*texels)(const struct ul1_sim_instr *, unsigned lane, uint64_t addr[4], unsigned *bytes);
    void (*store)(unsigned char *line, const uint8_t *enable, const uint32_t *word);
    // In the next cycle, if it is offered
    bool (*takes)(const struct ul1_sim *, const struct ul1_sim_instr *);
    bool (*idle)(const struct ul1_sim *);    // the machine itself
    bool (*settled)(const struct ul1_sim *); // for an idle machine: the settings are in use
    unsigned period;                // in quiet cycles the state can repeat after this many, not before
    void (*keep)(struct ul1_sim *); // copies the state without the array, to be compared later
    bool (*stands_still)(const struct ul1_sim *);
    void (*count)(struct ul1_sim *, uint64_t cycles); // counts this many more like the last
    // Runs this many like the last, which are counted already
    void (*run_quiet)(struct ul1_sim *, uint64_t cycles);
    uint32_t (*perf)(const struct ul1_sim *, unsigned counter);
    void (*perf_clear)(struct ul1_sim *);
    size_t (*shared_bytes)(const struct ul1_sim *);
    void (*peek)(const struct ul1_sim *, unsigned addr, uint32_t *word, size_t count);
    bool (*writes)(const struct ul1_sim *, unsigned addr, size_t count); // a store is about to write there
    void (*poke)(struct ul1_sim *, unsigned addr, const uint32_t *word, size_t count);
};

// The registers of a lane in an access. The reserved widths are like b128.
static inline unsigned sim_words(const struct ul1_sim_instr *i)
{
    if (i->op == UL1_OP_TEX)
        return i->texture.format == UL1_TEXFMT_B128 ? 4 : i->texture.format == UL1_TEXFMT_B64 ? 2 : 1;
    return i->width <= UL1_WIDTH_B32 ? 1 : i->width == UL1_WIDTH_B64 ? 2 : 4;
}

// The instruction is a store that returns words: an atomic, on global memory too, or a conditional unlock.
static inline bool sim_atomic(const struct ul1_sim_instr *i)
{
    return i->op == UL1_OP_STORE && i->atom != UL1_ATOM_NONE && i->atom != UL1_ATOM_UNLOCK
        && (i->space != UL1_SPACE_GLOBAL || i->returns);
}

// The registers of a lane that are written to the register file; that a store reads, two operands of a `cas`.
static inline unsigned sim_words_in(const struct ul1_sim_instr *i)
{
    return i->op == UL1_OP_LOAD || i->op == UL1_OP_TEX || sim_atomic(i) ? sim_words(i) : 0;
}

static inline unsigned sim_words_out(const struct ul1_sim_instr *i)
{
    const unsigned words = i->op == UL1_OP_STORE ? sim_words(i) : 0;
    return sim_atomic(i) && i->atom == UL1_ATOM_CAS && words < UL1_WORDS ? 2 * words : words;
}

// Installs the watcher. Requests from before are of no known instruction.
static inline void sim_watch_begin(struct ul1_sim *s, ul1_sim_watcher *call, void *user)
{
    const struct sim_owner none = { UL1_SIM_NOBODY, SIM_NO_ENTRY };
    struct sim_watch *w = &s->watch;
    memset(w, 0, sizeof *w);
    w->call = call;
    w->user = user;
    w->looked = none;
    for (unsigned n = 0; n < sizeof w->asks / sizeof *w->asks; n++)
        w->asks[n] = none;
    for (unsigned n = 0; n < sizeof w->writes / sizeof *w->writes; n++)
        w->writes[n] = none;
}

// Refuses a call.
static inline enum ul1_sim_status sim_refuse(struct ul1_sim *s, enum ul1_sim_status status, const char *why)
{
    s->error = why;
    return status;
}

static inline enum ul1_sim_status sim_usable(struct ul1_sim *s)
{
    if (!s)
        return UL1_SIM_WRONG;
    return s->inside
        ? sim_refuse(s, UL1_SIM_BUSY, "the library has called a function of yours, which cannot call this")
        : UL1_SIM_OK;
}

// Nothing is queued, in flight or requested of memory, and the machine is idle; new settings may not be in
// use yet.
static inline bool sim_at_rest(const struct ul1_sim *s)
{
    const struct sim_live *v = s->live;
    return !v->queue.count && !v->beside.count && !v->flights && !v->copies && !v->waits
        && v->command == SIM_NONE && !v->answers && s->machine->idle(s);
}

#endif
