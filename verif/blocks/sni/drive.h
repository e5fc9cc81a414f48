// Sni: its random drive, within its contract.
#ifndef SNI_DRIVE_H
#define SNI_DRIVE_H

#include "blocks/drive.h"
#include "blocks/sni/contract.h"
#include "blocks/sni/past.h"

struct sni_drive {
    struct drive d;
    struct sni_contract contract, before; // after this cycle, and at its beginning
    // rates in percent: requests, among them fences, of these of commands, and writes; writes of a word,
    // sectors that others take whole; cycles in which the network takes a flit
    unsigned offer, fence, command, write, word, whole, take;
    unsigned half; // cycles that are first halves
    // replies, among them answers of writes, errors; flits of a packet that has begun
    unsigned reply, answer, error, go_on;
    unsigned left; // sectors of the reply that are left
    struct ul1_sni_in last;
    struct sni_past past;
};

struct stimulus *sni_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
