// The name of a table of blocks (struct ul1_block): that of a configuration, whose name and _ precede the
// number of lanes, or with an empty argument that of the default one. VARIANT is a copy for further processor
// instructions.
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
