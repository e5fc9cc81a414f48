// Write data buffer: contract and random drive.
#include "drive.h"

#include <string.h>

#include "lane_diff.h"

// ---- the contract

// A beat is offered and taken only if the intake has one free.
static const char *check_intake(const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    return in->st_valid && in->st_ready && !out->ink_any ? "st_ready: a beat is taken with the intake full (ink_any)" : NULL;
}

// An entry is spoken for only if there is one, and the store that it is for is in stage 1 in the next cycle, always.
static const char *check_room(const struct wdb_contract *c, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    if (in->wdb_take && !out->wdb_room)
        return "wdb_take: without wdb_room";
    bool store = in->pass_valid && in->pass_store;
    if (c->took && !store)
        return "pass_valid, pass_store: no store in stage 1 in the cycle after wdb_take";
    return store && !c->took ? "pass_store: a store in stage 1 that no wdb_take came before" : NULL;
}

// A store's beat was filled in an earlier cycle, and no pass before it has given it up. No banks are touched without a pass.
static const char *check_pass(const struct wdb_contract *c, const struct ul1_wdb_in *in)
{
    if (!in->pass_valid)
        return in->bank_en ? "bank_en: banks touched without a pass (pass_valid)" : NULL;
    return in->pass_store && !(c->beats >> in->pass_ink & 1)
        ? "pass_ink: a beat that was not filled, or that an earlier pass has given up (pass_free)" : NULL;
}

// Bytes are stored only by a store in stage 2, and in the banks it touches, whose rows are known.
static const char *check_words(const struct wdb_contract *c, const struct ul1_wdb_in *in)
{
    if (!any8(in->x_be, LANES))
        return NULL;
    if (!c->store)
        return "x_be: bytes stored without a store in stage 2";
    uint64_t others = lanes_on(in->x_be, LANES) & ~(uint64_t)c->banks;
    return others ? "x_be: bytes stored in a bank that the pass does not touch (bank_en)" : NULL;
}

static void advance(struct wdb_contract *c, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    c->took = in->wdb_take;
    c->store = in->pass_valid && in->pass_store;
    c->banks = in->bank_en;
    if (c->store && in->pass_free)
        c->beats &= ~(1u << in->pass_ink);
    if (in->st_valid && in->st_ready)
        c->beats |= 1u << out->ink_idx;
}

const char *wdb_contract_check(struct wdb_contract *c, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    if (in->rst) {
        memset(c, 0, sizeof *c);
        return NULL;
    }
    const char *broken = check_intake(in, out);
    if (!broken)
        broken = check_room(c, in, out);
    if (!broken)
        broken = check_pass(c, in);
    if (!broken)
        broken = check_words(c, in);
    advance(c, in, out);
    return broken;
}

// ---- the drive: plays the arbiter, the crossbars and the write port

enum { INTAKE_FULL, ONE_LEFT, BEAT_IN_AND_OUT, BEAT_KEPT, NO_ROOM, ALL_WAITING, TAKE_AND_LEAVE, JOIN_AND_LEAVE, DRAINED,
    STORES_RUNNING, EMPTY_ENTRY, SERVED_ONE, SERVED_SEVERAL, SERVED_MIXED, SERVED_WRITTEN, WRITTEN_HIDDEN, SERVED_NOT,
    ROW_DIFFERS, NO_BANK, LOAD_IN_STAGE_BEHIND, RESET_BUSY, EVENTS };
static const char *const events[EVENTS] = { "intake full", "one beat left", "a beat taken as another is freed",
    "a beat used by several passes", "no room for a store", "all entries waiting", "an entry taken as another is written",
    "an entry joins as another is written", "runs empty", "stores in two cycles running", "entry without bytes",
    "byte served by the only entry that has it", "byte that three entries have", "bytes of a word from different entries",
    "byte served by the entry just written", "byte of the entry just written, and of a newer one", "load that nothing serves",
    "entry with bytes of the bank in another row", "load that touches no bank",
    "load right behind a store of the same word", "reset with entries waiting" };

// An entry as it was stored, to know what a load meets.
struct stored {
    uint8_t be[LANES];
    uint16_t row[LANES];
};

struct wdb_drive {
    struct drive d;
    struct wdb_contract contract;
    unsigned beat, take, load, keep, port; // how often
    bool whole;                         // stores write all they can
    struct rows rows;

