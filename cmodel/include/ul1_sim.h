// The transaction level of libul1: the model of ul1.h, cycle for cycle, with the pins driven for you. Instructions are
// submitted, cycles are run, completions are collected.
//
//     struct ul1_sim_config c;
//     ul1_sim_defaults(&c, sizeof c);                         // 32 lanes, 1 MB of memory, no translation
//     struct ul1_sim *s = ul1_sim_new(&c, NULL);
//     struct ul1_sim_instr i = { .op = UL1_OP_LOAD, .width = UL1_WIDTH_B32, .mask = 0xffffffff };
//     for (unsigned lane = 0; lane < 32; lane++)
//         i.addr[lane] = 8 * lane;                            // of shared memory: a two-way bank conflict
//     ul1_sim_submit(s, &i);
//     struct ul1_sim_done d;
//     ul1_sim_wait(s, &d, 1000);
//     printf("%u passes, %u cycles\n", d.passes, (unsigned)(d.retired - d.taken));
//     ul1_sim_free(s);
//
// Codes (UL1_OP_LOAD, ...) and sizes (UL1_LAT, ...) are those of ul1_sizes.h; what they mean stands in
// docs/microarchitecture.md. Codes that it reserves are accepted, in instructions, commands and settings, and do what it says; a code
// with more bits than its kind has is WRONG. All memory is taken when a simulation is made. There are no globals that change and no I/O: any
// number of simulations, one thread at a time in each. Wrong use changes nothing; the call says what is wrong by its status,
// and ul1_sim_error in words.
#ifndef UL1_SIM_H
#define UL1_SIM_H

#include <stddef.h>
#include <stdint.h>

#include "ul1.h"
#include "ul1_sizes.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    UL1_SIM_LANES = 32,             // lanes of the widest machine; a narrower one uses the first of each array
    UL1_SIM_CAUSES = 5,             // causes of a deferral (UL1_CAUSE_...)
};
#define UL1_SIM_NEVER UINT64_MAX    // a cycle that has not been

enum ul1_sim_status {
    UL1_SIM_OK,
    UL1_SIM_FULL,                   // no place for a further instruction: collect completions first
    UL1_SIM_EMPTY,                  // there is no completion and, for ul1_sim_wait, none to come; or no report
    UL1_SIM_LIMIT,                  // so many cycles were run, and what was waited for has not happened
    UL1_SIM_WRONG,                  // an argument is wrong; or what the memory function returned
    UL1_SIM_BUSY,                   // not now: the machine is not idle, or what is meant is about to change
    UL1_SIM_FOREIGN,                // a snapshot of another machine or version, or a damaged one
    UL1_SIM_NO_MEMORY,
};

struct ul1_sim;

// ---- memory of your own

enum ul1_sim_taken {
    UL1_SIM_DONE,                   // performed; a read's words are there. It is answered after the latency
    UL1_SIM_FAILED,                 // cannot be performed: the same with an error
    UL1_SIM_LATER,                  // taken: ul1_sim_answer will be called
    UL1_SIM_NOT_NOW,                // not taken: the same is offered again in the next cycle
};

struct ul1_sim_request {
    uint64_t id;                    // for ul1_sim_answer
    uint64_t addr;                  // physical address of the line; of a fence 0
    uint8_t op;                     // UL1_MEMOP_READ, _WRITE, _FENCE
    uint8_t level;                  // of a fence (UL1_LEVEL_...)
    uint8_t sectors;                // of a read: bit q: the q-th quarter of the line is wanted
    uint8_t walk;                   // it is a page walker's
    unsigned lanes;                 // words of a line
    uint8_t enable[UL1_SIM_LANES];  // of a write: bit b of enable[i]: byte b of word i is written
    uint32_t word[UL1_SIM_LANES];   // of a write: what is written; of a read answered at once: to be filled in
};

// Called in the cycle in which the machine offers a request. Requests for one line are to be performed in the order in
// which they are taken. A fence may be offered while writes that were taken for later are not answered: its answer reaches the
// machine when they are. The function may call ul1_sim_answer, nothing else. If it returns anything but these four, the request is
// not taken, and the call that runs the cycle ends with WRONG behind it; the request is offered again in the next cycle.
typedef enum ul1_sim_taken ul1_sim_memory(void *user, struct ul1_sim_request *request);

// ---- making one

