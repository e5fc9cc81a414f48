// The name of a table of blocks (struct ul1_block). The argument is the configuration's name with _ behind
// it, or empty for the default one. VARIANT is a copy for further processor instructions.
#ifndef TABLE_H
#define TABLE_H

#ifndef VARIANT
#define VARIANT
#endif
#define UL1_PASTE_(a, b, c, d)  a##b##c##d
#define UL1_PASTE(a, b, c, d)   UL1_PASTE_(a, b, c, d)
#define UL1_TABLE(config)       UL1_PASTE(ul1_blocks_, config, LANES, VARIANT)
#define UL1_TABLE_COUNT(config) UL1_PASTE(ul1_block_count_, config, LANES, VARIANT)

#endif
