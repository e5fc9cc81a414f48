// Pending request table: contract and random drive.
#include "drive.h"

#include <string.h>

enum { NONE = UL1_PRT, LINE_W = UL1_VA_W - LG - 2 }; // no entry; the bits of a line's number

// ---- the contract

static unsigned entry_of(const struct ul1_prt_out *out, uint64_t line)
{
    for (uint32_t left = out->prt_used; left; left &= left - 1)
        if (out->prt_line[__builtin_ctz(left)] == line)
            return (unsigned)__builtin_ctz(left);
    return NONE;
}

static bool row_taken(const struct prt_contract *c, const struct ul1_prt_out *out, unsigned row)
{
    bool taken = false;
    for (uint32_t left = out->prt_used; left; left &= left - 1)
        taken |= c->row[__builtin_ctz(left)] == row;
    return taken;
}

// The setting changes only while no line is under fetch and none is asked for. After a reset it changes from zero.
static const char *check_settings(const struct prt_contract *c, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    bool idle = !out->prt_used && !in->look_miss;
    return !idle && in->cfg_fetch != c->cfg_fetch ? "cfg_fetch: changes while lines are under fetch" : NULL;
}

// A miss lacks a sector. What the tag unit says of the line is what it was when the entry was opened, with what has arrived
// since; an entry holds its way.
static const char *check_miss(const struct prt_contract *c, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    if (!in->look_miss)
        return NULL;
    if (in->pass_rep)
        return "look_miss: beside a replay (pass_rep)";
    if (!(in->look_need & ~in->look_have))
        return "look_need: nothing that the line lacks (look_have)";
    unsigned e = entry_of(out, in->pass_line);
    if (e == NONE) {
        if (in->look_doom)
            return "look_doom: of a line that has no entry";
        return in->look_way && row_taken(c, out, in->look_row) ? "look_row: the row of another entry" : NULL;
    }
    if (in->look_way)
        return "look_way: for a line that has an entry";
    return in->look_have != (in->look_doom ? 0 : c->have[e]) ? "look_have: not what the line had and has got" : NULL;
}

static const char *check_request(const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    if ((in->xl_take || in->xl_fault) && !out->xl_valid)
        return "xl_take, xl_fault: without xl_valid";
    return in->xl_take && in->xl_fault ? "xl_take, xl_fault: both" : NULL;
}

static const char *check_arrival(const struct prt_contract *c, const struct ul1_prt_in *in)
{
    if (!in->fill_valid)
        return NULL;
    if (!in->fill_sect)
        return "fill_sect: no sector";
    return in->fill_sect & ~c->sent[in->fill_prt] ? "fill_sect: a sector that was not asked for, or has arrived" : NULL;
}

// A replay enters when it was on offer; and the entries are on offer in the order in which they were filled, each access
// once.
static const char *check_replay(const struct prt_contract *c, const struct ul1_prt_in *in)
{
    if (in->pass_rep) {
        if (!c->shown || in->pass_prt != c->shown_prt)
            return "pass_rep, pass_prt: not the replay on offer in the cycle before";
        if (in->pass_last != c->shown_last)
            return "pass_last: not what rep_last said";
    }
    if (!in->rep_valid)
        return NULL;
    bool last = in->pass_rep && in->pass_last;
    if (c->count - last == 0 || in->rep_prt != c->queue[(c->head + last) % UL1_PRT])
        return "rep_prt: not the entry that was filled first";
    int next = c->replays[in->rep_prt] + (in->pass_rep && !last);
    return in->rep_pos != next ? "rep_pos: not the next access of its entry" : NULL;
}

static void join(struct prt_contract *c, unsigned entry)
{
    c->queue[(c->head + c->count++) % UL1_PRT] = (uint8_t)entry;
    c->replays[entry] = 0;
}

