// Fill unit: contract and random drive.
#include "blocks/fill/contract.h"
#include "blocks/draw.h"
#include "blocks/drive.h"

#include <string.h>

// ---- the contract

// An entry is complete once, and is so again only after its replays have been handed out.
static const char *check_done(const struct fill_contract *c, const struct ul1_fill_in *in, const struct ul1_fill_out *out)
{
    if (in->done_fill && !out->fill_valid)
        return "done_fill: nothing has arrived for an entry (fill_valid)";
    if (in->done_fill && c->queued >> out->fill_prt & 1)
        return "done_fill: the entry is in the filled queue";
    if (!in->done_fault)
        return NULL;
    if (c->queued >> in->head_prt & 1)
        return "done_fault: the entry is in the filled queue";
    return in->done_fill && in->head_prt == out->fill_prt ? "done_fault: done_fill says it already" : NULL;
}

// A replay is selected if there is one, and an entry has so many at most.
static const char *check_replay(const struct ul1_fill_in *in, const struct ul1_fill_out *out)
{
    if (in->sel_replay && !out->replay_valid)
        return "sel_replay: without replay_valid";
    bool more = out->replay_valid && out->replay_pos >= UL1_MERGE - 1 && !in->merged_last;
    return more ? "merged_last: more replays than an entry holds" : NULL;
}

static void advance(struct fill_contract *c, const struct ul1_fill_in *in, const struct ul1_fill_out *out)
{
    if (in->sel_replay && in->merged_last)
        c->queued &= ~(1u << out->replay_prt);
    if (in->done_fill)
        c->queued |= 1u << out->fill_prt;
    if (in->done_fault)
        c->queued |= 1u << in->head_prt;
}

// A response is of one of three kinds, and that of a read names who asked. (That what arrives was asked for is a rule of
// the pins.)
static const char *check_resp(const struct ul1_fill_in *in)
{
    if (!in->resp_valid)
        return NULL;
    if (in->resp_op > UL1_MEMOP_FENCE)
        return "resp_op: no kind of request";
    return in->resp_op == UL1_MEMOP_READ && in->resp_number > UL1_PRT ? "resp_number: neither an entry nor the page walker" : NULL;
}

const char *fill_contract_check(struct fill_contract *c, const struct ul1_fill_in *in, const struct ul1_fill_out *out)
{
    if (in->rst) {
        memset(c, 0, sizeof *c);
        return NULL;
    }
    const char *broken = check_resp(in);
    if (!broken)
        broken = check_done(c, in, out);
    if (!broken)
        broken = check_replay(in, out);
    advance(c, in, out);
    return broken;
}

// ---- the drive: plays the memory, the pending request table and the arbiter

enum { FOR_ENTRY, FOR_WALKER, FAILED, WHOLE, ONE_SECTOR, RUNNING, WRITE_FAILED, WRITE_FAILED_NO_ERR, FENCE_WARP,
    FENCE_COMMAND, FENCE_LIKE_WALKER, OTHER_KIND_BEHIND, NOT_DONE, FILL_DONE, FAULT_DONE, BOTH_DONE,
    DONE_AND_LAST, EMPTY, ONE_LEFT_TWO_JOIN, QUEUE_FULL, WRAPPED, SELECTED, NOT_SELECTED, LAST_OF_ONE, LAST_OF_ALL,
    NOT_LAST, NEXT_AT_ONCE, RESET_BUSY, RESET_ARRIVING, EVENTS };
static const struct event_name events[EVENTS] = {
    { "arrived for an entry", true },
    { "arrived for the page walker", true },
    { "arrived with an error", true },
    { "a whole line arrived", true },
    { "one sector arrived", true },
    { "responses in two cycles running", true },
    { "a write failed", true },
    { "a write failed, resp_err not set", true },
    { "a warp's fence answered", true },
    { "a command's fence answered", true },
    { "a fence answered whose number is like the page walker's", true },
    { "responses of two kinds in two cycles running", true },
    { "an entry not complete", true },
    { "an entry complete", true },
    { "an entry complete by a fault", true },
    { "two entries complete in one cycle", true },
    { "an entry joins as another leaves", true },
    { "the queue runs empty", true },
    { "two join as the only one leaves", true },
    { "all entries in the queue", true },
    { "all entries queued in turn", true },
    { "replay selected", true },
    { "replay waits", true },
    { "an entry's only replay", true },
    { "the last replay an entry can have", true },
    { "replay that is not the last", true },
    { "replays of two entries in two cycles running", true },
    { "reset with entries in the queue", true },
    { "reset as something has arrived", true },
};

