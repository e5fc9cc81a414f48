// From simple patterns to random traffic, then each block alone.
#include "tests/all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blocks/arb/drive.h"
#include "blocks/axbar/drive.h"
#include "blocks/bar/drive.h"
#include "blocks/constant/drive.h"
#include "blocks/copy/drive.h"
#include "blocks/data/drive.h"
#include "blocks/dcside/drive.h"
#include "blocks/dxbar/drive.h"
#include "blocks/fill/drive.h"
#include "blocks/l2/drive.h"
#include "blocks/lni/drive.h"
#include "blocks/mc/drive.h"
#include "blocks/lock/drive.h"
#include "blocks/lsu/drive.h"
#include "blocks/perf/drive.h"
#include "blocks/replies/drive.h"
#include "blocks/rmw/drive.h"
#include "blocks/share/drive.h"
#include "blocks/sni/drive.h"
#include "blocks/xbar/drive.h"
#include "blocks/mmu/drive.h"
#include "blocks/net/drive.h"
#include "blocks/node/drive.h"
#include "blocks/old/drive.h"
#include "blocks/prt/drive.h"
#include "blocks/split/drive.h"
#include "blocks/tag/drive.h"
#include "blocks/texture/drive.h"
#include "blocks/wdb/drive.h"
#include "tests/cluster/controller.h"
#include "tests/cluster/decoupled.h"
#include "tests/cluster/nodes.h"
#include "tests/cluster/slice.h"
#include "tests/l1/build.h"
#include "tests/programs/programs.h"
#include "stimulus/traffic/adversary.h"
#include "stimulus/traffic/traffic.h"
#include "stimulus/traffic/traffic_several.h"

#define ALONE(block)                                                                              \
    {                                                                                             \
        "alone_" #block, "the block alone, with random inputs within its contract", #block, true, \
            block##_drive_make, NULL, NULL                                                        \
    }

enum { RANDOM_WHOLE = 5 }; // the first of these are of whole machines
static const struct test random_tests[] = {
    { "random",
      "mixed random traffic, shared and cached: both homes, all carveouts, widths, pages and errors", "l1",
      true, traffic_make, NULL, NULL },
    { "random_steered",
      "random traffic steered to what other tests seldom reach: refused stores, returned remainders, "
      "commands at once",
      "l1", true, traffic_steered_make, NULL, NULL },
    { "random_two", "two L1s on one memory, with lines of their own and lines that they share", "pair", true,
      traffic_several_make, NULL, NULL },
    { "random_four", "four L1s on one memory, with lines of their own and lines that they share", "four",
      true, traffic_several_make, NULL, NULL },
    { "adversary",
      "traffic that is searched for the longest wait of an instruction, by the bounds of who waits for what",
      "l1", true, adversary_make, NULL, NULL },
    ALONE(lsu),
    ALONE(arb),
    ALONE(split),
    ALONE(tag),
    ALONE(axbar),
    ALONE(data),
    ALONE(dxbar),
    ALONE(prt),
    ALONE(mmu),
    ALONE(fill),
    ALONE(wdb),
    ALONE(perf),
#ifndef ONE_L1 // else the bench is of a chip
    ALONE(share),
    ALONE(replies),
    ALONE(rmw),
    ALONE(xbar),
    ALONE(sni),
    ALONE(lni),
    ALONE(l2),
    ALONE(mc),
    ALONE(node),
#endif
#if UL1_CONSTANTS
    ALONE(constant),
#endif
#if UL1_TEXTURE
    ALONE(texture),
#endif
#if UL1_GLOBAL_ATOMICS > 1
    ALONE(old),
#endif
#if UL1_LOCKS
    ALONE(lock),
#endif
#if UL1_COPIES
    ALONE(copy),
#endif
    ALONE(bar), // the last: machines without barriers lack it
};

// Machines of wired parts without an L1, which run their own tests alone.
#ifdef UL1_HAS_NET // with these sizes
static const struct test network_tests[] = {
    { "net_ledger", "random requests and answers at both ends of the networks, followed one by one", "net",
      true, net_drive_make, NULL, NULL },
};

