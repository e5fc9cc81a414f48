// Breaks each rule of the contract of lock once: see blocks/expect.h.
#include "blocks/expect.h"
#include "blocks/lock/contract.h"
#include "common/banks.h"

// A pass of slots 1 and 3 on one word of bank 2, and of slot 5 on a word of bank 3.
static void pass(struct ul1_lock_in *in, unsigned atom, unsigned row)
{
    in->pass_atom = (uint8_t)atom;
    in->map_mask = 0x2a;
    in->map_bank[1] = in->map_bank[3] = 2;
    in->map_bank[5] = 3;
    in->bank_en = 0xc;
    in->bank_row[2] = (array_row)row;
    in->bank_row[3] = (array_row)row;
}

static void test_flags(void)
{
    JUDGED(lock);
    pass(&in, UL1_ATOM_LOCK, 4);
    BAD(lock, "lock_pred: not one slot");
    out.lock_pred = 0x28;
    BAD(lock, "lock_pred: not one slot"); // the lower slot has it
    out.lock_pred = 0x22;
    GOOD(lock);
    BAD(lock, "lock_pred: not one slot"); // taken now
    out.lock_pred = 0;
    GOOD(lock);
    pass(&in, UL1_ATOM_LOCK, (4 + UL1_LOCKS_SEEN / UL1_LINE_WORDS) % UL1_ARRAY_ROWS); // the same flags
    GOOD(lock);
    pass(&in, UL1_ATOM_CUNLOCK, 4);
    in.map_mask = 0xa;
    BAD(lock, "lock_pred: not one slot");
    out.lock_pred = 2;
    GOOD(lock);
    BAD(lock, "lock_pred: not one slot"); // free now
    out.lock_pred = 0;
    GOOD(lock);
    pass(&in, UL1_ATOM_UNLOCK, 4);
    WRONG(lock, lock_pred, "lock_pred: not one slot");
    GOOD(lock);
    pass(&in, UL1_ATOM_LOCK, 4);
    out.lock_pred = 0x22;
    GOOD(lock);
    in.rst = 1;
    GOOD(lock);
    in.rst = 0;
    GOOD(lock); // free by the reset
}

static void test_inputs(void)
{
    JUDGED(lock);
    pass(&in, UL1_ATOM_UNLOCK, UL1_ARRAY_ROWS - 1);
    GOOD(lock);
    in.bank_en = 8;
    BAD(lock, "bank_en: not the bank");
    pass(&in, UL1_ATOM_UNLOCK, UL1_ARRAY_ROWS);
    if (UL1_ARRAY_ROWS < 1 << UL1_ROW_W)
        BAD(lock, "bank_row: no row");
    in.pass_atom = UL1_ATOM_CUNLOCK + 1;
    BAD(lock, "pass_atom: not built");
}

void test_lock(void)
{
    if (UL1_LOCKS) {
        test_flags();
        test_inputs();
        return;
    }
    JUDGED(lock);
    GOOD(lock);
    WRONG(lock, lock_pred, "lock_pred: not one slot");
    pass(&in, UL1_ATOM_LOCK, 0);
    BAD(lock, "pass_atom: not built");
}