struct ul1_sim_config {
    size_t size;                    // of this struct, as ul1_sim_defaults was told: later versions append members
    unsigned lanes;                 // 8, 16, 32
    unsigned carveout;              // UL1_CARVEOUT_...: how much is shared memory
    unsigned policy;                // UL1_POLICY_...
    unsigned home;                  // UL1_HOME_...: where remainders wait
    unsigned again_after;           // of home instr: cycles until a remainder is presented again, 1 at least
    unsigned interval;              // cycles from a pass to the replay of its remainder, 1 to 63
    unsigned fetch;                 // UL1_FETCH_...
    unsigned capacity;              // instructions submitted whose completions are not collected, at most: 1 to 65534
    unsigned translate;             // 0: virtual addresses are physical ones (see docs/library.md); 1: by page tables
    unsigned page;                  // UL1_PAGE_..., if translate
    uint64_t root;                  // physical address of the topmost page table, if translate
    uint64_t memory_bytes;          // memory built in, from physical address 0; a multiple of a line
    unsigned memory_latency;        // cycles from a request to its response, 1 at least: the M of the docs
    unsigned memory_rate;           // bytes a cycle; 0: a request a cycle
    unsigned memory_queue;          // requests under way, at most: 1 to 65534
    ul1_sim_memory *memory;         // memory of your own instead; memory_bytes is 0 then
    void *user;                     // handed to it
};

// `size` is sizeof(struct ul1_sim_config) of the caller.
UL1_API void ul1_sim_defaults(struct ul1_sim_config *, size_t size);

// Null: it cannot be. errno is ENOMEM, or EINVAL of a wrong configuration; *why, if given, says why not, in words that stay.
UL1_API struct ul1_sim *ul1_sim_new(const struct ul1_sim_config *, const char **why);
UL1_API void ul1_sim_free(struct ul1_sim *);

// The same in the caller's memory, of which so many bytes are needed (0: a wrong configuration), at a multiple of 64. There
// is nothing to free then. (Null, with EINVAL: that memory is too small, or begins elsewhere.)
UL1_API size_t ul1_sim_size(const struct ul1_sim_config *);
UL1_API struct ul1_sim *ul1_sim_init(const struct ul1_sim_config *, void *memory, size_t bytes, const char **why);

// What was wrong with the last call that was refused; good until the next.
UL1_API const char *ul1_sim_error(const struct ul1_sim *);

// ---- instructions

struct ul1_sim_instr {
    uint64_t tag;                   // yours: comes back with the completion
    uint8_t op, space, width, hint, level; // UL1_OP_..., UL1_SPACE_..., UL1_WIDTH_..., UL1_HINT_..., UL1_LEVEL_...
    uint8_t sign;                   // loads of 8 and 16 bits extend it
    uint8_t warp, reg;              // reg of a load or store of 64 bits is a multiple of 2, of 128 bits of 4
    uint32_t mask;                  // active lanes; bits of lanes that the machine has not are ignored
    uint64_t addr[UL1_SIM_LANES];   // byte address of each lane, of UL1_VA_W bits; of idle lanes and of a fence it is not looked at.
                                    // Global and local are the same memory: an address names the same byte in both
    uint32_t data[UL1_WORDS][UL1_SIM_LANES]; // of a store: of each register, as many as the width has, the word of each lane
};

struct ul1_sim_done {
    uint64_t tag;
    uint8_t op, warp, reg;          // as submitted; of a command UL1_SIM_COMMAND
    uint8_t err;                    // UL1_ERR_...
    uint8_t err_lane;               // the lowest lane that failed
    uint32_t err_mask;              // all that did
    uint64_t err_addr;              // the address of the lowest
    uint32_t mask;                  // as submitted, but for lanes that there are not
    // Cycles; UL1_SIM_NEVER what did not happen.
    uint64_t submitted;             // the first in which it could have been taken
    uint64_t taken;                 // by the machine
    uint64_t first_pass;            // of a fence and of what is faulty: none
    uint64_t first_data;            // of a load: words at the register file
    uint64_t retired;
    uint32_t passes;                // of shared memory; or accesses (a line of a sub-warp each) that were accepted
    uint32_t replays;               // accesses of a load that came again when their line had arrived
    // The outcomes of lookups. A load hits if its line is there, misses if it has the line fetched, and merges if the line is under
    // fetch. A store hits if its line is there and takes its bytes or is dropped, misses if it has the line fetched, and merges if it is
    // held for a fetch under way. A store whose line is neither there nor fetched counts as none of these; nor do inval and flush.
    uint32_t hits, misses, merges;
    uint32_t deferrals[UL1_SIM_CAUSES]; // lookups that have to be made again, by what lacked
    uint32_t asleep;                // cycles in which it slept for that
    uint32_t reads;                 // requests for lines that it missed, sent until it retired, whoever wanted their sectors. (Events
                                    // READ are of the instruction that made the request necessary, and come later, too.)
    uint32_t writes;                // of a store or a flush: writes to memory that it made necessary
    uint32_t data[UL1_WORDS][UL1_SIM_LANES]; // of a load: data[r] is register reg + r, as many as the width has; 0 in lanes
                                    // that were not written. The rest is left as it is
};
enum { UL1_SIM_COMMAND = 0xff };

