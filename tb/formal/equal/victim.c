// The victim, and the new order of age. C has the ages of a set's ways as numbers, the Verilog as a matrix
// (row w: older ways).
//
// tb/formal/ages_victim.sv proves the rest of tag_ages: that a set's order is the one last stored. This file
// proves that distinct ages stay distinct.
#include "lanes.c"

#include "relate.h"

// The ways that are older than way w.
static unsigned older(const struct tag_set *t, unsigned w)
{
    unsigned those = 0;
    for (unsigned v = 0; v < UL1_WAYS; v++)
        those |= (unsigned)(tag_age(t, v) > tag_age(t, w)) << v;
    return those;
}

static unsigned differ(const struct tag_set *t)
{
    unsigned ages = 0;
    for (unsigned w = 0; w < UL1_WAYS; w++)
        ages |= 1u << tag_age(t, w);
    return ages == (1u << UL1_WAYS) - 1;
}

void compare(void)
{
    struct tag_set t;
    const unsigned can = (unsigned)held("can", 0, 0), empty = (unsigned)held("empty", 0, 0),
                   way = (unsigned)held("way", 0, 0);
    const unsigned looks = (unsigned)held("looks", 0, 0), touches = (unsigned)held("touches", 0, 0);
    for (unsigned w = 0; w < UL1_WAYS; w++) {
        t.age[w] = (uint8_t)any(UL1_WAY_W);
        t.sect[w] = bit(empty, w) ? 0 : (uint8_t)(1 + any(UL1_SECTORS));
    }
    never(!differ(&t));
    for (unsigned w = 0; w < UL1_WAYS; w++)
        never(looks && held("ages", w, UL1_WAYS) != older(&t, w));
    const unsigned gives = held("gives", 0, 0) && looks && can;
    same("victim", 0, 0, gives ? 1u << tag_victim(NULL, &t, can) : 0, gives || !held("gives", 0, 0) || !can);
    // tag touches one way, and of a set that is looked up
    never(touches && (!way || without_lowest(way) || !looks));
    if (!touches)
        return;
    tag_use(NULL, &t, lowest(way), (unsigned)held("oldest", 0, 0));
    for (unsigned w = 0; w < UL1_WAYS; w++)
        same("ages_new", w, UL1_WAYS, older(&t, w), 1);
    const unsigned keeps = held("next", 0, 0) && held("ahead_stays", 0, 0) && !held("clear", 0, 0);
    becomes("is_kept_q", 0, 0, 1, keeps);
    for (unsigned w = 0; w < UL1_WAYS; w++)
        becomes("kept_q", w, UL1_WAYS, older(&t, w), keeps);
    same("touches", 0, 0, differ(&t), 1);
}
