// Tag unit: mapping, lookup, what becomes of lines, and commands.
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
static unsigned tag_row(unsigned set, unsigned way, unsigned carveout)
{
    return shared_rows(carveout) + way * cache_sets(carveout) + set;
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

// Its ways that are free: with this carveout, those that neither wait for their line nor hold it for replays.
static unsigned tag_free(const struct tag_state *s, unsigned set)
{
    unsigned busy = 0;
    for (unsigned w = 0; w < TAG_WAYS; w++)
        busy |= (unsigned)((s->pend[w] | s->lock[w]) >> set & 1) << w;
    return ~busy & ((1u << cache_ways(s->carveout)) - 1);
}

// The way that has the line; TAG_WAYS if it is not there.
static unsigned tag_find(const struct tag_state *s, uint64_t line, unsigned set, unsigned unused)
{
    const struct tag_set *t = &s->set[set];
    unsigned same = 0;
    for (unsigned w = 0; w < TAG_WAYS; w++)
        same |= (unsigned)(t->line[w] == line && (t->sect[w] || !bit(unused, w))) << w;
    same &= (1u << cache_ways(s->carveout)) - 1;
    return same ? lowest(same) : TAG_WAYS;
}

// What is known of a line.
struct tag_found {
    unsigned set;
    unsigned there, free;                   // it is there, and its way is free
    unsigned valid, dirty;                  // its sectors, none if it is not there
    unsigned room;                          // the way can be reserved for it
    unsigned way, row;                      // its own, else the one that it would get; without room 0
    unsigned goes;                          // dirty sectors of another line in that way
};

static struct tag_found tag_seek(const struct tag_state *s, uint64_t line)
{
    unsigned set = tag_index(line, s->carveout), unused = tag_free(s, set), way = tag_find(s, line, set, unused);
    const struct tag_set *t = &s->set[set];
    struct tag_found f = { .set = set, .there = way < TAG_WAYS };
    if (f.there) {
        f.free = bit(unused, way);
        f.valid = t->sect[way];
        f.dirty = t->dirty[way];
        f.room = f.free;
        f.way = way;
    } else if (unused) {
        f.room = 1;
        f.way = tag_victim(t, unused);
        f.goes = t->dirty[f.way];
    }
    if (f.there || unused)
        f.row = tag_row(set, f.way, s->carveout);
    return f;
}

// A load that bypasses the cache takes over a way with its line, as if the line were not there.
static unsigned tag_takes_over(const struct ul1_tag_in *in, const struct tag_found *f)
{
    return in->pass_bypass && !in->pass_store && !in->pass_replay && f->free && !f->dirty;
}

// A store that bypasses the cache and covers its line makes a clean copy invalid.
static unsigned tag_purges(const struct ul1_tag_in *in, const struct tag_found *f, unsigned cover)
{
    return in->pass_store && in->pass_bypass && cover == 0xf && f->free && !f->dirty;
}

// ---- outputs

static void tag_state(const struct tag_state *s, const struct ul1_tag_in *in, struct ul1_tag_out *out)
{
    (void)in;
    out->readout_valid = s->readout_valid;
    out->readout_row = s->readout_row;
    out->readout_sect = s->readout_sect;
    out->cmd_ready = s->cmd == UL1_CMD_STATE_READY;
    out->cmd_state = s->cmd;
    out->cmd_hold = s->cmd != UL1_CMD_STATE_READY;
    out->cmd_fence = s->cmd == UL1_CMD_STATE_FENCE;
    out->carveout = s->carveout;
    out->forget_valid = s->cmd == UL1_CMD_STATE_FINISH && s->op == UL1_CMD_PAGE;
    out->forget_addr = s->addr;
    memcpy(out->tag_pend, s->pend, sizeof out->tag_pend);
    memcpy(out->tag_lock, s->lock, sizeof out->tag_lock);
    memcpy(out->tag_dirty, s->dirty_sets, sizeof out->tag_dirty);
}

static void tag_map(const struct ul1_tag_in *in, struct ul1_tag_out *out)
{
    for (unsigned i = 0; i < LANES; i++) {
        out->map_bank[i] = (uint8_t)addr_bank(in->pass_addr[i]);
        out->map_row[i] = (uint16_t)addr_row(in->pass_addr[i]);
        out->map_byte[i] = (uint8_t)addr_byte(in->pass_addr[i]);
    }
}

// Banks that a slot of the pass lies in.
static uint32_t tag_banks(const struct ul1_tag_in *in)
{
    uint32_t banks = 0;
    for (unsigned i = 0; i < LANES; i++)
        banks |= bit(in->pass_mask, i) << addr_bank(in->pass_addr[i]);
    return banks;
}

// Sectors with any of these banks, and with none but these.
static unsigned tag_need(uint32_t banks)
{
    unsigned need = 0;
    for (unsigned q = 0; q < 4; q++)
        need |= (unsigned)((banks >> q * (LANES / 4) & SECTOR_BANKS) != 0) << q;
    return need;
}

static unsigned tag_cover(const struct ul1_tag_in *in, uint32_t banks)
{
    return in->pass_store && in->pass_width >= UL1_WIDTH_B32 ? ~tag_need(~banks) & 0xf : 0;
}

static void tag_lookup(const struct tag_state *s, const struct ul1_tag_in *in, struct ul1_tag_out *out)
{
    struct tag_found f = tag_seek(s, in->pass_line);
    uint32_t banks = tag_banks(in);
    unsigned need = tag_need(banks), cover = tag_cover(in, banks), over = tag_takes_over(in, &f);
    unsigned closed = f.there && bit(s->set[f.set].closed, f.way);
    unsigned fits = f.there && (need & ~f.valid) == 0;
    unsigned hit = !in->pass_store && fits && (in->pass_replay ? !in->pass_fail : !closed && !over);

    out->look_hit = (uint8_t)hit;
    out->look_miss = !in->pass_store && !in->pass_replay && !hit;
    out->look_judge = in->pass_store || out->look_miss;
    out->look_set = (uint8_t)f.set;
    out->look_need = (uint8_t)need;
    out->look_have = (uint8_t)(over ? 0 : f.valid);
    out->look_cover = (uint8_t)cover;
    out->look_there = (uint8_t)f.there;
    out->look_way = (uint8_t)f.room;
    out->look_row = (uint16_t)f.row;
    out->look_dirty = (uint8_t)f.goes;
    out->look_purge = (uint8_t)tag_purges(in, &f, cover);

    // A load's words all lie in one row. A store's go to the row that its entry of the write data buffer has.
    out->map_mask = hit || in->pass_store ? in->pass_mask : 0;
    if (out->map_mask)
        for (unsigned i = 0; i < LANES; i++)
            out->map_row[i] = hit ? out->look_row : 0;
}

static void tag_look(const struct tag_state *s, const struct ul1_tag_in *in, struct ul1_tag_out *out)
{
    out->look_hit = 0;
    out->look_miss = 0;
    out->look_judge = 0;
    out->look_purge = 0;
    out->look_valid = 0;
    out->map_mask = in->pass_mask;
    if (in->pass_mask)
        tag_map(in, out);
    if (in->pass_cached)
        tag_lookup(s, in, out);
    if (in->pass_replay && in->pass_last) {
        struct tag_found f = tag_seek(s, in->pass_line);
        out->look_valid = (uint8_t)(in->pass_drop ? f.dirty : f.valid);
    }
}

// A way is given away, or part of a line dropped: dirty sectors are read out, and what was to be written elsewhere there has
// no place any more.
static void tag_gone(const struct tag_state *s, const struct ul1_tag_in *in, struct ul1_tag_out *out)
{
    struct tag_found f = tag_seek(s, in->pass_line);
    unsigned taken = (in->miss_open || in->store_alloc) && (!f.there || tag_takes_over(in, &f));
    unsigned drops = in->pass_replay && in->pass_last && in->pass_drop;

    out->evict_valid = taken && f.goes;
    out->evict_line = s->set[f.set].line[f.way];
    out->evict_sect = (uint8_t)f.goes;
    out->evict_row = (uint16_t)f.row;
    out->gone_valid = (taken && !f.goes) || drops || tag_purges(in, &f, tag_cover(in, tag_banks(in)));
    out->gone_row = (uint16_t)f.row;
    out->gone_keep = (uint8_t)(in->pass_replay ? f.dirty : 0);
}

// ---- the sweep of a command: what it does to the lines that it names

static unsigned tag_writes_back(const struct tag_state *s)
{
    return s->op != UL1_CMD_LINE && s->op != UL1_CMD_ALL;
}

// Whether they become invalid. Sectors that are dirty by then stay, which none is but for those that write nothing back.
static unsigned tag_invalidates(const struct tag_state *s)
{
    return s->op <= UL1_CMD_CARVEOUT && s->op != UL1_CMD_FLUSH;
}

// Ways of the set at hand with a line that it names.
static unsigned tag_named(const struct tag_state *s)
{
    unsigned ways = (1u << cache_ways(s->carveout)) - 1, named = 0;
    if (s->op != UL1_CMD_LINE && s->op != UL1_CMD_PAGE)
        return ways;
    for (unsigned w = 0; w < TAG_WAYS; w++) {
        uint64_t line = s->set[s->at].line[w];
        unsigned is = s->op == UL1_CMD_LINE ? line == s->addr >> LINE_BITS : line_in_page(line, s->addr, s->page);
        named |= is << w;
    }
    return named & ways;
}

// The way to be read out next; TAG_WAYS if none of the set at hand is.
static unsigned tag_sweeps_out(const struct tag_state *s)
{
    unsigned ways = tag_writes_back(s) ? tag_named(s) : 0, dirty = 0;
    for (unsigned w = 0; w < TAG_WAYS; w++)
        dirty |= (unsigned)(s->dirty_sets[w] >> s->at & 1) << w;
    return ways & dirty ? lowest(ways & dirty) : TAG_WAYS;
}

static void tag_sweep(const struct tag_state *s, const struct ul1_tag_in *in, struct ul1_tag_out *out)
{
    unsigned way = tag_sweeps_out(s);
    if (way == TAG_WAYS || !in->room_dirty)
        return;
    out->evict_valid = 1;
    out->evict_line = s->set[s->at].line[way];
    out->evict_sect = s->set[s->at].dirty[way];
    out->evict_row = (uint16_t)tag_row(s->at, way, s->carveout);
}

static void tag_evict(const struct tag_state *s, const struct ul1_tag_in *in, struct ul1_tag_out *out)
{
    out->evict_valid = 0;
    out->gone_valid = 0;
    unsigned may_purge = in->pass_cached && in->pass_store && in->pass_bypass;
    if (s->cmd == UL1_CMD_STATE_SWEEP)
        tag_sweep(s, in, out);
    else if (in->miss_open || in->store_alloc || may_purge || (in->pass_replay && in->pass_last && in->pass_drop))
        tag_gone(s, in, out);
}

// ---- the clock edge

static void tag_set_bit(uint64_t *mask, unsigned i, unsigned value)
{
    *mask = (*mask & ~(UINT64_C(1) << i)) | (uint64_t)value << i;
}

// The sectors of a way: all that are valid, and the dirty ones of them.
static void tag_set_sectors(struct tag_state *s, unsigned set, unsigned way, unsigned valid, unsigned dirty)
{
    s->set[set].sect[way] = (uint8_t)valid;
    s->set[set].dirty[way] = (uint8_t)dirty;
    tag_set_bit(&s->dirty_sets[way], set, dirty != 0);
}

// The last replay of an entry frees its way.
static void tag_clock_last(struct tag_state *s, const struct ul1_tag_in *in, const struct ul1_tag_out *out,
    const struct tag_found *f)
{
    tag_set_bit(&s->pend[f->way], f->set, 0);
    tag_set_bit(&s->lock[f->way], f->set, 0);
    s->set[f->set].closed &= (uint8_t)~(1u << f->way);
    tag_set_sectors(s, f->set, f->way, out->look_valid | in->held_dirty, f->dirty | in->held_dirty);
}

static void tag_clock_look(struct tag_state *s, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    if (!in->pass_cached)
        return;
    struct tag_found f = tag_seek(s, in->pass_line);
    struct tag_set *t = &s->set[f.set];
    unsigned stores = in->pass_store && f.there && !out->look_purge;

    if (out->look_hit || stores || in->miss_open || in->store_alloc)
        tag_touch(t, f.way);
    if (in->miss_open || in->store_alloc)
        t->line[f.way] = in->pass_line;
    if (in->miss_open) {
        if (!f.there || tag_takes_over(in, &f))
            tag_set_sectors(s, f.set, f.way, 0, 0);
        tag_set_bit(&s->pend[f.way], f.set, 1);
    }
    if (in->store_alloc)
        tag_set_sectors(s, f.set, f.way, in->store_sect, in->store_sect);
    if (in->store_dirty)
        tag_set_sectors(s, f.set, f.way, f.valid | in->store_sect, f.dirty | in->store_sect);
    if (out->look_purge)
        tag_set_sectors(s, f.set, f.way, 0, 0);
    if (in->store_hold)
        t->closed |= (uint8_t)(1u << f.way);
    if (in->pass_replay && in->pass_last && f.there)
        tag_clock_last(s, in, out, &f);
}

// Set and way of a row of the cache.
struct tag_place {
    unsigned set, way;
};

static struct tag_place tag_place(const struct tag_state *s, unsigned row)
{
    unsigned sets = cache_sets(s->carveout), behind = row - shared_rows(s->carveout);
    return (struct tag_place){ .set = behind % sets, .way = behind / sets % TAG_WAYS };
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
        struct tag_place at = tag_place(s, in->done_fill_row);
        s->set[at.set].sect[at.way] |= in->fill_sect;
    }
    if (in->done_fill)
        tag_complete(s, in->done_fill_row);
    if (in->done_fault)
        tag_complete(s, in->done_fault_row);
}

