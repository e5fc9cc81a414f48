#include "reductions.h"

#include <string.h>

#include "arithmetic.h"
#include "sight.h"

void reductions_void(struct version *v)
{
    v->pending = v->lost = false;
    memset(v->mask, 0, sizeof v->mask);
}

// ---- Which reduction it is ----

static bool is_it(const struct memcheck *w, const struct version *v, const struct memcheck_reduction *r)
{
    const unsigned beside = v->red != MEMCHECK_CAS ? 0 : v->wide ? 2 : 1;
    bool same = v->pending && v->returns == r->returns && v->l1 == w->number && v->vline == r->vline
        && v->red == r->atom && v->wide == r->wide && v->minus == r->sign;
    for (unsigned n = 0; same && n < LINE_WORDS; n++)
        same = v->mask[n] == (r->be[n] ? UINT32_MAX : 0) && !((v->word[n] ^ r->by[n]) & v->mask[n])
            && (!beside || !v->mask[n] || v->word[n ^ beside] == r->by[n ^ beside]);
    return same;
}

// The first that fits; those of a warp are in program order.
static struct version *find(const struct memcheck *w, const struct line *l,
                            const struct memcheck_reduction *r)
{
    for (unsigned k = 0; l && k < l->count; k++)
        if (is_it(w, l->version[k], r))
            return l->version[k];
    return NULL;
}

// The page may have moved, so that it could have gone to several lines.
static void forget_elsewhere(struct memcheck_world *h, const struct version *done)
{
    for (unsigned n = 0; n < h->lives; n++)
        for (unsigned k = 0; k < h->live[n]->count; k++) {
            struct version *v = h->live[n]->version[k];
            if (v != done && v->pending && v->l1 == done->l1 && v->taken == done->taken
                && v->vline == done->vline && v->part == done->part && v->number == done->number)
                reductions_void(v);
        }
}

// ---- Its words ----

static uint32_t result(const struct memcheck_reduction *r, unsigned n)
{
    const unsigned low = r->wide ? n & ~1u : n;
    uint64_t old = r->old[low], by = r->by[low], swap = r->by[low ^ (r->wide ? 2 : 1)];
    if (r->wide) {
        swap |= (uint64_t)r->by[(low ^ 2) + 1] << 32;
        old |= (uint64_t)r->old[low + 1] << 32;
        by |= (uint64_t)r->by[low + 1] << 32;
    }
    return (uint32_t)(arithmetic_result(r->atom, r->sign, old, by, swap) >> (n != low ? 32 : 0));
}

static bool right_words(struct memcheck *w, const struct line *l, const struct version *v,
                        const struct memcheck_reduction *r)
{
    const struct reader reader = { .l1 = v->l1,
                                   .warp = v->warp,
                                   .vline = v->vline,
                                   .taken = v->taken,
                                   .invalid = w->world->now,
                                   .own = w->world->now };
    for (unsigned n = 0; n < LINE_WORDS; n++) {
        if (!v->mask[n])
            continue;
        if (sight_legal(l, &reader, n, UINT32_MAX, r->old[n]) != UINT32_MAX)
            return memcheck_object(
                w, NOWHERE,
                "expected the reduction of warp %u not to find 0x%08x in memory at 0x%llx, as it "
                "must come behind a newer store",
                v->warp, r->old[n], (unsigned long long)r->addr + n * WORD);
        if (r->now[n] != result(r, n))
            return memcheck_object(w, NOWHERE,
                                   "expected 0x%08x from a reduction of 0x%08x by 0x%08x, seen 0x%08x",
                                   result(r, n), r->old[n], r->by[n], r->now[n]);
    }
    return true;
}

// ---- Its answer ----

struct answer *reductions_answer(struct memcheck *w)
{
    for (unsigned n = 0; n < ANSWERS; n++)
        if (!w->answer[n].used)
            return &w->answer[n];
    memcheck_object(w, NOWHERE, "expected fewer atomics under way than %d", ANSWERS);
    return NULL;
}

// Whether it is the one that memory has performed, with the old words that were written back.
static bool is_owed(const struct answer *a, const struct memcheck_reduction *r)
{
    const unsigned beside = r->atom != MEMCHECK_CAS ? 0 : r->wide ? 2 : 1;
    bool same = a->used && a->owed && a->atom == r->atom && a->wide == r->wide && a->minus == r->sign
        && a->vline == r->vline;
    for (unsigned n = 0; same && n < LINE_WORDS; n++) {
        same = (a->words >> n & 1) == (r->be[n] != 0);
        if (same && r->be[n])
            same = a->by[n] == r->by[n] && a->old[n] == r->old[n]
                && (!beside || a->by[n ^ beside] == r->by[n ^ beside]);
    }
    return same;
}

// An atomic is performed.
static bool answer(struct memcheck *w, const struct memcheck_reduction *r)
{
    for (unsigned n = 0; n < ANSWERS; n++)
        if (is_owed(&w->answer[n], r)) {
            w->answer[n].used = false;
            return true;
        }
    struct answer *a = reductions_answer(w);
    if (!a)
        return false;
    *a = (struct answer){
        .used = true, .wide = r->wide, .minus = r->sign, .atom = r->atom, .vline = r->vline
    };
    for (unsigned word = 0; word < LINE_WORDS; word++) {
        a->words |= r->be[word] ? bit(word) : 0;
        a->by[word] = r->by[word];
        a->old[word] = r->old[word];
    }
    return true;
}

void reductions_failed(struct memcheck *w, uint64_t vline)
{
    for (unsigned n = 0; n < ANSWERS; n++)
        if (w->answer[n].used && w->answer[n].owed && w->answer[n].vline == vline) {
            w->answer[n].used = false;
            return;
        }
}

bool memcheck_reduction_performed(struct memcheck *w, const struct memcheck_reduction *r)
{
    struct memcheck_world *h = w->world;
    struct line *l = h ? history_find(h, r->addr / LINE) : NULL;
    struct version *v = find(w, l, r);
    if (!v)
        return memcheck_object(w, NOWHERE,
                               "expected no such reduction at 0x%llx, as no instruction has requested it",
                               (unsigned long long)r->addr);
    h->now++;
    if (!right_words(w, l, v, r))
        return false;
    if (v->returns && !v->lost && !answer(w, r))
        return false;
    for (unsigned n = 0; n < LINE_WORDS; n++)
        v->word[n] = r->now[n];
    v->pending = v->lost = v->must = v->unsure = false;
    v->done = v->performed = ++h->now;
    forget_elsewhere(h, v);
    w->counts.reduced++;
    return true;
}
