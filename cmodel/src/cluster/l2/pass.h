// A pass of an L2 slice in stage 1.
#ifndef UL1_L2_PASS_H
#define UL1_L2_PASS_H

#include "cluster/l2/mshrs.h"
#include "cluster/l2/ways.h"

// The registers that are free for what this cycle's pass sets.
struct l2_room {
    unsigned answer, request;
};

// The answer and the request on offer leave, if they are taken. The words of a write come into the register.
static inline struct l2_room l2_leave(struct l2_state *s, const struct l2_in *in)
{
    struct l2_room room;
    if (in->answer_ready)
        s->answer.valid = 0;
    if (in->mem_ready)
        s->request.valid = 0;
    room.answer = !s->answer.valid;
    room.request = !s->request.valid && !s->request.comes;
    s->request.valid |= s->request.comes;
    s->request.comes = 0;
    return room;
}

static inline void l2_did(struct l2_state *s, unsigned what, unsigned set, unsigned way, unsigned mshr)
{
    s->did = (uint8_t)what;
    s->did_set = (uint8_t)set;
    s->did_way = (uint8_t)way;
    s->did_mshr = (uint8_t)mshr;
}

static inline void l2_answer(struct l2_state *s, unsigned op, uint32_t number, uint64_t vline, unsigned sect,
                             unsigned err)
{
    s->answer.valid = 1;
    s->answer.op = (uint8_t)op;
    s->answer.number = number;
    s->answer.vline = vline;
    s->answer.sect = (uint8_t)sect;
    s->answer.err = (uint8_t)err;
    memset(s->answer.word, 0, sizeof s->answer.word);
}

static inline void l2_answer_words(struct l2_state *s, uint32_t number, unsigned sect, unsigned row)
{
    l2_answer(s, UL1_MEMOP_READ, number, 0, sect, 0);
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++)
        s->answer.word[i] = sect >> i / UL1_SECTOR_WORDS & 1 ? s->way[row].word[i] : 0;
}

static inline void l2_fetch(struct l2_state *s, unsigned mshr, uint64_t line, unsigned sect)
{
    s->request.valid = 1;
    s->request.op = UL1_MEMOP_READ;
    s->request.number = (uint8_t)mshr;
    s->request.line = line;
    s->request.sect = (uint8_t)sect;
}

// The dirty sectors of the way are written back: their known bytes.
static inline void l2_write_back(struct l2_state *s, unsigned n, unsigned way)
{
    struct l2_set *set = &s->set[n];
    const unsigned row = l2_row(n, way), dirty = set->dirty[way];
    s->request.comes = 1;
    s->request.op = UL1_MEMOP_WRITE;
    s->request.number = 0;
    s->request.line = set->line[way];
    s->request.sect = 0;
    for (unsigned i = 0; i < UL1_LINE_WORDS; i++)
        s->request.be[i] = dirty >> i / UL1_SECTOR_WORDS & 1 ? s->way[row].known[i] : 0;
    memcpy(s->request.word, s->way[row].word, sizeof s->request.word);
    set->dirty[way] = 0;
    l2_did(s, UL1_L2DID_BACK, n, way, 0);
}

static inline void l2_act_fill(struct l2_state *s)
{
    const struct l2_mshr *m = &s->of[s->mshr];
    l2_fill_words(s, m->set, m->way, s->sect, s->err, s->word);
    l2_did(s, UL1_L2DID_FILL, m->set, m->way, s->mshr);
    l2_came(s, s->mshr, s->sect, s->err);
}

// The last read is answered: the way is free again.
static inline void l2_end(struct l2_state *s, const struct l2_mshr *m)
{
    s->set[m->set].pending &= ~(uint32_t)one(m->way);
    if (m->drops)
        s->set[m->set].there &= ~(uint32_t)one(m->way);
    l2_close(s);
}

