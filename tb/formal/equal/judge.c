// The result of a cached access that does not hit. A load opens an entry, merges, or is deferred with a
// cause. A store is held, makes sectors dirty, or is written through. Also the sectors to be fetched.
#include "lanes.c"

#include "relate.h"

static unsigned yes(const char *wire) { return (unsigned)held(wire, 0, 0); }

static unsigned sectors(const char *wire) { return (unsigned)held(wire, 0, 0) & ALL_SECTORS; }

static void find_access(struct prt_in *in)
{
    in->pass_line = any(UL1_LINE_W);
    in->pass_store = (uint8_t)yes("pass_store");
    in->pass_writeback = (uint8_t)yes("pass_writeback");
    in->pass_inval = (uint8_t)yes("pass_inval");
    in->pass_flush = (uint8_t)yes("pass_flush");
    in->look_miss = (uint8_t)yes("look_miss");
    in->look_judge = (uint8_t)yes("look_judge");
    in->look_need = (uint8_t)sectors("look_need");
    in->look_have = (uint8_t)sectors("look_have");
    in->look_cover = (uint8_t)sectors("look_cover");
    in->look_there = (uint8_t)yes("look_there");
    in->look_way = (uint8_t)yes("look_way");
    in->look_dirty = (uint8_t)sectors("look_dirty");
    in->look_purge = (uint8_t)yes("look_purge");
    in->credit_dirty = (uint8_t)yes("credit_dirty");
    in->defer_holds = (uint8_t)yes("defer_holds");
    in->pass_bypass = (uint8_t)any(1);
    in->fill_valid = in->mmu_fault = 0;
}

// As tag has it: the access is a load that misses, a store, an inval or a flush, and exactly one of these.
static void assume_access(const struct prt_in *in)
{
    const unsigned cmo = in->pass_inval || in->pass_flush;
    never(in->look_judge != (in->look_miss || ((in->pass_store || cmo) && in->look_judge)));
    never((in->look_miss && (in->pass_store || cmo)) || (in->pass_store && cmo)
          || (in->pass_inval && in->pass_flush));
}

// Entries with this one as the line's, if known, and else as the lowest free one. `closed`: the entry is
// closed to the access, because of a store or because it is outdated.
static void find_entries(struct prt_state *s, const struct prt_in *in)
{
    const unsigned its = (unsigned)held("entry", 0, 0), known = yes("known"), full = yes("full");
    s->used = any(UL1_PRT);
    s->fetch = (uint8_t)held("fetch", 0, 0);
    s->volta = (uint8_t)yes("volta");
    never(UL1_POLICIES <= 3 && s->volta);
    s->closed = s->fenced = 0;
    for (unsigned i = 0; i < UL1_PRT; i++) {
        const unsigned is_it = known && i == its;
        s->line[i] = in->pass_line ^ !is_it;
        s->state[i] = (uint8_t)(is_it && yes("filled") ? UL1_PRT_STATE_FILLED : UL1_PRT_STATE_WAITS);
        s->merges[i] = (uint8_t)(is_it && full ? UL1_MERGE : any(UL1_MERGE_W - 1));
        s->closed |= (uint64_t)any(1) << i;
        s->fenced |= (uint64_t)any(1) << i;
        s->entry[i].want = (uint8_t)sectors("wanted");
        never(is_it && !is_in(s->used, i));
        never(is_it && yes("closed") != (is_in(s->closed, i) || prt_outdated(s, in, i)));
    }
    never(known && !in->look_judge); // prt looks for the entry of a judged access alone
    never(yes("any_free") == prt_full(s));
    never(!known && yes("any_free") && its != prt_free_entry(s));
}

static void compare_load(const struct ul1_prt_out *out)
{
    same("miss_open", 0, 0, out->miss_open, 1);
    same("miss_merge", 0, 0, out->miss_merge, 1);
    same("miss_defer", 0, 0, out->miss_defer, 1);
    same("miss_cause", 0, 0, out->miss_cause, out->miss_defer);
}

static void compare_store(const struct ul1_prt_out *out)
{
    same("store_hold", 0, 0, out->store_hold, 1);
    same("store_prt", 0, 0, out->store_prt, out->store_hold);
    same("store_through", 0, 0, out->store_through, 1);
    same("store_alloc", 0, 0, out->store_alloc, 1);
    same("store_dirty", 0, 0, out->store_dirty, 1);
    same("store_sect", 0, 0, out->store_sect, 1);
}

void compare(void)
{
    struct prt_state *s = some(sizeof *s);
    struct prt_in *in = some(sizeof *in);
    struct ul1_prt_out *out = some(sizeof *out);
    find_access(in);
    assume_access(in);
    find_entries(s, in);
    prt_judge(s, in, out);
    compare_load(out);
    compare_store(out);
    const unsigned first = in->pass_store ? prt_wants_held(s, in) : prt_wants(s, in);
    same("first", 0, 0, first, out->miss_open);
    same("adds", 0, 0, prt_adds(s, in, out) & ~sectors("wanted"), 1);
}
