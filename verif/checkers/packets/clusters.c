#include "checkers/packets/clusters.h"
#include "checkers/packets/clusters_far.h"
#include "checkers/packets/clusters_waits.h"

#include <inttypes.h>

#ifdef UL1_HAS_DCSIDE // with these sizes

static void empty(struct clusters *l)
{
    crossing_init(&l->near, DC_NODES, CLUSTERS_SMS);
    crossing_init(&l->nearback, UL1_SMS, UL1_NODES);
    crossing_init(&l->far, UL1_SLICES, DC_NODES / UL1_SPLIT);
    crossing_init(&l->farback, DC_NODES, UL1_SLICES / UL1_SPLIT);
    l->near.cycle = l->nearback.cycle = l->far.cycle = l->farback.cycle = l->cycle;
}

void clusters_init(struct clusters *l, const void *memory, witness_words *words)
{
    l->witness.memory = memory;
    l->witness.words = words;
    empty(l);
}

// ---- an SM's interface takes a request

// A request to a node of its cluster. Null: there is no room.
static struct clusters_request *request(struct clusters *l, unsigned s, unsigned op, unsigned node)
{
    struct clusters_sm *sm = &l->sm[s];
    unsigned i = 0;
    while (i < CLUSTERS_REQUESTS && sm->request[i].used)
        i++;
    if (i == CLUSTERS_REQUESTS)
        return NULL;
    struct clusters_request *r = &sm->request[i];
    sm->top = sm->top > i ? sm->top : i + 1;
    sm->requests++;
    memset(r, 0, sizeof *r);
    r->used = true;
    r->op = (uint8_t)op;
    r->order = l->orders++;
    r->taken = l->cycle;
    r->node = s / CLUSTERS_SMS * UL1_NODES + node;
    return r;
}

static const char *no_room(struct clusters *l, unsigned s)
{
    return clusters_found(
        l, "more requests of SM %u are under way, or for more lines, than the ledger has room for", s);
}

// That of a command sends invs to the nodes of its cluster.
static const char *enter_fence(struct clusters *l, unsigned s, unsigned number)
{
    struct clusters_sm *sm = &l->sm[s];
    l->fences++;
    const unsigned invs = number == UL1_CMD_ID ? CLUSTERS_INVS : 0;
    l->invs += invs;
    for (unsigned n = 0; n < invs; n++)
        if (!request(l, s, UL1_MEMOP_FENCE, n))
            return no_room(l, s);
    if (sm->fences == UL1_EPOCHS)
        return clusters_found(l, "sni[%u].mem_ready: more fences than epochs are under way", s);
    sm->fence[sm->fences++] = (struct clusters_fence){ number, l->orders++, l->cycle };
    return NULL;
}

static const char *enter(struct clusters *l, unsigned s, const struct ul1_sni_in *in)
{
    if (in->mem_op == UL1_MEMOP_FENCE)
        return enter_fence(l, s, in->mem_number);
    struct witness_line *words = witness_line(&l->witness, in->mem_line);
    struct clusters_request *r = words ? request(l, s, in->mem_op, home_node(in->mem_line)) : NULL;
    if (!r)
        return no_room(l, s);
    const bool writes = in->mem_op == UL1_MEMOP_WRITE;
    r->line = in->mem_line;
    r->words = words;
    words->holders++;
    if (writes) {
        r->vline = in->mem_vline;
        memcpy(r->be, in->memdata_be, sizeof r->be);
        r->atom = in->memdata_atom;
        r->wide = in->memdata_wide;
        r->sign = in->memdata_signed;
        r->old = in->memold_valid;
        r->old_number = r->old ? in->memold_number : 0;
        for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
            r->word[w] = in->memdata_word[w] & sent_bits(r->be, w, r->atom, r->wide);
    } else {
        r->number = in->mem_number;
        r->sect = in->mem_sect;
        r->left = in->mem_sect;
        r->use = in->memread_kind;
        if (r->use == UL1_READKIND_FRESH) // memory itself answers it
            witness_raise(&r->floor, words->now);
    }
    l->reads += !writes;
    l->writes += writes;
    l->reductions += r->atom && !r->old;
    l->atomics += r->old;
    return NULL;
}

