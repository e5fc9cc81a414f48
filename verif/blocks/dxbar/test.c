// The rules of the contract of dxbar, each broken once: see blocks/contract_test.h.
#include "blocks/dxbar/contract.h"
#include "blocks/contract_test.h"

static void test_dxbar_rules(void)
{
    for (int slot = 0; slot < LANES; slot += LANES - 1) {
        for (uint8_t width = 0; width < 8; width++) {
            for (uint8_t byte = 0; byte < 4; byte++) {
                WITH(dxbar);
                in.pass_valid = in.pass_store = 1;
                in.pass_width = width;
                in.map_mask = 1u << slot;
                in.map_byte[slot] = byte;
                in.map_byte[1] = 3; // of an idle slot
                if (width == UL1_WIDTH_B8 || byte == 0 || (width == UL1_WIDTH_B16 && byte == 2))
                    GOOD(dxbar);
                else
                    BAD(dxbar, "map_byte:");
            }
        }
    }
    WITH(dxbar);
    in.map_mask = 1;
    BAD(dxbar, "map_mask:");
    in.pass_valid = 1;
    GOOD(dxbar);
}

static void test_dxbar_cached(void)
{
    {
        WITH(dxbar);
        in.pass_cached = 1;
        BAD(dxbar, "pass_cached, pass_readout: without");
        in.pass_valid = 1;
        GOOD(dxbar);
        in.pass_store = 1;
        GOOD(dxbar);
    }
    // Behind a hit: a shared load, one without slots, a store, a hit, a dirty line; a load behind a miss, behind a cached store.
    for (int kind = 0; kind < 7; kind++) {
        WITH(dxbar);
        in.pass_valid = in.pass_cached = 1, in.map_mask = kind != 5, in.pass_store = kind == 6;
        GOOD(dxbar);
        in.pass_cached = kind == 3, in.pass_store = kind == 2, in.pass_readout = kind == 4, in.map_mask = kind != 1;
        if (kind)
            GOOD(dxbar);
        else
            BAD(dxbar, "map_mask: a shared load right behind a hit");
    }
    { // in reset it is forgotten
        WITH(dxbar);
        in.pass_valid = in.pass_cached = in.map_mask = 1;
        GOOD(dxbar);
        in.rst = 1;
        GOOD(dxbar);
        in.rst = 0, in.pass_cached = 0;
        GOOD(dxbar);
    }
}

static void test_dxbar_evict(void)
{
    WITH(dxbar);
    in.pass_readout = 1;
    BAD(dxbar, "pass_cached, pass_readout: without");
    in.pass_valid = 1;
    GOOD(dxbar);
    in.pass_store = 1;
    BAD(dxbar, "pass_readout: of a store");
    in.pass_store = 0, in.pass_cached = 1;
    BAD(dxbar, "pass_readout: of a store");
}

void test_dxbar(void)
{
    test_dxbar_rules();
    test_dxbar_cached();
    test_dxbar_evict();
}