static void advance(struct prt_contract *c, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    c->cfg_fetch = in->cfg_fetch;
    if (in->fill_valid) {
        c->sent[in->fill_prt] &= (uint8_t)~in->fill_sect;
        c->have[in->fill_prt] |= in->fill_err ? 0 : in->fill_sect;
    }
    if (in->xl_take)
        c->sent[out->xl_prt] |= out->xl_sect;
    if (out->miss_open && out->prt_used != UINT32_MAX) {
        unsigned e = (unsigned)__builtin_ctz(~out->prt_used);
        c->have[e] = in->look_have;
        c->sent[e] = 0;
        c->row[e] = in->look_row;
    }
    if (in->pass_rep) {
        c->replays[in->pass_prt]++;
        c->head += in->pass_last;
        c->count -= in->pass_last;
    }
    if (out->fill_done)
        join(c, in->fill_prt);
    if (out->fault_done)
        join(c, out->xl_prt);
    c->shown = in->rep_valid;
    c->shown_prt = in->rep_prt;
    c->shown_last = out->rep_last;
}

const char *prt_contract_check(struct prt_contract *c, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    if (in->rst) {
        memset(c, 0, sizeof *c);
        return NULL;
    }
    const char *broken = check_settings(c, in, out);
    if (!broken)
        broken = check_miss(c, in, out);
    if (!broken)
        broken = check_request(in, out);
    if (!broken)
        broken = check_arrival(c, in);
    if (!broken)
        broken = check_replay(c, in);
    advance(c, in, out);
    return broken;
}

// ---- the drive: plays the tag unit, the memory management unit, the memory, the fill unit and the arbiter

enum { OPENED, OPENED_SOME_THERE, OPENED_LAST, OPENED_IN_A_GAP, ALL_OF_LINE, SECTORS_ONLY, MERGED, MERGED_MORE,
    MERGED_NOTHING_MORE, CLOSED_FILLED, CLOSED_DOOMED, CLOSED_AND_FULL, MERGES_FULL, NO_WAY, NO_ENTRY, NEITHER, TAKEN,
    TAKEN_AGAIN, TAKEN_AND_MORE, NOT_TAKEN, ALL_ASK, FAULT_PAGE, FAULT_BUS, FAULT_DONE, FAULT_NOT_DONE, FAULT_AND_MORE,
    FILLED, FILLED_PART, FAILED, ERROR_STAYS, FILL_AND_MERGE, FILL_AND_MORE, MERGED_OTHER, FILL_FAULT_ONE,
    FILL_FAULT_ONE_DONE, BOTH_FAIL, FILL_FAULT_TWO, REPLAYED, LAST_OF_ONE, LAST_OF_ALL, REPLAYED_PAGE, REPLAYED_BUS,
    REPLAYED_DROP, REPLAYED_KEEP, REPLAY_WAITS, ALL_FILLED, REUSED, FETCH_CHANGED, RESET_BUSY, EVENTS };
static const char *const events[EVENTS] = { "entry opened", "entry opened, some sectors there", "last free entry opened",
    "entry opened below others", "all sectors asked for", "only the sectors needed asked for", "merged",
    "merged, and wants more", "merged, and wants no more", "closed, as filled", "closed, as doomed",
    "closed, and all merge slots taken", "no merge slot", "no way", "no entry", "neither entry nor way", "request taken",
    "second request of an entry taken", "request taken as a merge wants more", "request waits", "all entries ask",
    "page fault", "bus error of a walk", "entry complete by a fault", "fault, but something is still to arrive",
    "fault as a merge wants more", "entry filled", "entry filled in part", "arrived with an error",
    "second error of an entry", "merge in the cycle of the last fill",
    "merge that wants more in the cycle of the last fill", "merge beside a fill of another entry",
    "fill and fault of one entry", "fill and fault complete one entry", "fill with an error and fault of one entry",
    "fill completes one entry, fault another", "replay made", "an entry's only replay",
    "the last replay an entry can have", "replay with error page", "replay with error bus", "replay that drops",
    "replay that keeps", "replay waits", "all entries filled", "entry freed and opened in the next cycle",
    "cfg_fetch changed", "reset with entries in use" };

enum { LINES = 48 };

struct prt_drive {
    struct drive d;
    struct prt_contract contract;

    uint8_t fetch, was_fetch;           // the setting; to change it all entries must be free
    bool drain, fresh;                  // and: there was a reset in the cycle before

    unsigned miss, meet, single, bypass, way, doom, take, fault, bus, fill, pieces, error, select; // how often
    unsigned lines;                     // so many are in use
    uint64_t line[LINES];

