// What is submitted, and what is collected.
#include <string.h>

#include "sim/rings.h"

// ---- submitting

static uint32_t all_lanes(const struct ul1_sim *s)
{
    return UINT32_MAX >> (UL1_SIM_LANES - s->machine->lanes);
}

static const char *addresses_wrong(const struct ul1_sim *s, const struct ul1_sim_instr *i)
{
    uint64_t all = 0;
    for (unsigned lane = 0; lane < s->machine->lanes; lane++)
        all |= i->addr[lane];
    if (!(all >> UL1_VA_W) || i->mask == 0)
        return NULL;
    all = 0;
    for (uint32_t left = i->mask; left; left &= left - 1)
        all |= i->addr[__builtin_ctz(left)];
    return all >> UL1_VA_W ? "an address has more bits than virtual addresses have" : NULL;
}

static const char *instr_wrong(const struct ul1_sim *s, const struct ul1_sim_instr *i)
{
    if (i->op >> UL1_OP_W || i->space >> UL1_SPACE_W || i->width >> UL1_WIDTH_W || i->hint >> UL1_HINT_W
        || i->level >> UL1_LEVEL_W || i->sign > 1)
        return "an instruction has a code with more bits than codes of its kind have";
    if (i->warp >= UL1_WARPS)
        return "there is no such warp";
    if (i->mask & ~all_lanes(s))
        return "the mask has lanes that there are not";
    return addresses_wrong(s, i);
}

// A record at the end of the queue.
static struct sim_record *join(struct ul1_sim *s)
{
    struct sim_live *v = s->live;
    uint16_t which = s->free_record[--v->free_records];
    sim_ring_join(&v->queue, s->queue, s->config.capacity, which);
    return &s->record[which];
}

static void begin(struct ul1_sim *s, struct sim_record *r)
{
    struct ul1_sim_done *d = &r->done;
    memset(d, 0, offsetof(struct ul1_sim_done, data));
    if (r->instr.op == UL1_OP_LOAD)
        memset(d->data, 0, sim_words(&r->instr) * sizeof *d->data);
    d->tag = r->instr.tag;
    d->op = r->instr.op;
    d->warp = r->instr.warp;
    d->reg = r->instr.reg;
    d->mask = r->instr.mask;
    d->submitted = s->live->cycle;
    d->taken = d->first_pass = d->first_data = d->retired = UL1_SIM_NEVER;
}

// The addresses of lanes that there are not, and the data of what is no store, are not looked at and not copied.
static void enqueue(struct ul1_sim *s, const struct ul1_sim_instr *i)
{
    struct sim_record *r = join(s);
    size_t addr = offsetof(struct ul1_sim_instr, addr), lanes = s->machine->lanes;
    memcpy(&r->instr, i, addr + lanes * sizeof *i->addr);
    if (i->op == UL1_OP_STORE)
        memcpy(r->instr.data, i->data, sim_words(i) * sizeof *i->data);
    if (i->mask != all_lanes(s)) // what stands in idle lanes may be more than an address
        for (unsigned lane = 0; lane < lanes; lane++)
            r->instr.addr[lane] &= (UINT64_C(1) << UL1_VA_W) - 1;
    begin(s, r);
}

enum ul1_sim_status ul1_sim_submit(struct ul1_sim *s, const struct ul1_sim_instr *i)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    const char *wrong = i ? instr_wrong(s, i) : "there is no instruction";
    if (wrong)
        return sim_refuse(s, UL1_SIM_WRONG, wrong);
    if (!s->live->free_records)
        return sim_refuse(s, UL1_SIM_FULL, "the queue is full: completions are to be collected");
    enqueue(s, i);
    return UL1_SIM_OK;
}

enum ul1_sim_status ul1_sim_submit_many(struct ul1_sim *s, const struct ul1_sim_instr *i, size_t count, size_t *taken)
{
    enum ul1_sim_status status = UL1_SIM_OK;
    size_t n = 0;
    while (n < count && !(status = ul1_sim_submit(s, i ? &i[n] : NULL)))
        n++;
    if (taken)
        *taken = n;
    return status;
}

enum ul1_sim_status ul1_sim_command(struct ul1_sim *s, uint64_t tag, unsigned command, uint64_t addr, unsigned carveout)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    if (command >> UL1_CMD_W || carveout >> UL1_CARVEOUT_W || addr >> UL1_VA_W)
        return sim_refuse(s, UL1_SIM_WRONG, "the command, its address or its carveout has more bits than such have");
    if (!s->live->free_records)
        return sim_refuse(s, UL1_SIM_FULL, "the queue is full: completions are to be collected");
    struct sim_record *r = join(s);
    memset(&r->instr, 0, offsetof(struct ul1_sim_instr, data));
    r->instr.tag = tag;
    r->instr.op = UL1_SIM_COMMAND;
    r->instr.hint = (uint8_t)command;
    r->instr.level = (uint8_t)carveout;
    r->instr.addr[0] = addr;
    begin(s, r);
    return UL1_SIM_OK;
}

// ---- collecting

enum ul1_sim_status ul1_sim_collect(struct ul1_sim *s, struct ul1_sim_done *d)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    if (!d)
        return sim_refuse(s, UL1_SIM_WRONG, "there is no place for a completion");
    if (!s->live->dones.count)
        return sim_refuse(s, UL1_SIM_EMPTY, "there is no completion");
    uint16_t which = sim_ring_leave(&s->live->dones, s->done, s->config.capacity);
    const struct sim_record *r = &s->record[which];
    memcpy(d, &r->done, offsetof(struct ul1_sim_done, data));
    if (r->instr.op == UL1_OP_LOAD)
        memcpy(d->data, r->done.data, sim_words(&r->instr) * sizeof *d->data);
    sim_record_free(s, which);
    return UL1_SIM_OK;
}

size_t ul1_sim_collect_many(struct ul1_sim *s, struct ul1_sim_done *d, size_t count)
{
    size_t n = 0;
    while (d && n < count && ul1_sim_waiting(s) && !ul1_sim_collect(s, &d[n]))
        n++;
    return n;
}

size_t ul1_sim_room(const struct ul1_sim *s)
{
    return s ? s->live->free_records : 0;
}

size_t ul1_sim_waiting(const struct ul1_sim *s)
{
    return s ? s->live->dones.count : 0;
}
