// The memory checker: judges a history of the machine by the rules of shared memory and of cached accesses
// alone, without timing.
//
// Model and Verilog are written from one document and could share a misreading of it, which comparing them
// would never show. The memory checker is a third reading. It has no cycles, ports or blocks; it receives
// what happened, in order. It shares no code, constant or generated header with model and Verilog, and
// computes addresses, splits and errors in its own ways. It gets the machine's sizes when it is created.
//
// Shared memory: the checker applies the passes to a flat memory in the order in which the arbiter accepted
// them. It compares every loaded value, the slots of each pass, the number of passes of an access, and every
// error. It also checks that the order of the passes keeps each warp's program order on every byte. (Passes
// of different warps may come in any order.)
//
// Cached accesses: the checker receives the mapping of each page, but no page tables. It sees write-backs and
// retirements of loads. Each line of each sub-warp must be written back whole and once, with legal words, or
// fail because of a mapping that was legal at some time since the load was taken. It sees the data (beats),
// the retirement and failures of stores. For every byte of memory it keeps the values that may be there, and
// which readers may see them:
//
// - A load sees every earlier store of its own warp and no later one. It sees every store of other warps of
//   its L1 that had retired before the load was taken, or something newer. It may see what was taken later.
// - An ordered load (hint ord) is written back after the earlier ones of its warp have retired. In no byte
//   does it see a version that is certainly older than what one of these has seen.
// - A load may see a store of another L1 from when that store was taken on. It must see the store if this
//   holds: the store was certainly performed in memory, and after that, before the load was taken, this L1
//   began and completed an invalidation of the line. Two pages on one frame are to each other like two L1s.
// - A bypassing load (hint cg, or by the policy) must also see a store that was certainly performed when a
//   fence of level gpu or sys began. That fence must have retired before the load was taken, or precede it in
//   its warp.
// - With caches behind the L1 that keep copies (caches_behind) this holds for stores of other L1s only if the
// load
//   bypasses by its hint. An inval is no invalidation for stores of other L1s then; a command is one.
// - A constant load is a load of another L1 in this: it must see a store only if that was certainly performed
//   before this L1 began an invalidation of the line that was complete when the load was taken. It has each
//   word once, and with it all of its lanes that have the address of the lowest lane that waits. Fences do
//   not wait for it.
// - A written-through store is certainly performed when a fence of level gpu or sys retires that was taken
//   after the store retired, or that follows it in its warp. Any store is certainly performed when a command
//   that writes its line back is complete, or when such a fence retires that was taken after the line was
//   evicted. Memory must then hold it, and is compared in the same step.
// - A store that fails (page absent, read-only or broken, or refused by memory) must be reported by the time
//   it would be performed. From then on its data may or may not be visible. No other store may be reported.
//
// The tests must ensure the following, because the machine does not. Whole sectors are written back, so data
// that two L1s store between two flushes, one of them with write-back, must lie in different sectors; the
// same holds for two pages on one frame. Apart from changes of page tables, only the machines may store to
// memory that a machine has stored to. If a page changes while stores to it are not certainly performed, the
// sectors concerned have unknown contents, so tests that need exact values must flush first.
//
// Several L1s that share a memory have one checker each and one struct memcheck_world, the history of that
// memory. Report their events in the order in which they happen; events of one cycle L1 by L1, in any order.
//
// Each function named for an event must be called when the event happens. It returns true, or false if it
// objects. memcheck_error() then says in one line where, what was expected and what was seen. An event
// objected to has no effect, so a test may offer the right one next.
//
// Order of the calls within one cycle of an L1: changes of pages; failures of stores; the completion of a
// command; the instruction taken; the beginning of a command. A write-back comes before the retirement of the
// same instruction, and a reset last. All else may come in any order, as no other two events of a cycle
// depend on one another.
//
// Masks and arrays have LANES elements (slots of a sub-warp or lanes, as stated). Array elements outside
// their mask are ignored. Codes (width, space, hint, error, carveout, page, level, policy, command) are those
// of the ports. Addresses have as many bits as the configuration has; the bits above must be zero.
#ifndef MEMCHECK_H
#define MEMCHECK_H

