// Data crossbar: contract and random drive.
#include "blocks/dxbar/contract.h"
#include "blocks/draw.h"
#include "blocks/drive.h"

#include <string.h>

#include "kit/lane_diff.h"

// An access lies within its word: of the slots active, the bits of map_byte below the width are zero.
static bool aligned(const struct ul1_dxbar_in *in)
{
    uint64_t bits = width_align(in->pass_width) * 0x0101010101010101ull, low = 0;
    for (unsigned i = 0; i < LANES; i += 8) {
        uint64_t bytes;
        memcpy(&bytes, in->map_byte + i, 8);
        low |= bytes & spread_bits(in->map_mask >> i);
    }
    return !(low & bits);
}

// Without a pass there are no slots. A shared load with slots right behind a cached one that has some, which would be written
// back in the same cycle (HLAT is one more than LAT), was kept out. A dirty line's pass is like a shared load, but nothing of
// it is written back.
static const char *check_pass(const struct ul1_dxbar_in *in, bool hit)
{
    if (!in->pass_valid && in->map_mask)
        return "map_mask: slots without a pass (pass_valid)";
    if (!in->pass_valid)
        return in->pass_cached | in->pass_readout ? "pass_cached, pass_readout: without a pass (pass_valid)" : NULL;
    if (in->pass_readout && (in->pass_store || in->pass_cached))
        return "pass_readout: of a store (pass_store) or of a cached access (pass_cached)";
    if (hit && !in->pass_store && !in->pass_cached && !in->pass_readout && in->map_mask)
        return "map_mask: a shared load right behind a hit";
    return aligned(in) ? NULL : "map_byte: an active slot (map_mask) is not aligned to pass_width";
}

const char *dxbar_contract_check(struct dxbar_contract *c, const struct ul1_dxbar_in *in, const struct ul1_dxbar_out *out)
{
    (void)out;
    if (in->rst) {
        c->hit = 0;
        return NULL;
    }
    bool hit = c->hit;
    c->hit = in->pass_cached && !in->pass_store && in->map_mask;

    return check_pass(in, hit);
}

enum { LOAD_U8, LOAD_U16, LOAD_S8, LOAD_S16, LOAD_WORD, LOAD_WORD_SIGNED, NEGATIVE, STORE_8, STORE_16, STORE_WORD,
    TWO_ONE_BYTE, TWO_ONE_WORD, ALL_ONE_BYTE, SHARED_WORD, LOADS_RUNNING,
    STORE_AFTER_LOAD, LOAD_AFTER_STORE, HIT, MISS, HIT_AFTER_LOAD, HIT_AFTER_HIT, LOAD_AFTER_MISS, STORE_AFTER_HIT,
    CACHED_STORE, DIRTY_LINE, DIRTY_AFTER_HIT, HIT_AFTER_DIRTY, LOAD_AFTER_DIRTY, STORE_AFTER_DIRTY,
    RESET_DIRTY, RESET_LOAD, RESET_STORE, RESET_HELD, EVENTS };
static const struct event_name events[EVENTS] = {
    { "load of 8 bits", true },
    { "load of 16 bits", true },
    { "signed load of 8 bits", true },
    { "signed load of 16 bits", true },
    { "load of words", true },
    { "load of words, signed", true },
    { "negative value extended", true },
    { "store of 8 bits", true },
    { "store of 16 bits", true },
    { "store of words", true },
    { "two slots store to one byte", true },
    { "two slots store to different bytes of a word", true },
    { "all slots store to one byte", true },
    { "two slots load from one word", true },
    { "loads in two cycles running", true },
    { "store behind a load", true },
    { "load behind a store", true },
    { "hit", true },
    { "miss: a cached load without slots", true },
    { "hit behind a shared load, both written back", true },
    { "hit behind a hit", true },
    { "shared load behind a miss", true },
    { "store behind a hit", true },
    { "cached store", true },
    { "dirty line read out", true },
    { "dirty line behind a hit", true },
    { "hit behind a dirty line", true },
    { "shared load behind a dirty line", true },
    { "store behind a dirty line", true },
    { "reset with a dirty line in stage 2", true },
    { "reset with a load in stage 2", true },
    { "reset with a store in stage 2", true },
    { "reset with a hit in the stage after", true },
};

