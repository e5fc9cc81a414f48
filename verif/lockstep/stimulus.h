// A stimulus: what drives the inputs of a shape, cycle by cycle, and looks at what comes back. One of a whole machine plays
// the instruction side, checks timing and feeds the witness; one of a block alone is random within the block's contract.
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
    // Sets all inputs of this cycle. out has the outputs that depend on state alone.
    void (*drive)(struct stimulus *, const void *out, void *in);
    // Sets inputs that answer, in the same cycle, to outputs that depend on inputs. Null if there are none.
    void (*respond)(struct stimulus *, const void *out, void *in);
    // Looks at the settled cycle. False: it objects, and verdict and error say how.
    bool (*observe)(struct stimulus *, const void *in, const void *out);
    // Called when done, for what can only be judged at the end. False as above.
    bool (*finish)(struct stimulus *);
    void (*free)(struct stimulus *);
};

enum verdict {          // also the exit status
    PASS = 0,
    TWINS_DIFFER = 1,   // or the design is otherwise at fault: an assertion, or what one of its blocks relies on and another has broken
    WITNESS_OBJECTS = 2, // the witness, or the formula of a test
    HARNESS_AT_FAULT = 3 // a contract that the stimulus has broken, a check that checked nothing, an event that never happened, bad arguments
};

struct event {          // something countable that a random run must have seen
    const char *name;
    uint64_t count;
    bool impossible, seldom;        // in this shape of the machine: not told, nor asked for; told alone
};

enum { STIMULUS_WAITS = 56 };

struct wait {           // the longest of its kind
    const char *row;                // null: there was none
    uint64_t cycles, bound, at;     // at: the cycle in which it ended
    const char *who;                // what waited; of an instruction its kind, and
    int warp;                       // its warp; of all else -1
};

struct stimulus {
    const struct stimulus_ops *ops;
    bool done;                      // set by observe: nothing more is to come
    bool begun;                     // set by observe: what the test is about has begun, after what prepares it
    bool every_event, every_output; // it is so long that every event must happen; that every output must be checked
    bool ends_best;                 // what it ends with is all that is worth writing out of it, if it passes
    bool one_way;                   // nothing that it drives answers to what comes back
    bool witness;                   // set before the run: the checks of the witness are wanted
    struct watcher *watcher;        // likewise: who follows instructions with them (surround/watcher.h), or null
    unsigned late;                  // set before the run: cycles that a block of it may be late; if any, cycles, and what is counted
                                    // of them, are told and not judged
    bool binned;                    // likewise: its bins are counted, which costs a tenth of a run
    enum verdict verdict;
    char error[400];
    // What is told of the run, kept up to date by observe. Expected: by the test's formula; negative: it has none.
    const struct wait *waits;       // STIMULUS_WAITS of them; null: it looks at none
    int64_t instructions, passes, passes_expected, busy_cycles, cycles_expected, cycles_measured;
    uint64_t text, text_of;         // bytes so far, of so many, where it comes from a text that takes long; else 0
    struct event *events;           // all of them must be positive at the end of a run with every_event
    unsigned event_count;
    // For functional coverage, over all tests: all events that it counts, and the bins of machine.bins, by their numbers.
    const struct event *happened;
    const uint64_t *bins;
    unsigned happened_count, bin_count;
};

#ifdef __cplusplus
}
#endif
#endif
