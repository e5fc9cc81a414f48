#include "sight.h"

#include <string.h>

bool sight_before(const struct version *v, const struct version *u)
{
    if (v->base || u->base)
        return v->base && !u->base;
    if (v->done && u->done)
        return v->done < u->done;
    if (!sight_same_view(v, u))
        return v->performed && v->performed < u->taken;
    if (v->warp == u->warp && v->warp != NO_WARP)
        return v->taken < u->taken || (v->taken == u->taken && v->part < u->part);
    return v->retired && v->retired < u->taken;
}

static inline bool is_own(const struct reader *r, const struct version *v)
{
    return r->l1 == v->l1 && r->vline == v->vline;
}

// Whether a reader certainly sees v, or something newer.
static bool sees(const struct reader *r, const struct version *v)
{
    if (v->base || v->any || v->unsure)
        return v->base;
    if (is_own(r, v)
        && ((v->retired && v->retired < r->taken) || (v->warp == r->warp && v->taken < r->taken)))
        return true;
    return v->performed && v->performed <= (v->l1 == r->l1 ? r->own : r->invalid);
}

// Whether a reader may see v, other versions aside. A failed store is in the cache at most. A reduction is
// seen when memory has performed it.
static bool may_see(const struct reader *r, const struct version *v)
{
    if (v->pending || (v->l1 == r->l1 && v->warp == r->warp && v->taken > r->taken))
        return false;
    return !v->must || is_own(r, v);
}

void sight_newest(const struct line *l, const struct reader *r, uint32_t *word, uint32_t *known)
{
    memcpy(word, l->version[0]->word, LINE_WORDS * sizeof *word);
    memcpy(known, l->version[0]->mask, LINE_WORDS * sizeof *known);
    for (unsigned k = 1; k < l->count; k++) {
        const struct version *v = l->version[k];
        if (v->any || !may_see(r, v))
            continue;
        for (unsigned n = 0; n < LINE_WORDS; n++) {
            word[n] = (word[n] & ~v->mask[n]) | (v->word[n] & v->mask[n]);
            known[n] |= v->mask[n];
        }
    }
}

// Whether a version cannot disappear after it was seen: it is in memory, or certainly gets there.
static bool lasts(const struct version *v)
{
    return !v->base && !v->any && !v->unsure && !v->must && (!v->causes || v->performed);
}

// The bytes of word n in which an earlier ordered load of the reader's warp has seen something newer than v.
static uint32_t outdated(const struct line *l, const struct reader *r, const struct version *v, unsigned n)
{
    uint32_t bytes = 0;
    for (unsigned k = 0; r->seen && k < SIGHTINGS; k++) {
        const struct sighting *s = &r->seen[k];
        if (s->key != l->key || s->vline != r->vline || s->order >= r->order)
            continue;
        for (unsigned m = 0; m < l->count; m++) {
            const struct version *u = l->version[m];
            if (sight_is(s, u) && lasts(u) && sight_before(v, u))
                bytes |= s->mask[n] & u->mask[n];
        }
    }
    return bytes;
}

// Those of these bytes of word n for which the reader must see no version newer than v.
static uint32_t standing(const struct line *l, const struct reader *r, const struct version *v, unsigned n,
                         uint32_t bytes)
{
    for (unsigned k = 0; bytes && k < l->count; k++) {
        const struct version *u = l->version[k];
        if (u->mask[n] & bytes && u != v && sees(r, u) && sight_before(v, u))
            bytes &= ~u->mask[n];
    }
    return bytes ? bytes & ~outdated(l, r, v, n) : 0;
}

// Ones in the bytes that are zero.
static uint32_t zero_bytes(uint32_t x)
{
    uint32_t high = ~(((x & 0x7f7f7f7fu) + 0x7f7f7f7fu) | x) & 0x80808080u;
    return (high >> 7) * 0xff;
}

uint32_t sight_of(const struct line *l, const struct reader *r, const struct version *v, unsigned n)
{
    return v->mask[n] && may_see(r, v) ? standing(l, r, v, n, v->mask[n]) : 0;
}

uint32_t sight_legal(const struct line *l, const struct reader *r, unsigned n, uint32_t bytes, uint32_t value)
{
    uint32_t legal = 0;
    for (unsigned k = l->count; bytes & ~legal && k-- > 0;) {
        const struct version *v = l->version[k];
        uint32_t same = v->mask[n] & bytes & ~legal;
        if (same && !v->any)
            same &= zero_bytes(v->word[n] ^ value);
        if (same && may_see(r, v))
            legal |= standing(l, r, v, n, same);
    }
    if (l->blur && l->blur->mask[n] & bytes & ~legal && !is_own(r, l->blur))
        legal |= standing(l, r, l->blur, n, l->blur->mask[n] & bytes & ~legal);
    return legal;
}

uint32_t sight_sources(const struct line *l, const struct reader *r, unsigned n, uint32_t bytes,
                       uint32_t value, const struct version *source[WORD])
{
    uint32_t once = 0, twice = l->blur ? l->blur->mask[n] : 0, last = 0;
    for (unsigned k = 0; bytes & ~twice && k < l->count; k++) {
        const struct version *v = l->version[k];
        uint32_t from = v->mask[n] & bytes & ~twice;
        if (from && !v->any)
            from &= zero_bytes(v->word[n] ^ value);
        if (!from || !may_see(r, v))
            continue;
        from = standing(l, r, v, n, from);
        twice |= from & once;
        once |= from;
        if (lasts(v))
            last |= from;
        for (unsigned byte = 0; byte < WORD; byte++)
            if (from >> 8 * byte & 0xff)
                source[byte] = v;
    }
    return last & ~twice;
}
