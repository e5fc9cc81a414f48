#include "sim/layout.h"

#include "variant.h"

enum { ALIGN = 64, MOST = 0xffff };

#define MACHINES(variant) \
    extern const struct sim_machine sim_machine_8##variant, sim_machine_16##variant, sim_machine_32##variant
MACHINES();
MACHINES(_v3);

const struct sim_machine *sim_machine_of(unsigned lanes)
{
    switch (lanes) {
    case 8:
        return UL1_CHOOSE(sim_machine_8);
    case 16:
        return UL1_CHOOSE(sim_machine_16);
    case 32:
        return UL1_CHOOSE(sim_machine_32);
    default:
        return NULL;
    }
}

static const char *settings_wrong(const struct ul1_sim_config *c)
{
    if (c->carveout >> UL1_CARVEOUT_W)
        return "carveout has more bits than UL1_CARVEOUT_...";
    if (c->policy >> UL1_POLICY_W)
        return "policy has more bits than UL1_POLICY_...";
    if (c->home >> UL1_HOME_W)
        return "home has more bits than UL1_HOME_...";
    if (c->fetch >> UL1_FETCH_W)
        return "fetch has more bits than UL1_FETCH_...";
    if (c->bankwidth >= UL1_BANK_WORDS)
        return "bankwidth is that of the banks, or B32";
    if (c->interval < 1 || c->interval >> UL1_IV_W)
        return "interval is 1 to 63 cycles";
    if (c->again_after < 1)
        return "again_after is 1 cycle at least";
    if (c->translate > 1)
        return "translate is 0 or 1";
    if (c->translate && c->page >> UL1_PAGE_W)
        return "page has more bits than UL1_PAGE_...";
    if (c->translate && (c->root >> UL1_PA_W || c->root & ((1u << UL1_PAGE_MIN_W) - 1)))
        return "root is not a physical address at a multiple of 4096";
    return NULL;
}

const char *sim_config_wrong(const struct ul1_sim_config *c)
{
    if (!c || c->size != sizeof *c)
        return "the configuration is not one of this version: begin with ul1_sim_defaults";
    const struct sim_machine *m = sim_machine_of(c->lanes);
    if (!m)
        return "lanes is 8, 16 or 32";
    if (c->capacity < 1 || c->capacity >= MOST)
        return "capacity is 1 to 65534 instructions";
    if (c->memory_queue < 1 || c->memory_queue >= MOST)
        return "memory_queue is 1 to 65534 requests";
    if (c->memory_latency < 1)
        return "memory_latency is 1 cycle at least";
    if (c->memory && c->memory_bytes)
        return "memory_bytes is for the memory that is built in, and there is a memory function";
    if (c->memory_bytes % m->line_bytes)
        return "memory_bytes is not a multiple of a line";
    if (c->memory_bytes >> UL1_PA_W)
        return "memory_bytes is more than there are physical addresses";
    return settings_wrong(c);
}

// The position of `bytes` bytes behind those before.
static size_t lay(size_t *end, uint64_t bytes)
{
    size_t at = *end;
    *end += (size_t)((bytes + ALIGN - 1) / ALIGN * ALIGN);
    return at;
}

bool sim_layout(const struct ul1_sim_config *c, struct sim_layout *l)
{
    const struct ul1_block *l1 = ul1_find(c->lanes, "l1");
    size_t end = 0;
    lay(&end, sizeof(struct ul1_sim));
    l->kept = lay(&end, l1->state_size);
    l->live = lay(&end, sizeof(struct sim_live));
    l->state = lay(&end, l1->state_size);
    l->in = lay(&end, l1->in_size);
    l->out = lay(&end, l1->out_size);
    l->record = lay(&end, (uint64_t)c->capacity * sizeof(struct sim_record));
    l->queue = lay(&end, (uint64_t)c->capacity * sizeof(uint16_t));
    l->beside = lay(&end, (uint64_t)c->capacity * sizeof(uint16_t));
    l->done = lay(&end, (uint64_t)c->capacity * sizeof(uint16_t));
    l->free_record = lay(&end, (uint64_t)c->capacity * sizeof(uint16_t));
    l->answer = lay(&end, (uint64_t)c->memory_queue * sizeof(struct sim_answer));
    l->order = lay(&end, (uint64_t)c->memory_queue * sizeof(uint16_t));
    l->free_answer = lay(&end, (uint64_t)c->memory_queue * sizeof(uint16_t));
    if (c->memory_bytes > SIZE_MAX / 2 - end)
        return false;
    l->memory = lay(&end, c->memory_bytes);
    l->total = end;
    return true;
}
