// Finds verilated modules.
#pragma once

#include "checkers/lockstep/twin.h"

// The verilated block of that configuration, its registers randomized by the seed. Returns null if there is
// none.
twin *twin_rtl(const ul1_block *shape, uint64_t seed);
