#include "stimulus/trace/reader.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION_FIRST = 3, VERSION_LAST = 5 };

// Where in a block the text is.
enum place { HEAD, OUTSIDE, NUMBER, WARPS, COUNT, INSTRS };

struct reader {
    struct input *in;
    struct trace_header header;
    enum place place;
    uint64_t seen; // warps of the block, one bit each
    unsigned warp;
    uint64_t left; // instructions of the warp that follow
    struct trace_instr instr;
    char error[TRACE_ERROR];
};

enum trace_got reader_fault(struct reader *r, const char *format, ...)
{
    va_list args;
    int n =
        snprintf(r->error, sizeof r->error, "%.200s:%" PRIu64 ": ", input_path(r->in), input_number(r->in));
    va_start(args, format);
    vsnprintf(r->error + n, sizeof r->error - (size_t)n, format, args);
    va_end(args);
    return TRACE_FAULT;
}

static bool wrong(struct reader *r, const char *what, const char *found)
{
    reader_fault(r, "%s, found %s%.40s%s", what, *found ? "'" : "", *found ? found : "the end of the line",
                 *found ? "'" : "");
    return false;
}

// ---- words of a line

// Cuts the next word out of the line. It is empty at the end of the line.
static char *word(char **at)
{
    char *w = *at + strspn(*at, " \t");
    char *end = w + strcspn(w, " \t");
    *at = end + (*end != 0);
    *end = 0;
    return w;
}

// The whole word is a number of that base, with or without `0x`.
static bool is_number(const char *w, unsigned base, uint64_t *value)
{
    *value = 0;
    if (base == 16 && w[0] == '0' && (w[1] == 'x' || w[1] == 'X'))
        w += 2;
    if (!*w)
        return false;
    for (; *w; w++) {
        const unsigned digit = *w >= '0' && *w <= '9' ? (unsigned)(*w - '0')
            : (*w | 32) >= 'a' && (*w | 32) <= 'f'    ? (unsigned)(*w | 32) - 'a' + 10
                                                      : 99;
        if (digit >= base || __builtin_mul_overflow(*value, base, value)
            || __builtin_add_overflow(*value, digit, value))
            return false;
    }
    return true;
}

static bool take_number(struct reader *r, char **at, unsigned base, uint64_t most, const char *what,
                        uint64_t *value)
{
    const char *w = word(at);
    return (is_number(w, base, value) && *value <= most) || wrong(r, what, w);
}

// A difference: it may be negative, and uses all 64 bits.
static bool take_signed(struct reader *r, char **at, const char *what, uint64_t *value)
{
    const char *w = word(at);
    const bool minus = *w == '-';
    if (!is_number(w + minus, 10, value))
        return wrong(r, what, w);
    *value = minus ? 0 - *value : *value;
    return true;
}

static bool take_register(struct reader *r, char **at, uint64_t *reg)
{
    const char *w = word(at);
    if (!strcmp(w, "RZ"))
        *reg = TRACE_RZ;
    else if (*w != 'R' || !is_number(w + 1, 10, reg) || *reg > TRACE_RZ)
        return wrong(r, "a register expected, R0 to R255", w);
    return true;
}

// ---- an instruction

static bool take_registers(struct reader *r, char **at)
{
    struct trace_instr *i = &r->instr;
    uint64_t count, reg;
    if (!take_number(r, at, 10, 1, "the number of registers that it writes expected, 0 or 1", &count))
        return false;
    i->reg = -1;
    if (count && !take_register(r, at, &reg))
        return false;
    if (count)
        i->reg = (int)reg;
    const char *opcode = word(at);
    if (!(*opcode >= 'A' && *opcode <= 'Z') || strlen(opcode) >= TRACE_OPCODE)
        return wrong(r, "an opcode expected", opcode);
    strcpy(i->opcode, opcode);
    if (!take_number(r, at, 10, TRACE_SOURCES, "the number of registers that it reads expected, 0 to 8",
                     &count))
        return false;
    for (i->sources = 0; i->sources < count; i->sources++) {
        if (!take_register(r, at, &reg))
            return false;
        i->source[i->sources] = (uint8_t)reg;
    }
    return true;
}

static bool take_each(struct reader *r, char **at)
{
    for (uint32_t left = r->instr.mask; left; left &= left - 1)
        if (!take_number(r, at, 16, UINT64_MAX, "an address for each lane of the mask expected",
                         &r->instr.addr[__builtin_ctz(left)]))
            return false;
    return true;
}

