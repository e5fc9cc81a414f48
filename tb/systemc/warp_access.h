// An access of a warp as the extension of a TLM generic payload, with the codes of the pins (ul1_sizes.h).
// Fields of the payload itself:
// command      read for a load, write for a store, ignore for a fence, an inval or a flush
// data         word r of lane l (register `reg` + r) is number r * LANES + l, in the host's byte order.
//              Words per lane as the width says; no data if the command is ignore. A load keeps words
//              that it does not write.
// address      ignored, because the extension has the addresses
// The result is in the response status and in the extension: cycles of the clock, and failing lanes.
#pragma once

#include <tlm>

#include "ul1_ports.h"

namespace ul1 {

struct warp_access : tlm::tlm_extension<warp_access> {
    unsigned op = UL1_OP_LOAD, space = UL1_SPACE_SHARED, width = UL1_WIDTH_B32, hint = UL1_HINT_CA,
             level = UL1_LEVEL_CTA;
    bool extend_sign = false; // for a load of 8 or 16 bits
    bool interleave = false;  // the words of all lanes lie side by side; for local memory
    unsigned warp = 0, reg = 0;
    uint32_t mask = UINT32_MAX; // active lanes
    uint64_t addr[LANES] = {};  // byte address of each lane

    uint64_t taken = 0, retired = 0; // cycles of acceptance and retirement
    unsigned err = UL1_ERR_NONE, err_lane = 0;
    uint32_t err_mask = 0;
    uint64_t err_addr = 0;

    // Per lane
    unsigned words() const { return width == UL1_WIDTH_B128 ? 4 : width == UL1_WIDTH_B64 ? 2 : 1; }
    bool has_data() const { return op == UL1_OP_LOAD || op == UL1_OP_STORE; }

    tlm::tlm_extension_base *clone() const override { return new warp_access(*this); }
    void copy_from(const tlm::tlm_extension_base &other) override
    {
        *this = static_cast<const warp_access &>(other);
    }
};

} // namespace ul1
