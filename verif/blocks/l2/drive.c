#include "blocks/l2/drive.h"
#include "blocks/draw.h"

#include <string.h>

// ---- random constraints

// Lines of a few sets, the first and the last among them, so that more lines meet in a set than it has ways.
static void draw_pool(struct l2_drive *l)
{
    const uint64_t all = (UINT64_C(1) << UL1_PLINE_W) - 1;
    for (unsigned i = 0; i < L2_POOL; i++) {
        struct l2_pool_line *p = &l->pool[i];
        static const unsigned sets[] = { 0, UL1_L2_SETS - 1, UL1_L2_SETS / 2, 1 };
        const uint64_t set = sets[rng_below(&l->d.rng, 3 + (i % 4 == 0))] % UL1_L2_SETS;
        p->line = rng_next(&l->d.rng) & all;
        if (i % 3 == 0) // differs from its neighbour in one bit
            p->line = l->pool[i ? i - 1 : 0].line ^ UINT64_C(1) << rng_below(&l->d.rng, UL1_PLINE_W);
        p->line = (p->line & ~((UL1_L2_SETS - UINT64_C(1)) << UL1_L2_LOW)) | set << UL1_L2_LOW;
        p->table = i % 6 == 0;
        p->fails = i % 7 == 3;
        p->refuses = i % 9 == 4;
        for (unsigned k = 0; k < UL1_LINE_WORDS; k++)
            p->word[k] = (uint32_t)rng_next(&l->d.rng);
    }
}

// A rate at which most of the others can act.
static unsigned draw_rate(struct drive *d)
{
    return rng_below(&d->rng, 3) ? 100 : draw_constraint(d);
}

static void l2_constraints(struct drive *d)
{
    struct l2_drive *l = (struct l2_drive *)d;
    static const unsigned latencies[] = { 1, 1, 2, 5, 20, 100 }, shares[] = { 0, 3, 10, 20, 40, 60, 90, 100 };
    if (!d->cycle)
        draw_pool(l);
    l->offer = draw_rate(d);
    l->take = draw_rate(d);
    l->respond = draw_rate(d);
    l->accept = draw_rate(d);
    l->write = shares[rng_below(&d->rng, 8)];
    l->fence = shares[rng_below(&d->rng, 3)];
    l->walk = rng_below(&d->rng, 3) ? shares[rng_below(&d->rng, 3)] : shares[rng_below(&d->rng, 8)];
    l->whole = shares[rng_below(&d->rng, 8)];
    l->full = shares[rng_below(&d->rng, 8)];
    l->pieces = shares[rng_below(&d->rng, 8)];
    l->change = draw_constraint(d);
    l->latency = latencies[rng_below(&d->rng, 6)];
    l->spread = latencies[rng_below(&d->rng, 6)];
    l->first = rng_below(&d->rng, L2_POOL);
    l->lines = rng_below(&d->rng, 3)
        ? 1 + rng_below(&d->rng, UL1_L2_WAYS < L2_POOL / 2 ? 2 * UL1_L2_WAYS : L2_POOL)
        : 1 + rng_below(&d->rng, L2_POOL);
}

// ---- requests

static void offer_again(struct ul1_l2_in *in, const struct ul1_l2_in *last)
{
    in->req_valid = 1;
    in->req_op = last->req_op;
    in->req_number = last->req_number;
    in->req_line = last->req_line;
    in->req_sect = last->req_sect;
    in->req_vline = last->req_vline;
    in->reqread_kind = last->reqread_kind;
    memcpy(in->reqdata_be, last->reqdata_be, sizeof in->reqdata_be);
    memcpy(in->reqdata_word, last->reqdata_word, sizeof in->reqdata_word);
}

// A number of which no read has one of the sectors under way; false: none is found.
static bool draw_number(struct l2_drive *l, struct ul1_l2_in *in)
{
    in->req_number = (__typeof__(in->req_number))rng_below(&l->d.rng, L2_NUMBERS);
    return !(l->asked[in->req_number] & in->req_sect);
}

static void draw_write(struct l2_drive *l, struct ul1_l2_in *in)
{
    const unsigned sect = draw_sectors(&l->d);
    bool any = false;
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++) {
        const unsigned be = happens(&l->d, l->full) ? ALL_BYTES : draw_bytes(&l->d);
        in->reqdata_be[i] = (uint8_t)(sect >> i / UL1_SECTOR_WORDS & 1 ? be : 0);
        any |= in->reqdata_be[i] != 0;
    }
    if (!any)
        in->reqdata_be[rng_below(&l->d.rng, UL1_LINE_WORDS)] = 1;
}

static void drive_request(struct l2_drive *l, struct ul1_l2_in *in)
{
    struct drive *d = &l->d;
    const struct l2_pool_line *p = &l->pool[(l->first + rng_below(&d->rng, l->lines)) % L2_POOL];
    in->reqdata_atom = UL1_ATOM_NONE;
    in->reqdata_wide = in->reqdata_signed = 0;
    if (l->waits) {
        offer_again(in, &l->last);
        return;
    }
    in->req_valid = happens(d, l->offer);
    in->req_line = p->line;
    in->req_op = happens(d, l->fence)       ? UL1_MEMOP_FENCE
        : happens(d, l->write) && !p->table ? UL1_MEMOP_WRITE
                                            : UL1_MEMOP_READ;
    in->req_sect = (uint8_t)(happens(d, l->whole) ? ALL_SECTORS : draw_sectors(d));
    in->reqread_kind = happens(d, l->walk)
        ? UL1_READKIND_WALK
        : (uint8_t)(rng_below(&d->rng, 2) ? UL1_READKIND_LOAD : UL1_READKIND_STORE);
    if (in->req_op == UL1_MEMOP_READ)
        in->req_valid &= draw_number(l, in);
    if (in->req_valid && in->req_op == UL1_MEMOP_WRITE)
        draw_write(l, in);
    else
        memset(in->reqdata_be, 0, sizeof in->reqdata_be);
}

