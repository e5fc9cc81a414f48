#include "stimulus/trace/decode.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/atoms.h"
#include "stimulus/trace/opcodes.h"

// ---- modifiers of an opcode

// Calls for each modifier.
static bool each_word(const char *opcode, bool (*see)(const char *word, size_t length, void *who), void *who)
{
    for (const char *at = strchr(opcode, '.'); at; at = strchr(at, '.')) {
        at++;
        if (see(at, strcspn(at, "."), who))
            return true;
    }
    return false;
}

static bool is(const char *word, size_t length, void *wanted)
{
    return length == strlen(wanted) && !memcmp(word, wanted, length);
}

static bool has(const struct trace_instr *i, const char *word)
{
    return each_word(i->opcode, is, (void *)word);
}

struct width {
    unsigned bits;
    bool sign;
};

// The first numeric modifier: the bits of a lane's access.
static bool see_width(const char *word, size_t length, void *who)
{
    struct width *w = who;
    const bool prefixed = length > 1 && (*word == 'U' || *word == 'S');
    char *end;
    const unsigned long bits =
        word[prefixed] >= '0' && word[prefixed] <= '9' ? strtoul(word + prefixed, &end, 10) : 0;
    if (!bits || end != word + length || bits > 4096)
        return false;
    *w = (struct width){ (unsigned)bits, *word == 'S' };
    return true;
}

// Returns false if the machine has no such width.
static bool take_width(const struct trace_instr *i, struct trace_op *op)
{
    struct width w = { 32, false };
    each_word(i->opcode, see_width, &w);
    op->sign = w.sign && w.bits < 32;
    for (op->width = UL1_WIDTH_B8; op->width <= UL1_WIDTH_B128; op->width++)
        if (8u << op->width == w.bits)
            return true;
    return false;
}

static bool see_number(const char *word, size_t length, void *who)
{
    if (length == 1 && *word >= '0' && *word <= '9')
        *(unsigned *)who = (unsigned)(*word - '0');
    return false;
}

// ---- spaces

static bool within(uint64_t addr, uint64_t base, uint64_t other)
{
    return base && addr >= base && addr - base < DECODE_WINDOW && !(other > base && addr >= other);
}

static unsigned space_of(const struct trace_header *h, uint64_t addr)
{
    return within(addr, h->shared_base, h->local_base) ? UL1_SPACE_SHARED
        : within(addr, h->local_base, h->shared_base)  ? UL1_SPACE_LOCAL
                                                       : UL1_SPACE_GLOBAL;
}

// The space of a copy's line. Shared memory addresses begin at 0 or at the shared window.
static unsigned side_of(const struct trace_header *h, uint64_t addr)
{
    return addr < DECODE_WINDOW || space_of(h, addr) == UL1_SPACE_SHARED ? UL1_SPACE_SHARED
                                                                         : UL1_SPACE_GLOBAL;
}

// Makes addresses relative to the memory of the block or the thread. Returns false if one is outside.
static bool take_window(const struct trace_header *h, struct trace_op *op)
{
    const uint64_t base = op->space == UL1_SPACE_SHARED ? h->shared_base : h->local_base;
    for (uint32_t left = op->space == UL1_SPACE_GLOBAL ? 0 : op->mask; left; left &= left - 1) {
        uint64_t *addr = &op->addr[__builtin_ctz(left)];
        if (*addr >= DECODE_WINDOW && space_of(h, *addr) == op->space)
            *addr -= base;
        if (*addr >= DECODE_WINDOW)
            return false;
    }
    return true;
}

// ---- operations

static void begin(const struct trace_instr *i, struct trace_op *op, enum trace_kind kind)
{
    *op = (struct trace_op){ .line = i->line,
                             .source_line = i->source_line,
                             .mask = i->mask,
                             .kind = (uint8_t)kind,
                             .sources = (uint8_t)i->sources };
    memcpy(op->source, i->source, sizeof op->source);
    memcpy(op->addr, i->addr, sizeof op->addr);
}

