// Tests the reader and the decoder: malformed traces are refused with line and reason, and instructions
// decode as expected.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stimulus/trace/blocks.h"
#include "stimulus/trace/survey.h"
#include "ul1_sizes.h"

static unsigned passed, failed;
static char path[] = "/tmp/reader_test-XXXXXX";

static void check(bool fine, const char *text, const char *wanted, const char *seen)
{
    passed += fine;
    failed += !fine;
    if (!fine)
        printf("FAILED: %s\n  wanted: %s\n  seen:   %s\n", text, wanted, seen);
}

static void write_file(const char *text, size_t length)
{
    FILE *f = fopen(path, "w");
    if (!f || fwrite(text, 1, length, f) != length || fclose(f)) {
        printf("reader: cannot write %s\n", path);
        exit(1);
    }
}

// The fault of a trace, without the file's name.
static const char *said_of(const char *text, size_t length, struct survey *s)
{
    static char error[TRACE_ERROR];
    write_file(text, length);
    return survey(path, s, error) ? "" : error + (strncmp(error, path, strlen(path)) ? 0 : strlen(path) + 1);
}

#define VERSION   "-accelsim tracer version = 5\n"
#define HEAD      "-shmem base_addr = 0x80000000\n-local mem base_addr = 0x81000000\n" VERSION // three lines
#define BLOCK     HEAD "#BEGIN_TB\nthread block = 0,0,0\n"                                     // five lines
#define ONE(line) BLOCK "warp = 0\ninsts = 1\n" line "\n#END_TB\n" // the line is the eighth

