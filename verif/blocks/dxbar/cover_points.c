#include "blocks/dxbar/cover_points.h"

#include "blocks/dxbar/contract.h"

const struct point_name dxbar_event_names[DXBAR_POINT_COUNT] = { DXBAR_POINTS(POINT_NAME) };

// How the slots of a pass coincide: bytes of a bank taken by one slot, and by several; banks with several
// slots.
static void count_meetings(struct drive *d, const struct ul1_dxbar_in *in)
{
    uint8_t bytes[UL1_BANKS] = { 0 };
    bool byte = false, word = false;
    unsigned slots = 0, banks = 0, access = (1u << (dxbar_align_bits(in->pass_width) + 1)) - 1;
    for (unsigned i = 0; i < LANES; i++) {
        if (!(in->map_mask >> i & 1))
            continue;
        uint8_t *taken = &bytes[in->map_bank[i]];
        unsigned own = access << in->map_byte[i];
        byte |= *taken & own;
        word |= *taken && !(*taken & own);
        slots++;
        banks += *taken == 0;
        *taken |= (uint8_t)own;
    }
    bool one_byte = slots == LANES && banks == 1 && __builtin_popcount(bytes[in->map_bank[0]]) == 1;
    saw(d, TWO_ONE_BYTE, in->pass_store && byte);
    saw(d, TWO_ONE_WORD, in->pass_store && word);
    saw(d, ALL_ONE_BYTE, in->pass_store && one_byte);
    saw(d, SHARED_WORD, !in->pass_store && slots > banks);
}

static void count_pass(struct drive *d, const struct ul1_dxbar_in *in)
{
    bool b8 = in->pass_width == UL1_WIDTH_B8, b16 = in->pass_width == UL1_WIDTH_B16, word = !b8 && !b16;
    bool load = !in->pass_store && !in->pass_readout, sign = in->pass_signed;
    saw(d, DIRTY_LINE, in->pass_readout);
    saw(d, LOAD_U8, load && b8 && !sign);
    saw(d, LOAD_U16, load && b16 && !sign);
    saw(d, LOAD_S8, load && b8 && sign);
    saw(d, LOAD_S16, load && b16 && sign);
    saw(d, LOAD_WORD, load && word && !sign);
    saw(d, LOAD_WORD_SIGNED, load && word && sign);
    saw(d, STORE_8, in->pass_store && b8);
    saw(d, STORE_16, in->pass_store && b16);
    saw(d, STORE_WORD, in->pass_store && word);
    count_meetings(d, in);
}

static struct dxbar_pass pass_of(const struct ul1_dxbar_in *in)
{
    bool pass = in->pass_valid && !in->rst, load = pass && !in->pass_store && !in->pass_readout;
    return (struct dxbar_pass){
        .load = load && in->map_mask,
        .miss = load && !in->map_mask,
        .store = pass && in->pass_store,
        .dirty = pass && in->pass_readout,
        .due = in->pass_due,
    };
}

static bool is_load(struct dxbar_pass p)
{
    return p.load || p.miss;
}

// Sequences: the pass in stage 1 after the one in stage 2.
static void count_order(struct drive *d, struct dxbar_pass s1, struct dxbar_pass s2)
{
    saw(d, LOADS_RUNNING, is_load(s2) && is_load(s1));
    saw(d, STORE_AFTER_LOAD, is_load(s2) && s1.store);
    saw(d, LOAD_AFTER_STORE, s2.store && is_load(s1));
    saw(d, MISS, s1.miss);
    saw(d, LOAD_AFTER_MISS, s2.miss && s1.load);
    saw(d, DIRTY_AFTER_LOAD, s2.load && s1.dirty);
    saw(d, LOAD_AFTER_DIRTY, s2.dirty && s1.load);
    saw(d, STORE_AFTER_DIRTY, s2.dirty && s1.store);
}

// The stage in which the load in stage 1 is due, beside waiting words and those of the previous load.
static void count_due(struct drive *d, struct dxbar_pass s1, const struct dxbar_past *past)
{
    struct dxbar_pass s2 = past->stage2;
    bool free_before = false;
    for (unsigned stage = UL1_LAT; stage < s1.due; stage++)
        free_before |= !stages_has(&past->waiting, stage - 1);
    saw(d, DUE_FIRST, s1.load && s1.due == UL1_LAT);
    saw(d, DUE_BETWEEN, s1.load && s1.due > UL1_LAT && s1.due < UL1_HLAT);
    saw(d, DUE_LAST, s1.load && s1.due == UL1_HLAT);
    saw(d, DUE_LATE, s1.load && free_before);
    saw(d, OVERTAKES, s1.load && s2.load && s1.due + 1 < s2.due);
    saw(d, CLOSES_UP, s1.load && s2.load && s1.due == s2.due);
}

static void count_resets(struct drive *d, const struct dxbar_past *past)
{
    saw(d, RESET_LOAD, is_load(past->stage2));
    saw(d, RESET_STORE, past->stage2.store);
    saw(d, RESET_DIRTY, past->stage2.dirty);
    saw(d, RESET_HELD, stages_any(&past->waiting));
}

void dxbar_count(struct drive *d, struct dxbar_past *past, const struct ul1_dxbar_in *in,
                 const struct ul1_dxbar_out *out)
{
    struct dxbar_pass stage1 = pass_of(in);
    if (in->rst) {
        count_resets(d, past);
    } else {
        if (in->pass_valid)
            count_pass(d, in);
        count_order(d, stage1, past->stage2);
        count_due(d, stage1, past);
        for (unsigned i = 0; i < LANES; i++)
            saw(d, NEGATIVE, out->load_mask >> i & 1 && out->load_data[i] >> 16 == 0xffff);
    }
    stages_move(&past->waiting, stage1.load, stage1.due - 2u);
    if (in->rst)
        past->waiting = (struct stages){ 0 };
    past->stage2 = stage1;
}
