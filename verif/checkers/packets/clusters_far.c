#include "checkers/packets/clusters_far.h"

#include <inttypes.h>

#include "kit/arithmetic.h"

#ifdef UL1_HAS_DCSIDE // with these sizes

#define SLICE_WIRES "lni[%u].mem_valid, lni[%u].mem_number: "

// The number of a request at a slice, taken apart.
struct label {
    unsigned node, sm;
    bool by;
    uint32_t sub; // that the packet had at the node; of a fetch the MSHR
};

// `line` is that of the request; all lines of a slice have one node in a cluster, if each has a network of
// its own.
static struct label label_of(uint32_t number, unsigned node_of_line)
{
    const unsigned from = number >> UL1_FAR_TAG_W;
    struct label l = { .by = number >> (UL1_FAR_TAG_W - 1) & 1, .sub = number & ((1u << UL1_NUMBER_W) - 1) };
    l.node = UL1_SPLIT > 1 ? from * UL1_NODES + node_of_line : from;
    if (!l.by) {
        l.sub = number & ((1u << (UL1_FAR_TAG_W - 1)) - 1);
        return l;
    }
    const unsigned port = number >> UL1_NUMBER_W & ((1u << (UL1_FAR_TAG_W - 1 - UL1_NUMBER_W)) - 1);
    l.sm = port < CLUSTERS_SMS ? l.node / UL1_NODES * CLUSTERS_SMS + port : UL1_SMS;
    return l;
}

unsigned clusters_sm_of(uint32_t number, uint64_t line)
{
    return label_of(number, home_node(line)).sm;
}

// ---- a slice takes a request

// Reads of the cluster at the node that still want these sectors of the line.
static unsigned wanted(const struct clusters *l, unsigned cluster, uint64_t line)
{
    unsigned sect = 0;
    for (unsigned s = cluster * CLUSTERS_SMS; s < (cluster + 1) * CLUSTERS_SMS; s++)
        for (unsigned i = 0; i < l->sm[s].top; i++) {
            const struct clusters_request *r = &l->sm[s].request[i];
            if (r->used && r->op == UL1_MEMOP_READ && r->at_node && !r->passes && r->line == line)
                sect |= r->left;
        }
    return sect;
}

static const char *take_fetch(struct clusters *l, unsigned j, const struct label *is,
                              const struct ul1_lni_out *out)
{
    struct clusters_node *n = &l->node[is->node];
    if (out->mem_op != UL1_MEMOP_READ || is->sub >= UL1_NODE_MSHRS)
        return clusters_found(l, SLICE_WIRES "node %u fetches with a write, or for no MSHR", j, j, is->node);
    if (out->mem_sect & ~wanted(l, is->node / UL1_NODES, out->mem_line))
        return clusters_found(l,
                              SLICE_WIRES "node %u fetches sectors of line 0x%" PRIx64 " that no read wants",
                              j, j, is->node, (uint64_t)out->mem_line);
    for (unsigned k = 0; k < UL1_NODE_MSHRS; k++) {
        if (!n->fetch[k].out)
            continue;
        if ((k == is->sub) != (n->fetch[k].line == out->mem_line))
            return clusters_found(l,
                                  SLICE_WIRES "node %u has two fetches for one line, 0x%" PRIx64
                                              ", or two lines in one MSHR",
                                  j, j, is->node, (uint64_t)out->mem_line);
        if (k == is->sub && n->fetch[k].out & out->mem_sect)
            return clusters_found(l, SLICE_WIRES "node %u fetches a sector twice at a time", j, j, is->node);
    }
    n->fetch[is->sub].line = out->mem_line;
    if (!n->fetch[is->sub].since)
        n->fetch[is->sub].since = l->cycle;
    n->fetch[is->sub].due |= out->mem_sect;
    n->fetch[is->sub].out |= out->mem_sect;
    n->fetches++;
    l->fetched++;
    return NULL;
}

// The oldest request of the SM at the node for the line that passes by, and has not arrived.
static struct clusters_request *next_for(struct clusters_sm *sm, const struct ul1_lni_out *out, uint32_t sub)
{
    struct clusters_request *first = NULL;
    for (unsigned i = 0; i < sm->top; i++) {
        struct clusters_request *r = &sm->request[i];
        if (r->used && r->at_node && !r->arrived && r->line == out->mem_line && r->op == out->mem_op
            && (r->op == UL1_MEMOP_WRITE || (r->number == sub && r->sect == out->mem_sect))
            && (!first || r->order < first->order))
            first = r;
    }
    return first;
}

// The words of a line behind a write, in the bytes that it enables.
static void results(const struct clusters_request *w, uint32_t now[UL1_LINE_WORDS])
{
    const uint32_t *old = w->words->version[w->words->now % WITNESS_VERSIONS];
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++) {
        const unsigned low = w->wide ? n & ~1u : n, beside = low ^ (w->wide ? 2 : 1);
        uint64_t was = old[low], by = w->word[low], swap = w->word[beside];
        if (w->wide) {
            was |= (uint64_t)old[low + 1] << 32;
            by |= (uint64_t)w->word[low + 1] << 32;
            swap |= (uint64_t)w->word[beside + 1] << 32;
        }
        now[n] = !w->atom
            ? w->word[n]
            : (uint32_t)(arithmetic_result(w->atom, w->sign, was, by, swap) >> (n == low ? 0 : 32));
    }
}

