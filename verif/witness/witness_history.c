// The witness: what was stored where, and who may see it; see witness_history.h.
//
// Two questions decide everything. Is one version surely older than another? If the later was taken after the earlier had
// retired, or follows it in its warp, and both are of one page of one L1; for others, if the earlier was surely performed
// before the later was taken. Does a reader surely see a version? If it is of his page and L1 and had retired before he
// was taken, or comes before him in his warp; else, if it was surely performed when his L1 began to invalidate the line.
// A version is legal for a reader where he sees none that is surely newer.
//
// To keep histories short, versions that their own L1 cannot see any more are forgotten, and others may see anything there
// (blur) until something newer is performed. That a history is short decides the witness's speed.
#include "witness_history.h"

#include <stdlib.h>
#include <string.h>

enum {
    LONG = 4,        // versions from which a line seen by one is pruned,
    LONG_SHARED = 24, // or one that is seen by several, of which more is remembered
    TOO_LONG = 48,   // from which all is given up that may have failed
};

// ---- Lines and versions ----

static struct version *new_version(struct witness_world *h)
{
    struct version *v = h->spare;
    if (!v)
        return calloc(1, sizeof *v);
    h->spare = v->next;
    return memset(v, 0, sizeof *v);
}

static void free_version(struct witness_world *h, struct version *v)
{
    v->next = h->spare;
    h->spare = v;
}

static bool grow(struct line *l)
{
    unsigned room = l->room ? 2 * l->room : 8;
    struct version **version = realloc(l->version, room * sizeof *version);
    if (!version)
        return false;
    l->version = version;
    l->room = room;
    return true;
}

struct version *history_add(struct witness_world *h, struct line *l, const struct version *v)
{
    struct version *copy = l->count == l->room && !grow(l) ? NULL : new_version(h);
    if (!copy)
        return NULL;
    *copy = *v;
    unsigned at = l->count++;
    for (; at; at--) {
        const struct version *o = l->version[at - 1];
        if (o->l1 != v->l1 || o->warp != v->warp || o->taken < v->taken || (o->taken == v->taken && o->sub <= v->sub))
            break;
        l->version[at] = l->version[at - 1];
    }
    l->version[at] = copy;
    return copy;
}

static bool begin_history(struct witness_world *h, struct line *l)
{
    if (h->lives == h->live_room) {
        unsigned room = h->live_room ? 2 * h->live_room : 64;
        struct line **live = realloc(h->live, room * sizeof *live);
        if (!live)
            return false;
        h->live = live;
        h->live_room = room;
    }
    struct version base = { .base = true, .l1 = NO_L1, .warp = NO_WARP };
    bool there = !(l->key & PLACELESS) && h->line(h->memory, l->key * 4 * LANES, base.word);
    l->readable = there;
    memset(base.mask, there ? 0xff : 0, sizeof base.mask);
    if (!history_add(h, l, &base))
        return false;
    h->live[h->lives++] = l;
    l->live = true;
    return true;
}

struct line *history_line(struct witness_world *h, uint64_t key, bool shared)
{
    struct line **at = table_add(&h->lines, key), *l = at ? *at : NULL;
    if (at && !l) {
        l = *at = calloc(1, sizeof *l);
        if (l)
            l->key = key;
    }
    if (!l || (!l->live && !begin_history(h, l)))
        return NULL;
    l->shared |= shared;
    return l;
}

void history_drop(struct witness_world *h, struct line *l)
{
    for (unsigned n = 0; n < l->count; n++)
        free_version(h, l->version[n]);
    if (l->blur)
        free_version(h, l->blur);
    l->blur = NULL;
    l->count = 0;
    l->live = false;
    unsigned n = 0;
    while (h->live[n] != l)
        n++;
    h->live[n] = h->live[--h->lives];
}

static void forget_lines(struct witness_world *h)
{
    while (h->lives)
        history_drop(h, h->live[h->lives - 1]);
    for (uint32_t n = 0; n < h->lines.count; n++) {
        struct line *l = *(struct line **)table_at(&h->lines, n);
        if (l)
            free(l->version);
        free(l);
    }
    table_clear(&h->lines);
}

