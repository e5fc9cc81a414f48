// The texture instructions of random traffic, and their passes.
#ifndef TRAFFIC_TEXTURES_H
#define TRAFFIC_TEXTURES_H

#include "environment/sm/program.h"

// Makes so many of the loads samples of a small texture, which begins in the block with the first lane's
// address.
// None, if all warps meet or many lines are wanted under fetch. `traffic_textures` draws the percentage of a
// part.
unsigned traffic_textures(struct rng *);
void traffic_texture_draw(struct rng *, struct instr *, unsigned percent);

// The lines that each of its quads has texels in, in all.
unsigned traffic_texture_passes(const struct instr *);

#endif
