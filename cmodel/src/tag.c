// Tag unit: mapping, lookup, and what becomes of lines.
#include "tag.h"

// The age of a way is kept so that all zero is as after reset: way w has age w.
static unsigned tag_age(const struct tag_set *t, unsigned way)
{
    return t->age[way] ^ way;
}

static void tag_set_age(struct tag_set *t, unsigned way, unsigned age)
{
    t->age[way] = (uint8_t)(age ^ way);
}

// ---- functions that another chip may have others of. (tag_index stands in machine.h.)

// The row of a line, by the set and way that it is in.
static unsigned tag_row(unsigned set, unsigned way, unsigned split)
{
    return shared_rows(split) + way * cache_sets(split) + set;
}

// A way is used: it becomes the youngest.
static void tag_touch(struct tag_set *t, unsigned way)
{
    unsigned was = tag_age(t, way);
    for (unsigned w = 0; w < TAG_WAYS; w++)
        tag_set_age(t, w, tag_age(t, w) + (tag_age(t, w) < was));
    tag_set_age(t, way, 0);
}

// The way to be given to a new line, among those in `ways`, of which there is at least one: the lowest without a valid
// sector, else the oldest.
static unsigned tag_victim(const struct tag_set *t, unsigned ways)
{
    unsigned oldest = lowest(ways);
    for (unsigned w = 0; w < TAG_WAYS; w++) {
        if (!bit(ways, w))
            continue;
        if (!t->sect[w])
            return w;
        if (tag_age(t, w) > tag_age(t, oldest))
            oldest = w;
    }
    return oldest;
}

// ---- a set

// Its ways that are free: with this split, those that neither wait for their line nor hold it for replays.
static unsigned tag_free(const struct tag_state *s, unsigned set)
{
    unsigned busy = 0;
    for (unsigned w = 0; w < TAG_WAYS; w++)
        busy |= (unsigned)((s->pend[w] | s->lock[w]) >> set & 1) << w;
    return ~busy & ((1u << cache_ways(s->split)) - 1);
}

// The way that has the line; TAG_WAYS if it is not there.
static unsigned tag_find(const struct tag_state *s, uint64_t line, unsigned set, unsigned unused)
{
    const struct tag_set *t = &s->set[set];
    unsigned same = 0;
    for (unsigned w = 0; w < TAG_WAYS; w++)
        same |= (unsigned)(t->line[w] == line && (t->sect[w] || !bit(unused, w))) << w;
    same &= (1u << cache_ways(s->split)) - 1;
    return same ? lowest(same) : TAG_WAYS;
}

// ---- outputs

static void tag_state(const struct tag_state *s, const struct ul1_tag_in *in, struct ul1_tag_out *out)
{
    (void)in;
    out->inv_ready = !s->inv;
    memcpy(out->tag_pend, s->pend, sizeof out->tag_pend);
    memcpy(out->tag_lock, s->lock, sizeof out->tag_lock);
}

static void tag_map(const struct ul1_tag_in *in, struct ul1_tag_out *out)
{
    for (unsigned i = 0; i < LANES; i++) {
        out->map_bank[i] = (uint8_t)addr_bank(in->pass_addr[i]);
        out->map_row[i] = (uint16_t)addr_row(in->pass_addr[i]);
        out->map_byte[i] = (uint8_t)addr_byte(in->pass_addr[i]);
    }
}

static unsigned tag_need(const struct ul1_tag_in *in)
{
    unsigned need = 0;
    for (unsigned i = 0; i < LANES; i++)
        need |= bit(in->pass_mask, i) << bank_sector(addr_bank(in->pass_addr[i]));
    return need;
}

static void tag_lookup(const struct tag_state *s, const struct ul1_tag_in *in, struct ul1_tag_out *out)
{
    unsigned set = tag_index(in->pass_line, s->split), unused = tag_free(s, set);
    unsigned way = tag_find(s, in->pass_line, set, unused), there = way < TAG_WAYS;
    const struct tag_set *t = &s->set[set];
    unsigned doomed = there && bit(t->doomed, way);
    unsigned taken_over = there && bit(unused, way) && in->pass_bypass; // as if it were not there
    unsigned need = tag_need(in), valid = there ? t->sect[way] : 0;
    unsigned hit = there && (need & ~valid) == 0 && (in->pass_rep ? !in->pass_fail : !doomed && !taken_over);

    out->look_hit = (uint8_t)hit;
    out->look_miss = !in->pass_rep && !hit;
    out->look_set = (uint8_t)set;
    out->look_need = (uint8_t)need;
    out->look_have = (uint8_t)(doomed || taken_over ? 0 : valid);
    out->look_doom = (uint8_t)doomed;
    out->look_way = (uint8_t)(there ? bit(unused, way) : unused != 0);
    if (there || unused)
        out->look_row = (uint16_t)tag_row(set, there ? way : tag_victim(t, unused), s->split);
    out->map_mask = hit ? in->pass_mask : 0;
    if (hit)
        for (unsigned i = 0; i < LANES; i++)
            out->map_row[i] = out->look_row;
}

