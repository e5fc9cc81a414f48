// Write data buffer: contract and random drive.
#include "blocks/wdb/contract.h"
#include "blocks/draw.h"
#include "blocks/drive.h"

#include <string.h>

#include "kit/lane_diff.h"

enum { LINE_W = UL1_LINE_W };    // the bits of a line's number

// ---- the contract

// A beat is offered and taken only if the intake has one free.
static const char *check_intake(const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    return in->pull_valid && in->pull_ready && !out->intake_free ? "pull_ready: a beat is taken with the intake full (intake_free)" : NULL;
}

// An entry is spoken for only if there is one, and the store that it is for is in stage 1 in the next cycle, always.
static const char *check_room(const struct wdb_contract *c, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    if (in->sel_store && !out->room_store)
        return "sel_store: without room_store";
    bool store = in->pass_valid && in->pass_store;
    if (c->took && !store)
        return "pass_valid, pass_store: no store in stage 1 in the cycle after sel_store";
    return store && !c->took ? "pass_store: a store in stage 1 that no sel_store came before" : NULL;
}

static bool one_row(const struct ul1_wdb_in *in, unsigned row)
{
    uint32_t other = 0;
    for (unsigned b = 0; b < LANES; b++)
        other |= (uint32_t)(in->bank_row[b] ^ row) & -(in->bank_en >> b & 1);
    return !other;
}

// The pass that reads a dirty line comes two cycles after its entry was taken, and reads its dirty sectors.
static const char *check_evicted(const struct wdb_contract *c, const struct ul1_wdb_in *in)
{
    if (in->pass_readout != c->evicted)
        return "pass_readout: not that there was a dirty line (evict) two cycles before";
    if (!in->pass_readout)
        return NULL;
    bool load = in->pass_valid && !in->pass_store && !in->pass_cached;
    bool whole = load && in->bank_en == banks_of(c->evicted_sect) && one_row(in, c->evicted_row);
    return whole ? NULL : "pass_readout: no pass that reads the dirty line's sectors (evict_row, evict_sect)";
}

// A store's beat was filled in an earlier cycle, and no pass before it has given it up. No banks are touched without a pass.
// What a cached load reads is in one row.
static const char *check_pass(const struct wdb_contract *c, const struct ul1_wdb_in *in)
{
    if (in->pass_cached && !in->pass_valid)
        return "pass_cached: without a pass (pass_valid)";
    if (in->pass_replay && (!in->pass_cached || in->pass_store))
        return "pass_replay: without a cached pass, or of a store";
    if (!in->pass_valid)
        return in->bank_en ? "bank_en: banks touched without a pass (pass_valid)" : NULL;
    if (in->pass_store && !(c->beats >> in->pass_beat & 1))
        return "pass_beat: a beat that was not filled, or that an earlier pass has given up (pass_frees_beat)";
    unsigned first = in->bank_en ? (unsigned)__builtin_ctz(in->bank_en) : 0;
    if (in->pass_cached && !in->pass_store && !one_row(in, in->bank_row[first]))
        return "bank_row: a cached load reads several rows";
    return NULL;
}

static unsigned sectors_touched(uint32_t banks)
{
    unsigned sectors = 0;
    for (unsigned q = 0; q < 4; q++)
        sectors |= (unsigned)((banks >> q * (LANES / 4) & ((1u << LANES / 4) - 1)) != 0) << q;
    return sectors;
}

// A cached store goes somewhere: to memory, to the array, or is held. While stores to a line are held, all to it are.
static const char *check_store(const struct wdb_contract *c, const struct ul1_wdb_in *in)
{
    if (!in->pass_cached || !in->pass_store)
        return in->store_hold || in->store_through || in->store_sect ? "store_hold, store_through, store_sect: without a cached store" : NULL;
    if (!in->store_through && !in->store_sect)
        return "store_through, store_sect: a store that goes nowhere";
    if (in->store_sect & ~sectors_touched(in->bank_en))
        return "store_sect: a sector that the store does not touch (bank_en)";
    if (in->store_hold && c->held >> in->store_prt & 1 && c->held_line[in->store_prt] != in->pass_line)
        return "store_prt: of another line";
    for (uint32_t left = c->held; left; left &= left - 1) {
        unsigned e = (unsigned)__builtin_ctz(left);
        if (c->held_line[e] == in->pass_line && !(in->store_hold && in->store_prt == e))
            return "store_hold, store_prt: not with the stores of the line that are held";
    }
    return NULL;
}

// A dirty line goes when there is a slot: for a line that is looked up, or by a command, when no store is left.
static const char *check_evict(const struct wdb_contract *c, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    if (!in->evict_valid)
        return NULL;
    if (!out->room_dirty)
        return "evict: without room_dirty";
    if (!in->evict_sect)
        return "evict_sect: no sector";
    if (in->pass_replay || in->gone_valid)
        return "evict: beside a replay, or with gone_valid";
    if (in->pass_cached && in->evict_line == in->pass_line)
        return "evict_line: the line that is looked up";
    bool stores = c->store || (in->pass_valid && in->pass_store) || out->wdb_used & ~c->dirty_lines;
    return !in->pass_cached && stores ? "evict: of a command, while stores wait" : NULL;
}

// What stays of a line is told at its last replay, and what goes by a lookup.
static const char *check_ends(const struct ul1_wdb_in *in)
{
    if ((in->look_valid || in->held_dirty) && !(in->pass_replay && in->pass_last))
        return "look_valid, held_dirty: without a last replay";
    if (!in->gone_valid)
        return NULL;
    if (!in->pass_cached || (in->pass_replay && !in->pass_last))
        return "gone_valid: without a lookup or a last replay";
    return !in->pass_replay && in->gone_keep ? "gone_keep: not none, of a line that gives up its way" : NULL;
}

// Bytes are stored only by a store in stage 2, and in the banks it touches, whose rows are known.
static const char *check_words(const struct wdb_contract *c, const struct ul1_wdb_in *in)
{
    if (!any8(in->cross_be, LANES))
        return NULL;
    if (!c->store)
        return "cross_be: bytes stored without a store in stage 2";
    uint64_t others = lanes_on(in->cross_be, LANES) & ~(uint64_t)c->banks;
    return others ? "cross_be: bytes stored in a bank that the pass does not touch (bank_en)" : NULL;
}

