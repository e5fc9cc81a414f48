// Inspection and changes between cycles: settings, memory, shared memory, reports, counters.
#include <string.h>

#include "sim/layout.h"
#include "sim/order.h"
#include "sim/pause.h"
#include "sim/rings.h"

unsigned ul1_sim_lane(const struct ul1_sim_config *c, const struct ul1_sim_instr *i, unsigned position)
{
    const struct sim_machine *m = c && i ? sim_machine_of(c) : NULL;
    return m && position < m->lanes ? sim_lane_at(m->order(i), m->lanes, position) : position;
}

uint64_t ul1_sim_lanes(const struct ul1_sim_config *c, const struct ul1_sim_instr *i, unsigned position)
{
    const struct sim_machine *m = c && i ? sim_machine_of(c) : NULL;
    const unsigned apart = m && m->sizes->lane_pairs ? sim_pairs(i, m->lanes) : 0;
    if (position >= (m ? m->lanes : UL1_SIM_LANES))
        return 0;
    if (!apart)
        return UINT64_C(1) << ul1_sim_lane(c, i, position);
    const uint64_t low = UINT64_C(1) << sim_pair_lane(apart, position);
    return (low | low << apart) & i->mask & UINT64_MAX >> (64 - m->lanes);
}

unsigned ul1_sim_texels(const struct ul1_sim_config *c, const struct ul1_sim_instr *i, unsigned lane,
                        uint64_t addr[4], unsigned *bytes)
{
    const struct sim_machine *m = c && i && addr && bytes ? sim_machine_of(c) : NULL;
    return m && lane < m->lanes ? m->texels(i, lane, addr, bytes) : 0;
}

// ---- settings

// The least and the largest value of a setting, and its location.
static uint32_t *setting(struct ul1_sim *s, enum ul1_sim_setting which, uint64_t *least, uint64_t *most)
{
    struct sim_settings *set = &s->live->set;
    *least = 0;
    *most = 1;
    switch (which) {
    case UL1_SIM_POLICY:
        *most = (1u << UL1_POLICY_W) - 1;
        return &set->policy;
    case UL1_SIM_HOME:
        return &set->home;
    case UL1_SIM_FETCH:
        return &set->fetch;
    case UL1_SIM_BANKWIDTH:
        return &set->bankwidth;
    case UL1_SIM_PAGE:
        *most = (1u << UL1_PAGE_W) - 1;
        return &set->page;
    case UL1_SIM_INTERVAL:
        *least = 1, *most = (1u << UL1_IV_W) - 1;
        return &set->interval;
    case UL1_SIM_AGAIN_AFTER:
        *least = 1, *most = UINT32_MAX;
        return &set->again_after;
    case UL1_SIM_MEMORY_LATENCY:
        *least = 1, *most = UINT32_MAX;
        return &set->latency;
    case UL1_SIM_MEMORY_RATE:
        *most = UINT32_MAX;
        return &set->rate;
    default:
        return NULL;
    }
}

static enum ul1_sim_status set_root(struct ul1_sim *s, uint64_t root)
{
    if (root >> s->machine->sizes->pa_w || root & ((1u << UL1_PAGE_MIN_W) - 1))
        return sim_refuse(s, UL1_SIM_WRONG, "root is not a physical address at a multiple of 4096");
    s->live->set.root = root;
    s->machine->settings(s);
    return UL1_SIM_OK;
}

enum ul1_sim_status ul1_sim_set(struct ul1_sim *s, enum ul1_sim_setting which, uint64_t value)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    if (!sim_at_rest(s))
        return sim_refuse(s, UL1_SIM_BUSY, "settings change only while the machine is idle");
    sim_catch_up(s);
    if ((which == UL1_SIM_PAGE || which == UL1_SIM_ROOT) && !s->config.translate)
        return sim_refuse(s, UL1_SIM_WRONG, "there is no translation");
    if (which == UL1_SIM_ROOT)
        return set_root(s, value);
    uint64_t least, most;
    uint32_t *place = setting(s, which, &least, &most);
    if (!place)
        return sim_refuse(s, UL1_SIM_WRONG, "there is no such setting");
    if (value < least || value > most)
        return sim_refuse(s, UL1_SIM_WRONG, "a setting cannot have that value");
    *place = (uint32_t)value;
    s->machine->settings(s);
    return UL1_SIM_OK;
}

