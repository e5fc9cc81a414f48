// Expressions of a program: signed, 64 bits, wrapping.
#ifndef PROGRAM_EXPR_H
#define PROGRAM_EXPR_H

#include "program/bounds.h"

enum {
    EXPR_SIZE = 2000, // operators and operands of an expression, at most
    EXPR_DEPTH = 100, // nesting depth, at most, with named expressions substituted
};

enum expr_kind {
    EXPR_NUMBER,
    EXPR_SWEEP,
    EXPR_LOOP,
    EXPR_LANE,
    EXPR_WARP,
    EXPR_REG,
    EXPR_PRED,
    EXPR_OF_WARP, // a register of a warp: `w0.r4`
    EXPR_MINUS,
    EXPR_NOT,
    EXPR_INVERT, // operand a
    EXPR_MUL,
    EXPR_DIV,
    EXPR_MOD,
    EXPR_ADD,
    EXPR_SUB,
    EXPR_LEFT,
    EXPR_RIGHT,
    EXPR_LESS,
    EXPR_LESS_EQUAL,
    EXPR_GREATER,
    // operands a and b
    EXPR_GREATER_EQUAL,
    EXPR_EQUAL,
    EXPR_UNEQUAL,
    EXPR_AND,
    EXPR_XOR,
    EXPR_OR,
    EXPR_BOTH,
    EXPR_EITHER,
    EXPR_CHOICE, // a ? b : c
    EXPR_MIN,
    EXPR_MAX,
    EXPR_GCD, // operands a and b
    EXPR_BITS,
    EXPR_ONES,
    EXPR_RAND,
    EXPR_ITEM, // operand a
    EXPR_LET,  // a named expression, in a
};

// Dependences of an expression's value.
enum expr_uses {
    USES_LANE = 1,
    USES_WARP = 2,
    USES_LOOP = 4,
    USES_REGISTERS = 8,
    USES_OTHERS = 16,
    USES_SWEEP = 32,
    USES_RANDOM = 64,
};

// Sets of registers and predicates, one bit each.
struct expr_reads {
    uint64_t reg[PROGRAM_REGS / 64];
    uint8_t pred;
};

struct expr {
    enum expr_kind kind;
    struct place at; // position of its operator, or of a leaf
    // the number; else the index of the sweep, loop, register, predicate or let; EXPR_OF_WARP: the register
    int64_t number;
    unsigned warp;       // EXPR_OF_WARP: the warp
    const int64_t *list; // EXPR_ITEM: the list; `number` is its length
    const struct expr *a, *b, *c;
    bool fixed; // EXPR_RAND: drawn once for the whole run, because it is in a `let`
    // grows by a constant from lane to lane, wrapping; a fault of it occurs in all lanes alike
    bool linear;
    unsigned uses, size, depth;
    struct expr_reads reads;
};

// Cached value of a `let`. It is evaluated once, even if it is named often.
struct expr_known {
    uint64_t in; // number of the evaluation that the value belongs to
    int64_t value;
};

// Inputs of an evaluation.
struct env {
    struct expr_known *known; // one for each `let`, or null
    uint64_t *evaluations;    // number of evaluations so far
    const int64_t *sweep, *loop;
    unsigned lane, warp;
    uint32_t (*reg)[PROGRAM_LANES];                            // registers of the warp
    const uint64_t *pred;                                      // predicates of the warp, one bit per lane
    uint32_t (*other)(void *who, unsigned warp, unsigned reg); // EXPR_OF_WARP: value in lane 0
    void *who;
    // for EXPR_RAND: seed of the run; number of instructions that the warp has reached
    uint64_t seed, turn;
    const char *fault; // fault and its position
    struct place at;
};

// Sets the fields that follow from the operands, which must be set. Returns false if the expression is too
// large.
bool expr_measure(struct expr *);

// Returns false on a fault.
bool expr_value(const struct expr *, struct env *, int64_t *value);

// Adds the registers that the expression reads from the warp that evaluates it. A null expression adds none.
void expr_add_reads(const struct expr *, struct expr_reads *);

#endif
