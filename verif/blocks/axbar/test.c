// Breaks each rule of the contract of axbar once: see blocks/expect.h. The block is combinational, so there
// is no reset.
#include "blocks/axbar/contract.h"
#include "blocks/expect.h"
#include "common/banks.h"

void test_axbar(void)
{
    const array_row last = (array_row)bank_row(UL1_ARRAY_ROWS - 1, 7); // the last that bank 7 has
    WITH(axbar);
    in.map_mask = 0x2a;
    in.map_bank[1] = in.map_bank[5] = 7;
    in.map_row[1] = in.map_row[5] = last;
    in.map_bank[0] = 7; // idle, so its row does not matter
    in.map_bank[3] = 2, in.map_row[3] = UL1_ABREAST;
    out.bank_en = 1 << 7 | 1 << 2;
    out.bank_row[7] = last, out.bank_row[2] = UL1_ABREAST;
    GOOD(axbar);
    out.bank_en |= 1;
    expect("axbar", "bank_en:", axbar_contract_check(&c, &in, &out));
    out.bank_en ^= 1 | 1 << 2;
    expect("axbar", "bank_en:", axbar_contract_check(&c, &in, &out));
    out.bank_en |= 1 << 2;
    out.bank_row[2] ^= 1;
    expect("axbar", "bank_row:", axbar_contract_check(&c, &in, &out));
    out.bank_row[2] ^= 1;
    in.map_row[5] = (array_row)(last - UL1_ARRAY_ROWS / 2); // equal except for the highest bit
    expect("axbar", "map_row:", axbar_contract_check(&c, &in, &out));
    in.map_mask = 0x0a;
    GOOD(axbar);
}
