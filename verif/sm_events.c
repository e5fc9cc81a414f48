#include "sm_events.h"

static const char *const names[EV_COUNT] = {
    [EV_LOADS] = "loads 8 bit", "loads 16 bit", "loads 32 bit", "loads 64 bit", "loads 128 bit",
    [EV_STORES] = "stores 8 bit", "stores 16 bit", "stores 32 bit", "stores 64 bit", "stores 128 bit",
    [EV_DEGREES] = "conflict degree 1", "conflict degree 2", "conflict degree 3-4", "conflict degree 5-8",
#if LANES >= 16
    "conflict degree 9-16",
#endif
#if LANES >= 32
    "conflict degree 17-32",
#endif
    [EV_REPLAYS] = "replay depth 1", "replay depth 2", "replay depth 3", "replay depth 4", "replay depth 5",
    "replay depth 6", "replay depth 7", "replay depth 8",
    [EV_RIDING_LOADS] = "loads riding along", [EV_RIDING_STORES] = "stores riding along",
    [EV_REPLAYED] = "replays", [EV_THROTTLED] = "throttled", [EV_TABLE_FULL] = "pending table full",
    [EV_RETURNED] = "remainders returned", [EV_AGAIN] = "remainders presented again", [EV_NULL] = "empty masks",
    [EV_ERRORS] = "errors misaligned", "errors range", "errors space",
    [EV_WDB_FULL] = "write data buffer full", [EV_FORWARDED] = "loads served from it",
    [EV_INTAKE_LAST] = "intake down to its last beat", [EV_DATA_LATE] = "store data late",
    [EV_BOOKED] = "write-back slot booked away", [EV_FILL] = "fills", [EV_FILL_FIRST] = "stores waiting behind a fill",
    [EV_RESET] = "resets",
    [EV_SPLITS] = "split s48", "split s32", "split s16", "split reserved code",
    [EV_HOMES] = "home lsu", "home instr",
    [EV_ADDRESS_READS] = "address reads", [EV_DATA_READS] = "store data reads", [EV_STALLS] = "stalls",
};
_Static_assert(UL1_RB == 8, "a name for each depth");

static inline void count(struct sm_events *e, unsigned which, uint64_t n)
{
    e->event[which].count += n;
}

void sm_events_init(struct sm_events *e)
{
    for (unsigned i = 0; i < EV_COUNT; i++)
        e->event[i].name = names[i];
}

void sm_events_part(struct sm_events *e, const struct sm_settings *set)
{
    count(e, EV_SPLITS + set->split, 1);
    count(e, EV_HOMES + set->home, 1);
}

void sm_events_reset(struct sm_events *e)
{
    count(e, EV_RESET, 1);
    e->depth = 0;
    for (unsigned i = 0; i < SM_ENTRIES; i++)
        for (unsigned k = 0; k < 4; k++)
            e->passes[i][k] = 0;
}

void sm_events_taken(struct sm_events *e, const struct sm_instr *i)
{
    count(e, (i->store ? EV_STORES : EV_LOADS) + (i->width < 4 ? i->width : 4u), 1);
}

void sm_events_retired(struct sm_events *e, const struct sm_instr *i)
{
    if (i->err)
        count(e, EV_ERRORS + i->err - 1u, 1);
    else
        count(e, EV_NULL, i->mask == 0);
}

// 1, 2, 3-4, 5-8, ... are classes 0, 1, 2, 3, ...
static unsigned degree_class(unsigned passes)
{
    unsigned c = 0;
    while (passes > 1u << c)
        c++;
    return c < SM_DEGREES ? c : SM_DEGREES - 1;
}

static void count_pass(struct sm_events *e, const struct ul1_l1_out *out)
{
    uint8_t *passes = &e->passes[out->lsu.req_id % SM_ENTRIES][out->lsu.req_sub % 4];
    ++*passes;
    if (!out->arb.acc_more) {
        count(e, EV_DEGREES + degree_class(*passes), 1);
        *passes = 0;
    }
    count(e, EV_REPLAYED, !out->arb.sel_new);
}

// The replay buffer is not seen, but what enters and leaves it is.
static void follow_depth(struct sm_events *e, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    bool stays = out->arb.acc_more && in->cfg_home == UL1_HOME_LSU;
    if (out->lsu.req_valid && out->arb.sel_new && stays)
        e->depth++;
    if (out->lsu.req_valid && !out->arb.sel_new && !stays)
        e->depth--;
    if (in->in_valid && in->in_again && out->lsu.again_ready)
        e->depth++;
    if (e->depth > 0 && e->depth <= UL1_RB)
        count(e, EV_REPLAYS + e->depth - 1, 1);
}

// Stage 1: fewer banks than slots, so some share a word.
static void count_riding(struct sm_events *e, const struct ul1_l1_out *out)
{
    if (__builtin_popcount(out->arb.pass_mask) > __builtin_popcount(out->axbar.bank_en))
        count(e, out->arb.pass_store ? EV_RIDING_STORES : EV_RIDING_LOADS, 1);
}

static void count_waits(struct sm_events *e, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    bool refused = in->in_valid && !in->in_again && !out->lsu.in_ready;
    bool brim = e->depth >= UL1_RB - 1;
    count(e, EV_THROTTLED, refused && brim);
    count(e, EV_TABLE_FULL, refused && !brim);
    count(e, EV_WDB_FULL, !out->wdb.wdb_room);
    count(e, EV_INTAKE_LAST, out->wdb.ink_any && !out->wdb.ink_two);
    count(e, EV_DATA_LATE, out->lsu.st_ready && !in->st_valid);
    bool load = out->lsu.cand_rl || (out->lsu.cand_new && !out->lsu.cand_store);
    count(e, EV_BOOKED, load && out->arb.rf_slots >> UL1_LAT & 1);
    count(e, EV_FILL_FIRST, out->wdb.w_valid && !out->data.w_ready);
}

static bool any_forwarded(const struct ul1_l1_out *out)
{
    unsigned bytes = 0;
    for (unsigned b = 0; b < LANES; b++)
        bytes |= out->wdb.fwd_be[b];
    return bytes != 0;
}

void sm_events_cycle(struct sm_events *e, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    count_waits(e, in, out); // with the depth as it was when this cycle's readies were decided
    if (out->lsu.req_valid)
        count_pass(e, out);
    follow_depth(e, in, out);
    if (out->arb.pass_valid)
        count_riding(e, out);
    count(e, EV_RETURNED, out->lsu.rpl_valid);
    count(e, EV_AGAIN, in->in_valid && in->in_again && out->lsu.again_ready);
    count(e, EV_FILL, in->fill_valid);
    count(e, EV_FORWARDED, any_forwarded(out));
}
