#include "environment/sm/command.h"

#include "environment/sm/follower.h"

void commander_init(struct commander *c, uint64_t seed)
{
    rng_seed(&c->rng, seed);
}

void commander_part(struct commander *c, const struct part *part)
{
    c->part = part;
    c->given = 0;
    c->offering = c->under_way = false;
}

void commander_reset(struct commander *c)
{
    c->offering = c->under_way = false;
}

void commander_note(struct commander *c, const struct instr *i)
{
    if (!i->mask)
        return;
    const unsigned lane = (unsigned)__builtin_ctz(i->mask);
    const struct texels t = texture_texels(&i->texture);
    uint64_t texel[TEXEL_SLOTS];
    texels_addresses(&t, instr_u(i, lane), instr_v(i, lane), UL1_VA_W, texel);
    const uint64_t addr = instr_texture(i) ? texel[0] : instr_at(i, lane);
    if (!c->aimed)
        for (unsigned n = 0; n < RECENT; n++)
            c->recent[n] = addr;
    c->aimed = true;
    c->recent[rng_below(&c->rng, RECENT)] = addr;
}

static bool offer(struct commander *c, struct backing *m, const struct command *command)
{
    c->offering = true;
    c->offered = *command;
    return command->op != UL1_CMD_PAGE || backing_change(m, command->addr, command->change);
}

static unsigned any_operation(struct commander *c)
{
    unsigned op;
    do
        op = rng_below(&c->rng, 8);
    while (!(c->part->set.operations >> op & 1));
    return op;
}

static bool offer_any(struct commander *c, struct backing *m)
{
    const struct settings *set = &c->part->set;
    unsigned r = rng_below(&c->rng, 100);
    bool aims = c->aimed && rng_percent(&c->rng, 75);
    uint8_t op = (uint8_t)any_operation(c);
    uint8_t carveout = (uint8_t)carveout_any(&compiled, rng_below(&c->rng, UL1_CARVEOUTS + 1));
    uint64_t addr = aims ? c->recent[rng_below(&c->rng, RECENT)] : backing_any(m, &c->rng);
    struct command command = {
        .op = op,
        .carveout = carveout,
        .addr = addr,
        .change = r < set->moved                             ? PAGE_MOVED
            : r < set->moved + set->removed                  ? PAGE_REMOVED
            : r < set->moved + set->removed + set->protected ? PAGE_PROTECTED
                                                             : PAGE_SAME,
    };
    return offer(c, m, &command);
}

static bool next_offer(struct commander *c, struct backing *m, uint64_t cycle, uint64_t retired, bool over)
{
    if (cycle < PART_LEAD || c->offering)
        return true;
    if (c->part->follower) {
        struct command next;
        return c->under_way || !follow_command(c->part->follower, &next) || offer(c, m, &next);
    }
    if (c->given < c->part->commands) {
        const struct command *next = &c->part->command[c->given];
        if (c->under_way || retired < next->after || cycle - PART_LEAD < next->from)
            return true;
        c->given++;
        return offer(c, m, next);
    }
    return over || !c->part->set.operations || !m->touched.count
        || !pattern_happens(&c->part->set.commands, &c->rng, cycle) || offer_any(c, m);
}

bool commander_drive(struct commander *c, struct backing *m, struct ul1_l1_in *in, uint64_t cycle,
                     uint64_t retired, bool over)
{
    bool fine = next_offer(c, m, cycle, retired, over);
    in->cmd_valid = c->offering;
    in->cmd_op = c->offered.op;
    in->cmd_addr = c->offered.addr;
    in->cmd_carveout = c->offered.carveout;
    return fine;
}

struct commanded commander_observe(struct commander *c, const struct ul1_l1_in *in,
                                   const struct ul1_l1_out *out)
{
    struct commanded seen = { .complete = c->under_way && out->tag.cmd_ready, .was = c->doing };
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

bool commander_idle(const struct commander *c)
{
    return !c->offering && !c->under_way && c->given == c->part->commands;
}