// The oldest MSHR answers its next read: the sectors with words first, then those that failed.
static inline void l2_act_replay(struct l2_state *s, struct l2_room room)
{
    const unsigned n = s->answers[s->first];
    const struct l2_mshr *m = &s->of[n];
    const unsigned sect = m->list[s->next].sect, failed = sect & m->failed, good = sect & ~failed,
                   words = good && !s->half;
    if (!room.answer) {
        l2_did(s, UL1_L2DID_ANSWER, m->set, 0, n);
        return;
    }
    l2_did(s, words ? UL1_L2DID_WORDS : UL1_L2DID_ERROR, m->set, m->way, n);
    if (words)
        l2_answer_words(s, m->list[s->next].number, good, l2_row(m->set, m->way));
    else
        l2_answer(s, UL1_MEMOP_READ, m->list[s->next].number, 0, failed, 1);
    s->half = words && failed;
    if (s->half)
        return;
    s->next++;
    if (s->next == m->listed)
        l2_end(s, m);
}

// What the oldest request is to have: its set, and the way that has its line, or that its line would get.
struct l2_found {
    unsigned n, way, hits, pending;
};

static inline struct l2_found l2_look_up(const struct l2_state *s, const struct l2_request *r)
{
    struct l2_found f = { .n = l2_set_of(r->line) };
    const struct l2_set *set = &s->set[f.n];
    f.way = l2_way_of(set, r->line);
    f.hits = f.way < UL1_L2_WAYS;
    f.pending = f.hits && is_in(set->pending, f.way);
    if (!f.hits)
        f.way = l2_victim(set);
    return f;
}

// The request lacks something, and stays.
static inline unsigned l2_lacks(struct l2_state *s, unsigned what, unsigned n)
{
    l2_did(s, what, n, 0, 0);
    return 1;
}

// The same of a pending way.
static inline unsigned l2_waits(struct l2_state *s, unsigned what, const struct l2_found *f)
{
    l2_did(s, what, f->n, f->way, s->set[f->n].mshr[f->way]);
    return 1;
}

// The way must be written back first. The request stays.
static inline unsigned l2_clean(struct l2_state *s, const struct l2_found *f, struct l2_room room)
{
    if (!room.request)
        return l2_lacks(s, UL1_L2DID_REQUEST, f->n);
    if (!room.answer)
        return l2_lacks(s, UL1_L2DID_ANSWER, f->n);
    l2_write_back(s, f->n, f->way);
    return 1;
}

static inline unsigned l2_join(struct l2_state *s, const struct l2_request *r, const struct l2_found *f,
                               struct l2_room room)
{
    const struct l2_set *set = &s->set[f->n];
    const unsigned n = set->mshr[f->way];
    struct l2_mshr *m = &s->of[n];
    const unsigned lacks = r->sect & ~(set->full[f->way] | s->mshr_sect[n] | m->failed);
    if (r->walk)
        return l2_waits(s, UL1_L2DID_PENDING, f);
    if (m->listed == UL1_L2_LIST || (lacks && s->mshr_state[n] == UL1_MSHRSTATE_ANSWERS))
        return l2_waits(s, UL1_L2DID_LIST, f);
    if (lacks && !room.request)
        return l2_lacks(s, UL1_L2DID_REQUEST, f->n);
    l2_list(m, r);
    s->mshr_sect[n] |= (uint8_t)lacks;
    if (lacks)
        l2_fetch(s, n, r->line, lacks);
    l2_touch(&s->set[f->n], f->way);
    l2_did(s, UL1_L2DID_JOIN, f->n, f->way, n);
    return 0;
}

static inline unsigned l2_miss(struct l2_state *s, const struct l2_request *r, const struct l2_found *f,
                               struct l2_room room)
{
    struct l2_set *set = &s->set[f->n];
    const unsigned n = l2_free_mshr(s);
    if (n == UL1_L2_MSHRS)
        return l2_lacks(s, UL1_L2DID_MSHR, f->n);
    if (!room.request)
        return l2_lacks(s, UL1_L2DID_REQUEST, f->n);
    if (!f->hits || r->walk)
        l2_give(s, f->n, f->way, r->line);
    const unsigned sect = r->sect & ~set->full[f->way];
    l2_open(s, n, f->n, f->way, sect, r->walk);
    l2_list(&s->of[n], r);
    l2_fetch(s, n, r->line, sect);
    set->pending |= (uint32_t)one(f->way);
    set->mshr[f->way] = (uint8_t)n;
    l2_touch(set, f->way);
    l2_did(s, UL1_L2DID_MISS, f->n, f->way, n);
    return 0;
}

