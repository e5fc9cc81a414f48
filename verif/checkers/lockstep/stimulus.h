// A stimulus: drives the inputs of a block or machine, cycle by cycle, and checks its outputs. One for a
// whole machine is the environment: it acts as instruction side and memory, checks timing, and feeds the
// memory checker. One for a single block is random within the block's contract.
#ifndef STIMULUS_H
#define STIMULUS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct stimulus;
struct watcher;

struct stimulus_ops {
    // Sets all inputs of this cycle. `out` has the outputs that depend on state alone.
    void (*drive)(struct stimulus *, const void *out, void *in);
    // Sets inputs that respond, in the same cycle, to outputs that depend on inputs. Null if there are none.
    void (*respond)(struct stimulus *, const void *out, void *in);
    // Samples the settled cycle. False: it objects; verdict and error have the details.
    bool (*observe)(struct stimulus *, const void *in, const void *out);
    // Samples the first half of a cycle of a machine with two clocks. Returns as observe does. Null: it does
    // not look.
    bool (*between)(struct stimulus *, const void *in, const void *out);
    // Called when done, for checks that are possible only at the end. Returns as observe does.
    bool (*finish)(struct stimulus *);
    void (*free)(struct stimulus *);
};

enum verdict { // also the exit status
    PASS = 0,
    // or another fault of the design: an assertion, or a broken assumption of one of its blocks
    TWINS_DIFFER = 1,
    MEMCHECK_OBJECTS = 2, // the memory checker, or the formula of a test
    // a contract broken by the stimulus, a check without data, a cover point not reached, bad arguments
    HARNESS_AT_FAULT = 3
};

struct point { // a cover point: random runs must reach it
    const char *name;
    uint64_t count;
    // impossible in this configuration: neither reported nor required; seldom: reported only
    bool impossible, seldom;
};

// Instead of whether a cover point is possible: it is rare in this configuration. Runs report it, and need
// not reach it.
enum { SELDOM = 2 };

enum { STIMULUS_WAITS = 56 };

struct wait {                   // the longest of its kind
    const char *row;            // null: there was none
    uint64_t cycles, bound, at; // at: the cycle in which it ended
    const char *who;            // the instruction's kind, or the name of another holder
    int warp;                   // an instruction's warp; for other holders -1
};

struct stimulus {
    const struct stimulus_ops *ops;
    bool done;  // set by observe: nothing more will come
    bool begun; // set by observe: the measured part of the test has begun, after its preparation
    // the run is long enough to require that every cover point is reached; that every output is checked
    bool every_event, every_output;
    bool ends_best; // if it passes, only its end is worth writing out
    bool one_way;   // none of its inputs respond to outputs
    bool boost;     // the near clock of the machine is twice as fast, if there is one
    bool memcheck;  // set before the run: enables the memory checker
    // set before the run: follows instructions as well (environment/sm/watcher.h), or null
    struct watcher *watcher;
    // Set before the run: extra latency allowed to a block, in cycles. If not 0, cycles and counts of cycles
    // are reported and not checked.
    unsigned late;
    bool binned; // set before the run: bins are counted, which costs a tenth of the run time
    enum verdict verdict;
    char error[400];
    // Figures of the run, updated by observe. Expected: by the test's formula; negative: none.
    const struct wait *waits; // STIMULUS_WAITS of them; null: waits are not measured
    int64_t instructions, passes, passes_expected, busy_cycles, cycles_expected, cycles_measured;
    uint64_t text, text_of; // bytes of a long text that were read so far, and in all; else 0
    struct point *points;   // all counts must be positive at the end of a run with every_event
    unsigned point_count;
    // Functional coverage over all tests: all cover points that it counts, and the bins of machine.bins, by
    // number.
    const struct point *happened;
    const uint64_t *bins;
    unsigned happened_count, bin_count;
};

#ifdef __cplusplus
}
#endif
#endif
