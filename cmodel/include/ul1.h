// libul1: a bit- and cycle-accurate model of a GPU's unified L1 data cache and shared memory.
//
// This header is the level of pins. It covers each block (an arbiter, a crossbar, ...), the machine of blocks
// "l1", and machines of machines: "pair", two L1s side by side, and "duo", two L1s that share one port to
// memory. Each is described by its port table, and evaluated in two phases:
//
//     const struct ul1_block *b = ul1_find(32, "l1");
//     void *state = calloc(1, ul1_state_size(b));     // all zero is the reset state
//     void *in = calloc(1, b->in_size), *out = calloc(1, b->out_size);
//     for (each cycle) {
//         b->early(state, out);                       // outputs that depend on state alone
//         ... set the inputs, as a function of the early outputs if needed ...
//         b->late(state, in, out);                    // outputs that depend on the inputs too
//         ... read the outputs; inputs may be changed and late called again ...
//         b->clock(state, in, out);                   // the clock edge, with in and out as last evaluated
//     }
//
// `in` and `out` are the structs of the port table: struct ul1_l1_in_32 of the generated ul1_ports_32.h, or
// struct ul1_l1_in of ul1_ports.h in a program compiled for one LANES. ul1_port_find and the offsets of the
// table give access by name.
//
// - An output whose qualifier is off has no meaning. It may hold an old value.
// - The first byte of `in` of a clocked block is its synchronous reset.
// - A machine with a second clock has the input `half`. A call of clock with `half` set is the first half of
// a
//   cycle: only parts with the near clock act at its end (docs/cluster.md). Zero in all calls: one clock.
// - The structs of a machine of machines contain those of its parts in sequence. If no wires join the parts,
//   as in "pair", each has its own reset. If wires join them, as in "duo", the first byte resets all. Parts
//   may have resets of their own beside that. `wired` of the outputs has the inputs as each part gets them
//   (struct ul1_part).
// - Inputs must keep the assumptions of the block's contract (docs/verification.md). No call checks them.
//   After a violation the model may read and write outside its state. The transaction level, ul1_sim.h,
//   checks its arguments.
// - The state is flat: memcpy makes a snapshot, memcmp compares two states.
// - The library has no mutable globals, does no I/O and allocates nothing. So any number of instances may run
//   in any number of threads.
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
    const char *part;  // in a machine of machines: the part with this port; otherwise NULL
    const char *block; // the block that drives the port, or owns the pin
    const char *group; // the interface of the port
    const char *meaning;
    unsigned width;    // bits of a field
    unsigned count;    // fields: 1, or one for each lane, bank, table entry, way or set
    unsigned room;     // fields that the struct has room for: as many as the largest configuration has
    const char *field; // "lane", "bank", "entry", "way" or "set"; NULL for a single field
    unsigned size;     // bytes of a field in the struct
    uint8_t is_out;    // 1 for an output, 0 for an input
    uint8_t outside;   // 1 for an output that leaves the machine
    uint8_t built;     // 0 with sizes that lack the port's operation: it is zero, and nothing looks at it
    unsigned step;     // evaluation step of an output; what it depends on has a lower step
    size_t offset;     // in the struct of inputs or of outputs
    int when;          // index of the port that qualifies this one, or -1: always valid
    enum ul1_radix radix;
    const char *const *names; // names of the codes of an enumeration, or NULL; a code may lack one
    size_t name_count;
};

struct ul1_sizes;
struct ul1_block;

// A block, or machine of blocks, that a machine of machines is made of in the end.
struct ul1_part {
    const char *name; // its path: "l1[0]", or "a.l1[0]" in a part "a"
    const struct ul1_block *block;
    size_t in_offset, out_offset; // offsets of the part's structs in those of the whole
    uint8_t wired;                // 1: other parts drive inputs of it
    size_t seen_offset; // offset of its inputs as it gets them: if it is wired in the outputs of the whole,
                        // else in_offset
    uint8_t resets; // 1: its inputs at in_offset begin with a reset of its own; 0: that of the whole is its
    uint8_t near;   // 1: it has the near clock, and acts in the first half of a cycle, too
};

// A wire that joins the ports of two interfaces, by the ends of their names, as the table of a machine draws
// it. An index is the number of a slice of the interface, -1 for all of it.
struct ul1_wire {
    size_t from, to; // numbers of parts
    const char *from_group, *to_group;
    int from_index, to_index;
};

