// The machine with one lane count, as one translation unit. It is compiled once for each count with
// -DLANES=n, so that every loop over lanes has a fixed length and all but the table of blocks is private. The
// library has a second copy, with -DVARIANT=_name, for further processor instructions.
#include <stddef.h>
#include <string.h>

#include "ul1.h"
#include "ul1_ports.h"

#include "l1/lsu/lsu.c"
#include "l1/arb.c"
#include "l1/split.c"
#include "l1/tag/tag.c"
#include "l1/axbar.c"
#include "l1/data.c"
#include "l1/dxbar.c"
#include "l1/prt/prt.c"
#include "l1/mmu.c"
#include "l1/fill.c"
#include "l1/wdb/wdb.c"
#include "l1/perf.c"

#include "cluster/share.c"

#ifndef VARIANT
#define VARIANT
#endif
#define PASTE_(a, b, c) a##b##c
#define PASTE(a, b, c)  PASTE_(a, b, c)
#define TABLE           PASTE(ul1_blocks_, LANES, VARIANT)
#define TABLE_COUNT     PASTE(ul1_block_count_, LANES, VARIANT)

extern const struct ul1_block TABLE[];
extern const size_t TABLE_COUNT;

#include "ul1_wires.h"
#include "ul1_wiring.h"
#include "ul1_tables.h"

const struct ul1_block TABLE[] = { BLOCKS };
const size_t TABLE_COUNT = COUNT(TABLE);
