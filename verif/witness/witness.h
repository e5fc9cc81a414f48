// The witness without timing: judges a history of the machine by the rules of shared memory and of cached accesses alone.
//
// The twins (C model and Verilog) are written from one document and could share a misreading of it, and comparing them
// would never show it. The witness is a third reading. It knows no cycles, ports or blocks. It is told what happened, in
// order. It shares no code, constant or generated header with the twins and computes addresses, splits and errors in ways
// of its own. What sizes the machine has it is told when it is made.
//
// Shared memory: it applies the passes to a flat memory in the order in which the arbiter accepted them. Against
// that it holds every value loaded, which slots each pass took, how many passes an access needed, every error, and, apart
// from the values, that the order of the passes keeps each warp's program order on every byte. (Passes of different warps
// may come in any order.)
//
// Cached accesses: it is told what each page maps to, not by which tables; of loads it looks at write-backs and retirements
// alone: each line of each sub-warp is written back whole and once, with words that were legal, or fails because of a
// mapping that was legal at some time since the load was taken. Of stores it is told the data (beats), the retirement and
// which failed; it keeps for every byte of memory the values that may be there, and for whom:
//
// - A load sees every store of its own warp before it and none behind it, and every store of other warps of its L1 that
//   had retired before it was taken, or something newer. What was taken later it may see.
// - An ordered load (hint ord) is written back when those before it of its warp have retired, and sees of no byte what is
//   surely older than what one of these has seen.
// - What other L1s stored it may see from when it was taken on; and must once it was surely performed in memory, and this L1
//   has begun and completed an invalidation of the line after that and before the load was taken. Two pages on one frame
//   are to each other like two L1s.
// - A bypassing load (hint cg, or policy kepler) must see it, too, if it was surely performed when a fence of level gpu or sys
//   began. That fence had retired when the load was taken, or is before it in its warp.
// - A store is surely performed: of what is written through, when a fence of level gpu or sys retires that was taken after
//   the store retired, or that is of the same warp and comes behind it; else when a command that writes its line back is
//   complete, or such a fence retires that was taken after the line had to leave the cache. Memory must then have it, which
//   is looked up right then.
// - A store that fails (page absent, read-only or broken, or memory refuses) must be reported by the time it would be
//   performed, and is legal or not from then on. Nothing else may be reported.
//
// What the tests have to see to, as the machine does not: whole sectors are written back, so what two L1s write between
// two flushes, and one of them with write-back, lies in different sectors; likewise of two pages on one frame. Nobody else
// stores to memory that has been stored to, but for page tables. A page that is changed while stores to it are not surely
// performed has unknown contents in the sectors concerned, so tests that want exact values flush before.
//
// Several L1s that share a memory have a witness each and one struct witness_world, the history of that memory. Their
// events are told in the order in which they happen; events of one cycle L1 by L1, in any order.
//
// Each function named for an event is called when the event happens and returns true, or false if it objects.
// witness_error() then says in one line where, what was expected and what was seen. An event objected to has no effect:
// the witness stands as before it, so that a test may offer the right one next.
//
// Order of the calls within one cycle of an L1: changes of pages first, then failures of stores, then the completion of a
// command, then what was taken, then the beginning of a command; a write-back before the retirement of the same
// instruction, a reset last. All else may come in any order, as no other two events of a cycle depend on one another.
//
// Masks and arrays have LANES elements (slots of a sub-warp or lanes, as said); what an array holds where its mask is not
// set does not matter. Codes (width, space, hint, error, carveout, page, level, policy, command) are those of the ports.
// Addresses have as many bits as the shape says; the bits above must be zero.
#ifndef WITNESS_H
#define WITNESS_H

#include "told.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- The memory and its history

// A memory to which nothing has been stored by a machine. NULL if memory lacks. It is freed after its witnesses.
struct witness_world *witness_world_new(witness_line *line, witness_writable *writable, const void *memory);
void witness_world_free(struct witness_world *);

