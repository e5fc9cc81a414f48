// Declarations shared by the files of the engine.
#ifndef PROGRAM_STATE_H
#define PROGRAM_STATE_H

#include "kit/table.h"
#include "program/machine.h"
#include "program/tree.h"

enum {
    STATE_WARPS = 64,       // warps, at most
    STATE_OPS = 100000,     // instructions of a part, at most
    STATE_STEPS = 100000,   // consecutive statements of a warp without an instruction, at most
    STATE_CYCLES = 1000000, // the largest delay, and the largest cycle of a start, a reset or an `at`
    STATE_LOST = 256,       // stores of a part that are expected to be lost, at most
    STATE_SHOWN = 120,      // size of an outcome's text, with its terminator
};

// The counts of an instruction or a group. They are checked when it ends.
struct measure {
    uint32_t stmt; // statement that has the expectations
    uint16_t warp;
    int64_t count[COUNT_KEPT];
    int64_t first, last; // cycles of the first acceptance and the last retirement; -1: none
    int64_t loop[PROGRAM_LOOPS];
};

// An instruction or command of the part. Its serial is its index.
struct op {
    struct measure m;
    uint64_t mask;
    uint64_t waited[PROGRAM_WORDS]; // lanes that still wait for this word
    // lanes that have one half of this word
    uint64_t lower[PROGRAM_WORDS], upper[PROGRAM_WORDS];
    uint32_t group[TREE_DEPTH]; // measures of the groups that contain it
    unsigned groups;
};

enum command_state { COMMAND_NONE, COMMAND_WAITS, COMMAND_OFFERED, COMMAND_TAKEN };

struct warp {
    unsigned l1, cta;
    uint64_t start;
    unsigned pc;
    uint64_t turn;    // instructions that the warp has reached
    uint64_t free_at; // nothing is offered before this cycle
    bool ready;       // its instruction can be offered
    uint64_t since;   // cycle since when it can
    unsigned steps;   // statements since its last instruction
    bool at_bar;
    bool held;   // it waits at a barrier of the machine
    bool awaits; // it waits for groups of its copies, with this serial
    uint32_t awaited;
    uint32_t bar, arrived; // serial + 1 of the bar with which it waits; of one that retired just now
    bool offers;           // its last instruction is offered and not yet accepted
    unsigned flying;       // its instructions that have not retired
    enum command_state command;
    uint32_t command_op;
    struct machine_command given;
    int64_t loop[PROGRAM_LOOPS], loop_end[PROGRAM_LOOPS], loop_step[PROGRAM_LOOPS];
    bool looping[PROGRAM_LOOPS];
    unsigned loop_at[PROGRAM_LOOPS];   // statement that begins the loop
    uint64_t loop_turn[PROGRAM_LOOPS]; // iteration of the loop, from 0
    uint32_t group[TREE_DEPTH];
    unsigned groups;
    uint32_t reg[PROGRAM_REGS][PROGRAM_LANES];
    uint64_t pred[PROGRAM_PREDS];
    uint32_t writer[PROGRAM_REGS];      // serial + 1 of the load that has yet to write the register; 0: none
    uint32_t predicates[PROGRAM_PREDS]; // the same of a lock access and the predicate
};

// A store that is expected to be lost in part or in full, with its error.
struct lost_store {
    const struct expect *expect;
    unsigned l1;
    uint64_t line[PROGRAM_LANES];
    unsigned lines;
    bool seen;
};

struct engine {
    const struct tree *tree;
    uint64_t seed;
    enum checked_counts counts; // those that are checked
    unsigned warps;             // warps of the machine
    uint64_t line_bytes, address_bits;
    struct warp *warp;
    struct expr_known *known;
    uint64_t evaluations;
    uint64_t *of; // warps of each statement; of a loop or block: the warps of its statements

    unsigned point, part; // `point` is running; `part` comes next
    int64_t sweep[PROGRAM_SWEEPS];
    struct machine_settings set;
    enum order order;
    uint64_t going[PROGRAM_L1S];       // warps of each L1 that have statements left in the part
    unsigned ended;                    // L1s on which the part has ended
    int64_t cost[COUNTS];              // counts of all L1s
    int64_t sum[COUNTS], instructions; // over the parts that have ended
    bool blind;                        // counts visible only inside the machine were not observed
    unsigned last[PROGRAM_L1S];        // the warp that offered last
    bool any_last[PROGRAM_L1S];

    struct op *op;
    unsigned ops, ops_room;
    struct measure *group;
    unsigned groups, groups_room;
    // index in `group` by the group's number in the part and by how often it was opened
    struct table group_at;
    uint32_t opened[STATE_WARPS][TREE_GROUPS];
    struct lost_store lost[STATE_LOST];
    unsigned losts;

    machine_watcher *watcher; // null: no watcher
    void *who;

    struct {
        char text[STATE_SHOWN];
        uint64_t count;
    } outcome[PROGRAM_OUTCOMES];
    unsigned outcomes;

    bool at_fault;
    char error[300];
};

// Objects, with a position of the text. Returns false.
__attribute__((format(printf, 3, 4))) bool state_object(struct engine *, struct place, const char *format,
                                                        ...);

// Objects, and marks the program as invalid. Returns false.
__attribute__((format(printf, 3, 4))) bool state_fault(struct engine *, struct place, const char *format,
                                                       ...);

// The inputs of an expression of this warp; a null warp: outside of all warps.
struct env state_env(struct engine *, const struct warp *, const int64_t *loop);

// state_value evaluates an expression; state_bounded also checks its bounds.
bool state_value(struct engine *, const struct expr *, struct env *, int64_t *value);
// Reports a step of a warp to the watcher.
static inline void state_tell(const struct engine *e, const struct warp *w, const struct stmt *s,
                              const struct machine_access *a, const struct machine_word *word)
{
    const struct machine_step step = { .part = e->point * e->tree->parts + e->part,
                                       .warp = (unsigned)(w - e->warp),
                                       .cta = w->cta,
                                       .l1 = w->l1,
                                       .set = &e->set,
                                       .stmt = s,
                                       .access = a,
                                       .word = word };
    if (e->watcher)
        e->watcher(e->who, &step);
}

bool state_bounded(struct engine *, const struct expr *, struct env *, int64_t least, int64_t most,
                   const char *what, int64_t *value);
bool state_beyond(struct engine *, const struct expr *, int64_t value, int64_t least, int64_t most,
                  const char *what);

static inline bool state_within(struct engine *e, const struct expr *x, int64_t value, int64_t least,
                                int64_t most, const char *what)
{
    return (value >= least && value <= most) || state_beyond(e, x, value, least, most, what);
}

// Evaluates an expression lane by lane, upwards. A linear one is evaluated in its first two lanes only.
struct steps {
    bool known;
    unsigned from;
    uint64_t value, step; // value in lane `from`; difference from lane to lane
};

bool state_in_this_lane(struct engine *, const struct expr *, struct env *, struct steps *, int64_t *value);

static inline bool state_in_lane(struct engine *e, const struct expr *x, struct env *env, struct steps *s,
                                 int64_t *value)
{
    if (!s->known)
        return state_in_this_lane(e, x, env, s, value);
    *value = (int64_t)(s->value + s->step * (env->lane - s->from));
    return true;
}

#endif
