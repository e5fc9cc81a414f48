// The transaction level of libul1: the model of ul1.h, cycle for cycle. The library drives the pins. The
// caller submits instructions, runs cycles and collects completions.
//
//     struct ul1_sim_config c;
//     ul1_sim_defaults(&c, sizeof c);                         // 32 lanes, 1 MB of memory, no translation
//     struct ul1_sim *s = ul1_sim_new(&c, NULL);
//     struct ul1_sim_instr i = { .op = UL1_OP_LOAD, .width = UL1_WIDTH_B32, .mask = 0xffffffff };
//     for (unsigned lane = 0; lane < 32; lane++)
//         i.addr[lane] = 8 * lane;                            // in shared memory: a two-way bank conflict
//     ul1_sim_submit(s, &i);
//     struct ul1_sim_done d;
//     ul1_sim_wait(s, &d, 1000);
//     printf("%u passes, %u cycles\n", d.passes, (unsigned)(d.retired - d.taken));
//     ul1_sim_free(s);
//
// - Codes (UL1_OP_LOAD, ...) and sizes of the default machine (UL1_LAT, ...) are in ul1_sizes.h;
//   docs/microarchitecture.md defines their meaning.
// - Reserved codes are accepted in instructions, commands and settings, and act as that document defines. A
//   code with more bits than its kind has is WRONG.
// - All memory is allocated when a simulation is made. There are no mutable globals and no I/O. Any number of
//   simulations may exist; each is used by one thread at a time.
// - Wrong use changes nothing: the call returns a status, and ul1_sim_error describes the reason in words.
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
    UL1_SIM_LANES = 64, // lanes of the widest machine; others use the first of each array
    UL1_SIM_CAUSES = 5, // causes of a deferral (UL1_CAUSE_...)
};
#define UL1_SIM_NEVER UINT64_MAX // "never", as a cycle number

enum ul1_sim_status {
    UL1_SIM_OK,
    UL1_SIM_FULL,    // no capacity for another instruction: collect completions first
    UL1_SIM_EMPTY,   // no completion (for ul1_sim_wait: and none to come), or no report
    UL1_SIM_LIMIT,   // the limit of cycles was reached before the awaited event
    UL1_SIM_WRONG,   // a wrong argument, or a wrong return value of the memory function
    UL1_SIM_BUSY,    // not now: the machine is not idle, or a store will change these words
    UL1_SIM_FOREIGN, // a snapshot of another machine or version, or a damaged one
    UL1_SIM_NO_MEMORY,
};

struct ul1_sim;

// ---- memory of your own

enum ul1_sim_taken {
    UL1_SIM_DONE,    // performed, the words of a read filled in; answered after the latency
    UL1_SIM_FAILED,  // cannot be performed; answered with an error after the latency
    UL1_SIM_LATER,   // taken; the caller answers later by ul1_sim_answer
    UL1_SIM_NOT_NOW, // not taken; offered again in the next cycle
};

struct ul1_sim_request {
    uint64_t id;                   // for ul1_sim_answer
    uint64_t addr;                 // physical address of the line; 0 for a fence
    uint8_t op;                    // UL1_MEMOP_READ, _WRITE, _FENCE
    uint8_t level;                 // fence: UL1_LEVEL_...
    uint8_t sectors;               // read: bit q is set if the q-th quarter of the line is needed
    uint8_t walk;                  // 1 for a read of a page walker
    unsigned lanes;                // words of a line
    uint8_t enable[UL1_SIM_LANES]; // write: bit b of enable[i] is set if byte b of word i is written
    uint32_t word[UL1_SIM_LANES];  // write: the data; read that returns DONE: filled in by the function
    // Write: UL1_ATOM_... makes it a reduction, whose operands are the data: ul1_sim_apply. Whether it is on
    // pairs of words as numbers of 64 bits, and on signed numbers. A `cas` has its second operands beside the
    // first ones, at words that are not enabled.
    uint8_t atom, wide, sign;
    // Write: 1 for an atomic. It is answered like a read, with the words of the line before it.
    uint8_t returns;
};

