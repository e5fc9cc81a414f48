// What a simulation consists of. The struct ul1_sim has what stays and pointers; all that changes lies behind it in one
// piece, the body, without a pointer in it: so a snapshot is a copy of the body.
//
// Its parts, each using only some of those before it: this file; rings.h (queues of numbers); memory.c (requests and
// answers); array.h (words of shared memory), still.h (standing still, and counters), watch.h (who watches) and machine.c (a
// cycle of the machine), compiled once for each lane count; layout.c (what lies where); pause.c (cycles, but for those in which
// it stands still); settle.h (what a reset leaves);
// queue.c, run.c, make.c, look.c, snapshot.c (the calls of ul1_sim.h).
#ifndef SIM_H
#define SIM_H

#include <stdbool.h>
#include <string.h>

#include "ul1_sim.h"

enum {
    SIM_NONE = 0xffff,              // no record
    SIM_ENTRIES = 1 << UL1_ID_W,    // entries of the pending table that there can be
    SIM_LOST = 64,                  // reports of lost stores that are kept
};

struct sim_ring {
    uint32_t head, count;
};

// An instruction or a command, from its being submitted to its completion's being collected. Of a command `instr` has the
// operation in `hint`, the carveout in `level` and the address in addr[0].
struct sim_record {
    struct ul1_sim_instr instr;
    struct ul1_sim_done done;
};

// A request that memory owes an answer to.
struct sim_answer {
    uint64_t id, due;               // due from that cycle on
    uint64_t vline;
    uint8_t op, number, sect;
    uint8_t later;                  // the memory function has not answered it yet
    uint8_t failed;
    uint32_t word[UL1_SIM_LANES];
};

struct sim_live {
    uint64_t cycle;
    uint8_t quiet, refused;         // of the last cycle: nothing moved; something offered was not taken
    struct ul1_sim_counters counters;
    struct sim_settings {
        uint32_t policy, home, again_after, interval, fetch, page, latency, rate;
        uint64_t root;
    } set;

    struct sim_ring queue, beside, dones, lost;
    uint32_t free_records, free_answers;
    struct ul1_sim_lost loss[SIM_LOST];

    uint32_t flights;
    uint16_t flight[SIM_ENTRIES];   // the record of each entry of the pending table
    uint8_t begun[SIM_ENTRIES];     // of each: sub-warps that had a pass of shared memory
    uint8_t opener[1 << UL1_PRT_W]; // of each entry of the pending request table: who opened it, while he is in flight
    uint16_t command;               // the command under way
    uint32_t remainders;            // those that are to be presented again, in order
    struct sim_remainder {
        uint64_t due;
        uint32_t mask;
        uint8_t id, sub;
    } remainder[SIM_ENTRIES];

    uint64_t next_id;               // of a request
    uint64_t next_due;              // no answer is due before
    uint64_t port_free;             // the cycle from which on memory takes a request
    uint32_t answers;
};

// The instruction that made something necessary. Its entry of the pending table, while it is in flight; else UL1_CMD_ID.
struct sim_owner {
    uint64_t tag;
    uint8_t entry;
};

// The watcher, and what has to be remembered to tell which instruction a request is of; see watch.h.
struct sim_watch {
    ul1_sim_watcher *call;
    void *user;
    struct sim_owner asks[1 << UL1_PRT_W];   // of each entry of the pending request table: what made it ask last
    struct {                            // reads that are translated and that memory has not taken; in order, round and round
        struct sim_owner owner;
        uint8_t number;
    } going[4];
    unsigned gone, taken;
    struct sim_owner writes[1 << UL1_WDB_W]; // of each entry of the write data buffer: what put something into it first
    struct sim_owner looked;            // a lookup of the cycle before, that opened an entry or merged into one
    uint64_t looked_line;
    uint8_t opened, asked;              // it opened it; the entry had asked before
};

// What is known of standing still; see pause.h.
struct sim_pause {
    uint64_t quiet;                 // quiet cycles on end
    uint64_t wait;                  // so many before the state is kept
    uint64_t kept;                  // the cycle before which it was kept, if it is
    uint64_t behind;                // cycles that were counted and not run
    uint8_t has_kept, still;
};

