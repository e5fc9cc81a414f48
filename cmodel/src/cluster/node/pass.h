// A pass of a node in stage 1.
#ifndef UL1_NODE_PASS_H
#define UL1_NODE_PASS_H

#include "cluster/node/mshrs.h"
#include "cluster/node/ways.h"
#include "common/home.h"

// Room for the answer and for the packet of Q3 that this cycle's pass sets.
struct node_room {
    unsigned answer, request;
};

static inline void node_did(struct node_state *s, unsigned what, unsigned set, unsigned way, unsigned mshr)
{
    s->did = (uint8_t)what;
    s->did_set = (uint8_t)set;
    s->did_way = (uint8_t)way;
    s->did_mshr = (uint8_t)mshr;
}

static inline void node_answer(struct node_state *s, unsigned kind, unsigned dst, uint32_t sub, unsigned sect,
                               unsigned err)
{
    s->answer.valid = 1;
    s->answer.kind = (uint8_t)kind;
    s->answer.dst = (uint8_t)dst;
    s->answer.sub = sub;
    s->answer.sect = (uint8_t)sect;
    s->answer.err = (uint8_t)err;
}

static inline void node_answer_words(struct node_state *s, unsigned dst, uint32_t sub, unsigned sect,
                                     const uint32_t *word)
{
    node_answer(s, UL1_PACKET_DATA, dst, sub, sect, 0);
    memcpy(s->answer.word, word, sizeof s->answer.word);
}

// ---- fills and replays

static inline void node_act_fill(struct node_state *s)
{
    const struct node_mshr *m = &s->of[s->mshr];
    uint32_t *word = node_words(s, m->set, m->way);
    if (!s->err)
        s->set[m->set].full[m->way] |= s->sect;
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++)
        if (is_in(s->sect, i / UL1_SECTOR_WORDS))
            word[i] = s->word[i];
    node_did(s, UL1_NODEDID_FILL, m->set, m->way, s->mshr);
    node_came(s, s->mshr, s->sect, s->err);
}

// The last read is answered: the way is free again. It keeps the line if that has a valid sector, and the
// MSHR was not closed.
static inline void node_end(struct node_state *s, unsigned n)
{
    struct node_set *set = &s->set[s->of[n].set];
    const unsigned way = s->of[n].way;
    set->pending &= ~(uint32_t)one(way);
    if (s->closed[n] || !set->full[way])
        node_lose(set, way);
    node_free(s, n);
}

// The oldest MSHR answers its next read: the sectors with words first, then those that failed.
static inline void node_act_replay(struct node_state *s, struct node_room room)
{
    const unsigned n = s->answers[s->first];
    const struct node_mshr *m = &s->of[n];
    const unsigned sect = m->list[s->next].sect, failed = sect & m->failed, good = sect & ~failed,
                   words = good && !s->half, from = m->list[s->next].from;
    if (!room.answer) {
        node_did(s, UL1_NODEDID_ANSWER, m->set, 0, n);
        return;
    }
    node_did(s, words ? UL1_NODEDID_WORDS : UL1_NODEDID_ERROR, m->set, m->way, n);
    if (words)
        node_answer_words(s, from, m->list[s->next].sub, good, node_words(s, m->set, m->way));
    else
        node_answer(s, UL1_PACKET_DATA, from, m->list[s->next].sub, failed, 1);
    s->half = words && failed;
    if (s->half)
        return;
    s->next = (uint8_t)(s->next + 1);
    if (s->next == m->listed)
        node_end(s, n);
}

// ---- requests. Each returns whether the request stays.

// A look-up: the set of a request, the way that has its line or that its line would get, and the MSHR of a
// pending line.
struct node_found {
    unsigned n, way, hits, pending, mshr, closed;
    struct node_set *set;
};

static inline struct node_found node_look_up(struct node_state *s, uint64_t line)
{
    struct node_found f = { .n = node_set_of(line) };
    f.set = &s->set[f.n];
    f.way = node_way_of(f.set, line);
    f.hits = f.way < UL1_NODE_WAYS;
    f.pending = f.hits && is_in(f.set->pending, f.way);
    f.mshr = f.pending ? f.set->mshr[f.way] : 0;
    f.closed = f.pending && s->closed[f.mshr];
    if (!f.hits)
        f.way = node_victim(f.set);
    return f;
}

static inline unsigned node_lacks(struct node_state *s, unsigned what, const struct node_found *f)
{
    node_did(s, what, f->n, 0, what == UL1_NODEDID_LIST ? f->mshr : 0);
    return 1;
}

// A packet leaves by Q3.
static inline void node_ask(struct node_state *s, const struct node_request *r, uint32_t sub, unsigned sect)
{
    s->asked = r->head;
    s->asked.sub = sub;
    memcpy(s->be, r->be, sizeof s->be);
    flits_enter(&s->request, r->head.kind != UL1_PACKET_READ, sect, r->word);
}

static inline void node_fetch(struct node_state *s, const struct node_request *r, unsigned mshr,
                              unsigned sect)
{
    s->mshr_sect[mshr] |= (uint8_t)sect;
    node_ask(s, r, mshr, sect);
}

// No copy of the line stays: the way loses it, or its MSHR is closed.
static inline void node_evict(struct node_state *s, const struct node_found *f)
{
    if (f->pending)
        s->closed[f->mshr] = 1;
    else if (f->hits)
        node_lose(f->set, f->way);
}

