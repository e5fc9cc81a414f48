// Flits of packets, as contracts see them at the ports of a block (docs/cluster.md).
#ifndef FLIT_H
#define FLIT_H

#include <stdbool.h>
#include <string.h>

#include "common/atoms.h"
#include "common/sizes.h"

struct flit {
    bool head, tail;
    uint8_t dst, kind, use, atom, wide, sign, err, sect;
    uint32_t sub;
    uint64_t line, vline;
    uint8_t be[UL1_SECTOR_WORDS];
    uint32_t word[UL1_SECTOR_WORDS];
};

// Reads the flit at the ports `of`_* of `io`: field number i of arrays (AT is [i]), or the only one (AT is
// empty, and i 0). Without `dst`, which not all have. The padding is zero, too, so that memcmp compares
// flits.
#define FLIT_READ(to, io, of, AT, i)                                                        \
    do {                                                                                    \
        memset(&(to), 0, sizeof(to));                                                       \
        (to).head = (io)->of##_head AT;                                                     \
        (to).tail = (io)->of##_tail AT;                                                     \
        (to).kind = (io)->of##_kind AT;                                                     \
        (to).use = (io)->of##_use AT;                                                       \
        (to).atom = (io)->of##_atom AT;                                                     \
        (to).wide = (io)->of##_wide AT;                                                     \
        (to).sign = (io)->of##_signed AT;                                                   \
        (to).err = (io)->of##_err AT;                                                       \
        (to).sect = (io)->of##_sect AT;                                                     \
        (to).sub = (io)->of##_sub AT;                                                       \
        (to).line = (io)->of##_line AT;                                                     \
        (to).vline = (io)->of##_vline AT;                                                   \
        memcpy((to).be, (io)->of##_be + (size_t)(i)*UL1_SECTOR_WORDS, sizeof(to).be);       \
        memcpy((to).word, (io)->of##_word + (size_t)(i)*UL1_SECTOR_WORDS, sizeof(to).word); \
    } while (0)

// The same the other way round.
#define FLIT_WRITE(f, io, of, AT, i)                                                      \
    do {                                                                                  \
        (io)->of##_head AT = (f).head;                                                    \
        (io)->of##_tail AT = (f).tail;                                                    \
        (io)->of##_kind AT = (f).kind;                                                    \
        (io)->of##_use AT = (f).use;                                                      \
        (io)->of##_atom AT = (f).atom;                                                    \
        (io)->of##_wide AT = (f).wide;                                                    \
        (io)->of##_signed AT = (f).sign;                                                  \
        (io)->of##_err AT = (f).err;                                                      \
        (io)->of##_sect AT = (f).sect;                                                    \
        (io)->of##_sub AT = (__typeof__((io)->of##_sub AT))(f).sub;                       \
        (io)->of##_line AT = (f).line;                                                    \
        (io)->of##_vline AT = (f).vline;                                                  \
        memcpy((io)->of##_be + (size_t)(i)*UL1_SECTOR_WORDS, (f).be, sizeof(f).be);       \
        memcpy((io)->of##_word + (size_t)(i)*UL1_SECTOR_WORDS, (f).word, sizeof(f).word); \
    } while (0)

// The home of a line among odd << low: its remainder by `odd`, and below that `low`
// bits of its number. These are the lowest but the `chosen` ones, by which a block before was chosen.
static inline unsigned home(uint64_t line, unsigned low, unsigned odd, unsigned chosen)
{
    return (unsigned)(line % odd << low | (line >> chosen & ((1u << low) - 1)));
}

// The slice that has a line, and its node in a cluster.
static inline unsigned home_slice(uint64_t line)
{
    return home(line, UL1_HOME_LOW, UL1_HOME_ODD, 0);
}

static inline unsigned home_node(uint64_t line)
{
    return home(line, UL1_NODE_HOME_LOW, UL1_NODE_HOME_ODD, 0);
}

// The output of a crossbar that requests for a line leave by.
static inline unsigned home_dst(uint64_t line, unsigned chosen)
{
    return home(line, UL1_DST_LOW, UL1_DST_ODD, chosen);
}

static inline bool flit_is(const struct flit *a, const struct flit *b)
{
    return !memcmp(a, b, sizeof *a);
}

// The bits of word w of a write that travel: those of enabled bytes, and a second operand of a cas. That of
// word n is at n XOR 1, of numbers of 64 bits at n XOR 2.
static inline uint32_t sent_bits(const uint8_t *be, unsigned w, unsigned atom, bool wide)
{
    uint32_t bits = atom == UL1_ATOM_CAS && be[w ^ (wide ? 2 : 1)] ? UINT32_MAX : 0;
    for (unsigned k = 0; k < UL1_WORD_BYTES; k++)
        bits |= be[w] >> k & 1 ? UINT32_C(0xff) << 8 * k : 0;
    return bits;
}

static inline bool one_sector(unsigned sect)
{
    return sect && !(sect & (sect - 1));
}

#endif
