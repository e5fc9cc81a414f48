// What surrounds one machine: its state, and how it objects. side.c is its instruction side, command.c gives it commands,
// around.c has the parts around those of the program, costs.c and events.c count; play.c runs parts on it.
#ifndef HOST_H
#define HOST_H

#include "lockstep/stimulus.h"
#include "surround/around.h"
#include "surround/backing.h"
#include "surround/command.h"
#include "surround/costs.h"
#include "surround/bins.h"
#include "surround/events.h"
#include "surround/metered.h"
#include "surround/notes.h"
#include "surround/waits.h"
#include "surround/watcher.h"

enum {
    QUIET = 3,          // cycles after which nothing comes any more of what was under way
};

enum stage { STARTING, RESTING, CHANGING, CARVING, SEEDING, PROGRAM, WRITING, READING };

// A remainder that the machine returned.
struct remainder {
    uint8_t id, sub;
    uint32_t mask;
    uint64_t due;       // cycle of the part from which it may be presented again
};

// What is told of a run, by one machine.
struct tally {
    int64_t instructions, passes, passes_expected, busy_cycles, cycles_expected, cycles_measured;
    bool passes_unsaid;                 // of some instructions nobody says how many passes they need
};

struct host {
    const char *part_name;              // of the machine, where there are several
    unsigned number;
    struct backing *backing;            // of all machines
    const unsigned *parts;              // of the program, so far
    struct rng rng;
    struct notes *notes;                // null: nobody wants any
    struct watcher *watcher;            // null: nobody watches
    struct witness *witness;            // null: its checks are not wanted
    enum stage stage;
    unsigned late;                      // cycles that a block may be late; if any, how long anything takes is not judged
    bool inside;                        // signals inside the machine are shown: a quiet twin has only those that leave it
    bool just_reset;
    bool begun;                         // what the test is about has begun
    struct around around;
    struct commander commander;
    struct memory_port *port;
    unsigned carveout;                  // what the machine has
    bool stored;                        // something may be dirty in its cache

    struct part part;
    const struct part *mine;            // the one of the step that runs on it; null: none, or it is over
    uint64_t draws;                     // from which what is left to chance in it is drawn
    uint64_t cycle, progress;           // of the part: this, and the last in which something went on
    unsigned quiet;                     // cycles in a row in which neither machine nor memory had anything to do
    struct costs costs;
    int64_t first_taken, last_retired;
    uint64_t retired;                   // instructions of the part

    bool holding, exhausted;            // an instruction is in hand; the source has no more
    struct instr *hand;
    bool waiting;                       // one is aside, for which there is no entry while there are some for shared memory
    struct instr *aside;
    struct instr **offered;             // which of the two is on the port
    struct flight flight[ENTRIES];
    unsigned flying;
    struct waits waits;
    struct remainder remainder[UL1_PT]; // in the order in which they came
    unsigned remainders, presented;     // how many; which one is on the port

    struct tally tally;
    uint64_t errors;                    // instructions erroneous in themselves
    uint64_t busy, busy_of;             // cycles with a pass in parts that are to keep the arbiter busy; all their cycles
    bool formulas;                      // a part had an expected number of cycles
    bool formulas_told;                 // and one of something else that is told of the run
    int64_t cycles_without;             // measured in parts that had none
    struct events events;
    struct bins bins;
    struct metered metered;
    struct instr pool[ENTRIES + 2];

    bool astray;                        // what was to be driven could not be
    bool objected;                      // what waits and counters were is not known any more
    enum verdict verdict;               // of an objection; what it says
    char error[400];
};

// Notes an objection. Returns false.
__attribute__((format(printf, 3, 4)))
bool host_object(struct host *, enum verdict, const char *format, ...);

// The same for the witness, and for the memory that all share.
bool host_witness_objects(struct host *);
bool host_backing_objects(struct host *);

// The same for the follower of the part.
bool host_follower_objects(struct host *);

// The same for the watcher; it is at fault itself, or those that tell it where an instruction stands.
bool host_watcher_objects(struct host *);

// For their answers.
static inline bool agreed(struct host *h, bool ok)
{
    return ok || host_witness_objects(h);
}

static inline bool fine(struct host *h, bool ok)
{
    return ok || host_backing_objects(h);
}

static inline bool followed(struct host *h, bool ok)
{
    return ok || host_follower_objects(h);
}

static inline bool watched(struct host *h, bool ok)
{
    return ok || host_watcher_objects(h);
}

static inline bool all_retired(const struct host *h)
{
    return h->exhausted && !h->holding && !h->waiting && !h->flying;
}

// With that number; events are counted in `event`, the longest waits are noted in `longest`. No memory: false.
bool host_init(struct host *, unsigned number, struct backing *, const unsigned *parts, struct event *event, uint64_t *bin,
               struct wait *longest, uint64_t seed);
void host_free(struct host *);

#endif
