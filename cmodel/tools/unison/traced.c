#include "unison/traced.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "program/tree.h"
#include "ul1_sizes.h"

enum {
    WARPS = 64,
    LANES = 32,
    SOURCES = 4, // registers that a line reads, at most
    RZ = 255,
    PC_STEP = 16,
};

// The text of a warp in a block.
struct lines {
    FILE *file; // null: none yet
    char *text;
    size_t size;
    unsigned count;
    unsigned pc;
};

struct block {
    unsigned part, cta, warps;
    uint64_t begun; // warps begun, one bit each, by the program's number
    struct lines warp[WARPS];
};

struct traced {
    struct block **block;
    unsigned blocks;
    uint64_t shared; // bytes, as far as accesses reach
    bool failed;
};

struct traced *traced_new(void)
{
    return calloc(1, sizeof(struct traced));
}

void traced_free(struct traced *t)
{
    for (unsigned b = 0; b < t->blocks; b++) {
        for (unsigned w = 0; w < WARPS; w++) {
            if (t->block[b]->warp[w].file)
                fclose(t->block[b]->warp[w].file);
            free(t->block[b]->warp[w].text);
        }
        free(t->block[b]);
    }
    free(t->block);
    free(t);
}

// ---- lines

static struct block *block_of(struct traced *t, const struct machine_step *s)
{
    for (unsigned b = t->blocks; b-- > 0 && t->block[b]->part == s->part;)
        if (t->block[b]->cta == s->cta)
            return t->block[b];
    struct block **list = realloc(t->block, (t->blocks + 1) * sizeof *list);
    t->block = list ? list : t->block;
    struct block *b = list ? calloc(1, sizeof *b) : NULL;
    if (!b)
        return NULL;
    b->part = s->part;
    b->cta = s->cta;
    return t->block[t->blocks++] = b;
}

static struct lines *lines_of(struct traced *t, const struct machine_step *s)
{
    struct block *b = block_of(t, s);
    struct lines *l = b ? &b->warp[s->warp] : NULL;
    if (l && !l->file)
        l->file = open_memstream(&l->text, &l->size);
    if (l && l->file)
        return l;
    t->failed = true;
    return NULL;
}

// PC, mask, and the written register. A negative number means none.
static void begin(struct lines *l, uint32_t mask, int reg, const char *opcode)
{
    fprintf(l->file, "%04x %08" PRIx32 " ", l->pc, mask);
    if (reg >= 0)
        fprintf(l->file, "1 R%d ", reg);
    else
        fprintf(l->file, "0 ");
    fprintf(l->file, "%s ", opcode);
    l->pc += PC_STEP;
    l->count++;
}

static void write_reads(struct lines *l, const struct stmt *s)
{
    unsigned reg[SOURCES], count = 0;
    for (unsigned i = 0; i < PROGRAM_REGS; i++)
        if (s->reads.reg[i / 64] >> i % 64 & 1 && count < SOURCES)
            reg[count++] = i;
    fprintf(l->file, "%u ", count);
    for (unsigned i = 0; i < count; i++)
        fprintf(l->file, "R%u ", reg[i]);
}

// Mode 1 if consecutive lanes have equidistant addresses, else mode 2.
static void write_addresses(struct lines *l, const struct machine_access *a)
{
    const unsigned first = (unsigned)__builtin_ctz(a->mask);
    const uint32_t row = a->mask >> first;
    const int64_t step = (int64_t)(a->addr[first + (row > 1)] - a->addr[first]);
    bool even = row > 1 && !(row & (row + 1));
    for (uint32_t left = a->mask; left && even; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        even = a->addr[lane] - a->addr[first] == (uint64_t)step * (lane - first);
    }
    fprintf(l->file, "%d 0x%" PRIx64 " ", even ? 1 : 2, a->addr[first]);
    if (even) {
        fprintf(l->file, "%" PRId64 " ", step);
        return;
    }
    uint64_t last = a->addr[first];
    for (uint32_t left = a->mask & (a->mask - 1); left; left &= left - 1) {
        const uint64_t addr = a->addr[__builtin_ctz(left)];
        fprintf(l->file, "%" PRId64 " ", (int64_t)(addr - last));
        last = addr;
    }
}

