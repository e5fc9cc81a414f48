#include "sim/pause.h"

// Cycles until memory answers or a remainder is presented again.
static uint64_t until_due(const struct ul1_sim *s)
{
    const struct sim_live *v = s->live;
    uint64_t due = v->next_due;
    if (v->remainders && v->remainder[0].due < due)
        due = v->remainder[0].due;
    return due <= v->cycle ? 0 : due - v->cycle;
}

// A quiet cycle is one without inputs to the machine. If the state equals that of one period before, it does
// so after every further period.
void sim_look_still(struct ul1_sim *s)
{
    const struct sim_machine *m = s->machine;
    struct sim_pause *p = &s->pause;
    p->quiet++;
    if (!p->has_kept) {
        p->has_kept = p->quiet >= p->wait && until_due(s) > PAUSE_PATIENCE;
        p->kept = s->live->cycle;
        if (p->has_kept)
            m->keep(s);
    } else if (s->live->cycle == p->kept + m->period) {
        p->has_kept = 0;
        p->wait = 2 * p->quiet;
        p->still = m->stands_still(s);
    }
}

uint64_t sim_stand(struct ul1_sim *s, uint64_t most)
{
    const uint64_t due = until_due(s), cycles = due < most ? due : most;
    if (!cycles) {
        sim_catch_up(s);
        return 0;
    }
    s->machine->count(s, cycles);
    s->pause.behind += cycles;
    return cycles;
}

void sim_catch_up(struct ul1_sim *s)
{
    s->machine->run_quiet(s, s->pause.behind);
    s->pause = (struct sim_pause){ .wait = PAUSE_PATIENCE };
}
