// Asynchronous copies: a copy starts with its load, is shown when that has retired, and ends when its store
// retires. Its age counts the commits of its warp since it started.
#include <string.h>

#include "l1/copy.h"

static uint32_t copy_free(const struct copy_state *s)
{
    return UL1_COPIES ? (uint32_t)below(UL1_COPIES | !UL1_COPIES) & ~(s->loading | s->loaded | s->storing)
                      : 0;
}

// Waits that end, by warp: no copy that is older than the groups left to the warp is under way.
static uint64_t copy_opens(const struct copy_state *s)
{
    uint64_t held = 0;
    if (!s->waiting)
        return 0;
    for (uint64_t left = s->loading | s->loaded | s->storing; left; left = without_lowest(left)) {
        const struct copy_place *p = &s->place[lowest(left)];
        held |= p->age > s->leave[p->warp] ? one(p->warp) : 0;
    }
    return s->waiting & ~held;
}

static void copy_state(const struct copy_state *s, const struct copy_in *in, struct ul1_copy_out *out)
{
    const struct copy_place *p = &s->place[s->number];
    const uint32_t places = copy_free(s);
    (void)in;
    out->copy_ready = places != 0;
    out->wait_opens = UL1_COPIES ? copy_opens(s) : 0;
    out->copy_valid = UL1_COPIES && s->shown;
    if (places)
        out->copy_place = (uint8_t)lowest(places);
    if (!out->copy_valid)
        return;
    out->copy_number = s->number;
    out->copy_warp = p->warp;
    out->copy_width = p->width;
    out->copy_mask = p->mask;
    for (unsigned lane = 0; lane < LANES; lane++)
        out->copy_addr[lane] = p->dest[lane];
}

// Among these places, the one with a half in this instruction-table entry, as a set.
static uint32_t copy_of(const struct copy_state *s, uint32_t places, unsigned entry)
{
    for (uint64_t left = places; left; left = without_lowest(left))
        if (s->place[lowest(left)].entry == entry)
            return (uint32_t)lowest_one(left);
    return 0;
}

static void copy_data(const struct copy_state *s, const struct copy_in *in, struct ul1_copy_out *out)
{
    const uint32_t of = UL1_COPIES && in->pull_ready ? copy_of(s, s->storing, in->pull_id) : 0;
    out->copydata_mask = of ? in->pull_mask : 0;
    if (of)
        memcpy(out->copydata_word, s->place[lowest(of)].word[in->pull_sub % UL1_WORDS],
               sizeof s->place[0].word[0]);
}

static void copy_write(struct copy_state *s, const struct copy_in *in)
{
    const uint32_t of = in->load_mask ? copy_of(s, s->loading, in->rf_id) : 0;
    if (!of)
        return;
    uint32_t *word = s->place[lowest(of)].word[in->rf_sub % UL1_WORDS];
    for (unsigned slot = 0; slot < LANES; slot++)
        word[slot] = bit(in->load_mask, slot) ? in->load_data[slot] : word[slot];
}

// A load that fails ends its copy.
static void copy_retire(struct copy_state *s, const struct copy_in *in)
{
    const uint32_t of_load = copy_of(s, s->loading, in->ret_id);
    s->storing &= ~copy_of(s, s->storing, in->ret_id);
    s->loading &= ~of_load;
    s->loaded |= in->ret_err == UL1_ERR_NONE ? of_load : 0;
}

static void copy_start(struct copy_state *s, const struct copy_in *in, unsigned place)
{
    struct copy_place *p = &s->place[place];
    p->entry = in->in_entry;
    p->warp = in->in_warp;
    p->width = in->in_width;
    p->age = 0;
    p->mask = in->in_mask;
    for (unsigned lane = 0; lane < LANES; lane++)
        p->dest[lane] = in->in_dest[lane];
    s->loading |= (uint32_t)one(place);
}

// Copies are shown in rotation. The next one is shown when the store of the one before is taken.
static void copy_show(struct copy_state *s, const struct copy_in *in, uint32_t loaded, unsigned stores)
{
    const uint32_t left = stores ? loaded & ~(uint32_t)one(s->number) : loaded;
    if (stores) {
        s->place[s->number].entry = in->in_entry;
        s->loaded &= ~(uint32_t)one(s->number);
        s->storing |= (uint32_t)one(s->number);
    }
    if (s->shown && !stores)
        return;
    s->shown = left != 0;
    s->number = (uint8_t)(left ? next_in(left, s->number) : s->number);
}

static void copy_commit(struct copy_state *s, unsigned warp)
{
    for (unsigned i = 0; i < COPY_PLACES; i++)
        s->place[i].age =
            (uint8_t)(s->place[i].age + (s->place[i].warp == warp && s->place[i].age < COPY_AGE_MOST));
}

static void copy_reset(struct copy_state *s)
{
    s->loading = s->loaded = s->storing = 0;
    s->shown = s->number = 0;
    s->waiting = 0;
}

static void copy_clock(struct copy_state *s, const struct copy_in *in, const struct ul1_copy_out *out)
{
    const uint32_t places = copy_free(s), loaded = s->loaded;
    const unsigned takes = in->in_valid && !in->in_again && in->in_copy;
    if (in->rst) {
        copy_reset(s);
        return;
    }
    copy_write(s, in);
    if (in->ret_valid)
        copy_retire(s, in);
    if (in->commit_valid)
        copy_commit(s, in->commit_warp);
    copy_show(s, in, loaded, takes && in->in_op == UL1_OP_STORE && in->in_shared_ready && s->shown);
    if (takes && in->in_op == UL1_OP_LOAD && in->in_ready && places)
        copy_start(s, in, lowest(places));
    s->waiting &= ~out->wait_opens;
    if (in->wait_valid) {
        s->waiting |= one(in->wait_warp);
        s->leave[in->wait_warp] = in->wait_groups;
    }
}
