// The offers of the instruction side: instructions, store data, and groups of copies.
#ifndef SM_SIDE_DRIVE_H
#define SM_SIDE_DRIVE_H

#include "environment/sm/sm.h"

// Sets the pins of the instruction side.
void side_drive(struct sm *, const struct ul1_l1_out *, struct ul1_l1_in *);

#endif
