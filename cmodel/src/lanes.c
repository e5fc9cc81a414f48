// The machine with one lane count, as one translation unit. It is compiled once for each count with
// -DLANES=n, so that every loop over lanes has a fixed length and all but the table of blocks is private. The
// library has a second copy, with -DVARIANT=_name, for further processor instructions. -DCONFIG=name_ is a
// configuration, with the generated files of its sizes.
#include <stddef.h>
#include <string.h>

#include "table.h"
#include "ul1.h"
#include "ul1_ports.h"

#ifndef CONFIG
#define CONFIG
#endif
#define TABLE       UL1_TABLE(CONFIG)
#define TABLE_COUNT UL1_TABLE_COUNT(CONFIG)

extern const struct ul1_block TABLE[];
extern const size_t TABLE_COUNT;

#include "ul1_sources.h"
#include "ul1_wires.h"
#include "ul1_wiring.h"
#include "ul1_tables.h"

const struct ul1_block TABLE[] = { BLOCKS };
const size_t TABLE_COUNT = COUNT(TABLE);
