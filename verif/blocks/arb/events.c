#include "blocks/arb/events.h"

#include "blocks/arb/contract.h"
#include "shape/busy.h"

const struct event_name arb_event_names[ARB_EVENT_COUNT] = { ARB_EVENTS(EVENT_NAME) };

// Of the cycles that a shared load could book, those that are booked.
static uint32_t booked_of_shared(const struct ul1_arb_out *out)
{
    return out->regport_booked & SHARED_CYCLES;
}

static void count_choice(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    bool booked = booked_out(out->regport_booked, false), older = in->cand_store_older;
    bool both = in->cand_remainder_load && in->cand_remainder_store;
    bool any = in->cand_remainder_load || in->cand_remainder_store;
    bool store = in->cand_new && in->cand_store, load = in->cand_new && !in->cand_store && !in->cand_cached;
    bool none = !in->req_valid && !in->readout_valid && !in->cmd_turn;
    bool could = (store && !in->cand_cached && in->room_shared) || (load && !booked);
    saw(d, REMAINDER_LOAD, out->sel_remainder_load);
    saw(d, REMAINDER_STORE, out->sel_remainder_store);
    saw(d, NEW_LOAD, out->sel_new && load);
    saw(d, NEW_STORE, out->sel_new && store && !in->cand_cached);
    saw(d, NOTHING, none && (any || in->cand_new));
    saw(d, OLDER_STORE, both && older && out->sel_remainder_store && !booked);
    saw(d, OLDER_LOAD, both && !older && out->sel_remainder_load && in->room_shared);
    saw(d, YOUNGER_STORE_PASSES, both && !older && out->sel_remainder_store);
    saw(d, YOUNGER_LOAD_PASSES, both && older && out->sel_remainder_load);
    saw(d, NEW_PASSES, any && out->sel_new);
    saw(d, LOAD_BOOKED_OUT, load && booked && none);
    saw(d, NO_ROOM, store && !in->cand_cached && !in->room_shared && none);
    saw(d, NEW_WAITS, (out->sel_remainder_load || out->sel_remainder_store) && could);
    saw(d, BOOKED_BY_BOTH, in->req_valid && !in->req_store && !arb_is_bare(in, out) && in->regport_book);
    saw(d, BOOKED_FULL, out->regport_booked == (1u << UL1_AHEAD) - 1);
}

static void count_filled(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    bool booked = out->regport_booked >> UL1_HLAT & 1, offered = in->cand_replay;
    bool fails = offered && in->cand_err != UL1_ERR_NONE, bare = offered && in->cand_bare;
    bool remainder = in->cand_remainder_load || in->cand_remainder_store, waits = offered && !fails && !bare && booked;
    saw(d, FILLED, out->sel_replay && !fails && !bare);
    saw(d, FAILED, out->sel_replay && fails && !bare);
    saw(d, FAILED_BOOKED, out->sel_replay && fails && !bare && booked);
    saw(d, FILLED_WAITS, waits && !in->readout_valid && !in->cmd_turn);
    saw(d, FILLED_FIRST, out->sel_replay && remainder && in->cand_woken && in->cand_new);
    saw(d, REMAINDER_PASSES, waits && (out->sel_remainder_load || out->sel_remainder_store));
    saw(d, BARE, out->sel_replay && bare && !fails);
    saw(d, BARE_FAILED, out->sel_replay && bare && fails);
    saw(d, BARE_BOOKED, out->sel_replay && bare && !fails && booked);
    saw(d, WOKEN, out->sel_woken);
    saw(d, WOKEN_WAITS, in->cand_woken && !in->cand_woken_flush && booked && !offered && !remainder && !in->readout_valid
                        && !in->cmd_turn);
    saw(d, WOKEN_FIRST, out->sel_woken && in->cand_new);
    saw(d, WOKEN_PASSED, (out->sel_remainder_load || out->sel_remainder_store) && in->cand_woken && !in->cand_woken_flush && !booked);
    saw(d, WOKEN_BEFORE, out->sel_woken && ((in->cand_remainder_load && !booked) || (in->cand_remainder_store && in->room_shared)));
    saw(d, LAST_OF_ENTRY, out->pass_replay && out->pass_last);
    saw(d, DROPS, out->pass_replay && out->pass_drop);
}

// A bare replay is in stage 1: no other has no slots.
static bool bare_in_stage1(const struct ul1_arb_out *out)
{
    return out->pass_replay && !out->pass_mask;
}

