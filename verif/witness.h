// The witness without timing: judges a history of the machine by the rules of shared memory and of cached loads alone.
//
// The twins (C model and Verilog) are written from one document and could share a misreading of it, and comparing them
// would never show it. The witness is a third reading. It knows no cycles, ports or blocks. It is told what happened, in
// order. Shared memory: it applies the passes to a flat memory in the order in which the arbiter accepted them. Against
// that it holds every value loaded, which slots each pass took, how many passes an access needed, every error, and, apart
// from the values, that the order of the passes keeps each warp's program order on every byte. Cached loads: it is told
// what each page maps to, not by which tables, and looks at write-backs and retirements alone: each line of each sub-warp
// is written back whole and once, with the words that a mapping gives that was legal at some time since the load was
// taken, or fails because of one. It shares no code, constant or generated header with the twins and computes addresses,
// splits and errors in ways of its own.
//
// Each function named for an event is called when the event happens and returns true, or false if it objects.
// witness_error() then says in one line where, what was expected and what was seen. An event objected to has no effect:
// the witness stands as before it, so that a test may offer the right one next.
//
// Order of the calls within one cycle: changes of pages first, then the end of an invalidation, then the beginning of one
// and what was taken; a write-back before the retirement of the same instruction, a reset last. All else may come in any
// order, as no other two events of a cycle depend on one another.
//
// Masks and arrays have LANES elements (slots of a sub-warp or lanes, as said); what an array holds where its mask is not
// set does not matter.
// Codes (width, space, error, split, page) are those of the ports. Addresses have 40 bits; the bits above must be zero.
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
    uint64_t values;       // loaded words checked at their write-back, of either kind of load
    uint64_t lines;        // write-backs of cached loads
    uint64_t failed;       // lanes of cached loads that failed, with `page` or `bus`
    uint64_t stale;        // lines written back that are right by an old mapping alone
    uint64_t overtakings;  // passes ahead of an unfinished older access of the warp, so compared with it byte by byte
};

// What a walk for a page finds.
enum witness_walk { WITNESS_ABSENT, WITNESS_PRESENT, WITNESS_BROKEN /* the memory fails to deliver a page table entry */ };

// A machine with nothing in flight, split code 0, page code 0, all pages absent, and an array of which nothing is known.
// NULL if memory lacks.
struct witness *witness_new(void);
void witness_free(struct witness *w);

// The last objection, one line without a newline; "" if there has been none. Good until the next event.
const char *witness_error(const struct witness *w);
struct witness_counts witness_counts(const struct witness *w);

// `cfg_split` is now `split`. Only while nothing is in flight. The rows behind the border are the cache's: what they hold is
// not known from now on, also if they become shared memory again.
bool witness_split(struct witness *w, unsigned split);

// Where loaded data come from: the line of LANES words at a physical address, a multiple of 4 * LANES; false if it fails.
// Without one there can be no cached loads. What it says of a line must never change once that has been loaded.
typedef bool witness_line(const void *memory, uint64_t addr, uint32_t *word);
void witness_memory(struct witness *w, witness_line *line, const void *memory);

// `cfg_page` is now `page`, or `cfg_root` another. All pages are absent until told otherwise. Only while nothing is in
// flight. (Not to be called if neither of them changes: the machine then keeps translations, and the witness what was
// legal.)
bool witness_pages(struct witness *w, unsigned page);

// A walk for the page of `va` finds this from now on; `frame` is the physical address of its first byte if it is present.
// What it found before stays legal for all loads taken before an invalidation of the page, itself begun after the change,
// is complete, but for what the machine cannot have seen or kept: it keeps nothing if no cached load was taken since it
// was empty, and only translations that are present while none is in flight.
bool witness_page(struct witness *w, uint64_t va, enum witness_walk state, uint64_t frame);

// An invalidation of the page of `va` was taken; it is complete (in the first cycle with `inv_ready`, for all that is
// taken in that cycle already).
bool witness_invalidate(struct witness *w, uint64_t va);
bool witness_invalidated(struct witness *w);

// A new instruction was taken. Those of a warp are in program order by the order of these calls.
bool witness_accept(struct witness *w, unsigned entry, const struct witness_instr *in);

// The remainder of an access went back to the instruction side; it was presented again, with the address of each lane.
bool witness_returned(struct witness *w, unsigned entry, unsigned sub, uint32_t mask);
bool witness_again(struct witness *w, unsigned entry, unsigned sub, uint32_t mask, const uint64_t *addr);

// A beat of store data was taken: the words of the slots that wait. One for an access, and one more each time it was
// presented again, with the same words.
bool witness_beat(struct witness *w, unsigned entry, unsigned sub, const uint32_t *data);

// The arbiter accepted a pass of the slots in `mask`, of a shared instruction. (Passes of cached loads are not told.)
bool witness_pass(struct witness *w, unsigned entry, unsigned sub, bool store, uint32_t mask);

// Loaded words, shared or cached, were written to registers: slot s is word `data[s]` for register `reg` + `ofs[s]` of
// lane `lane[s]`.
bool witness_writeback(struct witness *w, unsigned entry, unsigned sub, unsigned warp, unsigned reg, uint32_t mask,
                       const uint8_t *lane, const uint8_t *ofs, const uint32_t *data);

// An instruction retired. `lane`, `mask` and `addr` are looked at only if there is an error.
bool witness_retire(struct witness *w, unsigned entry, unsigned warp, unsigned err, unsigned lane, uint32_t mask,
                    uint64_t addr);

// The machine is idle, with no store waiting, and row `row` of its array holds `data`, a word for each bank.
bool witness_contents(struct witness *w, unsigned row, const uint32_t *data);

// The machine was reset: nothing is in flight, nothing is known of the array, no old mapping is legal, no invalidation is
// under way. Settings, pages and memory are as before.
void witness_reset(struct witness *w);

// The machine is idle and the history ends: nothing may be in flight.
bool witness_finish(struct witness *w);

#ifdef __cplusplus
}
#endif

#endif
