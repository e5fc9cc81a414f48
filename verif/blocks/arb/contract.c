#include "blocks/arb/contract.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "kit/lane_diff.h"
#include "common/atoms.h"
#include "common/busy.h"

// The candidate is a replay, a cached access or a shared one; only a shared access has remainders.
static const char *check_candidate(const struct ul1_arb_in *in)
{
    if (!in->cand_valid)
        return in->cand_replay ? "cand_replay: without a candidate (cand_valid)" : NULL;
    if (in->cand_replay && (in->cand_cached || in->cand_store || in->cand_flush))
        return "cand_replay: and a store, a flush, or another cached access";
    return in->cand_flush && (!in->cand_cached || in->cand_store)
        ? "cand_flush: of a store, or not of a cached access"
        : NULL;
}

// The request follows the selection in the same cycle: it exists if anything was selected, and is of the kind
// selected. An access has a waiting slot; without an access, and in a bare replay, no slot waits.
static const char *check_request(const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    unsigned cached = out->sel_valid && (in->cand_replay || in->cand_cached);
    if (in->req_valid != out->sel_valid)
        return "req_valid: not what sel_valid says";
    if (in->req_valid && in->req_store != in->cand_store)
        return "req_store: not the kind of access selected";
    if (in->req_atom && (!atom_passes_in(in->req_store, in->req_atom) || !in->req_valid || in->req_cached))
        return "req_atom: not built, or of an access that may not have it";
    if (in->req_red && (!red_passes_any(in->req_red) || !in->req_valid || !in->req_store || !in->req_cached))
        return "req_red: not built, or of anything but a cached store";
    if (in->req_cached != cached)
        return "req_cached: not the kind of access selected, or without one";
    if (arb_is_bare(in, out))
        return in->req_mask ? "req_mask: slots of a bare replay (cand_bare)" : NULL;
    const bool wordless = UL1_GLOBAL_ATOMICS > 1 && in->req_valid && !in->req_store && !in->req_cached;
    if (in->req_valid != (in->req_mask != 0) && !wordless) // an error in place of old words has no slots
        return "req_mask: slots without an access (req_valid), or an access without slots";
    return NULL;
}

// The split takes at least one of the waiting slots, and all slots of a cached access. `split_more`: some are
// left.
static const char *check_split(const struct ul1_arb_in *in)
{
    if (in->split_mask & ~in->req_mask || !in->split_mask != !in->req_mask)
        return "split_mask: slots that do not wait (req_mask), or none of those that do";
    if (in->split_more != (in->split_mask != in->req_mask))
        return "split_more: not what split_mask and req_mask say";
    return in->split_more && in->req_cached ? "split_more: of a cached access (req_cached)" : NULL;
}

// Victim readouts and the command `line` exclude each other in one cycle. Inval and flush are cached
// accesses, exclude each other, and are neither stores nor replays.
static const char *check_cmo(const struct ul1_arb_in *in)
{
    if (in->cmd_turn && in->readout_valid)
        return "cmd_turn: with readout_valid";
    if (in->req_valid && in->req_flush != in->cand_flush)
        return "req_flush: not the kind of access selected";
    if (!in->req_valid || !(in->req_inval || in->req_flush))
        return NULL;
    bool other = !in->req_cached || in->req_store || in->cand_replay || (in->req_inval && in->req_flush);
    return other ? "req_inval, req_flush: both, or of an access that is not cached, of a store, of a replay"
                 : NULL;
}

// Only a cached load's pass hits; the replay of a present line always does.
static const char *check_hit(const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    if (in->look_hit > out->pass_cached)
        return "look_hit: without a cached pass in stage 1";
    if (in->look_hit && (out->pass_store || out->pass_inval || out->pass_flush))
        return "look_hit: of a store, an inval or a flush";
    return out->pass_replay && out->pass_cached && in->look_hit == out->pass_fail
        ? "look_hit: a replay hits, unless it brings an error"
        : NULL;
}

static bool replay_reserves(const struct ul1_arb_in *in)
{
    return in->cand_err == UL1_ERR_NONE && !in->cand_bare;
}

