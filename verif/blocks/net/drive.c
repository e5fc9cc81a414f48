#include "blocks/net/drive.h"
#include "blocks/draw.h"
#include "blocks/net/cover_points.h"
#include "blocks/net/view.h"
#include "blocks/sni/requests.h"

#include <string.h>

#include "kit/lane_diff.h"
#include "common/atoms.h"

#ifdef UL1_HAS_NET // with these sizes

enum { KEPT_FREE = 4, CALM_EVERY = 6, STORM_EVERY = 8 };

static void net_constraints(struct drive *d)
{
    struct net_drive *n = (struct net_drive *)d;
    const unsigned offer = draw_constraint(d), take = draw_constraint(d), answer = draw_constraint(d);
    const bool alike = rng_below(&d->rng, 2);
    for (unsigned s = 0; s < UL1_XIN; s++)
        n->offer[s] = alike ? offer : draw_constraint(d);
    for (unsigned j = 0; j < UL1_XOUT; j++) {
        n->take[j] = alike ? take : draw_constraint(d);
        n->answer[j] = alike ? answer : draw_constraint(d);
    }
    for (unsigned i = 0; i < NET_LINES; i++)
        n->line[i] = rng_next(&d->rng) >> (64 - UL1_PLINE_W);
    n->fence = rng_below(&d->rng, 2) ? 3 : draw_constraint(d);
    n->write = draw_constraint(d);
    n->word = draw_constraint(d);
    n->whole = draw_constraint(d);
    n->pieces = draw_constraint(d);
    n->error = rng_below(&d->rng, 2) ? 3 : draw_constraint(d);
    n->one_line = rng_below(&d->rng, 2) ? 0 : draw_constraint(d);
    n->one_sm = rng_below(&d->rng, 2) ? 0 : draw_constraint(d);
    if (rng_below(&d->rng, CALM_EVERY) == 0) { // everything comes to rest
        memset(n->offer, 0, sizeof n->offer);
        for (unsigned j = 0; j < UL1_XOUT; j++)
            n->take[j] = n->answer[j] = 100;
    } else if (rng_below(&d->rng, STORM_EVERY) == 0) { // writes until no more can be counted
        for (unsigned s = 0; s < UL1_XIN; s++)
            n->offer[s] = 100;
        for (unsigned j = 0; j < UL1_XOUT; j++)
            n->take[j] = 100, n->answer[j] = 0;
        n->write = n->word = 100;
        n->fence = 0;
    }
}

// ---- an SM

// The operation of a write. An atomic has a number that no other of its SM has.
static void draw_operation(struct net_drive *n, struct ul1_sni_in *in, unsigned s)
{
    const unsigned atom = draw_answered(&n->d), number = rng_below(&n->d.rng, UL1_OLDS);
    const bool asks = UL1_GLOBAL_ATOMICS > 1 && rng_below(&n->d.rng, 2),
               returns = atom && (asks || red_swaps(atom)), wide = rng_below(&n->d.rng, 2),
               sign = rng_below(&n->d.rng, 2);
    if (!atom || (returns && packets_old(&n->ledger, s, number)))
        return;
    in->memdata_atom = (uint8_t)atom;
    in->memdata_wide = wide;
    in->memdata_signed = sign;
    in->memold_valid = returns;
    in->memold_number = (__typeof__(in->memold_number))number;
}

static void offer_new(struct net_drive *n, struct ul1_sni_in *in, unsigned s)
{
    struct drive *d = &n->d;
    in->mem_valid = happens(d, n->offer[s]);
    in->mem_op = happens(d, n->fence)    ? UL1_MEMOP_FENCE
        : rng_percent(&d->rng, n->write) ? UL1_MEMOP_WRITE
                                         : UL1_MEMOP_READ;
    in->mem_line = n->line[rng_percent(&d->rng, n->one_line) ? 0 : rng_below(&d->rng, NET_LINES)];
    in->mem_sect = (uint8_t)draw_sectors(d);
    memset(in->memdata_be, 0, sizeof in->memdata_be);
    in->memdata_atom = in->memdata_wide = in->memdata_signed = in->memold_valid = 0;
    const struct packets_sm *sm = &n->ledger.sm[s];
    if (sm->requests + KEPT_FREE > PACKETS_REQUESTS || !in->mem_valid) {
        in->mem_valid = 0;
    } else if (in->mem_op == UL1_MEMOP_FENCE) {
        in->mem_valid = !packets_fences(&n->ledger, s, in->mem_number);
    } else if (in->mem_op == UL1_MEMOP_READ) {
        in->mem_sect &= (uint8_t)~packets_sectors(&n->ledger, s, in->mem_number);
        in->mem_valid = in->mem_sect != 0;
        in->mem_vline = 0;
    } else {
        sni_draw_bytes(d, in, n->whole, n->word);
        draw_operation(n, in, s);
        in->mem_sect = in->memread_kind = 0;
    }
}

