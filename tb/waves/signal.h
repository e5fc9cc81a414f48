// A signal in a wave file, with the data that its layout in GTKWave needs.
#pragma once

#include <cstdint>
#include <vector>

#include "ul1.h"
#include "waves/save_file.h"

constexpr uint64_t NEVER = UINT64_MAX;

// Whether an event occurs in the visible cycles. The range may become known only after these have begun.
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

// A mask of fields. Field 63 and all later ones share a bit.
inline uint64_t field_bit(size_t i) { return 1ull << (i < 63 ? i : 63); }

// A signal of the twins' configuration, and its position in the rows of the view.
struct Signal {
    const ul1_port *port;
    size_t word;                          // first word
    unsigned bits;                        // the widest field of any configuration, for the view
    bool input;                           // the same for both twins
    uint64_t differed = 0;                // fields that differed in some cycle, one bit each
    uint64_t first_differed = NEVER;      // first cycle with a difference
    std::vector<uint64_t> before{};       // fields in the previous cycle
    std::vector<Seen> changes{}, means{}; // of each field: it changes; it is valid
    Seen on{};                            // a field is nonzero and valid
};
