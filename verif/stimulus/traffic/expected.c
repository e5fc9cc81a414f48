#include "stimulus/traffic/expected.h"

#include "common/pairs.h"
#include "stimulus/traffic/textures.h"

void traffic_judge(struct instr *i, uint64_t size)
{
    unsigned bytes = instr_cmo(i) ? 1 : width_bytes(i->width);
    i->err = i->err_lane = 0;
    i->err_mask = 0;
    for (unsigned lane = LANES; lane-- > 0;) { // downwards, so that the lowest failing lane decides
        const bool constant = instr_constant(i), wrong = i->atom == UL1_ATOM_LOCK || i->matrix;
        unsigned err = (constant ? wrong : !instr_known(i))                                   ? UL1_ERR_OP
            : (i->space != UL1_SPACE_SHARED || instr_cmo(i)) && !instr_cached(i) && !constant ? UL1_ERR_SPACE
            : i->addr[lane] % bytes                                  ? UL1_ERR_MISALIGNED
            : i->addr[lane] >= size && !instr_cached(i) && !constant ? UL1_ERR_RANGE
                                                                     : UL1_ERR_NONE;
        if (!err || !(i->mask >> lane & 1))
            continue;
        i->err = (uint8_t)err;
        i->err_lane = (uint8_t)lane;
        i->err_mask |= UINT32_C(1) << lane;
    }
}

// A number for each word of a bank; modulo LANES it is that of the bank. Banks of 64 bits give two words at
// once: neighbours, or words that lie LANES words apart.
static uint32_t word_of_bank(uint32_t word, unsigned bankwidth)
{
    if (UL1_BANK_WORDS == 1)
        return word;
    return bankwidth == UL1_BANKWIDTH_B64 ? word / 2 : word / (2 * LANES) * LANES + word % LANES;
}

// Among the lanes from `first` up to before `last`.
static unsigned most_words_in_a_bank(const struct instr *i, unsigned bankwidth, unsigned words,
                                     unsigned first, unsigned last)
{
    uint32_t seen[LANES][LANES]; // the different words of each bank
    uint8_t count[LANES] = { 0 };
    unsigned most = 0;
    for (unsigned lane = first; lane < last; lane++) {
        if (!(i->mask >> lane & 1))
            continue;
        for (unsigned w = 0; w < words; w++) {
            uint32_t word = word_of_bank((uint32_t)(i->addr[lane] / 4) + w, bankwidth);
            unsigned bank = word % LANES, k = 0;
            while (k < count[bank] && seen[bank][k] != word)
                k++;
            if (k < count[bank])
                continue;
            seen[bank][count[bank]++] = word;
            most = count[bank] > most ? count[bank] : most;
        }
    }
    return most;
}

// Passes if only the word of the lowest slot that is left is for several slots.
static unsigned passes_of_one_word(const struct instr *i, unsigned words, unsigned first, unsigned last)
{
    uint32_t word[LANES * UL1_WORDS], passes = 0;
    unsigned count = 0;
    for (unsigned lane = first; lane < last; lane++)
        for (unsigned w = 0; i->mask >> lane & 1 && w < words; w++)
            word[count++] = (uint32_t)(i->addr[lane] / 4) + w;
    for (; count; passes++) {
        const uint32_t many = word[0];
        uint32_t banks = 0;
        unsigned left = 0;
        for (unsigned n = 0; n < count; n++) {
            const uint32_t bank = 1u << word[n] % LANES;
            if (word[n] != many && banks & bank)
                word[left++] = word[n];
            banks |= bank;
        }
        count = left;
    }
    return passes;
}

// Passes of an atomic: no two slots of a pass lie in one bank.
static unsigned most_slots_in_a_bank(const struct instr *i, unsigned words, unsigned first, unsigned last)
{
    unsigned count[LANES] = { 0 }, most = 0;
    for (unsigned lane = first; lane < last; lane++)
        for (unsigned w = 0; i->mask >> lane & 1 && w < words; w++) {
            const unsigned n = ++count[(i->addr[lane] / 4 + w) % LANES];
            most = n > most ? n : most;
        }
    return most;
}

