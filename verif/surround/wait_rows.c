#include "surround/wait_rows.h"

#include "ul1_ports.h"

const char *wait_name(enum wait_row row)
{
#define ROW(name, text, bound) text,
    static const char *const names[] = { WAIT_ROWS(ROW) };
#undef ROW
    return names[row];
}

uint64_t wait_bound(enum wait_row row, const struct pace *pace, unsigned ahead)
{
    enum { PT = UL1_PT, PRT = UL1_PRT, MERGE = UL1_MERGE, WDB = UL1_WDB, RB = UL1_RB, SETS = UL1_SETS, WAYS = UL1_WAYS,
           HLAT = UL1_HLAT, WALKERS = UL1_WALKERS, FRONT = UL1_FRONT, FRESH = UL1_FRESH };
    const uint64_t L = pace->L, I = pace->I, M = pace->M, J = pace->J, H = pace->H, B = pace->B, Y = pace->Y, G = pace->G,
        U = pace->U, A = ahead;
#define WALKS(most) (H < (most) ? H : (most))
#define Q(name, is) const uint64_t name = is;
    WAIT_QUANTITIES(Q)
#undef Q
#define ROW(name, text, bound) bound,
    const uint64_t bounds[] = { WAIT_ROWS(ROW) };
#undef ROW
    return bounds[row];
}