static const struct {
    const char *text, *said;
} refusals[] = {
    { "", "0: the file ends, and there was no thread block in it" },
    { HEAD, "3: the file ends, and there was no thread block in it" },
    { "nonsense\n", "1: '-key = value' or '#BEGIN_TB' expected, found 'nonsense'" },
    { "#BEGIN_TB\n", "1: the header lacks '-accelsim tracer version = n'" },
    { "-accelsim tracer version = 2\n", "1: version 2 is not known here: 3 to 5 are" },
    { "-accelsim tracer version = 6\n", "1: version 6 is not known here: 3 to 5 are" },
    { "-accelsim tracer version = x\n", "1: a version expected, found 'x'" },
    { "-shmem = 99999999999999999999\n", "1: a number expected, found '99999999999999999999'" },
    { "-shmem base_addr = \n", "1: a number expected, found the end of the line" },
    { "-enable lineinfo = 2\n", "1: 0 or 1 expected, found '2'" },
    { HEAD "#BEGIN_TB\nwarp = 0\n", "5: 'thread block = x,y,z' expected, found 'warp = 0'" },
    { HEAD "#BEGIN_TB\nthread block = 0,0\n",
      "5: a block's number expected, x,y,z, found the end of the line" },
    { HEAD "#BEGIN_TB\n#BEGIN_TB\n", "5: a thread block begins within another" },
    { BLOCK, "5: the file ends within a thread block" },
    { BLOCK "insts = 1\n", "6: 'warp = n' or '#END_TB' expected, found 'insts = 1'" },
    { BLOCK "warp = 64\n", "6: a warp's number expected, 0 to 63, found '64'" },
    { BLOCK "warp = 1\ninsts = 0\nwarp = 1\n", "8: warp 1 comes twice in this block" },
    { BLOCK "warp = 1\nwarp = 2\n", "7: 'insts = n' expected, found 'warp = 2'" },
    { BLOCK "warp = 1\n#END_TB\n", "7: 'insts = n' expected, found '#END_TB'" },
    { BLOCK "warp = 1\ninsts = -1\n", "7: the number of a warp's instructions expected, found '-1'" },
    { BLOCK "warp = 3\ninsts = 2\n0 0 0 NOP 0 0\n#END_TB\n",
      "9: 1 more instructions of warp 3 were announced" },
    { ONE("0 0 0 NOP 0 0\n0 0 0 NOP 0 0"), "9: 'warp = n' or '#END_TB' expected, found '0 0 0 NOP 0 0'" },
    { HEAD "#BEGIN_TB\n#END_TB\n", "5: 'thread block = x,y,z' expected, found '#END_TB'" },
    { BLOCK "#END_TB\n#END_TB\n", "7: '#BEGIN_TB' expected, found '#END_TB'" },
    { BLOCK "#END_TB\nwarp = 0\n", "7: '#BEGIN_TB' expected, found 'warp = 0'" },
    { ONE("xyz"), "8: an instruction expected, which begins with its PC, found 'xyz'" },
    { ONE("0010"), "8: a mask of 32 lanes expected, found the end of the line" },
    { ONE("0010 1ffffffff"), "8: a mask of 32 lanes expected, found '1ffffffff'" },
    { ONE("0010 1 2"), "8: the number of registers that it writes expected, 0 or 1, found '2'" },
    { ONE("0010 1 1 P0"), "8: a register expected, R0 to R255, found 'P0'" },
    { ONE("0010 1 1 R256"), "8: a register expected, R0 to R255, found 'R256'" },
    { ONE("0010 1 0 12"), "8: an opcode expected, found '12'" },
    { ONE("0010 1 0 NOP"),
      "8: the number of registers that it reads expected, 0 to 8, found the end of the line" },
    { ONE("0010 1 0 NOP 9"), "8: the number of registers that it reads expected, 0 to 8, found '9'" },
    { ONE("0010 1 0 NOP 1 0"), "8: a register expected, R0 to R255, found '0'" },
    { ONE("0010 1 0 NOP 0"), "8: the bytes of an access expected, or 0, found the end of the line" },
    { ONE("0010 1 0 NOP 0 0 0 0"), "8: the end of the line expected, found '0'" },
    { ONE("0010 1 0 NOP 0 0 x"), "8: an immediate or the end of the line expected, found 'x'" },
    { ONE("0010 1 0 LDS 0 4 3 0x0"), "8: how addresses are written expected, 0, 1 or 2, found '3'" },
    { ONE("0010 3 0 LDS 0 4 0 0x0"),
      "8: an address for each lane of the mask expected, found the end of the line" },
    { ONE("0010 3 0 LDS 0 4 1 0x0"), "8: what lies between addresses expected, found the end of the line" },
    { ONE("0010 5 0 LDS 0 4 1 0x0 4"), "8: addresses of mode 1 are of lanes in a row, the mask is 00000005" },
    { ONE("0010 5 0 LDS 0 4 2 0x0"),
      "8: a difference for each further lane of the mask expected, found the end of the line" },
    { ONE("0010 1 0 LDS 0 4 2 0x0 0x4"), "8: an immediate or the end of the line expected, found '0x4'" },
    { ONE("0010 3 0 LDS.64 0 8 1 0x8 4"), "8: the address of lane 1, 0xc, is not aligned to its 64 bits" },
    { ONE("0010 3 1 R3 LDS.64 0 8 1 0x0 8"), "8: R3 is not the first of 2 registers that 64 bits may go to" },
    { ONE("0010 3 1 R2 LDG.E.128 0 16 1 0x0 16"),
      "8: R2 is not the first of 4 registers that 128 bits may go to" },
    { ONE("0010 1 1 R2 LDG.E 1 R4 0"), "8: LDG.E has no addresses" },
    { ONE("0010 1 0 LDGSTS.E 1 R4 0"), "8: LDGSTS.E has no addresses" },
    { "-enable lineinfo = 1\n" ONE("x 0010 1 0 NOP 0 0"), "9: a line of the source expected, found 'x'" },
};

static void try_refusals(void)
{
    struct survey s;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const char *said = said_of(refusals[i].text, strlen(refusals[i].text), &s);
        check(!strcmp(said, refusals[i].said), refusals[i].text, refusals[i].said, said);
    }
    const char zero[] = HEAD "\0";
    const char *said = said_of(zero, sizeof zero, &s);
    check(!strcmp(said, "4: a byte of 0 is no text"), "a byte of 0", "its line", said);
    char *longest = malloc(1 << 20);
    if (!longest)
        exit(2);
    memset(longest, 'A', 1 << 20);
    said = said_of(longest, 1 << 20, &s);
    check(!strcmp(said, "1: a line is too long to be one of a trace"), "a long line", "its line", said);
    free(longest);
}

// ---- decoded instructions

static const char *const kinds[] = { "load", "store", "atomic", "fence",   "from",
                                     "to",   "group", "wait",   "barrier", "other" };

