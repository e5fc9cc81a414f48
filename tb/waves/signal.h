// A signal in a wave file, and what is to be known of it when it is laid out for GTKWave.
#pragma once

#include <cstdint>
#include <vector>

#include "ul1.h"
#include "waves/save_file.h"

constexpr uint64_t NEVER = UINT64_MAX;

// Whether something happens in the cycles to look at, which may be known only when they have begun.
class Seen {
public:
    void look_at(const Window &w)
    {
        window = w;
        in_sight = last != UINT64_MAX && window.has(last);
    }
    void at(uint64_t n)
    {
        last = n;
        in_sight |= window.has(n);
    }
    bool was(uint64_t n) const { return last == n; }
    explicit operator bool() const { return in_sight; }

private:
    Window window{1, 0};
    uint64_t last = UINT64_MAX;
    bool in_sight = false;
};

// A mask of fields, in which all from the 63rd on are one.
inline uint64_t field_bit(size_t i) { return 1ull << (i < 63 ? i : 63); }

// A signal of the twins' shape, and where it stands in the rows of the view.
struct Signal {
    const ul1_port *port;
    size_t word;                                // its first
    bool input;                                 // the same for both twins
    uint64_t differed = 0;                      // in some cycle, bit by field: the twins do;
    uint64_t first_differed = NEVER;      // this is the first
    std::vector<uint64_t> before{};             // its fields in the cycle before
    std::vector<Seen> changes{}, means{};       // of each: does, something
    Seen on{};                                  // any is not 0 and means something
};
