// One machine of blocks, or a block of it, in a wave file: how its signals and what its story says get into the file, and what
// GTKWave is to show of them.
#pragma once

#include <cstdint>
#include <string>

#include "lockstep/twin.h"
#include "waves/signal.h"

class VerilatedContext;
class VerilatedFstC;

class View {
public:
    virtual ~View() = default;
    virtual void trace(VerilatedFstC *file) = 0;
    virtual void final() = 0;

    // In each cycle of a run with its samples, a null for a twin that is not there; `dumps`: it is to get into the file, in two
    // halves.
    virtual void cycle(uint64_t n, const void *in, const void *expected, const void *actual, bool dumps) = 0;
    virtual void half(bool high) = 0;

    virtual void look_at(const Window &) = 0;   // from the next cycle on
    virtual bool eventful() const = 0;          // something was valid in this cycle
    virtual bool says(const char *text) const = 0; // a row of the story has it in it in this cycle
    virtual uint64_t differed() const = 0;      // the first cycle in which the twins did; NEVER
    virtual bool tells() const = 0;             // it has a story,
    virtual bool rests() const = 0;             // in which nothing happens in the cycles to look at
    virtual void save(SaveFile &, uint64_t differed) const = 0; // the same of all views
};

// With these twins, of which one may be null. `name` is that of the scope around its own; may be empty. `inside`: the twins show
// what is inside the machine, so that a story can be told.
using make_view = View *(VerilatedContext *, const std::string &name, twin *expected, twin *actual, bool inside);
