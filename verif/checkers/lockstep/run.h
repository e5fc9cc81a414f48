// One test run: a stimulus drives one or two twins in lockstep, cycle by cycle.
#ifndef RUN_H
#define RUN_H

#include <signal.h>

#include "checkers/lockstep/judge.h"
#include "checkers/lockstep/scoreboard.h"
#include "checkers/lockstep/stimulus.h"
#include "checkers/lockstep/tolerant.h"
#include "checkers/lockstep/twin.h"

#ifdef __cplusplus
extern "C" {
#endif

// An observer of settled cycles: waves, recordings, the history of a report. With one twin, expected or
// actual is null.
struct observer {
    void (*cycle)(struct observer *, uint64_t cycle, const void *in, const void *expected,
                  const void *actual);
    void (*close)(struct observer *); // flushes and frees; called on every way out
    uint64_t from, to;                // cycles that it needs to see
    // The cycle of interest: that of the failure, or, if UINT64_MAX at first, the one in which the test's own
    // traffic begins.
    uint64_t mark;
    const struct ul1_block
        *whole;  // a machine of machines of which it sees a part, and the part's number; else
    size_t part; // null
    struct observer *next;
};

struct run {
    struct twin *expected; // either may be null: then nothing is compared
    struct twin *actual;
    struct stimulus *stimulus;
    struct observer *observers;
    struct judge *judges; // null: not wanted
    const char *name;     // for the progress line; null: none
    unsigned linger;      // cycles to go on after a finding, for waves

    struct tolerant *tolerant; // compares in place of the scoreboard, which counts; null: cycle by cycle

    struct scoreboard scoreboard;
    uint64_t cycles; // cycles that were run
    struct mismatch mismatches[8];
    size_t mismatch_count; // in the failing cycle; may exceed the array above
    uint64_t failed_at;    // cycle of the first finding, if there is one
    bool behind;           // the finding was possible only after the run
    enum verdict verdict;
    char message[500];

    void *in, *out[2]; // samples, of run_go
    bool over;         // no further cycle
    bool begun;        // state of the stimulus in the previous cycle
    bool judged; // contracts are checked from now on: before the first reset a twin's state is undefined
    double started, told; // for the progress line, in seconds
};

extern volatile sig_atomic_t run_interrupted; // set by a signal: end after this cycle, close everything

// Runs until the stimulus is done, a check fails, or a signal arrives. The verdict is also in the run.
enum verdict run_go(struct run *);
void run_close(struct run *); // frees twins, stimulus, observers, judges, scoreboard

// The pieces of run_go, for a bench that carries the values between stimulus and twins itself (tb/systemc).
// Call run_open; then, while run_goes_on, run one cycle and call run_settled before its clock edge; then
// run_finish.
void run_open(struct run *);
bool run_goes_on(const struct run *);
// a sample is null without its twin
void run_settled(struct run *, const void *in, const void *expected, const void *actual);
void run_fail(struct run *, enum verdict, const char *message); // a finding in the cycle settled last
void run_twin_ended(struct run *, const struct twin *); // a twin could not go on; its error has the reason
enum verdict run_finish(struct run *);

// frees the twins before the run is closed, so that twins of another run can be made meanwhile
void run_free_twins(struct run *);

const struct ul1_block *run_shape(const struct run *);

// Shared by both ways to carry out a run (the other is in apart.h). False: memory is exhausted.
bool run_open_samples(struct run *);
// the next cycle: shows it to the observers that need it
void run_watch(struct run *, const void *in, const void *expected, const void *actual);
void run_mark(struct run *, bool begun); // whether the test's own traffic has begun by this cycle
void run_end_if_interrupted(struct run *);

#ifdef __cplusplus
}
#endif
#endif
