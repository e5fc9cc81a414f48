// A rotation: the next member behind the last one, as a set, and the registers after a move.
#include "lanes.c"

#include "behind.h"
#include "relate.h"

void compare(void)
{
    const uint64_t some = held("some", 0, 0);
    const unsigned was = (unsigned)any(UL1_INSTR_W), moves = (unsigned)held("moves", 0, 0);
    never(was >= UL1_INSTRS || held("behind_q", 0, 0) != behind(was));
    // each module with a rotation asserts it
    never((unsigned)held("rst", 0, 0) || (moves && !some));
    const unsigned next = some ? next_in(some, was) : was;
    same("next", 0, 0, some ? one(next) : 0, 1);
    becomes("behind_q", 0, 0, behind(moves ? next : was), 1);
}