// The memory function. It is called in each cycle in which the machine offers a request, fewer than
// memory_queue requests are outstanding, and memory's port is free (memory_rate).
// - Requests for one line must be performed in the order in which they are taken.
// - A fence may be offered while writes taken for later are not answered. Its response reaches the machine
//   after their answers.
// - The function may call ul1_sim_answer and no other call.
// - After a return value that is none of the four codes, the request is not taken, and is offered again in
//   the next cycle. The call that runs the cycle ends with WRONG after it.
typedef enum ul1_sim_taken ul1_sim_memory(void *user, struct ul1_sim_request *request);

// Performs a write, reduction, atomic or neither, on the words of its line.
UL1_API void ul1_sim_apply(const struct ul1_sim_request *, uint32_t *word);

// ---- making one

struct ul1_sim_config {
    size_t size;             // of this struct, set by ul1_sim_defaults; later versions append members
    unsigned lanes;          // 8, 16, 32, 64
    unsigned carveout;       // UL1_CARVEOUT_...: the share of shared memory
    unsigned policy;         // UL1_POLICY_...
    unsigned home;           // UL1_HOME_...: where remainders wait
    unsigned again_after;    // home instr: cycles until a remainder is presented again, at least 1
    unsigned interval;       // cycles from a pass to the replay of its remainder, 1 to 63
    unsigned fetch;          // UL1_FETCH_...
    unsigned capacity;       // maximum of instructions submitted and not yet collected: 1 to 65534
    unsigned translate;      // 0: virtual address = physical address; 1: by page tables
    unsigned page;           // UL1_PAGE_...; ignored without translate
    uint64_t root;           // physical address of the top page table; ignored without translate
    uint64_t memory_bytes;   // size of the built-in memory, from physical address 0; whole lines
    unsigned memory_latency; // cycles from a request to its response, at least 1: the M of the docs
    unsigned memory_rate;    // bytes a cycle; 0: one request a cycle
    unsigned memory_queue;   // maximum of outstanding requests: 1 to 65534
    ul1_sim_memory *memory;  // memory of your own; memory_bytes must be 0 then
    void *user;              // passed to it
    unsigned bankwidth;      // UL1_BANKWIDTH_...; no effect with banks of 32 bits
    const char *chip;        // set by ul1_sim_chip; NULL: the default machine
};

// Fills in the defaults. `size` is sizeof(struct ul1_sim_config) in the caller.
UL1_API void ul1_sim_defaults(struct ul1_sim_config *, size_t size);

// Chooses a chip (docs/chips.md): its sizes, its lanes, and its interval, policy, fetch and bankwidth. These
// may be changed afterwards. A library has the default machine, "textbook", and the chips that it was made
// with (make lib CHIPS='v100 k80'). WRONG, and no effect, if there is none with this name; *why says which
// there are. `why` may be NULL.
UL1_API enum ul1_sim_status ul1_sim_chip(struct ul1_sim_config *, const char *name, const char **why);
// The names of the chips, by numbers from 0 on; NULL behind the last. A library of chosen sizes has none.
UL1_API const char *ul1_sim_chip_name(unsigned number);

// Makes a simulation. On failure it returns NULL with errno ENOMEM, or EINVAL for a wrong configuration; *why
// is the reason, a constant string. `why` may be NULL.
UL1_API struct ul1_sim *ul1_sim_new(const struct ul1_sim_config *, const char **why);
UL1_API void ul1_sim_free(struct ul1_sim *);

// The same in memory of the caller, which must begin at a multiple of 64. ul1_sim_size returns the bytes that
// are needed, or 0 for a wrong configuration. ul1_sim_init returns NULL with EINVAL if the memory is too
// small or misaligned. Such a simulation needs no ul1_sim_free.
UL1_API size_t ul1_sim_size(const struct ul1_sim_config *);
UL1_API struct ul1_sim *ul1_sim_init(const struct ul1_sim_config *, void *memory, size_t bytes,
                                     const char **why);

// The reason for the last refused call. The string is valid until the next refused call.
UL1_API const char *ul1_sim_error(const struct ul1_sim *);

// ---- instructions

// What a texture instruction samples (docs/microarchitecture.md#texture).
struct ul1_sim_texture {
    uint64_t base;                          // its address, a multiple of 512
    uint32_t pitch;                         // bytes of a row: a multiple of 32 if linear, of 64 if blocked
    uint16_t columns, rows;                 // 1 to 32768; with UL1_BORDER_WRAP powers of two
    uint8_t format, layout, border, filter; // UL1_TEXFMT_..., UL1_LAYOUT_..., UL1_BORDER_..., UL1_FILTER_...
};

