// Mutates texts by words and lines, which mutations of bytes rarely do.
#include "stimulus/fuzz/mutate.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "stimulus/fuzz/bytes.h"
#include "stimulus/fuzz/common.h"
#include "kit/rng.h"

struct text {
    uint8_t *at;
    size_t length, most;
};

static void replace(struct text *t, size_t from, size_t to, const void *with, size_t n)
{
    if (t->length - (to - from) + n > t->most)
        return;
    memmove(t->at + from + n, t->at + to, t->length - to);
    if (n)
        memcpy(t->at + from, with, n);
    t->length = t->length - (to - from) + n;
}

static size_t any(struct rng *r, size_t below)
{
    return below ? rng_below(r, (uint32_t)below) : 0;
}

static bool is_word(uint8_t c)
{
    return isalnum(c) || c == '_';
}

// Replaces, doubles or deletes a word.
static void mutate_word(struct text *t, struct rng *r)
{
    size_t from = any(r, t->length), to = from, words = 0;
    while (from && is_word(t->at[from - 1]))
        from--;
    while (to < t->length && is_word(t->at[to]))
        to++;
    while (fuzz_words[words])
        words++;
    const char *word = fuzz_words[any(r, words)];
    if (!word)
        return; // there are none
    switch (rng_below(r, 4)) {
    case 0:
        replace(t, from, to, NULL, 0);
        break;
    case 1:
        replace(t, to, to, word, strlen(word));
        break;
    default:
        replace(t, from, to, word, strlen(word));
        break;
    }
}

static void line_at(const struct text *t, size_t at, size_t *from, size_t *to)
{
    *from = *to = at;
    while (*from && t->at[*from - 1] != '\n')
        --*from;
    while (*to < t->length && t->at[(*to)++] != '\n') {
    }
}

// Deletes a line, or copies it elsewhere.
static void mutate_line(struct text *t, struct rng *r)
{
    uint8_t line[400];
    size_t from, to, first, last;
    line_at(t, any(r, t->length), &from, &to);
    line_at(t, any(r, t->length), &first, &last);
    if (last - first > sizeof line)
        return;
    memcpy(line, t->at + first, last - first);
    switch (rng_below(r, 3)) {
    case 0:
        replace(t, from, to, NULL, 0);
        break;
    case 1:
        replace(t, from, to, line, last - first);
        break;
    default:
        replace(t, from, from, line, last - first);
        break;
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t count, size_t most, unsigned seed)
{
    struct text t = { bytes, count, most };
    struct rng r;
    rng_seed(&r, seed);
    if (!fuzz_words[0])
        return LLVMFuzzerMutate(bytes, count, most);
    for (unsigned n = 1 + rng_below(&r, 3); n-- > 0;)
        switch (rng_below(&r, 4)) {
        case 0:
            t.length = LLVMFuzzerMutate(t.at, t.length, most);
            break;
        case 1:
            mutate_line(&t, &r);
            break;
        default:
            mutate_word(&t, &r);
            break;
        }
    return t.length;
}
