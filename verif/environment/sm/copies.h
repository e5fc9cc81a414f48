// The instruction side's part in asynchronous copies: what each copy under way is, from its load to its
// store, and the groups of each warp. It checks what the machine shows of them.
#ifndef SM_COPIES_H
#define SM_COPIES_H

#include "environment/sm/program.h"

struct copies {
    const struct ul1_sizes *sizes; // of the L1
    unsigned under_way;
    struct copy_kept {
        bool lives, came, stores;        // its words have come; its store was taken
        unsigned entry;                  // of its half under way
        uint64_t group;                  // its number among the groups of its warp
        struct instr load;               // as it was taken
        uint32_t word[UL1_WORDS][LANES]; // in the order of lanes
    } place[UL1_COPIES_MOST];
    uint64_t closed[WARPS], waits; // groups that each warp has closed; warps that wait
    uint8_t leaves[WARPS];         // groups that each of these leaves under way
};

// A load that starts a copy is taken into an entry; the store of the copy that is shown is.
void copies_start(struct copies *, const struct ul1_l1_out *, const struct instr *, unsigned entry);
void copies_store_taken(struct copies *, const struct ul1_l1_out *, unsigned entry);

// Words reach the register file. A half retires: returns whether a copy ends.
void copies_words(struct copies *, const struct ul1_l1_out *);
bool copies_retired(struct copies *, const struct ul1_l1_out *);

// A warp closes a group, or begins to wait.
void copies_group(struct copies *, const struct instr *);

// Fills in the store of the copy that is shown. Returns false if there is none.
bool copies_store(const struct copies *, const struct ul1_l1_out *, struct instr *);

// Checks what the machine shows of the copies in this cycle. Returns what is wrong, or null. Waits that end
// here are over.
const char *copies_check(struct copies *, const struct ul1_l1_in *, const struct ul1_l1_out *);

void copies_reset(struct copies *);

#endif