struct ul1_sim_instr {
    uint64_t tag;                          // the caller's; returned with the completion
    uint8_t op, space, width, hint, level; // UL1_OP_..., UL1_SPACE_..., and so on
    uint8_t sign;                          // 1: loads of 8 and 16 bits are sign-extended
    uint8_t warp, reg;                     // reg must be a multiple of 2 for 64 bits, of 4 for 128 bits
    uint64_t mask;                         // active lanes; bits beyond the machine's lanes are ignored
    // UL1_ATOM_...: makes a store an atomic or an unlock of shared memory, or a reduction on global memory,
    // and a load a load-and-lock
    uint8_t atom;
    uint8_t returns; // 1: the operation on global memory is an atomic, which returns the old words
    uint8_t matrix;  // load or store of 128 bits: UL1_MATRIX_... makes it a matrix access
    // 1: word n of lane l lies at word n * lanes + l, if the space is local. For machines with
    // LOCAL_INTERLEAVE; wider loads and stores than 32 bits fail with UL1_ERR_OP.
    uint8_t interleave;
    // A fence is a bar with bar = 1: it arrives at a barrier when it retires (docs/microarchitecture.md#bar).
    // `waits`: the caller submits nothing for the warp until UL1_SIM_OPENED releases it. WRONG without
    // barriers.
    uint64_t pred; // predicate of each lane
    uint8_t bar, barrier, expects, waits;
    // A load of global or local memory with copy = 1 starts an asynchronous copy to shared memory, of 32 bits
    // a lane or more (docs/microarchitecture.md#copy). data[0][lane] is the shared address of the lane. The
    // library stores the words when they have come. The copy completes with that store, or with an error of
    // either half.
    uint8_t copy;
    // Not 0: no instruction. The warp closes a group of its copies (UL1_SIM_CLOSES), or waits until at most
    // `leaves` of its groups are under way (UL1_SIM_WAITS), or both. `op` is UL1_OP_FENCE. It completes at
    // once, or when the wait ends; the caller submits nothing for the warp before that. WRONG without copies.
    uint8_t group, leaves;
    // UL1_OP_TEX is a load of samples. Its registers are those of the format; `width` and `space` are
    // ignored. On a machine without textures it fails with UL1_ERR_OP.
    struct ul1_sim_texture texture;
    // Byte address of each lane, of UL1_VA_W bits. Ignored for idle lanes and fences. Global and local are
    // the same memory: an address names the same byte in both. UL1_OP_TEX: the place of each lane's sample in
    // 1/256 of a texel, signed, of UL1_TEX_COORD_W bits: the column in the lower half, the row in the upper
    // one (ul1_sim_place).
    uint64_t addr[UL1_SIM_LANES];
    // Store: data[r][lane] is the word of register reg + r, for each register of the width. For UL1_ATOM_CAS
    // the registers behind these have the new value.
    uint32_t data[UL1_WORDS][UL1_SIM_LANES];
};

enum ul1_sim_group { UL1_SIM_CLOSES = 1, UL1_SIM_WAITS = 2 }; // as bits

static inline uint64_t ul1_sim_place(int32_t column, int32_t row)
{
    return (uint64_t)(uint32_t)row << 32 | (uint32_t)column;
}

