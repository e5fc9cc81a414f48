// The environment of one machine: its state, and how it reports objections. side.c is the instruction side,
// and side_drive.c what it presents; command.c gives commands, around.c adds parts around the program's,
// costs.c and cover_points.c count, and play.c runs parts.
#ifndef SM_H
#define SM_H

#include "checkers/lockstep/stimulus.h"
#include "environment/sm/around.h"
#include "environment/sm/backing.h"
#include "environment/sm/behind.h"
#include "environment/sm/command.h"
#include "environment/sm/costs.h"
#include "environment/sm/bins.h"
#include "environment/sm/copies.h"
#include "environment/sm/cover_points.h"
#include "environment/sm/joined.h"
#include "environment/sm/perf_reference.h"
#include "environment/sm/notes.h"
#include "environment/sm/waits.h"
#include "environment/sm/watcher.h"

enum {
    QUIET = 3, // idle cycles after which no late effect can appear
};

enum stage { STARTING, RESTING, CHANGING, CARVING, SEEDING, PROGRAM, WRITING, READING };

// A remainder (lanes left by a bank conflict) that the machine returned.
struct remainder {
    uint8_t id, sub;
    uint32_t mask;
    uint64_t due; // the first cycle of the part in which it may be presented again
};

// The figures of a run that one machine reports.
struct tally {
    int64_t instructions, passes, passes_expected, busy_cycles, cycles_expected, cycles_measured;
    bool passes_unsaid; // the expected number of passes is unknown for some instructions
};

struct sm {
    const struct ul1_sizes *sizes; // of the L1
    const char *part_name;         // the machine's name, if there are several
    unsigned number;
    struct backing *backing; // shared by all machines
    const unsigned *parts;   // parts of the program so far
    struct rng rng;
    struct notes *notes;       // null: no notes are taken
    struct watcher *watcher;   // null: none
    struct memcheck *memcheck; // the memory checker; null: not wanted
    enum stage stage;
    unsigned late; // extra latency allowed to a block, in cycles; if not 0, timing is not checked
    bool inside;   // outputs inside the machine are visible; a quiet twin has only its ports
    bool just_reset;
    bool resets;   // a reset is driven in this cycle
    bool draining; // memory may still perform its requests from before a reset of its own
    bool begun;    // the measured part of the test has begun
    struct around around;
    struct commander commander;
    struct memory_port *port;
    struct joined *joined; // null: the port is the machine's own, and not behind a share
    struct behind *behind; // null: the memory behind the port is the bench's, and not that of slices
    bool unlike;           // a part asked for another memory than that of slices
    unsigned carveout;     // the machine's carveout
    bool stored;           // its cache may hold dirty data

    struct part part;
    const struct part *mine;  // the step's part that runs on this machine; null: none, or it has ended
    const struct part *given; // the same, to its end
    bool again;               // it goes on behind a reset
    uint64_t draws;           // seed of the part's random choices
    uint64_t cycle, progress; // cycle of the part, and the last one with any progress
    unsigned quiet;           // consecutive cycles in which machine and memory were both idle
    struct costs costs;
    int64_t first_taken, last_retired;
    uint64_t retired; // retired instructions of the part

    bool holding, exhausted; // an instruction is in hand; the source has no more
    struct instr *hand;
    bool waiting; // an instruction is set aside: no entry is free but those kept for shared memory
    struct instr *aside;
    struct instr *copied;   // the store of a copy
    struct instr **offered; // which of the three is on the port
    struct copies copies;
    bool groups; // the warp of the instruction in hand closes a group, or begins to wait
    struct flight flight[FLIGHTS];
    unsigned flying, beside; // instructions in flight; those among them that the load/store unit has not
    struct waits waits;
    struct remainder remainder[ENTRIES]; // in order of arrival
    unsigned remainders, presented;      // how many; the one on the port

    struct tally tally;
    uint64_t errors;        // instructions with an error of their own
    uint64_t busy, busy_of; // in parts that must keep the arbiter busy: cycles with a pass, and all cycles
    bool formulas;          // a part had an expected number of cycles
    bool formulas_told;     // a part had another expected number that the run reports
    int64_t cycles_without; // cycles measured in parts without an expected number
    struct points points;
    struct bins bins;
    struct metered metered;
    struct instr pool[FLIGHTS + 3];

    bool astray;          // the pins could not be driven as required
    bool objected;        // after an objection, the state for waits and counters is not valid
    enum verdict verdict; // verdict of an objection, with its text
    char error[400];
};

// Records an objection. Returns false.
__attribute__((format(printf, 3, 4))) bool sm_object(struct sm *, enum verdict, const char *format, ...);

// The same for an objection of the memory checker, and of the shared memory.
bool sm_memcheck_objects(struct sm *);
bool sm_backing_objects(struct sm *);

// The same for the part's follower.
bool sm_follower_objects(struct sm *);

// The same for the watcher: it is at fault itself, or the code that attributes waits.
bool sm_watcher_objects(struct sm *);

// Records the memory checker's objection unless `ok`.
static inline bool agreed(struct sm *h, bool ok)
{
    return ok || sm_memcheck_objects(h);
}

// The memory checker's verdict on words that reach the register file.
bool sm_words_right(struct sm *, const struct ul1_lsu_out *, const struct ul1_dxbar_out *);

static inline bool fine(struct sm *h, bool ok)
{
    return ok || sm_backing_objects(h);
}

static inline bool followed(struct sm *h, bool ok)
{
    return ok || sm_follower_objects(h);
}

static inline bool watched(struct sm *h, bool ok)
{
    return ok || sm_watcher_objects(h);
}

static inline bool all_retired(const struct sm *h)
{
    return h->exhausted && !h->holding && !h->waiting && !h->flying && !h->copies.under_way;
}

// Says from where its instructions in flight are, behind the first *n letters of the text. False: the text is
// full, and ends with an ellipsis.
bool sm_in_flight(const struct sm *, char *text, size_t size, size_t *n);

// Initializes host `number`, of an L1 with these sizes. Cover points count into `point`, the longest waits go
// to `longest`. Returns false if memory is exhausted.
bool sm_init(struct sm *, unsigned number, const struct ul1_sizes *, struct backing *, const unsigned *parts,
             struct point *point, uint64_t *bin, struct wait *longest, uint64_t seed);
void sm_free(struct sm *);

#endif
