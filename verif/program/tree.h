// A program as it was read: a flat list of statements, part after part, with loops as jumps between them.
#ifndef PROGRAM_TREE_H
#define PROGRAM_TREE_H

#include <stddef.h>

#include "program/expr.h"

enum {
    TREE_DEPTH = 16,            // of braces
    TREE_POINTS = 4096,         // of all sweeps together
    TREE_GROUPS = 256,          // blocks and loops with expectations in a part
};

enum expect_kind { EXPECT_COUNT, EXPECT_REG, EXPECT_ERROR };

struct expect {
    enum expect_kind kind;
    struct place at;
    enum count count;
    unsigned reg, error;
    const struct expr *value;       // of an error the lane, or null; of one of a part the address
    bool most;                      // of a count: it is at most so
    bool each;                      // of an error: for each lane, whether it fails
    enum lost_how how;          // of a store that is lost
    struct expect *next;
};

// Warps first to last; a null `last` is the same one.
struct warps {
    unsigned first;
    const struct expr *last;
    struct place at;
};

enum stmt_kind {
    STMT_LOAD, STMT_STORE, STMT_FENCE, STMT_UPKEEP, STMT_RESERVED, STMT_MOV, STMT_SETP, STMT_BAR, STMT_DELAY,
    STMT_COMMAND,                   // up to here of warps
    STMT_FOR, STMT_NEXT,            // `to` is behind the loop; is the FOR
    STMT_WHILE, STMT_AGAIN,
    STMT_IF, STMT_ELSE,             // `to` is behind what is not to be done
    STMT_OPEN, STMT_CLOSE,          // of a group: a block, a loop; `to` of the former is behind the latter
};

struct stmt {
    enum stmt_kind kind;
    struct place at;
    struct warps warps;
    int guard;                      // the predicate before it, or -1
    bool guard_not;
    uint8_t space, width, hint, level, op, carveout, change;
    bool sign, through_regs;        // through_regs: the words are those of registers from value[0] on
    bool unwanted;                  // of a load: its words go nowhere
    unsigned reg;                   // destination; predicate that is set, or looked at
    const struct expr *from;        // the cycle of the part before which it is not offered, or null
    const struct expr *mask, *addr; // addr: also a condition, a value, cycles, the first number of a loop
    const struct expr *value[PROGRAM_WORDS], *step;
    unsigned values, words;         // words: of registers, that a lane loads, stores or computes
    struct expr_reads reads;
    unsigned to, group, loop;       // group: of an OPEN, its number in the part; loop: which of those within each other
    unsigned loops;                 // that it stands in
    struct expect *expects;
    bool late;                      // some of the expectations can only be judged when the part is over
};

enum setting_kind {
    SETTING_CARVEOUT, SETTING_POLICY, SETTING_HOME, SETTING_FETCH, SETTING_INTERVAL, SETTING_LATENCY, SETTING_EVERY,
    SETTING_ANSWERS, SETTING_BATCH, SETTING_PIECES, SETTING_EARLY, SETTING_STALL, SETTING_APART, SETTING_LATE, SETTING_BOOKED, SETTING_GAPS,
    SETTING_DRAWS, SETTING_REMAINDERS,          // each L1 may have these otherwise
    SETTING_PAGE, SETTING_ABSENT, SETTING_READONLY, SETTING_FAIL, SETTING_FRESH, SETTING_RESET, SETTING_ORDER,
    SETTING_START, SETTING_CTA, SETTING_L1,
};

enum order { ORDER_ROUND_ROBIN, ORDER_OLDEST, ORDER_GREEDY, ORDER_TEXT };

struct setting {
    enum setting_kind kind;
    struct place at;
    unsigned code;                  // of a code that is an expression, the last that there is
    const struct expr *a, *b;
    struct warps warps;
    unsigned of;                    // the L1 that has it, from 1 on; 0: all
    struct setting *next;
};

struct tree_part {
    unsigned begin, end;            // its statements
    unsigned groups;
    struct setting *settings;
    struct expect *expects;
    bool any_error;                 // how accesses end of which nothing is said, and what is lost, is not judged
};

struct sweep {
    int64_t *value;
    unsigned count;
};

// A rule for what comes of it, something of which it is told how often it comes, or registers of which the values are told.
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
    unsigned l1s;                   // so many does it name
    bool unfit;                     // the machine lacks what it needs, as the line says that stands there
    struct place need;
    struct stmt *stmt;
    unsigned stmts;
    struct tree_part *part;
    unsigned parts;
    struct sweep sweep[PROGRAM_SWEEPS];
    char sweep_name[PROGRAM_SWEEPS][32];
    unsigned sweeps, points;        // points: products of their counts
    unsigned lets;                  // of the expressions, numbered
    struct outcome_line *outcomes;
    struct arena *arena;
};

// Memory that lives as long as the tree, all zero. Null: there is none.
void *tree_alloc(struct tree *, size_t);
void tree_free(struct tree *);

// The values of the sweeps at a point; the last one changes fastest.
void tree_point(const struct tree *, unsigned point, int64_t value[PROGRAM_SWEEPS]);

#endif
