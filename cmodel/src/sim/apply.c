// Performs writes of a request on the words of a line, reductions and atomics among them.

#include "common/atomic.h"
#include "ul1_sim.h"

static uint32_t enabled_bits(unsigned enable)
{
    uint32_t bits = 0;
    for (unsigned b = 0; b < UL1_WORD_BYTES; b++)
        bits |= enable >> b & 1 ? UINT32_C(0xff) << 8 * b : 0;
    return bits;
}

// The word that a write has for word n, which is `word[n]` so far.
static uint32_t result(const struct ul1_sim_request *r, const uint32_t *word, unsigned n)
{
    const unsigned low = n & ~1u, beside = n ^ 1, behind = low ^ 2; // a second operand of 32, of 64 bits
    if (r->atom == UL1_ATOM_NONE)
        return r->word[n];
    if (!r->wide)
        return atomic_word(r->atom, r->sign, word[n], r->word[n], r->word[beside]);
    const uint64_t old = (uint64_t)word[low + 1] << 32 | word[low];
    const uint64_t by = (uint64_t)r->word[low + 1] << 32 | r->word[low],
                   swap = (uint64_t)r->word[behind + 1] << 32 | r->word[behind];
    return (uint32_t)(atomic_pair(r->atom, old, by, swap) >> 32 * (n - low));
}

void ul1_sim_apply(const struct ul1_sim_request *r, uint32_t *word)
{
    uint32_t now[UL1_SIM_LANES];
    for (unsigned n = 0; n < r->lanes; n++)
        now[n] = result(r, word, n);
    for (unsigned n = 0; n < r->lanes; n++)
        word[n] = (word[n] & ~enabled_bits(r->enable[n])) | (now[n] & enabled_bits(r->enable[n]));
}
