// Creation of simulations.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sim/layout.h"
#include "sim/memory.h"
#include "sim/settle.h"

void ul1_sim_defaults(struct ul1_sim_config *c, size_t size)
{
    const struct ul1_sim_config all = { .size = sizeof all,
                                        .lanes = 32,
                                        .again_after = 1,
                                        .interval = UL1_SET_INTERVAL,
                                        .policy = UL1_SET_POLICY,
                                        .fetch = UL1_SET_FETCH,
                                        .bankwidth = UL1_SET_BANKWIDTH,
                                        .capacity = 256,
                                        .memory_bytes = 1 << 20,
                                        .memory_latency = 1,
                                        .memory_queue = 256 };
    if (!c)
        return;
    memset(c, 0, size);
    memcpy(c, &all, size < sizeof all ? size : sizeof all);
    c->size = size;
}

static const char *plan(const struct ul1_sim_config *c, struct sim_layout *l)
{
    const char *wrong = sim_config_wrong(c);
    if (!wrong && !sim_layout(c, l))
        wrong = "memory_bytes is more than this machine can address";
    return wrong;
}

size_t ul1_sim_size(const struct ul1_sim_config *c)
{
    struct sim_layout l;
    return plan(c, &l) ? 0 : l.total;
}

static void place(struct ul1_sim *s, const struct sim_layout *l)
{
    unsigned char *base = (unsigned char *)s;
    s->body = l->total - l->live;
    s->kept = base + l->kept;
    s->live = (void *)(base + l->live);
    s->state = base + l->state;
    s->in = base + l->in;
    s->out = base + l->out;
    s->record = (void *)(base + l->record);
    s->queue = (void *)(base + l->queue);
    s->beside = (void *)(base + l->beside);
    s->done = (void *)(base + l->done);
    s->free_record = (void *)(base + l->free_record);
    s->answer = (void *)(base + l->answer);
    s->order = (void *)(base + l->order);
    s->free_answer = (void *)(base + l->free_answer);
    s->memory = base + l->memory;
}

// Without translation pages have 2 MB; see table_entry.
static void begin(struct ul1_sim *s)
{
    const struct ul1_sim_config *c = &s->config;
    s->live->set = (struct sim_settings){ .policy = c->policy,
                                          .home = c->home,
                                          .again_after = c->again_after,
                                          .interval = c->interval,
                                          .fetch = c->fetch,
                                          .bankwidth = c->bankwidth,
                                          .page = c->translate ? c->page : UL1_PAGE_P2M,
                                          .latency = c->memory_latency,
                                          .rate = c->memory_rate,
                                          .root = c->translate ? c->root : 0 };
    s->machine->litter(s);
    s->machine->reset(s);
    sim_settle(s);
    s->live->cycle = 0;
    if (c->carveout == UL1_CARVEOUT_S48)
        return;
    ul1_sim_command(s, 0, UL1_CMD_CARVEOUT, 0, c->carveout);
    while (!ul1_sim_idle(s))
        ul1_sim_step(s, 1);
    struct ul1_sim_done d;
    ul1_sim_collect(s, &d);
    s->live->cycle = 0;
    memset(&s->live->counters, 0, sizeof s->live->counters);
    s->live->port_free = 0;
}

struct ul1_sim *ul1_sim_init(const struct ul1_sim_config *c, void *memory, size_t bytes, const char **why)
{
    struct sim_layout l;
    const char *wrong = plan(c, &l);
    if (!wrong && (!memory || bytes < l.total || (uintptr_t)memory % 64))
        wrong = "the memory given is too small, or does not begin at a multiple of 64";
    if (why)
        *why = wrong;
    if (wrong) {
        errno = EINVAL;
        return NULL;
    }
    memset(memory, 0, l.total);
    struct ul1_sim *s = memory;
    s->machine = sim_machine_of(c);
    s->l1 = sim_l1_of(c);
    s->config = *c;
    s->error = "";
    place(s, &l);
    begin(s);
    return s;
}

struct ul1_sim *ul1_sim_new(const struct ul1_sim_config *c, const char **why)
{
    size_t bytes = ul1_sim_size(c);
    if (!bytes)
        return ul1_sim_init(c, NULL, 0, why);
    void *memory = aligned_alloc(64, bytes);
    if (!memory) {
        if (why)
            *why = "there is not so much memory";
        errno = ENOMEM;
        return NULL;
    }
    struct ul1_sim *s = ul1_sim_init(c, memory, bytes, why);
    if (s)
        s->taken = memory;
    else
        free(memory);
    return s;
}

void ul1_sim_free(struct ul1_sim *s)
{
    if (s)
        free(s->taken);
}

const char *ul1_sim_error(const struct ul1_sim *s)
{
    return s ? s->error : "there is no simulation";
}

const char *ul1_version(void)
{
    return UL1_VERSION;
}
