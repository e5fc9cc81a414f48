// Load/store unit: the state of its contract. All zero is the state after reset.
#ifndef LSU_SHADOW_H
#define LSU_SHADOW_H

#include <stdbool.h>

#include "kit/lane_diff.h"
#include "common/enters.h"
#include "common/stages.h"
#include "common/taken.h"

// The cached access in stage 1, if any. BARE is the replay of an entry without waiting loads.
enum { LSU_LOOK_NONE, LSU_LOOK_LOAD, LSU_LOOK_STORE, LSU_LOOK_CMO, LSU_LOOK_REPLAY, LSU_LOOK_BARE };

enum {
    LSU_TAKEN = 8,           // more replays than the unit takes ahead
    LSU_OTHERS = 2 * UL1_PRT // lines that are remembered because stores may have had them fetched
};

struct lsu_shadow {
    uint8_t running; // there was a cycle since the reset; these were its settings
    uint8_t went;    // an access has entered since
    uint8_t carveout, cfg_home, cfg_interval, cfg_policy, cfg_bankwidth;
    uint32_t held;     // intake beats that the unit has pulled and not released
    uint64_t returned; // bit i: the instruction side has a remainder of entry i; its contents
    uint8_t sub[1 << UL1_ID_W];
    uint32_t slots[1 << UL1_ID_W];
    uint64_t asked; // bit i: the fence of entry i is not answered yet

    // The cached access in stage 1; look_err: a replay's error; look_writeback: a store that is written back.
    uint8_t look, look_err, look_writeback, look_id;
    uint64_t look_access; // its line and its part, see lsu_access
    uint8_t shared_load;  // a shared load is in stage 1
    struct stages due;    // cycles in which words reach the register file

    // For each entry the accesses that wait for a replay, in any order.
    uint8_t waits[1 << UL1_ID_W];
    uint64_t wait[1 << UL1_ID_W][LANES];

    // Lines that loads have had fetched: the number of accesses that wait for each, and its PRT entry, or PRT
    // if that is unknown; and those for which a store is held. (The index of a line here has no meaning.)
    uint64_t fetched, closed;
    uint64_t line[UL1_PRT];
    uint16_t waiting[UL1_PRT];
    uint8_t number[UL1_PRT];
    // Lines that stores may have had fetched, which outputs do not show; any line, if there were too many.
    uint64_t other[LSU_OTHERS];
    unsigned others;
    bool any_other;
    struct lsu_offered {
        uint64_t line;
        uint8_t prt, id, part, last, err, bare;
    } taken[LSU_TAKEN]; // replays that were taken and not yet selected, in order
    unsigned takes;
    // replaying: some accesses of a line (merged_line) are replayed, and some are not
    uint8_t replaying, merged_err;
    uint64_t merged_line;
};

void lsu_shadow_advance(struct lsu_shadow *, const struct ul1_lsu_in *, const struct ul1_lsu_out *);

#define LSU_ALL_FETCHED all_of(UL1_PRT) // every PRT entry

// Identifies an access of an instruction.
static inline uint64_t lsu_access(uint64_t line, unsigned part)
{
    return line << UL1_PART_W | part;
}

static inline uint64_t lsu_access_line(uint64_t access)
{
    return access >> UL1_PART_W;
}

// The line's index; PRT if it is not fetched.
unsigned lsu_find_line(const struct lsu_shadow *, uint64_t line);

// Whether a store may have had the line fetched. (Then no load merges.)
bool lsu_may_be_other(const struct lsu_shadow *, uint64_t line);

// Whether a line of the set is fetched, or may be.
bool lsu_fetched_in_set(const struct lsu_shadow *, unsigned set, unsigned carveout);

// Whether the replay is due: of a waiting access, or the bare one of a line that a store may have had
// fetched.
bool lsu_replay_due(const struct lsu_shadow *, const struct lsu_offered *);

// Whether words of the load in stage 1 are written back. (A bare replay hits, but writes nothing back.)
static inline bool lsu_hits(const struct lsu_shadow *s, const struct ul1_lsu_in *in)
{
    return in->look_hit && s->look != LSU_LOOK_BARE;
}

// Whether others reach the register file in the same cycle as a load that is in stage 1 now.
static inline bool lsu_meets(const struct lsu_shadow *s, unsigned stage)
{
    return stages_has(&s->due, stage - 1);
}

// Whether the offer is an inval or a flush; below: whether it has a cached space; whether it is a cached load
// or store.
static inline bool lsu_is_cmo(const struct ul1_lsu_in *in)
{
    return in->in_op == UL1_OP_INVAL || in->in_op == UL1_OP_FLUSH;
}

static inline bool lsu_is_cached(const struct ul1_lsu_in *in)
{
    return in->in_op != UL1_OP_FENCE && (in->in_space == UL1_SPACE_GLOBAL || in->in_space == UL1_SPACE_LOCAL);
}

// Whether a new instruction on offer is taken.
static inline bool lsu_takes(const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    return takes_new(out, in->in_op, in->in_space);
}

// Whether a store's pass releases its intake beat: a shared store's, unless its remainder stays in the pool;
// a cached store's with the last line of its sub-warp.
static inline bool lsu_gives_up_beat(const struct ul1_lsu_in *in, const struct ul1_lsu_out *out)
{
    bool end = out->req_cached ? out->req_end : !in->split_more || !out->remainder_stays;
    return out->req_valid && out->req_store && end;
}

#endif