    uint8_t beat_used[UL1_INK];         // passes since it was filled
    uint8_t freeing;                    // a beat is freed at the end of this cycle
    struct ul1_wdb_in s2;                   // the inputs of the cycle before: of the pass in stage 2
    struct stored entry[2 * UL1_WDB];
    unsigned head, count;               // of the entries, as a ring; the one before head was written last
    bool wrote;                         // in the cycle before
};

static void wdb_knobs(struct drive *d)
{
    struct wdb_drive *w = (struct wdb_drive *)d;
    w->beat = draw_knob(d);
    w->take = draw_knob(d);
    w->load = draw_knob(d);
    w->keep = draw_knob(d);
    w->port = draw_knob(d);
    w->whole = rng_below(&d->rng, 2);
    draw_rows(d, &w->rows);
}

// Beats are offered and asked for independently of one another.
static void drive_beat(struct wdb_drive *w, const struct ul1_wdb_out *out, struct ul1_wdb_in *in)
{
    in->st_ready = out->ink_any && happens(&w->d, w->beat);
    in->st_valid = happens(&w->d, 80);
}

// One of the beats that can be used, any of them.
static unsigned draw_beat(struct wdb_drive *w)
{
    unsigned beat;
    do
        beat = rng_below(&w->d.rng, UL1_INK);
    while (!(w->contract.beats >> beat & 1));
    return beat;
}

// The store taken in the cycle before, else perhaps a load.
static void drive_pass(struct wdb_drive *w, struct ul1_wdb_in *in)
{
    struct drive *d = &w->d;
    bool store = w->contract.took;
    in->bank_en = 0;
    in->pass_valid = store || happens(d, w->load);
    if (!in->pass_valid)
        return;
    in->pass_store = store;
    if (store) {
        in->pass_ink = (uint8_t)draw_beat(w);
        in->pass_free = !happens(d, w->keep);
    }
    in->bank_en = !store && rng_below(&d->rng, 8) == 0 ? 0 : draw_mask(d); // a miss touches none
    bool one = rng_below(&d->rng, 2);
    uint16_t row = pick_row(d, &w->rows);
    for (unsigned b = 0; b < LANES; b++)
        if (in->bank_en >> b & 1)
            in->bank_row[b] = one ? row : pick_row(d, &w->rows);
}

// A store may enter if in the next cycle, when it is in stage 1, there is a beat for it.
static void drive_take(struct wdb_drive *w, const struct ul1_wdb_out *out, struct ul1_wdb_in *in)
{
    uint32_t beats = w->contract.beats;
    if (in->pass_valid && in->pass_store && in->pass_free)
        beats &= ~(1u << in->pass_ink);
    in->wdb_take = out->wdb_room && beats && happens(&w->d, w->take);
}

static void drive_words(struct wdb_drive *w, struct ul1_wdb_in *in)
{
    uint32_t banks = w->contract.store ? w->contract.banks : 0;
    if (rng_below(&w->d.rng, 50) == 0)
        banks = 0; // a store may leave nothing
    for (unsigned b = 0; b < LANES; b++)
        in->x_be[b] = (uint8_t)(banks >> b & 1 ? w->whole ? 0xf : draw_bytes(&w->d) : 0);
}

static void wdb_drive(struct drive *d, const void *out, void *inputs)
{
    struct wdb_drive *w = (struct wdb_drive *)d;
    struct ul1_wdb_in *in = inputs;
    drive_beat(w, out, in);
    drive_pass(w, in);
    drive_take(w, out, in);
    drive_words(w, in);
    in->w_ready = happens(d, w->port);
}

static const char *wdb_check(struct drive *d, const void *in, const void *out)
{
    return wdb_contract_check(&((struct wdb_drive *)d)->contract, in, out);
}

static const struct stored *entry_at(const struct wdb_drive *w, unsigned i)
{
    return &w->entry[i % (2 * UL1_WDB)];
}

