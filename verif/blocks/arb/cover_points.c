#include "blocks/arb/cover_points.h"

#include <string.h>

#include "blocks/arb/contract.h"
#include "common/busy.h"

const struct point_name arb_event_names[ARB_POINT_COUNT] = { ARB_POINTS(POINT_NAME) };

// Whether all these cycles of the register file's write port are reserved.
static bool all_reserved(const struct ul1_arb_out *out, unsigned from, unsigned to)
{
    return !memchr(&out->regport_reserved[from], 0, to - from + 1);
}

static void count_choice(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    const bool shared = in->req_valid && !in->req_cached;
    saw(d, SHARED_LOAD, shared && !in->req_store);
    saw(d, SHARED_STORE, shared && in->req_store);
    saw(d, NOTHING, in->cand_valid && !in->req_valid);
    saw(d, RESERVED_BY_BOTH, shared && !in->req_store && in->regport_reserve);
    saw(d, RESERVED_FULL, all_reserved(out, 0, UL1_AHEAD - 1));
}

static void count_filled(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    const bool reserved = reserved_out(out->regport_reserved, true),
               replay = in->req_valid && in->cand_replay;
    const bool fails = replay && in->cand_err != UL1_ERR_NONE, bare = replay && in->cand_bare;
    saw(d, FILLED, replay && !fails && !bare);
    saw(d, FAILED, fails && !bare);
    saw(d, FAILED_RESERVED, fails && !bare && reserved);
    saw(d, BARE, bare && !fails);
    saw(d, BARE_FAILED, bare && fails);
    saw(d, BARE_RESERVED, bare && !fails && reserved);
    saw(d, LAST_OF_ENTRY, out->pass_replay && out->pass_last);
    saw(d, DROPS, out->pass_replay && out->pass_drop);
}

// Whether a bare replay is in stage 1: only it has no slots.
static bool bare_in_stage1(const struct ul1_arb_out *out)
{
    return out->pass_replay && !out->pass_mask;
}

// Both latencies, and a hit or miss in stage 1.
static void count_cached(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    bool bare_s1 = bare_in_stage1(out), lat = out->regport_reserved[UL1_LAT],
         hlat = out->regport_reserved[UL1_HLAT];
    bool reserves = !in->req_store && !in->req_inval && !in->req_flush && !arb_is_bare(in, out);
    bool load = in->req_valid && !in->req_store && !in->req_cached;
    bool last = !hlat && all_reserved(out, UL1_LAT, UL1_HLAT - 1);
    bool cmo = out->pass_inval || out->pass_flush;
    bool miss = out->pass_cached && !out->pass_store && !cmo && !bare_s1 && !out->pass_fail && !in->look_hit;
    saw(d, CACHED_LOAD, in->req_cached && reserves && !in->cand_replay);
    saw(d, CACHED_PASSES_LOAD, in->req_cached && reserves && lat && !hlat);
    saw(d, LOAD_PASSES_CACHED, load && hlat);
    saw(d, LOAD_BETWEEN, load && lat && hlat);
    saw(d, LOAD_LAST, load && last);
    saw(d, LOAD_BEHIND_HIT, ARB_NEXT_TO_HIT && load && last && in->look_hit && !bare_s1);
    saw(d, LOAD_BEHIND_MISS, ARB_NEXT_TO_HIT && load && last && miss);
    saw(d, CANCELLED, miss);
    saw(d, CANCELLED_AND_RESERVED, miss && in->req_cached && reserves);
    saw(d, HITS_RUNNING, in->look_hit && in->req_cached && reserves);
    saw(d, LOAD_BEHIND_FAILED, out->pass_replay && out->pass_fail && load);
    saw(d, LOAD_BEHIND_BARE, bare_s1 && load);
    saw(d, BARE_OTHERS_RESERVED, bare_s1 && out->regport_reserved[UL1_HLAT - 1]);
}

// Stores to cached spaces, and dirty lines.
static void count_written(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    bool enters = in->req_valid && in->req_cached && in->req_store;
    bool in_s1 = out->pass_cached && out->pass_store,
         load = in->req_valid && !in->req_store && !in->req_cached;
    bool cmo = out->pass_inval || out->pass_flush;
    saw(d, TURN, in->cmd_turn);
    saw(d, TURN_FIRST, in->cmd_turn && in->cand_valid);
    saw(d, TURN_BEHIND_HIT, in->cmd_turn && in->look_hit && !bare_in_stage1(out));
    saw(d, INVAL, in->req_valid && in->req_inval);
    saw(d, FLUSH, in->req_valid && in->req_flush);
    const bool hlat = reserved_out(out->regport_reserved, true);
    saw(d, FLUSH_RESERVED, in->req_valid && in->req_flush && hlat);
    saw(d, CMO_OTHERS_RESERVED, cmo && out->regport_reserved[UL1_HLAT - 1]);
    saw(d, LOAD_BEHIND_CMO, cmo && load);
    saw(d, READOUT, in->readout_valid);
    saw(d, READOUT_FIRST, in->readout_valid && in->cand_valid);
    saw(d, READOUT_TWICE, in->readout_valid && out->pass_readout);
    saw(d, READOUT_BEHIND_HIT, in->readout_valid && in->look_hit && !bare_in_stage1(out));
    saw(d, CACHED_STORE, enters);
    saw(d, CACHED_STORE_END, enters && in->req_end);
    saw(d, CACHED_STORE_GOES_ON, enters && !in->req_end);
    saw(d, CACHED_STORE_BEAT, enters && !in->req_end && !in->remainder_stays);
    saw(d, CACHED_STORE_OTHERS_RESERVED, in_s1 && out->regport_reserved[UL1_HLAT - 1]);
    saw(d, LOAD_BEHIND_STORE, in_s1 && load);
}

static void count_split(struct drive *d, const struct ul1_arb_in *in, const struct ul1_arb_out *out)
{
    saw(d, LAST_PASS, !in->req_cached && !in->split_more);
    saw(d, STAYS, in->split_more && in->remainder_stays);
    saw(d, LEAVES, in->split_more && !in->remainder_stays);
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