// A cycle for each line that is read out, if there is a slot for it, and a cycle for the rest of the set.
static void tag_clock_sweep(struct tag_state *s, const struct ul1_tag_in *in)
{
    unsigned way = tag_sweeps_out(s), named = tag_named(s);
    struct tag_set *t = &s->set[s->at];
    if (way < TAG_WAYS) {
        if (in->room_dirty)
            tag_set_sectors(s, s->at, way, tag_invalidates(s) ? 0 : t->sect[way], 0);
        return;
    }
    if (tag_invalidates(s))
        for (unsigned w = 0; w < TAG_WAYS; w++)
            if (bit(named, w))
                t->sect[w] = t->dirty[w];
    if (++s->at == cache_sets(s->carveout))
        s->cmd = UL1_CMD_STATE_SETTLE;
}

static void tag_clock_command(struct tag_state *s, const struct ul1_tag_in *in)
{
    switch (s->cmd) {
    case UL1_CMD_STATE_READY:
        if (in->cmd_valid) {
            s->cmd = UL1_CMD_STATE_DRAIN;
            s->op = in->cmd_op;
            s->addr = in->cmd_addr;
            s->new_split = in->cmd_carveout;
            s->at = 0;
        }
        break;
    case UL1_CMD_STATE_DRAIN:
        if (in->lsu_idle && in->wdb_idle)
            s->cmd = UL1_CMD_STATE_SWEEP;
        break;
    case UL1_CMD_STATE_SWEEP:
        tag_clock_sweep(s, in);
        break;
    case UL1_CMD_STATE_SETTLE:
        if (in->wdb_idle)
            s->cmd = tag_writes_back(s) && s->op != UL1_CMD_CARVEOUT ? UL1_CMD_STATE_FENCE : UL1_CMD_STATE_FINISH;
        break;
    case UL1_CMD_STATE_FENCE:
        if (in->accept_fence)
            s->cmd = UL1_CMD_STATE_ANSWER;
        break;
    case UL1_CMD_STATE_ANSWER:
        if (in->answer_fence && in->answer_id == UL1_CMD_ID)
            s->cmd = UL1_CMD_STATE_FINISH;
        break;
    default:
        if (s->op == UL1_CMD_CARVEOUT)
            s->carveout = s->new_split;
        s->cmd = UL1_CMD_STATE_READY;
        break;
    }
}

