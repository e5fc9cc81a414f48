#include "forgetting.h"

#include <string.h>

#include "sight.h"

enum {
    LONG = 4,         // versions from which a line with one reader is pruned
    LONG_SHARED = 24, // the same for a line with several readers, which needs more of them
    TOO_LONG = 48,    // versions from which all that may have failed is given up
};

// Forgets the bytes `gone` of v, which its own L1 cannot see any more. Others may still see them. False:
// memory is exhausted.
static bool blur(struct memcheck_world *h, struct line *l, const struct version *v, const uint32_t *gone,
                 const struct version *because)
{
    struct version *b = l->blur;
    if (!b) {
        b = l->blur = history_version(h);
        if (!b)
            return false;
        *b = (struct version){ .l1 = because->l1, .vline = because->vline, .warp = NO_WARP, .any = true };
    }
    if (b->l1 != because->l1 || b->vline != because->vline)
        b->l1 = MIXED;
    for (unsigned n = 0; n < LINE_WORDS; n++)
        b->mask[n] |= gone[n];
    // when it was certainly older than the next version
    uint64_t done = sight_same_view(v, because) ? v->retired : v->performed;
    if (done > b->retired)
        b->retired = done;
    if (!v->base && !v->performed)
        l->blur_of |= (uint8_t)(1u << v->l1);
    b->performed = l->blur_of ? 0 : h->now;
    return true;
}

// Whether every load of its L1, in flight or later, sees v or something newer.
static bool is_settled(const struct version *v, uint8_t l1, uint64_t oldest)
{
    return v->l1 == l1 && !v->any && !v->unsure && !v->pending && v->retired && v->retired < oldest
        && (!v->causes || v->performed);
}

// Whether a failed store hides other failed ones: every load of its L1 that could see one of those sees this
// one, or something newer.
static bool is_settled_failure(const struct version *v, uint8_t l1, uint64_t oldest)
{
    return v->l1 == l1 && !v->any && v->must && !v->fades && v->retired && v->retired < oldest;
}

// The bytes of each word that a reduction may still find in memory, although u is there: it is not behind u.
static void still_found(const struct line *l, const struct version *u, uint32_t *bytes)
{
    memset(bytes, 0, LINE_WORDS * sizeof *bytes);
    for (unsigned k = 1; k < l->count; k++)
        if (l->version[k]->pending && !sight_before(u, l->version[k]))
            for (unsigned n = 0; n < LINE_WORDS; n++)
                bytes[n] |= l->version[k]->mask[n];
}

// Takes from v the bytes that no reader of u's view sees any more, because of u. Those that are still found
// stay.
static void hide(struct memcheck_world *h, struct line *l, struct version *v, const struct version *u,
                 const uint32_t *found)
{
    uint32_t gone[LINE_WORDS], some = 0;
    if (v == u || v->pending || (!v->retired && !v->base) || !sight_before(v, u))
        return;
    for (unsigned n = 0; n < LINE_WORDS; n++)
        some |= gone[n] = v->mask[n] & u->mask[n] & ~found[n];
    if (!some)
        return;
    bool others = !v->must && (l->shared || !u->performed);
    if (others && !blur(h, l, v, gone, u))
        return;
    for (unsigned n = 0; n < LINE_WORDS; n++)
        v->mask[n] &= ~gone[n];
}

static bool is_empty(const struct version *v)
{
    uint32_t some = 0;
    for (unsigned n = 0; n < LINE_WORDS; n++)
        some |= v->mask[n];
    return !some;
}

static bool overlap(const struct version *v, const struct version *u)
{
    uint32_t some = 0;
    for (unsigned n = 0; n < LINE_WORDS; n++)
        some |= v->mask[n] & u->mask[n];
    return some;
}

// Whether a version has no further effect: it hides nothing, and no report is due or possible. (Dirty data
// may fail until they are written back, even if other stores hit the same bytes since: the page may change.)
static bool is_over(const struct version *v)
{
    return !v->base && v->retired && (v->performed || !(v->causes || v->dirty)) && is_empty(v);
}

// Whether u can replace v, which is empty, and was reported if it may have failed: u may be reported for as
// long.
static bool stands_for(const struct version *u, const struct version *v)
{
    bool lasts = (u->dirty && !u->flushed) || !v->dirty, told = !v->causes || (u->causes && u->reported);
    return !u->base && !u->performed && sight_same_view(v, u) && lasts && told;
}

// One empty version that may fail later, or once more, is enough.
static void unite_empty(struct line *l)
{
    for (unsigned a = 1; a < l->count; a++) {
        struct version *v = l->version[a];
        if ((v->causes && !v->reported) || !v->retired || v->performed || !is_empty(v))
            continue;
        for (unsigned b = 1; b < l->count; b++) {
            struct version *u = l->version[b];
            if (b != a && stands_for(u, v)) {
                u->causes |= v->causes;
                u->dirty |= v->dirty;
                v->causes = v->dirty = 0;
                break;
            }
        }
    }
}

static void remove_over(struct memcheck_world *h, struct line *l)
{
    unsigned left = 0;
    for (unsigned k = 0; k < l->count; k++) {
        if (is_over(l->version[k]))
            history_spare(h, l->version[k]);
        else
            l->version[left++] = l->version[k];
    }
    l->count = left;
}