struct dxbar_drive {
    struct drive d;
    struct dxbar_contract contract;
    unsigned pass, store, cached, miss, evict; // how often
    struct ul1_dxbar_in s2;             // the inputs of the cycle before: of the pass that is in stage 2 now
    bool s3_hit;                        // one of the cycle before that was a hit
};

static void dxbar_knobs(struct drive *d)
{
    struct dxbar_drive *x = (struct dxbar_drive *)d;
    x->pass = draw_knob(d);
    x->store = draw_knob(d);
    x->cached = draw_knob(d);
    x->miss = draw_knob(d) / 2;
    x->evict = draw_knob(d) / 3;
}

// Behind a hit there is no shared load. A dirty line's pass has all slots, and each its own bank.
static void draw_kind(struct dxbar_drive *x, struct ul1_dxbar_in *in)
{
    struct drive *d = &x->d;
    in->pass_readout = happens(d, x->evict);
    in->pass_store = !in->pass_readout && happens(d, x->store);
    in->pass_cached = !in->pass_readout && happens(d, x->cached);
    if (x->contract.hit && !in->pass_store && !in->pass_readout)
        in->pass_cached = 1;
    in->pass_width = (uint8_t)(in->pass_readout ? UL1_WIDTH_B32 : draw_width(d));
    in->map_mask = in->pass_cached && !in->pass_store && happens(d, x->miss) ? 0 : in->pass_readout ? ALL_LANES : draw_mask(d);
}

static void drive_pass(struct dxbar_drive *x, struct ul1_dxbar_in *in)
{
    struct drive *d = &x->d;
    in->pass_valid = happens(d, x->pass);
    in->pass_cached = in->pass_readout = 0;
    in->map_mask = 0;
    if (!in->pass_valid)
        return;
    uint8_t bank[LANES];
    draw_banks(d, bank);
    draw_kind(x, in);
    unsigned one = rng_below(&d->rng, 2) ? 3 : rng_below(&d->rng, 4); // sometimes all at one byte of their word
    for (unsigned i = 0; i < LANES; i++)
        if (in->map_mask >> i & 1) {
            in->map_bank[i] = in->pass_readout ? (uint8_t)i : bank[i];
            in->map_byte[i] = (uint8_t)((one == 3 ? in->map_byte[i] : one) & ~width_align(in->pass_width) & 3);
        }
}

static void dxbar_drive(struct drive *d, const void *out, void *inputs)
{
    struct dxbar_drive *x = (struct dxbar_drive *)d;
    struct ul1_dxbar_in *in = inputs;
    (void)out;
    drive_pass(x, in);
}

static const char *dxbar_check(struct drive *d, const void *in, const void *out)
{
    return dxbar_contract_check(&((struct dxbar_drive *)d)->contract, in, out);
}

// How the slots of a pass meet: bytes of a bank taken by one slot, and by several; banks that several slots are in.
static void count_meetings(struct drive *d, const struct ul1_dxbar_in *p)
{
    uint8_t bytes[LANES] = { 0 };
    bool byte = false, word = false;
    unsigned slots = 0, banks = 0;
    for (unsigned i = 0; i < LANES; i++) {
        if (!(p->map_mask >> i & 1))
            continue;
        uint8_t *at = &bytes[p->map_bank[i]];
        unsigned own = ((1u << (width_align(p->pass_width) + 1)) - 1) << p->map_byte[i];
        byte |= *at & own;
        word |= *at && !(*at & own);
        slots++;
        banks += *at == 0;
        *at |= (uint8_t)own;
    }
    bool one_byte = slots == LANES && banks == 1 && __builtin_popcount(bytes[p->map_bank[0]]) == 1;
    saw(d, TWO_ONE_BYTE, p->pass_store && byte);
    saw(d, TWO_ONE_WORD, p->pass_store && word);
    saw(d, ALL_ONE_BYTE, p->pass_store && one_byte);
    saw(d, SHARED_WORD, !p->pass_store && slots > banks);
}

