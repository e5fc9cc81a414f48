// Data crossbar: contract and random drive.
#include "drive.h"

#include <string.h>

#include "lane_diff.h"

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

// Without a pass there are no slots. A cached pass is a load; and a shared load with slots right behind one that has some,
// which would be written back in the same cycle (HLAT is one more than LAT), was kept out.
static const char *check_pass(const struct ul1_dxbar_in *in, bool hit)
{
    if (!in->pass_valid && in->map_mask)
        return "map_mask: slots without a pass (pass_valid)";
    if (!in->pass_valid)
        return in->pass_cached ? "pass_cached: without a pass (pass_valid)" : NULL;
    if (in->pass_cached && in->pass_store)
        return "pass_cached: of a store";
    if (hit && !in->pass_store && !in->pass_cached && in->map_mask)
        return "map_mask: a shared load right behind a hit";
    return aligned(in) ? NULL : "map_byte: an active slot (map_mask) is not aligned to pass_width";
}

const char *dxbar_contract_check(struct dxbar_contract *c, const struct ul1_dxbar_in *in, const struct ul1_dxbar_out *out)
{
    (void)out;
    if (in->rst) {
        c->load = c->hit = 0;
        return NULL;
    }
    bool load = c->load, hit = c->hit;
    c->load = in->pass_valid && !in->pass_store;
    c->hit = in->pass_cached && in->map_mask;

    // Nothing is served but to a load in stage 2.
    if (!load && any8(in->fwd_be, LANES))
        return "fwd_be: bytes served without a load in stage 2";
    return check_pass(in, hit);
}

enum { LOAD_U8, LOAD_U16, LOAD_S8, LOAD_S16, LOAD_WORD, LOAD_WORD_SIGNED, NEGATIVE, STORE_8, STORE_16, STORE_WORD, TWO_ONE_BYTE,
    TWO_ONE_WORD, ALL_ONE_BYTE, SHARED_WORD, SERVED_WHOLE, SERVED_PART, SERVED_NOT, LOADS_RUNNING, STORE_AFTER_LOAD,
    LOAD_AFTER_STORE, HIT, MISS, HIT_AFTER_LOAD, HIT_AFTER_HIT, LOAD_AFTER_MISS, STORE_AFTER_HIT,
    RESET_LOAD, RESET_STORE, RESET_HELD, EVENTS };
static const char *const events[EVENTS] = { "load of 8 bits", "load of 16 bits", "signed load of 8 bits", "signed load of 16 bits",
    "load of words", "load of words, signed", "negative value extended", "store of 8 bits", "store of 16 bits", "store of words",
    "two slots store to one byte", "two slots store to different bytes of a word", "all slots store to one byte",
    "two slots load from one word", "a bank served in full", "a bank served in part", "load served nothing",
    "loads in two cycles running", "store behind a load", "load behind a store", "hit", "miss: a cached load without slots",
    "hit behind a shared load, both written back", "hit behind a hit", "shared load behind a miss", "store behind a hit",
    "reset with a load in stage 2", "reset with a store in stage 2", "reset with a hit in the stage after" };

struct dxbar_drive {
    struct drive d;
    struct dxbar_contract contract;
    unsigned pass, store, serve, cached, miss; // how often
    struct ul1_dxbar_in s2;             // the inputs of the cycle before: of the pass that is in stage 2 now
    bool s3_hit;                        // one of the cycle before that was a hit
};

static void dxbar_knobs(struct drive *d)
{
    struct dxbar_drive *x = (struct dxbar_drive *)d;
    x->pass = draw_knob(d);
    x->store = draw_knob(d);
    x->serve = draw_knob(d);
    x->cached = draw_knob(d);
    x->miss = draw_knob(d) / 2;
}

// Behind a hit there is no shared load.
static void draw_kind(struct dxbar_drive *x, struct ul1_dxbar_in *in)
{
    struct drive *d = &x->d;
    in->pass_store = happens(d, x->store);
    in->pass_cached = !in->pass_store && happens(d, x->cached);
    if (x->contract.hit && !in->pass_store && !in->pass_cached) {
        in->pass_cached = (uint8_t)rng_below(&d->rng, 2);
        in->pass_store = !in->pass_cached;
    }
    in->pass_width = (uint8_t)draw_width(d);
    in->map_mask = in->pass_cached && happens(d, x->miss) ? 0 : draw_mask(d);
}

static void drive_pass(struct dxbar_drive *x, struct ul1_dxbar_in *in)
{
    struct drive *d = &x->d;
    in->pass_valid = happens(d, x->pass);
    in->pass_cached = 0;
    in->map_mask = 0;
    if (!in->pass_valid)
        return;
    uint8_t bank[LANES];
    draw_banks(d, bank);
    draw_kind(x, in);
    unsigned one = rng_below(&d->rng, 2) ? 3 : rng_below(&d->rng, 4); // sometimes all at one byte of their word
    for (unsigned i = 0; i < LANES; i++)
        if (in->map_mask >> i & 1) {
            in->map_bank[i] = bank[i];
            in->map_byte[i] = (uint8_t)((one == 3 ? in->map_byte[i] : one) & ~width_align(in->pass_width) & 3);
        }
}