// Each operation of the one warp as `kind space width hint reg+regs mask first last`.
static const char *ops_of(const char *text)
{
    static char told[1000];
    static struct trace_counts counts;
    char error[TRACE_ERROR];
    struct decode_half half = { 0 };
    struct trace_op op[DECODE_MOST];
    enum trace_got got;
    size_t n = 0;
    write_file(text, strlen(text));
    struct reader *r = reader_open(path, error);
    *told = 0;
    do {
        got = reader_next(r);
        const int ops = got == TRACE_FAULT
            ? 0
            : decode(r, got == TRACE_INSTR ? reader_instr(r) : NULL, &half, &counts, op);
        for (int k = 0; k < ops; k++) {
            const struct trace_op *o = &op[k];
            const bool access = o->kind <= TRACE_TO && o->kind != TRACE_FENCE;
            n += (size_t)snprintf(told + n, sizeof told - n, "%s%s", n ? "; " : "", kinds[o->kind]);
            if (access)
                n += (size_t)snprintf(told + n, sizeof told - n,
                                      " %u%s %u %u %u+%u %08" PRIx32 " %" PRIx64 " %" PRIx64, o->space,
                                      o->sign ? "s" : "", o->width, o->hint, o->first, o->regs, o->mask,
                                      o->addr[__builtin_ctz(o->mask)], o->addr[31 - __builtin_clz(o->mask)]);
            else if (o->kind == TRACE_FENCE || o->kind == TRACE_WAIT)
                n += (size_t)snprintf(told + n, sizeof told - n, " %u",
                                      o->kind == TRACE_WAIT ? o->groups : o->level);
        }
    } while (got != TRACE_END && got != TRACE_FAULT);
    reader_close(r);
    return told;
}