    uint32_t doomed;                    // entries whose line is
    uint8_t wanted[UL1_PRT], got[UL1_PRT]; // the sectors that each was asked for, and that have arrived or failed
    uint8_t err[UL1_PRT];               // its first error
    bool next, last, selecting;         // a replay is in stage 1 in the next cycle, and is the last; the one on offer enters
    uint8_t next_prt;
    uint32_t freed;                     // an entry that became free at the end of the cycle before
};

static void draw_lines(struct prt_drive *p)
{
    struct rng *r = &p->d.rng;
    for (unsigned i = 0; i < LINES; i++) {
        uint64_t any = rng_next(r) >> (64 - LINE_W), one = 1ull << rng_below(r, LINE_W);
        p->line[i] = i && rng_below(r, 2) ? p->line[rng_below(r, i)] ^ one : any;
    }
}

// Requests, faults, arrivals and merges of a line or two meet.
static void draw_clash(struct prt_drive *p)
{
    p->miss = p->single = 100;
    p->meet = 50;
    p->fault = p->bus = p->take = 50;
    p->fill = p->error = 10;
    p->bypass = p->doom = p->pieces = 0;
    p->lines = 1 + rng_below(&p->d.rng, 3);
}

// All entries are opened, and stay as they are: they all ask, or are all filled.
static void draw_heap(struct prt_drive *p)
{
    p->miss = p->way = p->fill = 100;
    p->take = rng_below(&p->d.rng, 2) ? 100 : 0;
    p->doom = p->select = 0;
    p->lines = LINES;
}

static void prt_knobs(struct drive *d)
{
    struct prt_drive *p = (struct prt_drive *)d;
    if (p->drain)
        return; // until all entries are free
    p->drain = rng_below(&d->rng, 4) == 0;
    p->miss = draw_knob(d);
    p->meet = draw_knob(d) / 2;
    p->single = draw_knob(d);
    p->bypass = rng_below(&d->rng, 2) ? 0 : draw_knob(d);
    p->way = rng_below(&d->rng, 2) ? 100 : draw_knob(d);
    p->doom = rng_below(&d->rng, 2) ? 0 : draw_knob(d) / 8;
    p->take = p->drain ? 90 : draw_knob(d);
    p->fault = rng_below(&d->rng, 2) ? 0 : draw_knob(d);
    p->bus = draw_knob(d);
    p->fill = p->drain ? 90 : draw_knob(d);
    p->pieces = draw_knob(d);
    p->error = rng_below(&d->rng, 2) ? 0 : draw_knob(d);
    p->select = p->drain ? 90 : draw_knob(d);
    p->lines = rng_below(&d->rng, 3) ? 1 + rng_below(&d->rng, 6) : LINES;
    draw_lines(p);
    unsigned kind = p->drain ? 9 : rng_below(&d->rng, 9);
    if (kind < 3)
        draw_clash(p);
    else if (kind < 5)
        draw_heap(p);
}

// A bit of a mask, any of those that are on.
static unsigned draw_bit(struct prt_drive *p, uint32_t mask)
{
    unsigned from = rng_below(&p->d.rng, 32);
    uint32_t rotated = mask >> from | mask << (-from & 31);
    return (from + (unsigned)__builtin_ctz(rotated)) % 32;
}

static void drive_request(struct prt_drive *p, const struct ul1_prt_out *out, struct ul1_prt_in *in)
{
    struct drive *d = &p->d;
    bool answered = out->xl_valid && happens(d, p->take);
    in->xl_fault = answered && happens(d, p->fault);
    in->xl_take = answered && !in->xl_fault;
    if (in->xl_fault)
        in->xl_bus = happens(d, p->bus);
}

static void drive_arrival(struct prt_drive *p, const struct ul1_prt_out *out, struct ul1_prt_in *in)
{
    struct drive *d = &p->d;
    const uint8_t *sent = p->contract.sent;
    uint32_t waits = 0;
    for (unsigned i = 0; i < UL1_PRT; i++)
        waits |= (uint32_t)(sent[i] != 0) << i;
    bool meets = out->xl_valid && sent[out->xl_prt] && happens(d, p->meet); // the request that is offered
    in->fill_valid = waits && (meets || happens(d, p->fill));
    if (!in->fill_valid)
        return;
    in->fill_prt = (uint8_t)(meets ? out->xl_prt : draw_bit(p, waits));
    unsigned all = sent[in->fill_prt], part = all & draw_sectors(d);
    in->fill_sect = (uint8_t)(part && happens(d, p->pieces) ? part : all);
    in->fill_err = happens(d, meets ? 50 : p->error);
    if (meets && happens(d, p->fault)) {
        in->xl_take = 0;
        in->xl_fault = 1;
        in->xl_bus = rng_below(&d->rng, 4) == 0;
    }
}

