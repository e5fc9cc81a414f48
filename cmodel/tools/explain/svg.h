// Draws the answer as a picture: lanes and the words that they touch, by bank and row or by line, one colour
// per pass.
#ifndef EXPLAIN_SVG_H
#define EXPLAIN_SVG_H

#include <stdio.h>

#include "explain/measure.h"
#include "explain/pattern.h"

void svg_write(FILE *, const struct pattern *, const struct turn *, const struct measured *);

#endif
