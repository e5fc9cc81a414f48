#include "run/instr.h"

static bool is_beside(const struct machine_access *a)
{
    return a->op == UL1_OP_TEX || (UL1_CONSTANTS && a->op == UL1_OP_LOAD && a->space == UL1_SPACE_CONST);
}

static uint64_t tag_of(const struct machine_access *a)
{
    const bool cas = machine_atomic(a) && a->atom == UL1_ATOM_CAS;
    return (uint64_t)a->serial << TAG_W | (is_beside(a) ? TAG_BESIDE : 0) | (a->groups ? TAG_GROUP : 0)
        | (a->copy ? TAG_COPY : 0) | (cas ? TAG_CAS : 0) | (a->space == UL1_SPACE_SHARED ? TAG_SHARED : 0)
        | machine_words(a->width);
}

static void fill_lanes(const struct machine_access *a, unsigned lanes, struct ul1_sim_instr *i)
{
    const unsigned words = machine_data_words(a);
    for (unsigned lane = 0; lane < lanes; lane++) {
        for (unsigned w = 0; (a->mask >> lane & 1 || a->matrix) && w < words; w++)
            i->data[w][lane] = a->word[lane * words + w];
        if (!(a->mask >> lane & 1))
            continue;
        i->addr[lane] = a->addr[lane];
        if (a->copy)
            i->data[0][lane] = a->dest[lane];
    }
}

struct ul1_sim_instr instr_of(const struct machine_access *a, unsigned lanes)
{
    struct ul1_sim_instr i = { .tag = tag_of(a),
                               .op = a->op,
                               .space = a->space,
                               .width = a->width,
                               .hint = a->hint,
                               .atom = a->atom,
                               .returns = a->returns,
                               .matrix = a->matrix,
                               .level = a->level,
                               .sign = a->sign,
                               .interleave = a->interleave,
                               .warp = a->warp,
                               .reg = a->reg,
                               .mask = a->mask,
                               .bar = a->bar,
                               .barrier = a->barrier,
                               .expects = a->expects,
                               .waits = a->waits,
                               .pred = a->pred,
                               .copy = a->copy,
                               .group = (uint8_t)((a->groups && a->closes) * UL1_SIM_CLOSES
                                                  | (a->groups && a->waits) * UL1_SIM_WAITS),
                               .leaves = a->leaves,
                               .texture = { .base = a->texture.base,
                                            .pitch = a->texture.pitch,
                                            .columns = (uint16_t)a->texture.columns,
                                            .rows = (uint16_t)a->texture.rows,
                                            .format = a->texture.format,
                                            .layout = a->texture.layout,
                                            .border = a->texture.border,
                                            .filter = a->texture.filter } };
    fill_lanes(a, lanes, &i);
    return i;
}
