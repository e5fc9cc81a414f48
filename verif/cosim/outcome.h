// The result of a test: all that its row, the totals and the report need, so that another process can run it.
#ifndef OUTCOME_H
#define OUTCOME_H

#include "cosim/session.h"
#include "stimulus/litmus/tally.h"

struct outcome {
    enum verdict verdict;
    char message[500];
    char in_flight[300]; // source of the instructions in flight at the failure, if known
    uint64_t cycles, failed_at, values;
    int64_t passes, passes_expected, cycles_measured, cycles_expected; // negative: none
    struct mismatch mismatches[8]; // in the failing cycle; there may be more than fit
    size_t mismatch_count;
    struct wait waits[STIMULUS_WAITS];   // see struct stimulus
    struct lag lag[TOLERANT_INTERFACES]; // interfaces of a block that is compared by order
    unsigned lag_count;
    size_t points_size, check_count;
    char *reached; // the text for --bins; null: none
    size_t reached_size;
    char *points;           // counts of the cover points, as lines of text; null: none
    struct tally_sum tally; // results of a litmus test
    // why its forbidden outcomes are forbidden, as lines of text; null: none occurred
    char *forbidden;
    size_t forbidden_size;
    uint64_t *checks; // one for each output of each piece; null: nothing was compared
};

// Runs a test.
struct outcome outcome_of(struct session *, const struct test *);
void outcome_free(struct outcome *);

// The signature of a failure: the block and the signal that differed first (either of two L1s), or else the
// message without the cycle and with all numbers equal. So a bug that many tests detect is one kind of
// failure.
struct outcome_sign {
    enum verdict verdict;
    char text[OUTCOME_SIGN];
};

// first: null if nothing differs
struct outcome_sign outcome_sign(enum verdict, const struct mismatch *first, const char *message);
struct outcome_sign outcome_sign_of(const struct outcome *);
bool outcome_same(const struct outcome_sign *, const struct outcome *);

#endif
