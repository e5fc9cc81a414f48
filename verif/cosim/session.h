// The state of one run of the program: options, results so far, and output.
#ifndef SESSION_H
#define SESSION_H

#include <stdio.h>

#include "cosim/harness.h"
#include "checkers/lockstep/test.h"

enum { OUTCOME_SIGN = 120 }; // size of a failure's signature

struct options {
    const char *self;              // the program, as it was called
    const char *test;              // names and prefixes with *, separated by commas; null: all
    const char *waves;             // folder for waves
    const char *expected, *actual; // kinds of twins
    const char *record, *record_folder;
    const char *fault;         // name of the seeded fault in the twins
    const char *program;       // file with a program that is the only test; null: none
    const char *trace;         // file with a trace that is the only test; null: none
    uint64_t delay;            // cycles of the trace's instructions without memory
    bool rename;               // the trace's pages are renamed
    const char *params;        // params of a program: NAME=VALUE NAME=VALUE ...
    const char *phases;        // file with the random constraints of random_steered; null: the built-in ones
    const char *write_program; // file for the test as a program; null: none
    const char *report;        // file for a copy of the output
    const char *bins;          // file for the functional coverage of each test; null: none
    const char *junit;         // file for the results in JUnit's format; null: none
    const char *story;         // file for the story: the activity of each instruction; null: none
    const char *traffic;       // file for what passes behind L1s (story/traffic.h); null: none
    uint64_t seed, cycles;
    // position of their marker: a cycle, or text of a row of the story; null: the beginning
    const char *waves_at;
    uint64_t waves_view; // number of visible cycles; 0: the default
    // the block with the user's own Verilog, the only one that is tested alone; null: none
    const char *block;
    const char *own;   // how make was given that Verilog
    const char *place; // how the L1s of tests lie on a machine with clusters (environment/sm/l1s.h)
    bool boost;        // machines with two clocks have a near clock twice as fast
    // full: all contract checks; light: assumptions of blocks, without reference predictors; none
    const char *checks;
    uint64_t tolerant;            // cycles by which the block may answer late; 0: exact comparison
    uint64_t litmus, litmus_from; // number of generated litmus tests, and the number of the first; 0: none
    uint64_t jobs;                // cores: tests that run concurrently, or two for a single test
    uint64_t tries;               // attempts to make a failing program smaller
    bool shrink;                  // run the one test to make its failure small
    bool list, all_waves, bare, first, brief, bench;
    bool rows;     // a row for each test on the terminal, whatever their number
    bool spans;    // follow each instruction; its cycles must add up
    bool machines; // only tests of whole machines
};

// Consecutive tests of one family.
struct family {
    const char *name; // null: no test yet
    unsigned tests, failed;
    uint64_t cycles, values;
    const char *longest;
    uint64_t longest_cycles;
};

// Checks of each output, over all tests, of each block and machine of each configuration.
struct total {
    const struct ul1_block *shape;
    uint64_t *checks;
};

struct session {
    struct options opt;
    const struct harness *harness;
    FILE *report, *bins;
    struct {
        FILE *file, *cases;
        char *text; // the text of the cases
        size_t size;
    } junit;
    FILE *story, *traffic;             // the current test's
    struct watcher *watcher;           // the current test's
    struct tally *tally;               // the current test's; null: it is no litmus test
    bool rows;                         // rows on the terminal also
    bool two_cores;                    // each test uses two cores
    bool machines;                     // one of the tests is of a whole machine
    struct family family;              // the current family
    struct wait waits[STIMULUS_WAITS]; // the longest of each row, and its test
    const char *waited_in[STIMULUS_WAITS];
    bool waves_said; // a row of the story matches waves_at
    unsigned passed, failed;
    uint64_t cycles, values;
    enum verdict worst; // verdict of the first failure
    char found[300];    // message of the first failure, and its test
    unsigned late;      // the most cycles by which an answer of a block was late
    struct {
        unsigned tests, outcomes, forbidden, unseen; // tests that were checked, and their results
        unsigned refused;                            // tests that could not be checked
    } litmus;
    // path of the program written for the generated test that has just failed in the same way; or empty
    char written[4200];
    // cycles of the tests with a formula for them, the formula's sum, number of these tests
    uint64_t timed, timed_expected, timed_tests;
    struct { // failures by signature; each kind is reported in full once
        char sign[OUTCOME_SIGN];
        unsigned count;
    } kinds[32];
    struct total *totals;
    unsigned total_count;
};

// Prints to the terminal and to the report.
__attribute__((format(printf, 2, 3))) void say(struct session *, const char *format, ...);

// Prints to the selected ones.
__attribute__((format(printf, 4, 5))) void say_to(struct session *, bool terminal, bool report,
                                                  const char *format, ...);

// Reports that a requested file could not be written completely.
void not_whole(struct session *, const char *file);

// Prints one line about an invalid command line. Returns the exit status for it.
int complain(const struct session *, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
