#include "overtaking.h"

// The bytes that a pass acts on. A pass has one row in each bank, so an element for each word of that
// suffices.
struct footprint {
    bool store;
    unsigned words; // words in one row of all banks
    uint16_t word[LANES * MEMCHECK_BANK_WORDS];
    uint32_t bytes[LANES * MEMCHECK_BANK_WORDS];
};

static struct footprint footprint(const struct memcheck *w, const struct checked_instr *i,
                                  const struct access *a, uint32_t mask)
{
    struct footprint f = { .store = i->store, .words = LANES * w->shape.bank_words };
    for_each_bit (slot, mask) {
        unsigned word = a->at[slot] / WORD;
        f.word[word % f.words] = (uint16_t)word;
        f.bytes[word % f.words] |= i->cut << shift(a->at[slot]);
    }
    return f;
}

// Objects if the pass acts on a byte that an older instruction's remaining slots in the sub-warps `subs`
// touch too, unless both only read it.
static bool may_overtake(struct memcheck *w, const struct footprint *f, const struct checked_instr *older,
                         uint32_t subs)
{
    if (!f->store && !older->store)
        return true;
    for_each_bit (k, subs)
        for_each_bit (slot, older->access[k].left) {
            unsigned at = older->access[k].at[slot], word = at / WORD % f->words;
            if (f->word[word] == at / WORD && f->bytes[word] & older->cut << shift(at))
                return memcheck_object(
                    w, NOWHERE,
                    "expected program order on every byte, seen a pass at the %s of address 0x%x "
                    "before the older %s in entry %d, sub-warp %u, slot %u",
                    f->store ? "store" : "load", at, older->store ? "store" : "load", (int)(older - w->entry),
                    k, slot);
        }
    return true;
}

bool memcheck_keeps_order(struct memcheck *w, const struct checked_instr *i, unsigned sub, uint32_t mask)
{
    if (!memcheck_overtakes(i, sub))
        return true;
    struct footprint f = footprint(w, i, &i->access[sub], mask);
    if (!may_overtake(w, &f, i, memcheck_lower_open(i, sub)))
        return false;
    for (unsigned e = i->older; e != NOBODY; e = w->entry[e].older)
        if (!may_overtake(w, &f, &w->entry[e], w->entry[e].open))
            return false;
    return true;
}
