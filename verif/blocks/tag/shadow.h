// Tag unit: what its contract remembers of the cycles before. All zero is the state after reset.
#ifndef TAG_SHADOW_H
#define TAG_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "blocks/tag/answers.h"

enum { TAG_NONE = UL1_PRT };            // no fetch

struct tag_contract {
    uint8_t running;                    // there was a cycle since the reset; these were its settings
    uint8_t cfg_page;
    uint64_t cfg_root;
    uint8_t evicted;                    // a dirty line went in the cycle before
    uint8_t turned;                     // the turn before was the command `line`'s, for this line
    uint64_t turned_line;
    uint8_t asked;                      // a cached access was in stage 0 in the cycle before, of this line
    uint64_t asked_line;
    uint64_t used, locked;              // lines under fetch, in any order, and those that have arrived or failed
    uint8_t have[UL1_PRT];              // the sectors that each has
    uint8_t held[UL1_PRT];              // those that stores held for it touch
    uint16_t row[UL1_PRT];
    uint64_t line[UL1_PRT];
    struct tag_answers answers;         // what it must answer
    bool light;                         // that is not judged
};

// The fetch of a line; that of a row, which something may still arrive for: the way is pending. Or TAG_NONE.
unsigned tag_fetch_of_line(const struct tag_contract *, uint64_t line);
unsigned tag_pending_of_row(const struct tag_contract *, unsigned row);

// As many lines are under fetch as can be.
bool tag_fetches_full(const struct tag_contract *);

// The sectors of its line that the slots of a pass lie in.
unsigned tag_sectors_needed(const struct ul1_tag_in *);

// A command other than `line` has found all idle.
static inline bool tag_drained(const struct ul1_tag_out *out)
{
    return out->cmd_state > UL1_CMD_STATE_DRAIN && out->cmd_state < UL1_CMD_STATE_TURN;
}

// Whether a way can be reserved: what is dirty in it goes only if there is room for it.
static inline bool tag_reservable(const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    return out->look_way && (!out->look_dirty || in->room_dirty);
}

void tag_shadow_advance(struct tag_contract *, const struct ul1_tag_in *, const struct ul1_tag_out *);

#endif
