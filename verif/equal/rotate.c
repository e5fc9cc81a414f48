// A rotation: the next of some behind the last, as a set, and what is known behind a move.
#include "lanes.c"

#include "equal/behind.h"
#include "equal/relate.h"

void compare(void)
{
    const uint64_t some = held("some", 0, 0);
    const unsigned was = (unsigned)any(UL1_PT_W), moves = (unsigned)held("moves", 0, 0);
    never(was >= UL1_PT || held("behind", 0, 0) != behind(was));
    never((unsigned)held("rst", 0, 0) || (moves && !some));             // each that has one asserts it
    const unsigned next = some ? next_in(some, was) : was;
    same("next", 0, 0, some ? one(next) : 0, 1);
    becomes("behind", 0, 0, behind(moves ? next : was), 1);
}
