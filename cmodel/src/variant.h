// Selects the code that this processor runs best. A second copy, compiled for AVX2 and BMI, has names that
// end with _v3; it exists if UL1_V3 is defined (scripts/model.mk). UL1_BOTH is the pair of copies.
#ifndef VARIANT_H
#define VARIANT_H

#ifdef UL1_V3
static inline int ul1_has_v3(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
        && __builtin_cpu_supports("popcnt");
}
#define UL1_BOTH(name)  \
    {                   \
        name, name##_v3 \
    }
#define UL1_CHOOSE(both) ((both)[ul1_has_v3()])
#else
#define UL1_BOTH(name) \
    {                  \
        name, name     \
    }
#define UL1_CHOOSE(both) ((both)[0])
#endif

#endif