static const unsigned networks = COUNT_OF(network_tests);
#endif
#ifdef UL1_HAS_DCSIDE
static const struct test decoupled_tests[] = {
    { "dcside_ledger", "random requests of SMs to nodes, followed one by one with all that they lead to",
      "dcside", true, dcside_drive_make, NULL, NULL },
    { "dcside_boost", "the same, and the networks near the SMs have a clock that is twice as fast", "dcside",
      true, dcside_boost_make, NULL, NULL },
    { "dcside_storm", "all SMs request lines of one set without a pause: each request ends within its bound",
      "dcside", true, dcside_storm_make, NULL, NULL },
};

static const unsigned decoupled = COUNT_OF(decoupled_tests);
#endif
static const unsigned random_whole = RANDOM_WHOLE,
                      blocks_alone = COUNT_OF(random_tests) - RANDOM_WHOLE - (UL1_BARRIERS == 0);

// The tests in C of a family, before its programs. Several families have programs only.
static const struct family {
    const char *name;
    const struct test *test;
    const unsigned *count;
} families[] = {
    { "patterns", tests_pattern, &tests_pattern_count },
    { "widths", tests_width, &tests_width_count },
    { "stores", NULL, NULL },
    { "replays", NULL, NULL },
    { "chips", NULL, NULL },
    { "reductions", NULL, NULL },
    { "constants", NULL, NULL },
    { "textures", NULL, NULL },
    { "global atomics", NULL, NULL },
    { "the system", NULL, NULL },
    { "cached loads", tests_cached, &tests_cached_count },
    { "misses", NULL, NULL },
    { "pages", tests_cached_page, &tests_cached_page_count },
    { "cached stores", NULL, NULL },
    { "evictions", NULL, NULL },
    { "maintenance", tests_command, &tests_command_count },
    { "fences", tests_fence, &tests_fence_count },
    { "barriers", NULL, NULL },
    { "copies", NULL, NULL },
    { "several L1s", NULL, NULL },
    { "isolation", NULL, NULL },
    { "sweeps", NULL, NULL },
    { "litmus", NULL, NULL },
    { "kernels", NULL, NULL },
    { "language", NULL, NULL },
    { "random", random_tests, &random_whole },
#ifndef ONE_L1
    { "blocks alone", tests_slice, &tests_slice_count },
    { "blocks alone", tests_nodes, &tests_nodes_count },
    { "blocks alone", tests_controller, &tests_controller_count },
#endif
    { "blocks alone", random_tests + RANDOM_WHOLE, &blocks_alone },
#ifdef UL1_HAS_NET
    { "networks", network_tests, &networks },
#endif
#ifdef UL1_HAS_DCSIDE
    { "decoupled L1s", tests_decoupled, &tests_decoupled_count },
    { "decoupled L1s", decoupled_tests, &decoupled },
#endif
};

static struct test all[700];
static unsigned total;

static void add(const struct test *t, const char *family)
{
    if (total == COUNT_OF(all))
        abort(); // the table is too small
    all[total] = *t;
    all[total++].family = family;
}

static void add_family(const struct family *f, const struct test *programs, unsigned count)
{
    for (unsigned i = 0; f->count && i < *f->count; i++)
        add(&f->test[i], f->name);
    for (unsigned i = 0; i < count; i++)
        if (!strcmp(programs[i].family, f->name))
            add(&programs[i], f->name);
}

static bool is_family(const char *name)
{
    for (unsigned i = 0; i < COUNT_OF(families); i++)
        if (!strcmp(families[i].name, name))
            return true;
    return false;
}

const struct test *tests_all(test_asked *asked, const void *who, unsigned *count)
{
    unsigned programs_count;
    const struct test *programs = programs_all(asked, who, &programs_count);
    for (unsigned i = 0; i < programs_count; i++)
        if (!is_family(programs[i].family)) {
            fprintf(stderr, "the program %s: there is no family '%s' in verif/tests/all.c\n",
                    programs[i].name, programs[i].family);
            exit(HARNESS_AT_FAULT);
        }
    total = 0;
    for (unsigned i = 0; i < COUNT_OF(families); i++)
        add_family(&families[i], programs, programs_count);
    *count = total;
    return all;
}
