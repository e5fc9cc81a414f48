// Prints the answer as text.
#ifndef EXPLAIN_TEXT_H
#define EXPLAIN_TEXT_H

#include "explain/measure.h"
#include "explain/pattern.h"
#include "explain/remedy.h"

// `worst` is the iteration that is shown: the first with the most passes. `fewest` passes is the minimum over
// all iterations.
void text_answer(const struct pattern *, const struct turn *worst, const struct measured *, unsigned fewest,
                 bool colour);

// Prints what would remove the conflict. The measuring machine tries each proposal.
void text_remedies(const struct pattern *, struct measure_machine *);

#endif