static unsigned passes_of_atomic(const struct instr *i)
{
    const unsigned lanes = LANES / instr_slots(i);
    unsigned passes = 0;
    for (unsigned first = 0; first < LANES; first += lanes)
        passes += most_slots_in_a_bank(i, width_words(i->width), first, first + lanes);
    return passes;
}

// Among the lanes from `first` up to before `last`.
static unsigned different_lines(const struct instr *i, unsigned first, unsigned last)
{
    uint64_t seen[LANES];
    unsigned count = 0;
    for (unsigned lane = first; lane < last; lane++) {
        uint64_t line = instr_at(i, lane) / UL1_LINE_BYTES;
        unsigned k = 0;
        while (k < count && seen[k] != line)
            k++;
        if (k == count && i->mask >> lane & 1)
            seen[count++] = line;
    }
    return count;
}

// An access of a reduction has one line, and one lane for each word: as many as the most lanes with one word.
static unsigned passes_of_reduction(const struct instr *i, unsigned lanes)
{
    unsigned passes = 0;
    for (unsigned first = 0; first < LANES; first += lanes) {
        uint32_t left = i->mask & (uint32_t)(((UINT64_C(1) << lanes) - 1) << first);
        for (; left; passes++) {
            const uint64_t line = i->addr[__builtin_ctz(left)] / UL1_LINE_BYTES;
            uint32_t on_line = 0;
            for (unsigned lane = first; lane < first + lanes; lane++)
                on_line |= (uint32_t)(i->addr[lane] / UL1_LINE_BYTES == line) << lane;
            left &= ~instr_one_a_word(i, left & on_line);
        }
    }
    return passes;
}

// A word for each word of each address.
static unsigned passes_of_constant(const struct instr *i)
{
    unsigned passes = 0;
    for (uint32_t left = i->mask; left; passes += width_words(i->width)) {
        const uint64_t addr = i->addr[__builtin_ctz(left)];
        for (unsigned lane = 0; lane < LANES; lane++)
            left &= i->addr[lane] == addr ? ~(UINT32_C(1) << lane) : ~UINT32_C(0);
    }
    return passes;
}

// Pairs of lanes in place of lanes.
static struct instr of_pairs(const struct instr *i, unsigned apart)
{
    struct instr pairs = *i;
    pairs.mask = pairs_active(apart, i->mask);
    for (unsigned pair = 0; pair < LANES / 2; pair++)
        pairs.addr[pair] = i->addr[pair_lane(apart, i->mask, pair)];
    return pairs;
}

static unsigned passes_of(const struct instr *i, unsigned bankwidth)
{
    const unsigned width = instr_cmo(i) ? UL1_WIDTH_B8 : i->width, words = width_words(width),
                   lanes = instr_cached(i) ? part_lanes_count(width) : LANES / words;
    unsigned passes = 0;
    if (instr_reduces(i))
        return passes_of_reduction(i, part_lanes_count(atom_slot_width(i->op, i->atom, i->width)));
    if (instr_atomic(i))
        return passes_of_atomic(i);
    for (unsigned first = 0; first < LANES; first += lanes)
        passes += instr_cached(i) ? different_lines(i, first, first + lanes)
            : UL1_MULTICAST       ? most_words_in_a_bank(i, bankwidth, words, first, first + lanes)
                                  : passes_of_one_word(i, words, first, first + lanes);
    return passes;
}

unsigned traffic_passes(const struct instr *i, unsigned bankwidth)
{
    const unsigned apart = pairs_apart(i->op, i->matrix, i->space, i->width, i->mask, i->addr);
    if (instr_texture(i))
        return traffic_texture_passes(i);
    if (instr_constant(i))
        return passes_of_constant(i);
    if (!apart)
        return passes_of(i, bankwidth);
    const struct instr pairs = of_pairs(i, apart);
    return passes_of(&pairs, bankwidth);
}