// A way is to be given to the line of a request: it lacks one, or that is dirty.
static inline unsigned l2_lacks_way(const struct l2_state *s, const struct l2_found *f)
{
    return !f->hits && f->way == UL1_L2_WAYS                                          ? 1
        : !f->hits && is_in(s->set[f->n].there, f->way) && s->set[f->n].dirty[f->way] ? 2
                                                                                      : 0;
}

static inline unsigned l2_read(struct l2_state *s, const struct l2_request *r, struct l2_room room)
{
    const struct l2_found f = l2_look_up(s, r);
    struct l2_set *set = &s->set[f.n];
    const unsigned full = f.hits ? set->full[f.way] : 0, dirty = f.hits ? set->dirty[f.way] : 0,
                   old = r->walk ? (f.pending ? 0 : dirty) : r->sect & dirty & ~full;
    if (old)
        return l2_clean(s, &f, room);
    if (f.pending)
        return l2_join(s, r, &f, room);
    if (f.hits && !r->walk && !(r->sect & ~full)) {
        if (!room.answer)
            return l2_lacks(s, UL1_L2DID_ANSWER, f.n);
        l2_answer_words(s, r->number, r->sect, l2_row(f.n, f.way));
        l2_touch(set, f.way);
        l2_did(s, UL1_L2DID_HIT, f.n, f.way, 0);
        return 0;
    }
    const unsigned lacks = l2_lacks_way(s, &f);
    if (lacks)
        return lacks == 1 ? l2_lacks(s, UL1_L2DID_WAY, f.n) : l2_clean(s, &f, room);
    return l2_miss(s, r, &f, room);
}

static inline unsigned l2_write(struct l2_state *s, const struct l2_request *r, struct l2_room room)
{
    const struct l2_found f = l2_look_up(s, r);
    const unsigned lacks = l2_lacks_way(s, &f);
    if (f.pending)
        return l2_waits(s, UL1_L2DID_PENDING, &f);
    if (lacks)
        return lacks == 1 ? l2_lacks(s, UL1_L2DID_WAY, f.n) : l2_clean(s, &f, room);
    if (UL1_L2_ACKS && !room.answer)
        return l2_lacks(s, UL1_L2DID_ANSWER, f.n);
    if (!f.hits)
        l2_give(s, f.n, f.way, r->line);
    l2_store_words(s, f.n, f.way, r->be, r->word);
    if (UL1_L2_ACKS)
        l2_answer(s, UL1_MEMOP_WRITE, r->number, r->vline, 0, 0);
    l2_touch(&s->set[f.n], f.way);
    l2_did(s, UL1_L2DID_STORE, f.n, f.way, 0);
    return 0;
}

static inline unsigned l2_fence(struct l2_state *s, const struct l2_request *r, struct l2_room room)
{
    if (!room.answer)
        return l2_lacks(s, UL1_L2DID_ANSWER, 0);
    l2_answer(s, UL1_MEMOP_FENCE, r->number, 0, 0, 0);
    l2_did(s, UL1_L2DID_FENCE, 0, 0, 0);
    return 0;
}

// The pass in stage 1 acts. Returns whether the oldest request stays.
static inline unsigned l2_act(struct l2_state *s, struct l2_room room)
{
    l2_did(s, UL1_L2DID_NONE, 0, 0, 0);
    if (s->kind == L2_FILL)
        l2_act_fill(s);
    if (s->kind == L2_REPLAY)
        l2_act_replay(s, room);
    if (s->kind != L2_REQUEST)
        return 0;
    const struct l2_request *r = &s->queue[s->head];
    const unsigned stays = r->op == UL1_MEMOP_READ ? l2_read(s, r, room)
        : r->op == UL1_MEMOP_WRITE                 ? l2_write(s, r, room)
                                                   : l2_fence(s, r, room);
    if (!stays) {
        s->head = (uint8_t)((s->head + 1) % UL1_L2_QUEUE);
        s->used--;
    }
    return stays;
}

#endif