struct witness_world *witness_world_new(witness_line *line, witness_writable *writable, const void *memory)
{
    struct witness_world *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->line = line;
    h->writable = writable;
    h->memory = memory;
    table_init(&h->lines, sizeof(struct line *));
    return h;
}

void witness_world_free(struct witness_world *h)
{
    if (!h)
        return;
    forget_lines(h);
    table_free(&h->lines);
    while (h->spare) {
        struct version *v = h->spare;
        h->spare = v->next;
        free(v);
    }
    free(h->live);
    free(h);
}

void witness_world_clear(struct witness_world *h)
{
    forget_lines(h);
}

// ---- Who sees what ----

static inline bool same_view(const struct version *v, const struct version *u)
{
    return v->l1 == u->l1 && v->vline == u->vline;
}

// Whether v is surely older than u.
static bool before(const struct version *v, const struct version *u)
{
    if (v->base || u->base)
        return v->base && !u->base;
    if (!same_view(v, u))
        return v->performed && v->performed < u->taken;
    if (v->warp == u->warp && v->warp != NO_WARP)
        return v->taken < u->taken || (v->taken == u->taken && v->sub < u->sub);
    return v->retired && v->retired < u->taken;
}

static inline bool is_own(const struct reader *r, const struct version *v)
{
    return r->l1 == v->l1 && r->vline == v->vline;
}

// Whether a reader surely sees v, or something newer.
static bool sees(const struct reader *r, const struct version *v)
{
    if (v->base || v->any || v->unsure)
        return v->base;
    if (is_own(r, v) && ((v->retired && v->retired < r->taken) || (v->warp == r->warp && v->taken < r->taken)))
        return true;
    return v->performed && v->performed <= r->invalid;
}

// Whether he may, as far as other versions do not matter. What fails is in the cache at most.
static bool may_see(const struct reader *r, const struct version *v)
{
    if (v->l1 == r->l1 && v->warp == r->warp && v->taken > r->taken)
        return false;
    return !v->must || is_own(r, v);
}

void history_newest(const struct line *l, const struct reader *r, uint32_t *word, uint32_t *known)
{
    memcpy(word, l->version[0]->word, LANES * sizeof *word);
    memcpy(known, l->version[0]->mask, LANES * sizeof *known);
    for (unsigned k = 1; k < l->count; k++) {
        const struct version *v = l->version[k];
        if (v->any || !may_see(r, v))
            continue;
        for (unsigned n = 0; n < LANES; n++) {
            word[n] = (word[n] & ~v->mask[n]) | (v->word[n] & v->mask[n]);
            known[n] |= v->mask[n];
        }
    }
}

// The bytes of word n for which no version that the reader sees is newer than v.
static uint32_t standing(const struct line *l, const struct reader *r, const struct version *v, unsigned n)
{
    uint32_t bytes = v->mask[n];
    for (unsigned k = 0; bytes && k < l->count; k++) {
        const struct version *u = l->version[k];
        if (u->mask[n] & bytes && u != v && sees(r, u) && before(v, u))
            bytes &= ~u->mask[n];
    }
    return bytes;
}

// Ones in the bytes that are zero.
static uint32_t zero_bytes(uint32_t x)
{
    uint32_t high = ~(((x & 0x7f7f7f7fu) + 0x7f7f7f7fu) | x) & 0x80808080u;
    return (high >> 7) * 0xff;
}

uint32_t history_legal(const struct line *l, const struct reader *r, unsigned n, uint32_t bytes, uint32_t value)
{
    uint32_t legal = 0;
    for (unsigned k = l->count; bytes & ~legal && k-- > 0;) {
        const struct version *v = l->version[k];
        uint32_t same = v->any ? UINT32_MAX : zero_bytes(v->word[n] ^ value);
        if (v->mask[n] & same & bytes & ~legal && may_see(r, v))
            legal |= standing(l, r, v, n) & same & bytes;
    }
    if (bytes & ~legal && l->blur && l->blur->mask[n] && !is_own(r, l->blur))
        legal |= standing(l, r, l->blur, n) & bytes;
    return legal;
}

// ---- Forgetting ----

