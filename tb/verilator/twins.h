// Which verilated modules there are.
#pragma once

#include "lockstep/twin.h"

// The verilated block of that shape, registers at random by the seed; null if there is none.
twin *twin_rtl(const ul1_block *shape, uint64_t seed);
