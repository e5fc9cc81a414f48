// Programs and traces mutated at random, by bytes, words and lines. Programs are read and, where they make sense, run on a machine
// that is none; traces are read, and their thread blocks kept and taken back warp by warp: nothing may crash, hang, or be refused
// without a place. Built with sanitizers, so that what goes wrong ends the process; the text that did it is in build/fuzz-last.l1
// then. Usage: fuzz SEED SECONDS FILE... The files are what is mutated; those that end in .traceg are traces.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kit/rng.h"
#include "program/engine.h"
#include "program/parse.h"
#include "program/pretend.h"
#include "trace/blocks.h"
#include "trace/survey.h"

enum {
    FILES = 400, LONGEST = 20000,
    CYCLES = 3000,      // that a program may run
    PATIENCE = 20,      // seconds after which a program hangs
};

static struct text {
    char *at;
    size_t length;
    bool trace;
} corpus[FILES];
static unsigned files;

static char text[LONGEST + 1];
static size_t length;
static bool trace;

// ---- what cannot be told in the usual way

static void write_last(void)
{
    FILE *f = fopen("build/fuzz-last.l1", "w");
    if (!f)
        return;
    fwrite(text, 1, length, f);
    fclose(f);
}

static void on_end(int sig)
{
    (void)sig;
    write_last();
    static const char said[] = "fuzz: a text hangs or crashes, it is in build/fuzz-last.l1\n";
    if (write(STDERR_FILENO, said, sizeof said - 1) < 0)
        _exit(2);
    _exit(1);
}

static void complain(const char *what, const char *said)
{
    write_last();
    printf("FAILED: %s: '%s'; the text is in build/fuzz-last.l1\n", what, said);
    exit(1);
}

// ---- mutations

static void replace(size_t from, size_t to, const char *with, size_t n)
{
    if (length - (to - from) + n > LONGEST)
        return;
    memmove(text + from + n, text + to, length - to);
    memcpy(text + from, with, n);
    length = length - (to - from) + n;
}

static size_t any(struct rng *r, size_t below)
{
    return below ? rng_below(r, (uint32_t)below) : 0;
}

static void mutate_byte(struct rng *r)
{
    const size_t at = any(r, length);
    char c = (char)rng_below(r, 256);
    switch (rng_below(r, 3)) {
    case 0: replace(at, at + (length > 0), &c, 1); break;
    case 1: replace(at, at, &c, 1); break;
    default: replace(at, at + (length > 0), "", 0); break;
    }
}

static const char *const words[] = {
    "w0", "w0..3", "w63", "p0", "r0", "r255", "lane", "warp", "LANES", "0", "1", "-1", "9223372036854775807",
    "0xffffffff", "1 << 63", "rand(3)", "min(", "gcd(", "bits(", "(", ")", "[", "]", "{", "}", "{\n", "}\n", ":", ",",
    "?", "..", "@p0", "@!p0", "ld.shared.b32 r1, [0]", "st.global.b128 [0], {1, 2, 3, 4}", "fence.gpu", "mov r1,",
    "setp p0,", "bar", "delay", "cmd.flush", "mask", "for i in 0..3 {\n", "while any p0 {\n", "if 1 {\n", "} else {\n",
    "step", "then\n", "sweep D = 0..3\n", "param N = 3\n", "needs 0\n", "let x =", "expect passes", "expect r1 =",
    "expect error page", "expect part cycles", "allow", "forbid", "may", "outcome w0.r1\n", "order oldest\n",
    "warp w1 l1 1 cta 2 start 3\n", "set page p64k\n", "memory latency 3..9 every 2\n", "page 0 absent\n", "fail 0\n",
    "stores late 1 of 2\n", "port booked 1 of 2\n", "fresh\n", "list A = 1, 2, LANES\n", "A[1]", "A[lane % 3]",
    "at 40", "order text\n", "code5", "code6.shared.b32 [0]", "inval.global [128*lane]", "flush.local [0]", "gaps 15 percent\n", "reset at 9\n", "draws 7\n", "remainders after 3 any\n", "expect part error any\n",
    "memory order random batch 4 pieces 20 stall 30 apart 2\n", "/", "%", "*", "+", "-", "<<", ">>", "&&", "||", "==",
    "!=", "~", "!", "\n", "#", "\"", "program 1\n", "shows \"x\"\n", "0b1", "1_0",
};

