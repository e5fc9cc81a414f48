#include "stimulus/shrink/shrink.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "stimulus/shrink/rules.h"
#include "stimulus/shrink/text.h"

struct search {
    struct shrinker *by;
    struct text best;
    uint64_t *tried; // checksums of the texts that failed the test
    unsigned count;
};

static uint64_t checksum(const char *s)
{
    uint64_t h = 0xcbf29ce484222325;
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 0x100000001b3;
    return h;
}

static bool known(const struct search *s, uint64_t sum)
{
    for (unsigned i = 0; i < s->count; i++)
        if (s->tried[i] == sum)
            return true;
    return false;
}

static bool spent(const struct search *s)
{
    return s->by->tries >= s->by->most || s->by->over(s->by->who);
}

// Keeps the text if it still has the property.
static bool take(struct search *s, struct text *t)
{
    char *string = text_string(t);
    const uint64_t sum = string ? checksum(string) : 0;
    bool same = false;
    if (string && !known(s, sum)) {
        s->by->tries++;
        same = s->by->same(s->by->who, string);
        if (!same)
            s->tried[s->count++] = sum;
    }
    free(string);
    if (same) {
        text_free(&s->best);
        s->best = *t;
        *t = (struct text){ NULL, 0, false };
    }
    return same;
}

// Applies a rule to ranges of this number of places, at every start.
static bool in_chunks(struct search *s, const struct rule *r, unsigned chunk)
{
    bool taken = false;
    for (unsigned first = 0; !spent(s);) {
        struct text t = text_copy(&s->best);
        const bool any = r->apply(r, &t, first, chunk);
        const bool same = any && !text_same(&t, &s->best) && take(s, &t);
        text_free(&t);
        if (!any)
            break;
        taken |= same;
        first += same ? 0 : chunk;
    }
    return taken;
}

static bool by_rule(struct search *s, const struct rule *r)
{
    bool taken = false;
    for (unsigned chunk = r->places(r, &s->best); chunk && !spent(s); chunk /= 2) {
        const unsigned places = r->places(r, &s->best);
        if (chunk > places)
            chunk = places;
        if (chunk)
            taken |= in_chunks(s, r, chunk);
        if (!chunk)
            break;
    }
    return taken;
}

char *shrink(struct shrinker *by, const char *text)
{
    struct search s = { .by = by, .best = text_read(text), .tried = calloc(by->most + 1, sizeof *s.tried) };
    by->tries = 0;
    for (bool taken = s.tried != NULL; taken && !spent(&s);) {
        taken = false;
        for (unsigned i = 0; i < rules_count; i++)
            taken |= by_rule(&s, &rules[i]);
    }
    char *string = text_string(&s.best);
    free(s.tried);
    text_free(&s.best);
    return string;
}