// ---- watching

enum ul1_sim_status ul1_sim_watch(struct ul1_sim *s, ul1_sim_watcher *call, void *user)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    sim_watch_begin(s, call, user);
    return UL1_SIM_OK;
}

// ---- memory

static enum ul1_sim_status in_memory(struct ul1_sim *s, uint64_t addr, const void *bytes, size_t count)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    uint64_t all = s->config.memory_bytes;
    if (addr > all || count > all - addr || (count && !bytes))
        return sim_refuse(s, UL1_SIM_WRONG, "that does not lie in the memory that is built in");
    return UL1_SIM_OK;
}

enum ul1_sim_status ul1_sim_read(struct ul1_sim *s, uint64_t addr, void *bytes, size_t count)
{
    enum ul1_sim_status status = in_memory(s, addr, bytes, count);
    if (!status && count)
        memcpy(bytes, s->memory + addr, count);
    return status;
}

enum ul1_sim_status ul1_sim_write(struct ul1_sim *s, uint64_t addr, const void *bytes, size_t count)
{
    enum ul1_sim_status status = in_memory(s, addr, bytes, count);
    if (!status && count)
        memcpy(s->memory + addr, bytes, count);
    return status;
}

// ---- shared memory

static enum ul1_sim_status in_shared(struct ul1_sim *s, unsigned addr, const uint32_t *word, size_t count)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    size_t all = s->machine->shared_bytes(s);
    if (addr % UL1_WORD_BYTES || addr > all || count > (all - addr) / UL1_WORD_BYTES || (count && !word))
        return sim_refuse(s, UL1_SIM_WRONG, "that are no words of shared memory");
    return UL1_SIM_OK;
}

size_t ul1_sim_shared_bytes(const struct ul1_sim *s)
{
    return s ? s->machine->shared_bytes(s) : 0;
}

enum ul1_sim_status ul1_sim_peek(struct ul1_sim *s, unsigned addr, uint32_t *word, size_t count)
{
    enum ul1_sim_status status = in_shared(s, addr, word, count);
    if (!status)
        s->machine->peek(s, addr, word, count);
    return status;
}

enum ul1_sim_status ul1_sim_poke(struct ul1_sim *s, unsigned addr, const uint32_t *word, size_t count)
{
    enum ul1_sim_status status = in_shared(s, addr, word, count);
    if (status)
        return status;
    if (s->machine->writes(s, addr, count))
        return sim_refuse(s, UL1_SIM_BUSY, "a store is about to write one of these words");
    sim_catch_up(s);
    s->machine->poke(s, addr, word, count);
    return UL1_SIM_OK;
}

// ---- reports, counters

enum ul1_sim_status ul1_sim_next_lost(struct ul1_sim *s, struct ul1_sim_lost *lost)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    if (!lost)
        return sim_refuse(s, UL1_SIM_WRONG, "there is no place for a report");
    struct sim_ring *r = &s->live->lost;
    if (!r->count)
        return sim_refuse(s, UL1_SIM_EMPTY, "no store was reported as lost");
    *lost = s->live->loss[r->head];
    r->head = sim_ring_at(r, 1, SIM_LOST);
    r->count--;
    return UL1_SIM_OK;
}

enum ul1_sim_status ul1_sim_perf(struct ul1_sim *s, unsigned counter, uint32_t *value)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    if (counter >= UL1_COUNTERS || !value)
        return sim_refuse(s, UL1_SIM_WRONG, "there is no such counter, or no place for it");
    sim_catch_up(s);
    *value = s->machine->perf(s, counter);
    return UL1_SIM_OK;
}

enum ul1_sim_status ul1_sim_perf_clear(struct ul1_sim *s)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    sim_catch_up(s);
    s->machine->perf_clear(s);
    return UL1_SIM_OK;
}

enum ul1_sim_status ul1_sim_counters(const struct ul1_sim *s, struct ul1_sim_counters *counters)
{
    if (!s || !counters)
        return UL1_SIM_WRONG;
    *counters = s->live->counters;
    counters->cycles = s->live->cycle;
    return UL1_SIM_OK;
}
