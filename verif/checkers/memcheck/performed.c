#include "performed.h"

#include "forgetting.h"
#include "invalidations.h"
#include "pages.h"
#include "reductions.h"
#include "sight.h"

bool memcheck_right_memory(struct memcheck *w, const struct line *l)
{
    const struct reader r = sight_of_memory(w->world);
    uint32_t seen[LINE_WORDS], word[LINE_WORDS], known[LINE_WORDS];
    if (l->key & PLACELESS || !w->world->line(w->world->memory, l->key * LINE, seen))
        return true;
    w->counts.compared++;
    sight_newest(l, &r, word, known);
    for (unsigned n = 0; n < LINE_WORDS; n++) {
        uint32_t legal = seen[n] == word[n] && known[n] == UINT32_MAX
            ? UINT32_MAX
            : sight_legal(l, &r, n, UINT32_MAX, seen[n]);
        if (legal != UINT32_MAX)
            return memcheck_object(
                w, NOWHERE,
                "expected 0x%08x in memory at 0x%llx, or other bytes that are not overwritten, seen "
                "0x%08x, of which 0x%08x are legal",
                word[n], (unsigned long long)l->key * LINE + n * WORD, seen[n], legal);
    }
    return true;
}

bool memcheck_all_memory(struct memcheck *w)
{
    for (unsigned n = 0; w->world && n < w->world->lives; n++)
        if (!memcheck_right_memory(w, w->world->live[n]))
            return false;
    return true;
}

// ---- Certainly performed stores ----

// The stores of an L1 that become performed. By a fence: written-through ones that had retired when it was
// taken, and those of its warp; also those that a flush or an eviction writes back.
struct performed {
    bool fence, page;
    uint64_t taken; // of a fence
    uint8_t warp;
    uint64_t number; // a page's number: only dirty data of this page count
};

static bool is_performed(const struct memcheck *w, const struct performed *p, const struct version *v)
{
    if (v->l1 != w->number || v->base || v->performed)
        return false;
    if (p->fence && v->dirty)
        return v->flushed
            && (v->flushed < p->taken || (v->flusher == p->warp && v->flusher_taken < p->taken));
    if (p->fence)
        return (v->retired && v->retired < p->taken) || (v->warp == p->warp && v->taken < p->taken);
    return !p->page || !v->dirty || v->vline * LINE >> w->page_bits == p->number;
}

// Objects to failures that should have been reported by now.
static bool all_reported(struct memcheck *w, const struct performed *p)
{
    for (unsigned n = 0; n < w->world->lives; n++)
        for (unsigned k = 0; k < w->world->live[n]->count; k++) {
            const struct version *v = w->world->live[n]->version[k];
            if (v->pending && !v->reported && !v->unsure && is_performed(w, p, v))
                return memcheck_object(
                    w, NOWHERE,
                    "expected memory to have performed the reduction of warp %u on the line 0x%llx before",
                    v->warp, (unsigned long long)v->vline * LINE);
            if (v->must && !v->reported && is_performed(w, p, v))
                return memcheck_object(
                    w, NOWHERE,
                    "expected it to be reported before that the store of warp %u to the line "
                    "0x%llx failed with %s, as it must",
                    v->warp, (unsigned long long)v->vline * LINE, memcheck_error_name(lowest(v->causes)));
        }
    return true;
}

// Marks versions of a line with a time. Returns whether there were any.
static bool mark(struct memcheck *w, struct line *l, const struct performed *p, uint64_t time)
{
    bool any = false;
    for (unsigned k = 0; k < l->count; k++)
        if (is_performed(w, p, l->version[k])) {
            l->version[k]->performed = time;
            if (l->version[k]->pending) // it has failed
                reductions_void(l->version[k]);
            any = true;
        }
    return any;
}

static void unmark(struct line *l, uint64_t time)
{
    for (unsigned k = 0; k < l->count; k++)
        if (l->version[k]->performed == time)
            l->version[k]->performed = 0;
}

static bool has_mark(const struct line *l, uint64_t time)
{
    bool any = false;
    for (unsigned k = 0; k < l->count; k++)
        any |= l->version[k]->performed == time;
    return any;
}

