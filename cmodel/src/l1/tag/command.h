// Commands: the effect of the sweep on the lines that a command names, and the state of a command.
#ifndef UL1_TAG_COMMAND_H
#define UL1_TAG_COMMAND_H

#include "l1/tag/ways.h"

// The command line has a fence, in front of its lookup, only if there are caches behind.
static inline unsigned tag_is_line(const struct tag_state *s)
{
    return UL1_CACHES_BEHIND && s->op == UL1_CMD_LINE;
}

static inline unsigned tag_writes_back(const struct tag_state *s)
{
    return s->op != UL1_CMD_ALL;
}

// Tells whether the lines become invalid. Sectors that are still dirty stay; only commands that write nothing
// back leave any.
static inline unsigned tag_invalidates(const struct tag_state *s)
{
    return s->op <= UL1_CMD_CARVEOUT && s->op != UL1_CMD_FLUSH;
}

// Ways of the swept set with a line that the command names.
static inline unsigned tag_named(const struct tag_state *s)
{
    uint64_t line = addr_line(s->addr);
    unsigned named = 0;
    if (s->op != UL1_CMD_PAGE)
        return tag_ways(s);
    for (unsigned w = 0; w < UL1_WAYS; w++) {
        uint64_t has = s->set[s->sweeps].line[w];
        named |= same_page(has, line, s->page) << w;
    }
    return named & tag_ways(s);
}

// The way to write back next; UL1_WAYS if the swept set has none.
static inline unsigned tag_sweeps_out(const struct tag_state *s)
{
    unsigned ways = tag_writes_back(s) ? tag_named(s) & s->dirty[s->sweeps] : 0;
    return ways ? lowest(ways) : UL1_WAYS;
}

static inline void tag_show_sweep(const struct tag_state *s, const struct tag_in *in, struct ul1_tag_out *out)
{
    unsigned way = tag_sweeps_out(s);
    if (way == UL1_WAYS || !in->credit_dirty)
        return;
    out->evict_valid = 1;
    out->evict_line = s->set[s->sweeps].line[way];
    out->evict_sect = s->set[s->sweeps].dirty[way];
    out->evict_row = (array_row)tag_row(s->sweeps, way, s->carveout);
}

// The sweep takes one cycle for each line that is written back, with a WDB credit, and one for the rest of
// the set.
static inline void tag_clock_sweep(struct tag_state *s, const struct tag_in *in)
{
    unsigned way = tag_sweeps_out(s), named = tag_named(s);
    struct tag_set *t = &s->set[s->sweeps];
    if (way < UL1_WAYS) {
        if (in->credit_dirty)
            tag_set_sectors(s, s->sweeps, way, tag_invalidates(s) ? 0 : t->sect[way], 0);
        return;
    }
    if (tag_invalidates(s))
        for (unsigned w = 0; w < UL1_WAYS; w++)
            if (bit(named, w))
                t->sect[w] = t->dirty[w];
    if (++s->sweeps == cache_sets(s->carveout))
        s->cmd = UL1_CMD_STATE_SETTLE;
}

static inline void tag_take_command(struct tag_state *s, const struct tag_in *in)
{
    s->cmd = in->cmd_op != UL1_CMD_LINE ? UL1_CMD_STATE_DRAIN
        : UL1_CACHES_BEHIND             ? UL1_CMD_STATE_FENCE
                                        : UL1_CMD_STATE_TURN;
    s->op = in->cmd_op;
    s->addr = in->cmd_addr;
    s->new_carveout = in->cmd_carveout;
    s->sweeps = 0;
}

static inline unsigned tag_other_settings(const struct tag_state *s, const struct tag_in *in)
{
    return s->page != in->cfg_page || s->root != in->cfg_root;
}

// Dirty lines are written back under the settings in use.
static inline void tag_renew(struct tag_state *s)
{
    s->cmd = UL1_CMD_STATE_DRAIN;
    s->op = UL1_CMD_BOTH;
    s->renews = 1;
    s->sweeps = 0;
}

static inline void tag_use_settings(struct tag_state *s, const struct tag_in *in)
{
    s->page = in->cfg_page;
    s->root = in->cfg_root;
    s->renews = 0;
}

// Tells whether a command other than line waits for a fence: because its writes must be performed, or because
// the fence drops copies behind.
static inline unsigned tag_fences(const struct tag_state *s)
{
    return UL1_CACHES_BEHIND || (tag_writes_back(s) && s->op != UL1_CMD_CARVEOUT);
}

// The next state of a command that is in progress, except during a sweep.
static inline unsigned tag_next_state(const struct tag_state *s, const struct tag_in *in)
{
    struct tag_found found;
    switch (s->cmd) {
    case UL1_CMD_STATE_TURN:
        return s->readout_valid ? UL1_CMD_STATE_TURN : UL1_CMD_STATE_LOOK;
    case UL1_CMD_STATE_LOOK:
        found = tag_seek(s, in->pass_line);
        return found.there && !found.free ? UL1_CMD_STATE_WAIT : UL1_CMD_STATE_READY;
    case UL1_CMD_STATE_WAIT:
        return in->pass_replay && in->pass_last && tag_awaits(s, in->pass_line) ? UL1_CMD_STATE_READY
                                                                                : UL1_CMD_STATE_WAIT;
    case UL1_CMD_STATE_DRAIN:
        return in->lsu_idle && (in->con_idle || !UL1_CONSTANTS) && (in->tex_idle || !UL1_TEXTURE)
                && in->wdb_idle
            ? UL1_CMD_STATE_SWEEP
            : UL1_CMD_STATE_DRAIN;
    case UL1_CMD_STATE_SETTLE:
        if (!in->wdb_idle)
            return UL1_CMD_STATE_SETTLE;
        return tag_fences(s) ? UL1_CMD_STATE_FENCE : UL1_CMD_STATE_FINISH;
    case UL1_CMD_STATE_FENCE:
        return in->accept_fence ? UL1_CMD_STATE_ANSWER : UL1_CMD_STATE_FENCE;
    case UL1_CMD_STATE_ANSWER:
        if (!in->answer_fence || in->answer_id != UL1_CMD_ID)
            return UL1_CMD_STATE_ANSWER;
        return tag_is_line(s) ? UL1_CMD_STATE_TURN : UL1_CMD_STATE_FINISH;
    default:
        return UL1_CMD_STATE_READY;
    }
}

static inline void tag_finish(struct tag_state *s, const struct tag_in *in)
{
    if (s->op == UL1_CMD_CARVEOUT)
        s->carveout = s->new_carveout;
    if (s->renews)
        tag_use_settings(s, in);
}

static inline void tag_clock_command(struct tag_state *s, const struct tag_in *in)
{
    if (s->cmd == UL1_CMD_STATE_SWEEP) {
        tag_clock_sweep(s, in);
    } else if (s->cmd != UL1_CMD_STATE_READY) {
        if (s->cmd == UL1_CMD_STATE_FINISH)
            tag_finish(s, in);
        s->cmd = (uint8_t)tag_next_state(s, in);
    } else if (in->cmd_valid) {
        tag_take_command(s, in);
    } else if (tag_other_settings(s, in)) {
        tag_renew(s);
    }
}

#endif