static const struct {
    const char *line, *ops;
} meanings[] = {
    { "0 3 1 R4 LDG.E 1 R2 4 1 0x1000 8", "load 1 2 0 4+1 00000003 1000 1008" },
    { "0 3 1 R4 LDG.E.U8.CONSTANT 1 R2 1 1 1001 -1", "load 1 0 4 4+1 00000003 1001 1000" },
    { "0 3 1 R4 LDG.E.S16.STRONG.GPU 1 R2 2 1 1000 2", "load 1s 1 1 4+1 00000003 1000 1002" },
    { "0 3 1 R4 LDG.E.CG 1 R2 4 1 1000 4", "load 1 2 1 4+1 00000003 1000 1004" },
    { "0 3 1 R4 LDG.E.CV 1 R2 4 1 1000 4", "load 1 2 1 4+1 00000003 1000 1004" },
    { "0 3 1 R4 LDG.E.CI 1 R2 4 1 1000 4", "load 1 2 4 4+1 00000003 1000 1004" },
    { "0 3 1 R4 LDG.E.EF 1 R2 4 1 1000 4", "load 1 2 6 4+1 00000003 1000 1004" },
    { "0 3 1 R4 LDG.E.LU 1 R2 4 1 1000 4", "load 1 2 6 4+1 00000003 1000 1004" },
    { "0 3 1 R4 LDG.E.CS 1 R2 4 1 1000 4", "load 1 2 6 4+1 00000003 1000 1004" },
    { "0 3 0 STG.E.EF 2 R2 R5 4 1 1000 4", "store 1 2 6 0+0 00000003 1000 1004" },
    { "0 3 0 STG.E.WT 2 R2 R5 4 1 1000 4", "store 1 2 3 0+0 00000003 1000 1004" },
    { "0 3 0 STG.E.CG 2 R2 R5 4 1 1000 4", "store 1 2 1 0+0 00000003 1000 1004" },
    { "0 9 1 R4 LDG.E.64 1 R2 8 2 0x1000 -8 5", "load 1 3 0 4+2 00000009 1000 ff8" },
    { "0 9 1 RZ LDG.E.128 1 R2 16 0 0x1000 0x2000", "load 1 4 0 0+0 00000009 1000 2000" },
    { "0 3 1 R4 LDS.U.32 1 R2 4 1 0x80000010 4", "load 0 2 0 4+1 00000003 10 14" },
    { "0 3 0 STL.64 2 R1 R2 8 1 0xfffdc0 0", "store 2 3 0 0+0 00000003 fffdc0 fffdc0" },
    { "0 3 0 STL.64 2 R1 R2 8 1 0x81fffdc0 0", "store 2 3 0 0+0 00000003 fffdc0 fffdc0" },
    { "0 7 1 R4 LD.E 1 R2 4 0 0x80000010 0x81000020 0x1000",
      "load 0 2 0 4+1 00000001 10 10; load 1 2 0 4+1 00000004 1000 1000; "
      "load 2 2 0 4+1 00000002 20 20" },
    // behind both windows
    { "0 3 1 R4 LD.E 1 R2 4 1 0x82000000 4", "load 1 2 0 4+1 00000003 82000000 82000004" },
    { "0 ffffffff 1 R4 LDSM.16.M88.2 1 R2 2 1 0x0 16", "load 0 4 0 4+2 0000ffff 0 f0" },
    { "0 ffffffff 0 STSM.16.MT88.4 2 R2 R4 2 1 0x80000000 16", "store 0 4 0 0+0 ffffffff 0 1f0" },
    { "0 3 1 R7 LDSM.16.M88 1 R2 2 1 0x10 16", "load 0 4 0 7+1 00000003 10 20" },
    { "0 3 0 RED.E.ADD.STRONG.GPU 2 R2 R5 4 1 0x1000 4",
      UL1_GLOBAL_ATOMICS ? "store 1 2 0 0+0 00000003 1000 1004" : "other" },
    { "0 3 0 REDG.E.ADD.64.STRONG.GPU 2 R2 R5 8 1 0x1000 8",
      UL1_GLOBAL_ATOMICS ? "store 1 3 0 0+0 00000003 1000 1008" : "other" },
    { "0 3 0 RED.E.MIN.64.STRONG.GPU 2 R2 R5 8 1 0x1000 8", "other" },
    { "0 3 0 RED.E.ADD.STRONG.GPU 2 R2 R5 4 1 0x80000010 4", "other" },
    { "0 3 1 R4 LDC.U8 1 R2 1 1 0x1000 1", UL1_CONSTANTS ? "load 3 0 0 4+1 00000003 1000 1001" : "other" },
    { "0 3 1 R4 LDU.E.64 1 R2 8 1 0x1000 0",
      UL1_CONSTANTS ? "load 3 3 0 4+2 00000003 1000 1000" : "load 1 3 0 4+2 00000003 1000 1000" },
    { "0 3 1 R4 LDC 1 R2 0", "other" },
    { "0 3 1 R4 ATOMG.E.ADD.STRONG.GPU 2 R2 R5 4 1 0x1000 4",
      UL1_GLOBAL_ATOMICS > 1 ? "atomic 1 2 0 4+1 00000003 1000 1004" : "other" },
    { "0 3 1 R4 ATOM.E.CAS.64.STRONG.GPU 2 R2 R6 8 1 0x1000 8",
      UL1_GLOBAL_ATOMICS > 1 ? "atomic 1 3 0 4+2 00000003 1000 1008" : "other" },
    { "0 3 1 R4 ATOM.E.ADD 2 R2 R5 4 0 0x1000 0x80000010", "other" },
    { "0 ffffffff 0 MEMBAR.ALL.CTA 0 0", "fence 0" },
    { "0 ffffffff 0 MEMBAR.SC.VC 0 0", "fence 1" },
    { "0 ffffffff 0 MEMBAR.SC.SYS 0 0", "fence 2" },
    { "0 ffffffff 0 BAR.RED.AND.DEFER_BLOCKING 0 0", "barrier" },
    { "0 0 0 BAR.SYNC 0 0", "other" },
    { "0 ffffffff 0 DEPBAR.LE 0 0 3", "wait 3" },
    { "0 ffffffff 0 LDGDEPBAR 0 0", "group" },
    { "0 0 0 LDG.E 1 R2 4 2 0x0", "other" },
    { "0 1 1 R4 LDL 1 R2 4 2 0x7f0000000000", "other" },
    { "0 1 1 R4 LDG.E.256 1 R2 32 2 0x1000", "other" },
    { "0 3 1 R4 LDSLK 1 R2 4 1 0x10 4", UL1_LOCKS ? "load 0 2 0 4+1 00000003 10 14" : "other" },
    { "0 3 0 STSUL 2 R2 R4 4 1 0x10 4", UL1_LOCKS ? "store 0 2 0 0+0 00000003 10 14" : "other" },
    { "0 3 0 STSCUL 2 R2 R4 4 1 0x10 4", UL1_LOCKS ? "store 0 2 0 0+0 00000003 10 14" : "other" },
    { "0 3 1 R4 LDSLK.64 1 R2 8 1 0x10 8", "other" },
};