// ---- a packet comes to a node

static unsigned carried(const struct clusters_request *r)
{
    uint32_t words = 0;
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        words |= (uint32_t)(sent_bits(r->be, w, r->atom, r->wide) != 0) << w;
    return sectors_of(words);
}

static unsigned kind_of(const struct clusters_request *r)
{
    return r->op == UL1_MEMOP_READ ? UL1_PACKET_READ : r->old ? UL1_PACKET_ATOM : UL1_PACKET_WRITE;
}

static bool is_packet_of(const struct clusters_request *r, const struct crossing_packet *p)
{
    const struct flit *h = &p->head;
    const bool writes = r->op == UL1_MEMOP_WRITE;
    if (r->op == UL1_MEMOP_FENCE)
        return h->kind == UL1_PACKET_INV && !h->line && !h->vline && !h->use && !p->sect;
    return h->kind == kind_of(r) && h->line == r->line && h->atom == r->atom && h->wide == r->wide
        && h->sign == r->sign && (!r->old || h->sub >> UL1_EPOCH_W == r->old_number) && h->vline == r->vline
        && h->use == r->use && p->sect == (writes ? carried(r) : r->sect) && (writes || h->sub == r->number)
        && !memcmp(p->be, r->be, sizeof r->be) && !memcmp(p->word, r->word, sizeof r->word);
}

// No later read of the cluster gets older words from the node.
static void end_copies(struct clusters *l, unsigned n)
{
    for (unsigned i = 0; i < WITNESS_LINES; i++)
        if (l->witness.line[i].used && home_node(l->witness.line[i].line) == n % UL1_NODES)
            witness_raise(&l->witness.line[i].floor[n / UL1_NODES], l->witness.line[i].now);
}

static const char *come(struct clusters *l, unsigned n, const struct crossing_packet *p)
{
    struct clusters_sm *sm = &l->sm[p->from];
    struct clusters_request *first = NULL;
    for (unsigned i = 0; i < sm->top; i++) {
        struct clusters_request *r = &sm->request[i];
        if (r->used && !r->at_node && r->node == n && (!first || r->order < first->order))
            first = r;
    }
    if (!first || !is_packet_of(first, p))
        return clusters_found(l, "node[%u].q1_ready: not the oldest request of SM %u for this node", n,
                              p->from);
    first->at_node = true;
    first->turn = l->turns++;
    l->node[n].came++;
    if (first->op == UL1_MEMOP_FENCE) {
        end_copies(l, n);
        first->number = p->head.sub;
        first->answered = true;
        return NULL;
    }
    first->since = first->words->now;
    if (first->op == UL1_MEMOP_WRITE) {
        first->number = p->head.sub;
    } else {
        witness_rise(&first->floor, &first->words->floor[n / UL1_NODES], (1u << UL1_SECTORS) - 1);
    }
    return NULL;
}

static const char *see_passes(struct clusters *l, unsigned n, const struct ul1_node_out *out)
{
    struct clusters_node *is = &l->node[n];
    is->hits += out->pass_did == UL1_NODEDID_HIT;
    is->misses += out->pass_did == UL1_NODEDID_MISS;
    is->merges += out->pass_did == UL1_NODEDID_MERGE;
    is->passes += out->pass_did == UL1_NODEDID_PASS;
    is->invs += out->pass_did == UL1_NODEDID_INV;
    const uint64_t done = is->hits + is->misses + is->merges + is->passes + is->invs;
    if (is->came - done != out->queue_used && is->came - done != out->queue_used + 1u)
        return clusters_found(
            l, NODE_WIRES "%" PRIu64 " packets came, %" PRIu64 " are done, %u are in the queue", n, n,
            is->came, done, out->queue_used);
    for (unsigned k = 0; k < UL1_NODE_MSHRS; k++)
        if (out->mshr_state[k] != UL1_MSHRSTATE_COMES && is->fetch[k].out)
            return clusters_found(l, "node[%u].mshr_state: MSHR %u does not wait, and a fetch of it is out",
                                  n, k);
    return NULL;
}

