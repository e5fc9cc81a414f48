// Breaks each rule of the contract of dxbar once: see blocks/expect.h.
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
                in.map_byte[1] = 3; // an idle slot's
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
    in.map_mask = 0, in.pass_atom = UL1_ATOM_CAS;
    BAD(dxbar, "pass_atom, pass_red: without a pass");
    in.pass_atom = 0, in.pass_red = UL1_ATOM_CAS;
    BAD(dxbar, "pass_atom, pass_red: without a pass");
    in.pass_red = 0, in.map_mask = in.pass_valid = 1, in.pass_due = UL1_LAT;
    GOOD(dxbar);
}

// The words of a load may be due in each stage from LAT to HLAT, and in no other.
static void test_stages(void)
{
    for (unsigned stage = 0; stage < 1 << UL1_STAGE_W; stage++) {
        WITH(dxbar);
        in.pass_valid = in.map_mask = 1;
        in.pass_due = (uint8_t)stage;
        if (stage >= UL1_LAT && stage <= UL1_HLAT)
            GOOD(dxbar);
        else
            BAD(dxbar, "pass_due: no stage");
    }
}

// A load with words due as late as possible, and one cycle later a pass with words that would be due in the
// same cycle.
#define LATE_BEFORE                                          \
    WITH(dxbar);                                             \
    in.pass_valid = in.map_mask = 1, in.pass_due = UL1_HLAT; \
    GOOD(dxbar);                                             \
    in.pass_due = UL1_HLAT - 1

static void test_due(void)
{
    {
        LATE_BEFORE;
        BAD(dxbar, "pass_due: of a load whose words come with");
        GOOD(dxbar); // one cycle later it is legal
    }
    // words of a load without slots, of a store or of a victim readout do not coincide with it, nor those of
    // a load due otherwise
    {
        for (int kind = 0; kind < 4; kind++) {
            LATE_BEFORE;
            in.map_mask = kind != 0, in.pass_store = kind == 1, in.pass_readout = kind == 2;
            in.pass_due = (uint8_t)(UL1_HLAT - (kind < 3));
            GOOD(dxbar);
        }
    }
    for (int kind = 0; kind < 3; kind++) { // they do not coincide either with those of such a pass before
        WITH(dxbar);
        in.pass_valid = 1, in.pass_due = UL1_HLAT;
        in.map_mask = kind != 0, in.pass_store = kind == 1, in.pass_readout = kind == 2;
        GOOD(dxbar);
        in.map_mask = 1, in.pass_store = in.pass_readout = 0, in.pass_due = UL1_HLAT - 1;
        GOOD(dxbar);
    }
    { // in reset the reservation is forgotten
        LATE_BEFORE;
        in.rst = 1;
        GOOD(dxbar);
        in.rst = 0;
        in.pass_due = UL1_LAT;
        for (int cycle = 0; cycle < UL1_HLAT; cycle++) {
            out.load_mask = cycle >= UL1_LAT - 1;
            GOOD(dxbar);
        }
    }
    { // from the first stage to the last: each time the one that the previous load has reserved
        WITH(dxbar);
        in.pass_valid = in.map_mask = 1;
        for (unsigned due = UL1_HLAT; due > UL1_LAT; due--) {
            in.pass_due = UL1_HLAT;
            struct dxbar_contract after = { 0 };
            c = after;
            GOOD(dxbar);
            in.map_mask = 0;
            for (unsigned cycle = due; cycle < UL1_HLAT; cycle++)
                GOOD(dxbar);
            in.map_mask = 1, in.pass_due = (uint8_t)(due - 1);
            BAD(dxbar, "pass_due: of a load whose words come with");
        }
    }
}

// Words appear in the one cycle in which a load's are due; a store or a victim readout has none.
static void test_words(void)
{
    for (int kind = 0; kind < 4; kind++) {
        WITH(dxbar);
        in.pass_valid = 1, in.pass_due = UL1_HLAT;
        in.map_mask = kind != 0, in.pass_store = kind == 1, in.pass_readout = kind == 2;
        GOOD(dxbar);
        in.pass_valid = in.map_mask = in.pass_store = in.pass_readout = 0;
        for (unsigned cycle = 2; cycle <= UL1_HLAT + 1; cycle++) {
            struct dxbar_contract before = c;
            out.load_mask = 1;
            if (kind == 3 && cycle == UL1_HLAT)
                GOOD(dxbar);
            else
                BAD(dxbar, "load_mask: words of no load");
            c = before;
            out.load_mask = 0;
            GOOD(dxbar);
        }
    }
}

// Only the slots of the load that is due, and of a store in stage 2, matter.
static void test_judged(void)
{
    JUDGED(dxbar);
    in.pass_valid = 1, in.map_mask = 0x14, in.pass_due = UL1_HLAT;
    GOOD(dxbar);
    in.pass_store = 1;
    WRONG(dxbar, cross_be[2], "cross_be: bytes");
    for (unsigned cycle = 2; cycle < UL1_HLAT; cycle++)
        GOOD(dxbar);
    out.cross_be[2] = 1, out.load_mask = 0x14;
    in.pass_valid = in.map_mask = 0;
    WRONG(dxbar, load_mask, "load_mask: not");
    WRONG(dxbar, load_pred, "load_pred: not");
    GOOD(dxbar);
    out.load_mask = 0;
    BAD(dxbar, "cross_be: bytes");
}

// Predicates are of active slots of a lock access.
static void test_asked(void)
{
    JUDGED(dxbar);
    in.pass_valid = in.pass_store = in.lock_pred = 1, in.map_mask = 3;
    BAD(dxbar, "lock_pred: of an idle slot");
    in.pass_atom = UL1_ATOM_LOCK;
    BAD(dxbar, "pass_atom: not built");
    in.pass_atom = UL1_ATOM_CUNLOCK, in.lock_pred = 4, in.pass_width = UL1_WIDTH_B32, in.pass_due = UL1_LAT;
    BAD(dxbar, UL1_LOCKS ? "lock_pred: of an idle slot" : "pass_atom: not built");
}

// They come with the words of their slots.
static void test_predicates(void)
{
    JUDGED(dxbar);
    in.pass_valid = 1, in.lock_pred = 2, in.map_mask = 3;
    in.pass_atom = UL1_ATOM_LOCK, in.pass_width = UL1_WIDTH_B32, in.pass_due = UL1_LAT;
    if (!UL1_LOCKS)
        return;
    GOOD(dxbar);
    in.pass_valid = in.map_mask = in.lock_pred = in.pass_atom = 0;
    for (unsigned cycle = 2; cycle < UL1_LAT; cycle++)
        GOOD(dxbar);
    out.load_mask = 3, out.load_pred = 2;
    WRONG(dxbar, load_pred, "load_pred: not");
    GOOD(dxbar);
}

static void test_readout(void)
{
    WITH(dxbar);
    in.pass_readout = 1;
    BAD(dxbar, "pass_readout: without");
    in.pass_valid = 1;
    GOOD(dxbar);
    in.pass_store = 1;
    BAD(dxbar, "pass_readout: of a store");
}

void test_dxbar(void)
{
    test_rules();
    test_stages();
    test_due();
    test_words();
    test_judged();
    test_readout();
    test_asked();
    test_predicates();
}
