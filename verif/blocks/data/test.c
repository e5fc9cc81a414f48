// Breaks each rule of the contract of data once: see blocks/expect.h.
#include "blocks/data/contract.h"
#include "blocks/expect.h"

static void test_forwarded(void)
{
    WITH(data);
    in.bank_en = 1u << (LANES - 1);
    GOOD(data); // so bytes of that bank may be forwarded in the next cycle
    in.forward_be[LANES - 1] = 1;
    in.pass_store = 1;
    out.read_valid = 1u << (LANES - 1);
    GOOD(data);
    out.read_valid = 0;
    BAD(data, "forward_be:"); // after the store they may not
}

static void test_read(void)
{
    for (int store = 0; store < 2; store++) {
        WITH(data);
        in.bank_en = 2, in.pass_store = (uint8_t)store;
        GOOD(data);
        in.bank_en = 0;
        out.read_valid = store ? 0 : 2;
        WRONG(data, read_valid, "read_valid:");
        GOOD(data);
        out.read_valid = 0;
        WRONG(data, read_valid, "read_valid:");
        GOOD(data);
    }
}

// Written words are read back, in a reset too; a word that is written while it is read is inverted.
static void test_written(void)
{
    WITH(data);
    in.write_valid = 1;
    in.write_be[1] = 3;
    in.write_data[1] = 0x12345678;
    in.write_row[1] = in.bank_row[1] = 8;
    in.rst = 1;
    GOOD(data);
    in.rst = 0;
    in.write_be[1] = 1;
    in.bank_en = 2;
    GOOD(data);
    in.write_valid = in.write_be[1] = 0;
    out.read_valid = 2;
    out.read_data[1] = 0xffff5687;
    WRONG(data, read_data[1], "read_data:");
    GOOD(data);
    out.read_data[1] = 0xffff5678;
    GOOD(data);
    in.forward_be[1] = 2, in.forward_data[1] = 0xaa00;
    out.read_data[1] = 0xffffaa78;
    GOOD(data);
    out.read_data[1] = 0xffff5678;
    BAD(data, "read_data:"); // not the forwarded bytes
    in.forward_be[1] = 0;
    out.read_data[1] = 0xffff5679;
    BAD(data, "read_data:");
}

static void test_filled(void)
{
    WITH(data);
    in.bank_en = 1u << (UL1_LINE_WORDS - 1);
    in.bank_row[UL1_LINE_WORDS - 1] = in.done_fill_row = 8;
    in.fill_valid = 1;
    in.fill_sect = UL1_SECTORS > 1;
    GOOD(data); // another sector, or none
    out.read_valid = in.bank_en;
    in.fill_sect = 1u << (UL1_SECTORS - 1);
    GOOD(data); // old words may replace what is read
    in.fill_err = 1;
    BAD(data, "done_fill_row:");
    GOOD(data); // nothing is written
    in.fill_err = 0;
    in.pass_store = 1;
    GOOD(data); // nothing is read
}

void test_data(void)
{
    test_forwarded();
    test_read();
    test_written();
    test_filled();
    for (int bank = 0; bank < UL1_LINE_WORDS; bank += UL1_LINE_WORDS - 1) {
        WITH(data);
        in.write_valid = 1;
        in.write_be[bank] = 4;
        GOOD(data);
        in.write_valid = 0;
        BAD(data, "write_be:");
    }
}
