// The axioms whose conclusion has a premise: what holds once two moments are in one order.
#ifndef LITMUS_PREMISES_H
#define LITMUS_PREMISES_H

#include "stimulus/litmus/search.h"

// Lists those of the current sources and order of stores.
void premises_suppose(struct search *);

// Adds all consequences. Then returns two points without an order; null: there are none, or there is a cycle.
const uint8_t *premises_saturate(struct search *, struct order *);

#endif
