// Time: cycles, runs until an event, batches, reset.
#include "sim/pause.h"
#include "sim/settle.h"

uint64_t ul1_sim_cycle(const struct ul1_sim *s)
{
    return s ? s->live->cycle : 0;
}

int ul1_sim_idle(const struct ul1_sim *s)
{
    return !s || (sim_at_rest(s) && s->machine->settled(s));
}

int ul1_sim_takes(const struct ul1_sim *s, const struct ul1_sim_instr *i)
{
    return s && i && s->machine->takes(s, i);
}

// Cycles that can be run before the cycle number is exhausted.
static uint64_t cycles_left(const struct ul1_sim *s)
{
    return UL1_SIM_NEVER - 1 - s->live->cycle;
}

static uint64_t within(const struct ul1_sim *s, uint64_t limit)
{
    return limit < cycles_left(s) ? limit : cycles_left(s);
}

// Runs at most `most` cycles, and subtracts them.
static enum ul1_sim_status advance(struct ul1_sim *s, uint64_t *most)
{
    *most -= sim_advance(s, *most);
    if (!s->nonsense)
        return UL1_SIM_OK;
    s->nonsense = 0;
    return sim_refuse(s, UL1_SIM_WRONG,
                      "the memory function returned none of UL1_SIM_DONE, _FAILED, _LATER and _NOT_NOW");
}

enum ul1_sim_status ul1_sim_step(struct ul1_sim *s, uint64_t cycles)
{
    enum ul1_sim_status status = sim_usable(s);
    if (!status && cycles > cycles_left(s))
        return sim_refuse(s, UL1_SIM_WRONG, "there are no numbers for so many cycles");
    while (!status && cycles)
        status = advance(s, &cycles);
    return status;
}

static enum ul1_sim_status out_of_cycles(struct ul1_sim *s)
{
    return sim_refuse(s, UL1_SIM_LIMIT, "so many cycles were run, and what was waited for has not happened");
}

enum ul1_sim_status ul1_sim_run(struct ul1_sim *s, uint64_t limit)
{
    enum ul1_sim_status status = sim_usable(s);
    limit = status ? 0 : within(s, limit);
    while (!status && !ul1_sim_idle(s))
        status = limit ? advance(s, &limit) : out_of_cycles(s);
    return status;
}

enum ul1_sim_status ul1_sim_wait(struct ul1_sim *s, struct ul1_sim_done *d, uint64_t limit)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    if (!d)
        return sim_refuse(s, UL1_SIM_WRONG, "there is no place for a completion");
    if (s->live->free_records == s->config.capacity)
        return sim_refuse(s, UL1_SIM_EMPTY,
                          "there is no completion, and nothing that was submitted will have one");
    limit = within(s, limit);
    while (!status && !s->live->dones.count)
        status = limit ? advance(s, &limit) : out_of_cycles(s);
    return status ? status : ul1_sim_collect(s, d);
}

enum ul1_sim_status ul1_sim_batch(struct ul1_sim *s, const struct ul1_sim_instr *i, size_t count,
                                  struct ul1_sim_done *done, size_t places, size_t *collected, uint64_t limit)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    size_t sent = 0, came = 0;
    if (collected)
        *collected = 0;
    const struct sim_live *v = s->live;
    if ((count && (!i || !done)) || places < count + s->config.capacity - v->free_records)
        return sim_refuse(s, UL1_SIM_WRONG, "there are no places for all completions, or no instructions");
    limit = within(s, limit);
    for (;;) {
        if (v->dones.count)
            came += ul1_sim_collect_many(s, done + came, places - came);
        // At most one of two instructions a cycle is taken
        while (!status && sent < count && v->free_records && v->queue.count < 2) {
            status = ul1_sim_submit(s, &i[sent]);
            sent += !status;
        }
        if (!status && sent == count && v->free_records == s->config.capacity)
            break;
        if (!status)
            status = limit ? advance(s, &limit) : out_of_cycles(s);
        if (status)
            break;
    }
    if (collected)
        *collected = came;
    return status;
}

enum ul1_sim_status ul1_sim_reset(struct ul1_sim *s)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    sim_catch_up(s);
    s->machine->reset(s);
    sim_settle(s);
    return UL1_SIM_OK;
}
