// Pending request table: the random drive of the block alone. It plays the tag unit, the write data buffer, fences and
// commands, the memory management unit, the memory, the fill unit and the arbiter.
#ifndef PRT_DRIVE_H
#define PRT_DRIVE_H

#include "blocks/drive.h"
#include "blocks/prt/shadow.h"
#include "blocks/prt/track.h"

enum { PRT_LINES = UL1_PRT < 8 ? 12 : UL1_PRT * 3 / 2 }; // lines that are asked for, at most

struct prt_knobs {                      // how often, in percent
    unsigned ask, meet;                 // something is looked up; it meets something else that happens
    unsigned single, bypass, way;       // it needs one sector; it bypasses; there is a way for it
    unsigned upkeep;                    // it is an inval's or a flush's
    unsigned store, back, cover;        // it is a store; that is written back, that covers its sectors
    unsigned dirty, room, holds;        // a way has a dirty line; there is room for that; what is free is kept for a sleeper
    unsigned join, sweep, leave;        // a store joins a write; a dirty line goes by a command; a write can leave
    unsigned fence, command;            // a fence; it is a command's
    unsigned take, fault, bus;          // the request on offer is answered; it fails; of a bus error
    unsigned wait, ends;                // it waits for a walk; a walk ends
    unsigned fill, pieces, error;       // something arrives; a part; with an error
    unsigned hand, select;              // a replay is taken, selected
};

struct prt_drive {
    struct drive drive;
    struct prt_contract contract;
    struct prt_track track;

    uint8_t fetch;                      // the setting; to change it all entries must be free:
    bool drain;                         // nothing new is asked for until they are
    struct prt_knobs knob;
    unsigned lines;                     // so many are in use
    uint64_t line[PRT_LINES];
    bool failing;                       // the request offered fails in this cycle, if it is a read
};

struct stimulus *prt_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
