// All rules (rule.h), those that make most smaller first.
#ifndef SHRINK_RULES_H
#define SHRINK_RULES_H

#include "shrink/rule.h"

extern const struct rule rules[];
extern const unsigned rules_count;

#endif
