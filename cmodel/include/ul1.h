// libul1: a bit- and cycle-accurate model of a GPU's unified L1 data cache and shared memory.
//
// A block (an arbiter, a crossbar, ...) or a machine of blocks ("l1") or of machines ("pair", two of these) is known by its
// port table, and is used in two phases:
//
//     const struct ul1_block *b = ul1_find(32, "l1");
//     void *state = calloc(1, b->state_size);         // all zero is the reset state
//     void *in = calloc(1, b->in_size), *out = calloc(1, b->out_size);
//     for (each cycle) {
//         b->early(state, out);                       // outputs that depend on state alone
//         ... set the inputs; the early outputs may be looked at ...
//         b->late(state, in, out);                    // outputs that depend on the inputs too
//         ... look at the outputs; inputs may be changed and late called again ...
//         b->clock(state, in, out);                   // the clock edge, with in and out as last evaluated
//     }
//
// in and out are the structs of the port table (struct ul1_l1_in_32 of the generated ul1_ports_32.h; or struct ul1_l1_in of
// ul1_ports.h, for what is compiled with one LANES), or are reached by name through ul1_port_find and the offsets in the
// table. What an output shows while the one that qualifies it is off means nothing; it may be left over from before. The
// first byte of `in` of a clocked block is its synchronous reset. A machine of machines has those of its parts in its own,
// one after the other, each with its reset. Inputs are to keep the block's contract (docs/verification.md): no call looks at that,
// and behind one that is broken the model may read and write beside its state. Who would rather not drive pins finds a level above
// them, which looks at all that it is given, in ul1_sim.h.
//
// The state is flat: a snapshot is a memcpy, a comparison a memcmp. The library has no globals that change, does no I/O and
// allocates nothing, so any number of instances live side by side, in any number of threads.
#ifndef UL1_H
#define UL1_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __GNUC__
#define UL1_API __attribute__((visibility("default")))
#else
#define UL1_API
#endif

enum ul1_radix { UL1_BIN, UL1_HEX, UL1_DEC, UL1_ENUM };

struct ul1_port {
    const char *name;
    const char *part;               // of a machine of machines: the part it is of; else null
    const char *block;              // the block that drives it, or owns the pin
    const char *group;              // the interface it belongs to
    const char *meaning;
    unsigned width;                 // bits of a field
    unsigned count;                 // fields: 1, or one a lane, a bank, an entry of a table, a set
    const char *field;              // which of these: "lane", "bank", "entry", "set"; null if it is 1
    unsigned size;                  // bytes of a field in the struct
    uint8_t is_out;                 // an output, else an input
    uint8_t outside;                // an output that leaves the machine
    unsigned step;                  // of an output: when in a cycle it is computed; what it depends on has a lower one
    size_t offset;                  // in the struct of inputs or of outputs
    int when;                       // index of the port that qualifies it, or -1: always
    enum ul1_radix radix;
    const char *const *names;       // of the codes of an enumeration, else null; a code may have none
    size_t name_count;
};

// A part of a machine of machines.
struct ul1_part {
    const char *name;
    size_t block;                   // its number among all blocks
    size_t in_offset, out_offset;   // where its structs begin in those of the whole
};

struct ul1_block {
    const char *name;
    const char *meaning;
    unsigned lanes;
    unsigned clocked;               // has state; else late is all there is, and clock does nothing
    unsigned machine;               // a machine, whose outputs are all of its blocks'
    const char *of;                 // the machine of blocks that it is, or is a block of; of a machine of machines null
    const struct ul1_part *parts;   // of a machine of machines
    size_t part_count;
    const struct ul1_port *ports;   // inputs first, then outputs
    size_t in_count;                // how many of them are inputs
    size_t port_count;
    size_t state_size, in_size, out_size;
    void (*early)(void *state, void *out);
    void (*late)(void *state, const void *in, void *out);
    void (*clock)(void *state, const void *in, const void *out);
};

// The calls below may be given anything. An argument that is null where one is needed, a part that the block has not, and a field
// that the port has not give NULL or 0, and ul1_set does nothing.

// The block or machine of that name with 8, 16 or 32 lanes; NULL if there is none.
UL1_API const struct ul1_block *ul1_find(unsigned lanes, const char *name);

// The block of a part.
UL1_API const struct ul1_block *ul1_part_block(const struct ul1_block *block, size_t part);
// 1 if this sample of inputs resets all that the block has, else 0.
UL1_API int ul1_in_reset(const struct ul1_block *block, const void *in);

// All blocks and machines with that many lanes; NULL if there are none. *count says how many; `count` may be NULL.
UL1_API const struct ul1_block *ul1_blocks(unsigned lanes, size_t *count);

// The port of that name, or NULL. That of a part is "PART.NAME".
UL1_API const struct ul1_port *ul1_port_find(const struct ul1_block *block, const char *name);

// ul1_get: field number i of a port, from the struct of inputs or outputs that it is in. ul1_set sets one.
UL1_API uint64_t ul1_get(const struct ul1_port *port, const void *io, size_t i);
UL1_API void ul1_set(const struct ul1_port *port, void *io, size_t i, uint64_t value);

// The bits of field i of a port of that block that mean something in this sample, by the ports that qualify it: all of them,
// none, or those of the bytes that are enabled. The struct that no qualifying port is in may be NULL.
UL1_API uint64_t ul1_qualified(const struct ul1_block *block, const struct ul1_port *port, const void *in, const void *out, size_t i);

#ifdef __cplusplus
}
#endif
#endif
