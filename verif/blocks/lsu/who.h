// Load/store unit: the state of cached accesses, CMOs and deferred accesses, and the rules of the
// specification that only read it: which accesses can be prepared, which is next, which is issued.
#ifndef LSU_WHO_H
#define LSU_WHO_H

#include <stdbool.h>
#include <stddef.h>

#include "kit/mask.h"
#include "common/busy.h"
#include "common/enters.h"
#include "common/atoms.h"
#include "common/sizes.h"

// The kinds of line accesses: loads and invals, stores and flushes, replays.
enum { LSU_LINE_LOAD, LSU_LINE_STORE, LSU_LINE_REPLAY };
enum { LSU_LINE_KINDS = 3, LSU_NOBODY = 1 << UL1_ID_W };

struct lsu_predictor {
    bool judged;    // there was a reset, so the state is known
    uint64_t clock; // counts up: ages
    struct lsu_instr {
        bool store, inval, flush, fence, ordered, cached, shared, null, near;
        bool returns; // an atomic on global memory
        uint8_t warp, space;
        uint8_t width; // of a slot's access; of a `cas` twice that
        uint8_t atom;  // operation of an atomic, of locks, or of a reduction
        uint8_t matrix;
        uint8_t pairs;                     // its lanes are pairs that lie so far apart, if not 0
        uint32_t active, mask, todo, open; // active: of pairs, the lanes themselves
        uint64_t age, line[LANES];
        uint8_t word[LANES]; // the number in its line of each lane's first word
    } instr[1 << UL1_ID_W];
    struct lsu_access {
        bool used, final, end, last, bare;
        bool old;       // a replay that returns old words,
        uint8_t number; // their number,
        uint32_t slots; // and its slots
        uint8_t kind, id, part, err;
        uint32_t lanes;
        uint64_t line;
    } reading; // chosen in the previous cycle, being prepared
    struct lsu_lines {
        unsigned count;
        struct lsu_access line[UL1_LINE_ENTRIES];
    } lines[LSU_LINE_KINDS]; // prepared ones of each kind, the oldest first
    uint8_t turn[2];         // the entry with the last chosen line, for loads and for stores
    bool stored_last;        // the last one of all was a store's or a flush's
    bool plain_waits;        // in the previous cycle a null or a fence could be issued
    bool displaced_replay,
        displaced_load;     // arbitration is reserved for a replay, for a load of shared memory
    bool displaced_line;    // reserved for a line access of loads and invals
    uint64_t went[6];       // when each kind of candidate was last issued
    uint8_t retired;        // the null or the fence that was issued last
    uint64_t busy, loading; // warps
    uint64_t queued, queued_of[UL1_WARPS]; // sets of entries: in the new queue; of each warp in it
    uint64_t turns;                        // first in their order
    // with a deferred access; not yet woken; last deferred for want of a WDB credit
    uint64_t deferral, unwoken, room;
    // nulls and fences; fences that were requested; fences that wait for nothing more
    uint64_t plain, asked, over;
    uint64_t of_warp[UL1_WARPS];                // entries of each warp
    uint64_t shared, stores, loads, credit_for; // shared accesses; stores; plain loads; stores and flushes
    uint64_t fed;                               // cached stores that have a beat
    uint8_t out[UL1_WARPS];
    struct lsu_urgent {
        // one is urgent; it was deferred since; it lacked a resource that any fetch takes
        bool is, lacks, alone;
        uint8_t id, set; // the urgent entry, or the last one; the set of its line
    } urgent;
    struct lsu_examined {
        bool is;
        uint8_t id; // the fence, or the last one
    } examined;     // the fence that is checked for outstanding instructions of its warp
    struct lsu_looked {
        bool old;                 // a replay that returns old words
        bool valid, replay, asks; // a load or CMO; the replay of a filled line; any other cached access
        uint8_t id, err;
        uint32_t lanes;
    } look; // the cached access in stage 1
};

