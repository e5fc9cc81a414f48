// Rmw: the reference predictor, from the state of its operations by the specification.
#ifndef RMW_PREDICTOR_H
#define RMW_PREDICTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "common/sizes.h"

// A request of an L1, or to memory.
struct rmw_request {
    uint8_t op, sect, level;
    uint8_t kind, warp, space;
    uint8_t atom, wide, sign, returns;
    uint32_t number, old;
    uint64_t line, vline;
    uint8_t be[UL1_LINE_WORDS];
    uint32_t word[UL1_LINE_WORDS]; // 0 where it does not matter
};

struct rmw_response {
    uint8_t op, sect, err;
    uint32_t number;
    uint64_t vline;
    uint32_t data[UL1_LINE_WORDS];
};

// Where an operation is: it reads; it has its words, or an error; it is in a stage of the unit, 1 to 4; its
// results wait for the register.
enum { RMW_READS = -1, RMW_HAS = 0, RMW_WAITS = 5 };

struct rmw_predictor {
    bool judged; // there was a reset, so the state is known
    struct rmw_known {
        bool used, err;
        bool told; // in stage 2: its answer was given
        int at;
        uint8_t lacks; // sectors
        struct rmw_request of;
        uint32_t old[UL1_LINE_WORDS];
    } operation[UL1_RMWS];
    unsigned entered; // the operation that entered the unit last
    bool passing;     // a response to an L1 was on offer in the cycle before, and goes first
    bool holds;       // a request is on offer to memory
    struct rmw_request held;
};

// The request that an L1 offers.
struct rmw_request rmw_offered(const struct ul1_rmw_in *);

// The operation that a response is to, or UL1_RMWS.
unsigned rmw_operation_of(uint32_t number);

// Null, or the rule that an output breaks. Call both in every cycle, in this order.
const char *rmw_predictor_check(const struct rmw_predictor *, const struct ul1_rmw_in *,
                                const struct ul1_rmw_out *);
void rmw_predictor_advance(struct rmw_predictor *, const struct ul1_rmw_in *);

#endif
