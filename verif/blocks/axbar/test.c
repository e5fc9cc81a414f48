// Breaks each rule of the contract of axbar once: see blocks/expect.h. The block is combinational, so there
// is no reset.
#include "blocks/axbar/contract.h"
#include "blocks/expect.h"

// The last row of the lower half of a bank.
enum { LAST = UL1_ARRAY_ROWS - UL1_BANK_WORDS };

void test_axbar(void)
{
    WITH(axbar);
    in.map_mask = 0x2a;
    in.map_bank[1] = in.map_bank[5] = 7;
    in.map_row[1] = in.map_row[5] = LAST;
    in.map_bank[0] = 7; // idle, so its row does not matter
    in.map_bank[3] = 2, in.map_row[3] = UL1_BANK_WORDS;
    out.bank_en = 1 << 7 | 1 << 2;
    out.bank_row[7] = LAST, out.bank_row[2] = UL1_BANK_WORDS;
    GOOD(axbar);
    out.bank_en |= 1;
    expect("axbar", "bank_en:", axbar_contract_check(&c, &in, &out));
    out.bank_en ^= 1 | 1 << 2;
    expect("axbar", "bank_en:", axbar_contract_check(&c, &in, &out));
    out.bank_en |= 1 << 2;
    out.bank_row[2] ^= 1;
    expect("axbar", "bank_row:", axbar_contract_check(&c, &in, &out));
    out.bank_row[2] ^= 1;
    in.map_row[5] = LAST - UL1_ARRAY_ROWS / 2; // equal except for the highest bit
    expect("axbar", "map_row:", axbar_contract_check(&c, &in, &out));
    in.map_mask = 0x0a;
    GOOD(axbar);
}
