#include "unison/commands.h"
int command_explain(const struct args *a) { (void)a; return AT_FAULT; }