// Queued; in each warp they are performed in the order in which they are submitted. One is offered to the machine a cycle, the
// first of the queue; but the second, if the first cannot be taken and is no access to shared memory, the second is one, of
// another warp, and can be. FULL: nothing has happened.
UL1_API enum ul1_sim_status ul1_sim_submit(struct ul1_sim *, const struct ul1_sim_instr *);
// As many as there is place for; *taken says how many. The first that is wrong ends it.
UL1_API enum ul1_sim_status ul1_sim_submit_many(struct ul1_sim *, const struct ul1_sim_instr *, size_t count, size_t *taken);
// A command on the cache (UL1_CMD_...): queued behind what was submitted before, and completed like an instruction.
// `carveout` is looked at by UL1_CMD_CARVEOUT alone, `addr` by UL1_CMD_LINE and UL1_CMD_PAGE alone. UL1_CMD_LINE keeps no instruction
// out: one that is to see it is to be submitted when it has completed; or take UL1_OP_INVAL.
UL1_API enum ul1_sim_status ul1_sim_command(struct ul1_sim *, uint64_t tag, unsigned command, uint64_t addr,
                                            unsigned carveout);
// The same beside the instructions, as the machine has a port for each: these commands go in the order in which they are
// submitted, before one that is queued among instructions, and wait for no instruction, nor does one wait for them.
UL1_API enum ul1_sim_status ul1_sim_command_beside(struct ul1_sim *, uint64_t tag, unsigned command, uint64_t addr,
                                                   unsigned carveout);

// The next completion, in order of retirement; or as many as there are, up to `count`.
UL1_API enum ul1_sim_status ul1_sim_collect(struct ul1_sim *, struct ul1_sim_done *);
UL1_API size_t ul1_sim_collect_many(struct ul1_sim *, struct ul1_sim_done *, size_t count);

// ---- time

// Step runs so many cycles. Run ends when nothing is to be done any more, wait when a completion is there, which it collects. Both
// run `limit` cycles at most, then LIMIT. Wait is EMPTY at once if all that was submitted has been collected. Cycles are numbered
// up to UL1_SIM_NEVER - 1: no call runs further, and a step that would is WRONG and runs none.
UL1_API enum ul1_sim_status ul1_sim_step(struct ul1_sim *, uint64_t cycles);
UL1_API enum ul1_sim_status ul1_sim_run(struct ul1_sim *, uint64_t limit);
UL1_API enum ul1_sim_status ul1_sim_wait(struct ul1_sim *, struct ul1_sim_done *, uint64_t limit);
// Submits all of them, each when the machine comes to it, runs, and collects all completions there are: `done` has a place
// for `count` and for those that were not collected before. *collected says how many came. LIMIT: cycles ran out; the rest
// was not submitted or is under way.
UL1_API enum ul1_sim_status ul1_sim_batch(struct ul1_sim *, const struct ul1_sim_instr *, size_t count,
                                          struct ul1_sim_done *done, size_t places, size_t *collected, uint64_t limit);

UL1_API uint64_t ul1_sim_cycle(const struct ul1_sim *);     // the number of cycles run, and of the next to be
UL1_API int ul1_sim_idle(const struct ul1_sim *);           // nothing is queued, in flight or still to be written
UL1_API int ul1_sim_takes(const struct ul1_sim *, const struct ul1_sim_instr *); // the machine would take it in the next cycle
UL1_API size_t ul1_sim_room(const struct ul1_sim *);        // instructions that can be submitted now
UL1_API size_t ul1_sim_waiting(const struct ul1_sim *);     // completions that can be collected

