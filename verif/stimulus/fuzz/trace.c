// Fuzzes traces (verif/stimulus/trace), plain or compressed: reads them, stores their thread blocks, and
// reads these back warp by warp. A refusal must have a position.
#include "stimulus/fuzz/common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stimulus/trace/blocks.h"
#include "stimulus/trace/survey.h"

const char *const fuzz_words[] = {
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "-1",
    "ffffffff",
    "00000000",
    "0000000f",
    "80000001",
    "0x0",
    "0x80000000",
    "0xffffffffffffffff",
    "18446744073709551615",
    "R0",
    "R254",
    "R255",
    "RZ",
    "R256",
    "LDG.E",
    "LDG.E.128",
    "STG.E.U8",
    "LDS.64",
    "STS",
    "LDL.S16",
    "STL.128",
    "LD.E",
    "ST.E",
    "LDSM.16.M88.4",
    "LDGSTS.E.128",
    "LDGSTS.E",
    "LDGDEPBAR",
    "DEPBAR.LE",
    "BAR.SYNC",
    "BAR.ARV",
    "MEMBAR.SC.SYS",
    "ATOMG.ADD",
    "LDSLK",
    "STSCUL",
    "12 R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12",
    "LDG.E.256",
    "LDG.E.99999999999999999999",
    "FROB",
    "EXIT",
    ".",
    "=",
    ",",
    "\n",
    "#BEGIN_TB\n",
    "#END_TB\n",
    "thread block = 0,0,0\n",
    "warp = 0\n",
    "warp = 63\n",
    "insts = 1\n",
    "insts = 0\n",
    "-shmem = 64\n",
    "-shmem base_addr = 0x80000000\n",
    "-local mem base_addr = 0x80000000\n",
    "-enable lineinfo = 1\n",
    "-accelsim tracer version = 4\n",
    NULL,
};

// Each warp's stored operations are read back completely.
static void keep_blocks(const char *path)
{
    char error[TRACE_ERROR] = "";
    struct trace_op op;
    unsigned place;
    struct blocks *b = blocks_new(path, 0, 1, 1, error);
    enum begun begun = b ? BLOCK_BEGUN : BLOCK_FAULT;
    while (begun == BLOCK_BEGUN) {
        begun = blocks_begin(b, TRACE_WARPS, &place);
        for (uint64_t left = begun == BLOCK_BEGUN ? blocks_warps(b, place) : 0; left; left &= left - 1) {
            enum spooled s;
            while ((s = blocks_next(b, place, (unsigned)__builtin_ctzll(left), &op)) == SPOOLED_OP) {
            }
            begun = s == SPOOLED_FAULT ? BLOCK_FAULT : begun;
        }
        if (begun == BLOCK_BEGUN)
            blocks_end(b, place);
    }
    if (begun == BLOCK_FAULT)
        fuzz_complain("understood, and not read again", b ? blocks_error(b) : error);
    blocks_free(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    char error[TRACE_ERROR] = "";
    struct survey s;
    const char *path = fuzz_file("", bytes, count);
    const size_t n = strlen(path);
    if (survey(path, &s, error))
        keep_blocks(path);
    else if (strncmp(error, path, n) || error[n] != ':')
        fuzz_complain("refused without a place", error);
    return 0;
}