// Six kinds of candidates, in their order after a reset. The first two are in the pool.
enum { WENT_POOL_LOAD, WENT_POOL_STORE, WENT_LOAD, WENT_STORE, WENT_REPLAY, WENT_PLAIN, WENT_KINDS };

// The first of a set of entries behind this one, cyclically; LSU_NOBODY if there is none.
static inline unsigned who_rotates(uint64_t set, unsigned last)
{
    const uint64_t behind = last < 63 ? set >> (last + 1) << (last + 1) : 0;
    return behind ? mask_first(behind) : set ? mask_first(set) : LSU_NOBODY;
}

// ---- instructions, their sub-warps and lines

static inline unsigned who_sub_lanes_count(const struct lsu_instr *i)
{
    return LANES / width_words(i->width);
}

// (The sub-warp has a lane even if the state of the instruction is wrong, as it can be for a late unit.)
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

static inline uint32_t who_lanes_of_part(const struct lsu_instr *i, unsigned part)
{
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        lanes |= (uint32_t)(lane_part(i->width, lane) == part) << lane;
    return lanes;
}

static inline uint32_t who_slots_of(const struct lsu_instr *i, unsigned sub, uint32_t lanes)
{
    const unsigned words = width_words(i->width);
    const uint32_t these = (uint32_t)(lanes >> who_first_lane(i, sub) & mask_all(who_sub_lanes_count(i)));
    uint32_t slots = words == 1 ? these : 0;
    for (uint32_t left = words == 1 ? 0 : these; left; left &= left - 1)
        slots |= (uint32_t)(mask_all(words) << words * mask_first(left));
    return slots;
}

// The lanes of these slots.
static inline uint32_t who_lanes_of_slots(const struct lsu_instr *i, unsigned sub, uint32_t slots)
{
    uint32_t lanes = 0;
    for (uint32_t left = slots; left; left &= left - 1)
        lanes |= 1u << (who_first_lane(i, sub) + mask_first(left) / width_words(i->width));
    return lanes;
}

// Those among them with an access. The upper half of a lane's slots has the second operand of a `cas`.
static inline uint32_t who_access_slots_of(const struct lsu_instr *i, unsigned sub, uint32_t lanes)
{
    return who_slots_of(i, sub, lanes) & atom_access_slots(i->atom, i->width);
}

static inline uint32_t who_on_line(const struct lsu_instr *i, uint32_t lanes, uint64_t line)
{
    uint32_t on = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        on |= (lanes >> lane & 1u) && i->line[lane] == line ? 1u << lane : 0;
    return on;
}

// A reduction has one lane for each word, the lowest. A `cas` has one for the aligned words of both operands.
static inline uint32_t who_one_a_word(const struct lsu_instr *i, uint32_t lanes)
{
    const unsigned places = i->atom == UL1_ATOM_CAS ? width_words(i->width) : 1;
    uint32_t words = 0, first = 0;
    if (i->atom == UL1_ATOM_NONE)
        return lanes;
    for (uint32_t left = lanes; left; left &= left - 1) {
        const unsigned lane = mask_first(left), word = i->word[lane] / places;
        first |= words >> word & 1 ? 0 : 1u << lane;
        words |= 1u << word;
    }
    return first;
}

static inline bool who_is_cmo(const struct lsu_instr *i)
{
    return i->inval || i->flush;
}

static inline bool who_has_turn(const struct lsu_predictor *a, unsigned id)
{
    return mask_has(a->turns, id);
}

static inline bool who_in_warps(uint64_t warps, unsigned warp)
{
    return warps >> warp & 1;
}

static inline bool who_sleeps(const struct lsu_predictor *a, unsigned warp)
{
    return a->deferral & a->of_warp[warp];
}

// Whether a load or CMO of the warp, not a replay, is in stage 1.
static inline bool who_looks(const struct lsu_predictor *a, unsigned warp)
{
    return a->look.valid && !a->look.replay && a->instr[a->look.id].warp == warp;
}

// ---- prepared accesses

