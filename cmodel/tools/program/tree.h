// A parsed program: a flat list of statements, part after part, with loops as jumps between them.
#ifndef PROGRAM_TREE_H
#define PROGRAM_TREE_H

#include <stddef.h>

#include "program/expr.h"
#include "program/machine.h"

enum {
    TREE_DEPTH = 16,    // nested braces, at most
    TREE_POINTS = 4096, // points of all sweeps together, at most
    TREE_GROUPS = 256,  // blocks and loops with expectations in a part, at most
};

enum expect_kind { EXPECT_COUNT, EXPECT_REG, EXPECT_ERROR, EXPECT_FAULT };

struct expect {
    enum expect_kind kind;
    struct place at;
    enum count count;
    unsigned reg, error;      // fault: `error` is the cause
    const struct expr *value; // error: the lane, or null; error of a part: the address
    bool most;                // count: the value is an upper bound
    bool each;                // error: given for each lane, whether it fails
    enum lost_how how;        // lost store: the kind of loss
    struct expect *next;
};

// Warps first to last. If `last` is null, `first` only.
struct warps {
    unsigned first;
    const struct expr *last;
    struct place at;
};

enum stmt_kind {
    STMT_LOAD,
    STMT_STORE,
    STMT_ATOM,   // an atomic: a store that returns words
    STMT_SAMPLE, // a texture instruction; addr: u, step: v, value: base, pitch, columns, rows
    STMT_COPY,   // an asynchronous copy: the load that starts it; value: the shared address
    STMT_FENCE,
    STMT_ARRIVE, // at a barrier of the machine; addr: its number, value: arrivals that it expects, predicate
    STMT_GROUP,  // of copies: its warp closes it, or waits until at most `addr` are under way, or both
    STMT_CMO,
    STMT_RESERVED,
    STMT_MOV,
    STMT_SETP,
    STMT_BAR,
    STMT_DELAY,
    STMT_COMMAND, // the last statement that is not control flow
    STMT_FOR,
    STMT_NEXT, // `to`: of FOR, behind the loop; of NEXT, the FOR
    STMT_WHILE,
    STMT_AGAIN,
    STMT_IF,
    STMT_ELSE, // `to`: behind the statements that are skipped
    STMT_OPEN,
    STMT_CLOSE, // a group: a block or a loop; `to` of OPEN: behind CLOSE
};

struct stmt {
    enum stmt_kind kind;
    struct place at;
    struct warps warps;
    int guard; // the guarding predicate, or -1
    bool guard_not;
    uint8_t space, width, hint, level, op, carveout, change, atom, matrix;
    bool interleave;
    struct machine_texture texture; // of a sample: its codes
    bool sign, through_regs;        // through_regs: data come from registers, from value[0] on
    bool unwanted;                  // load: its words are discarded
    bool predicated;                // it writes the predicate `pred`: a lock access
    bool waits, closes;             // arrival, group: the warp waits; group: it closes one
    enum reduction reduction;       // arrival: what is written to the register, of `words` words
    unsigned reg;                   // destination, or the predicate that is set or tested
    unsigned pred;
    const struct expr *from; // the cycle of the part before which it is not offered, or null
    // addr: also a condition, a value, a number of cycles, the start of a loop
    const struct expr *mask, *addr;
    const struct expr *value[PROGRAM_WORDS], *step;
    unsigned values, words; // words: registers that a lane loads, stores or computes
    struct expr_reads reads;
    unsigned operands;        // atomic: words of data of a lane
    unsigned to, group, loop; // group: of an OPEN, its number in the part; loop: its nesting level
    unsigned loops;           // number of loops around it
    struct expect *expects;
    bool late; // some expectations can be checked only when the part has ended
};

// It returns words to registers.
static inline bool stmt_loads(const struct stmt *s)
{
    return s->kind == STMT_LOAD || s->kind == STMT_ATOM || s->kind == STMT_SAMPLE;
}

enum setting_kind {
    SETTING_CARVEOUT,
    SETTING_POLICY,
    SETTING_HOME,
    SETTING_FETCH,
    SETTING_BANKWIDTH,
    SETTING_INTERVAL,
    SETTING_LATENCY,
    SETTING_EVERY,
    SETTING_ANSWERS,
    SETTING_BATCH,
    SETTING_PIECES,
    SETTING_EARLY,
    SETTING_STALL,
    SETTING_APART,
    SETTING_LATE,
    SETTING_RESERVED,
    SETTING_GAPS,
    // the last setting that may differ between L1s
    SETTING_DRAWS,
    SETTING_REMAINDERS,
    SETTING_PAGE,
    SETTING_ABSENT,
    SETTING_READONLY,
    SETTING_FAIL,
    SETTING_FRESH,
    SETTING_RESET,
    SETTING_ORDER,
    SETTING_START,
    SETTING_CTA,
    SETTING_L1,
};

enum order { ORDER_ROUND_ROBIN, ORDER_OLDEST, ORDER_GREEDY, ORDER_TEXT };

struct setting {
    enum setting_kind kind;
    struct place at;
    unsigned code; // the highest code, if the code is an expression
    const struct expr *a, *b;
    struct warps warps;
    unsigned of; // the L1 to which it applies, from 1; 0: all
    struct setting *next;
};

struct tree_part {
    unsigned begin, end; // its statements
    unsigned groups;
    struct setting *settings;
    struct expect *expects;
    bool any_error; // errors and losses that are not mentioned are not checked
};

struct sweep {
    int64_t *value;
    unsigned count;
};

// A rule for results, a result whose frequency is reported, or registers to be reported.
enum outcome_kind { OUTCOME_ALLOW, OUTCOME_FORBID, OUTCOME_MAY, OUTCOME_TELL };

struct outcome_line {
    enum outcome_kind kind;
    struct place at;
    const struct expr *value;
    struct outcome_line *next;
};

struct arena;

struct tree {
    char file[100];
    unsigned lanes;
    char shows[200];
    char machine[32]; // the only machine on which it runs; empty: any with enough L1s
    unsigned l1s;     // number of L1s that the program names
    bool alone;       // an L1 is reset while others go on
    bool of_chip;     // settings that it does not name are those of the chip (SET_*), else of the textbook
    bool unfit;       // the machine lacks what the line at `need` demands
    struct place need;
    struct stmt *stmt;
    unsigned stmts;
    struct tree_part *part;
    unsigned parts;
    struct sweep sweep[PROGRAM_SWEEPS];
    char sweep_name[PROGRAM_SWEEPS][32];
    unsigned sweeps, points; // points: the product of the sweeps' lengths
    unsigned lets;           // number of let expressions
    struct outcome_line *outcomes;
    struct arena *arena;
};

// Zeroed memory that lives as long as the tree. Returns null if there is none.
void *tree_alloc(struct tree *, size_t);
void tree_free(struct tree *);

// The values of the sweeps at a point. The last sweep changes fastest.
void tree_point(const struct tree *, unsigned point, int64_t value[PROGRAM_SWEEPS]);

#endif
