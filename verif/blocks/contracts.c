#include "blocks/contracts.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "contracts.inc"
#include "ul1_configs.h"

static void contracts_free(struct judge *j)
{
    free(j);
}

static struct judge *judge_of(const struct ul1_block *machine, bool light)
{
    for (size_t i = 0; i < sizeof machine_contracts / sizeof *machine_contracts; i++) {
        if (strcmp(machine_contracts[i].machine, machine->name))
            continue;
        struct judge *j = calloc(1, machine_contracts[i].size);
        if (j) {
            j->check = machine_contracts[i].check;
            j->free = contracts_free;
            if (light)
                machine_contracts[i].light(j);
        }
        return j;
    }
    return NULL;
}

#define NAME_(of) contracts_judge_##of
#define NAME(of)  NAME_(of)

#ifdef CONFIG

struct judge *NAME(CONFIG)(const struct ul1_block *machine, bool light);

struct judge *NAME(CONFIG)(const struct ul1_block *machine, bool light)
{
    return judge_of(machine, light);
}

#else

// Weak: a program contains them if it has a machine with parts of these configurations.
#define X(of) struct judge *NAME(of)(const struct ul1_block *, bool) __attribute__((weak));
UL1_CONFIGS(X)
#undef X

struct judge *contracts_judge(const struct ul1_block *machine, bool light)
{
#define X(of)                                      \
    if (!strcmp(machine->config, #of) && NAME(of)) \
        return NAME(of)(machine, light);
    UL1_CONFIGS(X)
#undef X
    return judge_of(machine, light);
}

#endif
