// The pins of the instruction side: presents instructions and remainders, and supplies store data.
#ifndef SIDE_DRIVE_H
#define SIDE_DRIVE_H

#include "environment/sm/sm.h"

// Sets the pins of the instruction side.
void side_drive(struct sm *, const struct ul1_l1_out *, struct ul1_l1_in *);

#endif
