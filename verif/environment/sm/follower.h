// The interface that supplies a part's instructions while it runs, and receives their outcome: a text program
// (follow.h) or a trace.
//
// Cycles count within the part. A function that returns false, or FOLLOW_OBJECTS, objects; `error` has the
// reason. A callback that a follower does not need is null.
#ifndef SM_FOLLOWER_H
#define SM_FOLLOWER_H

#include "program/bounds.h"
#include "program/machine.h"
#include "environment/sm/costs.h"

enum comes { FOLLOW_INSTR, FOLLOW_LATER, FOLLOW_IN_TIME, FOLLOW_END, FOLLOW_OBJECTS };

struct follower {
    const struct follower_ops *ops;
};

struct follower_ops {
    const char *(*error)(const struct follower *);
    bool (*at_fault)(const struct follower *); // the follower is at fault, rather than the machine
    // What is checked from now on.
    void (*counts)(struct follower *, enum checked_counts);
    // Supplies the next instruction; the pointer is null if one is still in hand. FOLLOW_LATER waits for work
    // in flight, FOLLOW_IN_TIME for a later cycle.
    enum comes (*next)(struct follower *, uint64_t cycle, struct instr *);
    bool (*in_order)(const struct follower *); // instructions are offered strictly in the text's order
    bool (*command)(struct follower *, struct command *);
    void (*command_taken)(struct follower *, uint64_t cycle);
    bool (*command_done)(struct follower *, uint64_t cycle);
    void (*taken)(struct follower *, uint32_t serial, uint64_t cycle);
    // a pass of a shared access; `again`: it had one before
    void (*pass)(struct follower *, uint32_t serial, bool again);
    void (*sampled)(struct follower *, uint32_t serial, bool hit); // a pass of a texture instruction
    // Calls in each cycle, in this order: `cycle`; `lookup`, if a cached access is looked up, with its
    // instruction; `memory`.
    bool (*cycle)(struct follower *, uint64_t cycle, const struct ul1_l1_out *);
    void (*lookup)(struct follower *, uint32_t serial, const struct ul1_l1_out *);
    void (*memory)(struct follower *, const struct ul1_l1_in *, const struct ul1_l1_out *);
    bool (*loaded)(struct follower *, uint32_t serial, const struct ul1_l1_out *);
    bool (*retired)(struct follower *, uint32_t serial, uint64_t cycle, const struct ul1_l1_out *,
                    bool inside);
    // A warp has closed a group of its copies, or has begun to wait for some.
    bool (*grouped)(struct follower *, uint32_t serial, uint64_t cycle);
    bool (*lost)(struct follower *, uint64_t line, unsigned error, enum lost_how);
    bool (*ended)(struct follower *, const struct costs *, bool inside);
    // The source, as `FILE:LINE`, of an instruction that was offered and has not been reported as retired.
    // For messages.
    const char *(*where)(struct follower *, uint32_t serial);
};

static inline const char *follow_error(const struct follower *f)
{
    return f->ops->error(f);
}

static inline bool follow_at_fault(const struct follower *f)
{
    return f->ops->at_fault(f);
}

static inline void follow_counts(struct follower *f, enum checked_counts counts)
{
    if (f->ops->counts)
        f->ops->counts(f, counts);
}

static inline enum comes follow_next(struct follower *f, uint64_t cycle, struct instr *i)
{
    return f->ops->next(f, cycle, i);
}

static inline bool follow_in_order(const struct follower *f)
{
    return f->ops->in_order && f->ops->in_order(f);
}

static inline bool follow_command(struct follower *f, struct command *c)
{
    return f->ops->command && f->ops->command(f, c);
}

static inline void follow_command_taken(struct follower *f, uint64_t cycle)
{
    if (f->ops->command_taken)
        f->ops->command_taken(f, cycle);
}

static inline bool follow_command_done(struct follower *f, uint64_t cycle)
{
    return !f->ops->command_done || f->ops->command_done(f, cycle);
}

static inline void follow_taken(struct follower *f, uint32_t serial, uint64_t cycle)
{
    if (f->ops->taken)
        f->ops->taken(f, serial, cycle);
}

static inline void follow_pass(struct follower *f, uint32_t serial, bool again)
{
    if (f->ops->pass)
        f->ops->pass(f, serial, again);
}

static inline void follow_sampled(struct follower *f, uint32_t serial, bool hit)
{
    if (f->ops->sampled)
        f->ops->sampled(f, serial, hit);
}

static inline bool follow_cycle(struct follower *f, uint64_t cycle, const struct ul1_l1_out *out)
{
    return !f->ops->cycle || f->ops->cycle(f, cycle, out);
}

static inline void follow_lookup(struct follower *f, uint32_t serial, const struct ul1_l1_out *out)
{
    if (f->ops->lookup)
        f->ops->lookup(f, serial, out);
}

static inline void follow_memory(struct follower *f, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (f->ops->memory)
        f->ops->memory(f, in, out);
}

static inline bool follow_loaded(struct follower *f, uint32_t serial, const struct ul1_l1_out *out)
{
    return !f->ops->loaded || f->ops->loaded(f, serial, out);
}

static inline bool follow_retired(struct follower *f, uint32_t serial, uint64_t cycle,
                                  const struct ul1_l1_out *out, bool inside)
{
    return !f->ops->retired || f->ops->retired(f, serial, cycle, out, inside);
}

static inline bool follow_grouped(struct follower *f, uint32_t serial, uint64_t cycle)
{
    return !f->ops->grouped || f->ops->grouped(f, serial, cycle);
}

static inline bool follow_lost(struct follower *f, uint64_t line, unsigned error, enum lost_how how)
{
    return !f->ops->lost || f->ops->lost(f, line, error, how);
}

static inline bool follow_ended(struct follower *f, const struct costs *c, bool inside)
{
    return !f->ops->ended || f->ops->ended(f, c, inside);
}

static inline const char *follow_where(struct follower *f, uint32_t serial)
{
    return f->ops->where ? f->ops->where(f, serial) : "";
}

#endif
