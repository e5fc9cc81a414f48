// Random numbers for stimuli: xoshiro256**, seeded by a test's name and the base seed, so that a test's
// numbers do not depend on other tests.
//
// A seed must give the same run with any compiler, so draws need a defined order: one per statement. C orders
// the operands of && || ?: and the comma operator, and a draw within the arguments of another one. It does
// not order the operands of other operators, the arguments of a call, and the members of an initialiser.
#ifndef RNG_H
#define RNG_H

#include <stdbool.h>
#include <stdint.h>

struct rng {
    uint64_t s[4];
};

static inline uint64_t rng_mix(uint64_t *x) // splitmix64
{
    uint64_t z = *x += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

static inline void rng_seed(struct rng *r, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        r->s[i] = rng_mix(&seed);
}

static inline uint64_t rng_name_seed(const char *name, uint64_t base)
{
    uint64_t h = 0xcbf29ce484222325ull ^ base; // FNV-1a
    while (*name)
        h = (h ^ (unsigned char)*name++) * 0x100000001b3ull;
    return rng_mix(&h);
}

static inline uint64_t rng_next(struct rng *r)
{
    uint64_t *s = r->s, x = s[1] * 5, result = (x << 7 | x >> 57) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = s[3] << 45 | s[3] >> 19;
    return result;
}

static inline uint32_t rng_below(struct rng *r, uint32_t n) // 0 .. n-1
{
    return (uint32_t)((rng_next(r) >> 32) * n >> 32);
}

static inline bool rng_percent(struct rng *r, unsigned percent)
{
    return rng_below(r, 100) < percent;
}

#endif
