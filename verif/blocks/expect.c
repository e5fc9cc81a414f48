#include "blocks/expect.h"

#include <stdio.h>
#include <string.h>

#include "ul1.h"

static unsigned passed, failed;

static bool names_a_wire(const char *block, const char *told)
{
    char name[64];
    const struct ul1_block *b = ul1_find(LANES, block);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(told, ",: "), told);
    return ul1_port_find(b && !b->of ? b : ul1_find(LANES, b ? b->of : "l1"), name);
}

void expect(const char *block, const char *rule, const char *told)
{
    bool ok = rule ? told && strstr(told, rule) : !told;
    passed += ok;
    failed += !ok;
    if (told && !names_a_wire(block, told)) { // otherwise no block could be at fault: see lockstep/judge.h
        failed++;
        printf("%s: no wire is named at the head of: %s\n", block, told);
    }
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
