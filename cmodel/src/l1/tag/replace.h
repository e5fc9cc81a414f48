// Replacement: the victim way for a line that needs one, by the policy of the size REPLACE.
#ifndef UL1_TAG_REPLACE_H
#define UL1_TAG_REPLACE_H

#include "l1/tag/state.h"

// ---- the ages of lru and fifo

// The age of a way. It is encoded so that all zeros are the reset state: way w has age w.
static inline unsigned tag_age(const struct tag_set *t, unsigned way)
{
    return t->age[way] ^ way;
}

static inline void tag_set_age(struct tag_set *t, unsigned way, unsigned age)
{
    t->age[way] = (uint8_t)(age ^ way);
}

// ---- the tree of plru: its leaves are the ways, and below node n are nodes 2n and 2n + 1

enum { TAG_LEAVES = 1 << UL1_WAY_W };

// Each node above the way points to its other half.
static inline void tag_touch_tree(struct tag_set *t, unsigned way)
{
    for (unsigned n = TAG_LEAVES + way; n > 1; n /= 2)
        t->tree = (uint8_t)with(t->tree, n / 2, !(n & 1));
}

// Each node leads to the half that it points to, if a way is left there.
static inline unsigned tag_tree_victim(const struct tag_set *t, unsigned ways)
{
    unsigned first = 0, n = 1; // lowest leaf of node n
    for (unsigned half = TAG_LEAVES / 2; half; half /= 2) {
        unsigned lower = ways >> first & ((1u << half) - 1),
                 upper = ways >> (first + half) & ((1u << half) - 1);
        unsigned up = upper && (!lower || bit(t->tree, n));
        first += up ? half : 0;
        n = 2 * n + up;
    }
    return first;
}

// ---- the register of random

// It has the next 8 bits of a shift register with feedback from bits 15, 13, 12 and 10.
static inline void tag_step_random(struct tag_state *s)
{
    unsigned r = s->random;
    s->random = (uint16_t)(r << 8 | ((r >> 8 ^ r >> 6 ^ r >> 5 ^ r >> 3) & 0xff));
}

// The first of the ways from a random one on, modulo those of the carveout.
static inline unsigned tag_random_victim(const struct tag_state *s, unsigned ways)
{
    unsigned from = (s->random & 0xff) * cache_ways(s->carveout) >> 8, behind = ways >> from << from;
    return lowest(behind ? behind : ways);
}

// ---- all policies

// A way is touched: by each use with lru and plru, else as it gets another line.
static inline void tag_touch(struct tag_state *s, struct tag_set *t, unsigned way)
{
    if (UL1_REPLACE == UL1_REPLACE_RANDOM) {
        tag_step_random(s);
        return;
    }
    if (UL1_REPLACE == UL1_REPLACE_PLRU) {
        tag_touch_tree(t, way);
        return;
    }
    unsigned was = tag_age(t, way);
    for (unsigned w = 0; w < UL1_WAYS; w++)
        tag_set_age(t, w, tag_age(t, w) + (tag_age(t, w) < was));
    tag_set_age(t, way, 0);
}

// A way becomes the oldest, as a stream uses it (only lru has streams).
static inline void tag_touch_oldest(struct tag_set *t, unsigned way)
{
    unsigned before = tag_age(t, way);
    for (unsigned w = 0; w < UL1_WAYS; w++)
        tag_set_age(t, w, tag_age(t, w) - (tag_age(t, w) > before));
    tag_set_age(t, way, UL1_WAYS - 1);
}

static inline void tag_use(struct tag_state *s, struct tag_set *t, unsigned way, unsigned streams)
{
    if (UL1_STREAMING && streams)
        tag_touch_oldest(t, way);
    else
        tag_touch(s, t, way);
}

// The victim among `ways`, which must not be empty: the lowest without a valid sector, else that of the
// policy. Ages mean nothing with plru and random.
static inline unsigned tag_victim(const struct tag_state *s, const struct tag_set *t, unsigned ways)
{
    unsigned oldest = lowest(ways);
    for (unsigned w = 0; w < UL1_WAYS; w++) {
        if (!bit(ways, w))
            continue;
        if (!t->sect[w])
            return w;
        if (tag_age(t, w) > tag_age(t, oldest))
            oldest = w;
    }
    if (UL1_REPLACE == UL1_REPLACE_PLRU)
        return tag_tree_victim(t, ways);
    return UL1_REPLACE == UL1_REPLACE_RANDOM ? tag_random_victim(s, ways) : oldest;
}

#endif