static inline bool who_fits(const struct lsu_predictor *a, unsigned kind)
{
    static const uint8_t places[] = { UL1_LOAD_LINES, UL1_STORE_LINES, UL1_REPLAY_LINES };
    return a->lines[kind].count + (a->reading.used && a->reading.kind == kind) < places[kind];
}

static inline unsigned who_kind(const struct lsu_predictor *a, unsigned id)
{
    return mask_has(a->credit_for, id) ? LSU_LINE_STORE : LSU_LINE_LOAD;
}

// The entries with a prepared line access, except replays.
static inline uint64_t who_prepares(const struct lsu_predictor *a)
{
    uint64_t these = 0;
    for (unsigned kind = LSU_LINE_LOAD; kind <= LSU_LINE_STORE; kind++)
        for (unsigned n = 0; n < a->lines[kind].count; n++)
            these |= mask_bit(a->lines[kind].line[n].id);
    return these;
}

// The same, and the entry with one being prepared.
static inline uint64_t who_comes(const struct lsu_predictor *a)
{
    return who_prepares(a)
        | (a->reading.used && a->reading.kind != LSU_LINE_REPLAY ? mask_bit(a->reading.id) : 0);
}

// The oldest of a kind; null if there is none.
static inline const struct lsu_access *who_oldest(const struct lsu_predictor *a, unsigned kind)
{
    return a->lines[kind].count ? &a->lines[kind].line[0] : NULL;
}

// While arbitration is reserved, no line access that could take it is ready: no store, and no load except the
// one that it is reserved for.
static inline bool who_kept(const struct lsu_predictor *a, unsigned kind)
{
    const bool owed = a->displaced_replay || a->displaced_load;
    return kind == LSU_LINE_STORE ? owed || a->displaced_line : kind == LSU_LINE_LOAD && owed;
}

// Whether the oldest line access of stores is a reduction.
static inline bool who_reduces(const struct lsu_predictor *a)
{
    const struct lsu_access *x = who_oldest(a, LSU_LINE_STORE);
    return x && a->instr[x->id].store && a->instr[x->id].atom != UL1_ATOM_NONE;
}

// It is an atomic without an entry for its old words.
static inline bool who_lacks_old(const struct lsu_predictor *a, const struct ul1_lsu_in *in)
{
    return a->instr[who_oldest(a, LSU_LINE_STORE)->id].returns && !in->old_credit;
}

// It may not enter: a store is held, or the access in stage 1 may become so, or take the last credit.
static inline bool who_bars_reduction(const struct lsu_predictor *a, const struct ul1_lsu_in *in)
{
    return who_reduces(a) && (!in->credit_red || a->look.asks || who_lacks_old(a, in));
}

// Only the access in stage 1 is in its way.
static inline bool who_reduction_due(const struct lsu_predictor *a, const struct ul1_lsu_in *in)
{
    return who_reduces(a) && in->credit_red && in->credit_cached && !who_lacks_old(a, in) && a->look.asks
        && !a->displaced_line;
}

// The line access of a kind that is ready; null if there is none.
static inline const struct lsu_access *who_ready_line(const struct lsu_predictor *a,
                                                      const struct ul1_lsu_in *in, unsigned kind)
{
    const struct lsu_access *x = who_oldest(a, kind);
    const bool reserves = x && kind != LSU_LINE_STORE && !x->bare && x->err == UL1_ERR_NONE;
    if (!x || who_kept(a, kind))
        return NULL;
    if (x->old)
        return reserved_out(in->regport_reserved, false) ? NULL : x;
    return (reserves && reserved_out(in->regport_reserved, true))
            || (kind == LSU_LINE_STORE && (!in->credit_cached || who_bars_reduction(a, in)))
            || (kind == LSU_LINE_LOAD && who_reduction_due(a, in))
        ? NULL
        : x;
}

// The kind of the candidate; that of nulls and fences if there is none.
static inline unsigned who_candidate(const struct ul1_lsu_out *out)
{
    if (!out->cand_valid)
        return WENT_PLAIN;
    if (out->cand_replay || out->cand_old)
        return WENT_REPLAY;
    if (!out->cand_cached)
        return out->cand_store ? WENT_POOL_STORE : WENT_POOL_LOAD;
    return out->cand_store || out->cand_flush ? WENT_STORE : WENT_LOAD;
}