static int count_other(const struct trace_instr *i, struct trace_op *op, struct trace_counts *n,
                       enum trace_count c)
{
    n->count[c]++;
    begin(i, op, TRACE_OTHER);
    return 1;
}

static void name_unknown(struct trace_counts *n, const char *opcode)
{
    unsigned k = 0;
    while (k < DECODE_NAMES && *n->unknown[k] && strcmp(n->unknown[k], opcode))
        k++;
    if (k < DECODE_NAMES)
        strcpy(n->unknown[k], opcode);
}

void decode_add(struct trace_counts *n, const struct trace_counts *more)
{
    for (unsigned c = 0; c < TRACE_COUNTS; c++)
        n->count[c] += more->count[c];
    for (unsigned k = 0; k < DECODE_NAMES && *more->unknown[k]; k++)
        name_unknown(n, more->unknown[k]);
}

static int unknown(const struct trace_instr *i, struct trace_op *op, struct trace_counts *n)
{
    name_unknown(n, i->opcode);
    return count_other(i, op, n, TRACED_UNKNOWN);
}

static bool aligned(struct reader *r, const struct trace_op *op)
{
    for (uint32_t left = op->mask; left; left &= left - 1)
        if (op->addr[__builtin_ctz(left)] & ((1u << op->width) - 1)) {
            reader_fault(r, "the address of lane %u, 0x%" PRIx64 ", is not aligned to its %u bits",
                         (unsigned)__builtin_ctz(left), op->addr[__builtin_ctz(left)], 8u << op->width);
            return false;
        }
    return true;
}

static bool take_written(struct reader *r, const struct trace_instr *i, struct trace_op *op)
{
    const unsigned words = op->width <= UL1_WIDTH_B32 ? 1 : 1u << (op->width - UL1_WIDTH_B32);
    if (i->reg < 0 || i->reg == TRACE_RZ)
        return true;
    if ((unsigned)i->reg % words) {
        reader_fault(r, "R%d is not the first of %u registers that %u bits may go to", i->reg, words,
                     8u << op->width);
        return false;
    }
    op->reg = op->first = (uint8_t)i->reg;
    op->regs = (uint8_t)words;
    return true;
}

static uint8_t hint_of(const struct trace_instr *i, enum does does)
{
    if (has(i, "STRONG") && (has(i, "GPU") || has(i, "SYS")) && does != STORES)
        return UL1_HINT_CG;
    if (does != STORES && (has(i, "CONSTANT") || has(i, "CI")))
        return UL1_HINT_NC;
    if (has(i, "EF") || has(i, "CS") || has(i, "LU"))
        return UL1_HINT_CS;
    if (does == STORES && has(i, "WT"))
        return UL1_HINT_WT;
    return has(i, "CG") || (does != STORES && has(i, "CV")) ? UL1_HINT_CG : UL1_HINT_CA;
}

static enum trace_count counted(const struct trace_op *op)
{
    const bool stores = op->kind == TRACE_STORE;
    if (op->kind == TRACE_ATOM)
        return op->space == UL1_SPACE_GLOBAL ? TRACED_GLOBAL_ATOMICS : TRACED_SHARED_ATOMICS;
    if (op->space == UL1_SPACE_GLOBAL && op->atom != UL1_ATOM_NONE)
        return TRACED_REDUCTIONS;
    if (op->space == UL1_SPACE_CONST)
        return TRACED_CONSTANT_LOADS;
    return op->space == UL1_SPACE_SHARED ? stores ? TRACED_SHARED_STORES : TRACED_SHARED_LOADS
        : op->space == UL1_SPACE_LOCAL   ? stores ? TRACED_LOCAL_STORES : TRACED_LOCAL_LOADS
        : stores                         ? TRACED_GLOBAL_STORES
                                         : TRACED_GLOBAL_LOADS;
}

