#include "blocks/draw.h"

#include <string.h>

#include "common/atoms.h"

#include "kit/mask.h"
#include "common/sizes.h"

unsigned draw_constraint(struct drive *drive)
{
    static const uint8_t percents[] = { 0, 3, 10, 30, 50, 70, 90, 98, 100, 100, 100, 100 };
    return percents[rng_below(&drive->rng, sizeof percents)];
}

uint32_t draw_mask(struct drive *drive)
{
    struct rng *rng = &drive->rng;
    uint32_t one = 1u << rng_below(rng, LANES);
    uint32_t some = (uint32_t)rng_next(rng);
    uint32_t others = (uint32_t)rng_next(rng);
    switch (rng_below(rng, 8)) {
    case 0:
        return one;
    case 1:
        return ((some & others) | one) & ALL_LANES;
    case 2:
        return (some | one) & ALL_LANES;
    case 3:
        return (some | others | one) & ALL_LANES;
    case 4:
        return ALL_LANES >> LANES / 2;
    case 5:
        return ALL_LANES & ~one;
    default:
        return ALL_LANES;
    }
}

uint64_t draw_some_banks(struct drive *drive)
{
    const uint64_t low = draw_mask(drive);
    return UL1_BANKS == LANES ? low : low | (uint64_t)draw_mask(drive) << (UL1_BANKS - LANES);
}

array_row draw_bank_row(struct drive *drive, const struct rows *rows, const array_row *others, uint64_t mask,
                        unsigned bank)
{
    const unsigned low = whole_bank(bank);
    return (array_row)bank_row(bank != low && mask >> low & 1 ? others[low] : pick_row(drive, rows), bank);
}

unsigned draw_bit(struct drive *drive, uint64_t mask, unsigned places)
{
    unsigned from = rng_below(&drive->rng, places);
    uint64_t behind = mask >> from << from;
    return mask_first(behind ? behind : mask);
}

void draw_banks(struct drive *drive, uint8_t bank[LANES])
{
    struct rng *rng = &drive->rng;
    unsigned first = rng_below(rng, LANES), stride = rng_below(rng, LANES), few = 1 + rng_below(rng, 3);
    switch (rng_below(rng, 4)) {
    case 0:
        few = 0;
        break; // all different, if the stride is odd; one bank, if it is zero
    case 1:
        stride |= 1, few = 0;
        break;
    case 2:
        few = LANES;
        break; // anywhere
    }
    for (unsigned slot = 0; slot < LANES; slot++)
        bank[slot] = (uint8_t)((few ? first + rng_below(rng, few) : first + slot * stride) % LANES);
}

unsigned draw_bytes(struct drive *drive)
{
    const unsigned low_half = (1u << UL1_WORD_BYTES / 2) - 1;
    switch (rng_below(&drive->rng, 4)) {
    case 0:
        return 1u << rng_below(&drive->rng, UL1_WORD_BYTES);
    case 1:
        return rng_below(&drive->rng, ALL_BYTES + 1);
    case 2:
        return rng_below(&drive->rng, 2) ? low_half : ALL_BYTES & ~low_half;
    default:
        return ALL_BYTES;
    }
}

unsigned draw_sectors(struct drive *drive)
{
    switch (rng_below(&drive->rng, UL1_SECTORS > 1 ? 4 : 1)) {
    case 0:
        return 1u << rng_below(&drive->rng, UL1_SECTORS);
    case 1:
        return ALL_SECTORS & ~(1u << rng_below(&drive->rng, UL1_SECTORS));
    case 2:
        return 1 + rng_below(&drive->rng, ALL_SECTORS);
    default:
        return ALL_SECTORS;
    }
}

void draw_rows(struct drive *drive, struct rows *rows)
{
    rows->count = 1 + rng_below(&drive->rng, sizeof rows->row / sizeof *rows->row);
    for (unsigned i = 0; i < rows->count; i++) {
        switch (rng_below(&drive->rng, 4)) {
        case 0:
            rows->row[i] = 0;
            break;
        case 1:
            rows->row[i] = UL1_ARRAY_ROWS - 1;
            break;
        default:
            rows->row[i] = (uint16_t)rng_below(&drive->rng, UL1_ARRAY_ROWS);
        }
    }
}