// Whether the selected access writes words back.
static bool reserves(const struct ul1_arb_in *in)
{
    if (!in->req_valid || !atom_pass_returns(in->req_store, in->req_atom) || in->req_inval || in->req_flush)
        return false;
    return !in->cand_replay || replay_reserves(in);
}

// An access that writes words back is a candidate only if a cycle of the register file's write port is free
// for it.
static const char *check_reservation(const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    return reserves(in) && reserved_out(out->regport_reserved, in->req_cached)
        ? "cand_valid: of a load, and its cycles are reserved (regport_reserved)"
        : NULL;
}

// The candidate enters, except in cycles of victim readouts and of the command `line`.
static const char *check_choice(const struct arb_contract *c, const struct ul1_arb_in *in,
                                const struct ul1_arb_out *out)
{
    const bool enters = in->cand_valid && !in->readout_valid && !in->cmd_turn,
               store = enters && (in->cand_store || in->cand_flush);
    if (out->sel_valid != enters)
        return "sel_valid: not that there is a candidate, and no other turn";
    if (!c->judged)
        return NULL;
    if (out->sel_store != store)
        return "sel_store: not that a store or a flush enters";
    return store && out->sel_cached != in->cand_cached ? "sel_cached: not that it is a cached one" : NULL;
}

static const char *check_reserved(const struct arb_contract *c, const struct ul1_arb_out *out)
{
    return (c->runs || c->judged) && memcmp(out->regport_reserved, c->reserved, sizeof c->reserved)
        ? "regport_reserved: not what was reserved and given back"
        : NULL;
}

// The pass in stage 1: outputs that are zero without one; its kind; further outputs of a cached one.
static const char *check_pass(const struct arb_contract *c, const struct ul1_arb_out *out)
{
    const struct ul1_arb_out *p = &c->pass;
    if (!c->judged)
        return NULL;
    if (out->pass_valid != p->pass_valid || out->pass_mask != p->pass_mask
        || out->pass_cached != p->pass_cached)
        return "pass_valid, pass_mask, pass_cached: not what was accepted";
    if (out->pass_inval != p->pass_inval || out->pass_flush != p->pass_flush)
        return "pass_inval, pass_flush: not what was accepted";
    if (out->pass_replay != p->pass_replay || out->pass_readout != p->pass_readout)
        return "pass_replay, pass_readout: not what was accepted";
    if (out->pass_atom != p->pass_atom)
        return "pass_atom: not what was accepted";
    if (out->pass_red != p->pass_red)
        return "pass_red: not what was accepted";
    if (!p->pass_valid)
        return NULL;
    if (out->pass_store != p->pass_store || out->pass_width != p->pass_width
        || out->pass_signed != p->pass_signed)
        return "pass_store, pass_width, pass_signed: not what was accepted";
    if (out->pass_due != p->pass_due)
        return "pass_due: not the cycle reserved, of anything but a shared load HLAT";
    if (p->pass_store && (out->pass_beat != p->pass_beat || out->pass_frees_beat != p->pass_frees_beat))
        return "pass_beat, pass_frees_beat: not the beat, or not that it is used up";
    // the width of an address depends on the size of the array
    if (_Generic(*out->pass_addr, uint16_t
                 : diff16, uint32_t
                 : diff32)(out->pass_addr, p->pass_addr, LANES, p->pass_mask))
        return "pass_addr: not that of a slot accepted";
    if (!p->pass_cached)
        return NULL;
    if (out->pass_id != p->pass_id || out->pass_part != p->pass_part || out->pass_line != p->pass_line)
        return "pass_id, pass_part, pass_line: not what was accepted";
    if (out->pass_bypass != p->pass_bypass || out->pass_fresh != p->pass_fresh
        || out->pass_stream != p->pass_stream || out->pass_writeback != p->pass_writeback)
        return "pass_bypass, pass_fresh, pass_stream, pass_writeback: not what was accepted";
    if (p->pass_replay && (out->pass_prt != p->pass_prt || out->pass_last != p->pass_last))
        return "pass_prt, pass_last: not those of the replay";
    return p->pass_replay && (out->pass_drop != p->pass_drop || out->pass_fail != p->pass_fail)
        ? "pass_drop, pass_fail: not those of the replay"
        : NULL;
}

