// The witness without timing: judges a history of the machine by the rules of shared memory alone.
//
// The twins (C model and Verilog) are written from one document and could share a misreading of it, and comparing them
// would never show it. The witness is a third reading. It knows no cycles, ports or blocks. It is told what happened, in
// order, and applies the passes to a flat memory in the order in which the arbiter accepted them. Against that it holds
// every value loaded, which slots each pass took, how many passes an access needed, every error, and, apart from the
// values, that the order of the passes keeps each warp's program order on every byte. It shares no code, constant or
// generated header with the twins and computes addresses, splits and errors in ways of its own.
//
// Each function named for an event is called when the event happens and returns true, or false if it objects.
// witness_error() then says in one line where, what was expected and what was seen. An event objected to has no effect:
// the witness stands as before it, so that a test may offer the right one next.
//
// Order of the calls within one cycle: a write-back before the retirement of the same instruction, a reset last. All else
// may come in any order, as no two events of a cycle depend on one another.
//
// Masks and arrays have LANES elements (slots of a sub-warp or lanes, as said); what an array holds where its mask is not
// set does not matter.
// Codes (width, space, error, split) are those of the ports. Addresses have 40 bits; the bits above must be zero.
#ifndef WITNESS_H
#define WITNESS_H

#include <stdbool.h>
#include <stdint.h>

#if LANES != 8 && LANES != 16 && LANES != 32
#error "LANES must be defined as 8, 16 or 32"
#endif

#ifdef __cplusplus
extern "C" {
#endif

struct witness;

// An instruction as it was taken. `mask` has its active lanes, `addr` an address for each lane.
struct witness_instr {
    bool store, sign;
    uint8_t space, width, warp, reg;
    uint32_t mask;
    const uint64_t *addr;
};

struct witness_counts {
    uint64_t instructions; // taken
    uint64_t passes;       // accepted by the arbiter
    uint64_t values;       // loaded words checked at their write-back
    uint64_t overtakings;  // passes ahead of an unfinished older access of the warp, so compared with it byte by byte
};

// A machine with nothing in flight, split code 0, and an array of which nothing is known. NULL if memory lacks.
struct witness *witness_new(void);
void witness_free(struct witness *w);

// The last objection, one line without a newline; "" if there has been none. Good until the next event.
const char *witness_error(const struct witness *w);
struct witness_counts witness_counts(const struct witness *w);

// `cfg_split` is now `split`. Only while nothing is in flight.
bool witness_split(struct witness *w, unsigned split);

// A new instruction was taken. Those of a warp are in program order by the order of these calls.
bool witness_accept(struct witness *w, unsigned entry, const struct witness_instr *in);

// The remainder of an access went back to the instruction side; it was presented again, with the address of each lane.
bool witness_returned(struct witness *w, unsigned entry, unsigned sub, uint32_t mask);
bool witness_again(struct witness *w, unsigned entry, unsigned sub, uint32_t mask, const uint64_t *addr);

// A beat of store data was taken: the words of the slots that wait. One for an access, and one more each time it was
// presented again, with the same words.
bool witness_beat(struct witness *w, unsigned entry, unsigned sub, const uint32_t *data);

// The arbiter accepted a pass of the slots in `mask`.
bool witness_pass(struct witness *w, unsigned entry, unsigned sub, bool store, uint32_t mask);

// Loaded words were written to registers: slot s is word `data[s]` for register `reg` + `ofs[s]` of lane `lane[s]`.
bool witness_writeback(struct witness *w, unsigned entry, unsigned sub, unsigned warp, unsigned reg, uint32_t mask,
                       const uint8_t *lane, const uint8_t *ofs, const uint32_t *data);

// An instruction retired. `lane` and `mask` are looked at only if there is an error.
bool witness_retire(struct witness *w, unsigned entry, unsigned warp, unsigned err, unsigned lane, uint32_t mask);

// A line from memory was written: in `row`, the quarters of the banks named by `sectors`. `data` has a word for each bank.
bool witness_fill(struct witness *w, unsigned row, unsigned sectors, const uint32_t *data);

// The machine is idle, with no store waiting, and row `row` of its array holds `data`, a word for each bank.
bool witness_contents(struct witness *w, unsigned row, const uint32_t *data);

// The machine was reset: nothing is in flight, nothing is known of the array.
void witness_reset(struct witness *w);

// The machine is idle and the history ends: nothing may be in flight.
bool witness_finish(struct witness *w);

#ifdef __cplusplus
}
#endif

#endif
