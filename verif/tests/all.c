// From simple patterns to random traffic, then each block alone.
#include "tests/all.h"

#include <stdlib.h>
#include <string.h>

#include "blocks/arb/drive.h"
#include "blocks/axbar/drive.h"
#include "blocks/data/drive.h"
#include "blocks/dxbar/drive.h"
#include "blocks/fill/drive.h"
#include "blocks/lsu/drive.h"
#include "blocks/mmu/drive.h"
#include "blocks/prt/drive.h"
#include "blocks/tag/drive.h"
#include "blocks/wdb/drive.h"
#include "tests/l1/build.h"
#include "tests/programs/programs.h"
#include "traffic/traffic.h"
#include "traffic/traffic_two.h"

#define ALONE(block) \
    { "alone_" #block, "the block alone, with random inputs within its contract", #block, true, block##_drive_make, NULL }

static const struct test random_tests[] = {
    { "random", "mixed random traffic, shared and cached: both homes, all carveouts, widths, pages and errors", "l1", true,
      traffic_make, NULL },
    { "random_two", "two L1s on one memory, with lines of their own and lines that they share", "pair", true,
      traffic_two_make, NULL },
    ALONE(lsu),
    ALONE(arb),
    ALONE(tag),
    ALONE(axbar),
    ALONE(data),
    ALONE(dxbar),
    ALONE(prt),
    ALONE(mmu),
    ALONE(fill),
    ALONE(wdb),
};

const struct test *tests_all(unsigned *count)
{
    static struct test all[640];
    static unsigned total;
    unsigned programs_count;
    const struct test *programs = programs_all(&programs_count);
    const struct { const struct test *test; unsigned count; } list[] = {
        { tests_pattern, tests_pattern_count }, { tests_width, tests_width_count }, { tests_store, tests_store_count },
        { tests_replay, tests_replay_count }, { tests_system, tests_system_count },
        { tests_cached, tests_cached_count }, { tests_cached_miss, tests_cached_miss_count },
        { tests_cached_page, tests_cached_page_count }, { tests_cached_store, tests_cached_store_count },
        { tests_cached_evict, tests_cached_evict_count }, { tests_command, tests_command_count },
        { tests_fence, tests_fence_count }, { tests_coherence, tests_coherence_count }, { programs, programs_count },
        { random_tests, COUNT_OF(random_tests) },
    };
    if (!total)
        for (unsigned i = 0; i < COUNT_OF(list); i++) {
            if (total + list[i].count > COUNT_OF(all))
                abort(); // make the table larger
            memcpy(&all[total], list[i].test, list[i].count * sizeof *all);
            total += list[i].count;
        }
    *count = total;
    return all;
}