struct ul1_sim {
    const struct sim_machine *machine;
    const struct ul1_block *l1;
    struct ul1_sim_config config;
    const char *error;
    void *taken;                    // the memory to give back, if it was allocated
    uint8_t inside;                 // a function of the caller's is being called
    uint8_t nonsense;               // the memory function has returned what is no enum ul1_sim_taken
    struct sim_watch watch;
    struct sim_pause pause;

    size_t body;                    // bytes of all that follows, which begins at `live`
    struct sim_live *live;
    void *state, *in, *out;         // the machine's
    void *kept;                     // a copy of its state, for seeing that it stands still; not of the body
    struct sim_record *record;
    uint16_t *queue, *beside, *done, *free_record; // numbers of records
    struct sim_answer *answer;
    uint16_t *order, *free_answer;  // numbers of answers; `order` from the oldest
    unsigned char *memory;
};

// What depends on the number of lanes.
struct sim_machine {
    unsigned lanes, line_bytes;
    void (*litter)(struct ul1_sim *);           // fills the array with what nobody may rely on
    void (*cycle)(struct ul1_sim *);
    void (*reset)(struct ul1_sim *);
    void (*settings)(struct ul1_sim *);         // drives them: they stay on the pins
    uint64_t (*enter)(struct sim_record *, const struct ul1_sim_instr *); // copies it; the bits that its addresses have
    void (*leave)(const struct sim_record *, struct ul1_sim_done *); // copies its completion
    void (*store)(unsigned char *line, const uint8_t *enable, const uint32_t *word);
    bool (*takes)(const struct ul1_sim *, const struct ul1_sim_instr *); // in the next cycle, if it is offered
    bool (*idle)(const struct ul1_sim *);       // the machine itself
    bool (*settled)(const struct ul1_sim *);    // when that was asked: no other settings are to be in use
    unsigned period;                            // in quiet cycles its state can repeat after so many, not before
    void (*keep)(struct ul1_sim *);             // copies the state, which may be compared then; but for the array
    bool (*stands_still)(const struct ul1_sim *);
    void (*count)(struct ul1_sim *, uint64_t cycles); // as many more like the last
    void (*run_quiet)(struct ul1_sim *, uint64_t cycles); // as many like the last, which are counted already
    uint32_t (*meter)(const struct ul1_sim *, unsigned counter);
    void (*meter_clear)(struct ul1_sim *);
    size_t (*shared_bytes)(const struct ul1_sim *);
    void (*peek)(const struct ul1_sim *, unsigned addr, uint32_t *word, size_t count);
    bool (*writes)(const struct ul1_sim *, unsigned addr, size_t count); // a store is about to write there
    void (*poke)(struct ul1_sim *, unsigned addr, const uint32_t *word, size_t count);
};

// The registers that a lane has of an access. (The reserved widths are like b128.)
static inline unsigned sim_words(const struct ul1_sim_instr *i)
{
    return i->width <= UL1_WIDTH_B32 ? 1 : i->width == UL1_WIDTH_B64 ? 2 : 4;
}

// From now on that watcher. What was begun before is of no known instruction.
static inline void sim_watch_begin(struct ul1_sim *s, ul1_sim_watcher *call, void *user)
{
    const struct sim_owner none = { UL1_SIM_NOBODY, UL1_CMD_ID };
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

// A call that is refused.
static inline enum ul1_sim_status sim_refuse(struct ul1_sim *s, enum ul1_sim_status status, const char *why)
{
    s->error = why;
    return status;
}

static inline enum ul1_sim_status sim_usable(struct ul1_sim *s)
{
    if (!s)
        return UL1_SIM_WRONG;
    return s->inside ? sim_refuse(s, UL1_SIM_BUSY, "the library has called a function of yours, which cannot call this") : UL1_SIM_OK;
}

// Nothing is queued, in flight or asked of memory, and the machine is idle; there may be other settings that are to be in use.
static inline bool sim_at_rest(const struct ul1_sim *s)
{
    const struct sim_live *v = s->live;
    return !v->queue.count && !v->beside.count && !v->flights && v->command == SIM_NONE && !v->answers && s->machine->idle(s);
}

#endif
