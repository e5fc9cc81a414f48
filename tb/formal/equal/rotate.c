// A rotation: the next member behind the last one, as a set, and the registers after a move.
#include "lanes.c"

#include "behind.h"
#include "relate.h"

void compare(void)
{
    const uint64_t candidates = held("candidates", 0, 0);
    const unsigned was = (unsigned)any(UL1_INSTR_W), moves = (unsigned)held("moves", 0, 0);
    never(was >= UL1_INSTRS || held("behind_q", 0, 0) != behind(was));
    // each module with a rotation asserts it
    never((unsigned)held("rst", 0, 0) || (moves && !candidates));
    const unsigned next = candidates ? next_in(candidates, was) : was;
    same("next", 0, 0, candidates ? one(next) : 0, 1);
    becomes("behind_q", 0, 0, behind(moves ? next : was), 1);
}
