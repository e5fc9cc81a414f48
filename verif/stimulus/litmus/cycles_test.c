// Tests of the generator of litmus tests: each text parses for every lane count, no two are equal, and every
// possible choice occurs often enough.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stimulus/litmus/choose.h"
#include "stimulus/litmus/cycles.h"
#include "stimulus/litmus/write.h"
#include "program/engine.h"
#include "program/parse.h"

enum { ROWS = 400, NAME = 40, SAMPLE = 100, SEED = 1 };

static unsigned passed, failed;

static void check(bool fine, const char *what, unsigned number, const char *why)
{
    passed += fine;
    failed += !fine;
    if (!fine)
        printf("FAILED: %s, %u: %s\n", what, number, why);
}

// ---- texts

static char text[LITMUS_TEXT], again[LITMUS_TEXT];

// Null, or the reason of a refusal.
static const char *refused(unsigned lanes)
{
    static char said[400];
    struct complaint c = { .file = "litmus" };
    struct tree *t = parse_program(text, strlen(text), lanes, NULL, &c);
    struct engine *e = t ? engine_new(t, SEED) : NULL;
    const bool fine = e && engine_check(e) && !t->unfit;
    const char *why = !t ? c.text : !e ? "out of memory" : t->unfit ? "it needs something" : engine_error(e);
    snprintf(said, sizeof said, "%s", why);
    if (e)
        engine_free(e);
    if (t)
        tree_free(t);
    return fine ? NULL : said;
}

// Whether both texts occur.
static bool both(unsigned number, unsigned seed, unsigned other)
{
    return litmus_test(number, seed, text, sizeof text) && litmus_test(number, other, again, sizeof again);
}

// Tests with reductions and atomics. This machine lacks them.
static void check_changed(void)
{
    unsigned reductions = 0, atomics = 0, loads = 0;
    check(litmus_count() == LITMUS_TESTS, "tests that the machine lacks", litmus_count(), "they count");
    for (unsigned n = LITMUS_TESTS; n < LITMUS_TESTS + LITMUS_CHANGED; n++) {
        struct spec s = { .threads = 0 };
        const bool made = both(n, SEED, SEED) && litmus_spec(n, SEED, &s);
        check(made && !strcmp(text, again), "the text is the same again", n, made ? "no" : "it does not fit");
        check(strstr(text, "\nneeds GLOBAL_ATOMICS > "), "a test says what it needs", n, "no");
        reductions += strstr(text, ": red.global.") != NULL;
        atomics += strstr(text, ": atom.global.") != NULL;
        for (unsigned t = 0; t < s.threads; t++)
            for (unsigned a = 0; a < s.thread[t].accesses; a++)
                loads += !s.thread[t].access[a].store && s.thread[t].access[a].kind == LOAD_ATOM;
    }
    check(reductions >= LITMUS_CHANGED / 3, "tests with reductions", reductions, "too few");
    check(atomics >= LITMUS_CHANGED / 3, "tests with atomics", atomics, "too few");
    check(loads >= LITMUS_CHANGED / 6, "loads that are atomics", loads, "too few");
}

