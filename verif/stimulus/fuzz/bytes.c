#include "stimulus/fuzz/bytes.h"

#include <string.h>

#include "kit/rng.h"

static struct rng rng = { { 1, 2, 3, 4 } };

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t most)
{
    const size_t at = count ? rng_below(&rng, (uint32_t)count) : 0;
    const uint8_t c = (uint8_t)rng_below(&rng, 256);
    switch (rng_below(&rng, 3)) {
    case 0: // change a byte
        if (count)
            bytes[at] = c;
        return count;
    case 1: // insert a byte
        if (count == most)
            return count;
        memmove(bytes + at + 1, bytes + at, count - at);
        bytes[at] = c;
        return count + 1;
    default: // delete a byte
        if (!count)
            return count;
        memmove(bytes + at, bytes + at + 1, count - at - 1);
        return count - 1;
    }
}