// The replay that was selected in the cycle before is in stage 1; the next is on offer.
static void drive_replay(struct prt_drive *p, struct ul1_prt_in *in)
{
    const struct prt_contract *c = &p->contract;
    bool last = p->next && p->last;
    in->pass_rep = p->next;
    if (p->next) {
        in->pass_prt = p->next_prt;
        in->pass_last = p->last;
    }
    in->rep_valid = c->count - last != 0;
    if (in->rep_valid) {
        in->rep_prt = c->queue[(c->head + last) % UL1_PRT];
        in->rep_pos = (uint8_t)(c->replays[in->rep_prt] + (p->next && !last));
    }
    p->selecting = in->rep_valid && happens(&p->d, p->select);
}

static uint64_t draw_line(struct prt_drive *p, const struct ul1_prt_out *out, const struct ul1_prt_in *in)
{
    struct drive *d = &p->d;
    if (in->fill_valid && happens(d, p->meet))
        return out->prt_line[in->fill_prt];
    if (out->xl_valid && happens(d, p->meet))
        return out->xl_line;
    return p->line[rng_below(&d->rng, p->lines)];
}

static void drive_miss(struct prt_drive *p, const struct ul1_prt_out *out, struct ul1_prt_in *in)
{
    struct drive *d = &p->d;
    in->look_miss = 0;
    if (in->pass_rep || p->drain || p->fresh || !happens(d, p->miss))
        return;
    uint64_t line = draw_line(p, out, in);
    unsigned e = entry_of(out, line), have = rng_below(&d->rng, 2) ? 0 : 0xf & ~draw_sectors(d);
    unsigned need = happens(d, p->single) ? 1u << rng_below(&d->rng, 4) : draw_sectors(d);
    bool doomed = e != NONE && p->doomed >> e & 1;
    if (e != NONE)
        have = doomed ? 0 : p->contract.have[e];
    if (have == 0xf)
        return; // it would hit
    in->look_miss = 1;
    in->pass_line = line;
    in->pass_bypass = happens(d, p->bypass);
    in->look_set = (uint8_t)(line % UL1_SETS);
    in->look_need = (uint8_t)(need & ~have ? need : need | (~have & 0xf));
    in->look_have = (uint8_t)have;
    in->look_doom = doomed;
    in->look_way = e == NONE && happens(d, out->prt_used == UINT32_MAX ? 50 : p->way);
    while (in->look_way && row_taken(&p->contract, out, in->look_row))
        in->look_row = (uint16_t)rng_below(&d->rng, UL1_ROWS);
}

static void prt_drive(struct drive *d, const void *outputs, void *inputs)
{
    struct prt_drive *p = (struct prt_drive *)d;
    const struct ul1_prt_out *out = outputs;
    struct ul1_prt_in *in = inputs;
    bool idle = p->drain && !out->prt_used && !in->rst;
    if (idle)
        p->fetch = !p->fetch;
    in->cfg_fetch = p->fetch;
    drive_request(p, out, in);
    drive_arrival(p, out, in);
    drive_replay(p, in);
    drive_miss(p, out, in);
    if (out->prt_used && happens(d, p->doom))
        p->doomed |= 1u << draw_bit(p, out->prt_used); // from the next cycle on
    if (idle) {
        p->drain = false;
        d->phase_end = 0; // on with other knobs
    }
}

static const char *prt_check(struct drive *d, const void *in, const void *out)
{
    return prt_contract_check(&((struct prt_drive *)d)->contract, in, out);
}

// What a miss asks for that its entry has not been asked for yet.
static unsigned asked(const struct prt_drive *p, const struct ul1_prt_in *in, unsigned entry)
{
    unsigned wants = (in->cfg_fetch == UL1_FETCH_LINE ? 0xfu : in->look_need) & ~(unsigned)in->look_have;
    return wants & ~(entry == NONE ? 0u : p->wanted[entry]);
}