// Writes leave in the order in which they came, each when it can; what is offered to memory has left.
static const char *check_writes(const struct wdb_contract *c, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    if (in->head_write && (!c->count || in->head_wdb != c->queue[c->head % UL1_WDB]))
        return "head_wdb: not the write that has waited the longest";
    if (c->first && !in->head_write)
        return "head_write: goes before it is answered";
    if (in->mmu_take && in->mmu_fault)
        return "mmu_take, mmu_fault: both";
    if (in->head_write && (in->mmu_take || in->mmu_fault) && !(out->leave_ready >> in->head_wdb & 1))
        return "mmu_take, mmu_fault: of a write that cannot leave (leave_ready)";
    bool write = in->mem_valid && in->mem_op == UL1_MEMOP_WRITE;
    return write && (in->mem_number >= UL1_WDB || !(c->sent >> in->mem_number & 1)) ? "mem_number: a write that has not been sent" : NULL;
}

static void join(struct wdb_contract *c, unsigned entry)
{
    c->queue[(c->head + c->count++) % UL1_WDB] = (uint8_t)entry;
}

static void advance_writes(struct wdb_contract *c, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    bool answered = in->head_write && (in->mmu_take || in->mmu_fault);
    if (in->mem_valid && in->mem_op == UL1_MEMOP_WRITE && in->mem_ready)
        c->sent &= (uint8_t)~(1u << in->mem_number % UL1_WDB);
    if (answered && in->mmu_take)
        c->sent |= (uint8_t)(1u << in->head_wdb);
    c->first = in->head_write && !answered;
    c->head += answered;
    c->count -= answered;
    c->dirty_lines &= out->wdb_used;
    if (in->evict_valid) {
        c->dirty_lines |= (uint8_t)(1u << out->place_dirty);
        join(c, out->place_dirty);
    }
    if (in->pass_cached && in->pass_store && in->store_through && out->place_new)
        join(c, out->place_store);
}

static void advance(struct wdb_contract *c, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    advance_writes(c, in, out);
    if (in->pass_replay && in->pass_last)
        c->held &= ~(1u << in->pass_prt);
    if (in->pass_cached && in->pass_store && in->store_hold) {
        c->held |= 1u << in->store_prt;
        c->held_line[in->store_prt] = in->pass_line;
    }
    c->evicted = c->evicts;
    c->evicted_row = c->evicts_row;
    c->evicted_sect = c->evicts_sect;
    c->evicts = in->evict_valid;
    c->evicts_row = in->evict_row;
    c->evicts_sect = in->evict_sect;
    c->took = in->sel_store;
    c->store = in->pass_valid && in->pass_store;
    c->banks = in->bank_en;
    if (c->store && in->pass_frees_beat)
        c->beats &= ~(1u << in->pass_beat);
    if (in->pull_valid && in->pull_ready)
        c->beats |= 1u << out->intake_beat;
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
        broken = check_evicted(c, in);
    if (!broken)
        broken = check_store(c, in);
    if (!broken)
        broken = check_evict(c, in, out);
    if (!broken)
        broken = check_ends(in);
    if (!broken)
        broken = check_words(c, in);
    if (!broken)
        broken = check_writes(c, in, out);
    advance(c, in, out);
    return broken;
}

// ---- the drive: plays the arbiter, the tag unit and the pending request table for a few lines in a few rows, the crossbars,
// the write port, the request queue and the way to memory

enum { INTAKE_FULL, ONE_LEFT, BEAT_IN_AND_OUT, BEAT_KEPT, NO_ROOM, NO_SLOT, ALL_USED, TAKE_AND_LEAVE, DRAINED, STORES_RUNNING,
    EMPTY_ENTRY, JOINED, JOINED_HELD, JOINED_THROUGH, JOINED_COMES, JOINED_WRITTEN, NOT_HELD_ALIKE, NOT_SENT,
    NOT_FIRST, NOT_SAME_WAY, NOT_OFFERED, NOT_WRITTEN, NOT_DIRTY_LINE, RELEASED_ALL, RELEASED_SOME, RELEASED_NONE,
    RELEASED_DROP, RELEASED_DROP_DIRTY, RELEASED_SEVERAL, GONE_ALL, GONE_SOME, GONE_NOTHING, GONE_WRITTEN, EVICT_RUNNING,
    EVICT_STORES_WAIT, EVICT_SERVED, EVICT_WITH_STORE, EVICT_SWEPT, EVICT_LAST_SLOT, SENT_BEFORE_ARRAY, SENT_AFTER_ARRAY,
    SENT_HELD, SENT_BOTH, FAILS, FAILS_BEFORE_ARRAY, FAILS_LINE, NOT_READY, MEM_TAKEN, MEM_WAITS, MEM_LINE_TAKEN, MEM_OTHER,
    SERVED_ONE, SERVED_SEVERAL, SERVED_MIXED, SERVED_WRITTEN, WRITTEN_HIDDEN, SERVED_NOT, ROW_DIFFERS, NO_BANK,
    LOAD_IN_STAGE_BEHIND, HIT_SERVED_ONE, HIT_SERVED_SEVERAL, HIT_SERVED_WRITTEN, HIT_HELD, HIT_SECTOR, HIT_OTHER_LINE,
    HIT_SHARED, SHARED_HIT, RESET_BUSY, EVENTS };
