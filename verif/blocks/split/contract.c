#include "blocks/split/contract.h"

#include <stddef.h>

// The slots of a cached access lie on one line, so they want one row, and nothing is left of them. (Those of a shared one may
// want anything, and need not be aligned: the split looks at words.)
const char *split_contract_check(struct split_contract *c, const struct ul1_split_in *in, const struct ul1_split_out *out)
{
    (void)c, (void)out;
    if (!in->req_cached || !in->req_mask)
        return NULL;
    const unsigned first = split_row(in, (unsigned)__builtin_ctz(in->req_mask));
    uint32_t other = 0;
    for (unsigned i = 0; i < LANES; i++)
        other |= (uint32_t)(split_row(in, i) != first) << i;
    return other & in->req_mask ? "req_addr: two slots (req_mask) of a cached access (req_cached) want different rows" : NULL;
}
