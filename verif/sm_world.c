#include "sm_state.h"

// ---- the program's end

static bool any_stored(const struct sm_world *w)
{
    for (unsigned i = 0; i < w->machines; i++)
        if (w->machine[i]->stored)
            return true;
    return false;
}

static bool write_back(struct sm_world *w)
{
    for (unsigned i = 0; i < w->machines; i++) {
        struct sm *s = w->machine[i];
        struct sm_part part = sm_writing_back(&s->around, &s->part.set);
        if (s->stored && !sm_begin(s, WRITING, &part))
            return false;
    }
    return true;
}

static bool load_all(struct sm_world *w)
{
    for (unsigned i = 0; i < w->machines; i++) {
        struct sm *s = w->machine[i];
        struct sm_part part = sm_reading_back(&s->around, &s->part.set);
        if (s->witness && !witness_memory(s->witness))
            return sm_witness_objects(s);
        if (!sm_begin(s, READING, &part))
            return false;
    }
    return true;
}

static bool end(struct sm_world *w)
{
    switch (w->end) {
    case GOING_ON:
        w->end = WRITING_BACK;
        return write_back(w);
    case WRITING_BACK:
        w->end = LOADING_ALL;
        return load_all(w);
    default:
        for (unsigned i = 0; i < w->machines; i++)
            w->machine[i]->base.done = true;
        return true;
    }
}

// ---- steps

// False: there is none any more.
static bool draw_step(struct sm_world *w)
{
    w->count = 0;
    do {
        if (!w->program->part(w->program, &w->step[w->count]))
            return w->count > 0;
        w->parts++;
    } while (w->step[w->count++].beside && w->count < w->machines);
    return true;
}

static bool begin_step(struct sm *judge, struct sm_world *w)
{
    w->stepping = false;
    if (!sm_fine(judge, sm_memory_step(&w->memory, w->step, w->count)))
        return false;
    for (unsigned i = 0; i < w->count; i++) {
        struct sm *s = w->machine[w->step[i].machine % w->machines];
        s->mine = &w->step[i];
        if (!sm_begin_mine(s))
            return false;
    }
    return true;
}

bool sm_world_rests(const struct sm_world *w)
{
    for (unsigned i = 0; i < w->machines; i++)
        if (w->machine[i]->stage != RESTING || w->machine[i]->quiet < SM_QUIET)
            return false;
    return true;
}

static bool advance(struct sm *judge, struct sm_world *w)
{
    if (w->end != GOING_ON)
        return end(w);
    if (!w->stepping) {
        w->stepping = draw_step(w);
        if (!w->stepping)
            return end(w);
        if (sm_memory_renews(&w->memory, &w->step[0]) && any_stored(w))
            return write_back(w);
    }
    return begin_step(judge, w);
}

// Another machine's objection is told as this one's.
bool sm_world_advance(struct sm *judge)
{
    struct sm_world *w = judge->world;
    if (advance(judge, w))
        return true;
    for (unsigned i = 0; i < w->machines && !judge->base.verdict; i++)
        if (w->machine[i]->base.verdict)
            sm_object(judge, w->machine[i]->base.verdict, "%s", w->machine[i]->base.error);
    return false;
}

// ---- the witnesses

bool sm_world_witness(struct sm *s)
{
    struct sm_memory *m = &s->world->memory;
    if (!s->base.witness || s->witness)
        return true;
    if (!m->history)
        m->history = witness_world_new(memory_line, memory_writable, m->memory);
    s->witness = m->history ? witness_new(m->history) : NULL;
    m->witness[s->number] = s->witness;
    return s->witness || sm_object(s, HARNESS_AT_FAULT, "out of memory for the witness");
}