static const struct event_name events[EVENTS] = {
    { "intake full", true },
    { "one beat left", true },
    { "a beat taken as another is freed", true },
    { "a beat used by several passes", true },
    { "no room for a store", true },
    { "no slot for a dirty line", true },
    { "all entries in use", true },
    { "an entry spoken for as another is written", true },
    { "runs empty", true },
    { "stores in two cycles running", true },
    { "store without bytes", true },
    { "store joins an entry", true },
    { "store joins an entry that is held", true },
    { "store joins a write to memory", true },
    { "store joins an entry in the cycle in which its words come", true },
    { "store joins an entry that the array has", true },
    { "store does not join: held otherwise", true },
    { "store does not join: the write is sent", true },
    { "store does not join: the write is the first request", true },
    { "store does not join: not the same way", true },
    { "store does not join: offered to the array", true },
    { "store does not join: the array has nothing of it to come", true },
    { "store does not join: a dirty line's", true },
    { "held entry released whole", true },
    { "held entry released, some sectors dropped", true },
    { "held entry released, all sectors dropped", true },
    { "held entry released, the line dropped", true },
    { "held entry released, the line dropped but for what is dirty", true },
    { "several held entries released at once", true },
    { "entry whose row is gone", true },
    { "entry of whose row some sectors are gone", true },
    { "row gone that nobody waits for", true },
    { "row gone as an entry of it is written", true },
    { "dirty lines in two cycles running", true },
    { "line read out that stores wait for", true },
    { "line read out served", true },
    { "dirty line gone for a store", true },
    { "dirty line gone by a command", true },
    { "last slot for a dirty line", true },
    { "write leaves before the array has it", true },
    { "write leaves when the array has it", true },
    { "write leaves while it is held", true },
    { "sent write written to the array", true },
    { "write fails", true },
    { "write fails before the array has it", true },
    { "write of a dirty line fails", true },
    { "write that is first and cannot leave yet", true },
    { "write taken by memory", true },
    { "write waits for memory", true },
    { "write of a dirty line taken by memory", true },
    { "something else offered to memory", true },
    { "byte served by the only entry that has it", true },
    { "byte that three entries have", true },
    { "bytes of a word from different entries", true },
    { "byte served by the entry just written", true },
    { "byte of the entry just written, and of a newer one", true },
    { "load that nothing serves", true },
    { "entry with bytes of the bank in another row", true },
    { "load that touches no bank", true },
    { "load right behind a store of the same word", true },
    { "hit served by the only entry that has a byte", true },
    { "hit, a byte that two entries have", true },
    { "hit served by the entry just written", true },
    { "hit in a line that a store is held for", true },
    { "hit, a byte that an entry has and does not write", true },
    { "hit, another line's entry has the bank", true },
    { "hit, a shared entry has the row", true },
    { "shared load, a cached store's entry has the row", true },
    { "reset with entries in use", true },
};

enum { LINES = 6, CACHE_ROWS = 4, NOWHERE = CACHE_ROWS };

// A row of the cache: whose line it has, and what the tag unit and the pending request table know of that.
struct place {
    uint16_t row;
    bool full;                          // it has a line
    uint8_t line, valid, dirty;
    bool fetch, filled, drop, fail;     // its fetch is under way; what comes of it
    uint8_t prt, wants, replays, keeps; // the sectors asked for, the loads that wait, the sectors that held stores make dirty
    bool closed;                        // a store is held for it
};

// An entry as the specification has it, to know what meets what.
struct shadow {
    bool used, data, cached, dirty_line, held;
    uint8_t prt, array;
    enum { MEM_NONE, MEM_WAITING, MEM_SENT } memory;
    uint64_t line;
    uint16_t row[LANES];
    uint8_t be[LANES];
    uint64_t age;                       // counts up
};

struct wdb_drive {
    struct drive d;
    struct wdb_contract contract;
    unsigned beat, take, load, keep, port, cached, back, cover, hit, open, arrive, replay, first, leave, fault, memory; // how often
    bool whole;                         // stores write all they can
    bool drain, sweep;                  // nothing new comes; and dirty lines are written back by a command
    struct rows rows;
    uint64_t line[LINES];
    unsigned lines, places;             // so many are in use
    struct place place[CACHE_ROWS];

    struct { uint8_t kind, sub; } way[2]; // what is on its way to memory
    unsigned on_way;

    uint8_t beat_used[UL1_INTAKE];         // passes since it was filled
    uint8_t freeing;                    // a beat is freed at the end of this cycle
    struct ul1_wdb_in s2;               // the inputs of the cycle before: of the pass in stage 2
    struct shadow entry[UL1_WDB];
    uint64_t ages;
    unsigned s2_entry;                  // the one that a store in stage 2 writes
    unsigned lines_out[3];              // entries of dirty lines whose pass is one stage on, two, in stage 2; WDB: none
    bool wrote;                         // an entry was written in the cycle before, which was
    struct shadow written;
    bool was_used;
};

static void draw_lines(struct wdb_drive *w)
{
    struct rng *r = &w->d.rng;
    unsigned bit = rng_below(r, LINE_W); // all differ in one bit from the first
    w->line[0] = rng_next(r) >> (64 - LINE_W);
    for (unsigned i = 1; i < LINES; i++)
        w->line[i] = w->line[0] ^ 1ull << (bit + 5 * i) % LINE_W;
    unsigned first = rng_below(r, UL1_ROWS);
    for (unsigned i = 0; i < CACHE_ROWS; i++)
        w->place[i] = (struct place){ .row = (uint16_t)((first + i * 101) % UL1_ROWS) };
}

// Stores wait for the write port as lines come and go, some with dirty sectors; or for memory.
static void draw_slow(struct wdb_drive *w)
{
    bool memory = rng_below(&w->d.rng, 2);
    w->arrive = w->replay = w->open = w->load = w->cached = w->cover = 100;
    w->port = memory ? 100 : 3 + 12 * rng_below(&w->d.rng, 2);
    w->first = w->leave = memory ? 5 : 50;
    w->take = 30;
    w->back = memory ? 3 : 15;
    w->hit = 30;
    w->lines = 2;
    w->places = 2;
}

static void wdb_knobs(struct drive *d)
{
    struct wdb_drive *w = (struct wdb_drive *)d;
    if (w->drain)
        return; // until nothing waits, and a command has been
    w->drain = rng_below(&d->rng, 4) == 0;
    w->beat = draw_knob(d);
    w->take = draw_knob(d);
    w->load = draw_knob(d);
    w->keep = draw_knob(d);
    w->port = w->drain ? 80 : draw_knob(d);
    w->whole = rng_below(&d->rng, 2);
    w->cached = rng_below(&d->rng, 3) ? 85 : draw_knob(d);
    w->back = draw_knob(d);
    w->cover = rng_below(&d->rng, 2) ? 50 : draw_knob(d);
    w->hit = 88;
    w->open = draw_knob(d);
    w->arrive = w->drain ? 80 : 2 + draw_knob(d) / 2;
    w->replay = w->drain ? 90 : 10 + draw_knob(d);
    w->first = w->drain ? 90 : 5 + draw_knob(d);
    w->leave = w->drain ? 90 : 5 + draw_knob(d);
    w->fault = rng_below(&d->rng, 2) ? 5 : draw_knob(d) / 2;
    w->memory = w->drain ? 90 : 5 + draw_knob(d);
    w->lines = rng_below(&d->rng, 2) ? 1 + rng_below(&d->rng, 3) : LINES;
    w->places = 1 + rng_below(&d->rng, CACHE_ROWS);
    draw_rows(d, &w->rows);
    if (!w->drain && rng_below(&d->rng, 4) == 0)
        draw_slow(w);
}