// Matrix rows: eight lanes give the addresses of the rows, 16 bytes each.
static int access_matrices(struct reader *r, const struct trace_instr *i, bool stores, struct trace_op *op,
                           struct trace_counts *n)
{
    unsigned matrices = 1;
    begin(i, op, stores ? TRACE_STORE : TRACE_LOAD);
    each_word(i->opcode, see_number, &matrices);
    op->mask &= matrices < 4 ? (1u << 8 * matrices) - 1 : UINT32_MAX;
    op->space = UL1_SPACE_SHARED;
    op->width = UL1_WIDTH_B128;
    op->matrix = has(i, "MT88") || has(i, "T") ? UL1_MATRIX_TRANS : UL1_MATRIX_PLAIN;
    if (!take_window(reader_header(r), op))
        return count_other(i, op, n, TRACED_FAR);
    if (!aligned(r, op))
        return -1;
    n->count[counted(op)]++;
    if (stores || i->reg < 0 || i->reg == TRACE_RZ)
        return 1;
    op->reg = (uint8_t)(i->reg & ~3);
    op->first = (uint8_t)i->reg;
    op->regs = (uint8_t)(i->reg + (int)matrices > TRACE_RZ ? TRACE_RZ - i->reg : (int)matrices);
    return 1;
}

// The operation of an atomic that the machine has, by its modifiers; else none. POPC.INC adds the number of
// lanes on a word, which takes the passes of an addition at most.
static unsigned traced_atom(const struct trace_instr *i)
{
    static const struct {
        const char *word;
        uint8_t atom;
    } words[] = {
        { "POPC", UL1_ATOM_ADD }, { "ADD", UL1_ATOM_ADD },   { "MIN", UL1_ATOM_MIN }, { "MAX", UL1_ATOM_MAX },
        { "INC", UL1_ATOM_INC },  { "DEC", UL1_ATOM_DEC },   { "AND", UL1_ATOM_AND }, { "OR", UL1_ATOM_OR },
        { "XOR", UL1_ATOM_XOR },  { "EXCH", UL1_ATOM_EXCH }, { "CAS", UL1_ATOM_CAS },
    };
    unsigned n = 0;
    while (n < sizeof words / sizeof *words && !has(i, words[n].word))
        n++;
    unsigned atom = n < sizeof words / sizeof *words ? words[n].atom : UL1_ATOM_NONE;
    return atom == UL1_ATOM_ADD && has(i, "F32") ? UL1_ATOM_FADD : atom;
}

// The space of all lanes; that of no machine's atomics if they differ.
static unsigned one_space(const struct trace_header *h, const struct meaning *m, const struct trace_op *op)
{
    unsigned space = m->space;
    for (uint32_t left = m->space == GENERIC ? op->mask : 0; left; left &= left - 1) {
        const unsigned its = space_of(h, op->addr[__builtin_ctz(left)]);
        space = space == GENERIC || space == its ? its : UL1_SPACE_LOCAL;
    }
    return space;
}

static int access_atomic(struct reader *r, const struct trace_instr *i, const struct meaning *m,
                         struct trace_op *op, struct trace_counts *n)
{
    begin(i, op, TRACE_ATOM);
    op->space = (uint8_t)one_space(reader_header(r), m, op);
    op->atom = (uint8_t)traced_atom(i);
    const bool global = op->space == UL1_SPACE_GLOBAL;
    if (!op->atom || !take_width(i, op) || op->space == UL1_SPACE_LOCAL
        || !(global ? red_known(op->atom, op->width, true) : atom_known(UL1_OP_STORE, op->atom, op->width)))
        return count_other(i, op, n, TRACED_ATOMICS);
    op->sign = has(i, "S32");
    if (!take_window(reader_header(r), op))
        return count_other(i, op, n, TRACED_FAR);
    if (!aligned(r, op) || !take_written(r, i, op))
        return -1;
    n->count[counted(op)]++;
    return 1;
}

