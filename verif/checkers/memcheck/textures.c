#include "textures.h"

#include "values.h"

enum { QUAD = 4, VALUES = 1024, TRIES = 1 << 15 };

static void addresses(const struct memcheck *w, const struct checked_instr *i, unsigned lane,
                      uint64_t at[TEXEL_SLOTS])
{
    texels_addresses(&i->texels, i->u[lane], i->v[lane], w->shape.virtual_bits, at);
}

// ---- Turns ----

// Objects unless the word is the next of its quad: quads come in order, and the words of one in a row. Lanes
// that are left out must fail.
static bool right_turn(struct memcheck *w, const struct checked_instr *i, unsigned quad, unsigned ofs,
                       uint32_t lanes)
{
    const uint32_t active = quad < LANES / QUAD ? i->mask >> QUAD * quad & (bit(QUAD) - 1) : 0;
    if (!lanes || lanes & ~active)
        return memcheck_object(w, NOWHERE, "expected some of the active lanes 0x%x of quad %u, seen 0x%x",
                               active, quad, lanes);
    if (ofs ? ofs != i->word || quad + 1 != i->lead || lanes != i->given : i->word || quad < i->lead)
        return memcheck_object(
            w, NOWHERE,
            "expected word %u of quad %u, or word 0 of a later quad behind the last word, seen "
            "word %u of quad %u, lanes 0x%x",
            i->word, i->word ? i->lead - 1u : i->lead, ofs, quad, lanes);
    return true;
}

// ---- Sums ----

// The values that a component of a texel may have; of very many only the least and the most.
struct values {
    unsigned count;
    uint32_t least, most;
    uint16_t value[VALUES];
};

static void add(struct values *v, uint32_t value)
{
    v->least = !v->count || value < v->least ? value : v->least;
    v->most = !v->count || value > v->most ? value : v->most;
    if (v->count < VALUES)
        v->value[v->count] = (uint16_t)value;
    v->count++;
}

static void values_of(const struct memcheck *w, const struct checked_instr *i, uint64_t addr,
                      struct values *v)
{
    v->count = 0;
    for (unsigned low = 0; low < 256; low++) {
        if (!memcheck_may_be_at(w, i, addr, (uint8_t)low))
            continue;
        if (i->texels.bits == 8)
            add(v, low);
        for (unsigned high = 0; i->texels.bits == 16 && high < 256; high++)
            if (memcheck_may_be_at(w, i, addr + 1, (uint8_t)high))
                add(v, high << 8 | low);
    }
}

// Whether some choice of values gives the sum. If there are too many, the sum must lie between that of the
// least and that of the most.
static bool sums_to(const struct values v[TEXEL_SLOTS], int32_t x, int32_t y, uint32_t sum)
{
    uint32_t least[TEXEL_SLOTS], most[TEXEL_SLOTS], chosen[TEXEL_SLOTS];
    uint64_t tries = 1;
    for (unsigned k = 0; k < TEXEL_SLOTS; k++) {
        if (!v[k].count)
            return false;
        least[k] = v[k].least;
        most[k] = v[k].most;
        tries *= v[k].count <= VALUES ? v[k].count : TRIES + 1;
    }
    if (tries > TRIES)
        return texels_sum(x, y, least) <= sum && sum <= texels_sum(x, y, most);
    for (uint64_t n = 0; n < tries; n++) {
        uint64_t left = n;
        for (unsigned k = 0; k < TEXEL_SLOTS; k++) {
            chosen[k] = v[k].value[left % v[k].count];
            left /= v[k].count;
        }
        if (texels_sum(x, y, chosen) == sum)
            return true;
    }
    return false;
}

// Whether each component of the word is a sum of texels that the instruction may see.
static bool may_be(const struct memcheck *w, const struct checked_instr *i, unsigned lane,
                   const uint64_t at[TEXEL_SLOTS], uint32_t word)
{
    const unsigned bits = i->texels.bits;
    struct values v[TEXEL_SLOTS];
    if (word & ~i->cut)
        return false;
    for (unsigned low = 0; low < 8u * i->texels.bytes; low += bits) {
        for (unsigned k = 0; k < TEXEL_SLOTS; k++)
            values_of(w, i, at[k] + low / 8, &v[k]);
        if (!sums_to(v, i->u[lane], i->v[lane], word >> low & (bit(bits) - 1)))
            return false;
    }
    return true;
}

