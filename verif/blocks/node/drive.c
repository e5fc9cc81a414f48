#include "blocks/node/drive.h"
#include "blocks/draw.h"

#include <string.h>

enum { BY = 1u << UL1_SLICE_TAG_W };

// ---- random constraints

// Lines of a few sets, the first and the last among them, so that more lines meet in a set than it has ways.
static void draw_pool(struct node_drive *n)
{
    const uint64_t all = (UINT64_C(1) << UL1_PLINE_W) - 1;
    static const unsigned sets[] = { 0, UL1_NODE_SETS - 1, UL1_NODE_SETS / 2, 1 };
    for (unsigned i = 0; i < NODE_POOL; i++) {
        struct node_pool_line *p = &n->pool[i];
        const uint64_t set = sets[rng_below(&n->d.rng, 3 + (i % 4 == 0))] % UL1_NODE_SETS;
        p->line = rng_next(&n->d.rng) & all;
        if (i % 3 == 0) // differs from its neighbour in one bit
            p->line = n->pool[i ? i - 1 : 0].line ^ UINT64_C(1) << rng_below(&n->d.rng, UL1_PLINE_W);
        p->line = (p->line & ~((UL1_NODE_SETS - UINT64_C(1)) << UL1_NODE_LOW)) | set << UL1_NODE_LOW;
        p->fails = i % 7 == 3;
        p->refuses = i % 9 == 4;
        for (unsigned k = 0; k < UL1_LINE_WORDS; k++)
            p->word[k] = (uint32_t)rng_next(&n->d.rng);
    }
}

// A rate at which most of the others can act.
static unsigned draw_rate(struct drive *d)
{
    return rng_below(&d->rng, 3) ? 100 : draw_constraint(d);
}

static void node_constraints(struct drive *d)
{
    struct node_drive *n = (struct node_drive *)d;
    static const unsigned latencies[] = { 1, 1, 2, 5, 20, 100 }, shares[] = { 0, 3, 10, 20, 40, 60, 90, 100 };
    if (!d->cycle)
        draw_pool(n);
    n->offer = draw_rate(d);
    n->go_on = draw_rate(d);
    n->take = draw_rate(d);
    n->accept = draw_rate(d);
    n->half = rng_below(&d->rng, 2) ? 0 : draw_constraint(d);
    n->respond = draw_rate(d);
    n->write = shares[rng_below(&d->rng, rng_below(&d->rng, 2) ? 3 : 8)];
    n->past = shares[rng_below(&d->rng, rng_below(&d->rng, 3) ? 3 : 8)];
    n->inv = shares[rng_below(&d->rng, rng_below(&d->rng, 4) ? 3 : 6)];
    n->all = shares[rng_below(&d->rng, 8)];
    n->whole = shares[rng_below(&d->rng, 8)];
    n->pieces = shares[rng_below(&d->rng, 8)];
    n->change = draw_constraint(d);
    n->latency = latencies[rng_below(&d->rng, 6)];
    n->spread = latencies[rng_below(&d->rng, 6)];
    n->first = rng_below(&d->rng, NODE_POOL);
    n->lines = rng_below(&d->rng, 3)
        ? 1 + rng_below(&d->rng, UL1_NODE_WAYS < NODE_POOL / 2 ? 2 * UL1_NODE_WAYS : NODE_POOL)
        : 1 + rng_below(&d->rng, NODE_POOL);
}

// ---- requests

// The next sector of those that are left, in any order.
static void next_sector(struct node_drive *n, struct ul1_node_in *in)
{
    const unsigned sect = 1u << draw_bit(&n->d, n->left, UL1_SECTORS);
    in->q1_sect = (uint8_t)sect;
    in->q1_tail = !(n->left & ~sect);
    if (in->q1_valid)
        n->left &= ~sect;
}

static void draw_write(struct node_drive *n, struct ul1_node_in *in)
{
    struct drive *d = &n->d;
    in->q1_atom = (uint8_t)draw_answered(d);
    const bool returns = UL1_GLOBAL_ATOMICS > 1 && rng_below(&d->rng, 2);
    in->q1_kind = in->q1_atom && (returns || red_swaps(in->q1_atom)) ? UL1_PACKET_ATOM : UL1_PACKET_WRITE;
    in->q1_wide = in->q1_atom && rng_below(&d->rng, 2);
    in->q1_signed = in->q1_atom && rng_below(&d->rng, 2);
    in->q1_vline = rng_next(&d->rng) & ((UINT64_C(1) << UL1_LINE_W) - 1);
    n->left = draw_sectors(d);
    next_sector(n, in);
}

