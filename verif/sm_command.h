// Commands to a machine: those of a part's list, and those at random.
#ifndef SM_COMMAND_H
#define SM_COMMAND_H

#include "sm_memory.h"

enum { SM_RECENT = 16 };

struct sm_commander {
    const struct sm_part *part;
    struct rng rng;
    unsigned given;             // of the part's list, those offered so far
    bool offering, under_way;   // one is offered; one was taken and is not complete
    struct sm_command offered, doing; // those
    bool aimed;                 // since the run began an address was noted:
    uint64_t recent[SM_RECENT]; // some that cached instructions had
};

void sm_commander_init(struct sm_commander *, uint64_t seed);
void sm_commander_part(struct sm_commander *, const struct sm_part *); // it begins
void sm_commander_reset(struct sm_commander *);

// A cached instruction was taken: where commands at random may be aimed.
void sm_commander_note(struct sm_commander *, const struct sm_instr *);

// Sets the pins. `cycle` is that of the part, `retired` counts its instructions that have retired, `over` says that there
// are no others. False: a page could not be changed, and the memory says why.
bool sm_commander_drive(struct sm_commander *, struct sm_memory *, struct ul1_l1_in *, uint64_t cycle, uint64_t retired,
                        bool over);

// Looks at the settled cycle: whether a command that was under way is complete, and whether one is taken. (Both may be.)
struct sm_commanded {
    bool complete, taken;
    struct sm_command was, is;
} sm_commander_observe(struct sm_commander *, const struct ul1_l1_in *, const struct ul1_l1_out *);

// No command is offered, under way or to come from the part's list.
bool sm_commander_idle(const struct sm_commander *);

#endif
