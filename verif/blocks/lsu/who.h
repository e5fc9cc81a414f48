// Load/store unit: what it has of cached accesses, upkeep and sleepers, and which of these can be prepared, is next, goes: the rules
// of the specification that look at it and change nothing.
#ifndef LSU_WHO_H
#define LSU_WHO_H

#include <stdbool.h>
#include <stddef.h>

#include "kit/mask.h"
#include "shape/sizes.h"

// The kinds of lines: new loads and invals, new stores and flushes, those of woken sleepers, replays.
enum { LSU_LINE_LOAD, LSU_LINE_STORE, LSU_LINE_WOKEN, LSU_LINE_REPLAY };
enum { LSU_PREPARED = UL1_LINE_PLACES, LSU_NOBODY = 1 << UL1_ID_W };

struct lsu_answers {
    bool judged;                        // there was a reset, so that what is in it is known
    uint64_t clock;                     // counts up: ages
    struct lsu_instr {
        bool store, inval, flush, fence, ordered, cached, shared, null, near, asked, answered;
        uint8_t warp, width, beats, beat[2];    // beats that are there for a cached store; their numbers, in order
        uint32_t mask, todo, open;
        uint64_t age, line[LANES];
        bool asleep, token;
        uint8_t cause, key;             // what it waits for or waited for
        uint64_t since;
    } instr[1 << UL1_ID_W];
    struct lsu_access {
        bool used, final, end, last, bare;
        uint8_t kind, id, sub, beat, prt, err;
        uint32_t lanes;
        uint64_t line, age;
    } access[LSU_PREPARED];
    struct lsu_access reading;          // on the way: chosen in the cycle before
    uint8_t turn[2];                    // of loads and of stores the entry of which a new line was chosen last
    bool stored_last;                   // a store's or a flush's was the last of all
    bool fell, again, plain_waits;      // in the cycle before something was deferred, a remainder came, a null or a fence could go
    uint8_t fell_id, went;              // the entry that was deferred; the kind that went last
    uint64_t busy, tending, loading;    // warps
    uint64_t queued, queued_of[UL1_WARPS];  // sets of entries: in the new queue, those of each warp;
    uint64_t sleepers, plain;               // asleep or awake; nulls and fences
    uint8_t out[UL1_WARPS];
    struct lsu_looked {
        bool valid, replay, token;
        uint8_t id, err, cause, key;
        uint32_t lanes;
    } look;                             // a load or upkeep in stage 1
};

enum { WENT_SHARED, WENT_LOAD, WENT_STORE, WENT_PLAIN, WENT_KINDS };

// The first of a set of entries from this one on; PT or more if there is none.
static inline unsigned who_after(uint64_t set, unsigned id)
{
    const uint64_t left = set >> id << id;
    return left ? mask_first(left) : UL1_PT;
}

// ---- instructions, their sub-warps and lines

static inline unsigned who_sub_lanes_count(const struct lsu_instr *i)
{
    return LANES / width_words(i->width);
}

// (A sub-warp has a lane even where what is known of the instruction is wrong, as it can be of a unit that is late.)
static inline unsigned who_first_lane(const struct lsu_instr *i, unsigned sub)
{
    return sub * who_sub_lanes_count(i) % LANES;
}

static inline unsigned who_sub_of(const struct lsu_instr *i, unsigned lane)
{
    return lane / who_sub_lanes_count(i);
}

static inline uint32_t who_lanes_of_sub(const struct lsu_instr *i, unsigned sub)
{
    return (uint32_t)(mask_all(who_sub_lanes_count(i)) << who_first_lane(i, sub));
}

static inline uint32_t who_slots_of(const struct lsu_instr *i, unsigned sub, uint32_t lanes)
{
    uint32_t slots = 0;
    for (unsigned s = 0; s < LANES; s++)
        slots |= (lanes >> (who_first_lane(i, sub) + s / width_words(i->width)) & 1u) << s;
    return slots;
}

static inline uint32_t who_on_line(const struct lsu_instr *i, uint32_t lanes, uint64_t line)
{
    uint32_t on = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        on |= (lanes >> lane & 1u) && i->line[lane] == line ? 1u << lane : 0;
    return on;
}

static inline bool who_is_upkeep(const struct lsu_instr *i)
{
    return i->inval || i->flush;
}

static inline bool who_wants_room(const struct lsu_instr *i)
{
    return i->store || i->flush;
}