static bool take_stride(struct reader *r, char **at)
{
    uint64_t addr, stride;
    const uint32_t row = r->instr.mask ? r->instr.mask >> __builtin_ctz(r->instr.mask) : 0;
    if (row & (row + 1)) {
        reader_fault(r, "addresses of mode 1 are of lanes in a row, the mask is %08" PRIx32, r->instr.mask);
        return false;
    }
    if (!take_number(r, at, 16, UINT64_MAX, "an address expected", &addr)
        || !take_signed(r, at, "what lies between addresses expected", &stride))
        return false;
    for (uint32_t left = r->instr.mask; left; left &= left - 1, addr += stride)
        r->instr.addr[__builtin_ctz(left)] = addr;
    return true;
}

static bool take_differences(struct reader *r, char **at)
{
    uint64_t addr, more = 0;
    if (!take_number(r, at, 16, UINT64_MAX, "an address expected", &addr))
        return false;
    for (uint32_t left = r->instr.mask; left; left &= left - 1) {
        if (left != r->instr.mask
            && !take_signed(r, at, "a difference for each further lane of the mask expected", &more))
            return false;
        addr += more;
        r->instr.addr[__builtin_ctz(left)] = addr;
    }
    return true;
}

static bool take_addresses(struct reader *r, char **at)
{
    uint64_t bytes, mode;
    if (!take_number(r, at, 10, 4096, "the bytes of an access expected, or 0", &bytes))
        return false;
    r->instr.addressed = bytes;
    if (!bytes)
        return true;
    if (!take_number(r, at, 10, 2, "how addresses are written expected, 0, 1 or 2", &mode))
        return false;
    return mode == 0 ? take_each(r, at) : mode == 1 ? take_stride(r, at) : take_differences(r, at);
}

static bool take_instr(struct reader *r, char *line)
{
    struct trace_instr *i = &r->instr;
    uint64_t mask, immediate;
    char *at = line;
    i->line = input_number(r->in);
    i->source_line = 0;
    if (r->header.lineinfo
        && !take_number(r, &at, 10, UINT64_MAX, "a line of the source expected", &i->source_line))
        return false;
    if (!take_number(r, &at, 16, UINT64_MAX, "an instruction expected, which begins with its PC", &i->pc)
        || !take_number(r, &at, 16, UINT32_MAX, "a mask of 32 lanes expected", &mask))
        return false;
    i->mask = (uint32_t)mask;
    if (!take_registers(r, &at) || !take_addresses(r, &at))
        return false;
    i->immediate = 0;
    if (at[strspn(at, " \t")]) {
        if (!take_signed(r, &at, "an immediate or the end of the line expected", &immediate))
            return false;
        i->immediate = (int64_t)immediate;
    }
    const char *more = word(&at);
    return !*more || wrong(r, "the end of the line expected", more);
}

// ---- other lines

// The value of `key = value`. Returns null if the line does not have this key.
static char *value_of(char *line, const char *key)
{
    const size_t n = strlen(key);
    if (strncmp(line, key, n))
        return NULL;
    char *at = line + n + strspn(line + n, " \t");
    return *at == '=' ? at + 1 : NULL;
}

// Header lines with other keys are ignored.
static bool take_header(struct reader *r, char *line)
{
    struct trace_header *h = &r->header;
    const struct {
        const char *key;
        unsigned base;
        uint64_t *value;
    } keys[] = {
        { "-shmem", 10, &h->shared },
        { "-shmem base_addr", 16, &h->shared_base },
        { "-local mem base_addr", 16, &h->local_base },
    };
    uint64_t n;
    char *at;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if ((at = value_of(line, keys[k].key)))
            return take_number(r, &at, keys[k].base, UINT64_MAX >> 1, "a number expected", keys[k].value);
    if ((at = value_of(line, "-enable lineinfo"))) {
        if (!take_number(r, &at, 10, 1, "0 or 1 expected", &n))
            return false;
        h->lineinfo = n;
    }
    if ((at = value_of(line, "-accelsim tracer version"))) {
        if (!take_number(r, &at, 10, UINT32_MAX, "a version expected", &n))
            return false;
        h->version = (unsigned)n;
        if (n < VERSION_FIRST || n > VERSION_LAST) {
            reader_fault(r, "version %" PRIu64 " is not known here: %d to %d are", n, VERSION_FIRST,
                         VERSION_LAST);
            return false;
        }
    }
    return true;
}

static bool take_block(struct reader *r, char *line)
{
    char *at = value_of(line, "thread block");
    if (!at)
        return wrong(r, "'thread block = x,y,z' expected", line);
    for (char *c = at; *c; c++)
        if (*c == ',')
            *c = ' ';
    for (unsigned d = 0; d < 3; d++) {
        uint64_t n;
        if (!take_number(r, &at, 10, UINT32_MAX, "a block's number expected, x,y,z", &n))
            return false;
    }
    r->seen = 0;
    r->place = WARPS;
    return true;
}