// Beats are offered and asked for independently of one another.
static void drive_beat(struct wdb_drive *w, const struct ul1_wdb_out *out, struct ul1_wdb_in *in)
{
    in->pull_ready = out->intake_free && happens(&w->d, w->beat);
    in->pull_valid = happens(&w->d, 80);
}

// One of the beats that can be used, any of them.
static unsigned draw_beat(struct wdb_drive *w)
{
    unsigned beat;
    do
        beat = rng_below(&w->d.rng, UL1_INTAKE);
    while (!(w->contract.beats >> beat & 1));
    return beat;
}

static void set_rows(struct ul1_wdb_in *in, uint32_t banks, unsigned row)
{
    in->bank_en = banks;
    for (unsigned b = 0; b < LANES; b++)
        if (banks >> b & 1)
            in->bank_row[b] = (uint16_t)row;
}

static unsigned place_of(const struct wdb_drive *w, unsigned line)
{
    unsigned i = 0;
    while (i < NOWHERE && !(w->place[i].full && w->place[i].line == line))
        i++;
    return i;
}

// One that can be given to another line: it is not under fetch, and if what it has is dirty, there is a slot for that.
static unsigned draw_victim(struct wdb_drive *w, const struct ul1_wdb_out *out)
{
    unsigned from = rng_below(&w->d.rng, w->places);
    for (unsigned n = 0; n < w->places; n++) {
        unsigned i = (from + n) % w->places;
        if (!w->place[i].fetch && (out->room_dirty || !w->place[i].dirty))
            return i;
    }
    return NOWHERE;
}

// What the place has goes, and it has this line with no valid sector.
static void give(struct wdb_drive *w, struct ul1_wdb_in *in, unsigned i, unsigned line)
{
    struct place *p = &w->place[i];
    in->evict_valid = p->dirty != 0;
    if (in->evict_valid) {
        in->evict_line = w->line[p->line];
        in->evict_sect = p->dirty;
        in->evict_row = p->row;
    } else {
        in->gone_valid = 1;
        in->gone_row = p->row;
        in->gone_keep = 0;
    }
    *p = (struct place){ .row = p->row, .full = true, .line = (uint8_t)line };
    in->look_row = p->row;
}

static void open(struct wdb_drive *w, unsigned i, unsigned wants)
{
    uint32_t taken = 0;
    for (unsigned k = 0; k < CACHE_ROWS; k++)
        taken |= (uint32_t)w->place[k].fetch << w->place[k].prt;
    struct place *p = &w->place[i];
    do
        p->prt = (uint8_t)rng_below(&w->d.rng, UL1_PRT);
    while (taken >> p->prt & 1);
    p->fetch = true;
    p->filled = p->closed = false;
    p->wants = (uint8_t)wants;
    p->replays = p->keeps = 0;
    p->fail = rng_below(&w->d.rng, 8) == 0;
    p->drop = p->fail;
}

static void hold(struct ul1_wdb_in *in, struct place *p, bool back)
{
    in->store_hold = 1;
    in->store_prt = p->prt;
    in->look_row = p->row;
    p->closed = true;
    if (!back)
        return;
    p->keeps |= in->store_sect;
    p->drop = p->fail;
}

// A store written back whose line is not under fetch: the line is there, or gets a place, or is fetched. False: none of it.
static bool store_back(struct wdb_drive *w, const struct ul1_wdb_out *out, struct ul1_wdb_in *in, unsigned line, unsigned need)
{
    struct drive *d = &w->d;
    unsigned i = place_of(w, line), cover = happens(d, w->cover) ? need : 0;
    unsigned have = i < NOWHERE ? w->place[i].valid : 0, lacks = need & ~have & ~cover;
    bool there = i < NOWHERE;
    if (!there)
        i = draw_victim(w, out);
    if (i == NOWHERE)
        return false;
    if (!there)
        give(w, in, i, line);
    struct place *p = &w->place[i];
    in->look_row = p->row;
    in->store_sect = (uint8_t)need;
    if (lacks) {
        open(w, i, lacks);
        hold(in, p, true);
    } else {
        p->valid |= (uint8_t)need;
        p->dirty |= (uint8_t)need;
    }
    return true;
}

static void store_through(struct wdb_drive *w, struct ul1_wdb_in *in, unsigned line, unsigned need)
{
    unsigned i = place_of(w, line);
    struct place *p = &w->place[i % CACHE_ROWS];
    in->store_through = 1;
    if (i == NOWHERE)
        return;
    in->look_row = p->row;
    in->store_sect = (uint8_t)(need & p->valid);
    if (need == 0xf && !p->dirty && rng_below(&w->d.rng, 2)) { // it bypasses
        in->store_sect = 0;
        in->gone_valid = 1;
        in->gone_row = p->row;
        in->gone_keep = 0;
        p->full = false;
        p->valid = 0;
    }
}

static void drive_cached_store(struct wdb_drive *w, const struct ul1_wdb_out *out, struct ul1_wdb_in *in)
{
    struct drive *d = &w->d;
    unsigned line = rng_below(&d->rng, w->lines), i = place_of(w, line), sectors = draw_sectors(d);
    bool back = happens(d, w->back);
    in->pass_cached = 1;
    in->pass_line = w->line[line];
    uint32_t banks = draw_mask(d) & banks_of(sectors);
    set_rows(in, banks ? banks : banks_of(sectors), 0);
    unsigned need = sectors_touched(in->bank_en);
    if (i < NOWHERE && w->place[i].fetch) {
        struct place *p = &w->place[i];
        bool late = p->filled && need & ~(unsigned)p->valid;
        in->store_through = !back || late;
        in->store_sect = (uint8_t)need;
        hold(in, p, !in->store_through);
        if (!in->store_through)
            p->wants |= (uint8_t)(need & ~(unsigned)p->valid);
    } else if (!back || !store_back(w, out, in, line, need)) {
        store_through(w, in, line, need);
    }
}

