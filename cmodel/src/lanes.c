// The machine with one lane count, as one translation unit: compiled once for each count with -DLANES=n, so that every
// loop over lanes has a fixed length and everything but the table of blocks stays private.
#include <stddef.h>
#include <string.h>

#include "ul1.h"
#include "ul1_ports.h"

#include "lsu.c"
#include "arb.c"
#include "tag.c"
#include "axbar.c"
#include "data.c"
#include "dxbar.c"
#include "prt.c"
#include "mmu.c"
#include "fill.c"
#include "wdb.c"

#include "ul1_wiring.h"
#include "ul1_tables.h"

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

extern const struct ul1_block PASTE(ul1_blocks_, LANES)[];
extern const size_t PASTE(ul1_block_count_, LANES);

const struct ul1_block PASTE(ul1_blocks_, LANES)[] = { BLOCKS };
const size_t PASTE(ul1_block_count_, LANES) = COUNT(PASTE(ul1_blocks_, LANES));
