#include "blocks/node/shadow.h"

struct node_line *node_contract_set(struct node_contract *c, uint64_t line)
{
    return c->line[line >> UL1_NODE_LOW & (UL1_NODE_SETS - 1)];
}

struct node_line *node_contract_line(struct node_contract *c, uint64_t line)
{
    struct node_line *set = node_contract_set(c, line);
    for (unsigned i = 0; i < NODE_KEPT; i++)
        if (set[i].here && set[i].line == line)
            return &set[i];
    return NULL;
}

unsigned node_contract_mshr(const struct node_contract *c, uint64_t line)
{
    unsigned n = 0;
    while (n < UL1_NODE_MSHRS && !(c->entry[n].open && c->entry[n].line == line))
        n++;
    return n;
}
