#include "stimulus/trace/opcodes.h"

#include <stddef.h>
#include <string.h>

#include "ul1_sizes.h"

static const struct meaning meanings[] = {
    { "LDG", LOADS, UL1_SPACE_GLOBAL, 0, 0 },
    { "STG", STORES, UL1_SPACE_GLOBAL, 0, 0 },
    { "LDS", LOADS, UL1_SPACE_SHARED, 0, 0 },
    { "STS", STORES, UL1_SPACE_SHARED, 0, 0 },
    { "LDSLK", LOADS, UL1_SPACE_SHARED, 0, UL1_ATOM_LOCK },
    { "STSUL", STORES, UL1_SPACE_SHARED, 0, UL1_ATOM_UNLOCK },
    { "STSCUL", STORES, UL1_SPACE_SHARED, 0, UL1_ATOM_CUNLOCK },
    { "LDL", LOADS, UL1_SPACE_LOCAL, 0, 0 },
    { "STL", STORES, UL1_SPACE_LOCAL, 0, 0 },
    { "LD", LOADS, GENERIC, 0, 0 },
    { "ST", STORES, GENERIC, 0, 0 },
    { "LDSM", LOADS_MATRICES, UL1_SPACE_SHARED, 0, 0 },
    { "STSM", STORES_MATRICES, UL1_SPACE_SHARED, 0, 0 },
    { "LDGSTS", COPIES, GENERIC, 0, 0 },
    { "LDGDEPBAR", GROUPS, 0, 0, 0 },
    { "DEPBAR", WAITS, 0, 0, 0 },
    { "MEMBAR", FENCES, 0, 0, 0 },
    { "BAR", BARS, 0, 0, 0 },
    { "ATOM", ATOMICS, GENERIC, 0, 0 },
    { "ATOMG", ATOMICS, UL1_SPACE_GLOBAL, 0, 0 },
    { "ATOMS", ATOMICS, UL1_SPACE_SHARED, 0, 0 },
    { "RED", REDUCES, GENERIC, 0, 0 },
    { "REDG", REDUCES, UL1_SPACE_GLOBAL, 0, 0 },
    { "REDS", SKIP, 0, TRACED_ATOMICS, 0 },
    { "LDC", LOADS_CONSTANTS, UL1_SPACE_CONST, TRACED_CONSTANTS, 0 },
    { "ULDC", LOADS_CONSTANTS, UL1_SPACE_CONST, TRACED_CONSTANTS, 0 },
    { "LDCU", LOADS_CONSTANTS, UL1_SPACE_CONST, TRACED_CONSTANTS, 0 },
    { "LDU", LOADS_CONSTANTS, UL1_SPACE_GLOBAL, TRACED_CONSTANTS, 0 },
    { "TEX", SKIP, 0, TRACED_TEXTURES, 0 },
    { "TLD", SKIP, 0, TRACED_TEXTURES, 0 },
    { "TLD4", SKIP, 0, TRACED_TEXTURES, 0 },
    { "TMML", SKIP, 0, TRACED_TEXTURES, 0 },
    { "TXD", SKIP, 0, TRACED_TEXTURES, 0 },
    { "TXQ", SKIP, 0, TRACED_TEXTURES, 0 },
    { "SULD", SKIP, 0, TRACED_TEXTURES, 0 },
    { "SUST", SKIP, 0, TRACED_TEXTURES, 0 },
    { "SUATOM", SKIP, 0, TRACED_TEXTURES, 0 },
    { "SURED", SKIP, 0, TRACED_TEXTURES, 0 },
    { "SUQUERY", SKIP, 0, TRACED_TEXTURES, 0 },
    { "UBLKCP", SKIP, 0, TRACED_BULK, 0 },
    { "UBLKRED", SKIP, 0, TRACED_BULK, 0 },
    { "UBLKPF", SKIP, 0, TRACED_BULK, 0 },
    { "UTMALDG", SKIP, 0, TRACED_BULK, 0 },
    { "UTMASTG", SKIP, 0, TRACED_BULK, 0 },
    { "UTMAREDG", SKIP, 0, TRACED_BULK, 0 },
    { "UTMAPF", SKIP, 0, TRACED_BULK, 0 },
    { "CCTL", SKIP, 0, TRACED_CONTROLS, 0 },
    { "CCTLL", SKIP, 0, TRACED_CONTROLS, 0 },
    { "CCTLT", SKIP, 0, TRACED_CONTROLS, 0 },
};

const struct meaning *opcode_meaning(const char *opcode)
{
    const size_t n = strcspn(opcode, ".");
    for (size_t k = 0; k < sizeof meanings / sizeof *meanings; k++)
        if (n == strlen(meanings[k].opcode) && !memcmp(opcode, meanings[k].opcode, n))
            return &meanings[k];
    return NULL;
}
