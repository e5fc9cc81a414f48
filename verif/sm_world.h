// What the machines of a run share: the program with its steps, the memory, and the witness.
#ifndef SM_WORLD_H
#define SM_WORLD_H

#include "sm_memory.h"

struct sm;

enum sm_end { GOING_ON, WRITING_BACK, LOADING_ALL };

struct sm_world {
    struct sm_program *program;
    struct sm_memory memory;
    struct witness *witness;            // null: its checks are not wanted
    struct sm *machine[SM_MACHINES];
    unsigned machines, users;           // how many; and of these, how many are not freed yet
    unsigned parts;                     // of the program, so far
    bool stepping;                      // the parts of a step are drawn, and have not begun
    struct sm_part step[SM_MACHINES];
    unsigned count;                     // of these
    enum sm_end end;                    // what is done when the program has ended
};

#endif