static void drive_replay(struct wdb_drive *w, struct ul1_wdb_in *in, unsigned i)
{
    struct place *p = &w->place[i];
    in->pass_cached = in->pass_replay = 1;
    in->pass_prt = p->prt;
    in->pass_line = w->line[p->line];
    uint32_t banks = draw_mask(&w->d) & banks_of(p->valid);
    set_rows(in, p->fail || !p->replays ? 0 : banks, p->row);
    p->replays = (uint8_t)(p->replays - (p->replays != 0));
    in->pass_last = !p->replays;
    if (p->replays)
        return;
    in->look_valid = p->drop ? p->dirty : p->valid;
    in->held_dirty = p->fail ? 0 : p->keeps;
    in->gone_valid = p->drop;
    in->gone_row = p->row;
    in->gone_keep = in->look_valid;
    p->dirty |= in->held_dirty;
    p->valid = in->look_valid | in->held_dirty;
    p->full = p->valid != 0;
    p->fetch = p->closed = false;
}

static void drive_lookup(struct wdb_drive *w, const struct ul1_wdb_out *out, struct ul1_wdb_in *in)
{
    struct drive *d = &w->d;
    unsigned line = rng_below(&d->rng, w->lines), i = place_of(w, line);
    in->pass_cached = 1;
    in->pass_line = w->line[line];
    if (i < NOWHERE && w->place[i].valid && !w->place[i].closed && happens(d, w->hit)) {
        set_rows(in, draw_mask(d) & banks_of(w->place[i].valid), w->place[i].row);
    } else if (!w->drain && (i == NOWHERE || !w->place[i].fetch) && happens(d, w->open)) {
        bool over = i < NOWHERE && !w->place[i].dirty && rng_below(&d->rng, 2); // it bypasses
        unsigned at = i < NOWHERE ? i : draw_victim(w, out);
        if (at == NOWHERE)
            return; // deferred
        if (i == NOWHERE || over)
            give(w, in, at, line);
        open(w, at, draw_sectors(d));
        w->place[at].replays = (uint8_t)(1 + rng_below(&d->rng, 3));
        w->place[at].drop |= over || rng_below(&d->rng, 4) == 0;
    }
}

static void drive_shared(struct wdb_drive *w, struct ul1_wdb_in *in)
{
    struct drive *d = &w->d;
    in->bank_en = !in->pass_store && rng_below(&d->rng, 8) == 0 ? 0 : draw_mask(d);
    bool one = rng_below(&d->rng, 2);
    uint16_t row = rng_below(&d->rng, 2) ? pick_row(d, &w->rows) : w->place[rng_below(&d->rng, CACHE_ROWS)].row;
    for (unsigned b = 0; b < LANES; b++)
        if (in->bank_en >> b & 1)
            in->bank_row[b] = one ? row : pick_row(d, &w->rows);
}

// The pass that is due, of a dirty line or of the store taken in the cycle before, else perhaps a replay or a load.
static void drive_pass(struct wdb_drive *w, const struct ul1_wdb_out *out, struct ul1_wdb_in *in)
{
    struct drive *d = &w->d;
    const struct wdb_contract *c = &w->contract;
    bool store = c->took;
    unsigned rep = rng_below(&d->rng, CACHE_ROWS);
    bool replay = !store && !c->evicted && w->place[rep].fetch && w->place[rep].filled && happens(d, w->replay);
    in->pass_readout = c->evicted;
    in->pass_valid = store || c->evicted || replay || (!w->sweep && happens(d, w->load));
    if (!in->pass_valid)
        return;
    in->pass_store = store;
    if (store) {
        in->pass_beat = (uint8_t)draw_beat(w);
        in->pass_frees_beat = !happens(d, w->keep);
    }
    if (c->evicted)
        set_rows(in, banks_of(c->evicted_sect), c->evicted_row);
    else if (replay)
        drive_replay(w, in, rep);
    else if (!happens(d, w->cached))
        drive_shared(w, in);
    else if (store)
        drive_cached_store(w, out, in);
    else
        drive_lookup(w, out, in);
}

// A store may enter if in the next cycle, when it is in stage 1, there is a beat for it, and no dirty line's pass is due.
static void drive_take(struct wdb_drive *w, const struct ul1_wdb_out *out, struct ul1_wdb_in *in)
{
    uint32_t beats = w->contract.beats;
    if (in->pass_valid && in->pass_store && in->pass_frees_beat)
        beats &= ~(1u << in->pass_beat);
    bool may = out->room_store && beats && !w->contract.evicts && !w->drain;
    in->sel_store = may && happens(&w->d, w->take);
}

static void drive_words(struct wdb_drive *w, struct ul1_wdb_in *in)
{
    uint32_t banks = w->contract.store ? w->contract.banks : 0;
    if (rng_below(&w->d.rng, 50) == 0)
        banks = 0; // a store may leave nothing
    for (unsigned b = 0; b < LANES; b++)
        in->cross_be[b] = (uint8_t)(banks >> b & 1 ? w->whole ? 0xf : draw_bytes(&w->d) : 0);
}

// Fetches come to an end.
static void drive_arrivals(struct wdb_drive *w)
{
    for (unsigned i = 0; i < CACHE_ROWS; i++) {
        struct place *p = &w->place[i];
        if (!p->fetch || p->filled || !happens(&w->d, w->arrive))
            continue;
        p->filled = true;
        p->valid |= p->fail ? 0 : p->wants;
    }
}

// A command writes back what is dirty, when nothing else is left. Then all begins anew with other lines.
static void drive_sweep(struct wdb_drive *w, const struct ul1_wdb_out *out, struct ul1_wdb_in *in)
{
    struct drive *d = &w->d;
    bool busy = w->contract.took || w->contract.store || out->wdb_used, any = false;
    for (unsigned i = 0; i < CACHE_ROWS; i++)
        busy |= w->place[i].fetch;
    w->sweep |= w->drain && !busy && !in->rst;
    if (!w->sweep)
        return;
    for (unsigned i = 0; i < CACHE_ROWS; i++) {
        struct place *p = &w->place[i];
        if (p->dirty && !in->evict_valid && out->room_dirty && happens(d, 80)) {
            in->evict_valid = 1;
            in->evict_line = w->line[p->line];
            in->evict_sect = p->dirty;
            in->evict_row = p->row;
            p->dirty = 0;
        }
        any |= p->dirty != 0;
    }
    if (any || in->evict_valid)
        return;
    w->sweep = w->drain = false;
    draw_lines(w);
    d->phase_end = 0;
}