// ---- a slice

static void answer_again(struct ul1_lni_in *in, const struct ul1_lni_in *last)
{
    in->resp_valid = 1;
    in->resp_op = last->resp_op;
    in->resp_number = last->resp_number;
    in->resp_sect = last->resp_sect;
    in->resp_err = last->resp_err;
    in->resp_vline = last->resp_vline;
    memcpy(in->resp_data, last->resp_data, sizeof in->resp_data);
}

// Any request that the slice has taken; one of SM 0 if so drawn and there is one.
static bool choose(struct net_drive *n, unsigned j)
{
    int *const sm = &n->sm[j], *const request = &n->request[j];
    const unsigned first = rng_percent(&n->d.rng, n->one_sm) ? 0 : rng_below(&n->d.rng, UL1_XIN),
                   from = rng_below(&n->d.rng, PACKETS_REQUESTS);
    *request = PACKETS_NONE;
    for (unsigned k = 0; k < UL1_XIN && *request == PACKETS_NONE; k++) {
        *sm = (int)((first + k) % UL1_XIN);
        if (n->ledger.sm[*sm].answers + KEPT_FREE <= PACKETS_ANSWERS)
            *request = packets_unanswered(&n->ledger, j, (unsigned)*sm, from);
    }
    return *request != PACKETS_NONE;
}

// The words of an atomic's answer are those of its sectors with an enabled byte.
static unsigned sectors_of_old(const struct packets_request *r)
{
    uint32_t words = 0;
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        words |= (uint32_t)(r->be[w] != 0) << w;
    return sectors_of(words);
}

static void answer_new(struct net_drive *n, struct ul1_lni_in *in, unsigned j)
{
    struct drive *d = &n->d;
    in->resp_valid = happens(d, n->answer[j]) && choose(n, j);
    if (!in->resp_valid)
        return;
    const struct packets_request *r = &n->ledger.sm[n->sm[j]].request[n->request[j]];
    const bool reads = r->op == UL1_MEMOP_READ;
    in->resp_op = reads ? UL1_MEMOP_READ : r->old ? UL1_MEMOP_ATOM : UL1_MEMOP_WRITE;
    in->resp_number = (__typeof__(in->resp_number))r->slice_number;
    in->resp_err = rng_percent(&d->rng, n->error);
    if (!reads)
        in->resp_vline = r->vline;
    if (r->old)
        in->resp_sect = (uint8_t)sectors_of_old(r);
    if (!reads)
        return;
    in->resp_sect = (uint8_t)r->left;
    if (rng_percent(&d->rng, n->pieces))
        in->resp_sect = (uint8_t)(1u << draw_bit(d, r->left, UL1_SECTORS));
}

static void net_drive_cycle(struct drive *d, const void *out, void *inputs)
{
    struct net_drive *n = (struct net_drive *)d;
    struct ul1_net_in *in = inputs;
    (void)out;
    for (unsigned s = 0; s < UL1_XIN; s++) {
        if (n->waits[s])
            sni_offer_again(&in->sni[s], &n->last.sni[s]);
        else
            offer_new(n, &in->sni[s], s);
    }
    for (unsigned j = 0; j < UL1_XOUT; j++) {
        if (n->holds[j])
            answer_again(&in->lni[j], &n->last.lni[j]);
        else
            answer_new(n, &in->lni[j], j);
        in->lni[j].mem_ready = happens(d, n->take[j]);
    }
}

static const char *net_check(struct drive *d, const void *in, const void *out)
{
    struct net_drive *n = (struct net_drive *)d;
    n->busy = false;
    for (unsigned s = 0; s < UL1_XIN; s++)
        n->busy |= n->ledger.sm[s].requests && n->ledger.sm[s].answers;
    return net_packets_check(&n->ledger, in, out);
}

static void net_seen(struct drive *d, const void *inputs, const void *outputs)
{
    struct net_drive *n = (struct net_drive *)d;
    const struct ul1_net_in *in = inputs;
    const struct ul1_net_out *out = outputs;
    n->last = *in;
    for (unsigned s = 0; s < UL1_XIN; s++)
        n->waits[s] = !in->rst && in->sni[s].mem_valid && !out->sni[s].mem_ready;
    for (unsigned j = 0; j < UL1_XOUT; j++)
        n->holds[j] = !in->rst && in->lni[j].resp_valid && !out->lni[j].resp_ready;
    net_count(d, &n->ledger, n->busy, in, out);
}

struct stimulus *net_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "net",
                                            .size = sizeof(struct net_drive),
                                            .points = net_event_names,
                                            .point_count = NET_POINT_COUNT,
                                            .reset_every = 2000,
                                            .constraints = net_constraints,
                                            .drive = net_drive_cycle,
                                            .check = net_check,
                                            .count = net_seen };
    return drive_make(&kind, test, seed, cycles);
}

#endif
