// Tag unit: the reference predictor, from the state of each way by the specification.
#ifndef TAG_PREDICTOR_H
#define TAG_PREDICTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

struct tag_line {
    uint64_t line;
    uint8_t valid, dirty; // sectors
    uint8_t pending, locked, closed;
    uint8_t age;
};

struct tag_predictor {
    bool judged; // there was a reset, so the state is known
    struct tag_line way[UL1_SETS][UL1_WAYS];
    unsigned turn;            // the set that is checked completely in this cycle; the sets alternate
    uint8_t reads, read_sect; // a dirty line was evicted in the previous cycle
    uint16_t read_row;
    uint8_t carveout, page; // in use
    uint16_t random;        // register of the policy random, stepped with each policy
    uint64_t root;
    uint8_t state, op, new_carveout, renews; // the command
    unsigned sweeps;
    uint64_t addr;
};

// The caches beside this one, if they are built, have no load in flight.
static inline bool tag_caches_idle(const struct ul1_tag_in *in)
{
    return (in->con_idle || !UL1_CONSTANTS) && (in->tex_idle || !UL1_TEXTURE);
}

// The command line begins with its fence, if there are caches behind.
enum { TAG_LINE_BEGINS = UL1_CACHES_BEHIND ? UL1_CMD_STATE_FENCE : UL1_CMD_STATE_TURN };

static inline bool tag_fenced_line(const struct tag_predictor *a)
{
    return UL1_CACHES_BEHIND && a->op == UL1_CMD_LINE;
}

// Null, or the rule that an output breaks. Call both in every cycle, in this order.
const char *tag_predictor_check(const struct tag_predictor *, const struct ul1_tag_in *,
                                const struct ul1_tag_out *);
void tag_predictor_advance(struct tag_predictor *, const struct ul1_tag_in *, const struct ul1_tag_out *);

#endif
