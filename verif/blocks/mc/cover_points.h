// MC: the cover points of the block alone.
#ifndef MC_COVER_POINTS_H
#define MC_COVER_POINTS_H

#include "blocks/drive.h"
#include "blocks/mc/contract.h"

#define MC_POINTS(X)                                                                          \
    X(MC_READ, "a read is taken", true)                                                       \
    X(MC_WRITE, "a write is taken", true)                                                     \
    X(MC_ALL_OFFER, "all slices offer a request", true)                                       \
    X(MC_TURNS, "requests of two slices are taken in consecutive cycles", UL1_MC_PORTS > 1)   \
    X(MC_FULL, "all entries are in use", true)                                                \
    X(MC_KEPT, "a slice lacks the entry that is kept for another", UL1_MC_PORTS > 1)          \
    X(MC_KEPT_TAKEN, "a slice gets the last entry, which is kept for it", UL1_MC_PORTS > 1)   \
    X(MC_ACTIVATES, "a row is activated", true)                                               \
    X(MC_PRECHARGES, "a bank whose row is not wanted is precharged", true)                    \
    X(MC_BOTH, "a command and a column access in one cycle", UL1_MC_BANKS > 1)                \
    X(MC_COLUMNS, "column accesses of two requests in consecutive cycles", true)              \
    X(MC_BANKS_TURN, "column accesses of two banks in consecutive cycles", UL1_MC_BANKS > 1)  \
    X(MC_PASSES, "a request for an open row passes the oldest of its bank", true)             \
    X(MC_PASSES_BANK, "a request passes one that waits for another bank", UL1_MC_BANKS > 1)   \
    X(MC_URGENT, "a bank works for its oldest request alone", true)                           \
    X(MC_URGENT_CLOSES, "its open row is wanted, and it is precharged", true)                 \
    X(MC_URGENT_HOLDS, "a request for the row of such a bank waits", true)                    \
    X(MC_SAME_LINE, "two requests of a line are held", true)                                  \
    X(MC_WRITE_READ, "a read waits for a write of its line", true)                            \
    X(MC_RCD_LIMITS, "a column access exactly RCD after the activation", true)                \
    X(MC_RP_LIMITS, "an activation exactly RP after the precharge", true)                     \
    X(MC_RAS_LIMITS, "a precharge exactly RAS after the activation",                          \
      UL1_MC_RAS > UL1_MC_RCD + 1 ? true : SELDOM)                                            \
    X(MC_WR_LIMITS, "a precharge exactly CL and WR after the column access of a write", true) \
    X(MC_ALL_OPEN, "all banks are open", true)                                                \
    X(MC_CELLS_BUSY, "sectors reach the cells in consecutive cycles", true)                   \
    X(MC_READ_FAILS, "the cells cannot read a sector", true)                                  \
    X(MC_WRITE_FAILS, "the cells refuse a write", true)                                       \
    X(MC_RESET_BUSY, "a reset drops requests", true)

enum { MC_POINTS(POINT_ENUMERATOR) MC_POINT_COUNT };
extern const struct point_name mc_event_names[MC_POINT_COUNT];

// What the points look back at: the previous cycle's column access and slice, or -1.
struct mc_seen {
    int entry, bank, port;
    bool cell;
};

// Counts the cover points of a cycle, which the contract has not seen yet.
void mc_count(struct drive *, struct mc_seen *, const struct mc_contract *, const struct ul1_mc_in *,
              const struct ul1_mc_out *);

#endif