struct ul1_sim_done {
    uint64_t tag;
    uint8_t op, warp, reg; // as submitted; op is UL1_SIM_COMMAND for a command
    uint8_t err;           // UL1_ERR_...
    uint8_t err_lane;      // the lowest failing lane
    uint64_t err_mask;     // all failing lanes
    uint64_t err_addr;     // the address of the lowest failing lane; for page and bus where its word lies
    uint64_t mask;         // as submitted, without lanes beyond the machine's
    // Cycle numbers; UL1_SIM_NEVER for a step that did not happen.
    uint64_t submitted;  // the first in which the machine could have taken it
    uint64_t taken;      // the machine takes it
    uint64_t first_pass; // NEVER without an access: fence, empty mask, faulty addresses
    uint64_t first_data; // load, atomic: the first words reach the register file
    uint64_t retired;
    uint32_t passes;  // shared: passes; cached: accesses accepted, each one line of a part; texture: lookups
    uint32_t replays; // accesses of a load that were replayed after their line was filled
    // Outcomes of lookups. inval and flush count as none of them.
    //           hit                                     miss                 merge
    //   load    its line is valid in these sectors      its fetch opens      its line is under fetch
    //   store   its line is present, and takes its      its fetch opens      it is held for a fetch in flight
    //           bytes or is dropped
    // A store to an absent line that is not fetched for it counts as none of them. A pass of a texture
    // instruction is a hit if its sectors are there or under fetch, and a miss if it opens a fetch.
    uint32_t hits, misses, merges;
    uint32_t deferrals[UL1_SIM_CAUSES]; // lookups that were deferred, by the missing resource
    uint32_t deferred_cycles;           // cycles with a deferred access that is not woken
    // Requests for lines that it missed, sent until it retired, with the sectors of all instructions. (Events
    // READ belong to the instruction that made the request necessary, and may come after it has retired.)
    uint32_t reads;
    uint32_t writes; // store, flush: writes to memory that it made necessary
    // UL1_ATOM_LOCK: the lanes that got their lock flag. UL1_ATOM_CUNLOCK: those that gave it back, and
    // stored.
    uint64_t pred;
    // Load, atomic: data[r] is register reg + r, for each register of the width; 0 in lanes that were not
    // written. An atomic returns what memory held before it.
    // Other registers are left unchanged.
    uint32_t data[UL1_WORDS][UL1_SIM_LANES];
};
enum { UL1_SIM_COMMAND = 0xff };

// Queues an instruction. Instructions of one warp enter the machine in the order of submission;
// docs/memory-model.md defines the order of their effects. The first of the queue is offered to the machine,
// one in each cycle. The second is offered instead if the first cannot be taken and is no access to shared
// memory, and the second is an access of another warp to shared memory that can be taken. FULL: the call has
// no effect.
UL1_API enum ul1_sim_status ul1_sim_submit(struct ul1_sim *, const struct ul1_sim_instr *);
// Submits instructions until the capacity is used or one is wrong. *taken is the number submitted.
UL1_API enum ul1_sim_status ul1_sim_submit_many(struct ul1_sim *, const struct ul1_sim_instr *, size_t count,
                                                size_t *taken);
// Queues a command on the cache (UL1_CMD_...) behind all that was submitted before. It completes like an
// instruction. `carveout` is used by UL1_CMD_CARVEOUT alone, `addr` by UL1_CMD_LINE and UL1_CMD_PAGE alone.
// UL1_CMD_LINE does not block instructions. An instruction that must see its effect must be submitted after
// its completion; UL1_OP_INVAL is the alternative.
UL1_API enum ul1_sim_status ul1_sim_command(struct ul1_sim *, uint64_t tag, unsigned command, uint64_t addr,
                                            unsigned carveout);
// Queues a command in a separate queue, as the machine has a separate port for commands. These commands are
// performed in the order of submission, and before a command that is queued among instructions. They and the
// instructions do not wait for each other in the queues.
UL1_API enum ul1_sim_status ul1_sim_command_beside(struct ul1_sim *, uint64_t tag, unsigned command,
                                                   uint64_t addr, unsigned carveout);

// The next completion, in order of retirement. ul1_sim_collect_many returns up to `count` of them.
UL1_API enum ul1_sim_status ul1_sim_collect(struct ul1_sim *, struct ul1_sim_done *);
UL1_API size_t ul1_sim_collect_many(struct ul1_sim *, struct ul1_sim_done *, size_t count);

// ---- time

