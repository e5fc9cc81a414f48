#include "sim/pause.h"

// Cycles until memory answers or a remainder is presented again, `most` at most.
static uint64_t until_due(const struct ul1_sim *s, uint64_t most)
{
    const struct sim_live *v = s->live;
    uint64_t due = v->next_due;
    if (v->remainders && v->remainder[0].due < due)
        due = v->remainder[0].due;
    if (due <= v->cycle)
        return 0;
    return due - v->cycle < most ? due - v->cycle : most;
}

// A quiet cycle, that is one without inputs to the machine, was run. If the state is what it was a period before, it will
// be so after every further period.
static uint64_t skip(struct ul1_sim *s, struct sim_pause *p, uint64_t most)
{
    const struct sim_machine *m = s->machine;
    if (!p->has_kept) {
        if (p->quiet >= p->wait && until_due(s, most) > PAUSE_PATIENCE) {
            m->keep(s);
            p->kept = s->live->cycle;
            p->has_kept = 1;
        }
        return 0;
    }
    if (s->live->cycle != p->kept + m->period)
        return 0;
    p->has_kept = 0;
    p->wait = 2 * p->quiet;
    if (!m->stands_still(s))
        return 0;
    uint64_t cycles = until_due(s, most) / m->period * m->period;
    m->skip(s, cycles);
    return cycles;
}

uint64_t sim_advance(struct ul1_sim *s, struct sim_pause *p, uint64_t most)
{
    s->machine->cycle(s);
    if (!s->live->quiet) {
        *p = (struct sim_pause){ .wait = PAUSE_PATIENCE };
        return 1;
    }
    p->quiet++;
    return 1 + (most > 1 ? skip(s, p, most - 1) : 0);
}
