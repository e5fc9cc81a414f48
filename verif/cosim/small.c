#include "cosim/small.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cosim/prepare.h"
#include "stimulus/shrink/shrink.h"
#include "stimulus/shrink/text.h"
#include "tests/programs/programs.h"

struct attempt {
    struct session plain;
    const struct outcome_sign *as;
    struct shrinker *shrinker;
    char path[4200];
    char head[600]; // comments of the file
    bool lost;      // the file cannot be written
};

static bool write_program(struct attempt *a, const char *text)
{
    const size_t first = strcspn(text, "\n");
    FILE *f = fopen(a->path, "w");
    a->lost =
        !f || fprintf(f, "%.*s\n%s%s", (int)first, text, a->head, text + first + (text[first] == '\n')) < 0;
    if (f)
        a->lost |= fclose(f) != 0;
    return !a->lost;
}

static bool fails_so(struct attempt *a, uint64_t seed)
{
    char error[PROGRAM_ERROR];
    const struct test *t = programs_file(a->path, a->plain.opt.params, a->plain.harness->machine, error);
    if (!t)
        return false;
    a->plain.opt.seed = seed;
    struct outcome o = outcome_of(&a->plain, t);
    const bool same = outcome_same(a->as, &o);
    outcome_free(&o);
    return same;
}

static bool try(void *who, const char *text)
{
    struct attempt *a = who;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\rshrink: try %u, %u lines ", a->shrinker->tries, text_lines(text));
    return write_program(a, text) && fails_so(a, a->plain.opt.seed);
}

static bool over(void *who)
{
    return run_interrupted || ((struct attempt *)who)->lost;
}

static char *read_text(const char *path)
{
    char *text = NULL;
    size_t size, n;
    char piece[4096];
    FILE *in = fopen(path, "r"), *out = in ? open_memstream(&text, &size) : NULL;
    while (out && (n = fread(piece, 1, sizeof piece, in)))
        fwrite(piece, 1, n, out);
    if (out)
        fclose(out);
    if (in)
        fclose(in);
    return text;
}

// Whether the program fails in the same way with other seeds. Then it is suitable as a test.
static const char *with_seeds(struct attempt *a)
{
    enum { OTHERS = 3 };
    const uint64_t seed = a->plain.opt.seed;
    unsigned so = 0;
    for (unsigned i = 1; i <= OTHERS; i++)
        so += fails_so(a, seed + i);
    a->plain.opt.seed = seed;
    return so == OTHERS ? "whatever the seed" : so ? "with many a seed" : "with this seed";
}

static void say_small(struct session *s, struct attempt *a, const char *small, const char *was)
{
    if (!write_program(a, small) || (!run_interrupted && !fails_so(a, s->opt.seed)))
        say(s, "  made small: %s %s\n", a->path,
            a->lost ? "cannot be written" : "does not fail: report this as a fault of the harness");
    else
        say(s, "  made small: %s, %u lines of %u, in %u tries, fails in the same way, %s\n", a->path,
            text_lines(small), text_lines(was), a->shrinker->tries,
            run_interrupted ? "interrupted" : with_seeds(a));
}

void small_program(struct session *s, const char *path, const struct outcome_sign *as)
{
    struct shrinker shrinker = { .same = try, .over = over, .most = (unsigned)s->opt.tries };
    struct attempt *a = calloc(1, sizeof *a);
    char *was = read_text(path), *small = NULL;
    if (a && was) {
        const size_t stem =
            strlen(path) > 3 && !strcmp(path + strlen(path) - 3, ".l1") ? strlen(path) - 3 : strlen(path);
        a->plain = (struct session){ .opt = s->opt, .harness = s->harness };
        a->plain.opt.all_waves = false;
        a->plain.opt.record_folder = a->plain.opt.story = a->plain.opt.traffic = NULL;
        a->as = as;
        a->shrinker = &shrinker;
        snprintf(a->path, sizeof a->path, "%.*s.small.l1", (int)(stem < 4000 ? stem : 4000), path);
        snprintf(a->head, sizeof a->head, "# Made small from %.300s, which fails: %s\n", path, as->text);
        shrinker.who = a;
        small = shrink(&shrinker, was);
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\r%40s\r", "");
    }
    if (small)
        say_small(s, a, small, was);
    else
        say(s, "  not made small: no memory for it\n");
    free(small);
    free(was);
    free(a);
}

void small_alone(struct session *s, const struct test *t, const struct outcome *o)
{
    const struct outcome_sign as = outcome_sign_of(o);
    struct session plain = { .opt = s->opt, .harness = s->harness };
    uint64_t best = o->failed_at, seed = s->opt.seed, tries = 0;
    for (; tries < s->opt.tries && best && !run_interrupted; tries++) {
        plain.opt.seed = tries + 1;
        plain.opt.cycles = best;
        struct outcome is = outcome_of(&plain, t);
        if (outcome_same(&as, &is) && is.failed_at < best) {
            best = is.failed_at;
            seed = plain.opt.seed;
        }
        outcome_free(&is);
    }
    say(s,
        "  a block alone is no program; of %" PRIu64
        " seeds the one that fails so in the fewest cycles: SEED=%" PRIu64 " CYCLES=%" PRIu64 "\n",
        tries, seed, best + 1);
}
