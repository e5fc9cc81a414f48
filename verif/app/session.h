// One run of the program: what was asked for, what came of it so far, and how it speaks.
#ifndef SESSION_H
#define SESSION_H

#include <stdio.h>

#include "app/harness.h"
#include "lockstep/test.h"

enum { OUTCOME_SIGN = 120 };    // room for what a failure is known by

struct options {
    const char *self;           // the program, as it was called
    const char *test;           // names and prefixes with *, separated by commas; null: all
    const char *waves;          // folder for waves
    const char *expected, *actual; // kinds of twins
    const char *record, *record_folder;
    const char *fault;          // name of the seeded fault that is to be in the twins
    const char *program;        // file with a program that is the only test; null: none
    const char *trace;          // file with a trace that is the only test; null: none
    uint64_t delay;             // of its instructions without memory, in cycles
    bool rename;                // its pages
    const char *params;         // of a program, NAME=VALUE NAME=VALUE ...
    const char *phases;         // file with the phases of random_steered; null: its own
    const char *write_program;  // file that gets the test as a program; null: none
    const char *report;         // file that gets what is printed, too
    const char *bins;           // file that gets what each test reached of functional coverage; null: none
    const char *junit;          // file that gets what became of each test; null: none
    const char *story;          // file that gets what each instruction of the test does; null: none
    uint64_t seed, cycles;
    const char *waves_at;       // where their marker is, a cycle or what a row of the story says; null: where the test begins
    uint64_t waves_view;        // cycles of them in sight; 0: as is usual
    const char *block;          // whose Verilog is somebody's own: of blocks alone, it alone is tested; null: all are ours
    const char *own;            // how make was told so
    const char *checks;         // full: contracts judge all; light: what blocks rely on, not their answers; none: nothing
    uint64_t tolerant;          // it may answer so many cycles late; 0: not judged so
    uint64_t litmus, litmus_from; // so many generated litmus tests, from this one on; 0: none
    uint64_t jobs;              // cores to be used: tests run at a time, or one on two of them
    uint64_t tries;             // to make a failing program smaller
    bool shrink;                // the one test is run to make its failure small
    bool list, all_waves, bare, first, brief, bench;
    bool rows;                  // a row for each test on the terminal, however many
    bool spans;                 // each instruction is followed, and its cycles add up
    bool machines;              // tests of whole machines alone
};

// Tests of one family that came one after the other.
struct family {
    const char *name;           // null: none came
    unsigned tests, failed;
    uint64_t cycles, values;
    const char *longest;
    uint64_t longest_cycles;
};

struct session {
    struct options opt;
    const struct harness *harness;
    FILE *report, *bins;
    struct {
        FILE *file, *cases;
        char *text;             // of the cases
        size_t size;
    } junit;
    FILE *story;                // of the test under way
    struct watcher *watcher;    // likewise
    struct tally *tally;        // likewise; null: it is no litmus test
    bool rows;                  // on the terminal, too
    bool two_cores;             // for each test
    bool machines;              // one of the tests is of a whole machine
    struct family family;       // that is under way
    struct wait waits[STIMULUS_WAITS];  // the longest of each row, and in which test
    const char *waited_in[STIMULUS_WAITS];
    bool waves_said;            // a row of the story says what waves_at asks for
    unsigned passed, failed;
    uint64_t cycles, values;
    enum verdict worst;         // of the first failure
    char found[300];            // of that, and in which test
    unsigned late;              // the most cycles by which an answer of a block came late
    struct {
        unsigned tests, outcomes, forbidden, unseen; // that were judged; of these
        unsigned refused;       // those that could not be
    } litmus;
    char written[4200];         // the program of the generated test that has just failed, which comes to the same; or empty
    uint64_t timed, timed_expected, timed_tests; // cycles of the tests that have a formula for them, what these say, how many
    struct {                    // failures by what was seen first: each kind is told in full once
        char sign[OUTCOME_SIGN];
        unsigned count;
    } kinds[32];
    struct {                    // checks of each output of each shape, over all tests
        const struct ul1_block *shape;
        uint64_t *checks;
    } totals[16];
};

// To the terminal and to the report.
__attribute__((format(printf, 2, 3))) void say(struct session *, const char *format, ...);

// To these of the two.
__attribute__((format(printf, 4, 5))) void say_to(struct session *, bool terminal, bool report, const char *format, ...);

// A file that was asked for could not be written to its end.
void not_whole(struct session *, const char *file);

// One line that says what is wrong with how the program was called. Returns the exit status for it.
int complain(const struct session *, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