// Victim readouts and the command come first, then the accepted access.
static void accept(struct ul1_arb_out *p, const struct ul1_arb_in *in, unsigned due)
{
    if (in->readout_valid) {
        *p = (struct ul1_arb_out){
            .pass_valid = 1, .pass_readout = 1, .pass_width = UL1_WIDTH_B32, .pass_due = UL1_HLAT
        };
        for (unsigned i = 0; i < LANES; i++) {
            p->pass_mask |= (uint32_t)(in->readout_sect >> i / UL1_SECTOR_WORDS & 1) << i;
            p->pass_addr[i] = in->readout_row * UL1_LINE_BYTES + UL1_WORD_BYTES * i;
        }
    } else if (in->cmd_turn) {
        *p = (struct ul1_arb_out){ .pass_valid = 1,
                                   .pass_cached = 1,
                                   .pass_inval = 1,
                                   .pass_line = in->cmd_line,
                                   .pass_due = UL1_HLAT };
    } else if (in->req_valid) {
        *p = (struct ul1_arb_out){ .pass_valid = 1,
                                   .pass_mask = in->split_mask,
                                   .pass_cached = in->req_cached,
                                   .pass_inval = in->req_inval,
                                   .pass_flush = in->req_flush,
                                   .pass_replay = in->cand_replay,
                                   .pass_store = in->req_store,
                                   .pass_atom = in->req_atom,
                                   .pass_red = in->req_red,
                                   .pass_width = in->req_width,
                                   .pass_signed = in->req_signed,
                                   .pass_due = (uint8_t)due,
                                   .pass_beat = in->req_beat,
                                   .pass_frees_beat =
                                       in->req_cached ? in->req_end : !in->split_more || !in->remainder_stays,
                                   .pass_id = in->req_id,
                                   .pass_part = in->req_sub,
                                   .pass_line = in->req_line,
                                   .pass_bypass = in->req_bypass,
                                   .pass_fresh = UL1_CACHES_BEHIND && in->req_fresh,
                                   .pass_stream = UL1_STREAMING && in->req_stream,
                                   .pass_writeback = in->req_writeback,
                                   .pass_prt = in->cand_prt,
                                   .pass_last = in->cand_last,
                                   .pass_drop = in->merged_drop,
                                   .pass_fail = in->cand_err != UL1_ERR_NONE };
        memcpy(p->pass_addr, in->req_addr, sizeof p->pass_addr);
    } else {
        *p = (struct ul1_arb_out){ .pass_valid = 0 };
    }
}

static void advance(struct arb_contract *c, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    const bool words = reserves(in);
    const uint8_t *before = out->regport_reserved;
    unsigned due = UL1_HLAT;
    if (words && !in->req_cached)
        for (due = UL1_LAT; due < UL1_HLAT && before[due]; due++)
            ;
    for (unsigned k = 1; k < UL1_AHEAD; k++)
        c->reserved[k - 1] = before[k];
    c->reserved[UL1_AHEAD - 1] = in->regport_reserve;
    if (words)
        c->reserved[due - 1] = 1;
    if (c->reserves && !in->look_hit)
        c->reserved[UL1_HLAT - 2] = 0;
    c->reserves = in->req_cached && words;
    accept(&c->pass, in, due);
    c->runs = 1;
}

const char *arb_contract_check(struct arb_contract *c, const struct ul1_arb_in *in,
                               const struct ul1_arb_out *out)
{
    if (in->rst) {
        *c = (struct arb_contract){ .light = c->light, .judged = !c->light };
        return NULL;
    }
    const char *broken = check_candidate(in);
    if (!broken)
        broken = check_choice(c, in, out);
    if (!broken)
        broken = check_request(in, out);
    if (!broken)
        broken = check_split(in);
    if (!broken)
        broken = check_cmo(in);
    if (!broken)
        broken = check_hit(in, out);
    if (!broken)
        broken = check_reservation(in, out);
    if (!broken)
        broken = check_reserved(c, out);
    if (!broken)
        broken = check_pass(c, out);
    if (!broken && !c->light)
        advance(c, in, out);
    return broken;
}
