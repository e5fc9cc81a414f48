// The stages before stage 0 of a cached access: whose addresses are read, and the lanes of it that lie on one line.
#ifndef UL1_LSU_GATHER_H
#define UL1_LSU_GATHER_H

#include "l1/lsu/next.h"

// What was deferred in the cycle before takes back what else of its instruction is prepared.
static inline unsigned lsu_fell(const struct lsu_state *s, unsigned id)
{
    return s->fell.valid && s->fell.id == id;
}

// The sub-warp whose lines are prepared has lines left, after this cycle, in which `lanes` of it are.
static inline unsigned lsu_gathers_on(const struct lsu_state *s, uint32_t lanes)
{
    return s->gather.valid && !lsu_fell(s, s->gather.id) && (s->gather.left & ~lanes);
}

// The lanes that are prepared in this cycle: those that lie on the line of the lowest of those to do, or on that replayed.
static inline uint32_t lsu_gathers(const struct lsu_state *s, uint64_t *line)
{
    const struct lsu_reading *r = &s->reading;
    const struct lsu_entry *e = &s->entry[r->id];
    *line = r->line;
    if (!r->valid || (r->kind != LSU_REPLAY && lsu_fell(s, r->id)))
        return 0;
    if (r->kind == LSU_REPLAY)
        return r->bare ? 0 : lsu_on_line(e, e->mask & lsu_sub_lanes(e, r->sub), r->line);
    uint32_t todo = r->kind == LSU_NEW ? s->gather.left : e->todo;
    unsigned lane = todo ? lowest(todo) : 0; // (who is chosen has a lane to do)
    *line = lsu_line(e, lane);
    return lsu_on_line(e, todo & lsu_sub_lanes(e, lsu_sub_of(e, lane)), *line);
}

// ---- who is chosen

// Replays that are prepared or on the way.
static inline unsigned lsu_takes_replay(const struct lsu_state *s)
{
    return how_many(s->lines.used[LSU_REPLAY]) + (s->reading.valid && s->reading.kind == LSU_REPLAY) < UL1_REPLAY_LINES;
}

static inline unsigned lsu_takes_new(const struct lsu_state *s)
{
    return how_many(s->lines.used[LSU_NEW]) + (s->reading.valid && s->reading.kind == LSU_NEW) < UL1_NEW_LINES;
}

// The oldest sleeper that is awake and has a lane to do after this cycle, in which `lanes` are gathered; LSU_IDS if there is
// none, or none is chosen. One place is kept for one that is older than all that have one. (Lanes gathered as new or for a replay are
// none of those to do.)
static inline unsigned lsu_chooses_woken(const struct lsu_state *s, uint32_t lanes)
{
    uint64_t woken = lsu_awake_todo(s);
    unsigned reads = s->reading.valid && s->reading.kind == LSU_WOKEN;
    if (!(s->entry[s->reading.id].todo & ~lanes))
        woken &= ~one(s->reading.id);
    if (!woken)
        return LSU_IDS;
    uint64_t there = lsu_on_the_way(s);
    unsigned id = ages_oldest(s->sleepers.before, woken), count = how_many(s->lines.used[LSU_WOKEN]) + reads;
    unsigned oldest = !is_in(there, id) && ages_oldest(s->sleepers.before, there | one(id)) == id;
    return count + !oldest < UL1_WOKEN_LINES ? id : LSU_IDS;
}

// Of a warp's cached accesses that are prepared, or on the way: whether there are any; whether all of them are plain loads, or
// stores.
struct lsu_kin {
    unsigned some, loads, stores;
};

static inline struct lsu_kin lsu_kin_of(const struct lsu_state *s, unsigned warp)
{
    struct lsu_kin kin = { 0, 1, 1 };
    for (uint64_t left = lsu_lines_warp(&s->lines, warp); left; left = without_lowest(left)) {
        const struct lsu_line *l = &s->lines.place[lowest(left)];
        kin.some = 1;
        kin.loads &= !(l->store | l->inval | l->flush | l->ordered);
        kin.stores &= l->store;
    }
    unsigned id = s->gather.id;
    if (s->gather.valid && s->entry[id].warp == warp) {
        kin.some = 1;
        kin.loads &= !is_in(s->stores | s->invals | s->flushes | s->ordered, id);
        kin.stores &= is_in(s->stores, id);
    }
    return kin;
}