static void drive_memory(struct wdb_drive *w, const struct ul1_wdb_out *out, struct ul1_wdb_in *in)
{
    struct drive *d = &w->d;
    const struct wdb_contract *c = &w->contract;
    in->head_write = c->count && (c->first || happens(d, w->first)); // until then reads are before it
    in->mmu_take = in->mmu_fault = 0;
    bool may = happens(d, w->leave);
    if (in->head_write) {
        in->head_wdb = c->queue[c->head % UL1_WDB];
        may &= out->leave_ready >> in->head_wdb & 1;
    }
    in->mmu_fault = may && happens(d, w->fault);
    in->mmu_take = may && !in->mmu_fault && w->on_way < 2;
    in->mem_valid = w->on_way != 0;
    if (in->mem_valid) {
        in->mem_op = w->way[0].kind;
        in->mem_number = w->way[0].sub;
    }
    in->mem_ready = happens(d, w->memory);
}

static void wdb_drive(struct drive *d, const void *outputs, void *inputs)
{
    struct wdb_drive *w = (struct wdb_drive *)d;
    const struct ul1_wdb_out *out = outputs;
    struct ul1_wdb_in *in = inputs;
    if (!w->line[1])
        draw_lines(w);
    in->pass_valid = in->pass_cached = in->pass_readout = in->pass_replay = 0;
    in->bank_en = 0;
    in->store_hold = in->store_through = in->store_sect = in->evict_valid = in->look_valid = in->held_dirty = in->gone_valid = 0;
    drive_beat(w, out, in);
    drive_arrivals(w);
    if (!d->calm && !in->rst)
        drive_sweep(w, out, in);
    drive_pass(w, out, in);
    drive_take(w, out, in);
    drive_words(w, in);
    drive_memory(w, out, in);
    in->array_ready = happens(d, w->port);
}

static const char *wdb_check(struct drive *d, const void *in, const void *out)
{
    return wdb_contract_check(&((struct wdb_drive *)d)->contract, in, out);
}

// ---- what happens, as the specification has it: from here on for events alone

// The entry offered to the array, or WDB.
static unsigned offered(const struct wdb_drive *w)
{
    unsigned oldest = UL1_WDB;
    for (unsigned i = 0; i < UL1_WDB; i++) {
        const struct shadow *e = &w->entry[i];
        bool may = e->used && e->data && e->array && !e->held && i != w->s2_entry;
        if (may && (oldest == UL1_WDB || e->age < w->entry[oldest].age))
            oldest = i;
    }
    return oldest;
}

// The youngest with the line of the store in stage 1, or WDB.
static unsigned youngest(const struct wdb_drive *w, const struct ul1_wdb_in *in)
{
    unsigned found = UL1_WDB;
    for (unsigned i = 0; i < UL1_WDB; i++) {
        const struct shadow *e = &w->entry[i];
        bool same = e->used && (e->cached || e->dirty_line) && e->line == in->pass_line;
        if (same && (found == UL1_WDB || e->age > w->entry[found].age))
            found = i;
    }
    return found;
}

// Why a cached store joins or does not: each reason is an event if it is the only one.
static void count_join(struct wdb_drive *w, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    struct drive *d = &w->d;
    unsigned i = youngest(w, in);
    if (!in->pass_cached || !in->pass_store || i == UL1_WDB)
        return;
    const struct shadow *e = &w->entry[i];
    saw(d, NOT_DIRTY_LINE, e->dirty_line);
    if (e->dirty_line)
        return;
    bool first = in->head_write && in->head_wdb == i;
    bool not_held = e->held != in->store_hold, not_sent = e->memory == MEM_SENT && in->store_through;
    bool not_first = e->memory == MEM_WAITING && in->store_through && first;
    bool not_way = in->store_through ? e->memory == MEM_NONE : e->memory != MEM_NONE;
    bool not_written = in->store_sect && !e->array, not_offered = offered(w) == i; // (nor with another row, but that is never)
    unsigned reasons = 0u + not_held + not_sent + not_first + not_way + not_offered + not_written;
    saw(d, NOT_HELD_ALIKE, reasons == 1 && not_held);
    saw(d, NOT_SENT, reasons == 1 && not_sent);
    saw(d, NOT_FIRST, reasons == 1 && not_first);
    saw(d, NOT_SAME_WAY, reasons == 1 && not_way);
    saw(d, NOT_OFFERED, reasons == 1 && not_offered);
    saw(d, NOT_WRITTEN, reasons == 1 && not_written);
    saw(d, JOINED, !out->place_new);
    saw(d, JOINED_HELD, !out->place_new && e->held);
    saw(d, JOINED_THROUGH, !out->place_new && in->store_through);
    saw(d, JOINED_COMES, !out->place_new && !e->data);
    saw(d, JOINED_WRITTEN, !out->place_new && e->data && !e->array && !e->held);
}

static bool writes_bank(const struct shadow *e, unsigned bank)
{
    return !e->cached || e->array >> bank / (LANES / 4) & 1;
}

// Whether an entry has the byte for the load in stage 2.
static bool serves(const struct wdb_drive *w, const struct shadow *e, unsigned b, unsigned k)
{
    if (!e->used || !e->data || !e->array || e->dirty_line || !(e->be[b] >> k & 1))
        return false;
    if (!w->s2.pass_cached)
        return !e->cached && e->row[b] == w->s2.bank_row[b];
    return e->cached && !e->held && e->line == w->s2.pass_line && writes_bank(e, b);
}