static const char *see_node(struct clusters *l, unsigned n, const struct ul1_node_in *in,
                            const struct ul1_node_out *out)
{
    struct flit f;
    if (out->q2_valid && in->q2_ready) {
        FLIT_READ(f, out, q2, , 0);
        const char *broken =
            crossing_enter(&l->nearback, n, &f, n / UL1_NODES * CLUSTERS_SMS + out->q2_dst % CLUSTERS_SMS);
        if (broken)
            return clusters_found(l, "node[%u].q2_valid: %s", n, broken);
    }
    if (!in->q1_valid || !out->q1_ready)
        return NULL;
    FLIT_READ(f, in, q1, , 0);
    const char *broken =
        crossing_leave(&l->near, n, (int)(n / UL1_NODES * CLUSTERS_SMS + in->from_input), &f);
    if (broken)
        return clusters_found(l, "node[%u].q1_ready: %s", n, broken);
    return f.tail ? come(l, n, &l->near.out[n].packet) : NULL;
}

// ---- a reply comes to an SM

// Later reads of the cluster see nothing older than what a read has seen.
static void seen(struct clusters *l, unsigned cluster, const struct clusters_request *read, unsigned sect,
                 const struct witness_floor *is)
{
    witness_rise(&read->words->floor[cluster], is, sect);
    for (unsigned s = cluster * CLUSTERS_SMS; s < (cluster + 1) * CLUSTERS_SMS; s++)
        for (unsigned i = 0; i < l->sm[s].top; i++) {
            struct clusters_request *r = &l->sm[s].request[i];
            if (r->used && r->op == UL1_MEMOP_READ && r->at_node && r->words == read->words
                && r->turn > read->turn)
                witness_rise(&r->floor, is, sect);
        }
}

// Memory has had none of the bytes since the read came to the node.
static bool is_stale(const struct clusters_request *r, const struct ul1_sni_out *out)
{
    struct witness_floor came = { { 0 } }, seen;
    witness_raise(&came, r->since);
    return witness_see(r->words, &came, out->resp_sect, out->resp_data, &seen) != WITNESS_FINE;
}

// A read that passed its node by brings what the slice answered.
static bool as_answered(const struct clusters_request *r, const struct ul1_sni_out *out)
{
    bool same = out->resp_err == (bool)(out->resp_sect & r->failed);
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        same &= !(out->resp_sect >> w / UL1_SECTOR_WORDS & 1) || out->resp_data[w] == r->word[w];
    return same;
}

// The words of a page walk are not compared with versions: the host writes page tables past all caches.
static const char *see_words(struct clusters *l, unsigned s, struct clusters_request *r,
                             const struct ul1_sni_out *out)
{
    const unsigned cluster = s / CLUSTERS_SMS;
    struct witness_floor is = r->floor;
    uint32_t word[UL1_LINE_WORDS];
    if (r->passes && !as_answered(r, out))
        return clusters_found(
            l, "sni[%u].resp_data: not what its slice answered a read of SM %u for line 0x%" PRIx64, s, s,
            r->line);
    if (out->resp_err) {
        l->errors++;
        return r->passes || !l->witness.words(l->witness.memory, r->line * UL1_LINE_BYTES, word)
            ? NULL
            : clusters_found(l, RESP_WIRES "line 0x%" PRIx64 " can be read, and a read of SM %u fails", s, s,
                             r->line, s);
    }
    if (clusters_ahead(l, cluster, r))
        return clusters_found(l,
                              "sni[%u].resp_data: a read of SM %u for line 0x%" PRIx64
                              " is answered before a write that came to its node before",
                              s, s, r->line);
    if (r->use == UL1_READKIND_WALK || r->words->unsure)
        return NULL;
    const int wrong = witness_see(r->words, &r->floor, out->resp_sect, out->resp_data, &is);
    if (wrong != WITNESS_FINE)
        return clusters_found(l,
                              "sni[%u].resp_data: byte %d of line 0x%" PRIx64
                              " is none that SM %u may see: memory did "
                              "not hold it since its version %" PRIu32 " (it has %" PRIu32 ")",
                              s, wrong, r->line, s, r->floor.byte[wrong], r->words->now);
    l->stale += is_stale(r, out);
    seen(l, cluster, r, out->resp_sect, &is);
    return NULL;
}

