#include "waves/waves.h"

#include <cstring>

#define X(machine) observer *waves_##machine##_open(const char *, twin *, twin *, uint64_t, uint64_t, uint64_t);
#include "views.inc"
#undef X

observer *waves_open(const char *base, twin *expected, twin *actual, uint64_t from, uint64_t to, uint64_t mark)
{
    const char *machine = (expected ? expected : actual)->shape->of;
#define X(name)                 \
    if (!strcmp(machine, #name)) \
        return waves_##name##_open(base, expected, actual, from, to, mark);
#include "views.inc"
#undef X
    return nullptr;
}