// What the load in stage 2 meets, byte by byte: how many entries have it, and whether the one just written does.
static void count_served(struct wdb_drive *w)
{
    struct drive *d = &w->d;
    bool hit = w->s2.pass_cached, one = false, several = false, mixed = false, written = false, hidden = false, any = false;
    bool behind = false, other_row = false, held = false, sector = false, other_line = false, other_kind = false;
    for (unsigned b = 0; b < LANES; b++) {
        const struct shadow *word = NULL; // that serves the bytes below
        for (unsigned k = 0; w->s2.bank_en >> b & 1 && k < 4; k++) {
            unsigned has = w->wrote && serves(w, &w->written, b, k);
            const struct shadow *newest = has ? &w->written : NULL;
            for (unsigned i = 0; i < UL1_WDB; i++) {
                const struct shadow *e = &w->entry[i];
                bool byte = e->used && e->data && e->be[b] >> k & 1, row = e->row[b % LANES] == w->s2.bank_row[b];
                bool line = e->cached && e->line == w->s2.pass_line;
                other_row |= byte && !e->cached && !e->dirty_line && !hit && !row;
                held |= byte && hit && line && e->held;
                sector |= byte && hit && line && !e->held && e->array && !writes_bank(e, b);
                other_line |= byte && hit && e->cached && !line && e->array && !e->held;
                other_kind |= byte && e->array && !e->dirty_line && row && e->cached != hit;
                if (!serves(w, e, b, k))
                    continue;
                has++;
                behind |= e->age + 1 == w->ages;
                if (!newest || newest == &w->written || e->age > newest->age)
                    newest = e;
            }
            any |= has != 0;
            one |= has == 1 && newest != &w->written;
            several |= has >= (hit ? 2 : 3);
            written |= has == 1 && newest == &w->written;
            hidden |= has > 1 && w->wrote && serves(w, &w->written, b, k);
            mixed |= newest && word && newest != word;
            word = newest ? newest : word;
        }
    }
    saw(d, hit ? HIT_SERVED_ONE : SERVED_ONE, one);
    saw(d, hit ? HIT_SERVED_SEVERAL : SERVED_SEVERAL, several);
    saw(d, hit ? HIT_SERVED_WRITTEN : SERVED_WRITTEN, written);
    saw(d, hit ? HIT_SHARED : SHARED_HIT, other_kind);
    saw(d, SERVED_MIXED, mixed);
    saw(d, WRITTEN_HIDDEN, hidden);
    saw(d, SERVED_NOT, !any && w->s2.bank_en);
    saw(d, NO_BANK, !w->s2.bank_en);
    saw(d, ROW_DIFFERS, other_row);
    saw(d, LOAD_IN_STAGE_BEHIND, behind);
    saw(d, HIT_HELD, held);
    saw(d, HIT_SECTOR, sector);
    saw(d, HIT_OTHER_LINE, other_line);
}

static void count_queues(struct wdb_drive *w, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    struct drive *d = &w->d;
    bool leaves = out->write_valid && in->array_ready, store = in->pass_valid && in->pass_store;
    saw(d, INTAKE_FULL, !out->intake_free);
    saw(d, ONE_LEFT, out->intake_free && !out->intake_spare && in->pull_valid && in->pull_ready);
    saw(d, BEAT_IN_AND_OUT, w->freeing && in->pull_valid && in->pull_ready);
    saw(d, BEAT_KEPT, store && w->beat_used[in->pass_beat]);
    saw(d, NO_ROOM, !out->room_store && out->room_dirty);
    saw(d, NO_SLOT, !out->room_dirty);
    saw(d, ALL_USED, out->wdb_used == (1u << UL1_WDB) - 1);
    saw(d, TAKE_AND_LEAVE, in->sel_store && leaves);
    saw(d, DRAINED, out->wdb_idle && w->was_used);
    saw(d, STORES_RUNNING, store && out->slot_valid);
    saw(d, EMPTY_ENTRY, out->slot_valid && !any8(in->cross_be, LANES));
    saw(d, EVICT_RUNNING, in->evict_valid && w->contract.evicted); // the contract is that of the next cycle
    saw(d, EVICT_WITH_STORE, in->evict_valid && store);
    saw(d, EVICT_SWEPT, in->evict_valid && !in->pass_cached);
    saw(d, EVICT_LAST_SLOT, in->evict_valid && __builtin_popcount(out->wdb_used) == UL1_WDB - 1);
    w->was_used = !out->wdb_idle;
}

static void count_memory(struct wdb_drive *w, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    struct drive *d = &w->d;
    const struct shadow *e = &w->entry[in->head_wdb], *m = &w->entry[in->mem_number % UL1_WDB];
    bool sent = in->head_write && in->mmu_take, fails = in->head_write && in->mmu_fault;
    bool write = in->mem_valid && in->mem_op == UL1_MEMOP_WRITE;
    saw(d, SENT_BEFORE_ARRAY, sent && e->array && !e->held);
    saw(d, SENT_AFTER_ARRAY, sent && e->cached && !e->array);
    saw(d, SENT_HELD, sent && e->held);
    saw(d, FAILS, fails);
    saw(d, FAILS_BEFORE_ARRAY, fails && e->array);
    saw(d, FAILS_LINE, fails && e->dirty_line);
    saw(d, NOT_READY, in->head_write && !(out->leave_ready >> in->head_wdb & 1));
    saw(d, MEM_TAKEN, write && in->mem_ready);
    saw(d, MEM_WAITS, write && !in->mem_ready);
    saw(d, MEM_LINE_TAKEN, write && in->mem_ready && m->dirty_line);
    saw(d, MEM_OTHER, in->mem_valid && !write);
}

static void track_memory(struct wdb_drive *w, const struct ul1_wdb_in *in)
{
    struct drive *d = &w->d;
    if (in->mem_valid && in->mem_ready) {
        if (in->mem_op == UL1_MEMOP_WRITE)
            w->entry[in->mem_number % UL1_WDB].memory = MEM_NONE;
        w->way[0] = w->way[1];
        w->on_way--;
    }
    if (in->mmu_take) {
        bool fence = rng_below(&d->rng, 4) == 0;
        w->way[w->on_way].kind = in->head_write ? UL1_MEMOP_WRITE : fence ? UL1_MEMOP_FENCE : UL1_MEMOP_READ;
        w->way[w->on_way++].sub = (uint8_t)(in->head_write ? in->head_wdb : rng_below(&d->rng, 1 << UL1_NUMBER_W));
    }
    if (in->head_write && (in->mmu_take || in->mmu_fault))
        w->entry[in->head_wdb].memory = in->mmu_take ? MEM_SENT : MEM_NONE;
}

static void track_array(struct wdb_drive *w, const struct ul1_wdb_in *in)
{
    unsigned i = offered(w);
    w->wrote = i < UL1_WDB && in->array_ready;
    if (!w->wrote)
        return;
    struct shadow *e = &w->entry[i];
    saw(&w->d, SENT_BOTH, e->memory == MEM_SENT);
    saw(&w->d, GONE_WRITTEN, in->gone_valid && e->cached && e->row[0] == in->gone_row);
    w->written = *e;
    e->array = 0;
}

