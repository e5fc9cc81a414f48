// Write data buffer (store and victim buffer): the reference predictor, from the state of its entries
// (track.h) by the specification.
#ifndef WDB_PREDICTOR_H
#define WDB_PREDICTOR_H

#include "blocks/wdb/track.h"

struct wdb_predictor {
    bool judged;                // there was a reset, so the state is known
    bool coming, coming_cached; // a store or flush is in stage 1
    uint64_t intake, given_up;  // beats in use; those that the store in stage 2 releases
    uint64_t released;          // entries that were held in the previous cycle and are not any more
    struct wdb_track track;
};

// Null, or the rule that an output breaks. Call both in every cycle, in this order.
const char *wdb_predictor_check(const struct wdb_predictor *, const struct ul1_wdb_in *,
                                const struct ul1_wdb_out *);
void wdb_predictor_advance(struct wdb_predictor *, const struct ul1_wdb_in *, const struct ul1_wdb_out *);

#endif
