// From simple patterns to random traffic, then each block alone.
#include "tests/all.h"

#include <stdlib.h>

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
    { "alone_" #block, "the block alone, with random inputs within its contract", #block, true, block##_drive_make, \
      NULL, NULL }

enum { RANDOM_WHOLE = 2 };  // the first of these are of whole machines
static const struct test random_tests[] = {
    { "random", "mixed random traffic, shared and cached: both homes, all carveouts, widths, pages and errors", "l1", true,
      traffic_make, NULL, NULL },
    { "random_two", "two L1s on one memory, with lines of their own and lines that they share", "pair", true,
      traffic_two_make, NULL, NULL },
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
    const struct { const char *family; const struct test *test; unsigned count; } list[] = {
        { "patterns", tests_pattern, tests_pattern_count }, { "widths", tests_width, tests_width_count },
        { "stores", tests_store, tests_store_count }, { "replays", tests_replay, tests_replay_count },
        { "the system", tests_system, tests_system_count }, { "cached loads", tests_cached, tests_cached_count },
        { "misses", tests_cached_miss, tests_cached_miss_count }, { "pages", tests_cached_page, tests_cached_page_count },
        { "commands", tests_command, tests_command_count }, { "fences", tests_fence, tests_fence_count },
        { "programs", programs, programs_count }, { "random", random_tests, RANDOM_WHOLE },
        { "blocks alone", random_tests + RANDOM_WHOLE, COUNT_OF(random_tests) - RANDOM_WHOLE },
    };
    if (!total)
        for (unsigned i = 0; i < COUNT_OF(list); i++) {
            if (total + list[i].count > COUNT_OF(all))
                abort(); // make the table larger
            for (unsigned n = 0; n < list[i].count; n++) {
                all[total] = list[i].test[n];
                all[total++].family = list[i].family;
            }
        }
    *count = total;
    return all;
}