// Sequences of instructions. The two lines of a copy may come in either order. A line without the other one
// is a load.
static const struct {
    const char *text, *ops;
} sequences[] = {
    { BLOCK "warp = 0\ninsts = 2\n0 1 0 LDGSTS.E 0 4 2 0x10\n0 1 0 LDGSTS.E 0 4 2 0x90000000\n#END_TB\n",
      "from 1 2 0 0+0 00000001 90000000 90000000; to 0 2 0 0+0 00000001 10 10" },
    { BLOCK
      "warp = 0\ninsts = 2\n0 1 0 LDGSTS.E 0 4 2 0x90000000\n0 1 0 LDGSTS.E 0 4 2 0x80000010\n#END_TB\n",
      "from 1 2 0 0+0 00000001 90000000 90000000; to 0 2 0 0+0 00000001 10 10" },
    { BLOCK
      "warp = 0\ninsts = 2\n0 1 0 LDGSTS.E 0 4 2 0x90000000\n0 1 0 LDGSTS.E 0 4 2 0x90000004\n#END_TB\n",
      "load 1 2 0 0+0 00000001 90000000 90000000; load 1 2 0 0+0 00000001 90000004 90000004" },
    { BLOCK "warp = 0\ninsts = 2\n0 1 0 LDGSTS.E 0 4 2 0x10\n10 1 0 LDGSTS.E 0 4 2 0x90000000\n#END_TB\n",
      "other; load 1 2 0 0+0 00000001 90000000 90000000" },
    { BLOCK "warp = 0\ninsts = 2\n0 1 0 LDGSTS.E 0 4 2 0x90000000\n10 1 0 BAR.SYNC 0 0\n#END_TB\n",
      "load 1 2 0 0+0 00000001 90000000 90000000; barrier" },
    { BLOCK "warp = 0\ninsts = 1\n0 1 0 LDGSTS.E 0 4 2 0x90000000\nwarp = 1\ninsts = 1\n0 1 0 LDGSTS.E 0 4 2 "
            "0x10\n#END_TB\n",
      "load 1 2 0 0+0 00000001 90000000 90000000; other" },
};

static void try_meanings(void)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        char text[1000];
        snprintf(text, sizeof text, "%swarp = 0\ninsts = 1\n%s\n#END_TB\n", BLOCK, meanings[i].line);
        const char *ops = ops_of(text);
        check(!strcmp(ops, meanings[i].ops), meanings[i].line, meanings[i].ops, ops);
    }
    for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
        const char *ops = ops_of(sequences[i].text);
        check(!strcmp(ops, sequences[i].ops), sequences[i].text, sequences[i].ops, ops);
    }
}

// The global addresses of the blocks that an SM gets, one after the other.
static const char *blocks_of(unsigned sm, unsigned sms)
{
    static char said[200];
    char error[TRACE_ERROR];
    struct blocks *b = blocks_new(path, sm, sms, 1, error);
    struct trace_op op;
    unsigned place;
    *said = 0;
    while (b && blocks_begin(b, TRACE_WARPS, &place) == BLOCK_BEGUN) {
        const size_t n = strlen(said);
        if (blocks_next(b, place, 0, &op) == SPOOLED_OP)
            snprintf(said + n, sizeof said - n, "%" PRIx64 " ", op.addr[0]);
        blocks_end(b, place);
    }
    if (b)
        blocks_free(b);
    return said;
}

// SMs get seven blocks in turn.
static void try_turns(void)
{
    static const struct {
        unsigned sm, sms;
        const char *blocks;
    } turns[] = { { 0, 1, "0 10 20 30 40 50 60 " },
                  { 0, 3, "0 30 60 " },
                  { 1, 3, "10 40 " },
                  { 2, 3, "20 50 " },
                  { 7, 8, "" } };
    char text[2000];
    size_t n = (size_t)snprintf(text, sizeof text, "%s", VERSION);
    for (unsigned block = 0; block < 7; block++)
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "#BEGIN_TB\nthread block = %u,0,0\nwarp = 0\ninsts = 1\n"
                              "0 1 1 R1 LDG.E 1 R2 4 1 0x%u0 4 0\n#END_TB\n",
                              block, block);
    write_file(text, n);
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        const char *said = blocks_of(turns[i].sm, turns[i].sms);
        check(!strcmp(said, turns[i].blocks), "the blocks of an SM", turns[i].blocks, said);
    }
}

int main(void)
{
    const int fd = mkstemp(path);
    if (fd < 0 || close(fd))
        return 1;
    try_refusals();
    try_meanings();
    try_turns();
    unlink(path);
    printf("trace reader: %u passed, %u failed\n", passed, failed);
    return failed != 0;
}
