#include "blocks/node/cover_points.h"

#include <string.h>

const struct point_name node_event_names[NODE_POINT_COUNT] = { NODE_POINTS(POINT_NAME) };

enum { BY = 1u << UL1_SLICE_TAG_W };

static unsigned in_state(const struct ul1_node_out *out, unsigned state)
{
    unsigned n = 0;
    for (unsigned i = 0; i < UL1_NODE_MSHRS; i++)
        n += out->mshr_state[i] == state;
    return n;
}

// The sectors of a line that were known before the pass.
static unsigned known_before(struct node_seen *s, uint64_t line)
{
    const struct node_line *l = node_contract_line(&s->before, line);
    return l ? l->known : 0;
}

static unsigned any_known(const struct node_contract *c)
{
    unsigned known = 0;
    for (unsigned n = 0; n < UL1_NODE_SETS; n++)
        for (unsigned i = 0; i < NODE_KEPT; i++)
            known |= c->line[n][i].known;
    return known;
}

static void count_reads(struct drive *d, struct node_seen *s, const struct node_packet *r, unsigned did,
                        const struct ul1_node_out *out)
{
    const unsigned n = node_contract_mshr(&s->before, r->head.line);
    const struct node_entry *e = &s->before.entry[n % UL1_NODE_MSHRS];
    const bool open = n < UL1_NODE_MSHRS, merges = did == UL1_NODEDID_MERGE;
    saw(d, NODE_HIT, did == UL1_NODEDID_HIT);
    saw(d, NODE_HITS, did == UL1_NODEDID_HIT && s->did == did);
    saw(d, NODE_HIT_PENDING, did == UL1_NODEDID_HIT && open);
    saw(d, NODE_MISS, did == UL1_NODEDID_MISS);
    saw(d, NODE_MISS_PART, did == UL1_NODEDID_MISS && out->q3_sect != r->sect);
    saw(d, NODE_ANEW, did == UL1_NODEDID_MISS && s->was_closed && s->closed == r->head.line);
    saw(d, NODE_MERGE, merges);
    saw(d, NODE_MERGE_MORE, merges && out->q3_valid && !s->before.request.flits);
    saw(d, NODE_MERGE_ANSWERS, merges && !e->coming);
    saw(d, NODE_MERGE_LAST, merges && e->reads + 1 == UL1_NODE_LIST);
    const bool by = did == UL1_NODEDID_PASS, walk = by && r->head.use == UL1_READKIND_WALK,
               fresh = by && r->head.use == UL1_READKIND_FRESH;
    saw(d, NODE_WALK, walk && known_before(s, r->head.line));
    saw(d, NODE_FRESH, fresh && !open && known_before(s, r->head.line));
    saw(d, NODE_FRESH_CLOSES, fresh && open && !e->closed);
    saw(d, NODE_READ_CLOSED, by && !walk && !fresh);
}

static void count_others(struct drive *d, struct node_seen *s, const struct node_packet *r)
{
    const unsigned n = node_contract_mshr(&s->before, r->head.line), kind = r->head.kind;
    const bool open = n < UL1_NODE_MSHRS, closed = open && s->before.entry[n].closed,
               copy = !open && known_before(s, r->head.line), write = kind == UL1_PACKET_WRITE,
               inv = kind == UL1_PACKET_INV;
    bool opened = false;
    for (unsigned i = 0; i < UL1_NODE_MSHRS; i++)
        opened |= s->before.entry[i].open && !s->before.entry[i].closed;
    saw(d, NODE_WRITE, write);
    saw(d, NODE_WRITE_ALL, write && r->sect == ALL_SECTORS);
    saw(d, NODE_WRITE_EVICTS, write && copy);
    saw(d, NODE_WRITE_CLOSES, write && open && !closed);
    saw(d, NODE_WRITE_CLOSED, write && closed);
    saw(d, NODE_REDUCTION, write && r->head.atom);
    saw(d, NODE_ATOMIC, kind == UL1_PACKET_ATOM);
    saw(d, NODE_ATOMIC_CLOSES, kind == UL1_PACKET_ATOM && open && !closed);
    saw(d, NODE_INV_LINE, inv && r->sect && copy);
    saw(d, NODE_INV_CLOSES, inv && r->sect && open && !closed);
    saw(d, NODE_INV_ALL, inv && !r->sect && any_known(&s->before));
    saw(d, NODE_INV_ALL_OPEN, inv && !r->sect && opened);
}

static void count_stays(struct drive *d, const struct node_seen *s, unsigned did,
                        const struct ul1_node_out *out)
{
    const struct node_entry *e = &s->before.entry[out->pass_mshr];
    saw(d, NODE_NO_PLACE, did == UL1_NODEDID_LIST && e->reads == UL1_NODE_LIST);
    saw(d, NODE_NO_SECTOR, did == UL1_NODEDID_LIST && e->reads < UL1_NODE_LIST);
    saw(d, NODE_NO_WAY, did == UL1_NODEDID_WAY);
    saw(d, NODE_NO_MSHR, did == UL1_NODEDID_MSHR);
    saw(d, NODE_NO_REQUEST, did == UL1_NODEDID_REQUEST);
    saw(d, NODE_NO_ANSWER, did == UL1_NODEDID_ANSWER);
}