struct fill_drive {
    struct drive d;
    struct fill_contract contract;
    unsigned resp, other, walker, whole, done, fault, select, error; // how often
    unsigned most;                      // replays of an entry
    uint8_t replays[UL1_PRT];           // how many each entry has that is in the queue
    uint32_t joined;                    // entries that have been in it
    bool no_err;                        // resp_err was not set in the cycle before
    uint8_t last_prt;                   // the entry whose last replay was selected in the cycle before, or PRT
};

static void fill_knobs(struct drive *d)
{
    struct fill_drive *f = (struct fill_drive *)d;
    f->resp = draw_knob(d);
    f->other = rng_below(&d->rng, 2) ? 15 : draw_knob(d);
    f->walker = rng_below(&d->rng, 4) ? 10 : draw_knob(d);
    f->whole = draw_knob(d);
    f->done = draw_knob(d);
    f->fault = rng_below(&d->rng, 2) ? 15 : draw_knob(d);
    f->select = draw_knob(d);
    f->error = draw_knob(d) / 4;
    f->most = rng_below(&d->rng, 2) ? 1 + rng_below(&d->rng, 2) : UL1_MERGE;
}

// An entry that is not in the queue, any of them; PRT if all are.
static unsigned draw_entry(struct fill_drive *f, uint32_t taken)
{
    unsigned from = rng_below(&f->d.rng, UL1_PRT), i = 0;
    while (i < UL1_PRT && taken >> (from + i) % UL1_PRT & 1)
        i++;
    return i < UL1_PRT ? (from + i) % UL1_PRT : UL1_PRT;
}

static void fill_drive(struct drive *d, const void *outputs, void *inputs)
{
    struct fill_drive *f = (struct fill_drive *)d;
    const struct ul1_fill_out *out = outputs;
    struct ul1_fill_in *in = inputs;
    uint32_t taken = f->contract.queued;
    in->resp_valid = happens(d, f->resp);
    if (in->resp_valid && happens(d, f->other)) { // of all else random values
        in->resp_op = (uint8_t)(rng_below(&d->rng, 2) ? UL1_MEMOP_WRITE : UL1_MEMOP_FENCE);
        if (in->resp_op == UL1_MEMOP_FENCE && rng_below(&d->rng, 2))
            in->resp_number = (uint8_t)(rng_below(&d->rng, 2) ? UL1_CMD_ID : UL1_PRT);
    } else if (in->resp_valid) {
        in->resp_op = UL1_MEMOP_READ;
        unsigned entry = draw_entry(f, taken);
        in->resp_number = (uint8_t)(happens(d, f->walker) ? UL1_PRT : entry);
        in->resp_sect = (uint8_t)(happens(d, f->whole) ? 0xf : draw_sectors(d));
        in->resp_err = happens(d, f->error);
    }

    in->done_fill = out->fill_valid && !(taken >> out->fill_prt & 1) && happens(d, f->done);
    if (in->done_fill)
        taken |= 1u << out->fill_prt;
    unsigned entry = draw_entry(f, taken);
    in->done_fault = entry < UL1_PRT && happens(d, in->done_fill && f->fault < 30 ? 30 : f->fault);
    if (in->done_fault)
        in->head_prt = (uint8_t)entry;

    in->sel_replay = out->replay_valid && happens(d, f->select);
    if (out->replay_valid)
        in->merged_last = out->replay_pos + 1 >= f->replays[out->replay_prt];
}

static const char *fill_check(struct drive *d, const void *in, const void *out)
{
    return fill_contract_check(&((struct fill_drive *)d)->contract, in, out);
}