static void dxbar_drive(struct drive *d, const void *out, void *inputs)
{
    struct dxbar_drive *x = (struct dxbar_drive *)d;
    struct ul1_dxbar_in *in = inputs;
    (void)out;
    drive_pass(x, in);
    uint32_t served = x->contract.load && happens(d, x->serve) ? draw_mask(d) : 0;
    for (unsigned b = 0; b < LANES; b++)
        in->fwd_be[b] = (uint8_t)(served >> b & 1 ? draw_bytes(d) : 0);
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
    bool load = !p->pass_store, sign = p->pass_signed;
    saw(d, LOAD_U8, load && b8 && !sign);
    saw(d, LOAD_U16, load && b16 && !sign);
    saw(d, LOAD_S8, load && b8 && sign);
    saw(d, LOAD_S16, load && b16 && sign);
    saw(d, LOAD_WORD, load && word && !sign);
    saw(d, LOAD_WORD_SIGNED, load && word && sign);
    saw(d, STORE_8, !load && b8);
    saw(d, STORE_16, !load && b16);
    saw(d, STORE_WORD, !load && word);
    count_meetings(d, p);
}

static void count_served(struct drive *d, const struct ul1_dxbar_in *in)
{
    bool whole = false, part = false;
    for (unsigned b = 0; b < LANES; b++) {
        whole |= in->fwd_be[b] == 0xf;
        part |= in->fwd_be[b] != 0 && in->fwd_be[b] != 0xf;
    }
    saw(d, SERVED_WHOLE, whole);
    saw(d, SERVED_PART, part);
    saw(d, SERVED_NOT, !whole && !part);
}

// What follows what: p is in stage 1, q in stage 2.
static void count_order(struct drive *d, const struct ul1_dxbar_in *p, const struct ul1_dxbar_in *q)
{
    bool q_in = q->pass_valid && !q->rst, q_load = q_in && !q->pass_store, q_store = q_in && q->pass_store;
    bool load = p->pass_valid && !p->pass_store, shared = load && !p->pass_cached, hit = p->pass_cached && p->map_mask;
    bool q_hit = q_load && q->pass_cached && q->map_mask, q_miss = q_load && q->pass_cached && !q->map_mask;
    saw(d, LOADS_RUNNING, q_load && load);
    saw(d, STORE_AFTER_LOAD, q_load && p->pass_valid && p->pass_store);
    saw(d, LOAD_AFTER_STORE, q_store && load);
    saw(d, HIT, hit);
    saw(d, MISS, p->pass_cached && !p->map_mask);
    saw(d, HIT_AFTER_LOAD, q_load && !q->pass_cached && hit);
    saw(d, HIT_AFTER_HIT, q_hit && hit);
    saw(d, LOAD_AFTER_MISS, q_miss && shared);
    saw(d, STORE_AFTER_HIT, q_hit && p->pass_valid && p->pass_store);
}

static void dxbar_count(struct drive *d, const void *inputs, const void *outputs)
{
    struct dxbar_drive *x = (struct dxbar_drive *)d;
    const struct ul1_dxbar_in *in = inputs;
    const struct ul1_dxbar_out *out = outputs;
    bool s2 = x->s2.pass_valid && !x->s2.rst, load = s2 && !x->s2.pass_store, store = s2 && x->s2.pass_store;
    saw(d, RESET_LOAD, in->rst && load);
    saw(d, RESET_STORE, in->rst && store);
    saw(d, RESET_HELD, in->rst && x->s3_hit);
    if (!in->rst) {
        if (in->pass_valid)
            count_pass(d, in);
        if (load)
            count_served(d, in);
        count_order(d, in, &x->s2);
        for (unsigned i = 0; i < LANES; i++)
            d->stimulus.events[NEGATIVE].count += out->wb_mask >> i & 1 && out->wb_data[i] >> 16 == 0xffff;
        d->stimulus.passes += in->pass_valid;
    }
    x->s3_hit = !in->rst && load && x->s2.pass_cached && x->s2.map_mask;
    x->s2 = *in;
}

struct stimulus *dxbar_drive_make(const struct test *test, uint64_t seed, uint64_t cycles)
{
    static const struct drive_kind kind = { "dxbar", sizeof(struct dxbar_drive), events, EVENTS, 200, dxbar_knobs, dxbar_drive, NULL,
        dxbar_check, dxbar_count };
    return drive_make(&kind, test, seed, cycles);
}