// ---- memory

static struct l2_pool_line *line_of(struct l2_drive *l, uint64_t line)
{
    unsigned i = 0;
    while (i < L2_POOL - 1 && l->pool[i].line != line)
        i++;
    return &l->pool[i];
}

// Memory performs what it takes at once, and answers later.
static void take(struct l2_drive *l, const struct ul1_l2_out *out)
{
    struct l2_pool_line *p = line_of(l, out->mem_line);
    const bool write = out->mem_op == UL1_MEMOP_WRITE;
    struct l2_under_way r = { .write = write,
                              .fails = write ? p->refuses : p->fails,
                              .sect = out->mem_sect,
                              .number = out->mem_number,
                              .line = out->mem_vline,
                              .due = l->d.cycle + l->latency + rng_below(&l->d.rng, l->spread) };
    for (unsigned i = 0; write && !p->refuses && i < UL1_LINE_WORDS; i++)
        for (unsigned k = 0; k < UL1_WORD_BYTES; k++)
            if (out->memdata_be[i] >> k & 1)
                p->word[i] = (p->word[i] & ~(0xffu << 8 * k)) | (out->memdata_word[i] & 0xffu << 8 * k);
    memcpy(r.word, p->word, sizeof r.word);
    if ((!write || r.fails) && l->requests < L2_UNDER_WAY)
        l->request[l->requests++] = r;
}

static void respond(struct l2_drive *l, struct ul1_l2_in *in)
{
    const struct l2_under_way *r = l->request;
    struct rng *rng = &l->d.rng;
    in->resp_valid = 0;
    l->responds = l->requests ? rng_below(rng, l->requests) : 0;
    if (!l->requests || r[l->responds].due > l->d.cycle || !happens(&l->d, l->respond))
        return;
    r += l->responds;
    in->resp_valid = 1;
    in->resp_op = r->write ? UL1_MEMOP_WRITE : UL1_MEMOP_READ;
    in->resp_number = (__typeof__(in->resp_number))r->number;
    in->resp_sect =
        (uint8_t)(happens(&l->d, l->pieces) ? 1u << draw_bit(&l->d, r->write ? 1 : r->sect, UL1_SECTORS)
                                            : r->sect);
    in->resp_err = r->fails;
    in->resp_vline = r->line;
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++)
        if (in->resp_sect >> i / UL1_SECTOR_WORDS & 1 && !r->fails)
            in->resp_data[i] = r->word[i];
}

static void responded(struct l2_drive *l, const struct ul1_l2_in *in)
{
    struct l2_under_way *r = &l->request[l->responds];
    r->sect &= (uint8_t)~in->resp_sect;
    if (r->write || !r->sect)
        *r = l->request[--l->requests];
}

// ---- cycles

static void l2_drive_cycle(struct drive *d, const void *out, void *inputs)
{
    struct l2_drive *l = (struct l2_drive *)d;
    struct ul1_l2_in *in = inputs;
    (void)out;
    drive_request(l, in);
    in->answer_ready = happens(d, l->accept);
    in->mem_ready = happens(d, l->take) && l->requests < L2_UNDER_WAY;
    respond(l, in);
}

static const char *l2_check(struct drive *d, const void *in, const void *out)
{
    return l2_contract_check(&((struct l2_drive *)d)->contract, in, out);
}

static void follow(struct l2_drive *l, const struct ul1_l2_in *in, const struct ul1_l2_out *out)
{
    if (in->resp_valid)
        responded(l, in);
    if (out->mem_valid && in->mem_ready)
        take(l, out);
    if (in->req_valid && out->req_ready && in->req_op == UL1_MEMOP_READ)
        l->asked[in->req_number] |= in->req_sect;
    if (out->answer_valid && in->answer_ready && out->answer_op == UL1_MEMOP_READ)
        l->asked[out->answer_number % L2_NUMBERS] &= (uint8_t)~out->answer_sect;
    if (happens(&l->d, l->change)) {
        struct l2_pool_line *p = &l->pool[rng_below(&l->d.rng, L2_POOL / 6) * 6];
        p->word[rng_below(&l->d.rng, UL1_LINE_WORDS)] = (uint32_t)rng_next(&l->d.rng);
    }
}

static void l2_see(struct drive *d, const void *inputs, const void *outputs)
{
    struct l2_drive *l = (struct l2_drive *)d;
    const struct ul1_l2_in *in = inputs;
    const struct ul1_l2_out *out = outputs;
    l2_count(d, &l->seen, &l->contract, in, out);
    l->last = *in;
    l->waits = !in->rst && in->req_valid && !out->req_ready;
    if (in->rst) {
        l->requests = 0;
        memset(l->asked, 0, sizeof l->asked);
        return;
    }
    follow(l, in, out);
}

struct stimulus *l2_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "l2",
                                            .size = sizeof(struct l2_drive),
                                            .points = l2_event_names,
                                            .point_count = L2_POINT_COUNT,
                                            .reset_every = 3000,
                                            .constraints = l2_constraints,
                                            .drive = l2_drive_cycle,
                                            .check = l2_check,
                                            .count = l2_see };
    return drive_make(&kind, test, seed, cycles);
}
