#include "surround/wakes.h"

#include <string.h>

#include "kit/mask.h"

void wakes_reset(struct wakes *w)
{
    memset(w, 0, sizeof *w);
}

// Those asleep for it.
static uint64_t those_for(const struct wakes *w, struct lack lack)
{
    uint64_t those = 0;
    for (uint64_t left = w->asleep; left; left &= left - 1) {
        const struct lack *l = &w->lack[mask_first(left)];
        those |= l->cause == lack.cause && l->key == lack.key ? left & -left : 0;
    }
    return those;
}

// The one of these that has been a sleeper for the longest is told. Who has become one in this cycle is the youngest.
static void tell_one(struct wakes *w, const struct standing *s, uint64_t these)
{
    unsigned n = 0;
    while (n < s->sleepers && !mask_has(these, s->slept[n]))
        n++;
    const uint64_t one = n < s->sleepers ? mask_bit(s->slept[n]) : these & -these;
    w->asleep &= ~one;
    w->tokens |= one;
}

static uint64_t for_room(const struct wakes *w, uint64_t of)
{
    uint64_t those = 0;
    for (uint64_t left = of; left; left &= left - 1)
        those |= w->lack[mask_first(left)].cause == UL1_CAUSE_ROOM ? left & -left : 0;
    return those;
}

// The access in stage 1.
static void see_lookup(struct wakes *w, const struct standing *s, const struct ul1_l1_out *out)
{
    const unsigned e = out->arb.pass_id % ENTRIES;
    const struct lack lack = { out->prt.miss_cause, out->prt.miss_key };
    if (out->prt.miss_defer && !mask_has(w->asleep, e)) {
        w->asleep |= mask_bit(e);
        w->lack[e] = lack;
    }
    const bool again = out->prt.miss_defer && lack.cause == w->token.cause;
    if (w->looks && !out->prt.miss_open && !again && w->token.cause != UL1_CAUSE_ROOM)
        tell_one(w, s, those_for(w, w->token));
}

// The last replay of an entry is selected.
static void see_freed(struct wakes *w, const struct standing *s, const struct ul1_l1_out *out)
{
    const uint8_t entry = out->lsu.cand_prt, set = (uint8_t)line_set(out->lsu.req_line, out->tag.carveout);
    w->asleep &= ~those_for(w, (struct lack){ UL1_CAUSE_MERGE, entry });
    w->asleep &= ~those_for(w, (struct lack){ UL1_CAUSE_CLOSED, entry });
    tell_one(w, s, those_for(w, (struct lack){ UL1_CAUSE_ENTRY, 0 }));
    tell_one(w, s, those_for(w, (struct lack){ UL1_CAUSE_WAY, set }));
}

static void note(struct wakes *w, const struct standing *s, const struct ul1_l1_out *out)
{
    const struct ul1_lsu_out *lsu = &out->lsu;
    const unsigned e = lsu->req_id % ENTRIES;
    const bool told = for_room(w, w->tokens) || (w->looks && w->token.cause == UL1_CAUSE_ROOM);
    const bool gives = out->arb.sel_woken && mask_has(w->tokens, e), presents = out->arb.sel_new || out->arb.sel_woken;
    const struct lack given = w->lack[e];
    if (gives)
        w->tokens &= ~mask_bit(e);
    see_lookup(w, s, out);
    if (out->arb.sel_replay && lsu->cand_last)
        see_freed(w, s, out);
    if (out->wdb.room_dirty && !told)
        tell_one(w, s, for_room(w, w->asleep) & ~(presents ? mask_bit(e) : 0));
    w->looks = gives;
    w->token = given;
}

const char *wakes_cycle(struct wakes *w, const struct standing *s, const struct ul1_l1_out *out)
{
    if (out->lsu.sleep_ids != w->asleep)
        return "sleep_ids: not those whom nobody has told";
    const bool mine = w->looks && w->token.cause == UL1_CAUSE_ROOM;
    if (out->lsu.sleep_yields != (mine || !for_room(w, w->asleep | w->tokens)))
        return "sleep_yields: not whether no sleeper waits for room";
    if (w->asleep || w->tokens || w->looks || out->prt.miss_defer)
        note(w, s, out);
    return NULL;
}
