#include "planning.h"

// The lowest bit of a word's number is then the lowest of its row's, and the others move down.
uint32_t memcheck_place(const struct memcheck *w, uint32_t addr)
{
    const uint32_t span = 2 * LANES * WORD, at = addr % span / WORD;
    return w->pairs ? addr / span * span + (at / 2 + at % 2 * LANES) * WORD + addr % WORD : addr;
}

// The second operand of an atomic has data, and no place in memory. `n` is the word's number.
static bool is_second(const struct checked_instr *i, unsigned n)
{
    return i->atom == MEMCHECK_CAS && n % i->words >= i->words / 2u;
}

// Whether the active lanes `apart` from each other have one address.
static bool equal(const struct checked_instr *i, unsigned apart, const uint64_t *addr)
{
    for_each_bit (lane, i->mask)
        if (i->mask >> (lane ^ apart) & 1 && addr[lane] != addr[lane ^ apart])
            return false;
    return true;
}

unsigned memcheck_partner(const struct memcheck *w, const struct checked_instr *i, const uint64_t *addr)
{
    if (!w->shape.lane_pairs || i->words == 1 || i->matrix)
        return 0;
    return equal(i, 1, addr) ? 1 : equal(i, 2, addr) ? 2 : 0;
}

uint32_t memcheck_for_two(const struct checked_instr *i, unsigned k, uint32_t slots)
{
    uint32_t two = 0;
    for_each_bit (slot, i->partner ? slots : 0)
        two |= (i->mask >> (memcheck_lane(i, k * LANES + slot) ^ i->partner) & 1) << slot;
    return two;
}

// Gives sub-warp k its words of the instruction. True if no two active ones lie in one bank.
static bool lay_out(const struct memcheck *w, struct checked_instr *i, unsigned k, const uint64_t *addr)
{
    struct access *a = &i->access[k];
    const uint32_t mask = i->mask, log = i->words_log, lanes = i->partner ? LANES / 2 : LANES;
    uint32_t slots = 0, banks = 0, clashes = 0;
    for (unsigned slot = 0; slot < LANES; slot++) {
        unsigned n = k * LANES + slot, lane = memcheck_lane(i, n);
        uint32_t at = memcheck_place(w, (uint32_t)addr[lane] + WORD * (n - (n >> log << log)));
        uint32_t active = mask >> lane & (n >> log < lanes) & !is_second(i, n);
        uint32_t bank = active << at / WORD % LANES;
        a->at[slot] = at;
        slots |= active << slot;
        clashes |= banks & bank;
        banks |= bank;
    }
    a->slots = a->left = slots;
    a->taken = a->written = 0;
    a->away = a->beat = a->known = false;
    return !clashes;
}

// Plans an access's passes: a slot goes in the pass that is the rank of its row in its bank, by first slot.
static void plan(struct access *a, unsigned bank_words)
{
    uint16_t row[LANES][LANES]; // for each bank, by rank
    uint8_t ranks[LANES] = { 0 };
    unsigned passes = 0;
    for_each_bit (slot, a->slots) {
        unsigned word = a->at[slot] / WORD, bank = word % LANES, rank = 0;
        uint16_t wanted = (uint16_t)(word / LANES / bank_words);
        while (rank < ranks[bank] && row[bank][rank] != wanted)
            rank++;
        if (rank == ranks[bank])
            row[bank][ranks[bank]++] = wanted;
        if (rank == passes)
            a->due[passes++] = 0;
        a->due[rank] |= bit(slot);
    }
    a->passes = (uint8_t)passes;
}

// The plan if only the word of the lowest slot that is left is for several slots.
static void plan_one_word(struct access *a)
{
    uint32_t left = a->slots;
    for (a->passes = 0; left; a->passes++) {
        const unsigned word = a->at[__builtin_ctz(left)] / WORD;
        uint32_t banks = 0, go = 0;
        for_each_bit (slot, left) {
            const unsigned its = a->at[slot] / WORD, bank = its % LANES;
            if (its == word || !(banks >> bank & 1))
                go |= bit(slot);
            banks |= bit(bank);
        }
        a->due[a->passes] = go;
        left &= ~go;
    }
}

// The plan of an atomic: a bank has one slot in a pass.
static void plan_alone(struct access *a)
{
    uint8_t slots[LANES] = { 0 };
    a->passes = 0;
    for_each_bit (slot, a->slots) {
        const unsigned pass = slots[a->at[slot] / WORD % LANES]++;
        if (pass == a->passes)
            a->due[a->passes++] = 0;
        a->due[pass] |= bit(slot);
    }
}

// The plan if each word has a bank of its own: one pass. The checker's speed depends on this case.
static void plan_at_once(struct access *a)
{
    a->passes = a->slots != 0;
    a->due[0] = a->slots;
}

void memcheck_plan(const struct memcheck *w, struct checked_instr *i, unsigned k, const uint64_t *addr)
{
    if (lay_out(w, i, k, addr))
        plan_at_once(&i->access[k]);
    else if (i->atom)
        plan_alone(&i->access[k]);
    else if (w->shape.one_word)
        plan_one_word(&i->access[k]);
    else
        plan(&i->access[k], w->shape.bank_words);
}
