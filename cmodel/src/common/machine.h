// The old names, for blocks that have not moved to the headers beside this one.
#ifndef UL1_MACHINE_H
#define UL1_MACHINE_H

#include <string.h>

#include "common/address.h"
#include "common/carveout.h"
#include "common/slots.h"

#define LINE_BITS IN_LINE_W
#define SECTOR_BANKS sector_banks(0)

static inline unsigned page_bits(unsigned page)
{
    return in_page_w(page);
}

static inline unsigned line_in_page(uint64_t line, uint64_t addr, unsigned page)
{
    return same_page(line, addr_line(addr), page);
}

#endif
