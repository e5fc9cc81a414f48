// Parses texture instructions.
#ifndef PROGRAM_PARSE_TEXTURE_H
#define PROGRAM_PARSE_TEXTURE_H

#include "program/parser.h"

// `.FORMAT.LAYOUT.BORDER rD, [BASE, PITCH, COLUMNS, ROWS], [U, V]`: a point sample, or a bilinear one.
bool parse_texel(struct parser *, struct stmt *);
bool parse_sample(struct parser *, struct stmt *);

#endif