// Plain loads.
static inline bool who_is_plain(const struct lsu_instr *i)
{
    return !i->store && !who_is_upkeep(i) && !i->ordered;
}

// No older one of its warp is in the new queue that is a fence or goes to the same memory; of a fence, none at all.
static inline bool who_has_turn(const struct lsu_answers *a, unsigned id)
{
    const struct lsu_instr *i = &a->instr[id];
    if (!mask_has(a->queued, id))
        return false;
    for (unsigned n = who_after(a->queued_of[i->warp], 0); n < UL1_PT; n = who_after(a->queued_of[i->warp], n + 1)) {
        const struct lsu_instr *o = &a->instr[n];
        if (o->age < i->age && (i->fence || o->fence || o->shared == i->shared))
            return false;
    }
    return true;
}

static inline bool who_in_warps(uint64_t warps, unsigned warp)
{
    return warps >> warp & 1;
}

static inline bool who_sleeps(const struct lsu_answers *a, unsigned warp)
{
    for (unsigned n = who_after(a->sleepers, 0); n < UL1_PT; n = who_after(a->sleepers, n + 1))
        if (a->instr[n].warp == warp)
            return true;
    return false;
}

// A new or woken load or upkeep of the warp is in stage 1.
static inline bool who_looks(const struct lsu_answers *a, unsigned warp)
{
    return a->look.valid && !a->look.replay && a->instr[a->look.id].warp == warp;
}

// It was deferred in the cycle before: what else of it is prepared is taken back.
static inline bool who_fell(const struct lsu_answers *a, unsigned id)
{
    return a->fell && a->fell_id == id;
}

// ---- accesses that are prepared

static inline unsigned who_count_kind(const struct lsu_answers *a, unsigned kind)
{
    unsigned n = 0;
    for (unsigned p = 0; p < LSU_PREPARED; p++)
        n += a->access[p].used && a->access[p].kind == kind;
    return n;
}

static inline bool who_reads(const struct lsu_answers *a, unsigned kind)
{
    return a->reading.used && a->reading.kind == kind;
}

static inline bool who_fits(const struct lsu_answers *a, unsigned kind)
{
    static const uint8_t places[] = { UL1_LOAD_LINES, UL1_STORE_LINES, UL1_WOKEN_LINES, UL1_REPLAY_LINES };
    return who_count_kind(a, kind) + who_reads(a, kind) < places[kind];
}

static inline unsigned who_new_kind(const struct lsu_instr *i)
{
    return who_wants_room(i) ? LSU_LINE_STORE : LSU_LINE_LOAD;
}

// The access in a place; LSU_PREPARED stands for the one on the way.
static inline const struct lsu_access *who_at(const struct lsu_answers *a, unsigned place)
{
    return place < LSU_PREPARED ? &a->access[place] : &a->reading;
}

// It is a new one, of this warp.
static inline bool who_is_new(const struct lsu_answers *a, const struct lsu_access *x, unsigned warp)
{
    return x->used && x->kind <= LSU_LINE_STORE && a->instr[x->id].warp == warp;
}

// A woken access of the instruction is prepared or on the way.
static inline bool who_comes(const struct lsu_answers *a, unsigned id)
{
    bool any = who_reads(a, LSU_LINE_WOKEN) && a->reading.id == id;
    for (unsigned p = 0; p < LSU_PREPARED; p++)
        any |= a->access[p].used && a->access[p].kind == LSU_LINE_WOKEN && a->access[p].id == id;
    return any;
}

static inline bool who_is_woken(const struct lsu_answers *a, unsigned id)
{
    const struct lsu_instr *i = &a->instr[id];
    return mask_has(a->sleepers, id) && !i->asleep && (i->todo || who_comes(a, id));
}

static inline const struct lsu_access *who_oldest(const struct lsu_answers *a, unsigned kind, unsigned id)
{
    const struct lsu_access *found = NULL;
    for (unsigned p = 0; p < LSU_PREPARED; p++) {
        const struct lsu_access *x = &a->access[p];
        if (x->used && x->kind == kind && (id == LSU_NOBODY || x->id == id) && (!found || x->age < found->age))
            found = x;
    }
    return found;
}

