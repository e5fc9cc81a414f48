// What the files of the machine's surroundings share: their state, and how they object. For sm*.c only.
//
// sm.c runs parts on a machine, sm_instr.c is its instruction side, sm_command.c gives it commands; sm_around.c has the
// parts around those of the program, sm_costs.c and sm_events.c count. sm_world.c runs the steps of the program, with what
// all machines share; sm_memory.c has the memory and its page tables.
#ifndef SM_STATE_H
#define SM_STATE_H

#include "sm_around.h"
#include "sm_command.h"
#include "sm_costs.h"
#include "sm_events.h"
#include "sm_world.h"

enum {
    SM_REPORTS = 128,   // of a part that can be expected
    SM_QUIET = 3,       // cycles after which nothing comes any more of what was under way
};

enum sm_stage { STARTING, RESTING, SPLITTING, SEEDING, PROGRAM, WRITING, READING };

// An entry of the machine's pending table, seen from outside.
struct flight {
    struct sm_instr *instr;
    bool live;
    unsigned passes;    // of a cached access: those that have hit, opened an entry, merged, or were stores
    uint64_t since;     // cycle of the part in which it was taken
};

// A remainder that the machine returned.
struct remainder {
    uint8_t id, sub;
    uint32_t mask;
    uint64_t due;       // cycle of the part from which it may be presented again
};

struct sm {
    struct stimulus base;
    struct sm_world *world;
    unsigned number;                    // of the machine in the world
    struct rng rng;
    struct witness *witness;            // null: its checks are not wanted
    enum sm_stage stage;
    bool inside;                        // signals inside the machine are shown: a quiet twin has only those that leave it
    bool just_reset;
    bool astray;                        // what was to be driven could not be; the reason stands in base.error
    struct sm_around around;
    struct sm_commander commander;
    struct memory_port *port;
    unsigned split;                     // what the machine has
    bool stored;                        // something may be dirty in its cache

    struct sm_part part;
    const struct sm_part *mine;         // the one of the step that runs on it; null: none, or it is over
    uint64_t cycle, progress;           // of the part: this, and the last in which something went on
    unsigned quiet;                     // cycles in a row in which neither machine nor memory had anything to do
    struct sm_costs costs;
    int64_t first_taken, last_retired;
    uint64_t retired;                   // instructions of the part
    bool reported[SM_REPORTS];          // of the reports expected, those that were seen

    bool holding, exhausted;            // an instruction is in hand; the source has no more
    struct sm_instr *hand;
    struct flight flight[SM_ENTRIES];
    unsigned flying;
    struct remainder remainder[UL1_PT]; // in the order in which they came
    unsigned remainders, presented;     // how many; which one is on the port

    uint64_t errors;                    // instructions erroneous in themselves
    uint64_t busy, busy_of;             // cycles with a pass in parts that are to keep the arbiter busy; all their cycles
    bool formulas;                      // a part had an expected number of cycles
    int64_t cycles_without;             // measured in parts that had none
    struct sm_events events;
    struct sm_instr pool[SM_ENTRIES + 1];
};

// Notes an objection. Returns false.
__attribute__((format(printf, 3, 4)))
bool sm_object(struct sm *, enum verdict, const char *format, ...);

// The same for the witness, and for the memory that all share.
bool sm_witness_objects(struct sm *);
bool sm_memory_objects(struct sm *);

// For their answers.
static inline bool sm_agreed(struct sm *s, bool ok)
{
    return ok || sm_witness_objects(s);
}

static inline bool sm_fine(struct sm *s, bool ok)
{
    return ok || sm_memory_objects(s);
}

static inline bool sm_all_retired(const struct sm *s)
{
    return s->exhausted && !s->holding && !s->flying;
}

// ---- sm.c

// The machine runs this part now; or what comes first of those that its own part of the step needs.
bool sm_begin(struct sm *, enum sm_stage, const struct sm_part *);
bool sm_begin_mine(struct sm *);

// ---- sm_world.c

// A witness for each machine, if they are wanted. (In the first cycle with reset, when that is known.)
bool sm_world_witness(struct sm *);

// All machines rest: what comes next begins. Judged and told by this machine.
bool sm_world_advance(struct sm *);
bool sm_world_rests(const struct sm_world *);

// ---- sm_instr.c

// Sets the pins of the instruction side.
void sm_instr_drive(struct sm *, const struct ul1_l1_out *, struct ul1_l1_in *);

// Looks at them, and at passes, in a settled cycle without reset.
bool sm_instr_observe(struct sm *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// Stores that are reported as lost, before anything else of the cycle is told to the witness. And whether all of those that
// the part expects were.
bool sm_instr_reports(struct sm *, const struct ul1_l1_out *);
bool sm_instr_reported(struct sm *);

// All that was in flight is lost.
void sm_instr_reset(struct sm *);

#endif
