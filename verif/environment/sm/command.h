// Gives commands to a machine: those of a part's list, and random ones.
#ifndef SM_COMMAND_H
#define SM_COMMAND_H

#include "environment/sm/backing.h"

enum { RECENT = 16 };

struct commander {
    const struct part *part;
    struct rng rng;
    unsigned given;                // commands of the part's list that were offered so far
    bool offering, under_way;      // one is on the port; one was taken and is not complete
    struct command offered, doing; // the command on the port; the command in progress
    bool aimed;                    // an address was noted since the run began
    uint64_t recent[RECENT];       // recent addresses of cached instructions
};

void commander_init(struct commander *, uint64_t seed);
void commander_part(struct commander *, const struct part *); // a part begins
void commander_reset(struct commander *);

// Notes the address of a cached instruction that was taken, as a target for random commands.
void commander_note(struct commander *, const struct instr *);

// Sets the pins. `cycle` is that of the part, `retired` counts its retired instructions, `over` means that no
// more will come. Returns false if a page could not be changed; the memory has the reason.
bool commander_drive(struct commander *, struct backing *, struct ul1_l1_in *, uint64_t cycle,
                     uint64_t retired, bool over);

// Samples the settled cycle: whether a command in progress completes, and whether one is taken. Both may
// happen.
struct commanded {
    bool complete, taken;
    struct command was, is;
} commander_observe(struct commander *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// No command is offered, in progress, or left in the part's list.
bool commander_idle(const struct commander *);

#endif
