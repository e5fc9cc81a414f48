// Tag unit: the state of its contract. All zero is the state after reset.
#ifndef TAG_SHADOW_H
#define TAG_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "blocks/tag/predictor.h"

enum { TAG_NONE = UL1_PRT }; // no fetch

struct tag_contract {
    uint8_t running; // there was a cycle since the reset; these were its settings
    uint8_t cfg_page;
    uint64_t cfg_root;
    uint8_t evicted; // a dirty line was evicted in the previous cycle
    uint8_t turned;  // the arbiter issued the command `line` in the previous cycle, for this line
    uint64_t turned_line;
    uint8_t asked; // a cached access of this line was in stage 0 in the previous cycle
    uint64_t asked_line;
    uint64_t used, locked; // lines under fetch, in any order, and those that have arrived or failed
    uint8_t have[UL1_PRT]; // the sectors that each has
    uint8_t held[UL1_PRT]; // the sectors that stores held for it touch
    uint16_t row[UL1_PRT];
    uint64_t line[UL1_PRT];
    struct tag_predictor predictor; // the reference predictor
    bool light;                     // its outputs are not checked
};

// The fetch of a line; the fetch of a row that still expects responses (the way is pending). Or TAG_NONE.
unsigned tag_fetch_of_line(const struct tag_contract *, uint64_t line);
unsigned tag_pending_of_row(const struct tag_contract *, unsigned row);

// As many lines are under fetch as possible.
bool tag_fetches_full(const struct tag_contract *);

// The sectors of its line in which the slots of a pass lie.
unsigned tag_sectors_needed(const struct ul1_tag_in *);

// Whether a command other than `line` has found everything idle.
static inline bool tag_drained(const struct ul1_tag_out *out)
{
    const bool goes_on = out->cmd_state > UL1_CMD_STATE_DRAIN && out->cmd_state < UL1_CMD_STATE_TURN;
    return goes_on && (out->cmd_hold || !UL1_CACHES_BEHIND); // else a fence of the command line
}

// Whether a way can be reserved: a dirty line in it requires a WDB credit.
static inline bool tag_reservable(const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    return out->look_way && (!out->look_dirty || in->credit_dirty);
}

void tag_shadow_advance(struct tag_contract *, const struct ul1_tag_in *, const struct ul1_tag_out *);

#endif