// A cycle of reset: what is queued, in flight or asked of memory is lost, the cache is empty, the carveout is s48.
// Completions that have come stay. (A memory of your own should forget what it has not answered.)
UL1_API enum ul1_sim_status ul1_sim_reset(struct ul1_sim *);

// ---- settings, while idle

enum ul1_sim_setting {
    UL1_SIM_POLICY, UL1_SIM_HOME, UL1_SIM_AGAIN_AFTER, UL1_SIM_INTERVAL, UL1_SIM_FETCH,
    UL1_SIM_PAGE, UL1_SIM_ROOT,     // with translation only; these empty the cache: write it back before
    UL1_SIM_MEMORY_LATENCY, UL1_SIM_MEMORY_RATE,
};
UL1_API enum ul1_sim_status ul1_sim_set(struct ul1_sim *, enum ul1_sim_setting, uint64_t value);

// ---- memory

// The answer to what the memory function took for later: of a read the words of the line, else null. It reaches the machine
// in the next cycle that is run, behind those before it.
UL1_API enum ul1_sim_status ul1_sim_answer(struct ul1_sim *, uint64_t id, const uint32_t *word, int failed);

// Bytes of the memory that is built in, without cycles. They are memory's: what the cache has of them stays as it is.
UL1_API enum ul1_sim_status ul1_sim_read(struct ul1_sim *, uint64_t addr, void *bytes, size_t count);
UL1_API enum ul1_sim_status ul1_sim_write(struct ul1_sim *, uint64_t addr, const void *bytes, size_t count);

// Words of shared memory, without cycles; they begin as anything. Peek: what every store that has retired left there. Poke:
// every load that is taken from now on sees them; BUSY, and nothing happens, if a store in flight or not yet in the array is
// about to write one of them.
UL1_API size_t ul1_sim_shared_bytes(const struct ul1_sim *); // under the present carveout
UL1_API enum ul1_sim_status ul1_sim_peek(struct ul1_sim *, unsigned addr, uint32_t *word, size_t count);
UL1_API enum ul1_sim_status ul1_sim_poke(struct ul1_sim *, unsigned addr, const uint32_t *word, size_t count);

// A store that was lost after it had retired (see docs/microarchitecture.md, Failures): the next report.
struct ul1_sim_lost {
    uint64_t cycle;
    uint64_t addr;                  // virtual address of its line
    uint8_t err;                    // UL1_ERR_...
};
UL1_API enum ul1_sim_status ul1_sim_next_lost(struct ul1_sim *, struct ul1_sim_lost *);

// ---- watching

enum ul1_sim_event {
    UL1_SIM_TAKEN,                  // the machine has taken an instruction or a command
    UL1_SIM_PASS,                   // a pass of a shared access was accepted
    UL1_SIM_LOOKUP,                 // an access of a cached one to a line was looked up, or replayed when its line had come; in
                                    // the cycle behind its pass, so the first is a cycle behind `first_pass`
    UL1_SIM_WORDS,                  // words of a load stand at the register file
    UL1_SIM_READ, UL1_SIM_WRITE,    // memory has taken a request; walks are not told. A read is of the instruction that made the
                                    // request necessary: the first to miss the line, or one that merged and wants more sectors
    UL1_SIM_EVICT,                  // a dirty line is read out, to be written back
    UL1_SIM_RETIRED,                // the instruction has retired, the command is complete; the last event with its tag
    UL1_SIM_BEAT,                   // a beat of a store's words was taken
};
enum ul1_sim_outcome { UL1_SIM_HIT, UL1_SIM_MISS, UL1_SIM_MERGE, UL1_SIM_DEFER, UL1_SIM_REPLAY, UL1_SIM_STORE,
                       UL1_SIM_UPKEEP };
enum ul1_sim_stored {               // what becomes of an access of a cached store: bits
    UL1_SIM_THROUGH = 1,            // it is written to memory at once
    UL1_SIM_DIRTIED = 2,            // it makes sectors dirty of a line that is there
    UL1_SIM_ALLOCATED = 4,          // it gets a way without a fetch
    UL1_SIM_HELD = 8,               // it is held for a line under fetch
    UL1_SIM_PURGED = 16,            // it bypasses the cache, whose copy of the line is dropped
    UL1_SIM_JOINED = 32,            // it joins another in the write data buffer
};
#define UL1_SIM_NOBODY UINT64_MAX   // no instruction's

