// What the tests of the witness share: counting checks, and random numbers of their own.
#ifndef WITNESS_CHECK_H
#define WITNESS_CHECK_H

#include "witness.h"

#include <stdio.h>
#include <string.h>

#define ALL ((uint32_t)((UINT64_C(1) << LANES) - 1))

static struct witness_shape shape = { 512, 48, 64, 40, 40 };
static struct witness *w;
static unsigned passed, failed;

static void check(bool ok, const char *what, const char *file, int line)
{
    if (ok) {
        passed++;
        return;
    }
    failed++;
    printf("%s:%d: %s\n    last objection: %s\n", file, line, what, witness_error(w));
}

// An event that is right; and one that must be objected to, in words with this text.
#define CHECK(event) check((event), #event, __FILE__, __LINE__)
#define OBJECT(text, event) \
    check(!(event) && strstr(witness_error(w), text), "no objection '" text "' to " #event, __FILE__, __LINE__)

static uint64_t seed;

static inline uint32_t rnd(uint32_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((seed >> 33) % below);
}

static inline uint32_t rnd32(void)
{
    uint32_t high = rnd(1 << 16);
    return high << 16 | rnd(1 << 16);
}

#endif
