#include "sim/layout.h"

#include "variant.h"

#include "ul1_configs.h"

enum { ALIGN = 64, MOST = 0xffff };

#define EACH_COUNT(X, chip) X(chip, 8) X(chip, 16) X(chip, 32)
#define DECLARE(chip, lanes) \
    extern const struct sim_machine sim_machine_##chip##lanes, sim_machine_##chip##lanes##_v3;
#define DECLARE_CHIP(chip, its_lanes) EACH_COUNT(DECLARE, chip##_)
EACH_COUNT(DECLARE, )
UL1_CHIPS(DECLARE_CHIP)
UL1_WIDE(DECLARE)

// The chips, the default machine as the first, each with the lanes of its own and its machines.
#define BOTH(chip, lanes)     UL1_BOTH(&sim_machine_##chip##lanes),
#define CHIP(chip, its_lanes) { #chip, its_lanes, { EACH_COUNT(BOTH, chip##_) } },
static const struct {
    const char *name;
    unsigned lanes;
    const struct sim_machine *machine[3][2];
} chips[] = { { UL1_DEFAULT_CHIP, 32, { EACH_COUNT(BOTH, ) } }, UL1_CHIPS(CHIP) };

enum { CHIPS = sizeof chips / sizeof *chips };

// The machines of 64 lanes, by the names of their chips, which end with _; the default machine has no name.
#define WIDE(chip, lanes) { #chip, UL1_BOTH(&sim_machine_##chip##lanes) },
static const struct {
    const char *chip;
    const struct sim_machine *machine[2];
} wide[] = { UL1_WIDE(WIDE) };

enum { WIDES = sizeof wide / sizeof *wide };

// The number of a chip, 0 for no name; CHIPS if there is none with this name.
static unsigned chip_of(const char *name)
{
    unsigned n = 0;
    while (name && n < CHIPS && (!*name || strcmp(chips[n].name, name)))
        n++;
    return n;
}

const char *ul1_sim_chip_name(unsigned number)
{
    return number < CHIPS && *chips[number].name ? chips[number].name : NULL;
}

static const char no_chip[] =
    "the library has no such chip. Its chips: " UL1_CHIP_NAMES " (others: make lib CHIPS='name ...')";

enum ul1_sim_status ul1_sim_chip(struct ul1_sim_config *c, const char *name, const char **why)
{
    const unsigned n = chip_of(name);
    const char *wrong = !c || c->size != sizeof *c ? "begin with ul1_sim_defaults"
        : !name || n == CHIPS                      ? no_chip
                                                   : NULL;
    if (why)
        *why = wrong;
    if (wrong)
        return UL1_SIM_WRONG;
    const struct ul1_sizes *z = chips[n].machine[0][0]->sizes;
    c->chip = chips[n].name;
    c->lanes = chips[n].lanes;
    c->interval = z->set_interval;
    c->policy = z->set_policy;
    c->fetch = z->set_fetch;
    c->bankwidth = z->set_bankwidth;
    return UL1_SIM_OK;
}

static const struct sim_machine *wide_of(const char *chip)
{
    const size_t length = strlen(chip);
    for (unsigned n = 0; n < WIDES; n++)
        if (!strncmp(wide[n].chip, chip, length) && strlen(wide[n].chip) == length + (length != 0))
            return UL1_CHOOSE(wide[n].machine);
    return NULL;
}

const struct sim_machine *sim_machine_of(const struct ul1_sim_config *c)
{
    const unsigned chip = chip_of(c->chip);
    if (chip < CHIPS && c->lanes == 64)
        return wide_of(chip ? chips[chip].name : "");
    if (chip == CHIPS || (c->lanes != 8 && c->lanes != 16 && c->lanes != 32))
        return NULL;
    return UL1_CHOOSE(chips[chip].machine[c->lanes / 16]);
}

const struct ul1_block *sim_l1_of(const struct ul1_sim_config *c)
{
    size_t count;
    const struct ul1_block *l1 = ul1_config(chip_of(c->chip) ? c->chip : "", c->lanes, &count);
    while (strcmp(l1->name, "l1"))
        l1++;
    return l1;
}

static const char *settings_wrong(const struct ul1_sim_config *c, const struct ul1_sizes *sizes)
{
    if (c->carveout >> UL1_CARVEOUT_W)
        return "carveout has more bits than UL1_CARVEOUT_...";
    if (c->policy >> UL1_POLICY_W)
        return "policy has more bits than UL1_POLICY_...";
    if (c->home >> UL1_HOME_W)
        return "home has more bits than UL1_HOME_...";
    if (c->fetch >> UL1_FETCH_W)
        return "fetch has more bits than UL1_FETCH_...";
    if (c->bankwidth >> UL1_BANKWIDTH_W)
        return "bankwidth has more bits than UL1_BANKWIDTH_...";
    if (c->interval < 1 || c->interval >> UL1_IV_W)
        return "interval is 1 to 63 cycles";
    if (c->again_after < 1)
        return "again_after is 1 cycle at least";
    if (c->translate > 1)
        return "translate is 0 or 1";
    if (c->translate && c->page >> UL1_PAGE_W)
        return "page has more bits than UL1_PAGE_...";
    if (c->translate && (c->root >> sizes->pa_w || c->root & ((1u << UL1_PAGE_MIN_W) - 1)))
        return "root is not a physical address at a multiple of 4096";
    return NULL;
}

const char *sim_config_wrong(const struct ul1_sim_config *c)
{
    if (!c || c->size != sizeof *c)
        return "the configuration is not one of this version: begin with ul1_sim_defaults";
    if (chip_of(c->chip) == CHIPS)
        return no_chip;
    const struct sim_machine *m = sim_machine_of(c);
    if (!m)
        return "lanes is 8, 16 or 32; or 64, if the machine is the default one or a chip of 64 lanes";
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
    if (c->memory_bytes >> m->sizes->pa_w)
        return "memory_bytes is more than there are physical addresses";
    return settings_wrong(c, m->sizes);
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
    const struct ul1_block *l1 = sim_l1_of(c);
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