static void check_texts(void)
{
    for (unsigned n = 0; n < LITMUS_TESTS; n++) {
        const bool made = both(n, SEED, SEED);
        check(made && !strcmp(text, again), "the text is the same again", n, made ? "no" : "it does not fit");
        for (unsigned lanes = 8; lanes <= 32; lanes *= 2) {
            const char *why = refused(lanes);
            check(!why, "the text is understood", n, why);
        }
    }
    check(!litmus_test(LITMUS_TESTS + LITMUS_CHANGED, SEED, text, sizeof text), "there are no more",
          LITMUS_TESTS, "one");
    check(!litmus_test(0, SEED, text, 100), "a text that does not fit", 0, "it fits");
    check(both(7, SEED, SEED + 1) && strcmp(text, again), "another seed has another text", 7, "it has not");
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void check_keys(void)
{
    static uint64_t key[LITMUS_TESTS];
    struct spec s;
    for (unsigned n = 0; n < LITMUS_TESTS; n++) {
        check(litmus_spec(n, SEED, &s), "there is such a test", n, "there is not");
        key[n] = choose_key(&s);
    }
    qsort(key, LITMUS_TESTS, sizeof *key, compare);
    for (unsigned n = 1; n < LITMUS_TESTS; n++)
        check(key[n - 1] != key[n], "no two tests are alike", n, "two are");
}

// ---- frequency of choices

static struct row {
    char name[NAME];
    unsigned count, sample; // over all tests; over the first SAMPLE
} row[ROWS];
static unsigned rows, test; // test: the current one

static struct row *find(const char *name)
{
    for (unsigned n = 0; n < rows; n++)
        if (!strcmp(row[n].name, name))
            return &row[n];
    return NULL;
}

__attribute__((format(printf, 1, 2))) static void note(const char *format, ...)
{
    char name[NAME];
    va_list args;
    va_start(args, format);
    vsnprintf(name, sizeof name, format, args);
    va_end(args);
    struct row *r = find(name);
    if (!r && rows < ROWS) {
        r = &row[rows++];
        memcpy(r->name, name, sizeof name);
    }
    if (r) {
        r->count++;
        r->sample += test < SAMPLE;
    }
}

static void note_accesses(const struct spec *s, const struct thread *h)
{
    for (unsigned a = 0; a < h->accesses; a++) {
        const struct access *x = &h->access[a];
        note("%s %s%s", x->store ? "store" : "load", x->store ? write_store(x->kind) : write_load(x->kind),
             s->kepler ? ", kepler" : "");
        if (s->mixed)
            note("b%u", 8 * x->bytes);
        if (x->last)
            note("a load that tells the last store");
    }
}

static void note_threads(const struct spec *s)
{
    char l1s[SPEC_THREADS + 1] = "";
    for (unsigned t = 0; t < s->threads; t++) {
        const struct thread *h = &s->thread[t], *next = &s->thread[(t + 1) % s->shape.threads];
        note_accesses(s, h);
        if (t >= s->shape.threads) {
            note("a thread that tells the last store");
            continue;
        }
        l1s[t] = (char)('0' + h->l1);
        note("%s, %s", shape_edge(&s->shape, t), h->l1 == next->l1 ? "one L1" : "two L1s");
        if (s->shape.thread[t].accesses == 2)
            note("Po%c%c%c %s", h->same ? 's' : 'd', "RW"[h->access[0].store], "RW"[h->access[1].store],
                 write_between(h->between));
    }
    note("L1s %s", l1s);
}

static void note_spec(const struct spec *s)
{
    note("shape %s", shape_name(&s->shape) ? shape_name(&s->shape) : "without a name");
    note("%u threads, %u locations", s->shape.threads, s->shape.locations);
    note_threads(s);
    note("layout %s", write_layout(s->layout));
    note(s->all_lanes ? "all lanes" : s->mixed ? "lane 0, widths" : "lane 0");
    note(s->thread[1].block ? "several blocks" : "one block");
    if (s->strong)
        note("strong");
    if (s->cold)
        note("cold");
    if (!s->noises)
        note("noise none");
    for (unsigned n = 0; n < s->noises; n++)
        note("noise %s, L1 %u", write_noise(s->noise[n].kind), s->noise[n].l1);
}

static void wanted(const char *name, unsigned least, bool in_sample)
{
    const struct row *r = find(name);
    check(r && r->count >= least, name, r ? r->count : 0, "too few tests have it");
    check(!in_sample || (r && r->sample), name, r ? r->sample : 0, "none of the first tests has it");
}

static void want_edges(void)
{
    static const char *const accesses[] = { "RR", "RW", "WR", "WW" };
    static const char *const edges[] = { "Rfe", "Fre", "Coe" };
    char name[NAME];
    for (unsigned a = 0; a < 4; a++)
        for (unsigned same = 0; same < 2; same++)
            for (unsigned b = 0; b < BETWEENS; b++) {
                const char *between = write_between((enum between)b);
                snprintf(name, sizeof name, "Po%c%s %s", same ? 's' : 'd', accesses[a], between);
                wanted(name, b == BETWEEN_BAR ? 1 : same ? 3 : 6, false);
            }
    for (unsigned e = 0; e < 3; e++)
        for (unsigned l1s = 0; l1s < 2; l1s++) {
            snprintf(name, sizeof name, "%s, %s", edges[e], l1s ? "two L1s" : "one L1");
            wanted(name, 200, true);
        }
}

static void want_kinds(void)
{
    char name[NAME];
    for (unsigned k = 0; k < LOAD_KINDS; k++) {
        snprintf(name, sizeof name, "load %s", write_load(k));
        wanted(name, k == LOAD_NC ? 10 : 200, k != LOAD_NC);
        snprintf(name, sizeof name, "load %s, kepler", write_load(k));
        wanted(name, 20, false);
    }
    for (unsigned k = 0; k < STORE_KINDS; k++) {
        snprintf(name, sizeof name, "store %s", write_store(k));
        wanted(name, 200, true);
        snprintf(name, sizeof name, "store %s, kepler", write_store(k));
        wanted(name, 20, false);
    }
    for (unsigned k = 0; k < NOISES; k++)
        for (unsigned l1 = 0; l1 < 2; l1++) {
            snprintf(name, sizeof name, "noise %s, L1 %u", write_noise((enum noise_kind)k), l1);
            wanted(name, 15, false);
        }
    wanted("noise fetch, L1 2", 5, false);
    wanted("noise merges, L1 2", 3, false);
    wanted("noise held, L1 2", 3, false);
    for (unsigned l = 0; l < LAYOUTS; l++) {
        snprintf(name, sizeof name, "layout %s", write_layout((enum layout)l));
        wanted(name, 60, true);
    }
}

static void want_placements(void)
{
    for (unsigned threads = 2; threads <= SHAPE_THREADS; threads++)
        for (unsigned mask = 0; mask + 1 < 1u << threads; mask++) {
            char name[NAME] = "L1s ";
            for (unsigned t = 0; t < threads; t++)
                name[4 + t] = (char)('0' + (mask >> t & 1));
            wanted(name, 5, false);
        }
    static const char *const three[] = {
        "L1s 012", "L1s 120", "L1s 201", "L1s 0120", "L1s 1201", "L1s 2012"
    };
    for (unsigned n = 0; n < sizeof three / sizeof *three; n++)
        wanted(three[n], 5, false);
}

static void want_rest(void)
{
    static const char *const shapes[] = {
        "MP",   "SB",   "LB",   "S",    "R",     "2+2W",   "CoRR",   "CoWW",   "CoWR",   "CoRW",
        "WRC",  "RWC",  "WWC",  "IRIW", "ISA2",  "3.SB",   "3.LB",   "3.2W",   "Z6.0",   "Z6.1",
        "Z6.2", "Z6.3", "Z6.4", "Z6.5", "W+RWC", "WRR+2W", "WRW+WR", "WRW+2W", "IRRWIW", "IRWIW",
    };
    static const char *const others[] = {
        "b8",
        "b16",
        "b32",
        "b64",
        "all lanes",
        "lane 0",
        "lane 0, widths",
        "one block",
        "several blocks",
        "noise none",
        "cold",
        "strong",
        "a load that tells the last store",
        "a thread that tells the last store",
    };
    char name[NAME];
    for (unsigned n = 0; n < sizeof shapes / sizeof *shapes; n++) {
        snprintf(name, sizeof name, "shape %s", shapes[n]);
        wanted(name, 14, n < 6);
    }
    for (unsigned n = 0; n < sizeof others / sizeof *others; n++)
        wanted(others[n], 50, true);
}

static void check_coverage(void)
{
    struct spec s;
    for (test = 0; test < LITMUS_TESTS; test++)
        if (litmus_spec(test, SEED, &s))
            note_spec(&s);
    for (unsigned n = 0; n < rows; n++)
        printf("%-34s %5u %4u%s", row[n].name, row[n].count, row[n].sample, n % 2 ? "\n" : "    ");
    printf("\n");
    want_edges();
    want_kinds();
    want_placements();
    want_rest();
}

// With arguments NUMBER [SEED] it prints that text instead.
int main(int argc, char **argv)
{
    if (argc > 1) {
        const unsigned number = (unsigned)strtoul(argv[1], NULL, 0);
        const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : SEED;
        const bool made = litmus_test(number, seed, text, sizeof text);
        fputs(made ? text : "there is no such test\n", stdout);
        return made ? 0 : 2;
    }
    check_texts();
    check_changed();
    check_keys();
    check_coverage();
    printf("litmus: %u passed, %u failed\n", passed, failed);
    return failed ? 1 : 0;
}