// The opcode of an atomic or a lock access.
static void atomic_opcode(char *opcode, size_t size, const struct machine_access *a)
{
    static const char *const locks[] = { "LDSLK", "STSUL", "STSCUL" };
    if (a->atom >= UL1_ATOM_LOCK && a->atom <= UL1_ATOM_CUNLOCK) {
        snprintf(opcode, size, "%s", locks[a->atom - UL1_ATOM_LOCK]);
        return;
    }
    static const char *const names[] = {
        [UL1_ATOM_ADD] = "ADD",   [UL1_ATOM_MIN] = "MIN", [UL1_ATOM_MAX] = "MAX",     [UL1_ATOM_INC] = "INC",
        [UL1_ATOM_DEC] = "DEC",   [UL1_ATOM_AND] = "AND", [UL1_ATOM_OR] = "OR",       [UL1_ATOM_XOR] = "XOR",
        [UL1_ATOM_EXCH] = "EXCH", [UL1_ATOM_CAS] = "CAS", [UL1_ATOM_FADD] = "ADD.F32"
    };
    const char *name = a->atom <= UL1_ATOM_FADD ? names[a->atom] : "";
    snprintf(opcode, size, "%s.%s%s%s",
             a->returns              ? "ATOMG.E"
                 : machine_atomic(a) ? "ATOMS"
                                     : "RED.E",
             name, a->width == UL1_WIDTH_B64 ? ".64" : "", a->sign ? ".S32" : "");
}

// A matrix load or store of one, two or four matrices of 8 rows; false if it is another access.
static bool matrix_opcode(char *opcode, size_t size, const struct machine_access *a)
{
    const unsigned rows = (unsigned)__builtin_popcount(a->mask);
    if (!a->matrix || a->width != UL1_WIDTH_B128 || (rows != 8 && rows != 16 && rows != 32)
        || a->mask != UINT32_MAX >> (32 - rows))
        return false;
    snprintf(opcode, size, "%s.16.%s%s", a->op == UL1_OP_STORE ? "STSM" : "LDSM",
             a->matrix == UL1_MATRIX_TRANS ? "MT88" : "M88",
             rows == 8        ? ""
                 : rows == 16 ? ".2"
                              : ".4");
    return true;
}

// Shared memory is as large as accesses reach. Reserved widths count as 128 bits.
static void reach(struct traced *t, const struct machine_access *a)
{
    for (uint32_t left = a->mask; left; left &= left - 1) {
        const uint64_t end =
            a->addr[__builtin_ctz(left)] + (1u << (a->width < UL1_WIDTH_B128 ? a->width : UL1_WIDTH_B128));
        t->shared = end > t->shared ? end : t->shared;
    }
}

// Local memory belongs to a thread in a trace, but is at arbitrary addresses in a program. So it is written
// as global memory.
static void write_access(struct traced *t, struct lines *l, const struct stmt *s,
                         const struct machine_access *a)
{
    static const char *const widths[] = { ".U8", ".U16", "", ".64", ".128" },
                             *const signs[] = { ".S8", ".S16" };
    // reserved codes count as 128 bits
    const unsigned width = a->width < UL1_WIDTH_B128 ? a->width : UL1_WIDTH_B128;
    const bool shared = a->space == UL1_SPACE_SHARED, stores = a->op == UL1_OP_STORE;
    char opcode[40];
    snprintf(opcode, sizeof opcode, "%s%s%s%s",
             shared       ? stores ? "STS" : "LDS"
                 : stores ? "STG.E"
                          : "LDG.E",
             a->sign && width < 2 ? signs[width] : widths[width],
             !shared && !stores && a->hint == UL1_HINT_NC ? ".CONSTANT" : "",
             !shared && a->hint == UL1_HINT_CG ? ".STRONG.GPU" : "");
    if (a->atom != UL1_ATOM_NONE)
        atomic_opcode(opcode, sizeof opcode, a);
    const bool matrix = matrix_opcode(opcode, sizeof opcode, a);
    begin(l, a->mask, stores && !machine_atomic(a) ? -1 : s->unwanted ? RZ : (int)a->reg, opcode);
    write_reads(l, s);
    fprintf(l->file, "%u ", matrix ? 2 : 1u << width);
    if (a->mask)
        write_addresses(l, a);
    else
        fprintf(l->file, "2 0x0 ");
    fprintf(l->file, "0 \n");
    if (shared)
        reach(t, a);
}

// A copy has two lines of one PC: the shared addresses, and the addresses in global memory.
static void write_copy(struct traced *t, struct lines *l, const struct stmt *s,
                       const struct machine_access *a)
{
    static const char *const widths[] = { "", ".64", ".128" };
    struct machine_access half = *a;
    char opcode[40];
    snprintf(opcode, sizeof opcode, "LDGSTS.E%s%s", a->hint == UL1_HINT_CG ? ".BYPASS" : "",
             widths[(a->width - UL1_WIDTH_B32) % 3]);
    for (unsigned lane = 0; lane < LANES; lane++)
        half.addr[lane] = a->dest[lane];
    reach(t, &half);
    for (unsigned i = 0; i < 2; i++) {
        begin(l, a->mask, -1, opcode);
        write_reads(l, s);
        fprintf(l->file, "%u ", 1u << a->width);
        if (a->mask)
            write_addresses(l, i ? a : &half);
        else
            fprintf(l->file, "2 0x0 ");
        fprintf(l->file, "0 \n");
        l->pc -= i ? 0 : PC_STEP;
    }
}

