// Breaks each rule of the contract of split once: see blocks/expect.h. The block is combinational, so there
// is no reset.
#include "blocks/split/contract.h"
#include "blocks/expect.h"

void test_split(void)
{
    WITH(split);
    const uint16_t row = UL1_ABREAST * UL1_LINE_BYTES; // from a row of banks to the next
    in.req_cached = 1;
    in.req_mask = 0x2a;
    in.req_addr[0] = 3 * row; // idle, so its row does not matter
    in.req_addr[1] = row, in.req_addr[3] = row + 4, in.req_addr[5] = row + UL1_LINE_BYTES - 1;
    out.split_mask = 0x2a;
    GOOD(split);
    in.req_addr[5] = 2 * row;
    expect("split", "req_addr:", split_contract_check(&c, &in, &out));
    in.req_mask = out.split_mask = 0x0a;
    GOOD(split);
    // slot 5 accesses another row in the bank of slot 1
    in.req_mask = out.split_mask = 0x2a, in.req_cached = 0;
    expect("split", "split_mask:", split_contract_check(&c, &in, &out));
    out.split_mask = 0x0a;
    expect("split", "split_more:", split_contract_check(&c, &in, &out));
    out.split_more = 1;
    GOOD(split);
    if (UL1_MULTICAST) {
        in.req_mask |= 0x80, in.req_addr[7] = row + 6; // that bank and the row of slot 3
        expect("split", "split_mask:", split_contract_check(&c, &in, &out));
        out.split_mask = 0x8a;
        GOOD(split);
    }
    out.split_mask = out.split_more = 0;
    in.req_cached = 1, in.req_mask = 0; // a bare replay
    GOOD(split);
}