// - ul1_sim_step runs `cycles` cycles.
// - ul1_sim_run runs until the simulation is idle.
// - ul1_sim_wait runs until there is a completion, and collects it. It returns EMPTY and runs no cycle if
//   everything submitted has been collected.
//
// Run and wait run at most `limit` cycles, then return LIMIT. Cycle numbers end at UL1_SIM_NEVER - 1: no call
// runs further, and a step that would is WRONG and runs no cycle.
UL1_API enum ul1_sim_status ul1_sim_step(struct ul1_sim *, uint64_t cycles);
UL1_API enum ul1_sim_status ul1_sim_run(struct ul1_sim *, uint64_t limit);
UL1_API enum ul1_sim_status ul1_sim_wait(struct ul1_sim *, struct ul1_sim_done *, uint64_t limit);
// Submits all instructions, each when the queue has room for it, runs, and collects all completions.
// `places`, the size of `done`, must be at least `count` plus the number of instructions not yet collected.
// *collected is the number of completions. LIMIT: the cycles ran out, and the rest was not submitted or is in
// flight.
UL1_API enum ul1_sim_status ul1_sim_batch(struct ul1_sim *, const struct ul1_sim_instr *, size_t count,
                                          struct ul1_sim_done *done, size_t places, size_t *collected,
                                          uint64_t limit);

// The number of cycles run, which is the number of the next cycle.
UL1_API uint64_t ul1_sim_cycle(const struct ul1_sim *);
// 1 if nothing is queued, in flight or waiting to be written.
UL1_API int ul1_sim_idle(const struct ul1_sim *);
// 1 if the machine would take this instruction in the next cycle, were it the first of the queue.
UL1_API int ul1_sim_takes(const struct ul1_sim *, const struct ul1_sim_instr *);
UL1_API size_t ul1_sim_room(const struct ul1_sim *);    // instructions that can be submitted now
UL1_API size_t ul1_sim_waiting(const struct ul1_sim *); // completions that can be collected

// Runs one cycle of reset. Everything queued, in flight or requested from memory is lost; the cache is empty;
// the carveout is s48. Completions that are not collected stay. A memory function must forget the requests
// that it has not answered.
UL1_API enum ul1_sim_status ul1_sim_reset(struct ul1_sim *);

// ---- settings: they change only while the simulation is idle, otherwise BUSY

enum ul1_sim_setting {
    UL1_SIM_POLICY,
    UL1_SIM_HOME,
    UL1_SIM_AGAIN_AFTER,
    UL1_SIM_INTERVAL,
    UL1_SIM_FETCH,
    // With translation only. The machine writes dirty lines back under the old setting, and empties the
    // cache.
    UL1_SIM_PAGE,
    UL1_SIM_ROOT,
    UL1_SIM_MEMORY_LATENCY,
    UL1_SIM_MEMORY_RATE,
    UL1_SIM_BANKWIDTH,
};
UL1_API enum ul1_sim_status ul1_sim_set(struct ul1_sim *, enum ul1_sim_setting, uint64_t value);

// ---- memory

// Answers a request that the memory function took for later. `word` is the line of a read, otherwise NULL.
// The response reaches the machine in the next cycle that is run, after responses that are due before it.
UL1_API enum ul1_sim_status ul1_sim_answer(struct ul1_sim *, uint64_t id, const uint32_t *word, int failed);

// Access bytes of the built-in memory without cycles. They bypass the cache: dirty data in the cache are not
// seen, and copies in the cache do not change.
UL1_API enum ul1_sim_status ul1_sim_read(struct ul1_sim *, uint64_t addr, void *bytes, size_t count);
UL1_API enum ul1_sim_status ul1_sim_write(struct ul1_sim *, uint64_t addr, const void *bytes, size_t count);

// Access words of shared memory without cycles. Their initial values are arbitrary. Peek returns the data of
// every store that has retired. Poke writes words that every load taken from now on sees; it returns BUSY
// without effect if a store in flight, or not yet in the array, will write one of them.
UL1_API size_t ul1_sim_shared_bytes(const struct ul1_sim *); // under the current carveout
UL1_API enum ul1_sim_status ul1_sim_peek(struct ul1_sim *, unsigned addr, uint32_t *word, size_t count);
UL1_API enum ul1_sim_status ul1_sim_poke(struct ul1_sim *, unsigned addr, const uint32_t *word, size_t count);

// A store that was lost after it had retired (docs/microarchitecture.md, Failures). ul1_sim_next_lost returns
// the next report.
struct ul1_sim_lost {
    uint64_t cycle;
    uint64_t addr; // virtual address of its line
    uint8_t err;   // UL1_ERR_...
};
UL1_API enum ul1_sim_status ul1_sim_next_lost(struct ul1_sim *, struct ul1_sim_lost *);

