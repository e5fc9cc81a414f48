#include "blocks/contracts.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "contracts.inc"

static void contracts_free(struct judge *j)
{
    free(j);
}

struct judge *contracts_judge(const struct ul1_block *machine, bool light)
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