// ---- nulls and fences

// The next null, or fence that waits for nothing more, in rotation; it must be first in its order.
static inline unsigned who_plain(const struct lsu_predictor *a)
{
    uint64_t may = 0;
    for (uint64_t left = a->turns & a->plain; left; left &= left - 1)
        may |= a->instr[mask_first(left)].null || mask_has(a->over, mask_first(left)) ? left & -left : 0;
    return who_rotates(may, a->retired);
}

// Whether all instructions before the examined fence have retired.
static inline bool who_is_settled(const struct lsu_predictor *a)
{
    return a->examined.is && !a->out[a->instr[a->examined.id].warp];
}

static inline bool who_asks(const struct lsu_predictor *a)
{
    return who_is_settled(a) && !a->instr[a->examined.id].near;
}

// The fence that is examined next, unless the present one still waits for its request to be taken. `yields`:
// it would request, but a command's fence goes first.
static inline unsigned who_examines(const struct lsu_predictor *a, bool yields)
{
    uint64_t may = 0;
    const uint64_t its = who_is_settled(a) && !yields ? mask_bit(a->examined.id) : 0,
                   some = a->turns & a->plain & ~a->asked & ~a->over & ~its;
    for (uint64_t left = some; left; left &= left - 1)
        may |= a->instr[mask_first(left)].fence ? left & -left : 0;
    return who_rotates(may, a->examined.id);
}

// ---- deferred accesses

static inline bool who_is_unwoken(const struct lsu_predictor *a, unsigned id)
{
    return mask_has(a->unwoken, id);
}

static inline bool who_is_urgent(const struct lsu_predictor *a, unsigned id)
{
    return a->urgent.is && a->urgent.id == id;
}

// Whether the resource that the urgent entry lacked is kept from the access in stage 1.
static inline bool who_holds(const struct lsu_predictor *a, const struct ul1_lsu_in *in)
{
    const struct lsu_urgent *u = &a->urgent;
    return a->look.asks && u->is && u->lacks && a->look.id != u->id && (u->alone || in->look_set == u->set);
}

// ---- the next access to prepare

// The lanes that are coalesced in this cycle, and their line.
static inline uint32_t who_coalesced(const struct lsu_predictor *a, uint64_t *line)
{
    const struct lsu_access *r = &a->reading;
    const struct lsu_instr *i = &a->instr[r->id];
    *line = r->line;
    if (!r->used || (r->kind != LSU_LINE_REPLAY && who_is_unwoken(a, r->id)))
        return 0;
    if (r->old)
        return who_lanes_of_slots(i, r->part / UL1_LANE_GROUPS, r->slots);
    if (r->kind == LSU_LINE_REPLAY)
        return r->bare ? 0 : who_on_line(i, i->mask & who_lanes_of_part(i, r->part), r->line);
    if (!i->todo)
        return 0;
    const unsigned lane = mask_first(i->todo);
    *line = i->line[lane];
    return who_one_a_word(i,
                          who_on_line(i, i->todo & who_lanes_of_part(i, lane_part(i->width, lane)), *line));
}

// Whether a cached instruction has nothing of its warp to wait for: no deferred access, and no line access of
// another instruction from preparation to stage 1. Instructions that it may follow directly do not count.
static inline bool who_is_sure(const struct lsu_predictor *a, unsigned id)
{
    const struct lsu_instr *i = &a->instr[id];
    const bool load = mask_has(a->loads, id);
    const uint64_t alike = i->store ? a->stores : load ? a->loads : 0;
    if (who_sleeps(a, i->warp) || (i->ordered && who_in_warps(a->loading, i->warp)))
        return false;
    if (who_looks(a, i->warp) && a->look.id != id && (!load || who_is_cmo(&a->instr[a->look.id])))
        return false;
    return !(who_comes(a) & a->of_warp[i->warp] & ~alike & ~mask_bit(id));
}

