#include "environment/sm/memcheck_shape.h"

#include "common/sizes.h"
#include "environment/sm/program.h"

struct memcheck_shape memcheck_shape_of(const struct ul1_sizes *s)
{
    struct memcheck_shape shape = { .rows = s->array_rows,
                                    .entries = s->constants || s->texture ? FLIGHTS : s->instrs,
                                    .warps = s->warps,
                                    .virtual_bits = s->va_w,
                                    .physical_bits = s->pa_w,
                                    .bank_words = s->bank_words,
                                    .one_word = !s->multicast,
                                    .lane_pairs = s->lane_pairs,
                                    .matrix = s->matrix,
                                    .constants = s->constants != 0,
                                    .textures = s->texture != 0,
                                    .groups = s->lane_groups,
                                    .sectors = s->sectors,
                                    .atomics = s->atomics,
                                    .locks = s->locks,
                                    .reduces = s->global_atomics,
                                    .answers = s->global_atomics > 1,
                                    .interleaves = s->local_interleave,
                                    .caches_behind = s->caches_behind };
    for (unsigned code = 0; code < 16; code++)
        shape.shared[code] = (uint16_t)carveout_rows(s, code);
    return shape;
}
