#include "blocks/expect.h"

#include <stdio.h>
#include <string.h>

static unsigned passed, failed;

void expect(const char *block, const char *rule, const char *told)
{
    bool ok = rule ? told && strstr(told, rule) : !told;
    passed += ok;
    failed += !ok;
    if (!ok)
        printf("%s: expected %s, told %s\n", block, rule ? rule : "no complaint", told ? told : "nothing");
}

unsigned expect_passed(void)
{
    return passed;
}

unsigned expect_failed(void)
{
    return failed;
}