static bool take_warp(struct reader *r, char *line)
{
    uint64_t n;
    char *at = value_of(line, "warp");
    if (!at)
        return wrong(r, "'warp = n' or '#END_TB' expected", line);
    if (!take_number(r, &at, 10, TRACE_WARPS - 1, "a warp's number expected, 0 to 63", &n))
        return false;
    if (r->seen >> n & 1) {
        reader_fault(r, "warp %" PRIu64 " comes twice in this block", n);
        return false;
    }
    r->seen |= UINT64_C(1) << n;
    r->warp = (unsigned)n;
    r->place = COUNT;
    return true;
}

static bool take_count(struct reader *r, char *line)
{
    char *at = value_of(line, "insts");
    if (!at)
        return wrong(r, "'insts = n' expected", line);
    if (!take_number(r, &at, 10, UINT64_MAX, "the number of a warp's instructions expected", &r->left))
        return false;
    r->place = r->left ? INSTRS : WARPS;
    return true;
}

static bool is_word(const char *line, const char *w)
{
    const size_t n = strlen(w);
    return !strncmp(line, w, n) && !line[n + strspn(line + n, " \t")];
}

static enum trace_got found(bool fine, enum trace_got got)
{
    return fine ? got : TRACE_FAULT;
}

static enum trace_got begin_block(struct reader *r)
{
    if (!r->header.version)
        return reader_fault(r, "the header lacks '-accelsim tracer version = n'");
    if (r->place != HEAD && r->place != OUTSIDE)
        return reader_fault(r, "a thread block begins within another");
    r->place = NUMBER;
    return TRACE_BLOCK;
}

// A nonempty line outside a warp's instructions. TRACE_END: it is ignored.
static enum trace_got take_frame(struct reader *r, char *line)
{
    if (is_word(line, "#BEGIN_TB"))
        return begin_block(r) == TRACE_FAULT ? TRACE_FAULT : TRACE_END;
    if (is_word(line, "#END_TB")) {
        if (r->place != WARPS)
            return wrong(r,
                         r->place == COUNT        ? "'insts = n' expected"
                             : r->place == NUMBER ? "'thread block = x,y,z' expected"
                                                  : "'#BEGIN_TB' expected",
                         line),
                   TRACE_FAULT;
        r->place = OUTSIDE;
        return TRACE_BLOCK_END;
    }
    if (*line == '#')
        return TRACE_END;
    switch (r->place) {
    case HEAD:
        if (*line == '-')
            return found(take_header(r, line), TRACE_END);
        return wrong(r, "'-key = value' or '#BEGIN_TB' expected", line), TRACE_FAULT;
    case NUMBER:
        return found(take_block(r, line), TRACE_BLOCK);
    case WARPS:
        return found(take_warp(r, line), TRACE_WARP);
    case COUNT:
        return found(take_count(r, line), TRACE_END);
    default:
        return wrong(r, "'#BEGIN_TB' expected", line), TRACE_FAULT;
    }
}

static enum trace_got ended(struct reader *r)
{
    if (input_error(r->in)) {
        snprintf(r->error, sizeof r->error, "%s", input_error(r->in));
        return TRACE_FAULT;
    }
    if (r->place == HEAD)
        return reader_fault(r, "the file ends, and there was no thread block in it");
    if (r->place != OUTSIDE)
        return reader_fault(r, "the file ends within a thread block");
    return TRACE_END;
}

enum trace_got reader_next(struct reader *r)
{
    char *line;
    while ((line = input_line(r->in))) {
        line += strspn(line, " \t");
        if (!*line)
            continue;
        if (r->place == INSTRS) {
            if (*line == '#' || *line == 'w')
                return reader_fault(r, "%" PRIu64 " more instructions of warp %u were announced", r->left,
                                    r->warp);
            r->place = --r->left ? INSTRS : WARPS;
            return found(take_instr(r, line), TRACE_INSTR);
        }
        const enum trace_got got = take_frame(r, line);
        if (got != TRACE_END)
            return got;
    }
    return ended(r);
}

// ---- open

struct reader *reader_open(const char *path, char error[TRACE_ERROR])
{
    struct input *in = input_open(path, error);
    if (!in)
        return NULL;
    struct reader *r = calloc(1, sizeof *r);
    if (!r) {
        snprintf(error, TRACE_ERROR, "%.200s: out of memory", path);
        input_close(in);
        return NULL;
    }
    r->in = in;
    return r;
}

void reader_close(struct reader *r)
{
    input_close(r->in);
    free(r);
}

const struct trace_header *reader_header(const struct reader *r)
{
    return &r->header;
}

unsigned reader_warp(const struct reader *r)
{
    return r->warp;
}

const struct trace_instr *reader_instr(const struct reader *r)
{
    return &r->instr;
}

const char *reader_error(const struct reader *r)
{
    return r->error;
}

uint64_t reader_bytes(const struct reader *r)
{
    return input_bytes(r->in);
}