static bool perform(struct memcheck *w, const struct performed *p)
{
    struct memcheck_world *h = w->world;
    if (!all_reported(w, p))
        return false;
    const uint64_t time = ++h->now, oldest = memcheck_oldest_load(w);
    bool right = true;
    for (unsigned n = 0; right && n < h->lives; n++) {
        struct line *l = h->live[n];
        const bool marked = mark(w, l, p, time);
        forgetting_performed(h, l, w->number, !p->fence && !p->page);
        right = !marked || memcheck_right_memory(w, l);
    }
    for (unsigned n = h->lives; n-- > 0;) { // downwards, as a dropped line is replaced by the last
        struct line *l = h->live[n];
        if (!right)
            unmark(l, time);
        else if (has_mark(l, time))
            forgetting_rest(h, l, w->number, oldest);
    }
    return right;
}

// Whether a flush in flight names the line.
static bool names(const struct checked_instr *flush, uint64_t vline)
{
    for_each_bit (lane, flush->mask)
        if (flush->addr[lane] / LINE == vline)
            return true;
    return false;
}

// Dirty data of a line that precede the flush go to memory. `flush` is NULL if the line is evicted: then all
// that has retired does.
static void send(struct memcheck *w, struct line *l, const struct checked_instr *flush)
{
    for (unsigned k = 0; k < l->count; k++) {
        struct version *v = l->version[k];
        const bool before = (v->retired && (!flush || v->retired < flush->taken))
            || (flush && v->warp == flush->warp && v->taken < flush->taken);
        if (v->l1 != w->number || !v->dirty || v->performed || v->flushed || !before
            || (flush && !names(flush, v->vline)))
            continue;
        v->flushed = w->world->now;
        v->flusher = flush ? flush->warp : NO_WARP;
        v->flusher_taken = flush ? flush->taken : 0;
    }
}

void memcheck_flushed(struct memcheck *w, const struct checked_instr *flush)
{
    w->world->now++;
    for (unsigned n = 0; n < w->world->lives; n++)
        send(w, w->world->live[n], flush);
}

// (Nothing follows for a page that has moved meanwhile: it is written to its old place.)
void memcheck_leaves(struct memcheck *w, uint64_t va)
{
    const struct mapping *m = memcheck_mapping(w, va);
    struct line *l = has_frame(m) ? history_find(w->world, physical(w, m, va) / LINE) : NULL;
    w->world->now++;
    for (unsigned k = 0; l && k < l->count; k++)
        if (!l->version[k]->base && l->version[k]->vline != va / LINE)
            return; // another page has the frame, too
    if (l)
        send(w, l, NULL);
}

bool memcheck_performed_by_fence(struct memcheck *w, const struct checked_instr *fence)
{
    const struct performed p = { .fence = true, .taken = fence->taken, .warp = fence->warp };
    return perform(w, &p);
}

bool memcheck_performed_all(struct memcheck *w)
{
    const struct performed p = { .page = false };
    return perform(w, &p);
}

bool memcheck_performed_page(struct memcheck *w, uint64_t va)
{
    const struct performed p = { .page = true, .number = va >> w->page_bits };
    return perform(w, &p);
}

// ---- Lost stores ----

void memcheck_lost(struct memcheck *w, bool goes_on)
{
    struct memcheck_world *h = w->world;
    if (!h)
        return;
    if (goes_on && w->shape.caches_behind)
        memcheck_invalidated_near(w, ++h->now);
    else
        memcheck_invalidated_all(w, ++h->now);
    if (h->l1s == 1) {
        history_clear(h);
        return;
    }
    for (unsigned n = 0; n < h->lives; n++) {
        // Its forgotten bytes may come to light, as the newer ones may be lost.
        struct version *blur = h->live[n]->blur;
        if (blur && blur->l1 == w->number)
            blur->l1 = MIXED;
        for (unsigned k = 0; k < h->live[n]->count; k++) {
            struct version *v = h->live[n]->version[k];
            if (v->l1 != w->number || v->base || v->performed)
                continue;
            v->unsure = v->reported = true;
            v->lost = v->pending && goes_on;
            v->any |= v->pending && !goes_on; // performed or not, on words that are not known
            v->pending = v->lost;
            if (!v->retired)
                v->retired = h->now;
        }
    }
}

void memcheck_drained(struct memcheck *w)
{
    struct memcheck_world *h = w->world;
    for (unsigned n = 0; h && n < h->lives; n++)
        for (unsigned k = 0; k < h->live[n]->count; k++)
            if (h->live[n]->version[k]->lost && h->live[n]->version[k]->l1 == w->number)
                reductions_void(h->live[n]->version[k]);
}