static bool right_sum(struct memcheck *w, const struct checked_instr *i, unsigned lane,
                      const uint64_t at[TEXEL_SLOTS], uint32_t word)
{
    uint32_t slot[TEXEL_SLOTS], newest = 0;
    bool there = true;
    for (unsigned k = 0; k < TEXEL_SLOTS; k++) {
        there = there && memcheck_newest_at(w, i, at[k], &slot[k]);
        slot[k] = there ? slot[k] >> 8 * (at[k] % WORD) : 0;
    }
    newest = texels_word(&i->texels, i->u[lane], i->v[lane], slot, 0);
    if ((there && newest == word) || may_be(w, i, lane, at, word))
        return true;
    return memcheck_object(
        w, lane,
        there ? "expected the sum 0x%08x of the newest texels, or one of older ones that are "
                "legal, seen 0x%08x"
              : "expected it to fail, or a sum of older texels (not 0x%08x), seen 0x%08x",
        newest, word);
}

// ---- Words and retirement ----

bool memcheck_texture_words(struct memcheck *w, struct checked_instr *i, unsigned warp, unsigned reg,
                            unsigned quad, unsigned ofs, uint32_t lanes, const uint32_t *word)
{
    if (!i->texture)
        return memcheck_object(w, NOWHERE, "expected no word of the texture unit for another instruction");
    if (warp != i->warp || reg != i->reg)
        return memcheck_object(w, NOWHERE, "expected warp %u, register %u, seen warp %u, register %u",
                               i->warp, i->reg, warp, reg);
    if (!right_turn(w, i, quad, ofs, lanes))
        return false;
    for_each_bit (n, lanes) {
        const unsigned lane = QUAD * quad + n;
        uint64_t at[TEXEL_SLOTS], places[LANES];
        uint32_t data[LANES];
        addresses(w, i, lane, at);
        for (unsigned other = 0; other < LANES; other++)
            places[other] = at[texels_sums(&i->texels) ? 0 : ofs], data[other] = word[n];
        if (texels_sums(&i->texels) ? !right_sum(w, i, lane, at, word[n])
                                    : !memcheck_right_values(w, i, places, bit(lane), data))
            return false;
        w->counts.values++;
    }
    i->given = lanes;
    i->lead = (uint8_t)(quad + 1);
    i->word = (uint8_t)((ofs + 1) % i->words);
    i->written |= i->word ? 0 : lanes << QUAD * quad;
    return true;
}

// The errors with which a lane may fail, at any of its slots or at this address alone.
static uint32_t errors_of(const struct memcheck *w, const struct checked_instr *i, unsigned lane,
                          const uint64_t *addr)
{
    uint64_t at[TEXEL_SLOTS];
    uint32_t errors = 0;
    addresses(w, i, lane, at);
    for (unsigned k = 0; k < texels_slots(&i->texels); k++)
        if (!addr || at[k] == *addr)
            errors |= memcheck_errors_at(w, i, at[k]);
    return errors;
}

bool memcheck_texture_done(struct memcheck *w, const struct checked_instr *i, unsigned err, unsigned lane,
                           uint32_t mask, uint64_t addr)
{
    const uint32_t unwritten = i->mask & ~i->written;
    if (!unwritten != !err)
        return memcheck_object(w, NOWHERE, "expected %s, as lanes 0x%x have no words, seen %s",
                               unwritten ? "an error" : "no error", unwritten, memcheck_error_name(err));
    if (!unwritten)
        return true;
    for_each_bit (n, unwritten)
        if (!errors_of(w, i, n, NULL))
            return memcheck_object(w, n,
                                   "expected words, as no legal mapping lets a texel fail, seen %s of lanes "
                                   "0x%x",
                                   memcheck_error_name(err), mask);
    if (mask != unwritten || lane != lowest(unwritten))
        return memcheck_object(
            w, NOWHERE,
            "expected failing lane %u of lanes 0x%x, those without words, seen lane %u of lanes "
            "0x%x",
            lowest(unwritten), unwritten, lane, mask);
    if (!(errors_of(w, i, lane, &addr) & bit(err)))
        return memcheck_object(w, lane, "expected the address of a texel that may fail with %s, seen 0x%llx",
                               memcheck_error_name(err), (unsigned long long)addr);
    w->counts.failed += (unsigned)__builtin_popcount(unwritten);
    return true;
}