// ---- watching

enum ul1_sim_event {
    UL1_SIM_TAKEN, // the machine takes an instruction or a command
    UL1_SIM_PASS,  // a pass of a shared access is accepted, or a constant load has one
    // A line is looked up for a cached access, or the access is replayed after its line was filled. The event
    // comes one cycle after the pass, so the first one comes one cycle after `first_pass`.
    UL1_SIM_LOOKUP,
    UL1_SIM_WORDS, // words of a load reach the register file
    // Memory takes a request. Walks have no event. A read belongs to the instruction that made the request
    // necessary: the first to miss the line, or one that merged and needs more sectors. Reads of constants
    // and of textures have the tag UL1_SIM_NOBODY.
    UL1_SIM_READ,
    UL1_SIM_WRITE,
    UL1_SIM_EVICT,   // a dirty line is read out, to be written back
    UL1_SIM_RETIRED, // the instruction retires, the command completes; last event with its tag
    UL1_SIM_BEAT,    // a beat of store data is taken
    // A barrier opens, or an arrival is faulty, in the cycle behind the retirement of the last bar. These
    // come before the other events of the cycle, and have the tag UL1_SIM_NOBODY.
    UL1_SIM_OPENED,
    UL1_SIM_FAULTY,
};
enum ul1_sim_outcome {
    UL1_SIM_HIT,
    UL1_SIM_MISS,
    UL1_SIM_MERGE,
    UL1_SIM_DEFER,
    UL1_SIM_REPLAY,
    UL1_SIM_STORE,
    UL1_SIM_CMO
};
enum ul1_sim_stored {      // the effects of a cached store's access, as bits
    UL1_SIM_THROUGH = 1,   // it is written through to memory
    UL1_SIM_DIRTIED = 2,   // it makes sectors of a present line dirty; under policy volta valid
    UL1_SIM_ALLOCATED = 4, // it allocates a way without a fetch
    UL1_SIM_HELD = 8,      // it is held in the store buffer for a line under fetch
    UL1_SIM_PURGED = 16,   // it bypasses the cache, and the cached copy is dropped
    UL1_SIM_JOINED = 32,   // it merges into an entry of the store buffer (WDB)
};
#define UL1_SIM_NOBODY UINT64_MAX // the event belongs to no instruction in flight

struct ul1_sim_seen {
    uint64_t cycle;
    // The instruction or command, from TAKEN to RETIRED. UL1_SIM_NOBODY for work of a command, work of a
    // retired instruction, and a replay for held stores (LOOKUP without slots).
    uint64_t tag;
    uint8_t event;
    uint8_t command;       // TAKEN, RETIRED: 1 for a command
    uint8_t sub;           // PASS, LOOKUP, WORDS, BEAT: the sub-warp
    uint8_t again;         // PASS: 1 if the sub-warp had a pass before
    uint8_t outcome;       // LOOKUP; STORE, CMO: neither a fetch was opened, nor deferred
    uint8_t sectors;       // READ: the sectors that are requested
    uint8_t err, err_lane; // RETIRED
    // PASS, LOOKUP, WORDS: the slots (words of the sub-warp) of this event. Slot s of sub-warp k is word k *
    // lanes + s of the instruction. The words are ordered by position: those at position 0, at position 1,
    // ... (ul1_sim_lanes). WORDS of a constant load or texture instruction: slots are lanes, and `sub` is the
    // register, counted from the first.
    uint64_t slots;
    uint64_t pred;        // WORDS: the slots among these that got their lock flag, or gave it back
    uint8_t cause;        // LOOKUP with outcome DEFER: UL1_CAUSE_...
    uint8_t stored;       // LOOKUP of a store: bits of enum ul1_sim_stored
    uint64_t addr;        // address of the line; LOOKUP: virtual; READ, WRITE: physical
    const uint32_t *data; // WORDS: one for each slot; valid during the call
    uint64_t err_mask;    // RETIRED: the failing lanes
    // READ, WRITE, EVICT: the tag of the instruction that made the request necessary, even if it has retired
    // and been collected; UL1_SIM_NOBODY if it is unknown or a command. Other events: the same as `tag`.
    uint64_t origin;
    uint64_t warps;   // OPENED: the warps that waited, a bit for each
    uint32_t count;   // OPENED: the true predicates in all arrivals
    uint8_t all, any; // OPENED: 1 if all of them, or any, are true
    uint8_t barrier;  // OPENED: its number
    uint8_t warp;     // FAULTY: the warp; `cause` has UL1_BARFAIL_...
};

