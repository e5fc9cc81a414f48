// Parses settings of parts, and the declarations about warps.
#ifndef PROGRAM_PARSE_SETTING_H
#define PROGRAM_PARSE_SETTING_H

#include "program/parser.h"

// Parses a line of settings. Returns false with *is false and no complaint if none begins here.
bool parse_setting(struct parser *, bool *is);

#endif