// A warp closes a group of copies, or waits, or both.
static void write_group(struct lines *l, const struct machine_access *a)
{
    if (a->closes) {
        begin(l, UINT32_MAX, -1, "LDGDEPBAR");
        fprintf(l->file, "0 0 0 \n");
    }
    if (a->waits) {
        begin(l, UINT32_MAX, -1, "DEPBAR.LE");
        fprintf(l->file, "0 0 %u \n", a->leaves);
    }
}

static void write_plain(struct lines *l, const struct stmt *s, int reg, const char *opcode)
{
    begin(l, UINT32_MAX, reg, opcode);
    write_reads(l, s);
    fprintf(l->file, "0 0 \n");
}

static const char *plain_opcode(const struct machine_step *s)
{
    static const char *const fences[] = { "MEMBAR.SC.CTA", "MEMBAR.SC.GPU", "MEMBAR.SC.SYS",
                                          "MEMBAR.SC.SYS" };
    static const char *const reductions[] = {
        [REDUCE_COUNT] = "BAR.RED.POPC", [REDUCE_ALL] = "BAR.RED.AND", [REDUCE_ANY] = "BAR.RED.OR"
    };
    switch (s->stmt->kind) {
    case STMT_FENCE:
        return fences[s->stmt->level & 3];
    case STMT_ARRIVE:
        return !s->stmt->waits ? "BAR.ARV" : s->stmt->words ? reductions[s->stmt->reduction] : "BAR.SYNC";
    case STMT_BAR:
        return "BAR.SYNC.DEFER_BLOCKING";
    case STMT_MOV:
        return "MOV";
    case STMT_SETP:
        return "ISETP";
    case STMT_DELAY:
        return "NANOSLEEP";
    default:
        return "CCTL";
    }
}

void traced_step(void *who, const struct machine_step *s)
{
    struct traced *t = who;
    struct lines *l = s->word ? NULL : lines_of(t, s);
    if (!l)
        return;
    if (s->stmt->kind == STMT_LOAD || s->stmt->kind == STMT_STORE || s->stmt->kind == STMT_ATOM) {
        const struct machine_access a = machine_plain(s->access, LANES);
        write_access(t, l, s->stmt, &a);
        return;
    }
    if (s->stmt->kind == STMT_COPY) {
        const struct machine_access a = machine_plain(s->access, LANES);
        write_copy(t, l, s->stmt, &a);
        return;
    }
    if (s->stmt->kind == STMT_GROUP) {
        write_group(l, s->access);
        return;
    }
    const bool writes = s->stmt->kind == STMT_MOV || (s->stmt->kind == STMT_ARRIVE && s->stmt->words);
    write_plain(l, s->stmt, writes ? (int)s->stmt->reg : -1, plain_opcode(s));
}

// ---- interface

static unsigned end_blocks(struct traced *t)
{
    unsigned most = 0;
    for (unsigned b = 0; b < t->blocks; b++) {
        unsigned warps = 0;
        for (unsigned w = 0; w < WARPS; w++) {
            struct lines *l = &t->block[b]->warp[w];
            if (!l->file)
                continue;
            begin(l, UINT32_MAX, -1, "EXIT");
            fprintf(l->file, "0 0 0 \n");
            t->failed |= fclose(l->file) != 0;
            l->file = NULL;
            warps++;
        }
        most = warps > most ? warps : most;
    }
    return most;
}

static void write_block(const struct block *b, FILE *f, unsigned number)
{
    unsigned warps = 0;
    fprintf(f, "#BEGIN_TB\n\nthread block = %u,0,0\n\n", number);
    for (unsigned w = 0; w < WARPS; w++)
        if (b->warp[w].text)
            fprintf(f, "warp = %u\ninsts = %u\n%s\n", warps++, b->warp[w].count, b->warp[w].text);
    fprintf(f, "#END_TB\n\n");
}

bool traced_write(struct traced *t, FILE *f, const char *name, unsigned times)
{
    const unsigned warps = end_blocks(t);
    fprintf(
        f,
        "-kernel name = %s\n-kernel id = 1\n-grid dim = (%u,1,1)\n-block dim = (%u,1,1)\n-shmem = %" PRIu64
        "\n-nregs = 255\n"
        "-binary version = 80\n-cuda stream id = 0\n-shmem base_addr = 0x0000000000000000\n"
        "-local mem base_addr = 0x0000000000000000\n-nvbit version = none\n-accelsim tracer version = "
        "5\n-enable lineinfo = 0\n\n"
        "#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width "
        "[adrrescompress?] "
        "[mem_addresses] immediate\n\n",
        name, t->blocks * times, warps * LANES, t->shared);
    for (unsigned n = 0; n < times && !ferror(f); n++)
        for (unsigned b = 0; b < t->blocks; b++)
            write_block(t->block[b], f, n * t->blocks + b);
    return !fflush(f) && !ferror(f) && !t->failed;
}
