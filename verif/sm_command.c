#include "sm_command.h"

void sm_commander_init(struct sm_commander *c, uint64_t seed)
{
    rng_seed(&c->rng, seed);
}

void sm_commander_part(struct sm_commander *c, const struct sm_part *part)
{
    c->part = part;
    c->given = 0;
    c->offering = c->under_way = false;
}

void sm_commander_reset(struct sm_commander *c)
{
    c->offering = c->under_way = false;
}

void sm_commander_note(struct sm_commander *c, const struct sm_instr *i)
{
    if (!i->mask)
        return;
    uint64_t addr = i->addr[__builtin_ctz(i->mask)];
    if (!c->aimed)
        for (unsigned n = 0; n < SM_RECENT; n++)
            c->recent[n] = addr;
    c->aimed = true;
    c->recent[rng_below(&c->rng, SM_RECENT)] = addr;
}

static bool offer(struct sm_commander *c, struct sm_memory *m, const struct sm_command *command)
{
    c->offering = true;
    c->offered = *command;
    return command->op != UL1_CMD_PAGE || sm_memory_change(m, command->addr, command->change);
}

static unsigned any_operation(struct sm_commander *c)
{
    unsigned op;
    do
        op = rng_below(&c->rng, 8);
    while (!(c->part->set.operations >> op & 1));
    return op;
}

static bool offer_any(struct sm_commander *c, struct sm_memory *m)
{
    const struct sm_settings *set = &c->part->set;
    unsigned r = rng_below(&c->rng, 100);
    bool aims = c->aimed && rng_percent(&c->rng, 75);
    struct sm_command command = {
        .op = (uint8_t)any_operation(c),
        .split = (uint8_t)rng_below(&c->rng, 4),
        .addr = aims ? c->recent[rng_below(&c->rng, SM_RECENT)] : sm_memory_any(m, &c->rng),
        .change = r < set->moved ? SM_MOVED : r < set->moved + set->removed ? SM_REMOVED
            : r < set->moved + set->removed + set->protected ? SM_PROTECTED : SM_SAME,
    };
    return offer(c, m, &command);
}

static bool next_offer(struct sm_commander *c, struct sm_memory *m, uint64_t cycle, uint64_t retired, bool over)
{
    if (cycle < SM_LEAD || c->offering)
        return true;
    if (c->given < c->part->commands) {
        const struct sm_command *next = &c->part->command[c->given];
        if (c->under_way || retired < next->after || cycle - SM_LEAD < next->from)
            return true;
        c->given++;
        return offer(c, m, next);
    }
    return over || !c->part->set.operations || !m->touches || !sm_happens(&c->part->set.commands, &c->rng, cycle)
        || offer_any(c, m);
}

bool sm_commander_drive(struct sm_commander *c, struct sm_memory *m, struct ul1_l1_in *in, uint64_t cycle, uint64_t retired,
                        bool over)
{
    bool fine = next_offer(c, m, cycle, retired, over);
    in->cmd_valid = c->offering;
    in->cmd_op = c->offered.op;
    in->cmd_addr = c->offered.addr;
    in->cmd_split = c->offered.split;
    return fine;
}

struct sm_commanded sm_commander_observe(struct sm_commander *c, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    struct sm_commanded seen = { .complete = c->under_way && out->tag.cmd_ready, .was = c->doing };
    if (!out->tag.cmd_ready)
        return seen;
    c->under_way = false;
    if (!in->cmd_valid)
        return seen;
    seen.taken = c->under_way = true;
    seen.is = c->doing = c->offered;
    c->offering = false;
    return seen;
}

bool sm_commander_idle(const struct sm_commander *c)
{
    return !c->offering && !c->under_way && c->given == c->part->commands;
}