// Whether the access of the instruction may turn out to have to wait for one of its warp that is prepared before it, or looked
// up, and that for something that takes long.
static inline unsigned lsu_bets(const struct lsu_state *s, unsigned id, struct lsu_kin kin)
{
    unsigned warp = s->entry[id].warp, looks = lsu_looks(s, warp);
    if (is_in(s->stores, id))
        return !kin.stores || looks;
    if (is_in(s->invals | s->flushes | s->ordered, id))
        return kin.some || looks;
    return !kin.loads || is_in(s->tending, warp);
}

// A sub-warp that bets does so until there is nothing of its warp any more that it may have to wait for, but of its own.
static inline unsigned lsu_still_bets(const struct lsu_state *s, const struct lsu_gather *g)
{
    if (!g->bets)
        return 0;
    unsigned warp = s->entry[g->id].warp;
    if ((lsu_looks(s, warp) && s->follow[0].id != g->id) || is_in(s->tending, warp))
        return 1;
    if ((is_in(s->ordered, g->id) && is_in(s->loading, warp)) || (is_in(s->stores, g->id) && s->sleepers.of_warp[warp]))
        return 1;
    uint64_t lines = lsu_lines_warp(&s->lines, warp);
    return lines != lsu_lines_id(&s->lines, lines, g->id);
}

static inline unsigned lsu_wants_room(const struct lsu_state *s, unsigned id)
{
    return is_in(s->stores | s->flushes, id);
}

// New ones among the lines and on the way that may stand still: those that bet, stores and flushes that do not.
struct lsu_idle {
    unsigned bet, room;
};

static inline struct lsu_idle lsu_idle_lines(const struct lsu_state *s)
{
    unsigned reads = s->reading.valid && s->reading.kind == LSU_NEW;
    struct lsu_idle n = { reads && s->gather.bets, reads && !s->gather.bets && lsu_wants_room(s, s->reading.id) };
    n.bet += how_many(s->lines.used[LSU_NEW] & s->lines.bets);
    n.room += how_many(s->lines.used[LSU_NEW] & s->lines.room & ~s->lines.bets);
    return n;
}

// It is free to have a line: it keeps places from nobody.
static inline unsigned lsu_is_free(const struct lsu_state *s, struct lsu_idle n, unsigned id, unsigned bets)
{
    return bets ? n.bet < UL1_BETS : !lsu_wants_room(s, id) || n.room < UL1_ROOM_LINES;
}

// Of those set aside, the one that goes on; LSU_ASIDES if none does.
static inline unsigned lsu_goes_on(const struct lsu_state *s, struct lsu_idle n)
{
    const struct lsu_gather *room = &s->aside[LSU_ASIDE_ROOM], *bet = &s->aside[LSU_ASIDE_BET];
    if (room->valid && !lsu_fell(s, room->id) && lsu_is_free(s, n, room->id, 0))
        return LSU_ASIDE_ROOM;
    if (!bet->valid || lsu_fell(s, bet->id) || !lsu_is_free(s, n, bet->id, lsu_still_bets(s, bet)))
        return LSU_ASIDES;
    return room->valid && lsu_wants_room(s, bet->id) ? LSU_ASIDES : LSU_ASIDE_BET;
}

// Cached accesses of the new queue that could be prepared: what they wait for is not known to take long.
static inline uint64_t lsu_gatherable(const struct lsu_state *s, const struct lsu_in *in)
{
    uint64_t turn = lsu_queue_turn(&s->queue) & s->cached & ~s->nulls;
    if (!turn)
        return 0;
    turn &= ~s->stores | s->beats.some;
    turn &= in->room_cached && !s->aside[LSU_ASIDE_ROOM].valid ? UINT64_MAX : ~(s->stores | s->flushes);
    for (unsigned a = 0; a < LSU_ASIDES; a++)
        turn &= s->aside[a].valid ? ~s->queue.order[LSU_CACHED].of_warp[s->entry[s->aside[a].id].warp] : UINT64_MAX;
    turn &= ~lsu_behind_sleepers(s, turn & s->stores);
    for (uint64_t left = s->tending; left; left = without_lowest(left))
        turn &= lsu_looks(s, lowest(left)) ? UINT64_MAX : ~s->queue.order[LSU_CACHED].of_warp[lowest(left)];
    for (uint64_t left = s->loading; left; left = without_lowest(left))
        turn &= lsu_looks(s, lowest(left)) ? UINT64_MAX : ~(s->queue.order[LSU_CACHED].of_warp[lowest(left)] & s->ordered);
    return turn;
}

