// Expressions of a program: 64 bits, signed, wrapping.
#ifndef PROGRAM_EXPR_H
#define PROGRAM_EXPR_H

#include "program/bounds.h"

enum {
    EXPR_SIZE = 2000,       // of an expression: operators and operands
    EXPR_DEPTH = 100,       // and how deep they stand within each other, those that it names in their places
};

enum expr_kind {
    EXPR_NUMBER, EXPR_SWEEP, EXPR_LOOP, EXPR_LANE, EXPR_WARP, EXPR_REG, EXPR_PRED,
    EXPR_OF_WARP,                                       // a register of a warp: `w0.r4`
    EXPR_MINUS, EXPR_NOT, EXPR_INVERT,                  // of a
    EXPR_MUL, EXPR_DIV, EXPR_MOD, EXPR_ADD, EXPR_SUB, EXPR_LEFT, EXPR_RIGHT, EXPR_LESS, EXPR_LESS_EQUAL, EXPR_GREATER,
    EXPR_GREATER_EQUAL, EXPR_EQUAL, EXPR_UNEQUAL, EXPR_AND, EXPR_XOR, EXPR_OR, EXPR_BOTH, EXPR_EITHER, // of a and b
    EXPR_CHOICE,                                        // a ? b : c
    EXPR_MIN, EXPR_MAX, EXPR_GCD,                       // of a and b
    EXPR_BITS, EXPR_ONES, EXPR_RAND, EXPR_ITEM,         // of a
    EXPR_LET,                                           // what stands for a
};

// What the value of an expression depends on.
enum expr_uses {
    USES_LANE = 1, USES_WARP = 2, USES_LOOP = 4, USES_REGISTERS = 8, USES_OTHERS = 16, USES_SWEEP = 32, USES_RANDOM = 64,
};

// Registers and predicates, a bit each.
struct expr_reads {
    uint64_t reg[PROGRAM_REGS / 64];
    uint8_t pred;
};

struct expr {
    enum expr_kind kind;
    struct place at;            // of its operator, or of itself
    int64_t number;             // the number; which sweep, loop, register, predicate, let; of EXPR_OF_WARP the register
    unsigned warp;              // of EXPR_OF_WARP
    const int64_t *list;        // of EXPR_ITEM; `number` is how many it has
    const struct expr *a, *b, *c;
    bool fixed;                 // EXPR_RAND that is drawn once for the whole run, as it stands in a `let`
    bool linear;                // from one lane to the next it grows by the same, wrapping; a fault of it is one in all lanes
    unsigned uses, size, depth;
    struct expr_reads reads;
};

// What a `let` came to, so that it is evaluated once where it is named often.
struct expr_known {
    uint64_t in;                // which evaluation
    int64_t value;
};

// What an expression can ask for while it is evaluated.
struct env {
    struct expr_known *known;           // of each `let`, or null
    uint64_t *evaluations;              // that there were
    const int64_t *sweep, *loop;
    unsigned lane, warp;
    uint32_t (*reg)[PROGRAM_LANES];     // of the warp
    const uint32_t *pred;               // of the warp, a bit a lane
    uint32_t (*other)(void *who, unsigned warp, unsigned reg); // for EXPR_OF_WARP, of lane 0
    void *who;
    uint64_t seed, turn;                // for EXPR_RAND: of the run; of the warp, how many instructions it has come to
    const char *fault;                  // what is wrong, and where
    struct place at;
};

// Its children are set: sets what follows from them. False: it is too large.
bool expr_measure(struct expr *);

// False: a fault.
bool expr_value(const struct expr *, struct env *, int64_t *value);

// Adds what it reads of the warp that evaluates it. Null: nothing.
void expr_add_reads(const struct expr *, struct expr_reads *);

#endif