// The first line of the oldest sleeper that is woken; if all places are taken, of the oldest that has one.
static inline const struct lsu_access *who_woken_access(const struct lsu_answers *a)
{
    const bool full = who_count_kind(a, LSU_LINE_WOKEN) == UL1_WOKEN_LINES;
    unsigned first = LSU_NOBODY;
    for (unsigned n = who_after(a->sleepers, 0); n < UL1_PT; n = who_after(a->sleepers, n + 1))
        if (who_is_woken(a, n) && (!full || who_comes(a, n)) && (first == LSU_NOBODY || a->instr[n].since < a->instr[first].since))
            first = n;
    return first == LSU_NOBODY || who_fell(a, first) ? NULL : who_oldest(a, LSU_LINE_WOKEN, first);
}

static inline bool who_any_woken(const struct lsu_answers *a)
{
    for (unsigned n = who_after(a->sleepers, 0); n < UL1_PT; n = who_after(a->sleepers, n + 1))
        if (who_is_woken(a, n))
            return true;
    return false;
}

// The first new line of a kind that is not taken back, if it is ready; else null.
static inline const struct lsu_access *who_ready_line(const struct lsu_answers *a, const struct ul1_lsu_in *in, unsigned kind)
{
    if (who_any_woken(a) || (kind == LSU_LINE_STORE && !in->room_cached))
        return NULL;
    const struct lsu_access *found = NULL;
    for (unsigned p = 0; p < LSU_PREPARED; p++) {
        const struct lsu_access *x = &a->access[p];
        if (x->used && x->kind == kind && !who_fell(a, x->id) && (!found || x->age < found->age))
            found = x;
    }
    return found;
}

// ---- nulls and fences

static inline bool who_plain_turn(const struct lsu_answers *a, unsigned id)
{
    const struct lsu_instr *i = &a->instr[id];
    if (!(i->null || i->fence) || !who_has_turn(a, id))
        return false;
    if (who_in_warps(a->busy, i->warp) && (i->fence || i->shared))
        return false;
    return !(who_in_warps(a->tending, i->warp) && (i->fence || !i->shared));
}

// The oldest that may go; that fence which asks memory next.
static inline unsigned who_plain(const struct lsu_answers *a, bool asks)
{
    unsigned first = LSU_NOBODY;
    for (unsigned n = who_after(a->queued & a->plain, 0); n < UL1_PT; n = who_after(a->queued & a->plain, n + 1)) {
        const struct lsu_instr *i = &a->instr[n];
        const bool settled = i->fence && !a->out[i->warp];
        const bool may = asks ? settled && !i->near && !i->asked : i->null || (settled && (i->near || i->answered));
        if (may && (first == LSU_NOBODY || i->age < a->instr[first].age) && who_plain_turn(a, n))
            first = n;
    }
    return first;
}

// ---- what is prepared next

// The lanes that are gathered in this cycle, and their line.
static inline uint32_t who_gathers(const struct lsu_answers *a, uint64_t *line)
{
    const struct lsu_access *r = &a->reading;
    const struct lsu_instr *i = &a->instr[r->id];
    *line = r->line;
    if (!r->used || (r->kind != LSU_LINE_REPLAY && who_fell(a, r->id)))
        return 0;
    if (r->kind == LSU_LINE_REPLAY)
        return r->bare ? 0 : who_on_line(i, i->mask & who_lanes_of_sub(i, r->sub), r->line);
    if (!i->todo)
        return 0;
    const unsigned lane = mask_first(i->todo);
    *line = i->line[lane];
    return who_on_line(i, i->todo & who_lanes_of_sub(i, who_sub_of(i, lane)), *line);
}

// The oldest sleeper that is awake and has a lane to do, if there is a place for it.
static inline unsigned who_chooses_woken(const struct lsu_answers *a, uint32_t lanes)
{
    unsigned id = LSU_NOBODY, count = who_count_kind(a, LSU_LINE_WOKEN) + who_reads(a, LSU_LINE_WOKEN);
    for (unsigned n = who_after(a->sleepers, 0); n < UL1_PT; n = who_after(a->sleepers, n + 1)) {
        const struct lsu_instr *i = &a->instr[n];
        const uint32_t todo = i->todo & ~(a->reading.used && a->reading.id == n ? lanes : 0);
        if (!i->asleep && todo && (id == LSU_NOBODY || i->since < a->instr[id].since))
            id = n;
    }
    if (id == LSU_NOBODY)
        return LSU_NOBODY;
    bool first = !who_comes(a, id);
    for (unsigned n = who_after(a->sleepers, 0); n < UL1_PT; n = who_after(a->sleepers, n + 1))
        first &= !(who_comes(a, n) && a->instr[n].since < a->instr[id].since);
    return count + !first < UL1_WOKEN_LINES ? id : LSU_NOBODY;
}

