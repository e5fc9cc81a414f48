// Calls of ul1.h with missing or invalid arguments: each must return, and the caller's struct must be
// unchanged.
#include "common_test.h"

#include <stdlib.h>

static void finding(const struct ul1_block *pair)
{
    size_t count = 99;
    CHECK(!ul1_blocks(12, &count) && count == 0 && !ul1_blocks(12, NULL));
    CHECK(ul1_blocks(lanes, NULL) == ul1_blocks(lanes, &count) && count > 1);
    CHECK(!ul1_find(lanes, NULL) && !ul1_find(lanes, "nonsense") && !ul1_find(12, "l1"));
    CHECK(!ul1_port_find(NULL, "in_valid") && !ul1_port_find(pair, NULL) && !ul1_port_find(pair, "in_valid"));
    CHECK(ul1_part_block(pair, 0) == ul1_find(lanes, "l1"));
    CHECK(!ul1_part_block(NULL, 0) && !ul1_part_block(pair, pair->part_count)
          && !ul1_part_block(ul1_find(lanes, "l1"), 0));
}

static void fields(const struct ul1_block *l1)
{
    const struct ul1_port *mask = ul1_port_find(l1, "in_mask"), *addr = ul1_port_find(l1, "in_addr");
    const struct ul1_port *valid = ul1_port_find(l1, "in_valid");
    unsigned char *in = calloc(1, l1->in_size + 64);
    if (!in)
        exit(2);
    ul1_set(valid, in, 0, 1);
    ul1_set(mask, in, 0, 1);
    ul1_set(addr, in, 0, 5);
    ul1_set(addr, in, addr->count, UINT64_MAX);
    ul1_set(NULL, in, 0, 1);
    ul1_set(addr, NULL, 0, 1);
    CHECK(ul1_get(addr, in, 0) == 5 && ul1_get(mask, in, 0) == 1 && ul1_get(valid, in, 0) == 1);
    // behind the last field
    ul1_set(&l1->ports[l1->in_count - 1], in, l1->ports[l1->in_count - 1].count, UINT64_MAX);
    for (size_t n = 0; n < 64; n++)
        CHECK(!in[l1->in_size + n]);
    CHECK(!ul1_get(NULL, in, 0) && !ul1_get(addr, NULL, 0) && !ul1_get(mask, in, 1)
          && !ul1_get(addr, in, addr->count));
    CHECK(ul1_qualified(l1, valid, NULL, NULL, 0) == 1
          && ul1_qualified(l1, mask, in, NULL, 0) == all_lanes());
    CHECK(!ul1_qualified(NULL, mask, in, NULL, 0) && !ul1_qualified(l1, NULL, in, NULL, 0));
    CHECK(!ul1_qualified(l1, mask, NULL, NULL, 0) && !ul1_qualified(l1, valid, in, NULL, 1));
    CHECK(!ul1_in_reset(NULL, in) && !ul1_in_reset(l1, NULL) && !ul1_in_reset(l1, in));
    in[0] = 1;
    CHECK(ul1_in_reset(l1, in));
    free(in);
}

void test_pins(void)
{
    const struct ul1_block *l1 = ul1_find(lanes, "l1"), *pair = ul1_find(lanes, "pair");
    CHECK(l1 && pair);
    if (!l1 || !pair)
        return;
    finding(pair);
    fields(l1);
}