// The bytes `gone` of v are forgotten, which its own L1 sees no more. Others may still see them. False: memory lacks.
static bool blur(struct witness_world *h, struct line *l, const struct version *v, const uint32_t *gone,
                 const struct version *because)
{
    struct version *b = l->blur;
    if (!b) {
        b = l->blur = new_version(h);
        if (!b)
            return false;
        *b = (struct version){ .l1 = because->l1, .vline = because->vline, .warp = NO_WARP, .any = true };
    }
    if (b->l1 != because->l1 || b->vline != because->vline)
        b->l1 = MIXED;
    for (unsigned n = 0; n < LANES; n++)
        b->mask[n] |= gone[n];
    uint64_t done = same_view(v, because) ? v->retired : v->performed; // when it was surely older than what comes after
    if (done > b->retired)
        b->retired = done;
    if (!v->base && !v->performed)
        l->blur_of |= (uint8_t)(1u << v->l1);
    b->performed = l->blur_of ? 0 : h->now;
    return true;
}

// Whether every load of its L1 that is in flight or to come sees it, or something newer.
static bool is_settled(const struct version *v, uint8_t l1, uint64_t oldest)
{
    return v->l1 == l1 && !v->any && !v->unsure && v->retired && v->retired < oldest && (!v->causes || v->performed);
}

// Whether the same is so of a store that fails, as far as others that fail matter: what had those had this.
static bool is_settled_failure(const struct version *v, uint8_t l1, uint64_t oldest)
{
    return v->l1 == l1 && !v->any && v->must && !v->fades && v->retired && v->retired < oldest;
}

// Takes from v the bytes that nobody of u's view sees of it any more, because of u.
static void hide(struct witness_world *h, struct line *l, struct version *v, const struct version *u)
{
    uint32_t gone[LANES], some = 0;
    for (unsigned n = 0; n < LANES; n++)
        some |= gone[n] = v->mask[n] & u->mask[n];
    if (!some || v == u || (!v->retired && !v->base) || !before(v, u))
        return;
    bool others = !v->must && (l->shared || !u->performed);
    if (others && !blur(h, l, v, gone, u))
        return;
    for (unsigned n = 0; n < LANES; n++)
        v->mask[n] &= ~gone[n];
}

static bool is_empty(const struct version *v)
{
    uint32_t some = 0;
    for (unsigned n = 0; n < LANES; n++)
        some |= v->mask[n];
    return !some;
}

static bool overlap(const struct version *v, const struct version *u)
{
    uint32_t some = 0;
    for (unsigned n = 0; n < LANES; n++)
        some |= v->mask[n] & u->mask[n];
    return some;
}

// Whether a version has said all it had to: it hides nothing, and no report is due or possible. (What it made dirty may fail
// until it is written back, though others have stored to the same bytes since: its page may change.)
static bool is_over(const struct version *v)
{
    return !v->base && v->retired && (v->performed || !(v->causes || v->dirty)) && is_empty(v);
}

// Whether u can stand for v, which is empty, and was reported if it may have failed: u may be reported for as long.
static bool stands_for(const struct version *u, const struct version *v)
{
    bool lasts = u->dirty || !v->dirty, told = !v->causes || (u->causes && u->reported);
    return !u->base && !u->performed && same_view(v, u) && lasts && told;
}

// Of empty ones that may fail later, or once more, one is enough.
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

static void remove_over(struct witness_world *h, struct line *l)
{
    unsigned left = 0;
    for (unsigned k = 0; k < l->count; k++) {
        if (is_over(l->version[k]))
            free_version(h, l->version[k]);
        else
            l->version[left++] = l->version[k];
    }
    l->count = left;
}

// Adds u to v, and leaves it empty. All that reads or follows sees both, so they are as old as the older and retired with
// the younger.
static void unite(struct version *v, struct version *u)
{
    for (unsigned n = 0; n < LANES; n++) {
        v->word[n] = (v->word[n] & ~u->mask[n]) | (u->word[n] & u->mask[n]);
        v->mask[n] |= u->mask[n];
        u->mask[n] = 0;
    }
    v->dirty |= u->dirty;
    v->taken = v->taken < u->taken ? v->taken : u->taken;
    v->retired = v->retired > u->retired ? v->retired : u->retired;
    v->performed = !v->performed || !u->performed ? 0 : v->performed > u->performed ? v->performed : u->performed;
    v->warp = NO_WARP;
}

