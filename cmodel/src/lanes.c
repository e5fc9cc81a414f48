// The machine with one lane count, as one translation unit: compiled once for each count with -DLANES=n, so that every
// loop over lanes has a fixed length and everything but the table of blocks stays private.
#include <stddef.h>
#include <string.h>

#include "ul1.h"
#include "ul1_ports.h"

#include "l1/lsu/lsu.c"
#include "l1/arb.c"
#include "l1/tag/tag.c"
#include "l1/axbar.c"
#include "l1/data.c"
#include "l1/dxbar.c"
#include "l1/prt/prt.c"
#include "l1/mmu.c"
#include "l1/fill.c"
#include "l1/wdb/wdb.c"

#include "ul1_wiring.h"
#include "ul1_tables.h"

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

extern const struct ul1_block PASTE(ul1_blocks_, LANES)[];
extern const size_t PASTE(ul1_block_count_, LANES);

const struct ul1_block PASTE(ul1_blocks_, LANES)[] = { BLOCKS };
const size_t PASTE(ul1_block_count_, LANES) = COUNT(PASTE(ul1_blocks_, LANES));
