// Wide accesses to shared memory, from being submitted until they retire: which lanes each of their places
// has.
#ifndef RUN_WIDE_H
#define RUN_WIDE_H

#include <stdbool.h>

#include "ul1_sim.h"

enum { WIDE = 66 }; // instructions in flight or held, at most

struct wide {
    struct {
        bool used;
        struct ul1_sim_instr instr;
    } at[WIDE];
};

// Notes the instruction if it is wide; its tag names it.
void wide_note(struct wide *, const struct ul1_sim_instr *);
void wide_forget(struct wide *, uint64_t tag);

// The wide access with this tag; NULL if there is none.
const struct ul1_sim_instr *wide_find(const struct wide *, uint64_t tag);

#endif