// Memory holds other things from now on, such that nothing of its history matters (it was cleared). Only while nothing is
// in flight, and before witness_pages() of each witness, as the caches must be empty too. (With a single witness,
// witness_pages() does it.)
void witness_world_clear(struct witness_world *);

// ---- An L1

// A machine with nothing in flight, carveout code 0, page code 0, policy 0, all pages absent, and an array of which nothing
// is known. `world` may be NULL: then there can be no cached accesses. Eight witnesses may share one. NULL if memory lacks
// or no machine has that shape.
struct witness *witness_new(struct witness_world *world, const struct witness_shape *shape);
void witness_free(struct witness *w);

// The last objection, one line without a newline; "" if there has been none. Good until the next event.
const char *witness_error(const struct witness *w);
struct witness_counts witness_counts(const struct witness *w);

// `cfg_policy` is now `policy`. Only while nothing is in flight.
bool witness_policy(struct witness *w, unsigned policy);

// `cfg_page` is now `page`, or `cfg_root` another. All pages are absent until told otherwise. Only while nothing is in
// flight. (Not to be called if neither of them changes: the machine then keeps translations, and the witness what was
// legal.)
bool witness_pages(struct witness *w, unsigned page);

// A walk for the page of `va` finds this from now on; `frame` is the physical address of its first byte if it is present.
// What it found before stays legal for all accesses taken before a command `page` for it, itself begun after the change,
// is complete, but for what the machine cannot have seen or kept: it keeps nothing if no cached access was taken since it
// was empty, and only translations that are present while none is in flight.
bool witness_page(struct witness *w, uint64_t va, enum witness_walk state, uint64_t frame);

// A command was taken; it is complete (in the first cycle with `cmd_ready`, for all that is taken in that cycle already).
// The command carveout changes the carveout as it completes: rows that are shared memory before and after keep what they
// hold, others hold nothing that is known. Codes that are not used are like flush.
bool witness_command(struct witness *w, unsigned op, uint64_t addr, unsigned carveout);
bool witness_completed(struct witness *w);

// A line with dirty sectors had to leave the cache, to make room for another: what is stored there is on its way to memory.
bool witness_evicted(struct witness *w, uint64_t va);

// A store failed with `err`, somewhere on the line of `va` (a virtual address). One report may stand for several stores.
bool witness_failed(struct witness *w, uint64_t va, unsigned err);

// A new instruction was taken. Those of a warp are in program order by the order of these calls.
bool witness_accept(struct witness *w, unsigned entry, const struct witness_instr *in);

// The remainder of an access went back to the instruction side; it was presented again, with the address of each lane.
bool witness_returned(struct witness *w, unsigned entry, unsigned sub, uint32_t mask);
bool witness_again(struct witness *w, unsigned entry, unsigned sub, uint32_t mask, const uint64_t *addr);

// A beat of store data was taken: the words of the slots that wait. Of a shared store one for an access, and one more each
// time a pass has given it back, or it was presented again, with the same words; of a cached store one for each sub-warp with
// active lanes.
bool witness_beat(struct witness *w, unsigned entry, unsigned sub, const uint32_t *data);
bool witness_beat_given_back(struct witness *w, unsigned entry, unsigned sub);

// The arbiter accepted a pass of the slots in `mask`, of a shared instruction. (Passes of cached accesses are not told.)
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

// Everything in memory that was stored to since the world began holds what it may hold. At any time; after a flush of all
// L1s it may hold but the last values.
bool witness_memory(struct witness *w);

// The machine was reset: nothing is in flight, nothing is known of the array, no old mapping is legal, no command is under
// way, the carveout is code 0. Other settings, pages and memory are as before; what was not surely performed may be lost.
// Requests to memory are lost or performed before this is told; what memory holds is looked at.
bool witness_reset(struct witness *w);

// The machine is idle and the history ends: nothing may be in flight.
bool witness_finish(struct witness *w);

#ifdef __cplusplus
}
#endif

#endif