// A write is performed. The cluster's reads that came to the node behind it see it, or a younger one. The
// slice may refuse an operation on a line that memory cannot read, and the ledger does not know yet.
static void perform(struct clusters *l, unsigned cluster, const struct clusters_request *w)
{
    uint32_t now[UL1_LINE_WORDS];
    w->words->unsure |= w->atom && !l->witness.words(l->witness.memory, w->line * UL1_LINE_BYTES, now);
    results(w, now);
    witness_write(w->words, w->be, now);
    witness_raise(&w->words->floor[cluster], w->words->now);
    for (unsigned s = cluster * CLUSTERS_SMS; s < (cluster + 1) * CLUSTERS_SMS; s++)
        for (unsigned i = 0; i < l->sm[s].top; i++) {
            struct clusters_request *r = &l->sm[s].request[i];
            if (r->used && r->op == UL1_MEMOP_READ && r->at_node && r->line == w->line && r->turn > w->turn)
                witness_raise(&r->floor, w->words->now);
        }
}

static const char *take_by(struct clusters *l, unsigned j, const struct label *is,
                           const struct ul1_lni_out *out)
{
    struct clusters_request *r = is->sm < UL1_SMS ? next_for(&l->sm[is->sm], out, is->sub) : NULL;
    if (!r)
        return clusters_found(
            l, SLICE_WIRES "no request of SM %u for line 0x%" PRIx64 " is at a node, or it has arrived", j, j,
            is->sm, (uint64_t)out->mem_line);
    if (out->memread_kind != r->use || out->mem_vline != r->vline || out->memdata_atom != r->atom
        || out->memdata_wide != r->wide || out->memdata_signed != r->sign || out->memold_valid != r->old
        || memcmp(out->memdata_be, r->be, sizeof r->be) || (r->op == UL1_MEMOP_WRITE && is->sub != r->number))
        return clusters_found(l, SLICE_WIRES "not the oldest request of SM %u for line 0x%" PRIx64, j, j,
                              is->sm, r->line);
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        if ((out->memdata_word[w] ^ r->word[w]) & sent_bits(r->be, w, r->atom, r->wide))
            return clusters_found(l,
                                  "lni[%u].memdata_word: not the words that SM %u sent for line 0x%" PRIx64,
                                  j, is->sm, r->line);
    if (clusters_ahead(l, is->node / UL1_NODES, r))
        return clusters_found(
            l, SLICE_WIRES "a request of SM %u for line 0x%" PRIx64 " overtakes a write of its cluster", j, j,
            is->sm, r->line);
    r->arrived = r->passes = true;
    r->slice = j;
    r->due = r->sect;
    l->node[is->node].passed++;
    l->by += r->op == UL1_MEMOP_READ;
    if (r->op == UL1_MEMOP_WRITE)
        perform(l, is->node / UL1_NODES, r);
    return NULL;
}

static const char *take(struct clusters *l, unsigned j, const struct ul1_lni_out *out)
{
    const struct label is = label_of(out->mem_number, home_node(out->mem_line));
    if (is.node >= DC_NODES || out->mem_op > UL1_MEMOP_WRITE)
        return clusters_found(l, SLICE_WIRES "of no node, or neither a read nor a write", j, j);
    if (home_slice(out->mem_line) != j || is.node % UL1_NODES != home_node(out->mem_line))
        return clusters_found(l, SLICE_WIRES "line 0x%" PRIx64 " from node %u has its home elsewhere", j, j,
                              (uint64_t)out->mem_line, is.node);
    return is.by ? take_by(l, j, &is, out) : take_fetch(l, j, &is, out);
}

// ---- a slice answers

static struct clusters_request *answered(struct clusters_sm *sm, unsigned j, uint32_t sub,
                                         const struct ul1_lni_in *in)
{
    struct clusters_request *first = NULL;
    for (unsigned i = 0; i < sm->top; i++) {
        struct clusters_request *r = &sm->request[i];
        const bool atom = in->resp_op == UL1_MEMOP_ATOM;
        const bool fits = in->resp_op == UL1_MEMOP_READ ? in->resp_sect && !(in->resp_sect & ~r->due)
            : atom                                      ? r->old
                                                        : !r->old && in->resp_vline == r->vline;
        if (r->used && r->arrived && !r->answered && r->slice == j && r->number == sub
            && r->op == (atom ? UL1_MEMOP_WRITE : in->resp_op) && fits && (!first || r->order < first->order))
            first = r;
    }
    return first;
}