// Every way free and invalid, ages as at first.
static void tag_empty(struct tag_state *s)
{
    for (unsigned i = 0; i < UL1_SETS; i++) {
        struct tag_set *t = &s->set[i];
        memset(t->sect, 0, sizeof t->sect);
        memset(t->dirty, 0, sizeof t->dirty);
        memset(t->age, 0, sizeof t->age);
        t->closed = 0;
    }
    memset(s->pend, 0, sizeof s->pend);
    memset(s->lock, 0, sizeof s->lock);
    memset(s->dirty_sets, 0, sizeof s->dirty_sets);
}

static void tag_clock_settings(struct tag_state *s, const struct ul1_tag_in *in)
{
    if (s->page != in->cfg_page || s->root != in->cfg_root)
        tag_empty(s);
    s->page = in->cfg_page;
    s->root = in->cfg_root;
}

static void tag_clock(struct tag_state *s, const struct ul1_tag_in *in, const struct ul1_tag_out *out)
{
    tag_clock_look(s, in, out);
    tag_clock_fill(s, in);
    tag_clock_command(s, in);
    s->readout_valid = out->evict_valid;
    s->readout_row = out->evict_row;
    s->readout_sect = out->evict_sect;
    tag_clock_settings(s, in);
    if (in->rst) {
        tag_empty(s);
        s->carveout = UL1_CARVEOUT_S48;
        s->readout_valid = 0;
        s->cmd = UL1_CMD_STATE_READY;
    }
}
