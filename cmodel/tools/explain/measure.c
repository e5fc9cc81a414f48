#include "explain/measure.h"

#include <stdlib.h>
#include <string.h>

#include "ul1_sim.h"

enum { LONGEST = 100000 }; // cycles that one access may take

struct measure_machine {
    struct ul1_sim *sim;
    unsigned lanes;
    struct measured *to; // null: events do not belong to the measured access
};

// Every request succeeds. Its data do not matter.
static enum ul1_sim_taken take_request(void *user, struct ul1_sim_request *r)
{
    (void)user;
    (void)r;
    return UL1_SIM_DONE;
}

static void see(void *user, const struct ul1_sim_seen *seen)
{
    struct measured *m = ((struct measure_machine *)user)->to;
    if (!m)
        return;
    if (seen->event == UL1_SIM_PASS && m->passes < MEASURE_MOST) {
        m->pass[m->passes].sub = seen->sub;
        m->pass[m->passes++].slots = seen->slots;
    } else if (seen->event == UL1_SIM_LOOKUP && seen->outcome != UL1_SIM_DEFER
               && seen->outcome != UL1_SIM_REPLAY && m->lines < MEASURE_MOST) {
        m->line[m->lines].addr = seen->addr;
        m->line[m->lines].sub = seen->sub;
        m->line[m->lines].hit = seen->outcome == UL1_SIM_HIT;
        m->line[m->lines].merged = seen->outcome == UL1_SIM_MERGE;
        m->line[m->lines++].slots = seen->slots;
    } else if (seen->event == UL1_SIM_READ) {
        m->reads++;
        m->read_sectors += (unsigned)__builtin_popcount(seen->sectors);
    } else if (seen->event == UL1_SIM_WRITE) {
        m->writes++;
    }
}

struct measure_machine *measure_new(unsigned lanes)
{
    struct measure_machine *x = calloc(1, sizeof *x);
    struct ul1_sim_config c;
    if (!x)
        return NULL;
    ul1_sim_defaults(&c, sizeof c);
    c.lanes = x->lanes = lanes;
    c.memory_bytes = 0;
    c.memory = take_request;
    x->sim = ul1_sim_new(&c, NULL);
    if (x->sim && ul1_sim_watch(x->sim, see, x) == UL1_SIM_OK)
        return x;
    measure_free(x);
    return NULL;
}

void measure_free(struct measure_machine *x)
{
    ul1_sim_free(x->sim);
    free(x);
}

bool measure(struct measure_machine *x, const struct machine_access *a, struct measured *m)
{
    struct ul1_sim_instr i = { .op = a->op,
                               .space = a->space,
                               .width = a->width,
                               .hint = a->hint,
                               .atom = a->atom,
                               .matrix = a->matrix,
                               .sign = a->sign,
                               .interleave = a->interleave,
                               .warp = a->warp,
                               .mask = a->mask };
    struct ul1_sim_done d;
    memcpy(i.addr, a->addr, x->lanes * sizeof *i.addr);
    memset(m, 0, sizeof *m);
    x->to = NULL;
    if (a->space != UL1_SPACE_SHARED)
        ul1_sim_reset(x->sim);
    x->to = m;
    bool fine = ul1_sim_submit(x->sim, &i) == UL1_SIM_OK && ul1_sim_run(x->sim, LONGEST) == UL1_SIM_OK
        && ul1_sim_collect(x->sim, &d) == UL1_SIM_OK;
    if (!fine)
        return false;
    m->cycles = d.retired - d.taken + 1;
    m->error = d.err;
    m->error_lane = d.err_lane;
    return true;
}