// Both latencies, and a hit in stage 1 or what is not one.
static void count_cached(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    bool bare_s1 = bare_in_stage1(out), lat = out->regport_booked >> UL1_LAT & 1, hlat = out->regport_booked >> UL1_HLAT & 1;
    bool books = !in->req_store && !in->req_inval && !in->req_flush && !arb_is_bare(in, out), none = !in->req_valid && !in->readout_valid && !in->cmd_turn;
    bool fresh = in->cand_new && in->cand_cached && !in->cand_store && !in->cand_flush;
    bool load = in->req_valid && !in->req_store && !in->req_cached;
    bool full = booked_out(out->regport_booked, false), last = booked_of_shared(out) == SHARED_CYCLES - HIT_CYCLE;
    bool upkeep = out->pass_inval || out->pass_flush;
    bool miss = out->pass_cached && !out->pass_store && !upkeep && !bare_s1 && !out->pass_fail && !in->look_hit;
    saw(d, NEW_CACHED, out->sel_new && fresh);
    saw(d, CACHED_BOOKED_OUT, fresh && hlat && none);
    saw(d, CACHED_PASSES_LOAD, in->req_cached && books && lat && !hlat);
    saw(d, LOAD_PASSES_CACHED, load && hlat);
    saw(d, LOAD_BETWEEN, load && lat && hlat);
    saw(d, LOAD_LAST, load && last);
    saw(d, LOAD_BEHIND_HIT, ARB_NEXT_TO_HIT && load && last && in->look_hit && !bare_s1);
    saw(d, LOAD_BEHIND_MISS, ARB_NEXT_TO_HIT && load && last && miss);
    saw(d, CANCELLED, miss);
    saw(d, CANCELLED_AND_BOOKED, miss && in->req_cached && books);
    saw(d, REMAINDER_WAITS, full && none && in->cand_remainder_load && ((in->cand_woken && !in->cand_woken_flush) || fresh));
    saw(d, HITS_RUNNING, in->look_hit && in->req_cached && books);
    saw(d, LOAD_BEHIND_FAILED, out->pass_replay && out->pass_fail && load);
    saw(d, LOAD_BEHIND_BARE, bare_s1 && load);
    saw(d, BARE_OTHERS_BOOKED, bare_s1 && out->regport_booked >> (UL1_HLAT - 1) & 1);
}

// Stores to cached spaces, and dirty lines.
static void count_written(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    bool fresh = in->cand_new && in->cand_cached && in->cand_store, enters = out->sel_new && fresh;
    bool in_s1 = out->pass_cached && out->pass_store, load = in->req_valid && !in->req_store && !in->req_cached;
    bool remainder = in->cand_remainder_load || in->cand_remainder_store;
    bool upkeep = out->pass_inval || out->pass_flush;
    saw(d, TURN, in->cmd_turn);
    saw(d, TURN_FIRST, in->cmd_turn && in->cand_replay && remainder && in->cand_woken && in->cand_new);
    saw(d, TURN_BEHIND_HIT, in->cmd_turn && in->look_hit && !bare_in_stage1(out));
    saw(d, INVAL, in->req_valid && in->req_inval);
    saw(d, FLUSH, in->req_valid && in->req_flush);
    bool lacks = in->cand_woken && in->cand_woken_flush && !in->room_cached, hlat = out->regport_booked >> UL1_HLAT & 1;
    bool nobody = !in->req_valid && !in->readout_valid && !in->cmd_turn;
    saw(d, FLUSH_BOOKED, in->req_valid && in->req_flush && hlat);
    saw(d, FLUSH_NO_ROOM, lacks && nobody);
    saw(d, UPKEEP_OTHERS_BOOKED, upkeep && out->regport_booked >> (UL1_HLAT - 1) & 1);
    saw(d, LOAD_BEHIND_UPKEEP, upkeep && load);
    saw(d, READOUT, in->readout_valid);
    saw(d, READOUT_FIRST, in->readout_valid && (in->cand_replay || remainder || in->cand_woken || in->cand_new));
    saw(d, READOUT_TWICE, in->readout_valid && out->pass_readout);
    saw(d, READOUT_BEHIND_HIT, in->readout_valid && in->look_hit && !bare_in_stage1(out));
    saw(d, CACHED_STORE, enters);
    saw(d, CACHED_STORE_NO_ROOM, fresh && !in->room_cached && !in->req_valid && !in->readout_valid && !in->cmd_turn);
    saw(d, CACHED_STORE_END, enters && in->req_end);
    bool kept = in->cand_new && in->cand_cached && (in->cand_store || in->cand_flush) && in->room_cached && nobody;
    saw(d, OWED_REPLAY, kept && in->cand_replay);
    saw(d, OWED_LOAD, kept && in->cand_remainder_load);
    saw(d, CACHED_STORE_GOES_ON, enters && !in->req_end);
    saw(d, CACHED_STORE_TO_INSTR, enters && !in->req_end && in->cfg_home == UL1_HOME_INSTR);
    saw(d, CACHED_STORE_PASSES_LOAD, enters && in->cand_remainder_load);
    saw(d, CACHED_STORE_OTHERS_BOOKED, in_s1 && out->regport_booked >> (UL1_HLAT - 1) & 1);
    saw(d, LOAD_BEHIND_STORE, in_s1 && load);
}

static void count_split(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    saw(d, LAST_PASS, !in->req_cached && !in->split_more);
    saw(d, LEFT_TO_LSU, in->split_more && in->cfg_home == UL1_HOME_LSU);
    saw(d, LEFT_TO_INSTR, in->split_more && in->cfg_home == UL1_HOME_INSTR);
    saw(d, BACK_TO_BACK, out->pass_valid);
}

void arb_count(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    if (in->rst) {
        saw(d, RESET_BUSY, !d->calm && out->pass_valid);
        saw(d, RESET_READOUT, !d->calm && out->pass_readout);
        return;
    }
    count_choice(d, in, out);
    count_filled(d, in, out);
    count_cached(d, in, out);
    count_written(d, in, out);
    if (in->req_valid)
        count_split(d, in, out);
}
