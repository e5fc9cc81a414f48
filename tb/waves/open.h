// Selects the interfaces that are open at first: those that belong to an event in the visible cycles.
#pragma once

struct Opens {
    const char *signal;    // is nonzero
    const char *groups[6]; // BLOCK.GROUP
};

constexpr Opens opens[] = {
    {"split_more", {"split.split", "axbar.bank"}}, // a bank conflict
    {"miss_open", {"tag.look", "prt.miss", "prt.prt", "mmu.mem", "fill.resp"}},
    {"miss_defer", {"tag.look", "prt.miss", "prt.prt", "lsu.defer"}},
    {"evict_valid", {"tag.evict", "tag.readout", "wdb.wdb", "mmu.mem"}},
    {"store_through", {"prt.store", "wdb.wdb", "mmu.mem"}},
    {"fence_valid", {"lsu.fence", "prt.accept", "fill.answer", "mmu.mem"}},
    {"remainder_valid", {"lsu.remainder", "lsu.in"}},
    {"cmd_valid", {"tag.cmd"}},
    {"cmd_state", {"tag.cmd"}},
};
