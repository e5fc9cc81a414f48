// Selects the signals of a view that GTKWave shows. Signals that change are shown by block, one group per
// interface. Constant signals are in closed groups.
#pragma once

#include <string>
#include <vector>

#include "checkers/lockstep/twin.h"
#include "waves/signal.h"

// The signals of twins of a configuration, one of which may be null. All their paths in the file begin with
// `prefix`.
struct Shown {
    const ul1_block *shape;
    const twin *expected, *actual;
    std::string prefix;
    const std::vector<Signal> &signals;
    bool told; // there is a story of them
};

// `differed`: the first cycle with a difference in any view.
void save_layout(SaveFile &, const Shown &, uint64_t differed);
