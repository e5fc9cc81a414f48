// What the files of the machine's surroundings share: their state, and how they object. For sm*.c only.
//
// sm.c runs the parts of a program, sm_instr.c is the instruction side, sm_memory.c the memory side; sm_around.c has the
// parts around those of the program, sm_costs.c and sm_events.c count.
#ifndef SM_STATE_H
#define SM_STATE_H

#include "sm_around.h"
#include "sm_costs.h"
#include "sm_events.h"
#include "sm_memory.h"
#include "witness.h"

enum sm_stage { STARTING, SEEDING, PROGRAM, READING_BACK };

// An entry of the machine's pending table, seen from outside.
struct flight {
    struct sm_instr *instr;
    bool live;
    unsigned passes;    // of a cached load: accesses that have hit, opened an entry or merged
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
    struct sm_program *program;
    struct rng rng;
    struct witness *witness;            // null: its checks are not wanted
    enum sm_stage stage;
    bool inside;                        // signals inside the machine are shown: a quiet twin has only those that leave it
    bool just_reset;
    bool astray;                        // what was to be driven could not be; the reason stands in base.error
    struct sm_around around;
    struct sm_memory memory;

    struct sm_part part;
    bool coming;                        // there is a part that comes next
    struct sm_part next;                // that
    uint64_t cycle, progress;           // of the part: this, and the last in which something went on
    unsigned parts;                     // of the program, so far
    struct sm_costs costs;
    int64_t first_taken, last_retired;
    uint64_t retired;                   // instructions of the part

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

// The same for the witness, and for the memory side.
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

// ---- sm_instr.c

// Sets the pins of the instruction side.
void sm_instr_drive(struct sm *, const struct ul1_l1_out *, struct ul1_l1_in *);

// Looks at them, and at passes, in a settled cycle without reset.
bool sm_instr_observe(struct sm *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// All that was in flight is lost.
void sm_instr_reset(struct sm *);

#endif
