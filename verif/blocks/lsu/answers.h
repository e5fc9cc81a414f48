// Load/store unit: what it answers of cached accesses, upkeep and sleepers, judged by what it has of them as the specification has
// it: who is prepared and when, who is next of them, who sleeps and who wakes.
#ifndef LSU_ANSWERS_H
#define LSU_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_ports.h"

enum { LSU_LINE_NEW, LSU_LINE_WOKEN, LSU_LINE_REPLAY, LSU_LINE_KINDS };
enum { LSU_PREPARED = UL1_NEW_LINES + UL1_WOKEN_LINES + UL1_REPLAY_LINES, LSU_SETS_ASIDE = 2, LSU_NOBODY = 1 << UL1_ID_W };

struct lsu_answers {
    bool judged;                        // there was a reset, so that what is in it is known
    uint64_t clock;                     // counts up: ages
    struct lsu_instr {
        bool valid, store, inval, flush, fence, ordered, cached, shared, null, near, asked, answered;
        bool queued;                    // in the new queue
        uint8_t warp, width, beats;
        uint32_t mask, todo, open;
        uint64_t age, line[LANES];
        bool sleeper, asleep, token;
        uint8_t cause, key;             // what it waits for or waited for
        uint64_t since;
    } instr[1 << UL1_ID_W];
    struct lsu_access {
        bool used, bets, final, end, last, bare;
        uint8_t kind, id, sub, prt, err;
        uint32_t lanes;
        uint64_t line, age;
    } access[LSU_PREPARED];
    struct lsu_gathered_sub {
        bool valid, bets;
        uint8_t id;
        uint32_t left;
    } gather, aside[LSU_SETS_ASIDE];    // the sub-warp that is gathered; set aside: one that bets, one of a store or flush
    struct lsu_access reading;          // chosen in the cycle before
    bool fell, again, plain_waits;      // something was deferred in the cycle before, of this entry; a remainder came; see next
    uint8_t fell_id, went;
    uint64_t busy, tending, loading;    // warps
    uint8_t out[UL1_WARPS];
    struct lsu_looked {
        bool valid, replay, token;
        uint8_t id, err, cause, key;
        uint32_t lanes;
    } look;                             // a load or upkeep in stage 1
};

// Null, or the rule that an output breaks. Both in every cycle, in this order.
const char *lsu_answers_check(const struct lsu_answers *, const struct ul1_lsu_in *, const struct ul1_lsu_out *);
void lsu_answers_advance(struct lsu_answers *, const struct ul1_lsu_in *, const struct ul1_lsu_out *);

#endif
