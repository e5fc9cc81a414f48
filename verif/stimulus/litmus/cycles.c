#include "stimulus/litmus/cycles.h"

#include "kit/rng.h"
#include "program/names.h"
#include "stimulus/litmus/change.h"
#include "stimulus/litmus/choose.h"
#include "stimulus/litmus/race.h"
#include "stimulus/litmus/write.h"

enum { STRIDE = 884 }; // near the golden section of LITMUS_TESTS, and coprime to it

// The number of tests for each shape of a class. Message passing, the first shape, has more.
static const struct {
    unsigned shapes, tests, first_more;
} plan[SHAPE_CLASSES] = {
    [SHAPE_TWO] = { 6, 60, 60 },      [SHAPE_ONE_LOCATION] = { 10, 36, 0 },
    [SHAPE_THREE_ONE] = { 14, 4, 0 }, [SHAPE_THREE_SINGLE] = { 6, 25, 0 },
    [SHAPE_THREE] = { 11, 14, 0 },    [SHAPE_THREE_SAME] = { 27, 4, 0 },
    [SHAPE_FOUR_TWO] = { 3, 25, 0 },  [SHAPE_FOUR_THREE] = { 18, 6, 0 },
};

// The class, shape and variant at a position of the plan.
static bool locate(unsigned place, enum shape_class *class, unsigned *shape, unsigned *variant)
{
    for (unsigned c = 0; c < SHAPE_CLASSES; c++)
        for (unsigned n = 0; n < plan[c].shapes; n++) {
            const unsigned tests = plan[c].tests + (n ? 0 : plan[c].first_more);
            *class = (enum shape_class)c;
            *shape = n;
            *variant = place;
            if (place < tests)
                return true;
            place -= tests;
        }
    return false;
}

unsigned litmus_count(void)
{
    return LITMUS_TESTS + (names_value("GLOBAL_ATOMICS", 8) ? LITMUS_CHANGED : 0);
}

bool litmus_spec(unsigned number, uint64_t seed, struct spec *s)
{
    const bool changed = number >= LITMUS_TESTS && number < LITMUS_TESTS + LITMUS_CHANGED;
    const unsigned base = changed ? number - LITMUS_TESTS : number;
    enum shape_class class;
    unsigned shape, variant;
    if (base >= LITMUS_TESTS || !locate(base * STRIDE % LITMUS_TESTS, &class, &shape, &variant))
        return false;
    if (!shape_find(class, shape, &s->shape) || !choose_variant(s, class, shape, variant))
        return false;
    struct rng r;
    rng_seed(&r, number);
    if (changed)
        change_some(&r, s);
    rng_seed(&r, seed * LITMUS_TESTS + number);
    race_choose(&r, s);
    return true;
}

bool litmus_test(unsigned number, uint64_t seed, char *text, size_t size)
{
    struct spec s;
    return litmus_spec(number, seed, &s) && write_spec(&s, text, size);
}