unsigned draw_width(struct drive *drive)
{
    enum { CODES = 1 << UL1_WIDTH_W, RESERVED = UL1_WIDTH_B128 + 1 };
    if (rng_below(&drive->rng, 50))
        return rng_below(&drive->rng, RESERVED);
    return RESERVED + rng_below(&drive->rng, CODES - RESERVED);
}

unsigned draw_atom(struct drive *drive)
{
    if (UL1_LOCKS && rng_below(&drive->rng, 4) == 0)
        return rng_below(&drive->rng, 2) ? UL1_ATOM_UNLOCK : UL1_ATOM_CUNLOCK;
    if (!UL1_ATOMICS || rng_below(&drive->rng, 2))
        return UL1_ATOM_NONE;
    return 1 + rng_below(&drive->rng, UL1_ATOMICS == 1 ? UL1_ATOM_CAS : UL1_ATOM_FADD);
}

unsigned draw_load_atom(struct drive *drive)
{
    return UL1_LOCKS && rng_below(&drive->rng, 4) == 0 ? UL1_ATOM_LOCK : UL1_ATOM_NONE;
}

unsigned draw_atom_width(struct drive *drive, unsigned atom)
{
    const unsigned width = rng_below(&drive->rng, 2) ? UL1_WIDTH_B64 : UL1_WIDTH_B32;
    return atom_slot_width(UL1_OP_STORE, atom,
                           atom_known(UL1_OP_STORE, atom, width) ? width : (unsigned)UL1_WIDTH_B32);
}

unsigned draw_red(struct drive *drive)
{
    static const uint8_t these[] = { UL1_ATOM_ADD, UL1_ATOM_MIN, UL1_ATOM_MAX, UL1_ATOM_INC, UL1_ATOM_DEC,
                                     UL1_ATOM_AND, UL1_ATOM_OR,  UL1_ATOM_XOR, UL1_ATOM_FADD };
    if (!UL1_GLOBAL_ATOMICS || rng_below(&drive->rng, 2))
        return UL1_ATOM_NONE;
    return these[rng_below(&drive->rng, sizeof these)];
}

unsigned draw_red_width(struct drive *drive, unsigned red)
{
    const bool both = red == UL1_ATOM_ADD || red_swaps(red);
    return both && rng_below(&drive->rng, 2) ? UL1_WIDTH_B64 : UL1_WIDTH_B32;
}

unsigned draw_answered(struct drive *drive)
{
    if (UL1_GLOBAL_ATOMICS > 1 && rng_below(&drive->rng, 6) == 0)
        return rng_below(&drive->rng, 2) ? UL1_ATOM_CAS : UL1_ATOM_EXCH;
    return draw_red(drive);
}

unsigned draw_red_slot_width(struct drive *drive, unsigned red)
{
    return atom_slot_width(UL1_OP_STORE, red, draw_red_width(drive, red));
}

void draw_numbers(struct drive *drive, unsigned red, bool wide, uint8_t be[UL1_LINE_WORDS])
{
    struct rng *rng = &drive->rng;
    const unsigned size = wide ? 2 : 1, apart = size * (red == UL1_ATOM_CAS ? 2 : 1);
    const unsigned sure = rng_below(rng, UL1_LINE_WORDS / apart);
    memset(be, 0, UL1_LINE_WORDS);
    for (unsigned n = 0; n < UL1_LINE_WORDS / apart; n++) {
        const unsigned first = n * apart + (apart > size ? rng_below(rng, 2) * size : 0);
        if (n == sure || rng_below(rng, 2))
            memset(be + first, ALL_BYTES, size);
    }
}

uint64_t draw_atom_banks(uint64_t banks, unsigned atom, unsigned slot_width)
{
    const uint64_t even = banks & UINT64_C(0x5555555555555555);
    if (atom == UL1_ATOM_NONE || !atom_wide(atom, slot_width))
        return banks;
    return even ? even | even << 1 : 3;
}