// The oldest request that the packet answers.
static struct clusters_request *asks_for(struct clusters *l, unsigned s, const struct crossing_packet *p)
{
    struct clusters_request *first = NULL;
    for (unsigned i = 0; i < l->sm[s].top; i++) {
        struct clusters_request *r = &l->sm[s].request[i];
        const bool ack = p->head.kind == UL1_PACKET_ACK, old = p->head.kind == UL1_PACKET_OLD;
        if (r->used && r->at_node && r->node == p->from && r->number == p->head.sub && r->old == old
            && (ack       ? r->op != UL1_MEMOP_READ && r->answered && r->vline == p->head.vline
                    : old ? r->answered && p->sect == r->failed
                          : r->op == UL1_MEMOP_READ && p->sect && !(p->sect & ~r->left))
            && (!first || r->order < first->order))
            first = r;
    }
    return first;
}

static const char *reply(struct clusters *l, unsigned s, const struct crossing_packet *p)
{
    struct clusters_request *r = asks_for(l, s, p);
    const unsigned kind = p->head.kind;
    if (!r || (kind != UL1_PACKET_ACK && kind != UL1_PACKET_DATA && kind != UL1_PACKET_OLD))
        return clusters_found(l, "sni[%u].rp_ready: a reply of node %u that no request of the SM waits for",
                              s, p->from);
    if (kind == UL1_PACKET_ACK && p->head.err && !r->atom)
        return clusters_found(l, "sni[%u].rp_ready: a write fails, and slices refuse none", s);
    if (kind == UL1_PACKET_ACK && !p->head.err) {
        clusters_leave(l, &l->sm[s], r);
        return NULL;
    }
    l->sm[s].came = true;
    l->sm[s].reply = *p;
    return NULL;
}

static const char *check_fence(struct clusters *l, unsigned s, const struct ul1_sni_out *out)
{
    struct clusters_sm *sm = &l->sm[s];
    if (!sm->fences || sm->fence[0].number != out->resp_number)
        return clusters_found(l, RESP_WIRES "not the oldest fence of SM %u", s, s, s);
    for (unsigned i = 0; i < sm->top; i++)
        if (sm->request[i].used && sm->request[i].op != UL1_MEMOP_READ
            && sm->request[i].order < sm->fence[0].order)
            return clusters_found(l, RESP_WIRES "a fence of SM %u, before the answer of a write before it", s,
                                  s, s);
    memmove(&sm->fence[0], &sm->fence[1], (UL1_EPOCHS - 1) * sizeof sm->fence[0]);
    sm->fences--;
    return NULL;
}

// Old words, or an error of a reduction or an atomic, have come to the SM: they are as the slice gave them.
static const char *end_operation(struct clusters *l, unsigned s, struct clusters_request *r,
                                 const struct ul1_sni_out *out)
{
    bool same = out->resp_err == r->refused;
    l->refused += r->refused;
    for (unsigned w = 0; w < UL1_LINE_WORDS && r->old && !r->refused; w++)
        same &= out->resp_data[w] == r->word[w];
    clusters_leave(l, &l->sm[s], r);
    return same ? NULL
                : clusters_found(l, RESP_WIRES "not what a slice answered the operation of SM %u", s, s, s);
}

static const char *check_response(struct clusters *l, unsigned s, const struct ul1_sni_out *out)
{
    struct clusters_sm *sm = &l->sm[s];
    const struct crossing_packet *p = &sm->reply;
    if (!out->resp_valid)
        return NULL;
    if (out->resp_op == UL1_MEMOP_FENCE)
        return check_fence(l, s, out);
    const unsigned kind = p->head.kind,
                   op = kind == UL1_PACKET_DATA ? UL1_MEMOP_READ
        : kind == UL1_PACKET_OLD                ? UL1_MEMOP_ATOM
                                                : UL1_MEMOP_WRITE,
                   number = kind == UL1_PACKET_DATA ? p->head.sub
        : kind == UL1_PACKET_OLD                    ? p->head.sub >> UL1_EPOCH_W
                                                    : 0;
    if (!sm->came || out->resp_op != op || out->resp_number != number || out->resp_sect != p->sect
        || out->resp_err != p->head.err || memcmp(out->resp_data, p->word, sizeof p->word))
        return clusters_found(l, RESP_WIRES "not the reply that has come to SM %u", s, s, s);
    struct clusters_request *r = asks_for(l, s, p);
    sm->came = false;
    if (op != UL1_MEMOP_READ)
        return end_operation(l, s, r, out);
    const char *broken = see_words(l, s, r, out);
    r->left &= ~(unsigned)out->resp_sect;
    if (!r->left)
        clusters_leave(l, sm, r);
    return broken;
}

