// Calls of ul1.h with missing or invalid arguments: each must return, and the caller's struct must be
// unchanged.
#include "common_test.h"

#include <stdlib.h>
#include <string.h>

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

// An L1 of the machine "duo" asks for a line, and gets the response by way of the share: see struct ul1_part.
static void wires(const struct ul1_block *duo)
{
    const struct ul1_block *l1 = ul1_part_block(duo, 1), *share = ul1_part_block(duo, 2);
    unsigned char *state = calloc(1, ul1_state_size(duo)), *in = calloc(1, duo->in_size);
    unsigned char *out = calloc(1, duo->out_size);
    if (!state || !in || !out)
        exit(2);
    CHECK(!ul1_part_in(duo, 3, in, out) && !ul1_part_in(NULL, 0, in, out) && !ul1_part_in(duo, 0, in, NULL));
    CHECK(!ul1_part_out(duo, 3, out) && !ul1_part_out(NULL, 0, out) && !ul1_part_out(duo, 0, NULL));
    CHECK(!ul1_port_find(duo, "l1[1].mem_ready") && ul1_port_find(duo, "share.mem_ready"));
    CHECK(!ul1_port_find(duo, "l1[1].mem_line")->outside && ul1_port_find(duo, "share.mem_line")->outside);
    const struct ul1_port *number = ul1_port_find(share, "resp_number");
    in[0] = 1;
    CHECK(ul1_in_reset(duo, in));
    duo->late(state, in, out);
    CHECK(*(const unsigned char *)ul1_part_in(duo, 1, in, out) == 1);
    in[0] = 0;
    ul1_set(ul1_port_find(duo, "share.resp_valid"), in, 0, 1);
    ul1_set(ul1_port_find(duo, "share.resp_number"), in, 0, (UINT64_C(1) << (number->width - 1)) + 5);
    duo->late(state, in, out);
    const void *seen = ul1_part_in(duo, 1, in, out);
    CHECK(ul1_get(ul1_port_find(l1, "resp_valid"), seen, 0) == 1);
    CHECK(ul1_get(ul1_port_find(l1, "resp_number"), seen, 0) == 5);
    CHECK(!ul1_get(ul1_port_find(l1, "resp_valid"), ul1_part_in(duo, 0, in, out), 0));
    CHECK(*(const unsigned char *)seen == 0);
    // its reset alone
    CHECK(duo->parts[1].resets && !duo->parts[2].resets);
    in[duo->parts[1].in_offset] = 1;
    duo->late(state, in, out);
    CHECK(!ul1_in_reset(duo, in) && *(const unsigned char *)ul1_part_in(duo, 1, in, out) == 1);
    CHECK(*(const unsigned char *)ul1_part_in(duo, 0, in, out) == 0);
    const void *shares = ul1_part_in(duo, 2, in, out);
    CHECK(*(const unsigned char *)shares == 0 && ul1_get(ul1_port_find(share, "fresh_valid"), shares, 1) == 1
          && ul1_get(ul1_port_find(share, "fresh_valid"), shares, 0) == 0);
    free(state), free(in), free(out);
}

// A response to one L1 of "quad", whose number has the bits of two shares before those of the L1's request.
static void answered(const struct ul1_block *quad, size_t part, unsigned number, unsigned own)
{
    unsigned char *state = calloc(1, ul1_state_size(quad)), *in = calloc(1, quad->in_size);
    unsigned char *out = calloc(1, quad->out_size);
    if (!state || !in || !out)
        exit(2);
    ul1_set(ul1_port_find(quad, "share.resp_valid"), in, 0, 1);
    ul1_set(ul1_port_find(quad, "share.resp_number"), in, 0, number);
    quad->early(state, out);
    quad->late(state, in, out);
    for (size_t i = 0; i < quad->part_count; i++) {
        const struct ul1_block *l1 = ul1_part_block(quad, i);
        if (strcmp(l1->name, "l1"))
            continue;
        const void *seen = ul1_part_in(quad, i, in, out);
        CHECK(ul1_get(ul1_port_find(l1, "resp_valid"), seen, 0) == (i == part));
        CHECK(i != part || ul1_get(ul1_port_find(l1, "resp_number"), seen, 0) == own);
    }
    quad->clock(state, in, out);
    free(state), free(in), free(out);
}

// The machine "quad" has L1s of two configurations.
static void configurations(const struct ul1_block *quad)
{
    const struct ul1_block *small = ul1_part_block(quad, 0), *plain = ul1_part_block(quad, 3);
    const unsigned tag = plain->sizes->tag_w;
    size_t count = 99;
    CHECK(!ul1_config("nonsense", lanes, &count) && !count && !ul1_config(NULL, lanes, NULL));
    CHECK(!ul1_config("smal", lanes, NULL) && !ul1_config("small", 12, NULL));
    CHECK(ul1_config("small", lanes, &count) && count > 1);
    CHECK(ul1_config("", lanes, NULL) == ul1_blocks(lanes, NULL));
    CHECK(!strcmp(small->config, "small") && !*plain->config && plain->lanes == lanes);
    CHECK(small->sizes->prt < plain->sizes->prt && small->sizes->tag_w < tag);
    CHECK(ul1_port_find(small, "prt_line")->count == small->sizes->prt);
    CHECK(ul1_port_find(small, "prt_line")->room == plain->sizes->prt);
    CHECK(small->in_size == plain->in_size && small->out_size == plain->out_size);
    // a configuration that derives sizes, in an order of its own
    const struct ul1_block *near = ul1_config("near", lanes, NULL);
    CHECK(near && near->sizes->node_queue == plain->sizes->node_queue);
    CHECK(ul1_state_size(quad) > 2 * ul1_state_size(small) + 2 * ul1_state_size(plain)
          && !ul1_state_size(NULL));
    answered(quad, 1, (1u << small->sizes->tag_w) + 5, 5);
    answered(quad, 0, 3, 3);
    answered(quad, 3, (2u << tag) + 9, 9);
    answered(quad, 4, (3u << tag) + 5, 5);
}

void test_pins(void)
{
    const struct ul1_block *l1 = ul1_find(lanes, "l1"), *pair = ul1_find(lanes, "pair");
    const struct ul1_block *duo = ul1_find(lanes, "duo"), *quad = ul1_find(lanes, "quad");
    CHECK(l1 && pair && duo && quad);
    if (!l1 || !pair || !duo || !quad)
        return;
    wires(duo);
    configurations(quad);
    finding(pair);
    fields(l1);
}