#include "told.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- The memory and its history

// A memory that no machine has stored to. NULL if memory is exhausted. Free it after its checkers.
struct memcheck_world *memcheck_world_new(memcheck_line *line, memcheck_writable *writable,
                                          const void *memory);
void memcheck_world_free(struct memcheck_world *);

// There are further caches between the L1s and the memory. They may deliver what was stored to a line that
// memory cannot deliver.
void memcheck_world_cached(struct memcheck_world *);

// Memory has other contents from now on, and its history is void (it was cleared). Call only while nothing is
// in flight, and before memcheck_pages() of each checker, because the caches must be empty too. (With a
// single checker, memcheck_pages() does it.)
void memcheck_world_clear(struct memcheck_world *);

// ---- An L1

// A machine with nothing in flight, carveout code 0, page code 0, policy 0, bankwidth 0, all pages
// absent, and an array with unknown contents. `world` may be NULL: then there can be no cached accesses.
// Eight checkers may share one. NULL if memory is exhausted or no machine has that configuration.
struct memcheck *memcheck_new(struct memcheck_world *world, const struct memcheck_shape *shape);
void memcheck_free(struct memcheck *w);

// The last objection, one line without a newline; "" if there has been none. Valid until the next event.
const char *memcheck_error(const struct memcheck *w);
struct memcheck_counts memcheck_counts(const struct memcheck *w);

// `cfg_policy` is now `policy`. Only while nothing is in flight.
bool memcheck_policy(struct memcheck *w, unsigned policy);

// `cfg_bankwidth` is now this: with banks of 64 bits, words of shared memory lie elsewhere. Only while
// nothing is in flight.
bool memcheck_bankwidth(struct memcheck *w, unsigned bankwidth);

// `cfg_page` is now `page`, or `cfg_root` has changed. All pages are absent until memcheck_page() says
// otherwise. Only while nothing is in flight. (Do not call it if neither changes: the machine then keeps
// translations, and the checker keeps what was legal.)
bool memcheck_pages(struct memcheck *w, unsigned page);

// A walk for the page of `va` finds this from now on; `frame` is the physical address of the page's first
// byte if it is present. The old result stays legal for all accesses taken before a command `page` for it,
// begun after the change, is complete. Exceptions are results that the machine cannot hold: it holds none if
// no cached access was taken since it was empty, and only present translations while none is in flight.
bool memcheck_page(struct memcheck *w, uint64_t va, enum memcheck_walk state, uint64_t frame);

// A command was taken; it is complete (in the first cycle with `cmd_ready`, before the instruction taken in
// that cycle). The command carveout changes the carveout when it completes: rows that are shared memory
// before and after keep their contents, the contents of others are unknown. Reserved codes act like flush.
bool memcheck_command(struct memcheck *w, unsigned op, uint64_t addr, unsigned carveout);
bool memcheck_completed(struct memcheck *w);

// A line with dirty sectors was evicted to make room for another: data stored there are on their way to
// memory.
bool memcheck_evicted(struct memcheck *w, uint64_t va);

// Memory has performed a reduction of this L1, in the order in which it performs requests. None is told that
// a reset performs.
bool memcheck_reduced(struct memcheck *w, const struct memcheck_reduction *r);

// A store failed with `err`, somewhere on the line of `va` (a virtual address). One report may cover several
// stores.
bool memcheck_failed(struct memcheck *w, uint64_t va, unsigned err);

// A new instruction was taken. The order of these calls is the program order of each warp.
bool memcheck_accept(struct memcheck *w, unsigned entry, const struct memcheck_instr *in);

// The remainder of an access returned to the instruction side; it was presented again, with the address of
// each lane.
bool memcheck_returned(struct memcheck *w, unsigned entry, unsigned sub, uint32_t mask);
bool memcheck_again(struct memcheck *w, unsigned entry, unsigned sub, uint32_t mask, const uint64_t *addr);