static void request_head(struct node_drive *n, struct ul1_node_in *in)
{
    struct drive *d = &n->d;
    in->q1_valid = happens(d, n->offer);
    in->q1_head = in->q1_tail = 1;
    in->q1_line = n->pool[(n->first + rng_below(&d->rng, n->lines)) % NODE_POOL].line;
    in->q1_sect = (uint8_t)(rng_percent(&d->rng, n->whole) ? ALL_SECTORS : draw_sectors(d));
    in->q1_kind = UL1_PACKET_READ;
    in->q1_atom = UL1_ATOM_NONE;
    in->q1_wide = in->q1_signed = 0;
    in->q1_vline = 0;
    in->q1_use = 0;
    if (rng_percent(&d->rng, n->inv)) {
        in->q1_kind = UL1_PACKET_INV;
        if (rng_percent(&d->rng, n->all))
            in->q1_sect = 0, in->q1_line = 0;
    } else if (rng_percent(&d->rng, n->write)) {
        draw_write(n, in);
    } else {
        static const uint8_t past[] = { UL1_READKIND_WALK, UL1_READKIND_FRESH },
                             cached[] = { UL1_READKIND_LOAD, UL1_READKIND_STORE };
        in->q1_use = (rng_percent(&d->rng, n->past) ? past : cached)[rng_below(&d->rng, 2)];
    }
}

static void drive_requests(struct node_drive *n, struct ul1_node_in *in)
{
    const struct node_contract *c = &n->contract;
    if (c->flit_waits) {
        in->q1_valid = 1;
        in->from_input = c->from_waiting;
        FLIT_WRITE(c->flit_waiting, in, q1, , 0);
    } else if (c->inside) {
        in->q1_valid = happens(&n->d, n->go_on);
        in->q1_head = 0;
        next_sector(n, in);
    } else {
        request_head(n, in);
    }
}

// ---- slices

static struct node_pool_line *line_of(struct node_drive *n, uint64_t line)
{
    unsigned i = 0;
    while (i < NODE_POOL - 1 && n->pool[i].line != line)
        i++;
    return &n->pool[i];
}

// Slices perform a request at once, and answer it later.
static void perform(struct node_drive *n, const struct node_packet *r)
{
    struct node_pool_line *p = line_of(n, r->head.line);
    const bool reads = r->head.kind == UL1_PACKET_READ;
    struct node_under_way w = { .kind = reads                         ? UL1_PACKET_DATA
                                    : r->head.kind == UL1_PACKET_ATOM ? UL1_PACKET_OLD
                                                                      : UL1_PACKET_ACK,
                                .err = reads ? p->fails : p->refuses,
                                .sub = r->head.sub,
                                .line = r->head.line,
                                .due = n->d.cycle + n->latency + rng_below(&n->d.rng, n->spread) };
    w.sect = w.kind == UL1_PACKET_ACK ? 0 : r->sect;
    w.vline = w.kind == UL1_PACKET_ACK ? r->head.vline : 0;
    memcpy(w.word, p->word, sizeof w.word);
    for (unsigned i = 0; !reads && i < UL1_LINE_WORDS; i++)
        for (unsigned k = 0; k < UL1_WORD_BYTES; k++)
            if (r->be[i] >> k & 1)
                p->word[i] = (p->word[i] & ~(0xffu << 8 * k)) | (r->word[i] & 0xffu << 8 * k);
    n->reply[n->replies++] = w;
}