// The last replay of a line, and rows that are gone.
static void track_ends(struct wdb_drive *w, const struct ul1_wdb_in *in)
{
    struct drive *d = &w->d;
    unsigned released = 0, touched = 0;
    for (unsigned i = 0; i < UL1_WDB; i++) {
        struct shadow *e = &w->entry[i];
        unsigned keep = in->look_valid | in->held_dirty, had = e->array;
        if (!e->used || !e->cached)
            continue;
        if (e->held && in->pass_replay && in->pass_last && e->prt == in->pass_prt) {
            e->held = false;
            e->array &= (uint8_t)keep;
            released++;
            saw(d, RELEASED_ALL, e->array == had);
            saw(d, RELEASED_SOME, e->array && e->array != had);
            saw(d, RELEASED_NONE, !e->array);
            saw(d, RELEASED_DROP, in->gone_valid && !e->array);
            saw(d, RELEASED_DROP_DIRTY, in->gone_valid && e->array && in->look_valid);
        } else if (!e->held && in->gone_valid && e->row[0] == in->gone_row && e->array) {
            e->array &= in->gone_keep;
            touched++;
            saw(d, GONE_ALL, !e->array);
            saw(d, GONE_SOME, e->array && e->array != had);
        }
    }
    saw(d, RELEASED_SEVERAL, released > 1);
    saw(d, GONE_NOTHING, in->gone_valid && !touched);
}

// The words of a store, or of a dirty line, in stage 2.
static void track_words(struct wdb_drive *w, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    struct drive *d = &w->d;
    if (w->s2_entry < UL1_WDB) {
        struct shadow *e = &w->entry[w->s2_entry];
        for (unsigned b = 0; b < LANES; b++)
            e->be[b] |= in->cross_be[b];
        e->data = true;
    }
    if (w->lines_out[2] == UL1_WDB)
        return;
    struct shadow *line = &w->entry[w->lines_out[2]];
    line->data = true;
    bool waited = false;
    for (unsigned i = 0; i < UL1_WDB; i++) {
        struct shadow *e = &w->entry[i];
        bool same = e->cached && e->line == line->line && e->row[0] == line->row[0];
        if (!e->used || e->held || !same || e->age > line->age)
            continue;
        waited |= e->array != 0;
        e->array = 0;
    }
    saw(d, EVICT_STORES_WAIT, waited);
    saw(d, EVICT_SERVED, any8(out->forward_be, LANES));
}

static struct shadow *add(struct wdb_drive *w, unsigned i)
{
    w->entry[i] = (struct shadow){ .used = true, .age = w->ages++ };
    return &w->entry[i];
}

static void track_new(struct wdb_drive *w, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    bool store = in->pass_valid && in->pass_store;
    unsigned i = !store ? UL1_WDB : out->place_new ? out->place_store : youngest(w, in) % UL1_WDB;
    struct shadow *e = &w->entry[i % UL1_WDB];
    if (store && out->place_new) {
        e = add(w, i);
        e->cached = in->pass_cached;
        e->line = in->pass_line;
        e->held = in->pass_cached && in->store_hold;
        e->prt = in->store_prt;
        e->memory = in->pass_cached && in->store_through ? MEM_WAITING : MEM_NONE;
        e->array = in->pass_cached ? 0 : 0xf;
        memcpy(e->row, in->bank_row, sizeof e->row);
    }
    if (store && in->pass_cached && in->store_sect) {
        e->array |= in->store_sect;
        for (unsigned b = 0; b < LANES; b++)
            e->row[b] = in->look_row;
    }
    w->s2_entry = i;
    w->lines_out[2] = w->lines_out[1];
    w->lines_out[1] = w->lines_out[0];
    w->lines_out[0] = in->evict_valid ? out->place_dirty : UL1_WDB;
    if (!in->evict_valid)
        return;
    e = add(w, out->place_dirty);
    e->dirty_line = true;
    e->line = in->evict_line;
    e->row[0] = in->evict_row;
    e->memory = MEM_WAITING;
}

static void track(struct wdb_drive *w, const struct ul1_wdb_in *in, const struct ul1_wdb_out *out)
{
    bool store = in->pass_valid && in->pass_store;
    track_memory(w, in);
    track_array(w, in);
    track_ends(w, in);
    track_words(w, in, out);
    track_new(w, in, out);
    for (unsigned i = 0; i < UL1_WDB; i++) {
        struct shadow *e = &w->entry[i];
        e->used &= !(e->data && !e->held && !e->array && e->memory == MEM_NONE && i != w->s2_entry);
    }
    if (store)
        w->beat_used[in->pass_beat]++;
    if (in->pull_valid && in->pull_ready)
        w->beat_used[out->intake_beat] = 0;
    w->freeing = store && in->pass_frees_beat;
    w->s2 = *in;
    w->d.stimulus.passes += in->pass_valid;
}

static void wdb_count(struct drive *d, const void *inputs, const void *outputs)
{
    struct wdb_drive *w = (struct wdb_drive *)d;
    const struct ul1_wdb_in *in = inputs;
    const struct ul1_wdb_out *out = outputs;
    if (in->rst) {
        saw(d, RESET_BUSY, !d->calm && out->wdb_used);
        memset(&w->s2, 0, sizeof w->s2);
        memset(w->entry, 0, sizeof w->entry);
        w->freeing = 0;
        w->wrote = w->was_used = w->sweep = w->drain = false;
        w->on_way = 0;
        w->s2_entry = w->lines_out[0] = w->lines_out[1] = w->lines_out[2] = UL1_WDB;
        draw_lines(w);
        return;
    }
    count_queues(w, in, out);
    count_memory(w, in, out);
    count_join(w, in, out);
    if (w->s2.pass_valid && !w->s2.pass_store && !w->s2.pass_readout)
        count_served(w);
    track(w, in, out);
}

struct stimulus *wdb_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "wdb", sizeof(struct wdb_drive), events, EVENTS, 600, wdb_knobs, wdb_drive, NULL,
        wdb_check, wdb_count };
    return drive_make(&kind, test, seed, cycles);
}
