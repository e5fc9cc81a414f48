// A machine of blocks, or one of its blocks, in a wave file: writes its signals and the texts of its story,
// and its part of GTKWave's save file.
#pragma once

#include <cstdint>
#include <string>

#include "checkers/lockstep/twin.h"
#include "waves/signal.h"

class VerilatedContext;
class VerilatedFstC;

class View {
public:
    virtual ~View() = default;
    virtual void trace(VerilatedFstC *file) = 0;
    virtual void final() = 0;

    // Call in each cycle of a run with its samples, null for a twin that is absent. `dumps`: the cycle is
    // written to the file, in two halves.
    virtual void cycle(uint64_t n, const void *in, const void *expected, const void *actual, bool dumps) = 0;
    virtual void half(bool high) = 0;

    virtual void look_at(const Window &) = 0;      // from the next cycle on
    virtual bool eventful() const = 0;             // a signal was valid in this cycle
    virtual bool says(const char *text) const = 0; // a row of the story contains the text in this cycle
    virtual uint64_t differed() const = 0;         // first cycle in which the twins differed; NEVER
    virtual bool tells() const = 0;                // it has a story
    virtual bool rests() const = 0;                // the story has no event in the visible cycles
    virtual void save(SaveFile &, uint64_t differed) const = 0; // `differed`: over all views
};

// Makes a view of a block, or of a machine of blocks, in these twins, one of which may be null. `name` is the
// enclosing scope, or empty. `inside`: the twins expose internal signals, so a story is possible.
using make_view = View *(VerilatedContext *, const std::string &name, const ul1_block *shape, twin *expected,
                         twin *actual, bool inside);
