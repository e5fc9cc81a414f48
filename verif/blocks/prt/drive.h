// Pending request table (the MSHRs): the random drive of the block alone. It acts as the tag unit, the write
// data buffer, fences and commands, the memory management unit, memory, the fill unit and the arbiter.
#ifndef PRT_DRIVE_H
#define PRT_DRIVE_H

#include "blocks/drive.h"
#include "blocks/prt/shadow.h"
#include "blocks/prt/track.h"

enum { PRT_LINES = UL1_PRT < 8 ? 12 : UL1_PRT * 3 / 2 }; // lines requested, at most

struct prt_constraints {          // rates, in percent
    unsigned ask, meet;           // a lookup; in a cycle with another event
    unsigned single, bypass, way; // it needs one sector; it bypasses; a way is free for it
    unsigned cmo;                 // it is a CMO's (inval or flush)
    unsigned store, back, cover;  // it is a store; that is written back; that covers its sectors
    // a way has a dirty line; there is a WDB credit for it; free entries are kept for the urgent deferred
    // access
    unsigned dirty, room, holds;
    unsigned join, sweep, leave;  // a store joins a write; a command evicts a dirty line; a write can leave
    unsigned fence, command;      // a fence; it is a command's
    unsigned take, fault, bus;    // the request on offer is answered; it fails; with a bus error
    unsigned wait, ends;          // it waits for a walk; a walk ends
    unsigned fill, pieces, error; // a response; with part of the sectors; with an error
    unsigned hand, select;        // a replay is taken; selected
};

struct prt_drive {
    struct drive drive;
    struct prt_contract contract;
    struct prt_track track;

    uint8_t settings; // changed so often; a change requires that all entries are free
    bool drain;       // no new request until they are
    struct prt_constraints constraint;
    unsigned lines; // number of lines in use
    uint64_t line[PRT_LINES];
    bool failing; // the request offered fails in this cycle, if it is a read
};

struct stimulus *prt_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
