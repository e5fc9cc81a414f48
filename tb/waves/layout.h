// Which signals of a view GTKWave is to show, and how: those that move of each block, an interface a group; those at rest in groups
// that are closed.
#pragma once

#include <string>
#include <vector>

#include "lockstep/twin.h"
#include "waves/signal.h"

// The signals of twins of that shape, of which one may be null; `prefix` is what all of their paths in the file begin with.
struct Shown {
    const ul1_block *shape;
    const twin *expected, *actual;
    std::string prefix;
    const std::vector<Signal> &signals;
    bool told;                  // there is a story of them
};

// `differed`: the first cycle in which something did, in this view or in another.
void save_layout(SaveFile &, const Shown &, uint64_t differed);
