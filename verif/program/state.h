// What the files of the engine share.
#ifndef PROGRAM_STATE_H
#define PROGRAM_STATE_H

#include "kit/table.h"
#include "program/machine.h"
#include "program/tree.h"

enum {
    STATE_WARPS = 64,           // at most
    STATE_OPS = 100000,         // instructions of a part, at most
    STATE_STEPS = 100000,       // statements that a warp goes through without an instruction, at most
    STATE_CYCLES = 1000000,     // of a delay; the cycle of a start, a reset, an `at`, at most
    STATE_LOST = 256,           // stores of a part that are expected to be lost, at most
    STATE_SHOWN = 120,          // of an outcome's text, with its end
};

// What was counted of an instruction or of a group; it is judged when it is over.
struct measure {
    uint32_t stmt;              // whose expectations they are
    uint16_t warp;
    int64_t count[COUNT_KEPT];
    int64_t first, last;        // cycles in which the first was taken and the last retired; -1: none
    int64_t loop[PROGRAM_LOOPS];
};

// An instruction of the part, or a command; its serial is its number.
struct op {
    struct measure m;
    uint32_t mask;
    uint32_t waited[PROGRAM_WORDS]; // lanes whose word is yet to come
    uint32_t group[TREE_DEPTH];  // the measures of the groups that it belongs to
    unsigned groups;
};

enum command_state { COMMAND_NONE, COMMAND_WAITS, COMMAND_OFFERED, COMMAND_TAKEN };

struct warp {
    unsigned l1, cta;
    uint64_t start;
    unsigned pc;
    uint64_t turn;              // instructions that it has come to
    uint64_t free_at;           // offers nothing before this cycle
    bool ready;                 // its instruction could be offered
    uint64_t since;             // since this cycle
    unsigned steps;             // statements since its last instruction
    bool at_bar;
    bool offers;                // its last instruction is in hand and not taken yet
    unsigned flying;            // of its instructions, those that have not retired
    enum command_state command;
    uint32_t command_op;
    struct machine_command given;
    int64_t loop[PROGRAM_LOOPS], loop_end[PROGRAM_LOOPS], loop_step[PROGRAM_LOOPS];
    bool looping[PROGRAM_LOOPS];
    unsigned loop_at[PROGRAM_LOOPS];    // the statement that begins it
    uint64_t loop_turn[PROGRAM_LOOPS];  // of it, from 0 on
    uint32_t group[TREE_DEPTH];
    unsigned groups;
    uint32_t reg[PROGRAM_REGS][PROGRAM_LANES];
    uint32_t pred[PROGRAM_PREDS];
    uint32_t writer[PROGRAM_REGS];  // serial + 1 of the load that is yet to write it; 0: none
};

// A store of which something is expected to be lost, with this error.
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
    bool untimed;               // of counts, passes alone are judged
    unsigned warps;             // that the machine has
    uint64_t line_bytes, address_bits;
    struct warp *warp;
    struct expr_known *known;
    uint64_t evaluations;
    uint64_t *of;               // of each statement: its warps; of a loop or a block those of what is in it

    unsigned point, part;       // that is running; the part that comes next
    int64_t sweep[PROGRAM_SWEEPS];
    struct machine_settings set;
    enum order order;
    uint64_t going[PROGRAM_L1S];   // the warps on each that have something left to do in the part
    unsigned ended;             // L1s on which the part is over
    int64_t cost[COUNTS];       // of all L1s
    int64_t sum[COUNTS], instructions; // of the parts that are over
    bool blind;                 // what shows only within the machine was not counted
    unsigned last[PROGRAM_L1S];    // the warp whose turn was last
    bool any_last[PROGRAM_L1S];

    struct op *op;
    unsigned ops, ops_room;
    struct measure *group;
    unsigned groups, groups_room;
    struct table group_at;      // their numbers by the group's number in the part and how often it was opened before
    uint32_t opened[STATE_WARPS][TREE_GROUPS];
    struct lost_store lost[STATE_LOST];
    unsigned losts;

    machine_watcher *watcher;   // null: nobody watches
    void *who;

    struct { char text[STATE_SHOWN]; uint64_t count; } outcome[PROGRAM_OUTCOMES];
    unsigned outcomes;

    bool at_fault;
    char error[300];
};

// Objects, at a place of the text. False.
__attribute__((format(printf, 3, 4)))
bool state_object(struct engine *, struct place, const char *format, ...);

// The same, and it is the program that makes no sense.
__attribute__((format(printf, 3, 4)))
bool state_fault(struct engine *, struct place, const char *format, ...);

// What an expression of this warp can ask for, or, with a null warp, one outside of all warps.
struct env state_env(struct engine *, const struct warp *, const int64_t *loop);

// Its value, within bounds.
bool state_value(struct engine *, const struct expr *, struct env *, int64_t *value);
// What a warp has come to, to who watches.
static inline void state_tell(const struct engine *e, const struct warp *w, const struct stmt *s,
                              const struct machine_access *a, const struct machine_word *word)
{
    const struct machine_step step = { .part = e->point * e->tree->parts + e->part, .warp = (unsigned)(w - e->warp), .cta = w->cta,
                                       .l1 = w->l1, .set = &e->set, .stmt = s, .access = a, .word = word };
    if (e->watcher)
        e->watcher(e->who, &step);
}

bool state_bounded(struct engine *, const struct expr *, struct env *, int64_t least, int64_t most, const char *what,
                   int64_t *value);
bool state_beyond(struct engine *, const struct expr *, int64_t value, int64_t least, int64_t most, const char *what);

static inline bool state_within(struct engine *e, const struct expr *x, int64_t value, int64_t least, int64_t most, const char *what)
{
    return (value >= least && value <= most) || state_beyond(e, x, value, least, most, what);
}

// Its value in one lane after the other, upwards. Of what is linear the first two are evaluated.
struct steps {
    bool known;
    unsigned from;
    uint64_t value, step;   // in that lane; from each to the next
};

bool state_in_this_lane(struct engine *, const struct expr *, struct env *, struct steps *, int64_t *value);

static inline bool state_in_lane(struct engine *e, const struct expr *x, struct env *env, struct steps *s, int64_t *value)
{
    if (!s->known)
        return state_in_this_lane(e, x, env, s, value);
    *value = (int64_t)(s->value + s->step * (env->lane - s->from));
    return true;
}

#endif