// The oldest of them that is free to have a line; else LSU_IDS.
static inline unsigned lsu_chooses_new(const struct lsu_state *s, const struct lsu_in *in, struct lsu_idle n, unsigned *bets)
{
    unsigned may_bet = n.bet < UL1_BETS && !s->aside[LSU_ASIDE_BET].valid;
    for (uint64_t left = lsu_gatherable(s, in); left; ) {
        unsigned id = lsu_queue_oldest(&s->queue, left);
        *bets = lsu_bets(s, id, lsu_kin_of(s, s->entry[id].warp));
        if (*bets ? may_bet : lsu_is_free(s, n, id, 0))
            return id;
        left &= ~one(id);
    }
    return LSU_IDS;
}

// ---- the clock edge

// The line that was gathered in this cycle joins the others.
static inline void lsu_clock_line(struct lsu_state *s, uint32_t lanes, uint64_t line)
{
    const struct lsu_reading *r = &s->reading;
    if (!r->valid || (!lanes && !r->bare))
        return;
    struct lsu_entry *e = &s->entry[r->id];
    unsigned sub = r->kind == LSU_REPLAY ? r->sub : lsu_sub_of(e, lowest(lanes));
    unsigned ends = r->kind == LSU_NEW && s->gather.left == lanes;
    if (r->kind == LSU_NEW)
        s->gather.left &= ~lanes;
    else if (r->kind == LSU_WOKEN)
        e->todo &= ~lanes;
    unsigned i = lsu_lines_join(&s->lines, r->kind, e->warp);
    struct lsu_line *l = &s->lines.place[i];
    *l = (struct lsu_line){ .id = r->id, .sub = (uint8_t)sub, .prt = r->prt, .last = r->last, .err = r->err, .bare = r->bare,
        .lanes = lanes, .line = line };
    if (r->bare)
        return;
    l->warp = e->warp;
    l->width = e->width;
    l->sign = e->sign;
    l->store = is_in(s->stores, r->id);
    l->bypass = e->bypass;
    l->writeback = e->writeback;
    l->inval = is_in(s->invals, r->id);
    l->flush = is_in(s->flushes, r->id);
    l->ordered = is_in(s->ordered, r->id);
    s->lines.bets = with(s->lines.bets, i, s->gather.bets);
    s->lines.room = with(s->lines.room, i, l->store | l->flush);
    l->beat = s->gather.beat;
    l->end = l->store && ends;
    l->final = !e->todo && (ends || r->kind == LSU_WOKEN);
    l->mask = lsu_slots_of(e, sub, lanes);
    lsu_slot_addrs(e, sub, l->addr);
}

// What else of the instruction is prepared that was deferred in the cycle before is to do again.
static inline void lsu_clock_fell(struct lsu_state *s)
{
    if (!s->fell.valid)
        return;
    uint64_t its = lsu_lines_id(&s->lines, s->lines.used[LSU_NEW] | s->lines.used[LSU_WOKEN], s->fell.id);
    for (uint64_t left = its; left; left = without_lowest(left))
        s->entry[s->fell.id].todo |= s->lines.place[lowest(left)].lanes;
    lsu_lines_leave(&s->lines, its, s->entry[s->fell.id].warp);
    struct lsu_gather *held[] = { &s->gather, &s->aside[LSU_ASIDE_ROOM], &s->aside[LSU_ASIDE_BET] };
    for (unsigned g = 0; g < sizeof held / sizeof *held; g++) {
        if (held[g]->valid && held[g]->id == s->fell.id) {
            s->entry[s->fell.id].todo |= held[g]->left;
            held[g]->valid = 0;
        }
    }
}

