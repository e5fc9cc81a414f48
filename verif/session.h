// One run of the program: what was asked for, what came of it so far. Shared by its parts: which tests are run (cosim.c), what
// is told of a failure (report.c), how fast it is (bench.c).
#ifndef SESSION_H
#define SESSION_H

#include <stdio.h>

#include "cosim.h"
#include "test.h"

struct options {
    const char *self;           // the program, as it was called
    const char *test;           // names and prefixes with *, separated by commas; null: all
    const char *waves;          // folder for waves
    const char *expected, *actual; // kinds of twins
    const char *record, *record_folder;
    const char *report;         // file that gets what is printed, too
    uint64_t seed, cycles;
    bool list, all_waves, bare, first, bench;
};

struct session {
    struct options opt;
    const struct bench *bench;
    FILE *report;
    unsigned passed, failed;
    uint64_t cycles, values;
    enum verdict worst;         // of the first failure
    struct {                    // failures by what was seen first: each kind is told in full once
        char sign[80];
        unsigned count;
    } kinds[32];
    struct {                    // checks of each output of each shape, over all tests
        const struct ul1_block *shape;
        uint64_t *checks;
    } totals[16];
};

// To the terminal and to the report.
__attribute__((format(printf, 2, 3))) void say(struct session *, const char *format, ...);

// One line that says what is wrong with how the program was called. Returns the exit status for it.
int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
extern const char *program; // its name, for that line and the one that repeats a failure

// Everything a run of this test needs, with its peers, from its name and the base seed alone. False: message says what is
// missing. And carries it out.
bool prepare(struct session *, const struct test *, struct run *);
void carry_out(struct session *, struct run *);
bool observe(struct run *, struct observer *); // false: there is none
void path_of(char *path, size_t size, const char *folder, const char *test, unsigned machine);

// All there is to tell of a failed run; runs the test once more for it.
void report_failure(struct session *, const struct test *, const struct run *first);

// The lockstep against the Verilog alone, and the model alone. Returns the exit status.
int bench_print(struct session *, const struct test *tests, unsigned count);

#endif