static bool alike(const struct version *v, const struct version *u)
{
    return same_view(v, u) && !v->dirty == !u->dirty && !v->performed == !u->performed && !overlap(v, u);
}

// What is settled of one kind becomes one version.
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

// What is settled, performed, and older than all else becomes what the line held before. (Only if one view sees it.)
static void sink_settled(struct line *l, uint8_t l1, uint64_t oldest)
{
    struct version *base = l->version[0];
    for (unsigned a = 1; a < l->count; a++) {
        struct version *v = l->version[a];
        if (!v->performed || !is_settled(v, l1, oldest))
            continue;
        bool oldest_of_all = true;
        for (unsigned b = 1; b < l->count; b++)
            oldest_of_all &= a == b || !overlap(v, l->version[b]) || before(v, l->version[b]);
        if (oldest_of_all)
            base->vline = v->vline;
        for (unsigned n = 0; oldest_of_all && n < LANES; n++) {
            base->word[n] = (base->word[n] & ~v->mask[n]) | (v->word[n] & v->mask[n]);
            base->mask[n] |= v->mask[n];
            v->mask[n] = 0;
        }
    }
}

// Of what may have failed, all that has retired and been reported becomes one version with any value.
static void give_up(struct line *l)
{
    struct version *first = NULL;
    for (unsigned a = 1; a < l->count; a++) {
        struct version *v = l->version[a];
        bool due = v->causes && !v->reported && !v->performed;
        if (!v->retired || !v->unsure || due || is_empty(v) || (first && !same_view(first, v)))
            continue;
        v->any = true;
        if (!first) {
            first = v;
            continue;
        }
        first->must &= v->must;
        unite(first, v);
    }
}

static void shorten(struct witness_world *h, struct line *l, uint8_t l1, uint64_t oldest)
{
    for (unsigned a = 1; a < l->count; a++) {
        const struct version *u = l->version[a];
        bool settled = is_settled(u, l1, oldest), fails = is_settled_failure(u, l1, oldest);
        for (unsigned b = 0; (settled || fails) && b < l->count; b++)
            if (settled || (l->version[b]->must && same_view(l->version[b], u)))
                hide(h, l, l->version[b], u);
    }
    unite_settled(l, l1, oldest);
    if (!l->shared)
        sink_settled(l, l1, oldest);
    if (l->count > TOO_LONG)
        give_up(l);
    unite_empty(l);
    remove_over(h, l);
}

void history_prune(struct witness_world *h, struct line *l, uint8_t l1, uint64_t oldest)
{
    if (l->count > (l->shared ? LONG_SHARED : LONG))
        shorten(h, l, l1, oldest);
}

// ---- Performed ----

// In bytes where all versions are performed, what was forgotten is overwritten.
static void clear_blur(struct line *l)
{
    for (unsigned n = 0; n < LANES; n++) {
        uint32_t done = 0, open = 0;
        for (unsigned k = 1; k < l->count; k++) {
            const struct version *v = l->version[k];
            *(v->performed && !v->unsure ? &done : &open) |= v->mask[n];
        }
        l->blur->mask[n] &= ~(done & ~open);
    }
}

void history_performed(struct witness_world *h, struct line *l, uint8_t l1, bool flushed)
{
    if (!l->blur)
        return;
    if (flushed)
        l->blur_of &= (uint8_t)~(1u << l1);
    if (!l->blur_of && !l->blur->performed)
        l->blur->performed = h->now;
    if (!l->shared)
        clear_blur(l);
}

// Whether all that anybody may see is what the line held before, whole, and memory says what that is.
static bool is_at_rest(const struct line *l)
{
    uint32_t all = l->shared || l->count > 1 || !l->readable ? 0 : UINT32_MAX;
    for (unsigned n = 0; n < LANES; n++)
        all &= l->version[0]->mask[n] & ~(l->blur ? l->blur->mask[n] : 0);
    return all == UINT32_MAX;
}

void history_rest(struct witness_world *h, struct line *l, uint8_t l1, uint64_t oldest)
{
    if (l->shared)
        return;
    shorten(h, l, l1, oldest);
    if (is_at_rest(l))
        history_drop(h, l);
}