// A beat of store data was taken: the words of the waiting slots. A shared store has one for each access, and
// one more, with the same words, each time a pass gives it back or it is presented again. A cached store has
// one for each sub-warp with active lanes.
bool memcheck_beat(struct memcheck *w, unsigned entry, unsigned sub, const uint32_t *data);
bool memcheck_beat_given_back(struct memcheck *w, unsigned entry, unsigned sub);

// The arbiter accepted a pass of the slots in `mask`, of a shared instruction. (Passes of cached accesses are
// not reported.)
bool memcheck_pass(struct memcheck *w, unsigned entry, unsigned sub, bool store, uint32_t mask);

// Loaded words, shared or cached, were written to registers: slot s is word `data[s]` for register `reg` +
// `ofs[s]` of lane `lane[s]`.
bool memcheck_writeback(struct memcheck *w, unsigned entry, unsigned sub, unsigned warp, unsigned reg,
                        uint32_t mask, const uint8_t *lane, const uint8_t *ofs, const uint32_t *data);

// A word of a constant load, for all of `lanes`, was written to register `reg` + `ofs`. (Only machines with a
// constant cache need it.)
bool memcheck_constant(struct memcheck *w, unsigned entry, unsigned warp, unsigned reg, unsigned ofs,
                       uint32_t lanes, uint32_t word);

// A word of each lane of a quad in `lanes` (four lanes), was written to register `reg` + `ofs`, by a texture
// instruction. (Only machines with a texture unit need it.)
bool memcheck_texture(struct memcheck *w, unsigned entry, unsigned warp, unsigned reg, unsigned quad,
                      unsigned ofs, uint32_t lanes, const uint32_t *word);

// The next write-back of this sub-warp, with these slots, has these true predicates: lanes that got a lock
// flag, or gave it back by a conditional unlock. (Only machines with locks need it.)
bool memcheck_predicates(struct memcheck *w, unsigned entry, unsigned sub, uint32_t mask, uint32_t had);

// The next write-back of this sub-warp has words for pairs of lanes. The lanes of a pair lie 1 or 2 apart;
// `apart` is 0 without pairs. Slots of `mask` in `both` are also for lane `lane[s]` ^ `apart`. (Only machines
// with pairs need it. memcheck_writeback() alone checks the first lane of each slot.)
bool memcheck_pairs(struct memcheck *w, unsigned entry, unsigned sub, uint32_t mask, unsigned apart,
                    uint32_t both);

// The registers of the next write-back of this sub-warp, to which the words of `mask` go. (Only machines with
// matrix accesses need it. memcheck_writeback() checks no registers of a matrix load.)
bool memcheck_matrix(struct memcheck *w, unsigned entry, unsigned sub, uint32_t mask,
                     const struct memcheck_halves *);

// An instruction retired. `lane`, `mask` and `addr` matter only if there is an error.
bool memcheck_retire(struct memcheck *w, unsigned entry, unsigned warp, unsigned err, unsigned lane,
                     uint32_t mask, uint64_t addr);

// The machine is idle, with no store waiting, and row `row` of its array holds `data`, a word for each bank.
bool memcheck_contents(struct memcheck *w, unsigned row, const uint32_t *data);

// Objects unless all memory that was stored to since the world began holds legal values. May be called at any
// time; after a flush of all L1s only the last values are legal.
bool memcheck_memory(struct memcheck *w);

// The machine was reset: nothing is in flight, the array's contents are unknown, no old mapping is legal, no
// command is in progress, the carveout is code 0. Other settings, pages and memory are as before; stores that
// were not certainly performed may be lost. Call it after requests to memory are lost or performed; it
// compares what memory holds.
bool memcheck_reset(struct memcheck *w);

// The same, while memory and the other L1s go on. Requests on their way to memory may be performed until
// memcheck_settled(), stores and reductions alike. From then on it may not.
bool memcheck_reset_alone(struct memcheck *w);
bool memcheck_settled(struct memcheck *w);

// The machine is idle and the history ends: nothing may be in flight.
bool memcheck_finish(struct memcheck *w);

#ifdef __cplusplus
}
#endif

#endif
