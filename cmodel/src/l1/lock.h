// Lock flags: each bank has some, and a word has one of its bank's by its row.
#ifndef UL1_LOCK_H
#define UL1_LOCK_H

#include "common/address.h"
#include "common/slots.h"

struct lock_state {
    bank_set taken[UL1_LOCK_ROWS]; // for each of a bank's flags: the banks in which it is taken
};

#endif
