// Reads settings of parts, and what is said of warps.
#ifndef PROGRAM_PARSE_SETTING_H
#define PROGRAM_PARSE_SETTING_H

#include "program/parser.h"

// A line of them. False without a complaint and with *is false: none begins here.
bool parse_setting(struct parser *, bool *is);

#endif
