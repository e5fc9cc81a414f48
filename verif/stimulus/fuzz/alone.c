// Replaces libFuzzer where it is missing: tries all files, then mutations of them, for a time. Usage: READER
// SEED SECONDS FILE...
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "stimulus/fuzz/mutate.h"
#include "kit/rng.h"

enum {
    LONGEST = 20000,
    PATIENCE = 20, // seconds after which a reader counts as hung
};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count); // of the reader

static struct rng rng;
static struct text {
    uint8_t *at;
    size_t length;
} last; // reported when the process ends

// ---- signals

static void on_end(int sig)
{
    static const char said[] = "fuzz: what hangs or crashes is in build/fuzz-last\n";
    const int file = open("build/fuzz-last", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    (void)sig;
    if (write(file, last.at, last.length) < 0 || write(STDERR_FILENO, said, sizeof said - 1) < 0)
        _exit(2);
    _exit(1);
}

// ----

// Exactly as long as the text, so that a read beyond it is detected.
static void try(const uint8_t *bytes, size_t count)
{
    last = (struct text){ malloc(count ? count : 1), count };
    if (!last.at)
        exit(2);
    memcpy(last.at, bytes, count);
    alarm(PATIENCE);
    LLVMFuzzerTestOneInput(last.at, count);
    alarm(0);
    free(last.at);
    last = (struct text){ NULL, 0 };
}

static struct text read_file(const char *path)
{
    FILE *f = fopen(path, "r");
    struct text t = { malloc(LONGEST), 0 };
    if (!f || !t.at) {
        fprintf(stderr, "fuzz: cannot read %s\n", path);
        exit(2);
    }
    t.length = fread(t.at, 1, LONGEST, f);
    fclose(f);
    return t;
}

int main(int argc, char **argv)
{
    static uint8_t bytes[LONGEST];
    if (argc < 4) {
        fprintf(stderr, "usage: READER SEED SECONDS FILE...\n");
        return 2;
    }
    const unsigned files = (unsigned)argc - 3;
    struct text *corpus = calloc(files, sizeof *corpus);
    unsigned long tried = 0;
    if (!corpus)
        return 2;
    signal(SIGALRM, on_end);
    signal(SIGABRT, on_end); // of a sanitizer, if it is configured so
    rng_seed(&rng, strtoull(argv[1], NULL, 0));
    for (unsigned i = 0; i < files; i++, tried++) {
        corpus[i] = read_file(argv[i + 3]);
        try(corpus[i].at, corpus[i].length);
    }
    const time_t end = time(NULL) + atol(argv[2]);
    for (; time(NULL) < end; tried++) {
        const struct text *t = &corpus[rng_below(&rng, files)];
        if (t->at)
            memcpy(bytes, t->at, t->length);
        const size_t length = LLVMFuzzerCustomMutator(bytes, t->length, LONGEST, (unsigned)rng_next(&rng));
        try(bytes, length);
    }
    for (unsigned i = 0; i < files; i++)
        free(corpus[i].at);
    free(corpus);
    printf("%lu runs\n", tried);
    return 0;
}

// The program follows a sanitizer's report.
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