static void tag_look(const struct tag_state *s, const struct ul1_tag_in *in, struct ul1_tag_out *out)
{
    out->look_hit = 0;
    out->look_miss = 0;
    out->map_mask = in->pass_mask;
    if (in->pass_mask)
        tag_map(in, out);
    if (in->pass_cached)
        tag_lookup(s, in, out);
}

// ---- the clock edge

// Set and way of a row of the cache.
struct tag_place {
    unsigned set, way;
};

static struct tag_place tag_place(const struct tag_state *s, unsigned row)
{
    unsigned sets = cache_sets(s->split), behind = row - shared_rows(s->split);
    return (struct tag_place){ .set = behind % sets, .way = behind / sets % TAG_WAYS };
}

static void tag_set_bit(uint64_t *mask, unsigned i, unsigned value)
{
    *mask = (*mask & ~(UINT64_C(1) << i)) | (uint64_t)value << i;
}

// A miss reserves the way of look_row.
static void tag_clock_open(struct tag_state *s, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    struct tag_place at = tag_place(s, out->look_row);
    struct tag_set *t = &s->set[at.set];
    unsigned keeps = t->line[at.way] == in->pass_line && !in->pass_bypass;
    t->line[at.way] = in->pass_line;
    t->sect[at.way] = keeps ? t->sect[at.way] : 0;
    tag_touch(t, at.way);
    tag_set_bit(&s->pend[at.way], at.set, 1);
}

// The last replay of an entry frees its way.
static void tag_clock_last(struct tag_state *s, const struct ul1_tag_in *in)
{
    unsigned set = tag_index(in->pass_line, s->split);
    unsigned way = tag_find(s, in->pass_line, set, tag_free(s, set));
    if (way >= TAG_WAYS)
        return;
    struct tag_set *t = &s->set[set];
    tag_set_bit(&s->pend[way], set, 0);
    tag_set_bit(&s->lock[way], set, 0);
    if (bit(t->doomed, way) || in->pass_drop)
        t->sect[way] = 0;
    t->doomed &= (uint8_t)~(1u << way);
}

static void tag_clock_look(struct tag_state *s, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    if (out->look_hit) {
        struct tag_place at = tag_place(s, out->look_row);
        tag_touch(&s->set[at.set], at.way);
    }
    if (in->miss_open)
        tag_clock_open(s, in, out);
    if (in->pass_rep && in->pass_last)
        tag_clock_last(s, in);
}

static void tag_complete(struct tag_state *s, unsigned row)
{
    struct tag_place at = tag_place(s, row);
    tag_set_bit(&s->pend[at.way], at.set, 0);
    tag_set_bit(&s->lock[at.way], at.set, 1);
}

static void tag_clock_fill(struct tag_state *s, const struct ul1_tag_in *in)
{
    if (in->fill_valid && !in->fill_err) {
        struct tag_place at = tag_place(s, in->fill_row);
        s->set[at.set].sect[at.way] |= in->fill_sect;
    }
    if (in->fill_done)
        tag_complete(s, in->fill_row);
    if (in->fault_done)
        tag_complete(s, in->fault_row);
}

// A set of the invalidation under way; after the last it is over.
static void tag_clock_sweep(struct tag_state *s)
{
    unsigned unused = tag_free(s, s->inv_set);
    struct tag_set *t = &s->set[s->inv_set];
    for (unsigned w = 0; w < cache_ways(s->split); w++) {
        if (!line_in_page(t->line[w], s->inv_addr, s->page))
            continue;
        if (bit(unused, w))
            t->sect[w] = 0;
        else
            t->doomed |= (uint8_t)(1u << w);
    }
    s->inv_set++;
    s->inv = s->inv_set < cache_sets(s->split);
}

static void tag_clock_invalidate(struct tag_state *s, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    if (s->inv) {
        tag_clock_sweep(s);
    } else if (in->inv_valid && out->inv_ready) {
        s->inv = 1;
        s->inv_set = 0;
        s->inv_addr = in->inv_addr;
    }
}

// Every way free and invalid, ages as at first.
static void tag_empty(struct tag_state *s)
{
    for (unsigned i = 0; i < UL1_SETS; i++) {
        struct tag_set *t = &s->set[i];
        memset(t->sect, 0, sizeof t->sect);
        memset(t->age, 0, sizeof t->age);
        t->doomed = 0;
    }
    memset(s->pend, 0, sizeof s->pend);
    memset(s->lock, 0, sizeof s->lock);
}

static void tag_clock_settings(struct tag_state *s, const struct ul1_tag_in *in)
{
    if (s->split != in->cfg_split || s->page != in->cfg_page || s->root != in->cfg_root)
        tag_empty(s);
    s->split = in->cfg_split;
    s->page = in->cfg_page;
    s->root = in->cfg_root;
}

static void tag_clock(struct tag_state *s, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    tag_clock_look(s, in, out);
    tag_clock_fill(s, in);
    tag_clock_invalidate(s, in, out);
    tag_clock_settings(s, in);
    if (in->rst) {
        tag_empty(s);
        s->inv = 0;
    }
}
