#include "blocks/copy/shadow.h"

#include <stddef.h>
#include <string.h>

unsigned copy_shadow_place(const struct copy_shadow *s)
{
    unsigned place = UL1_COPIES ? 0 : COPY_MOST;
    while (place < COPY_MOST && s->copy[place].step != COPY_FREE)
        place++;
    return place;
}

bool copy_shadow_starts(const struct ul1_copy_in *in)
{
    return UL1_COPIES && in->in_valid && !in->in_again && in->in_copy && in->in_op == UL1_OP_LOAD;
}

bool copy_shadow_stores(const struct ul1_copy_in *in)
{
    return UL1_COPIES && in->in_valid && !in->in_again && in->in_copy && in->in_op == UL1_OP_STORE;
}

const struct copy_told *copy_shadow_of(const struct copy_shadow *s, enum copy_step step, unsigned entry)
{
    for (unsigned i = 0; i < COPY_MOST; i++)
        if (s->copy[i].step == step && s->copy[i].entry == entry)
            return &s->copy[i];
    return NULL;
}

bool copy_shadow_opens(const struct copy_shadow *s, unsigned warp)
{
    if (!s->waits[warp])
        return false;
    for (unsigned i = 0; i < COPY_MOST; i++)
        if (s->copy[i].step != COPY_FREE && s->copy[i].warp == warp
            && s->copy[i].group + s->leaves[warp] < s->commits[warp])
            return false;
    return true;
}

uint32_t copy_shadow_slots(const struct copy_told *t, unsigned sub)
{
    const unsigned words = width_words(t->width);
    uint32_t slots = 0;
    for (unsigned slot = 0; slot < LANES && sub < words; slot++)
        slots |= (t->mask >> (sub * LANES + slot) / words & 1) << slot;
    return slots;
}

// The store of the copy that is shown is taken. The next one is shown in the cycle behind.
static void show(struct copy_shadow *s, const struct ul1_copy_in *in, const bool loaded[COPY_MOST])
{
    const bool taken = copy_shadow_stores(in) && in->in_shared_ready && s->shown;
    const unsigned last = s->number;
    if (taken) {
        s->copy[last].step = COPY_STORES;
        s->copy[last].entry = in->in_entry;
    }
    if (s->shown && !taken)
        return;
    s->shown = false;
    for (unsigned i = 1; i <= COPY_MOST && !s->shown; i++) {
        const unsigned next = (last + i) % COPY_MOST;
        if (!loaded[next] || (taken && next == last))
            continue;
        s->shown = true;
        s->number = next;
    }
}

static void start(struct copy_shadow *s, const struct ul1_copy_in *in, unsigned place)
{
    struct copy_told *t = &s->copy[place];
    memset(t, 0, sizeof *t);
    t->step = COPY_LOADS;
    t->entry = in->in_entry;
    t->warp = in->in_warp;
    t->width = in->in_width;
    t->mask = in->in_mask;
    t->group = s->commits[t->warp] + (in->commit_valid && in->commit_warp == t->warp);
    for (unsigned lane = 0; lane < LANES; lane++)
        t->dest[lane] = in->in_dest[lane];
}

static void bring(struct copy_told *t, const struct ul1_copy_in *in)
{
    for (unsigned slot = 0; slot < LANES; slot++)
        if (in->load_mask >> slot & 1)
            t->word[in->rf_sub][slot] = in->load_data[slot];
    t->came[in->rf_sub] |= in->load_mask;
}

static void follow_halves(struct copy_shadow *s, const struct ul1_copy_in *in)
{
    bool loaded[COPY_MOST];
    const unsigned place = copy_shadow_place(s);
    for (unsigned i = 0; i < COPY_MOST; i++) {
        struct copy_told *t = &s->copy[i];
        const bool ends = in->ret_valid && in->ret_id == t->entry;
        loaded[i] = t->step == COPY_LOADED;
        if (t->step == COPY_LOADS && in->load_mask && in->rf_id == t->entry)
            bring(t, in);
        if (t->step == COPY_LOADS && ends)
            t->step = in->ret_err ? COPY_FREE : COPY_LOADED;
        else if (t->step == COPY_STORES && ends)
            t->step = COPY_FREE;
    }
    show(s, in, loaded);
    if (copy_shadow_starts(in) && in->in_ready && place < COPY_MOST)
        start(s, in, place);
}

void copy_shadow_advance(struct copy_shadow *s, const struct ul1_copy_in *in)
{
    if (in->rst) {
        memset(s, 0, sizeof *s);
        s->judged = true;
        return;
    }
    if (!s->judged || !UL1_COPIES)
        return;
    for (unsigned w = 0; w < UL1_WARPS; w++)
        s->waits[w] = s->waits[w] && !copy_shadow_opens(s, w);
    follow_halves(s, in);
    if (in->commit_valid)
        s->commits[in->commit_warp]++;
    if (in->wait_valid) {
        s->waits[in->wait_warp] = true;
        s->leaves[in->wait_warp] = in->wait_groups;
    }
}