static const char *const trace_words[] = {
    "0", "1", "2", "3", "4", "5", "-1", "ffffffff", "00000000", "0000000f", "80000001", "0x0", "0x80000000", "0xffffffffffffffff",
    "18446744073709551615", "R0", "R254", "R255", "RZ", "R256", "LDG.E", "LDG.E.128", "STG.E.U8", "LDS.64", "STS", "LDL.S16",
    "STL.128", "LD.E", "ST.E", "LDSM.16.M88.4", "LDGSTS.E.128", "LDGSTS.E", "LDGDEPBAR", "DEPBAR.LE", "BAR.SYNC", "BAR.ARV",
    "MEMBAR.SC.SYS", "ATOMG.ADD", "12 R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12", "LDG.E.256", "LDG.E.99999999999999999999", "FROB", "EXIT", ".", "=", ",", "\n",
    "#BEGIN_TB\n", "#END_TB\n", "thread block = 0,0,0\n", "warp = 0\n", "warp = 63\n", "insts = 1\n", "insts = 0\n",
    "-shmem = 64\n", "-shmem base_addr = 0x80000000\n", "-local mem base_addr = 0x80000000\n", "-enable lineinfo = 1\n",
    "-accelsim tracer version = 4\n",
};

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// A word here is replaced by another, doubled, or left out.
static void mutate_word(struct rng *r)
{
    size_t from = any(r, length), to = from;
    while (from && is_word(text[from - 1]))
        from--;
    while (to < length && is_word(text[to]))
        to++;
    const char *word = trace ? trace_words[rng_below(r, sizeof trace_words / sizeof *trace_words)]
        : words[rng_below(r, sizeof words / sizeof *words)];
    switch (rng_below(r, 4)) {
    case 0: replace(from, to, "", 0); break;
    case 1: replace(to, to, word, strlen(word)); break;
    default: replace(from, to, word, strlen(word)); break;
    }
}

static void line_at(const struct text *t, size_t at, size_t *from, size_t *to)
{
    *from = *to = at;
    while (*from && t->at[*from - 1] != '\n')
        --*from;
    while (*to < t->length && t->at[(*to)++] != '\n') {
    }
}

// A line is left out, or one of any program is put in.
static void mutate_line(struct rng *r)
{
    const struct text here = { text, length, trace }, *other = &corpus[rng_below(r, files)];
    size_t from, to, first, last;
    line_at(&here, any(r, length), &from, &to);
    line_at(other, any(r, other->length), &first, &last);
    switch (rng_below(r, 3)) {
    case 0: replace(from, to, "", 0); break;
    case 1: replace(from, to, other->at + first, last - first); break;
    default: replace(from, from, other->at + first, last - first); break;
    }
}

static void take_text(const struct text *t)
{
    memcpy(text, t->at, t->length);
    length = t->length;
    trace = t->trace;
}

static void mutate(struct rng *r)
{
    take_text(&corpus[rng_below(r, files)]);
    for (unsigned n = 1 + rng_below(r, 4); n-- > 0;)
        switch (rng_below(r, 4)) {
        case 0: mutate_byte(r); break;
        case 1: mutate_line(r); break;
        default: mutate_word(r); break;
        }
}

// ---- one program

// What is told begins with a place.
static bool placed(const char *said)
{
    unsigned line, column;
    return sscanf(said, "fuzz.l1:%u:%u: ", &line, &column) == 2 && line && column;
}

