// A rotation: the next of some behind the last, as a set, and what is known behind a move.
#include "lanes.c"

#include "equal/behind.h"
#include "equal/relate.h"

void compare(void)
{
    const uint64_t some = held("some", 0, 0);
    const unsigned was = (unsigned)any(UL1_PT_W), last = (unsigned)any(UL1_PT_W);
    never(was >= UL1_PT || last >= UL1_PT || held("last", 0, 0) != one(last));
    never(held("behind", 0, 0) != behind(was));
    never((unsigned)held("rst", 0, 0));
    same("next", 0, 0, some ? one(next_in(some, was)) : 0, 1);
    becomes("behind", 0, 0, behind(held("moves", 0, 0) ? last : was), 1);
}
