// The rules of the contract of dxbar, each broken once: see blocks/expect.h.
#include "blocks/dxbar/contract.h"
#include "blocks/expect.h"

static void test_rules(void)
{
    for (int slot = 0; slot < LANES; slot += LANES - 1) {
        for (uint8_t width = 0; width < 8; width++) {
            for (uint8_t byte = 0; byte < UL1_WORD_BYTES; byte++) {
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

// A hit, and as many cycles as it takes until a shared load would be written back with it, with nothing in them.
#define HIT_BEFORE                                                  \
    WITH(dxbar);                                                    \
    in.pass_valid = in.pass_cached = in.map_mask = 1;               \
    GOOD(dxbar);                                                    \
    in.pass_valid = in.pass_cached = 0, in.map_mask = 0;            \
    for (int cycle = 1; cycle < UL1_HLAT - UL1_LAT; cycle++)        \
        GOOD(dxbar);                                                \
    in.pass_valid = in.map_mask = 1

static void test_hit(void)
{
    {
        HIT_BEFORE;
        BAD(dxbar, "map_mask: a shared load whose words");
        GOOD(dxbar); // a cycle later there is nothing against it
    }
    { // that of a load without slots, of a store, of a hit, of a dirty line do not come with it
        for (int kind = 0; kind < 4; kind++) {
            HIT_BEFORE;
            in.map_mask = kind != 0, in.pass_store = kind == 1, in.pass_cached = kind == 2, in.pass_readout = kind == 3;
            GOOD(dxbar);
        }
    }
    for (int kind = 0; kind < 2; kind++) { // a miss, and a cached store, are no hit
        WITH(dxbar);
        in.pass_valid = in.pass_cached = 1, in.map_mask = kind == 1, in.pass_store = kind == 1;
        GOOD(dxbar);
        in.pass_cached = in.pass_store = 0, in.map_mask = 1;
        for (int cycle = 0; cycle < UL1_HLAT - UL1_LAT; cycle++)
            GOOD(dxbar);
    }
    { // in reset it is forgotten
        HIT_BEFORE;
        in.rst = 1;
        GOOD(dxbar);
        in.rst = 0;
        for (int cycle = 0; cycle < UL1_HLAT - UL1_LAT; cycle++)
            GOOD(dxbar);
    }
    { // a shared load may overtake one, but not come with it
        WITH(dxbar);
        in.pass_valid = in.pass_cached = in.map_mask = 1;
        GOOD(dxbar);
        in.pass_cached = 0;
        for (int cycle = 1; cycle < UL1_HLAT - UL1_LAT; cycle++)
            GOOD(dxbar);
        BAD(dxbar, "map_mask: a shared load whose words");
    }
}

static void test_cached(void)
{
    WITH(dxbar);
    in.pass_cached = 1;
    BAD(dxbar, "pass_cached, pass_readout: without");
    in.pass_valid = 1;
    GOOD(dxbar);
    in.pass_store = 1;
    GOOD(dxbar);
}

static void test_readout(void)
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
    test_rules();
    test_hit();
    test_cached();
    test_readout();
}