// A line of the instruction that is chosen has nothing of its warp to wait for: no upkeep, ordered load or sleeper, and of other
// instructions no line that is prepared or on the way, nor one in stage 1, but those that it goes along with.
static inline bool who_is_sure(const struct lsu_answers *a, const struct ul1_lsu_in *in, unsigned id)
{
    const struct lsu_instr *i = &a->instr[id];
    if (!i->cached || i->null || !who_fits(a, who_new_kind(i)) || (who_wants_room(i) && !in->room_cached))
        return false;
    if (i->store && (!i->beats || who_sleeps(a, i->warp)))
        return false;
    if (who_in_warps(a->tending, i->warp) || (i->ordered && who_in_warps(a->loading, i->warp)))
        return false;
    if (!who_is_plain(i) && who_looks(a, i->warp) && a->look.id != id)
        return false;
    for (unsigned p = 0; p <= LSU_PREPARED; p++) {
        const struct lsu_access *x = who_at(a, p);
        const struct lsu_instr *o = &a->instr[x->id];
        const bool alike = (i->store && o->store) || (who_is_plain(i) && who_is_plain(o));
        if (who_is_new(a, x, i->warp) && x->id != id && !alike)
            return false;
    }
    return true;
}

// The first of these of a kind in rotation, behind the entry of which a new line of the kind was chosen last, that has the turn
// and is sure.
static inline unsigned who_rotates(const struct lsu_answers *a, const struct ul1_lsu_in *in, uint64_t these, unsigned kind)
{
    unsigned first = LSU_NOBODY;
    for (unsigned n = who_after(these, 0); n < UL1_PT; n = who_after(these, n + 1)) {
        if (who_new_kind(&a->instr[n]) != kind || (first != LSU_NOBODY && n <= a->turn[kind]))
            continue;
        if (!who_has_turn(a, n) || !who_is_sure(a, in, n))
            continue;
        if (n > a->turn[kind])
            return n;
        first = n;
    }
    return first;
}

// Loads and invals, and stores and flushes, take turns.
static inline unsigned who_takes_turn(const struct lsu_answers *a, const struct ul1_lsu_in *in, uint64_t these)
{
    const unsigned kind = a->stored_last ? LSU_LINE_LOAD : LSU_LINE_STORE;
    const unsigned id = who_rotates(a, in, these, kind);
    return id != LSU_NOBODY ? id : who_rotates(a, in, these, a->stored_last ? LSU_LINE_STORE : LSU_LINE_LOAD);
}

// The next in the new queue behind an instruction of it, of its warp and to memory as it is; LSU_NOBODY if that is a fence.
static inline unsigned who_behind(const struct lsu_answers *a, unsigned id)
{
    const uint64_t others = a->queued_of[a->instr[id].warp] & ~mask_bit(id);
    unsigned next = LSU_NOBODY;
    for (unsigned n = who_after(others, 0); n < UL1_PT; n = who_after(others, n + 1))
        if (!a->instr[n].shared && (next == LSU_NOBODY || a->instr[n].age < a->instr[next].age))
            next = n;
    return next != LSU_NOBODY && a->instr[next].fence ? LSU_NOBODY : next;
}

// The instruction of which a new line is chosen; `lanes` of the one on the way are gathered in this cycle.
static inline unsigned who_chooses_new(const struct lsu_answers *a, const struct ul1_lsu_in *in, uint32_t lanes)
{
    const bool on = a->reading.used && a->reading.kind <= LSU_LINE_STORE;
    const unsigned now = a->reading.id;
    const struct lsu_instr *i = &a->instr[now];
    const unsigned other = who_takes_turn(a, in, a->queued & ~(on ? mask_bit(now) : 0));
    if (other != LSU_NOBODY || !on || !mask_has(a->queued, now))
        return other;
    const uint32_t left = i->todo & ~lanes;
    const unsigned id = left ? now : who_behind(a, now);
    const bool ends = lanes && !(left & who_lanes_of_sub(i, who_sub_of(i, mask_first(lanes))));
    if (id == LSU_NOBODY || !who_is_sure(a, in, id))
        return LSU_NOBODY;
    return id == now && i->store && ends && i->beats < 2 ? LSU_NOBODY : id; // its beat is used up
}

#endif
