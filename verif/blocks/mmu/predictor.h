// Memory management unit: the reference predictor, from the state of its TLB and page walkers by the
// specification.
#ifndef MMU_PREDICTOR_H
#define MMU_PREDICTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

struct mmu_predictor {
    bool judged; // there was a reset, so the state is known
    struct mmu_page {
        bool valid, writable;
        uint64_t page, frame; // byte addresses
    } page[UL1_TLB];
    struct mmu_upper {
        bool valid;
        uint8_t level;
        uint64_t of, at; // an address that it translates; the table's own
    } upper[UL1_UPPER];
    bool cache_turn;                // a cache goes before the request queue
    bool tex_turn;                  // of the caches, that of textures goes first
    unsigned next_page, next_upper; // to be replaced next
    struct mmu_walk {
        uint8_t state, level, err;
        uint64_t of, table; // an address within the page; the current table
        unsigned waiting;   // requests that wait for the walker, or must be told of its failure
    } walk[UL1_WALKERS];
    unsigned count; // requests on their way to memory
    struct mmu_sent {
        uint8_t op, number, sect, level;
        uint8_t kind, warp, space; // of a read
        uint64_t line, vline;
    } place[2];
};

// Null, or the rule that an output breaks. Call both in every cycle, in this order.
const char *mmu_predictor_check(const struct mmu_predictor *, const struct ul1_mmu_in *,
                                const struct ul1_mmu_out *);
void mmu_predictor_advance(struct mmu_predictor *, const struct ul1_mmu_in *);

#endif