// A reduction is one only if all its lanes are in global memory.
static int access_reduction(struct reader *r, const struct trace_instr *i, const struct meaning *m,
                            struct trace_op *op, struct trace_counts *n)
{
    begin(i, op, TRACE_STORE);
    op->space = UL1_SPACE_GLOBAL;
    op->atom = (uint8_t)traced_atom(i);
    bool global = true;
    for (uint32_t left = m->space == GENERIC ? op->mask : 0; left; left &= left - 1)
        global &= space_of(reader_header(r), op->addr[__builtin_ctz(left)]) == UL1_SPACE_GLOBAL;
    if (!op->atom || !global || !take_width(i, op) || !red_known(op->atom, op->width, false))
        return count_other(i, op, n, TRACED_ATOMICS);
    op->sign = has(i, "S32");
    if (!aligned(r, op))
        return -1;
    n->count[counted(op)]++;
    return 1;
}

// A load that the constant cache serves. Without one, a uniform load is one of global memory.
static int access_constant(struct reader *r, const struct trace_instr *i, const struct meaning *m,
                           struct trace_op *op, struct trace_counts *n)
{
    begin(i, op, TRACE_LOAD);
    op->space = UL1_CONSTANTS ? UL1_SPACE_CONST : (uint8_t)m->space;
    if (!i->addressed || !take_width(i, op) || (op->space == UL1_SPACE_CONST && !UL1_CONSTANTS))
        return count_other(i, op, n, TRACED_CONSTANTS);
    if (!aligned(r, op) || !take_written(r, i, op))
        return -1;
    n->count[counted(op)]++;
    return 1;
}

// Decodes the lanes that access this space. Returns 0 if there are none; skipped instructions are counted.
static int access_space(struct reader *r, const struct trace_instr *i, const struct meaning *m,
                        unsigned space, struct trace_op *op, struct trace_counts *n)
{
    begin(i, op, m->does == STORES ? TRACE_STORE : TRACE_LOAD);
    for (uint32_t left = m->space == GENERIC ? op->mask : 0; left; left &= left - 1)
        if (space_of(reader_header(r), op->addr[__builtin_ctz(left)]) != space)
            op->mask &= ~(left & -left);
    if (!op->mask)
        return 0;
    op->space = (uint8_t)space;
    op->hint = hint_of(i, m->does);
    op->atom = m->lock;
    if (!take_width(i, op))
        return unknown(i, op, n);
    if (op->atom && !atom_known(m->does == STORES ? UL1_OP_STORE : UL1_OP_LOAD, op->atom, op->width))
        return count_other(i, op, n, TRACED_ATOMICS);
    if (!take_window(reader_header(r), op))
        return count_other(i, op, n, TRACED_FAR);
    if (!aligned(r, op) || (m->does == LOADS && !take_written(r, i, op)))
        return -1;
    n->count[counted(op)]++;
    return 1;
}

// Lanes of a generic access may be in several spaces.
static int access_spaces(struct reader *r, const struct trace_instr *i, const struct meaning *m,
                         struct trace_op *op, struct trace_counts *n)
{
    int sum = 0;
    for (unsigned space = 0; space < GENERIC; space++) {
        if (m->space != GENERIC && m->space != space)
            continue;
        const int some = access_space(r, i, m, space, op + sum, n);
        if (some < 0)
            return -1;
        sum += some;
    }
    return sum;
}

// ---- copies, two lines each: the shared memory address and the global memory address

static int end_half(struct decode_half *half, struct trace_op *op, struct trace_counts *n)
{
    if (!half->is)
        return 0;
    half->is = false;
    n->count[TRACED_HALVES]++;
    *op = half->op;
    op->kind = op->space == UL1_SPACE_SHARED ? TRACE_OTHER : TRACE_LOAD;
    return 1;
}