struct ul1_block {
    const char *name;
    const char *meaning;
    unsigned lanes;
    const char *config;            // name of its configuration; "" for the default one
    const struct ul1_sizes *sizes; // of its configuration (ul1_sizes.h)
    unsigned clocked;              // 1: it has state; 0: `late` computes all outputs, `clock` does nothing
    unsigned machine;              // 1: a machine; its outputs are all outputs of its blocks
    unsigned wired;                // 1: wires join its parts, and the first reset is for all
    const char *of; // the machine of blocks that contains it, or itself; NULL for a machine of machines
    const struct ul1_part *parts; // the parts of a machine of machines
    size_t part_count;
    const struct ul1_wire *wires; // between these parts
    size_t wire_count;
    const struct ul1_block *const *pieces; // a machine of several configurations: its parts; otherwise NULL
    size_t piece_count;
    const struct ul1_port *ports; // inputs first, then outputs
    size_t in_count;              // number of inputs
    size_t port_count;
    size_t state_size; // without the parts of a machine of several configurations: see ul1_state_size
    size_t in_size, out_size;
    size_t half; // where its inputs have `half`, see below; 0: it has one clock
    void (*early)(void *state, void *out);
    void (*late)(void *state, const void *in, void *out);
    void (*clock)(void *state, const void *in, const void *out);
    int (*rests)(const void *state); // 1 if a clock edge changes nothing that shows while the inputs that the
                                     // table names are zero; NULL for most blocks
    const struct ul1_block *lazy;    // a second evaluation, see below; NULL for most machines
};

// A machine of parts may have a second evaluation, `lazy`. It leaves out parts that rest and are offered
// nothing. All outputs are as those of the machine itself, where they are valid. These differ:
//
// - Its state is larger (ul1_state_size), and not that of the machine.
// - `in` and `out` are the same memory in all calls, all zero before the first one.
// - ul1_part_in of a part that rests may have old inputs.

// The calls below accept any argument. They return NULL or 0 for a NULL argument where one is needed, a part
// that the block does not have, and a field that the port does not have. In these cases ul1_set does nothing.

// The block or machine with this name and 8, 16, 32 or 64 lanes; NULL if there is none. 64 lanes have the
// machine "l1" and its blocks.
UL1_API const struct ul1_block *ul1_find(unsigned lanes, const char *name);

// All blocks and machines of a configuration with this many lanes. "" is the default one, "small" one of
// those compiled in. A chip that the library was made with ("v100") has the machine "l1" and its blocks.
// "mixed" has the machines with parts of several configurations. NULL if there is none.
// *count is their number; `count` may be NULL. The structs of ports are the same in all configurations.
UL1_API const struct ul1_block *ul1_config(const char *config, unsigned lanes, size_t *count);

// The bytes of a block's state, a multiple of 64.
UL1_API size_t ul1_state_size(const struct ul1_block *block);

// The block of a part of a machine of machines.
UL1_API const struct ul1_block *ul1_part_block(const struct ul1_block *block, size_t part);
// The inputs that a part gets in this sample, and its outputs.
UL1_API const void *ul1_part_in(const struct ul1_block *block, size_t part, const void *in, const void *out);
UL1_API const void *ul1_part_out(const struct ul1_block *block, size_t part, const void *out);
// 1 if these inputs reset every part of the block, otherwise 0.
UL1_API int ul1_in_reset(const struct ul1_block *block, const void *in);
// 1 if these inputs are of the first half of a cycle. 0 otherwise, and for a block with one clock.
UL1_API int ul1_in_half(const struct ul1_block *block, const void *in);

// The same of the default configuration.
UL1_API const struct ul1_block *ul1_blocks(unsigned lanes, size_t *count);

// The port with this name, or NULL. A port of a part is named "PART.NAME".
UL1_API const struct ul1_port *ul1_port_find(const struct ul1_block *block, const char *name);

// ul1_get reads field i of a port from the struct of inputs or outputs that contains it. ul1_set writes one.
UL1_API uint64_t ul1_get(const struct ul1_port *port, const void *io, size_t i);
UL1_API void ul1_set(const struct ul1_port *port, void *io, size_t i, uint64_t value);

// The bits of field i of a port that are valid in this sample, by the ports that qualify it: all bits, none,
// or those of the enabled bytes. A port that is not built has none. A struct that contains no qualifying port
// may be NULL.
UL1_API uint64_t ul1_qualified(const struct ul1_block *block, const struct ul1_port *port, const void *in,
                               const void *out, size_t i);

#ifdef __cplusplus
}
#endif
#endif