static bool is_answer(struct clusters *l, unsigned j, unsigned node_of_line, const struct ul1_lni_in *in)
{
    const struct label is = label_of(in->resp_number, node_of_line);
    if (is.node >= DC_NODES || is.sm >= UL1_SMS)
        return false;
    l->answers_to[j] = is.node;
    if (!is.by) {
        const bool fetched = is.sub < UL1_NODE_MSHRS;
        unsigned *due = fetched ? &l->node[is.node].fetch[is.sub].due : NULL;
        if (!fetched || in->resp_op != UL1_MEMOP_READ || !in->resp_sect || in->resp_sect & ~*due
            || home_slice(l->node[is.node].fetch[is.sub].line) != j)
            return false;
        *due &= ~(unsigned)in->resp_sect;
        return true;
    }
    struct clusters_request *r = answered(&l->sm[is.sm], j, is.sub, in);
    if (!r)
        return false;
    if (r->op == UL1_MEMOP_WRITE) {
        r->answered = true;
        r->refused = in->resp_err;
        r->failed = in->resp_sect;
        memset(r->word, 0, sizeof r->word);
        for (unsigned w = 0; w < UL1_LINE_WORDS && r->old && !in->resp_err; w++)
            r->word[w] = in->resp_sect >> w / UL1_SECTOR_WORDS & 1 ? in->resp_data[w] : 0;
        return r->atom || !in->resp_err;
    }
    r->due &= ~(unsigned)in->resp_sect;
    r->failed |= in->resp_err ? in->resp_sect : 0u;
    for (unsigned w = 0; w < UL1_LINE_WORDS; w++)
        if (in->resp_sect >> w / UL1_SECTOR_WORDS & 1)
            r->word[w] = in->resp_err ? 0 : in->resp_data[w];
    r->answered = !r->due;
    return true;
}

// ---- flits

// The number of the nodes that share the network of this slice, if there is a network for each number.
static unsigned node_of(unsigned j)
{
    const unsigned odd = j >> UL1_HOME_LOW, low = j & ((1u << UL1_HOME_LOW) - 1);
    return odd % UL1_NODE_HOME_ODD << UL1_NODE_HOME_LOW | (low & ((1u << UL1_NODE_HOME_LOW) - 1));
}

static const char *see_slice(struct clusters *l, unsigned j, const struct ul1_lni_in *in,
                             const struct ul1_lni_out *out)
{
    struct flit f;
    if (out->rp_valid && in->rp_ready) {
        FLIT_READ(f, out, rp, , 0);
        const char *broken = crossing_enter(&l->farback, j, &f, l->answers_to[j]);
        if (broken)
            return clusters_found(l, "lni[%u].rp_valid: %s", j, broken);
    }
    if (in->resp_valid && out->resp_ready && !is_answer(l, j, node_of(j), in))
        return clusters_found(l, "lni[%u].resp_ready: an answer that no request waits for", j);
    if (out->mem_valid && in->mem_ready) {
        const char *broken = take(l, j, out);
        if (broken)
            return broken;
    }
    if (!in->rq_valid || !out->rq_ready)
        return NULL;
    FLIT_READ(f, in, rq, , 0);
    const unsigned from = UL1_SPLIT > 1 ? in->from_input * UL1_NODES + node_of(j) : in->from_input;
    const char *broken = crossing_leave(&l->far, j, (int)from, &f);
    return broken ? clusters_found(l, "lni[%u].rq_ready: %s", j, broken) : NULL;
}

// The reply of a fetch has come to the node.
static const char *fetched(struct clusters *l, unsigned n, const struct crossing_packet *p)
{
    if (p->head.sub >> (UL1_FAR_TAG_W - 1))
        return NULL;
    const unsigned k = p->head.sub;
    if (k >= UL1_NODE_MSHRS || p->sect & ~(l->node[n].fetch[k].out & ~l->node[n].fetch[k].due))
        return clusters_found(l, "node[%u].q4_ready: sectors that no fetch of it waits for", n);
    l->node[n].fetch[k].out &= ~p->sect;
    if (!l->node[n].fetch[k].out)
        l->node[n].fetch[k].since = 0;
    return NULL;
}

static const char *see_node(struct clusters *l, unsigned n, const struct ul1_node_in *in,
                            const struct ul1_node_out *out)
{
    struct flit f;
    if (out->q3_valid && in->q3_ready) {
        FLIT_READ(f, out, q3, , 0);
        const char *broken = crossing_enter(&l->far, n, &f, home_slice(f.line));
        if (broken)
            return clusters_found(l, "node[%u].q3_valid: %s", n, broken);
    }
    if (!in->q4_valid || !out->q4_ready)
        return NULL;
    FLIT_READ(f, in, q4, , 0);
    const char *broken = crossing_leave(&l->farback, n, CROSSING_NONE, &f);
    if (broken)
        return clusters_found(l, "node[%u].q4_ready: %s", n, broken);
    return f.tail ? fetched(l, n, &l->farback.out[n].packet) : NULL;
}

const char *clusters_far(struct clusters *l, const struct clusters_view *v)
{
    const char *broken = NULL;
    for (unsigned n = 0; n < DC_NODES && !broken; n++)
        broken = see_node(l, n, v->node_in[n], v->node[n]);
    for (unsigned j = 0; j < UL1_SLICES && !broken; j++)
        broken = see_slice(l, j, v->slice_in[j], v->slice[j]);
    return broken;
}

#endif
