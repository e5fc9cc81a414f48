// Memory management unit: what it answers, judged by what it keeps and what its walkers are at, as the specification has it.
#ifndef MMU_ANSWERS_H
#define MMU_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

struct mmu_answers {
    bool judged;                        // there was a reset, so that what it keeps is known
    struct mmu_page {
        bool valid, writable;
        uint64_t page, frame;           // byte addresses within them
    } page[UL1_TLB];
    struct mmu_upper {
        bool valid;
        uint8_t level;
        uint64_t of, at;                // an address that it is for; its own
    } upper[UL1_UPPER];
    unsigned next_page, next_upper;     // to be replaced next
    struct mmu_walk {
        uint8_t state, level, err;
        uint64_t of, table;             // an address within the page; the table at hand
        unsigned waiting;               // who waits for it, or is to be told
    } walk[UL1_WALKERS];
    unsigned count;                     // requests on their way to memory
    struct mmu_sent {
        uint8_t op, number, sect, level;
        uint64_t line, vline;
    } place[2];
};

// Null, or the rule that an output breaks. Both in every cycle, in this order.
const char *mmu_answers_check(const struct mmu_answers *, const struct ul1_mmu_in *, const struct ul1_mmu_out *);
void mmu_answers_advance(struct mmu_answers *, const struct ul1_mmu_in *);

#endif