// Adds u to v, and leaves u empty. Every later reader or store sees both, so v gets the older time of taking,
// and the younger times of retirement and flush.
static void unite(struct version *v, struct version *u)
{
    for (unsigned n = 0; n < LINE_WORDS; n++) {
        v->word[n] = (v->word[n] & ~u->mask[n]) | (u->word[n] & u->mask[n]);
        v->mask[n] |= u->mask[n];
        u->mask[n] = 0;
    }
    v->dirty |= u->dirty;
    v->taken = v->taken < u->taken ? v->taken : u->taken;
    v->retired = v->retired > u->retired ? v->retired : u->retired;
    v->performed = !v->performed || !u->performed ? 0
        : v->performed > u->performed             ? v->performed
                                                  : u->performed;
    if (v->flushed != u->flushed) {
        v->flushed = !v->flushed || !u->flushed ? 0 : v->flushed > u->flushed ? v->flushed : u->flushed;
        v->flusher = NO_WARP;
    }
    v->warp = NO_WARP;
}

static bool alike(const struct version *v, const struct version *u)
{
    return sight_same_view(v, u) && !v->done && !u->done && !v->dirty == !u->dirty
        && !v->performed == !u->performed && !v->flushed == !u->flushed && !overlap(v, u);
}

// Unites settled versions of one kind.
static void unite_settled(struct line *l, uint8_t l1, uint64_t oldest)
{
    for (unsigned a = 1; a < l->count; a++) {
        if (!is_settled(l->version[a], l1, oldest) || is_empty(l->version[a]))
            continue;
        for (unsigned b = a + 1; b < l->count; b++)
            if (is_settled(l->version[b], l1, oldest) && alike(l->version[a], l->version[b]))
                unite(l->version[a], l->version[b]);
    }
}

// Moves versions that are settled, performed, and older than all others into the line's earlier contents.
// (Only if one view sees the line.)
static void sink_settled(struct line *l, uint8_t l1, uint64_t oldest)
{
    struct version *base = l->version[0];
    for (unsigned a = 1; a < l->count; a++) {
        struct version *v = l->version[a];
        if (!v->performed || !is_settled(v, l1, oldest))
            continue;
        bool oldest_of_all = true;
        for (unsigned b = 1; b < l->count; b++)
            oldest_of_all &= a == b || !overlap(v, l->version[b]) || sight_before(v, l->version[b]);
        if (oldest_of_all)
            base->vline = v->vline;
        for (unsigned n = 0; oldest_of_all && n < LINE_WORDS; n++) {
            base->word[n] = (base->word[n] & ~v->mask[n]) | (v->word[n] & v->mask[n]);
            base->mask[n] |= v->mask[n];
            v->mask[n] = 0;
        }
    }
}

// Unites all versions that may have failed and have retired and been reported, into one with any value.
static void give_up(struct line *l)
{
    struct version *first = NULL;
    for (unsigned a = 1; a < l->count; a++) {
        struct version *v = l->version[a];
        bool due = v->causes && !v->reported && !v->performed;
        if (!v->retired || !v->unsure || v->pending || due || is_empty(v)
            || (first && !sight_same_view(first, v)))
            continue;
        v->any = true;
        v->done = 0;
        if (!first) {
            first = v;
            continue;
        }
        first->must &= v->must;
        unite(first, v);
    }
}

static void shorten(struct memcheck_world *h, struct line *l, uint8_t l1, uint64_t oldest)
{
    for (unsigned a = 1; a < l->count; a++) {
        const struct version *u = l->version[a];
        bool settled = is_settled(u, l1, oldest), fails = is_settled_failure(u, l1, oldest);
        uint32_t found[LINE_WORDS];
        if (!settled && !fails)
            continue;
        still_found(l, u, found); // what is due is never hidden, so this stays
        for (unsigned b = 0; b < l->count; b++)
            if (settled || (l->version[b]->must && sight_same_view(l->version[b], u)))
                hide(h, l, l->version[b], u, found);
    }
    unite_settled(l, l1, oldest);
    if (!l->shared)
        sink_settled(l, l1, oldest);
    if (l->count > TOO_LONG)
        give_up(l);
    unite_empty(l);
    remove_over(h, l);
}

void forgetting_prune(struct memcheck_world *h, struct line *l, uint8_t l1, uint64_t oldest)
{
    if (l->count > (l->shared ? LONG_SHARED : LONG))
        shorten(h, l, l1, oldest);
}

// ---- Performed ----

// Where all versions are performed, they overwrite the forgotten bytes.
static void clear_blur(struct line *l)
{
    for (unsigned n = 0; n < LINE_WORDS; n++) {
        uint32_t done = 0, open = 0;
        for (unsigned k = 1; k < l->count; k++) {
            const struct version *v = l->version[k];
            *(v->performed && !v->unsure ? &done : &open) |= v->mask[n];
        }
        l->blur->mask[n] &= ~(done & ~open);
    }
}

void forgetting_performed(struct memcheck_world *h, struct line *l, uint8_t l1, bool flushed)
{
    if (!l->blur)
        return;
    if (flushed)
        l->blur_of &= (uint8_t) ~(1u << l1);
    if (!l->blur_of && !l->blur->performed)
        l->blur->performed = h->now;
    if (!l->shared)
        clear_blur(l);
}

// Whether all readers see just the line's earlier contents, complete, and memory can be read for them.
static bool is_at_rest(const struct line *l)
{
    uint32_t all = l->shared || l->count > 1 || !l->readable ? 0 : UINT32_MAX;
    for (unsigned n = 0; n < LINE_WORDS; n++)
        all &= l->version[0]->mask[n] & ~(l->blur ? l->blur->mask[n] : 0);
    return all == UINT32_MAX;
}

void forgetting_rest(struct memcheck_world *h, struct line *l, uint8_t l1, uint64_t oldest)
{
    if (l->shared)
        return;
    shorten(h, l, l1, oldest);
    if (is_at_rest(l))
        history_drop(h, l);
}