// Whether an entry with a deferred access is awake: it has a lane left, and no other urgent entry keeps all
// resources.
static inline bool who_is_awake(const struct lsu_predictor *a, unsigned id)
{
    const bool waits = a->urgent.is && a->urgent.alone && a->urgent.id != id;
    return mask_has(a->deferral, id) && !who_is_unwoken(a, id) && a->instr[id].todo && !waits;
}

// Entries with space in the line buffer and the credit that they need: a line access of each may be chosen,
// unless others of its warp prevent it.
static inline uint64_t who_may_join(const struct lsu_predictor *a, const struct ul1_lsu_in *in)
{
    const bool room = who_fits(a, LSU_LINE_STORE) && in->credit_cached;
    const uint64_t turn = ~a->plain & ~a->shared & ~(a->stores & ~a->fed);
    return (a->deferral | turn)
        & ((who_fits(a, LSU_LINE_LOAD) ? ~a->credit_for : 0) | (room ? a->credit_for : 0));
}

// Whether a line access of the entry may be chosen, given who_may_join.
static inline bool who_may_choose(const struct lsu_predictor *a, unsigned id)
{
    return mask_has(a->deferral, id) ? who_is_awake(a, id) : who_has_turn(a, id) && who_is_sure(a, id);
}

// The next entry apart from the one being prepared: the urgent one, else the next in rotation. Loads with
// invals, and stores with flushes, alternate.
static inline unsigned who_takes_turn(const struct lsu_predictor *a, uint64_t others)
{
    uint64_t these[2] = { 0 };
    for (; others; others &= others - 1)
        if (who_may_choose(a, mask_first(others)))
            these[who_kind(a, mask_first(others))] |= others & -others;
    if (a->urgent.is && mask_has(these[0] | these[1], a->urgent.id))
        return a->urgent.id;
    const unsigned kind =
        these[LSU_LINE_STORE] && !(these[LSU_LINE_LOAD] && a->stored_last) ? LSU_LINE_STORE : LSU_LINE_LOAD;
    return who_rotates(these[kind], a->turn[kind]);
}

// The next cached instruction of the same warp in the new queue; LSU_NOBODY if that is a fence.
static inline unsigned who_behind(const struct lsu_predictor *a, unsigned id)
{
    const uint64_t others = a->queued_of[a->instr[id].warp] & ~mask_bit(id);
    unsigned next = LSU_NOBODY;
    for (uint64_t left = others & ~a->shared; left; left &= left - 1)
        if (next == LSU_NOBODY || a->instr[mask_first(left)].age < a->instr[next].age)
            next = mask_first(left);
    return next != LSU_NOBODY && a->instr[next].fence ? LSU_NOBODY : next;
}

// The entry of which a line access is chosen, except for replays; `lanes` of the one being prepared are
// coalesced in this cycle.
static inline unsigned who_chooses(const struct lsu_predictor *a, const struct ul1_lsu_in *in, uint32_t lanes)
{
    const bool on = a->reading.used && a->reading.kind != LSU_LINE_REPLAY;
    const unsigned now = a->reading.id;
    const struct lsu_instr *i = &a->instr[now];
    const uint64_t may = who_may_join(a, in);
    const unsigned other =
        who_takes_turn(a, may & (a->turns | (a->deferral & ~a->unwoken)) & ~(on ? mask_bit(now) : 0));
    if (other != LSU_NOBODY || !on)
        return other;
    const uint32_t left = i->todo & ~lanes;
    const bool ends = lanes && !(left & who_lanes_of_sub(i, who_sub_of(i, mask_first(lanes))));
    if (left)
        // the beat is used up
        return mask_has(may, now) && who_may_choose(a, now) && !(i->store && ends) ? now : LSU_NOBODY;
    const unsigned next = mask_has(a->queued, now) ? who_behind(a, now) : LSU_NOBODY;
    return next != LSU_NOBODY && mask_has(may, next) && who_is_sure(a, next) ? next : LSU_NOBODY;
}

#endif
