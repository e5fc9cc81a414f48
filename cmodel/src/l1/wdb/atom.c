// Atomics: the result for each bank in stage 2, from the word that was read and the words that crossed.

#include "common/atomic.h"
#include "l1/wdb/entries.h"

// The result of an operation on the 64 bits of banks b and b+1.
static inline void wdb_atom_pair(const struct wdb_state *s, const struct wdb_in *in, unsigned b,
                                 uint32_t word[UL1_BANKS])
{
    uint64_t old = (uint64_t)in->read_data[b + 1] << 32 | in->read_data[b];
    uint64_t first = (uint64_t)in->cross_data[b + 1] << 32 | in->cross_data[b];
    uint64_t second = (uint64_t)in->cross_swap[(b + 1) % UL1_SWAPS] << 32 | in->cross_swap[b % UL1_SWAPS];
    uint64_t result = atomic_pair(s->atom, old, first, second);
    word[b] = (uint32_t)result;
    word[b + 1] = (uint32_t)(result >> 32);
}

// The words that the atomic in stage 2 writes.
static inline void wdb_results(const struct wdb_state *s, const struct wdb_in *in, uint32_t word[UL1_BANKS])
{
    unsigned wide = s->width == (s->atom == UL1_ATOM_CAS ? UL1_WIDTH_B128 : UL1_WIDTH_B64);
    if (wide)
        for (unsigned b = 0; b < UL1_BANKS; b += 2)
            wdb_atom_pair(s, in, b, word);
    else
        for (unsigned b = 0; b < UL1_BANKS; b++)
            word[b] = atomic_word(s->atom, s->sign, in->read_data[b], in->cross_data[b],
                                  in->cross_swap[b % UL1_SWAPS]);
}