static void count_miss(struct prt_drive *p, const struct ul1_prt_in *in, const struct ul1_prt_out *out, unsigned e)
{
    struct drive *d = &p->d;
    bool full = e != NONE && out->prt_merges[e] == UL1_MERGE, filled = e != NONE && out->prt_state[e] == UL1_PRT_FILLED;
    bool some = in->look_need != 0xf && !in->look_have; // the setting matters
    uint32_t lowest = ~out->prt_used & (out->prt_used + 1);
    unsigned cause = out->miss_defer ? out->miss_cause : 4;
    saw(d, OPENED, out->miss_open);
    saw(d, OPENED_SOME_THERE, out->miss_open && in->look_have);
    saw(d, OPENED_LAST, out->miss_open && (out->prt_used | lowest) == UINT32_MAX);
    saw(d, OPENED_IN_A_GAP, out->miss_open && out->prt_used > lowest);
    saw(d, REUSED, out->miss_open && p->freed == lowest);
    saw(d, ALL_OF_LINE, out->miss_open && some && in->cfg_fetch == UL1_FETCH_LINE);
    saw(d, SECTORS_ONLY, out->miss_open && some && in->cfg_fetch == UL1_FETCH_SECTOR);
    saw(d, MERGED, out->miss_merge);
    saw(d, MERGED_MORE, out->miss_merge && asked(p, in, e));
    saw(d, MERGED_NOTHING_MORE, out->miss_merge && !asked(p, in, e));
    saw(d, CLOSED_FILLED, cause == UL1_CAUSE_CLOSED && filled && !in->look_doom);
    saw(d, CLOSED_DOOMED, cause == UL1_CAUSE_CLOSED && !filled);
    saw(d, CLOSED_AND_FULL, cause == UL1_CAUSE_CLOSED && full);
    saw(d, MERGES_FULL, cause == UL1_CAUSE_MERGE);
    saw(d, NO_WAY, cause == UL1_CAUSE_WAY && out->prt_used != UINT32_MAX);
    saw(d, NO_ENTRY, cause == UL1_CAUSE_ENTRY);
    saw(d, NEITHER, cause == UL1_CAUSE_WAY && out->prt_used == UINT32_MAX);
}

static void count_request(struct prt_drive *p, const struct ul1_prt_in *in, const struct ul1_prt_out *out, unsigned more)
{
    struct drive *d = &p->d;
    unsigned asks = 0;
    for (unsigned i = 0; i < UL1_PRT; i++)
        asks += (out->prt_used >> i & 1) && out->prt_state[i] == UL1_PRT_ASKS;
    saw(d, ALL_ASK, asks == UL1_PRT);
    if (!out->xl_valid)
        return;
    bool again = (p->got[out->xl_prt] | p->contract.sent[out->xl_prt]) & ~out->xl_sect; // after the request
    saw(d, NOT_TAKEN, !in->xl_take && !in->xl_fault);
    saw(d, TAKEN, in->xl_take);
    saw(d, TAKEN_AGAIN, in->xl_take && again);
    saw(d, TAKEN_AND_MORE, in->xl_take && more);
    saw(d, FAULT_PAGE, in->xl_fault && !in->xl_bus);
    saw(d, FAULT_BUS, in->xl_fault && in->xl_bus);
    saw(d, FAULT_DONE, out->fault_done);
    saw(d, FAULT_NOT_DONE, in->xl_fault && p->contract.sent[out->xl_prt]);
    saw(d, FAULT_AND_MORE, in->xl_fault && more);
}

static void count_arrival(struct prt_drive *p, const struct ul1_prt_in *in, const struct ul1_prt_out *out, unsigned merges,
                          bool more)
{
    struct drive *d = &p->d;
    bool fault = in->fill_valid && in->xl_fault, one = fault && in->fill_prt == out->xl_prt;
    if (!in->fill_valid)
        return;
    unsigned e = in->fill_prt;
    bool all = (p->got[e] | in->fill_sect) == p->wanted[e];
    saw(d, FILLED, out->fill_done);
    saw(d, FILLED_PART, !out->fill_done);
    saw(d, FAILED, in->fill_err);
    saw(d, FILL_AND_MERGE, all && merges == e && !more);
    saw(d, FILL_AND_MORE, all && merges == e && more);
    saw(d, MERGED_OTHER, all && merges != NONE && merges != e);
    saw(d, FILL_FAULT_ONE, one);
    saw(d, FILL_FAULT_ONE_DONE, one && out->fill_done);
    saw(d, BOTH_FAIL, one && in->fill_err && !p->err[e] && !in->xl_bus);
    saw(d, FILL_FAULT_TWO, out->fill_done && out->fault_done);
}

