// Describes a cycle of points in time in words.
#ifndef LITMUS_EXPLAIN_H
#define LITMUS_EXPLAIN_H

#include "stimulus/litmus/points.h"

// Without edges: no source has the loaded value.
void explain_cycle(const struct points *, const struct order_edge *, unsigned edges, char text[AXIOMS_TEXT]);

#endif
