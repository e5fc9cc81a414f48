// Address crossbar: takes the row that a pass wants from its slots to the banks. Combinational.
#ifndef UL1_AXBAR_H
#define UL1_AXBAR_H

#include "common/machine.h"

#endif