static void count_pass(struct drive *d, const struct ul1_dxbar_in *p)
{
    bool b8 = p->pass_width == UL1_WIDTH_B8, b16 = p->pass_width == UL1_WIDTH_B16, word = !b8 && !b16;
    bool load = !p->pass_store && !p->pass_readout, sign = p->pass_signed;
    saw(d, DIRTY_LINE, p->pass_readout);
    saw(d, CACHED_STORE, p->pass_store && p->pass_cached);
    saw(d, LOAD_U8, load && b8 && !sign);
    saw(d, LOAD_U16, load && b16 && !sign);
    saw(d, LOAD_S8, load && b8 && sign);
    saw(d, LOAD_S16, load && b16 && sign);
    saw(d, LOAD_WORD, load && word && !sign);
    saw(d, LOAD_WORD_SIGNED, load && word && sign);
    saw(d, STORE_8, p->pass_store && b8);
    saw(d, STORE_16, p->pass_store && b16);
    saw(d, STORE_WORD, p->pass_store && word);
    count_meetings(d, p);
}

// What a pass is.
struct kind {
    bool shared, hit, miss, store, dirty; // a shared load; a cached one with slots, without; a store; a dirty line's
};

static struct kind kind_of(const struct ul1_dxbar_in *p)
{
    bool in = p->pass_valid && !p->rst, load = in && !p->pass_store && !p->pass_readout;
    return (struct kind){ .shared = load && !p->pass_cached, .hit = load && p->pass_cached && p->map_mask,
        .miss = load && p->pass_cached && !p->map_mask, .store = in && p->pass_store, .dirty = in && p->pass_readout };
}

// What follows what: p is in stage 1, q in stage 2.
static void count_order(struct drive *d, struct kind p, struct kind q)
{
    bool load = p.shared || p.hit || p.miss, q_load = q.shared || q.hit || q.miss;
    saw(d, LOADS_RUNNING, q_load && load);
    saw(d, STORE_AFTER_LOAD, q_load && p.store);
    saw(d, LOAD_AFTER_STORE, q.store && load);
    saw(d, HIT, p.hit);
    saw(d, MISS, p.miss);
    saw(d, HIT_AFTER_LOAD, q.shared && p.hit);
    saw(d, HIT_AFTER_HIT, q.hit && p.hit);
    saw(d, LOAD_AFTER_MISS, q.miss && p.shared);
    saw(d, STORE_AFTER_HIT, q.hit && p.store);
    saw(d, DIRTY_AFTER_HIT, q.hit && p.dirty);
    saw(d, HIT_AFTER_DIRTY, q.dirty && p.hit);
    saw(d, LOAD_AFTER_DIRTY, q.dirty && p.shared);
    saw(d, STORE_AFTER_DIRTY, q.dirty && p.store);
}

static void dxbar_count(struct drive *d, const void *inputs, const void *outputs)
{
    struct dxbar_drive *x = (struct dxbar_drive *)d;
    const struct ul1_dxbar_in *in = inputs;
    const struct ul1_dxbar_out *out = outputs;
    struct kind s2 = kind_of(&x->s2);
    bool load = s2.shared || s2.hit || s2.miss;
    saw(d, RESET_LOAD, in->rst && load);
    saw(d, RESET_STORE, in->rst && s2.store);
    saw(d, RESET_DIRTY, in->rst && s2.dirty);
    saw(d, RESET_HELD, in->rst && x->s3_hit);
    if (!in->rst) {
        if (in->pass_valid)
            count_pass(d, in);
        count_order(d, kind_of(in), s2);
        for (unsigned i = 0; i < LANES; i++)
            d->stimulus.events[NEGATIVE].count += out->load_mask >> i & 1 && out->load_data[i] >> 16 == 0xffff;
        d->stimulus.passes += in->pass_valid;
    }
    x->s3_hit = !in->rst && s2.hit;
    x->s2 = *in;
}

struct stimulus *dxbar_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "dxbar", sizeof(struct dxbar_drive), events, EVENTS, 120, dxbar_knobs, dxbar_drive,
        NULL, dxbar_check, dxbar_count };
    return drive_make(&kind, test, seed, cycles);
}
