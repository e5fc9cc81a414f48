#include "blocks/split/cover_points.h"

#include "blocks/split/contract.h"

const struct point_name split_event_names[SPLIT_POINT_COUNT] = { SPLIT_POINTS(POINT_NAME) };

void split_count(struct drive *d, const struct ul1_split_in *in, const struct ul1_split_out *out)
{
    const bool all = in->req_mask == ALL_LANES, shared = !in->req_cached, some = in->req_mask && !all;
    const unsigned accepted = (unsigned)__builtin_popcount(out->split_mask);
    bool idle_below = false, bytes_differ = false, same = true;
    uint32_t banks = 0, idle = 0, word[LANES] = { 0 };
    for (unsigned i = 0; i < LANES; i++) {
        const uint32_t at = in->req_addr[i] >> UL1_BYTE_W, bank = 1u << at % LANES;
        same &= at == in->req_addr[0] >> UL1_BYTE_W;
        if (out->split_mask >> i & 1) {
            idle_below |= !(banks & bank) && idle & bank && word[at % LANES] != at;
            bytes_differ |= (banks & bank) && (in->req_addr[i] ^ in->req_addr[0]) % UL1_WORD_BYTES;
            banks |= bank;
        } else if (!(in->req_mask >> i & 1) && !(banks & bank)) {
            idle |= bank;
            word[at % LANES] = at;
        }
    }
    saw(d, NO_SLOT, !in->req_mask);
    saw(d, NO_CONFLICT, shared && all && banks == ALL_LANES);
    saw(d, FULL_CONFLICT, all && accepted == 1);
    saw(d, BROADCAST, shared && all && same && !out->split_more);
    saw(d, RIDE_ALONG, out->split_more && accepted > (unsigned)__builtin_popcount(banks));
    saw(d, SOME_WAIT, some && shared && !out->split_more);
    saw(d, SOME_LEFT, some && out->split_more);
    saw(d, IDLE_BELOW, shared && idle_below);
    saw(d, UNALIGNED, shared && bytes_differ);
    saw(d, CACHED_MEET, in->req_cached && all && banks != ALL_LANES);
}