// The node that the head on offer to an SM is from: acks of invs are alike.
static int origin(const struct clusters_view *v, unsigned s)
{
    const struct ul1_xbar_out *nearback = v->crossbar[UL1_CLUSTERS + s / CLUSTERS_SMS];
    return CLUSTERS_INVS ? (int)(s / CLUSTERS_SMS * UL1_NODES + nearback->from_input[s % CLUSTERS_SMS])
                         : CROSSING_NONE;
}

static const char *see_l1(struct clusters *l, unsigned s, const struct ul1_sni_in *in,
                          const struct ul1_sni_out *out)
{
    const char *broken = check_response(l, s, out);
    if (out->resp_valid || (in->mem_valid && out->mem_ready))
        l->moved = l->cycle;
    return !broken && in->mem_valid && out->mem_ready ? enter(l, s, in) : broken;
}

static const char *see_sm(struct clusters *l, unsigned s, const struct ul1_sni_in *in,
                          const struct ul1_sni_out *out, int from)
{
    struct flit f;
    const char *broken = in->half ? NULL : see_l1(l, s, in, out);
    if (!broken && out->rq_valid && in->rq_ready) {
        FLIT_READ(f, out, rq, , 0);
        const unsigned node = f.kind == UL1_PACKET_INV ? out->rq_dst % UL1_NODES : home_node(f.line);
        broken = crossing_enter(&l->near, s, &f, s / CLUSTERS_SMS * UL1_NODES + node);
        broken = broken ? clusters_found(l, "sni[%u].rq_valid: %s", s, broken) : NULL;
    }
    if (broken || !in->rp_valid || !out->rp_ready)
        return broken;
    FLIT_READ(f, in, rp, , 0);
    broken = crossing_leave(&l->nearback, s, from, &f);
    if (broken)
        return clusters_found(l, "sni[%u].rp_ready: %s", s, broken);
    return f.tail ? reply(l, s, &l->nearback.out[s].packet) : NULL;
}

static void reset(struct clusters *l)
{
    memset(l->sm, 0, sizeof l->sm);
    memset(l->node, 0, sizeof l->node);
    witness_reset(&l->witness);
    empty(l);
    l->quiet = l->moved = l->cycle;
}

// Flits between SMs and nodes; nothing else moves.
static const char *see_half(struct clusters *l, const struct clusters_view *v)
{
    const char *broken = NULL;
    clusters_leave_q2(l, v);
    for (unsigned s = 0; s < UL1_SMS && !broken; s++)
        broken = see_sm(l, s, v->sm_in[s], v->sm[s], origin(v, s));
    for (unsigned n = 0; n < DC_NODES && !broken; n++)
        broken = see_node(l, n, v->node_in[n], v->node[n]);
    return broken;
}

const char *clusters_check(struct clusters *l, const struct clusters_view *v)
{
    const char *broken = NULL;
    if (v->half)
        return see_half(l, v);
    l->cycle++;
    l->reductions = l->atomics = l->refused = 0;
    l->reads = l->writes = l->fences = l->errors = l->stale = l->waited = l->fetched = l->by = l->invs =
        l->resting = 0;
    if (v->rst) {
        reset(l);
        return NULL;
    }
    clusters_measure(l, v);
    for (unsigned s = 0; s < UL1_SMS && !broken; s++)
        broken = see_sm(l, s, v->sm_in[s], v->sm[s], origin(v, s));
    for (unsigned n = 0; n < DC_NODES && !broken; n++) {
        broken = see_passes(l, n, v->node[n]);
        broken = broken ? broken : see_node(l, n, v->node_in[n], v->node[n]);
    }
    broken = broken ? broken : clusters_far(l, v);
    broken = broken ? broken : clusters_waits(l, v);
    return broken ? broken : clusters_rest(l, v);
}

#endif