// What the load in stage 2 meets, byte by byte: how many entries have it, and whether the one just written does.
static void count_served(struct wdb_drive *w)
{
    struct drive *d = &w->d;
    bool one = false, several = false, mixed = false, written = false, hidden = false, any = false, other_row = false;
    bool behind = false;
    unsigned first = w->head - w->wrote, last = w->head + w->count;
    for (unsigned b = 0; b < LANES; b++) {
        unsigned newest = last; // the entry that serves the bytes below
        for (unsigned k = 0; w->s2.bank_en >> b & 1 && k < 4; k++) {
            unsigned has = 0, from = last;
            for (unsigned i = first; i != last; i++) {
                bool byte = entry_at(w, i)->be[b] >> k & 1, row = entry_at(w, i)->row[b] == w->s2.bank_row[b];
                other_row |= byte && !row;
                has += byte && row;
                from = byte && row ? i : from;
            }
            any |= has != 0;
            one |= has == 1 && from != w->head - 1;
            several |= has >= 3;
            written |= has == 1 && from == w->head - 1;
            hidden |= has > 1 && w->wrote && entry_at(w, first)->be[b] >> k & 1 && entry_at(w, first)->row[b] == w->s2.bank_row[b];
            mixed |= has && newest != last && newest != from;
            behind |= has && w->count && from == last - 1;
            newest = has ? from : newest;
        }
    }
    saw(d, SERVED_ONE, one);
    saw(d, SERVED_SEVERAL, several);
    saw(d, SERVED_MIXED, mixed);
    saw(d, SERVED_WRITTEN, written);
    saw(d, WRITTEN_HIDDEN, hidden);
    saw(d, SERVED_NOT, !any && w->s2.bank_en);
    saw(d, NO_BANK, !w->s2.bank_en);
    saw(d, ROW_DIFFERS, other_row);
    saw(d, LOAD_IN_STAGE_BEHIND, behind && w->s2.pass_valid);
}

static void count_queues(struct wdb_drive *w, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    struct drive *d = &w->d;
    bool leaves = out->w_valid && in->w_ready, store = in->pass_valid && in->pass_store;
    saw(d, INTAKE_FULL, !out->ink_any);
    saw(d, ONE_LEFT, out->ink_any && !out->ink_two && in->st_valid && in->st_ready);
    saw(d, BEAT_IN_AND_OUT, w->freeing && in->st_valid && in->st_ready);
    saw(d, BEAT_KEPT, store && w->beat_used[in->pass_ink]);
    saw(d, NO_ROOM, !out->wdb_room);
    saw(d, ALL_WAITING, w->count == UL1_WDB);
    saw(d, TAKE_AND_LEAVE, in->wdb_take && leaves);
    saw(d, JOIN_AND_LEAVE, out->slot_valid && leaves);
    saw(d, DRAINED, leaves && w->count == 1 && !out->slot_valid);
    saw(d, STORES_RUNNING, store && out->slot_valid);
    saw(d, EMPTY_ENTRY, out->slot_valid && !any8(in->x_be, LANES));
}

static void track(struct wdb_drive *w, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    bool store = in->pass_valid && in->pass_store;
    if (out->slot_valid) {
        struct stored *e = &w->entry[(w->head + w->count++) % (2 * UL1_WDB)];
        memcpy(e->be, in->x_be, sizeof e->be);
        memcpy(e->row, w->s2.bank_row, sizeof e->row);
    }
    w->wrote = out->w_valid && in->w_ready;
    w->head += w->wrote;
    w->count -= w->wrote;
    if (store)
        w->beat_used[in->pass_ink]++;
    if (in->st_valid && in->st_ready)
        w->beat_used[out->ink_idx] = 0;
    w->freeing = store && in->pass_free;
    w->s2 = *in;
    w->d.stimulus.passes += in->pass_valid;
}

static void wdb_count(struct drive *d, const void *inputs, const void *outputs)
{
    struct wdb_drive *w = (struct wdb_drive *)d;
    const struct ul1_wdb_in *in = inputs;
    const struct ul1_wdb_out *out = outputs;
    if (in->rst) {
        saw(d, RESET_BUSY, w->count != 0);
        memset(&w->s2, 0, sizeof w->s2);
        w->freeing = 0;
        w->count = 0;
        w->wrote = false;
        return;
    }
    count_queues(w, in, out);
    if (w->s2.pass_valid && !w->s2.pass_store)
        count_served(w);
    track(w, in, out);
}

struct stimulus *wdb_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "wdb", sizeof(struct wdb_drive), events, EVENTS, 400, wdb_knobs, wdb_drive, NULL,
        wdb_check, wdb_count };
    return drive_make(&kind, test, seed, cycles);
}