static void count_pass(struct drive *d, struct node_seen *s, const struct ul1_node_out *out)
{
    const unsigned did = out->pass_did, mshr = out->pass_mshr;
    const struct node_packet *r = &s->before.queue[0];
    const struct node_entry *e = &s->before.entry[mshr];
    const bool request = did >= UL1_NODEDID_HIT && did <= UL1_NODEDID_INV,
               replay = did == UL1_NODEDID_WORDS || did == UL1_NODEDID_ERROR;
    if (request && r->head.kind == UL1_PACKET_READ)
        count_reads(d, s, r, did, out);
    else if (request)
        count_others(d, s, r);
    count_stays(d, s, did, out);
    saw(d, NODE_CLOSED_SERVES, replay && e->closed);
    saw(d, NODE_REPLAY_BEFORE, replay && s->before.queued);
    saw(d, NODE_BOTH_KINDS, did == UL1_NODEDID_ERROR && e->half);
    saw(d, NODE_FILL_PART, did == UL1_NODEDID_FILL && out->mshr_sect[mshr]);
    saw(d, NODE_FILL_ERROR, did == UL1_NODEDID_FILL && s->before.shown.head.err);
    saw(d, NODE_FILLS, did == UL1_NODEDID_FILL && s->did == did);
    saw(d, NODE_FILL_BEFORE, did == UL1_NODEDID_FILL && s->before.queued);
    saw(d, NODE_FILL_FULL, did == UL1_NODEDID_FILL && s->before.queued == UL1_NODE_QUEUE);
    saw(d, NODE_FILL_BLOCKED, did == UL1_NODEDID_FILL && s->before.answers && s->before.request.flits);
    saw(d, NODE_SAME_SET, did && s->did && s->set == out->pass_set);
    if (replay && e->closed && out->mshr_state[mshr] == UL1_MSHRSTATE_FREE) {
        s->closed = e->line;
        s->was_closed = true;
    }
}

// Q4 and Q2 in this cycle. The contract has advanced, so `before` has its state.
static void count_replies(struct drive *d, const struct node_contract *c, const struct node_contract *before,
                          const struct ul1_node_in *in, const struct ul1_node_out *out)
{
    const bool by = before->brings && before->brought.head.sub & BY, enters = c->reply_since == c->cycle,
               passes = by && enters && c->passed;
    const struct flit *head = &before->brought.head;
    saw(d, NODE_BY_DATA, passes && head->kind == UL1_PACKET_DATA && !head->err);
    saw(d, NODE_BY_ACK, passes && head->kind == UL1_PACKET_ACK);
    saw(d, NODE_BY_OLD, passes && head->kind == UL1_PACKET_OLD);
    saw(d, NODE_BY_ERROR, passes && head->err);
    saw(d, NODE_BY_FIRST, enters && by && c->answers && c->passed);
    saw(d, NODE_ANSWER_FIRST, enters && by && !c->passed);
    saw(d, NODE_Q4_WAITS, in->q4_valid && !out->q4_ready);
    saw(d, NODE_Q1_WAITS, in->q1_valid && !out->q1_ready);
    saw(d, NODE_GAP, before->inside && !in->q1_valid);
}

// The first half of a cycle counts by itself.
static void count_half(struct drive *d, const struct node_contract *before, const struct ul1_node_in *in,
                       const struct ul1_node_out *out)
{
    saw(d, NODE_HALF_COMES, in->q1_valid && out->q1_ready);
    saw(d, NODE_HALF_QUEUE, before->comes && before->queued < UL1_NODE_QUEUE);
    saw(d, NODE_HALF_SENDS, out->q2_valid && in->q2_ready);
    saw(d, NODE_HALF_Q3, out->q3_valid && in->q3_ready);
    saw(d, NODE_HALF_Q4, in->q4_valid && out->q4_ready);
}

void node_count(struct drive *d, struct node_seen *s, const struct node_contract *c,
                const struct ul1_node_in *in, const struct ul1_node_out *out)
{
    const unsigned opened = UL1_NODE_MSHRS - in_state(out, UL1_MSHRSTATE_FREE);
    saw(d, NODE_RESET_BUSY, in->rst && opened);
    if (in->rst) {
        memset(s, 0, sizeof *s);
        return;
    }
    saw(d, NODE_ALL_MSHRS, opened == UL1_NODE_MSHRS);
    saw(d, NODE_TWO_ANSWER, in_state(out, UL1_MSHRSTATE_ANSWERS) > 1);
    if (!s->before.halved) {
        count_pass(d, s, out);
        s->did = out->pass_did;
        s->set = out->pass_set;
    }
    if (in->half)
        count_half(d, &s->before, in, out);
    else
        count_replies(d, c, &s->before, in, out);
    s->before = *c;
}