// A sub-warp of a new access is chosen: that of the lowest lane to do.
static inline void lsu_clock_gather(struct lsu_state *s, unsigned id, unsigned bets)
{
    struct lsu_entry *e = &s->entry[id];
    unsigned sub = lsu_sub_of(e, lowest(e->todo));
    s->gather = (struct lsu_gather){ .valid = 1, .id = (uint8_t)id, .beat = s->beats.first[id],
        .bets = (uint8_t)bets, .left = e->todo & lsu_sub_lanes(e, sub) };
    e->todo &= ~s->gather.left;
    if (!e->todo)
        lsu_queue_leave(&s->queue, id, e->warp);
    lsu_beats_leave(&s->beats, id);
}

// What is chosen by the state at the beginning of a cycle, and gathered in it.
struct lsu_gathered {
    uint64_t line;
    uint32_t lanes;
    uint8_t still;                          // the sub-warp that is gathered bets, and goes on doing so
    uint8_t aside;                          // it is set aside, among these; LSU_ASIDES if it is not
    uint8_t again;                          // of those that are, this one goes on; LSU_ASIDES if none does
    uint8_t fresh, bets;                    // a sub-warp of this instruction is chosen, which bets; LSU_IDS if none is
    struct lsu_reading reading;             // whose addresses are read next
};

static inline struct lsu_gathered lsu_gather(const struct lsu_state *s, const struct lsu_in *in)
{
    struct lsu_gathered g = { .aside = LSU_ASIDES, .again = LSU_ASIDES, .fresh = LSU_IDS };
    g.lanes = lsu_gathers(s, &g.line);
    unsigned mine = s->reading.kind == LSU_NEW, on = lsu_gathers_on(s, mine ? g.lanes : 0), bets = 0;
    unsigned woken, id = LSU_IDS;
    struct lsu_idle n = lsu_idle_lines(s);
    g.still = (uint8_t)lsu_still_bets(s, &s->gather);
    if (on && !lsu_is_free(s, n, s->gather.id, g.still))
        g.aside = g.still ? LSU_ASIDE_BET : LSU_ASIDE_ROOM;
    if (in->replay_valid && lsu_takes_replay(s)) {
        g.reading = (struct lsu_reading){ .valid = 1, .kind = LSU_REPLAY, .id = in->merged_id, .sub = in->merged_sub,
            .prt = in->replay_prt, .last = in->merged_last, .err = in->merged_err, .bare = in->merged_bare,
            .line = in->merged_line };
        return g;
    }
    if ((woken = lsu_chooses_woken(s, g.lanes)) < LSU_IDS) {
        g.reading = (struct lsu_reading){ .valid = 1, .kind = LSU_WOKEN, .id = (uint8_t)woken };
        return g;
    }
    if (!lsu_takes_new(s) || g.aside < LSU_ASIDES)
        return g;
    if (on)
        id = s->gather.id;
    else if ((g.again = (uint8_t)lsu_goes_on(s, n)) < LSU_ASIDES) {
        id = s->aside[g.again].id;
        bets = lsu_still_bets(s, &s->aside[g.again]);
    } else
        g.fresh = (uint8_t)(id = lsu_chooses_new(s, in, n, &bets));
    g.bets = (uint8_t)bets;
    if (id < LSU_IDS)
        g.reading = (struct lsu_reading){ .valid = 1, .kind = LSU_NEW, .id = (uint8_t)id };
    return g;
}

static inline void lsu_clock_gathered(struct lsu_state *s, struct lsu_gathered g)
{
    lsu_clock_line(s, g.lanes, g.line);
    if (!s->gather.left)
        s->gather.valid = 0;
    s->gather.bets = g.still;
    if (g.aside < LSU_ASIDES) {
        s->aside[g.aside] = s->gather;
        s->gather.valid = 0;
    }
    if (g.again < LSU_ASIDES) {
        s->gather = s->aside[g.again];
        s->gather.bets = g.bets;
        s->aside[g.again].valid = 0;
    }
    if (g.fresh < LSU_IDS)
        lsu_clock_gather(s, g.fresh, g.bets);
    s->reading = g.reading;
}

#endif