static int copy(struct reader *r, const struct trace_instr *i, struct decode_half *half, struct trace_op *op,
                struct trace_counts *n)
{
    struct trace_op mine;
    begin(i, &mine, TRACE_FROM);
    mine.space = (uint8_t)side_of(reader_header(r), i->addr[__builtin_ctz(i->mask)]);
    if (mine.space == UL1_SPACE_GLOBAL)
        mine.hint = has(i, "BYPASS") ? UL1_HINT_CG : hint_of(i, LOADS);
    if (!take_width(i, &mine))
        return unknown(i, op, n);
    if (!take_window(reader_header(r), &mine))
        return count_other(i, op, n, TRACED_FAR);
    if (!aligned(r, &mine))
        return -1;
    if (half->is && half->pc == i->pc && half->op.mask == mine.mask && half->op.space != mine.space) {
        const bool shared = mine.space == UL1_SPACE_SHARED;
        op[0] = shared ? half->op : mine;
        op[1] = shared ? mine : half->op;
        op[0].kind = TRACE_FROM;
        op[1].kind = TRACE_TO;
        half->is = false;
        n->count[TRACED_COPIES]++;
        return 2;
    }
    const int ended = end_half(half, op, n);
    *half = (struct decode_half){ true, mine, i->pc };
    return ended;
}

// ---- any instruction

static int mean(struct reader *r, const struct trace_instr *i, const struct meaning *m, struct trace_op *op,
                struct trace_counts *n)
{
    if (m->does <= STORES_MATRICES && !i->addressed) {
        reader_fault(r, "%s has no addresses", i->opcode);
        return -1;
    }
    switch (m->does) {
    case LOADS:
    case STORES:
        return access_spaces(r, i, m, op, n);
    case ATOMICS:
        return access_atomic(r, i, m, op, n);
    case REDUCES:
        return access_reduction(r, i, m, op, n);
    case LOADS_MATRICES:
    case STORES_MATRICES:
        return access_matrices(r, i, m->does == STORES_MATRICES, op, n);
    case LOADS_CONSTANTS:
        return access_constant(r, i, m, op, n);
    case FENCES:
        begin(i, op, TRACE_FENCE);
        op->level = has(i, "CTA") ? UL1_LEVEL_CTA : has(i, "SYS") ? UL1_LEVEL_SYS : UL1_LEVEL_GPU;
        n->count[TRACED_FENCES]++;
        return 1;
    case BARS:
        if (has(i, "ARV"))
            return count_other(i, op, n, TRACED_ARRIVALS);
        begin(i, op, TRACE_BARRIER);
        n->count[TRACED_BARRIERS]++;
        return 1;
    case GROUPS:
    case WAITS:
        count_other(i, op, n, TRACED_PLAIN);
        op->kind = m->does == GROUPS ? TRACE_GROUP : TRACE_WAIT;
        op->groups = (uint8_t)(i->immediate < 0 ? 0 : i->immediate > UINT8_MAX ? UINT8_MAX : i->immediate);
        return 1;
    default:
        return count_other(i, op, n, m->count);
    }
}

int decode(struct reader *r, const struct trace_instr *i, struct decode_half *half, struct trace_counts *n,
           struct trace_op op[DECODE_MOST])
{
    if (!i)
        return end_half(half, op, n);
    const struct meaning *m = opcode_meaning(i->opcode);
    n->count[TRACED_INSTRS]++;
    if (m && m->does == COPIES && i->mask) {
        if (i->addressed)
            return copy(r, i, half, op, n);
        reader_fault(r, "%s has no addresses", i->opcode);
        return -1;
    }
    const int ended = end_half(half, op, n);
    op += ended;
    const int more = m && !i->mask ? count_other(i, op, n, TRACED_OFF)
        : m                        ? mean(r, i, m, op, n)
        : i->addressed             ? unknown(i, op, n)
                                   : count_other(i, op, n, TRACED_PLAIN);
    return more < 0 ? -1 : ended + more;
}
