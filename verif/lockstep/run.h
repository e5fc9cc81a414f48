// One test: a stimulus drives one or two twins in lockstep, cycle by cycle.
#ifndef RUN_H
#define RUN_H

#include <signal.h>

#include "lockstep/judge.h"
#include "lockstep/scoreboard.h"
#include "lockstep/stimulus.h"
#include "lockstep/tolerant.h"
#include "lockstep/twin.h"

#ifdef __cplusplus
extern "C" {
#endif

// Looks at settled cycles: waves, recordings, the history of a report. expected or actual is null where there is but one twin.
struct observer {
    void (*cycle)(struct observer *, uint64_t cycle, const void *in, const void *expected, const void *actual);
    void (*close)(struct observer *);   // flushes and frees; called on every way out
    uint64_t from, to;                  // cycles it wants to see
    uint64_t mark;                      // the cycle to look at: of the failure, or, where it is UINT64_MAX at first, the one in
                                        // which the test's own traffic begins
    size_t in_offset, out_offset;       // of a part of a machine of machines, where its samples begin
    struct observer *next;
};

struct run {
    struct twin *expected;      // either may be null: then nothing is compared
    struct twin *actual;
    struct stimulus *stimulus;
    struct observer *observers;
    struct judge *judges;       // null: not wanted
    const char *name;           // for the progress line; null: none
    unsigned linger;            // cycles to go on after something was found, for waves

    struct tolerant *tolerant;  // compares in place of the scoreboard, which counts; null: cycle by cycle

    struct scoreboard scoreboard;
    uint64_t cycles;            // how many were run
    struct mismatch mismatches[8];
    size_t mismatch_count;      // in the failing cycle; may be more than fit above
    uint64_t failed_at;         // cycle of the first finding, where there is one
    bool behind;                // what was found could only be seen when the run was over
    enum verdict verdict;
    char message[500];

    void *in, *out[2];          // samples, of run_go
    bool over;                  // no further cycle
    bool begun;                 // as the stimulus was in the cycle before
    bool judged;                // from now on: before the first reset a twin's state is anything
    double started, told;       // for the progress line, in seconds
};

extern volatile sig_atomic_t run_interrupted;   // set by a signal: end after this cycle, close everything

// Runs until the stimulus is done, something objects or differs, or a signal arrives. The verdict is in the run too.
enum verdict run_go(struct run *);
void run_close(struct run *);   // frees twins, stimulus, observers, judges, scoreboard

// What run_go is made of, for a bench that carries the values between stimulus and twins in its own way (tb/systemc). After
// run_open, for as long as run_goes_on: a cycle, brought to run_settled before the clock edge. Then run_finish.
void run_open(struct run *);
bool run_goes_on(const struct run *);
void run_settled(struct run *, const void *in, const void *expected, const void *actual); // a sample is null without its twin
void run_fail(struct run *, enum verdict, const char *message); // a finding in the cycle settled last
void run_twin_ended(struct run *, const struct twin *); // a twin could not go on, its error says why
enum verdict run_finish(struct run *);

void run_free_twins(struct run *);  // before it is closed: twins of another run are to be made meanwhile

const struct ul1_block *run_shape(const struct run *);

// What both ways to carry out a run are made of (apart.h is the other). False: no memory.
bool run_open_samples(struct run *);
void run_watch(struct run *, const void *in, const void *expected, const void *actual); // the next cycle: to observers, if they want it
void run_mark(struct run *, bool begun);        // whether the test's own traffic has begun by this cycle
void run_end_if_interrupted(struct run *);

#ifdef __cplusplus
}
#endif
#endif
