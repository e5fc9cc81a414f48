// The answer as text.
#ifndef EXPLAIN_TEXT_H
#define EXPLAIN_TEXT_H

#include "explain/measure.h"
#include "explain/pattern.h"
#include "explain/remedy.h"

// `worst` is the turn that is shown, the first with the most passes; `fewest` passes has another.
void text_answer(const struct pattern *, const struct turn *worst, const struct measured *, unsigned fewest, bool colour);

// What would remove the conflict. The measure machine tries it.
void text_remedies(const struct pattern *, struct measure_machine *);

#endif
