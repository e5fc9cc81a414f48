// All rules (rule.h), those with the largest reduction first.
#ifndef SHRINK_RULES_H
#define SHRINK_RULES_H

#include "stimulus/shrink/rule.h"

extern const struct rule rules[];
extern const unsigned rules_count;

#endif
