// What came of a test: all that its row, the totals and the report need, so that another process can have run it.
#ifndef OUTCOME_H
#define OUTCOME_H

#include "app/session.h"
#include "litmus/tally.h"

struct outcome {
    enum verdict verdict;
    char message[500];
    char in_flight[300];                // where the instructions come from that were under way when it failed, if that is known
    uint64_t cycles, failed_at, values;
    int64_t passes, passes_expected, cycles_measured, cycles_expected; // negative: none
    struct mismatch mismatches[8];      // in the failing cycle; may be more than fit
    size_t mismatch_count;
    struct wait waits[STIMULUS_WAITS];  // see struct stimulus
    struct lag lag[TOLERANT_INTERFACES]; // of the interfaces of a block that is judged by order
    unsigned lag_count;
    size_t events_size, check_count;
    char *reached;                      // all that --bins tells of it, likewise
    size_t reached_size;
    char *events;                       // what happened how often, as lines of text; null: nothing is told
    struct tally_sum tally;             // of a litmus test
    char *forbidden;                    // why its forbidden outcomes are forbidden, as lines of text; null: there are none
    size_t forbidden_size;
    uint64_t *checks;                   // of each output of each piece of the shape; null: nothing was compared
};

// Runs it.
struct outcome outcome_of(struct session *, const struct test *);
void outcome_free(struct outcome *);

// What a failure is known by: the block and the signal that differed first (of two L1s of either), or else what was said, without
// the cycle and with all numbers alike. So one bug that many tests see is one kind.
struct outcome_sign {
    enum verdict verdict;
    char text[OUTCOME_SIGN];
};

struct outcome_sign outcome_sign(enum verdict, const struct mismatch *first, const char *message); // first: null if none differs
struct outcome_sign outcome_sign_of(const struct outcome *);
bool outcome_same(const struct outcome_sign *, const struct outcome *);

#endif
