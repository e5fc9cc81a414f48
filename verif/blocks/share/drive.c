#include "blocks/share/drive.h"
#include "blocks/draw.h"

#include "common/atoms.h"

#include <string.h>

#include "kit/lane_diff.h"

#include "blocks/share/cover_points.h"

static void share_constraints(struct drive *d)
{
    struct share_drive *s = (struct share_drive *)d;
    for (unsigned i = 0; i < UL1_SHARERS; i++)
        s->offer[i] = draw_constraint(d);
    s->ready = draw_constraint(d);
    s->answer = draw_constraint(d);
    s->resets = rng_below(&d->rng, 3) ? rng_below(&d->rng, 60) : 0;
    s->stays = 1 + rng_below(&d->rng, 2) * rng_below(&d->rng, 40);
}

// Whether memory could owe an L1 more answers than there are numbers for, after one more request.
static bool owes_most(const struct share_drive *s, unsigned i)
{
    return s->contract.owed[i] + 2 * UL1_SECTORS >= 1u << UL1_OWED_W;
}

static void drive_resets(struct share_drive *s, struct ul1_share_in *in)
{
    struct rng *r = &s->d.rng;
    for (unsigned i = 0; i < UL1_SHARERS; i++) {
        if (!s->reset_left[i] && !s->d.calm && rng_below(r, 1000) < s->resets)
            s->reset_left[i] = 1 + rng_below(r, s->stays);
        in->fresh_valid[i] = s->reset_left[i] > 0;
        s->reset_left[i] -= in->fresh_valid[i];
    }
}

// An answer that memory owes: of a read some sectors, or else that of a fence or an atomic.
static void drive_answer(struct share_drive *s, struct ul1_share_in *in)
{
    struct drive *d = &s->d;
    const unsigned to = rng_below(&d->rng, UL1_SHARERS);
    in->resp_valid = happens(d, s->answer);
    in->resp_number &= (1u << UL1_TAG_W) - 1;
    in->resp_number |= to << UL1_TAG_W;
    in->resp_op =
        (uint8_t)rng_below(&d->rng, (UL1_GLOBAL_ATOMICS > 1 ? UL1_MEMOP_ATOM : UL1_MEMOP_FENCE) + 1);
    if (in->resp_op == UL1_MEMOP_READ)
        while ((unsigned)__builtin_popcount(in->resp_sect) > s->contract.owed[to])
            in->resp_sect &= (uint8_t)(in->resp_sect - 1);
    else if (!s->contract.owed[to])
        in->resp_op = UL1_MEMOP_WRITE;
}

static void offer_again(struct ul1_share_in *in, const struct ul1_share_in *last, unsigned i)
{
    const size_t at = (size_t)i * UL1_LINE_WORDS;
    in->req_valid[i] = 1;
    in->req_op[i] = last->req_op[i];
    in->req_number[i] = last->req_number[i];
    in->req_line[i] = last->req_line[i];
    in->req_sect[i] = last->req_sect[i];
    in->req_vline[i] = last->req_vline[i];
    in->req_level[i] = last->req_level[i];
    in->reqread_kind[i] = last->reqread_kind[i];
    in->reqread_warp[i] = last->reqread_warp[i];
    in->reqread_space[i] = last->reqread_space[i];
    in->reqdata_atom[i] = last->reqdata_atom[i];
    in->reqdata_wide[i] = last->reqdata_wide[i];
    in->reqold_valid[i] = last->reqold_valid[i];
    in->reqold_number[i] = last->reqold_number[i];
    in->reqdata_signed[i] = last->reqdata_signed[i];
    memcpy(in->reqdata_be + at, last->reqdata_be + at, UL1_LINE_WORDS * sizeof *in->reqdata_be);
    memcpy(in->reqdata_word + at, last->reqdata_word + at, UL1_LINE_WORDS * sizeof *in->reqdata_word);
}

// An L1's request stays until it is taken. Only a write has bytes.
static void share_drive_cycle(struct drive *d, const void *out, void *inputs)
{
    struct share_drive *s = (struct share_drive *)d;
    struct ul1_share_in *in = inputs;
    (void)out;
    for (unsigned i = 0; i < UL1_SHARERS; i++) {
        if (s->waits[i]) {
            offer_again(in, &s->last, i);
            continue;
        }
        in->req_valid[i] = happens(d, s->offer[i]) && !owes_most(s, i);
        in->req_op[i] = (uint8_t)rng_below(&d->rng, UL1_MEMOP_FENCE + 1);
        if (!in->req_valid[i] || in->req_op[i] != UL1_MEMOP_WRITE)
            memset(in->reqdata_be + (size_t)i * UL1_LINE_WORDS, 0, UL1_LINE_WORDS * sizeof *in->reqdata_be);
        const bool reads = in->req_valid[i] && in->req_op[i] == UL1_MEMOP_READ;
        in->reqread_kind[i] = (uint8_t)(reads ? rng_below(&d->rng, UL1_READKIND_TEXTURE + 1) : 0);
        if (UL1_CACHES_BEHIND && reads && rng_below(&d->rng, 4) == 0)
            in->reqread_kind[i] = UL1_READKIND_FRESH;
        if (!reads)
            in->reqread_warp[i] = in->reqread_space[i] = 0;
        const bool writes = any8(in->reqdata_be + (size_t)i * UL1_LINE_WORDS, UL1_LINE_WORDS);
        in->reqdata_atom[i] = (uint8_t)(writes ? draw_answered(d) : UL1_ATOM_NONE);
        in->reqdata_wide[i] = in->reqdata_atom[i] && rng_below(&d->rng, 2);
        in->reqold_valid[i] =
            red_swaps(in->reqdata_atom[i]) || (in->reqdata_atom[i] && rng_below(&d->rng, 2));
        in->reqdata_signed[i] = in->reqdata_atom[i] && rng_below(&d->rng, 2);
    }
    in->mem_ready = happens(d, s->ready);
    drive_resets(s, in);
    drive_answer(s, in);
}

static const char *share_check(struct drive *d, const void *in, const void *out)
{
    return share_contract_check(&((struct share_drive *)d)->contract, in, out);
}

static void share_seen(struct drive *d, const void *in, const void *out)
{
    struct share_drive *s = (struct share_drive *)d;
    const struct ul1_share_out *o = out;
    s->last = *(const struct ul1_share_in *)in;
    for (unsigned i = 0; i < UL1_SHARERS; i++)
        s->waits[i] = !s->last.rst && s->last.req_valid[i] && !s->last.fresh_valid[i] && !o->req_ready[i];
    share_count(d, &s->before, &s->contract, in, out);
}

struct stimulus *share_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "share",
                                            .size = sizeof(struct share_drive),
                                            .points = share_event_names,
                                            .point_count = SHARE_POINT_COUNT,
                                            .reset_every = 1000,
                                            .constraints = share_constraints,
                                            .drive = share_drive_cycle,
                                            .check = share_check,
                                            .count = share_seen };
    return drive_make(&kind, test, seed, cycles);
}