struct ul1_sim_seen {
    uint64_t cycle;
    uint64_t tag;                   // the instruction or command, between its TAKEN and its RETIRED. UL1_SIM_NOBODY for work of a
                                    // command, of an instruction that has retired, and for a replay of held stores (LOOKUP without
                                    // slots)
    uint8_t event;
    uint8_t command;                // TAKEN, RETIRED: it is a command's
    uint8_t sub;                    // PASS, LOOKUP, WORDS, BEAT: the sub-warp
    uint8_t again;                  // PASS: the sub-warp had a pass before
    uint8_t outcome;                // LOOKUP. STORE, UPKEEP: one that neither opened an entry nor was deferred
    uint8_t sectors;                // READ: those that are wanted
    uint8_t err, err_lane;          // RETIRED
    uint32_t slots;                 // PASS, LOOKUP, WORDS: the slots served. Slot s of sub-warp k is word k * lanes + s of
                                    // the instruction, whose words are those of lane 0, of lane 1, ...
    uint8_t cause;                  // LOOKUP that was deferred: UL1_CAUSE_...
    uint8_t stored;                 // LOOKUP of a store: UL1_SIM_THROUGH and so on
    uint64_t addr;                  // LOOKUP: virtual address of the line; READ, WRITE: the physical one
    const uint32_t *data;           // WORDS: of each slot, while the function runs
    uint32_t err_mask;              // RETIRED: the lanes that failed
    uint64_t origin;                // READ, WRITE, EVICT: the tag of the instruction that made it necessary, though it may have
                                    // retired and been collected; UL1_SIM_NOBODY if it is not known, or was a command. Of other
                                    // events the same as `tag`
};

// Called for each event, in the cycle of it, from within the calls that run cycles; it may call nothing. NULL ends watching.
// Neither ul1_sim_restore nor a reset changes the watcher. Reads and writes that were begun before it was set or before a restore
// have no known origin.
typedef void ul1_sim_watcher(void *user, const struct ul1_sim_seen *);
UL1_API enum ul1_sim_status ul1_sim_watch(struct ul1_sim *, ul1_sim_watcher *, void *user);

// ---- counters, since it was made

struct ul1_sim_counters {
    uint64_t cycles;
    uint64_t loads, stores, fences, commands; // taken
    uint64_t retired, failed;       // instructions; those of them with an error
    uint64_t refused;               // cycles in which something was offered and the machine took nothing
    uint64_t shared_passes, conflicts; // passes of shared memory; those that left a remainder
    uint64_t cached_passes, replays;   // lookups; replays of lines that came, for loads and for stores that were held
    uint64_t hits, misses, merges;     // of loads. (UL1_COUNTER_MISSES of the meter counts store_fetches, too.)
    uint64_t store_fetches;            // accesses of stores that had a line fetched
    uint64_t deferrals[UL1_SIM_CAUSES];
    uint64_t reads, walk_reads, writes, memory_fences; // requests taken: reads of lines, of page tables (none without translation)
    uint64_t read_bytes, write_bytes;  // those of walks, too
    uint64_t lost, lost_untold;     // stores reported as lost; those of them for whose report there was no place
};
UL1_API enum ul1_sim_status ul1_sim_counters(const struct ul1_sim *, struct ul1_sim_counters *);

// Those of the machine itself (its meter), since they were cleared or it was reset: UL1_COUNTER_..., of all cycles run so far,
// of UL1_METER_W bits. Without cycles, as for a debugger; clearing them, too.
UL1_API enum ul1_sim_status ul1_sim_meter(struct ul1_sim *, unsigned counter, uint32_t *value);
UL1_API enum ul1_sim_status ul1_sim_meter_clear(struct ul1_sim *);

// ---- snapshots

// All of a simulation but its memory function: bytes that can be kept, and restored into any simulation of this version of
// the library on such a machine with a configuration that agrees in all but the memory function.
UL1_API size_t ul1_sim_snapshot_size(const struct ul1_sim *);
UL1_API enum ul1_sim_status ul1_sim_snapshot(struct ul1_sim *, void *buffer, size_t bytes);
UL1_API enum ul1_sim_status ul1_sim_restore(struct ul1_sim *, const void *buffer, size_t bytes);

// "1.0.0"
UL1_API const char *ul1_version(void);

#ifdef __cplusplus
}
#endif
#endif