static inline unsigned node_pass_by(struct node_state *s, const struct node_request *r,
                                    const struct node_found *f, struct node_room room)
{
    if (!room.request)
        return node_lacks(s, UL1_NODEDID_REQUEST, f);
    node_ask(s, r, (uint32_t)(one(NODE_PASSES_BY) | (uint64_t)r->from << UL1_TAG_W | r->head.sub), r->sect);
    node_evict(s, f);
    node_did(s, UL1_NODEDID_PASS, f->n, 0, 0);
    return 0;
}

static inline unsigned node_inv(struct node_state *s, const struct node_request *r,
                                const struct node_found *f, struct node_room room)
{
    if (!room.answer)
        return node_lacks(s, UL1_NODEDID_ANSWER, f);
    if (r->sect)
        node_evict(s, f);
    for (unsigned n = 0; n < UL1_NODE_SETS && !r->sect; n++)
        s->set[n].there &= s->set[n].pending;
    for (unsigned n = 0; n < UL1_NODE_MSHRS && !r->sect; n++)
        s->closed[n] = s->mshr_state[n] != UL1_MSHRSTATE_FREE;
    node_answer(s, UL1_PACKET_ACK, r->from, r->head.sub, 0, 0);
    node_did(s, UL1_NODEDID_INV, f->n, 0, 0);
    return 0;
}

static inline unsigned node_merge(struct node_state *s, const struct node_request *r,
                                  const struct node_found *f, struct node_room room)
{
    struct node_mshr *m = &s->of[f->mshr];
    const unsigned lacks = r->sect & ~(f->set->full[f->way] | s->mshr_sect[f->mshr] | m->failed);
    if (m->listed == UL1_NODE_LIST || (lacks && s->mshr_state[f->mshr] == UL1_MSHRSTATE_ANSWERS))
        return node_lacks(s, UL1_NODEDID_LIST, f);
    if (lacks && !room.request)
        return node_lacks(s, UL1_NODEDID_REQUEST, f);
    node_list(m, r);
    if (lacks)
        node_fetch(s, r, f->mshr, lacks);
    node_touch(f->set, f->way);
    node_did(s, UL1_NODEDID_MERGE, f->n, f->way, f->mshr);
    return 0;
}

static inline unsigned node_miss(struct node_state *s, const struct node_request *r,
                                 const struct node_found *f, struct node_room room)
{
    const unsigned n = node_free_mshr(s);
    if (f->way == UL1_NODE_WAYS)
        return node_lacks(s, UL1_NODEDID_WAY, f);
    if (n == UL1_NODE_MSHRS)
        return node_lacks(s, UL1_NODEDID_MSHR, f);
    if (!room.request)
        return node_lacks(s, UL1_NODEDID_REQUEST, f);
    if (!f->hits)
        node_give(f->set, f->way, r->head.line);
    const unsigned sect = r->sect & ~f->set->full[f->way];
    node_open(s, n, f->n, f->way, sect);
    node_list(&s->of[n], r);
    node_fetch(s, r, n, sect);
    f->set->pending |= (uint32_t)one(f->way);
    f->set->mshr[f->way] = (uint8_t)n;
    node_touch(f->set, f->way);
    node_did(s, UL1_NODEDID_MISS, f->n, f->way, n);
    return 0;
}

static inline unsigned node_hit(struct node_state *s, const struct node_request *r,
                                const struct node_found *f, struct node_room room)
{
    if (!room.answer)
        return node_lacks(s, UL1_NODEDID_ANSWER, f);
    node_answer_words(s, r->from, r->head.sub, r->sect, node_words(s, f->n, f->way));
    node_touch(f->set, f->way);
    node_did(s, UL1_NODEDID_HIT, f->n, f->way, 0);
    return 0;
}

// A write, an atomic, or a read that must see what a slice has.
static inline unsigned node_by_kind(const struct node_request *r)
{
    return r->head.kind != UL1_PACKET_READ || r->head.use == UL1_READKIND_WALK
        || r->head.use == UL1_READKIND_FRESH;
}

static inline unsigned node_request(struct node_state *s, const struct node_request *r, struct node_room room)
{
    const struct node_found f = node_look_up(s, r->head.line);
    if (r->head.kind == UL1_PACKET_INV)
        return node_inv(s, r, &f, room);
    if (node_by_kind(r) || f.closed)
        return node_pass_by(s, r, &f, room);
    if (f.hits && !(r->sect & ~f.set->full[f.way]))
        return node_hit(s, r, &f, room);
    return f.pending ? node_merge(s, r, &f, room) : node_miss(s, r, &f, room);
}

// The pass in stage 1 acts. Returns whether the oldest request stays.
static inline unsigned node_act(struct node_state *s, struct node_room room)
{
    node_did(s, UL1_NODEDID_NONE, 0, 0, 0);
    if (s->kind == NODE_FILL)
        node_act_fill(s);
    if (s->kind == NODE_REPLAY)
        node_act_replay(s, room);
    if (s->kind != NODE_REQUEST)
        return 0;
    if (node_request(s, &s->queue[s->head], room))
        return 1;
    s->head = (uint8_t)((s->head + 1) % UL1_NODE_QUEUE);
    s->used--;
    return 0;
}

#endif