// A reply, or a part of one, is chosen to be sent.
static void choose(struct node_drive *n)
{
    const unsigned i = n->replies ? rng_below(&n->d.rng, n->replies) : 0;
    struct node_under_way *w = &n->reply[i];
    if (!n->replies || w->due > n->d.cycle)
        return;
    n->sending = *w;
    n->sends = true;
    n->begun = false;
    if (w->kind == UL1_PACKET_DATA && happens(&n->d, n->pieces))
        n->sending.sect = (uint8_t)(1u << draw_bit(&n->d, w->sect, UL1_SECTORS));
    w->sect &= (uint8_t)~n->sending.sect;
    if (w->kind == UL1_PACKET_DATA && w->sect) {
        if (rng_below(&n->d.rng, 3) == 0) // a slice may fail for some sectors alone
            w->err = n->sending.err && rng_below(&n->d.rng, 2);
        return;
    }
    *w = n->reply[--n->replies];
}

static void drive_replies(struct node_drive *n, struct ul1_node_in *in)
{
    const struct node_contract *c = &n->contract;
    if (c->reply_waits) {
        in->q4_valid = 1;
        FLIT_WRITE(c->reply_waiting, in, q4, , 0);
        return;
    }
    if (!n->sends)
        choose(n);
    in->q4_valid = n->sends && happens(&n->d, n->respond);
    if (!in->q4_valid)
        return;
    struct node_under_way *w = &n->sending;
    const bool words = w->kind != UL1_PACKET_ACK && !w->err;
    const unsigned at = words ? draw_bit(&n->d, w->sect, UL1_SECTORS) : 0;
    in->q4_head = !n->begun;
    in->q4_kind = w->kind;
    in->q4_sub = w->sub;
    in->q4_err = w->err;
    in->q4_vline = w->vline;
    in->q4_sect = (uint8_t)(words ? 1u << at : w->sect);
    if (words)
        memcpy(in->q4_word, w->word + (size_t)at * UL1_SECTOR_WORDS, sizeof in->q4_word);
    w->sect &= (uint8_t)~in->q4_sect;
    in->q4_tail = !words || !w->sect;
    n->begun = true;
    n->sends = !in->q4_tail;
}

// ---- cycles

static void node_drive_cycle(struct drive *d, const void *out, void *inputs)
{
    struct node_drive *n = (struct node_drive *)d;
    struct ul1_node_in *in = inputs;
    (void)out;
    in->half = !in->rst && rng_percent(&d->rng, n->half);
    drive_requests(n, in);
    drive_replies(n, in);
    in->q2_ready = happens(d, n->accept);
    in->q3_ready = happens(d, n->take) && n->replies < NODE_UNDER_WAY - 1;
}

static const char *node_check(struct drive *d, const void *in, const void *out)
{
    return node_contract_check(&((struct node_drive *)d)->contract, in, out);
}

static void follow(struct node_drive *n, const struct ul1_node_out *out)
{
    struct node_packet *p = &n->asking;
    struct flit f;
    FLIT_READ(f, out, q3, , 0);
    if (f.head)
        *p = (struct node_packet){ .head = f };
    p->sect |= f.sect;
    for (unsigned s = 0; s < UL1_SECTORS; s++)
        if (f.sect >> s & 1) {
            memcpy(p->be + (size_t)s * UL1_SECTOR_WORDS, f.be, sizeof f.be);
            memcpy(p->word + (size_t)s * UL1_SECTOR_WORDS, f.word, sizeof f.word);
        }
    if (f.tail)
        perform(n, p);
}

static void node_see(struct drive *d, const void *inputs, const void *outputs)
{
    struct node_drive *n = (struct node_drive *)d;
    const struct ul1_node_in *in = inputs;
    const struct ul1_node_out *out = outputs;
    node_count(d, &n->seen, &n->contract, in, out);
    if (in->rst) {
        n->replies = 0;
        n->sends = false;
        return;
    }
    if (out->q3_valid && in->q3_ready && !in->half)
        follow(n, out);
    if (happens(d, n->change)) {
        struct node_pool_line *p = &n->pool[rng_below(&d->rng, NODE_POOL)];
        p->word[rng_below(&d->rng, UL1_LINE_WORDS)] = (uint32_t)rng_next(&d->rng);
    }
}

struct stimulus *node_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { .block = "node",
                                            .size = sizeof(struct node_drive),
                                            .points = node_event_names,
                                            .point_count = NODE_POINT_COUNT,
                                            .reset_every = 3000,
                                            .constraints = node_constraints,
                                            .drive = node_drive_cycle,
                                            .check = node_check,
                                            .count = node_see };
    return drive_make(&kind, test, seed, cycles);
}
