// The ports of an interface of one part of a machine, found by their names: where memory's side of a machine
// of wired parts is read and driven, whichever block has that interface.
#ifndef SM_TAPS_H
#define SM_TAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "environment/memory/offers.h"
#include "ul1.h"

enum taps_ask {
    TAP_VALID,
    TAP_OP,
    TAP_NUMBER,
    TAP_LINE,
    TAP_SECT,
    TAP_VLINE,
    TAP_LEVEL,
    TAP_READY,
    TAP_BE,
    TAP_WORD,
    TAP_ATOM,
    TAP_WIDE,
    TAP_SIGNED,
    TAP_KIND,
    TAP_WARP,
    TAP_SPACE,
    TAP_RETURNS,
    TAP_OLD,
    TAP_ASKS
};

enum taps_answer {
    TAP_ANSWERED,
    TAP_ANSWER_OP,
    TAP_ANSWER_NUMBER,
    TAP_ANSWER_SECT,
    TAP_ANSWER_ERR,
    TAP_ANSWER_VLINE,
    TAP_ANSWER_DATA,
    TAP_TAKES, // ready for an answer; some blocks have no such port, and take each
    TAP_ANSWERS
};

// A port in a sample; `size` 0: there is none, and its value is zero.
struct tap {
    size_t offset;
    unsigned size; // bytes of a field
};

// A request, with its number where it is offered.
struct asked {
    uint32_t number, old;
    struct offer offer; // its `sub` and `payload.old` are not set
};

// A response, likewise.
struct answered {
    uint8_t op, sect, err;
    uint32_t number;
    uint64_t vline;
    uint32_t data[LANES];
};

// The ports of the interfaces PREFIX, PREFIXdata, PREFIXread and PREFIXold of a part: requests that it offers
// on `mem`, or gets on `req`; and responses that it gets on `resp`. Offsets are those in the part's own
// structs. The part has one field of each port.
void taps_find(struct tap taps[TAP_ASKS], const struct ul1_block *part, const char *prefix);
void taps_find_answers(struct tap taps[TAP_ANSWERS], const struct ul1_block *part);

uint64_t tap_get(const struct tap *, const void *io);
void tap_set(const struct tap *, void *io, uint64_t value);

// The request on the interface, from the struct that has it.
void taps_ask(const struct tap taps[TAP_ASKS], const void *io, struct asked *);

// Puts an answer, or no answer (null), into the inputs.
void taps_answer(const struct tap taps[TAP_ANSWERS], void *in, const struct answered *);

#endif
