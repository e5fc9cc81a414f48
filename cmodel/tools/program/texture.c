#include "program/texture.h"

#include "program/names.h"

enum { TEXEL = 256 }; // units of a coordinate

static bool multiple(struct engine *e, const struct expr *x, int64_t value, int64_t of, const char *what)
{
    return value % of == 0
        || state_fault(e, x->at, "%s is a multiple of %d, this is %lld", what, (int)of, (long long)value);
}

// Columns or rows.
static bool fill_count(struct engine *e, const struct stmt *s, unsigned n, struct env *env, uint32_t *count)
{
    const int64_t most = INT64_C(1) << names_value("TEX_SIZE_W", e->tree->lanes);
    const bool wraps = s->texture.border == names_code_of("border", "wrap");
    int64_t value;
    if (!state_bounded(e, s->value[n], env, 1, most, n == 2 ? "a number of columns" : "a number of rows",
                       &value))
        return false;
    *count = (uint32_t)value;
    return !wraps || !(value & (value - 1))
        || state_fault(e, s->value[n]->at,
                       "what wraps has a power of two of columns and of rows, this is %lld",
                       (long long)value);
}

static bool fill_image(struct engine *e, const struct stmt *s, struct env *env, struct machine_texture *t)
{
    const int64_t unit = t->layout == names_code_of("layout", "blocked") ? 64 : 32,
                  most = unit * ((INT64_C(1) << names_value("TEX_PITCH_W", e->tree->lanes)) - 1),
                  grain = INT64_C(1) << names_value("TEX_GRAIN_W", e->tree->lanes);
    int64_t base, pitch;
    if (!state_bounded(e, s->value[0], env, 0, (INT64_C(1) << e->address_bits) - 1, "an address", &base)
        || !multiple(e, s->value[0], base, grain, "the address of a texture")
        || !state_bounded(e, s->value[1], env, 0, most, "a pitch", &pitch)
        || !multiple(e, s->value[1], pitch, unit, "this pitch"))
        return false;
    t->base = (uint64_t)base;
    t->pitch = (uint32_t)pitch;
    return fill_count(e, s, 2, env, &t->columns) && fill_count(e, s, 3, env, &t->rows);
}

bool texture_fill(struct engine *e, struct warp *w, const struct stmt *s, struct machine_access *a)
{
    struct env env = state_env(e, w, w->loop);
    struct steps columns = { 0 }, rows = { 0 };
    const int64_t unit = s->texture.filter == names_code_of("filter", "point") ? TEXEL : 1,
                  most = (INT64_C(1) << (names_value("TEX_COORD_W", e->tree->lanes) - 1)) / unit;
    if (!names_value("TEXTURE", e->tree->lanes))
        return state_fault(e, s->at, "the machine has no textures (size TEXTURE)");
    a->texture = s->texture;
    a->width = (uint8_t)names_code_of("width", s->words == 4 ? "b128" : s->words == 2 ? "b64" : "b32");
    if (!fill_image(e, s, &env, &a->texture))
        return false;
    for (uint64_t left = a->mask; left; left &= left - 1) {
        int64_t u, v;
        env.lane = (unsigned)__builtin_ctzll(left);
        if (!state_in_lane(e, s->addr, &env, &columns, &u)
            || !state_within(e, s->addr, u, -most, most - 1, "a coordinate")
            || !state_in_lane(e, s->step, &env, &rows, &v)
            || !state_within(e, s->step, v, -most, most - 1, "a coordinate"))
            return false;
        a->addr[env.lane] = (uint64_t)(uint32_t)(v * unit) << 32 | (uint32_t)(u * unit);
    }
    return true;
}