static void run(struct tree *t)
{
    struct engine *e = engine_new(t, 1);
    if (e && engine_check(e)) {
        engine_free(e);
        e = engine_new(t, 1);
        if (e)
            pretend_run(e, t, CYCLES);
    }
    if (e && *engine_error(e) && !placed(engine_error(e)))
        complain("objected without a place", engine_error(e));
    if (e)
        engine_free(e);
}

// Returns whether it was understood.
static bool try_program(unsigned lanes)
{
    struct complaint c = { .file = "fuzz.l1" };
    char *exact = malloc(length ? length : 1); // so that reading behind it is seen
    if (!exact)
        exit(2);
    memcpy(exact, text, length);
    alarm(PATIENCE);
    struct tree *t = parse_program(exact, length, lanes, NULL, &c);
    if (!t && !placed(c.text))
        complain("refused without a place", c.text);
    if (t && *c.text)
        complain("understood with a complaint", c.text);
    if (t) {
        run(t);
        tree_free(t);
    }
    free(exact);
    return t != NULL;
}

// ---- one trace

static bool placed_trace(const char *said)
{
    unsigned line;
    return sscanf(said, "build/fuzz.traceg:%u: ", &line) == 1;
}

// Each warp's operations come back, as many as were kept.
static void keep_blocks(void)
{
    char error[TRACE_ERROR] = "";
    struct trace_op op;
    unsigned place;
    struct blocks *b = blocks_new("build/fuzz.traceg", 1, error);
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
        complain("understood, and not read again", b ? blocks_error(b) : error);
    blocks_free(b);
}

static bool try_trace(void)
{
    char error[TRACE_ERROR] = "";
    struct survey s;
    FILE *f = fopen("build/fuzz.traceg", "w");
    if (!f || fwrite(text, 1, length, f) != length || fclose(f))
        exit(2);
    alarm(PATIENCE);
    const bool fine = survey("build/fuzz.traceg", &s, error);
    if (!fine && !placed_trace(error))
        complain("refused without a place", error);
    if (fine)
        keep_blocks();
    return fine;
}

static bool try(unsigned lanes)
{
    return trace ? try_trace() : try_program(lanes);
}

static void read_corpus(int argc, char **argv)
{
    for (int i = 3; i < argc && files < FILES; i++) {
        FILE *f = fopen(argv[i], "r");
        struct text *t = &corpus[files];
        const size_t n = strlen(argv[i]);
        t->trace = n > 7 && !strcmp(argv[i] + n - 7, ".traceg");
        t->at = malloc(LONGEST);
        t->length = f && t->at ? fread(t->at, 1, LONGEST, f) : 0;
        if (f)
            fclose(f);
        if (t->length)
            files++;
    }
}

int main(int argc, char **argv)
{
    struct rng r;
    unsigned long tried = 0, understood = 0;
    if (argc > 2)
        read_corpus(argc, argv);
    if (!files) {
        fprintf(stderr, "usage: fuzz SEED SECONDS FILE...\n");
        return 2;
    }
    signal(SIGALRM, on_end);
    signal(SIGABRT, on_end); // a sanitizer's, if it is told to
    rng_seed(&r, strtoull(argv[1], NULL, 0));
    const time_t end = time(NULL) + atol(argv[2]);
    for (unsigned i = 0; i < files; i++) {
        take_text(&corpus[i]);
        understood += try(8);
        tried++;
    }
    do {
        mutate(&r);
        understood += try(8u << rng_below(&r, 3));
        tried++;
    } while (tried % 16 || time(NULL) < end);
    printf("%lu of them were understood\n", understood);
    printf("fuzz: %lu programs and traces, 0 crashed\n", tried);
    return 0;
}

// A sanitizer's report is followed by the program.
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "abort_on_error=1";
}
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void)
{
    return "abort_on_error=1:print_stacktrace=1";
}