static void count_replay(struct prt_drive *p, const struct ul1_prt_in *in, const struct ul1_prt_out *out)
{
    struct drive *d = &p->d;
    uint32_t filled = 0;
    for (unsigned i = 0; i < UL1_PRT; i++)
        filled |= (uint32_t)(out->prt_state[i] == UL1_PRT_FILLED) << i;
    saw(d, ALL_FILLED, (out->prt_used & filled) == UINT32_MAX);
    if (!in->rep_valid)
        return;
    saw(d, REPLAYED, p->selecting);
    saw(d, REPLAY_WAITS, !p->selecting);
    saw(d, LAST_OF_ONE, out->rep_last && in->rep_pos == 0);
    saw(d, LAST_OF_ALL, out->rep_last && in->rep_pos == UL1_MERGE - 1);
    saw(d, REPLAYED_PAGE, out->rep_err == UL1_ERR_PAGE);
    saw(d, REPLAYED_BUS, out->rep_err == UL1_ERR_BUS);
    saw(d, REPLAYED_DROP, out->rep_drop && out->rep_err == UL1_ERR_NONE);
    saw(d, REPLAYED_KEEP, !out->rep_drop);
}

static void note_error(struct prt_drive *p, unsigned entry, uint8_t err)
{
    saw(&p->d, ERROR_STAYS, p->err[entry] != UL1_ERR_NONE && p->err[entry] != err);
    if (!p->err[entry])
        p->err[entry] = err;
}

static void track(struct prt_drive *p, const struct ul1_prt_in *in, const struct ul1_prt_out *out, unsigned merges,
                  unsigned more)
{
    if (in->fill_valid) {
        p->got[in->fill_prt] |= in->fill_sect;
        if (in->fill_err)
            note_error(p, in->fill_prt, UL1_ERR_BUS);
    }
    if (in->xl_fault) {
        p->got[out->xl_prt] |= out->xl_sect;
        note_error(p, out->xl_prt, in->xl_bus ? UL1_ERR_BUS : UL1_ERR_PAGE);
    }
    if (merges != NONE)
        p->wanted[merges] |= (uint8_t)more;
    if (out->miss_open && out->prt_used != UINT32_MAX) {
        unsigned e = (unsigned)__builtin_ctz(~out->prt_used);
        p->wanted[e] = (uint8_t)asked(p, in, NONE);
        p->got[e] = p->err[e] = 0;
        p->doomed &= ~(1u << e);
    }
    p->freed = in->pass_rep && in->pass_last ? 1u << in->pass_prt : 0;
    p->next = p->selecting;
    p->next_prt = in->rep_prt;
    p->last = out->rep_last;
}

static void prt_count(struct drive *d, const void *inputs, const void *outputs)
{
    struct prt_drive *p = (struct prt_drive *)d;
    const struct ul1_prt_in *in = inputs;
    const struct ul1_prt_out *out = outputs;
    p->fresh = in->rst;
    if (in->rst) {
        saw(d, RESET_BUSY, !d->calm && out->prt_used);
        p->next = false;
        p->freed = 0;
        p->was_fetch = 0;
        return;
    }
    unsigned entry = in->look_miss ? entry_of(out, in->pass_line) : NONE, merges = out->miss_merge ? entry : NONE;
    unsigned more = merges != NONE ? asked(p, in, merges) : 0;
    if (in->look_miss)
        count_miss(p, in, out, entry);
    count_request(p, in, out, merges == out->xl_prt ? more : 0);
    count_arrival(p, in, out, merges, more);
    count_replay(p, in, out);
    saw(d, FETCH_CHANGED, in->cfg_fetch != p->was_fetch);
    p->was_fetch = in->cfg_fetch;
    track(p, in, out, merges, more);
    d->stimulus.passes += in->look_miss + in->pass_rep;
}

struct stimulus *prt_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "prt", sizeof(struct prt_drive), events, EVENTS, 1500, prt_knobs, prt_drive,
        NULL, prt_check, prt_count };
    return drive_make(&kind, test, seed, cycles);
}
