// The instruction side of the machine: what a streaming multiprocessor is to its L1.
//
// It runs a program, a sequence of parts. Each part has settings and a source of instructions, starts and ends with the
// machine idle, and says what it expects: how each instruction ends, its passes, and what the whole part costs. The
// instruction side presents instructions and returned remainders, hands over store data when they are pulled, plays the
// other users of the write ports, counts, checks what was expected, and tells the witness, if there is one, what happened.
//
// Around the parts of a program it puts some of its own, which count for nothing: as an array starts undefined, all of it
// is written after each reset; and at the end all of shared memory is loaded, so that the witness sees what is there.
#ifndef SM_H
#define SM_H

#include <stdbool.h>
#include <stdint.h>

#include "rng.h"
#include "stimulus.h"
#include "ul1_ports.h"

#if LANES == 32
#define SM_ALL_LANES UINT32_MAX
#else
#define SM_ALL_LANES ((UINT32_C(1) << LANES) - 1)
#endif

enum {
    SM_LEAD = 16,       // cycles of a part before its first instruction is offered: its patterns run, the machine is idle
    SM_WARPS = 1 << UL1_WARP_W,
    SM_ENTRIES = 1 << UL1_ID_W, // that an index can name; UL1_PT of them exist
};

struct sm_instr {
    bool store, sign;
    uint8_t warp, space, width, reg;
    uint32_t mask;
    uint32_t data;              // seed of the words that a store stores
    uint64_t addr[LANES];
    // What the test expects.
    unsigned passes;
    uint8_t err, err_lane;
    uint32_t err_mask;
};

// In which cycles something happens: by chance, or, if there is a period, in its first `on` cycles.
struct sm_pattern {
    unsigned percent, period, on;
};

struct sm_settings {
    uint8_t split, home, interval;
    unsigned again_after;       // cycles from rpl_valid to the remainder's being presented again, at least 1
    bool again_any;             // of several remainders that can be presented, any; else the one that returned first
    struct sm_pattern gap;      // nothing is presented
    struct sm_pattern late;     // store data are not there
    struct sm_pattern book;     // another unit books the register write port
    struct sm_pattern fill;     // a line arrives
    bool fill_in_order;         // full lines, row after row from the border; else any sectors of any row behind it
};

// What a part costs. Of what is expected, a negative number is none.
struct sm_costs {
    int64_t cycles;             // from the first instruction's being taken to the last retirement, both counted
    int64_t address_reads;      // instructions and remainders taken: their addresses were read from registers
    int64_t data_reads;         // beats of store data taken, likewise
    int64_t stalls;             // cycles in which something was offered and not taken
    int64_t replays;            // most remainders at a time in the replay buffer
};

#define SM_NO_COSTS ((struct sm_costs){ -1, -1, -1, -1, -1 })

struct sm_part {
    struct sm_settings set;
    bool (*next)(void *source, struct sm_instr *); // the next instruction; false: there is none
    void *source;
    int64_t reset_at;           // this many cycles after the first is offered, all is lost; negative: no reset
    struct sm_costs expected;
};

// Where parts come from. Freed with the stimulus.
struct sm_program {
    bool (*part)(struct sm_program *, struct sm_part *); // the next part; false: there is none
    void (*free)(struct sm_program *);
    bool random;                // random traffic: all events are told, and few instructions may be erroneous
    bool judged;                // and the run is long enough to ask for a busy arbiter and for every event
    uint64_t cycles;            // run so far; kept up to date by the instruction side
};

// The stimulus that runs a program. On failure, null, and the program is freed.
struct stimulus *sm_new(struct sm_program *, uint64_t seed);

// Whether it happens in this cycle of the part.
static inline bool sm_happens(const struct sm_pattern *p, struct rng *r, uint64_t cycle)
{
    return p->period ? cycle % p->period < p->on : p->percent && rng_percent(r, p->percent);
}

// Register words that a lane's access of this width moves: 1, 1, 1, 2, 4. The reserved codes are like 128 bits.
static inline unsigned sm_words(unsigned width)
{
    return width < 3 ? 1 : width == 3 ? 2 : 4;
}

// Bytes of a lane's access.
static inline unsigned sm_bytes(unsigned width)
{
    return width < 4 ? 1u << width : 16;
}

// Rows of shared memory.
static inline unsigned sm_rows(unsigned split)
{
    return split == UL1_SPLIT_S48 ? 384 : split == UL1_SPLIT_S32 ? 256 : 128;
}

// Its size in bytes: the first address behind it.
static inline uint64_t sm_size(unsigned split)
{
    return (uint64_t)sm_rows(split) * 4 * LANES;
}

#endif