// The watcher is called for each event in its cycle, from within the calls that run cycles. It must not call
// the library. ul1_sim_watch with NULL ends watching. ul1_sim_restore and ul1_sim_reset keep the watcher.
// Reads and writes that began before it was set, or before a restore, have no known origin.
typedef void ul1_sim_watcher(void *user, const struct ul1_sim_seen *);
UL1_API enum ul1_sim_status ul1_sim_watch(struct ul1_sim *, ul1_sim_watcher *, void *user);

// ---- counters, since the simulation was made

struct ul1_sim_counters {
    uint64_t cycles;
    uint64_t loads, stores, fences, commands; // taken by the machine
    uint64_t retired, failed;                 // instructions; those with an error
    uint64_t refused;                         // cycles with an offer in which the machine took nothing
    uint64_t shared_passes, conflicts;        // passes of shared memory; those with a remainder
    uint64_t cached_passes, replays;          // lookups; replays after fills, for loads and for held stores
    uint64_t hits, misses, merges;            // of loads (UL1_COUNTER_MISSES includes store_fetches)
    uint64_t store_fetches;                   // accesses of stores that opened a fetch
    uint64_t deferrals[UL1_SIM_CAUSES];
    // Requests that memory took: reads of lines, reads of page tables (0 without translation), writes,
    // fences.
    uint64_t reads, walk_reads, writes, memory_fences;
    uint64_t read_bytes, write_bytes; // including walks
    uint64_t lost, lost_untold;       // lost stores; lost stores without a report
};
UL1_API enum ul1_sim_status ul1_sim_counters(const struct ul1_sim *, struct ul1_sim_counters *);

// The lane at a position of an instruction, for a machine with this chip and lanes. Sub-warps have
// neighbouring positions. Lanes are their own positions, except for wide accesses to shared memory on chips
// that say so (SET_LANES_... among the sizes).
UL1_API unsigned ul1_sim_lane(const struct ul1_sim_config *, const struct ul1_sim_instr *, unsigned position);

// The lanes at a position of an instruction, as a mask: that one, or the active lanes of a pair (LANE_PAIRS
// among the sizes). Pairs depend on mask and addresses, which it reads. No lane is at a position without a
// pair. The instruction must not fail.
UL1_API uint64_t ul1_sim_lanes(const struct ul1_sim_config *, const struct ul1_sim_instr *,
                               unsigned position);

// The bytes that a texture instruction reads for a lane, active or not: the addresses of at most four pieces,
// and the bytes of each. Four pieces are the texels of a bilinear sample, column by column of its first row,
// and then of its second one; others are the words of one texel. Returns the number of pieces, or 0 if the
// configuration has no textures.
UL1_API unsigned ul1_sim_texels(const struct ul1_sim_config *, const struct ul1_sim_instr *, unsigned lane,
                                uint64_t addr[4], unsigned *bytes);

// The machine's own performance counters (UL1_COUNTER_..., UL1_PERF_W bits), since they were cleared or the
// machine was reset, including all cycles run so far. Reading and clearing run no cycle, as with a debugger.
UL1_API enum ul1_sim_status ul1_sim_perf(struct ul1_sim *, unsigned counter, uint32_t *value);
UL1_API enum ul1_sim_status ul1_sim_perf_clear(struct ul1_sim *);

// ---- snapshots

// A snapshot contains a complete simulation except its memory function. It can be restored into any
// simulation of the same version of the library and the same machine, if the configurations agree in all but
// the memory function.
UL1_API size_t ul1_sim_snapshot_size(const struct ul1_sim *);
UL1_API enum ul1_sim_status ul1_sim_snapshot(struct ul1_sim *, void *buffer, size_t bytes);
UL1_API enum ul1_sim_status ul1_sim_restore(struct ul1_sim *, const void *buffer, size_t bytes);

// "1.0.0"
UL1_API const char *ul1_version(void);

#ifdef __cplusplus
}
#endif
#endif