static void count_arrivals(struct fill_drive *f, const struct ul1_fill_in *in, const struct ul1_fill_out *out)
{
    struct drive *d = &f->d;
    saw(d, FOR_ENTRY, out->fill_valid);
    saw(d, FOR_WALKER, out->fill_walk);
    saw(d, FAILED, out->fill_here && out->fill_err);
    saw(d, WHOLE, out->fill_here && out->fill_sect == 0xf);
    saw(d, ONE_SECTOR, out->fill_here && !(out->fill_sect & (out->fill_sect - 1)));
    saw(d, RUNNING, out->fill_here && in->resp_valid);
    saw(d, WRITE_FAILED, out->memfail_valid);
    saw(d, WRITE_FAILED_NO_ERR, out->memfail_valid && f->no_err);
    saw(d, FENCE_WARP, out->answer_fence && out->answer_id < UL1_PT);
    saw(d, FENCE_COMMAND, out->answer_fence && out->answer_id == UL1_CMD_ID);
    saw(d, FENCE_LIKE_WALKER, out->answer_fence && out->answer_id == UL1_PRT);
    saw(d, OTHER_KIND_BEHIND, in->resp_valid && in->resp_op != UL1_MEMOP_READ && out->fill_here);
    f->no_err = !in->resp_err;
    saw(d, NOT_DONE, out->fill_valid && !in->done_fill);
}

// The queue as the contract has it is that of the next cycle.
static void count_queue(struct fill_drive *f, const struct ul1_fill_in *in, const struct ul1_fill_out *out)
{
    struct drive *d = &f->d;
    bool leaves = in->sel_replay && in->merged_last;
    unsigned left = (unsigned)__builtin_popcount(f->contract.queued), join = (unsigned)in->done_fill + in->done_fault;
    saw(d, FILL_DONE, in->done_fill);
    saw(d, FAULT_DONE, in->done_fault);
    saw(d, BOTH_DONE, join == 2);
    saw(d, DONE_AND_LAST, join && leaves);
    saw(d, EMPTY, leaves && !left);
    saw(d, ONE_LEFT_TWO_JOIN, leaves && join == 2 && left == 2);
    saw(d, QUEUE_FULL, left == UL1_PRT);
    saw(d, SELECTED, in->sel_replay);
    saw(d, NOT_SELECTED, out->replay_valid && !in->sel_replay);
    saw(d, LAST_OF_ONE, leaves && out->replay_pos == 0);
    saw(d, LAST_OF_ALL, leaves && out->replay_pos == UL1_MERGE - 1);
    saw(d, NOT_LAST, in->sel_replay && !in->merged_last);
    saw(d, NEXT_AT_ONCE, in->sel_replay && f->last_prt < UL1_PRT && f->last_prt != out->replay_prt);
    f->last_prt = leaves ? out->replay_prt : UL1_PRT;
}

static void track(struct fill_drive *f, unsigned entry)
{
    f->replays[entry] = (uint8_t)(1 + rng_below(&f->d.rng, f->most));
    f->joined |= 1u << entry;
    saw(&f->d, WRAPPED, f->joined == UINT32_MAX);
    if (f->joined == UINT32_MAX)
        f->joined = 0;
}

static void fill_count(struct drive *d, const void *inputs, const void *outputs)
{
    struct fill_drive *f = (struct fill_drive *)d;
    const struct ul1_fill_in *in = inputs;
    const struct ul1_fill_out *out = outputs;
    if (in->rst) {
        saw(d, RESET_BUSY, !d->calm && out->replay_valid);
        saw(d, RESET_ARRIVING, !d->calm && out->fill_here);
        f->last_prt = UL1_PRT;
        f->joined = 0;
        return;
    }
    count_arrivals(f, in, out);
    count_queue(f, in, out);
    if (in->done_fill)
        track(f, out->fill_prt);
    if (in->done_fault)
        track(f, in->head_prt);
    d->stimulus.passes += in->sel_replay;
}

struct stimulus *fill_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "fill", sizeof(struct fill_drive), events, EVENTS, 600, fill_knobs, fill_drive,
        NULL, fill_check, fill_count };
    return drive_make(&kind, test, seed, cycles);
}
