#include "blocks/data/contract.h"

#include <stddef.h>

#include "kit/lane_diff.h"

// No byte is enabled at the write port when nothing is written, so that the enables may be taken for the whole truth; and
// none is served of a bank that was not read.
// (Rows, and when to write and fill, are free. Reading what was never written is no breach, but gives no defined word.)
static const char *check(const struct data_shadow *s, const struct ul1_data_in *in)
{
    uint8_t astray = 0;
    for (unsigned b = 0; b < LANES; b++)
        astray |= s->read >> b & 1 ? 0 : in->forward_be[b];
    if (astray)
        return "forward_be: bytes served of a bank that was not read";
    return !in->write_valid && any8(in->write_be, LANES) ? "write_be: bytes enabled without write_valid" : NULL;
}

const char *data_contract_check(struct data_contract *c, const struct ul1_data_in *in, const struct ul1_data_out *out)
{
    const char *broken = in->rst ? NULL : check(&c->shadow, in);
    data_shadow_advance(&c->shadow, in, out);
    return broken;
}
