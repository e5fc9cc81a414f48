#include "blocks/lock/cover_points.h"

#include "common/atoms.h"
#include "common/banks.h"

const struct point_name lock_event_names[LOCK_POINT_COUNT] = { LOCK_POINTS(POINT_NAME) };

static bool any_taken(const struct lock_shadow *s)
{
    for (unsigned f = 0; f < UL1_LOCKS_SEEN; f++)
        if (s->taken[f])
            return true;
    return false;
}

// Another flag of the same bank is taken.
static bool beside(const struct lock_shadow *s, unsigned flag)
{
    for (unsigned f = flag % UL1_BANKS; f < UL1_LOCKS_SEEN; f += UL1_BANKS)
        if (f != flag && s->taken[f])
            return true;
    return false;
}

static bool shares(const struct ul1_lock_in *in, unsigned slot)
{
    for (unsigned i = slot + 1; i < LANES; i++)
        if (in->map_mask >> i & 1 && in->map_bank[i] == in->map_bank[slot])
            return true;
    return false;
}

static void count_slot(struct drive *d, struct lock_past *p, const struct lock_shadow *s,
                       const struct ul1_lock_in *in, unsigned slot)
{
    const unsigned flag = lock_shadow_flag(in, slot), bank = in->map_bank[slot];
    const unsigned word = in->bank_row[bank] * UL1_LINE_WORDS + bank_word(bank);
    const bool taken = s->taken[flag], locks = in->pass_atom == UL1_ATOM_LOCK,
               asks = in->pass_atom == UL1_ATOM_CUNLOCK, just = p->now && p->changed[flag] == p->now - 1;
    saw(d, LOCKED, locks && !taken);
    saw(d, LOCK_LOST, locks && taken);
    saw(d, LOCK_SHARED, locks && !taken && shares(in, slot));
    saw(d, LOCK_ALIAS, locks && taken && p->word[flag] != word);
    saw(d, LOCK_BESIDE, locks && !taken && beside(s, flag));
    saw(d, LOCK_AGAIN, locks && taken && just);
    saw(d, LOCK_BEHIND, locks && !taken && just);
    saw(d, UNLOCKED, in->pass_atom == UL1_ATOM_UNLOCK && taken);
    saw(d, UNLOCKED_FREE, in->pass_atom == UL1_ATOM_UNLOCK && !taken);
    saw(d, ASKED, asks && taken);
    saw(d, ASKED_FREE, asks && !taken);
    saw(d, ASKED_SHARED, asks && taken && shares(in, slot));
}

// The words and cycles of the flags that the pass changes.
static void note(struct lock_past *p, const struct lock_shadow *s, const struct ul1_lock_in *in)
{
    const bool locks = in->pass_atom == UL1_ATOM_LOCK;
    for (unsigned i = 0; i < LANES; i++) {
        const unsigned flag = lock_shadow_flag(in, i), bank = in->map_bank[i] % UL1_BANKS;
        if (!(in->map_mask >> i & 1) || s->taken[flag] == locks)
            continue;
        p->changed[flag] = p->now;
        if (locks)
            p->word[flag] = in->bank_row[bank] * UL1_LINE_WORDS + bank_word(bank);
    }
}

void lock_count(struct drive *d, struct lock_past *p, const struct lock_shadow *s,
                const struct ul1_lock_in *in)
{
    p->now++;
    if (in->rst || !s->judged) {
        saw(d, RESET_TAKEN, any_taken(s));
        saw(d, RESET_LOCKS, s->judged && in->pass_atom == UL1_ATOM_LOCK && in->map_mask);
        return;
    }
    if (!atom_locks(in->pass_atom)) {
        saw(d, OTHER_PASS, in->map_mask && any_taken(s));
        return;
    }
    const uint32_t had = lock_shadow_pred(s, in);
    saw(d, NO_SLOT, !in->map_mask);
    saw(d, LOCK_MIXED, in->pass_atom == UL1_ATOM_LOCK && had && had != in->map_mask);
    saw(d, LOCK_ALL, in->pass_atom == UL1_ATOM_LOCK && had == ALL_LANES);
    for (unsigned i = 0; i < LANES; i++)
        if (in->map_mask >> i & 1)
            count_slot(d, p, s, in, i);
    note(p, s, in);
}
