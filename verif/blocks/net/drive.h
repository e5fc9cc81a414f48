// Net: its random drive at the pins of both ends: L1s, and slices that answer in any order.
#ifndef NET_DRIVE_H
#define NET_DRIVE_H

#include "blocks/drive.h"
#include "checkers/packets/packets.h"

enum { NET_LINES = 6 }; // lines that are requested, so that requests for one line meet

struct net_drive {
    struct drive d;
    struct packets ledger;
    uint64_t line[NET_LINES];
    // rates in percent: requests of an SM, fences and writes among them, writes of a word, sectors that
    // others take whole; cycles in which a slice takes a request, and in which it has a response, reads
    // answered sector by sector, errors
    unsigned offer[UL1_XIN], fence, write, word, whole, take[UL1_XOUT], answer[UL1_XOUT], pieces, error;
    unsigned one_line;                    // requests for the first line
    unsigned one_sm;                      // answers to SM 0 before others
    bool waits[UL1_XIN], holds[UL1_XOUT]; // the SM's request, the slice's response was not taken
    int sm[UL1_XOUT], request[UL1_XOUT];  // the request that the slice's response answers
#ifdef UL1_HAS_NET
    struct ul1_net_in last;
#endif
    bool busy;
};

struct stimulus *net_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
