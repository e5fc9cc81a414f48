// What was presented to the machines, part by part: enough to say it again as a program of text (transcript.h). Only a run
// that is to be written out has any.
//
// What is kept begins at a part at which all caches and translations were surely empty; what was before it is forgotten once
// there is enough behind it.
#ifndef SURROUND_NOTES_H
#define SURROUND_NOTES_H

#include "surround/program.h"

enum {
    NOTES_NEVER = -1,
    NOTES_FEW = 1000,           // instructions that are kept at least
};

struct noted_instr {
    struct instr instr;
    int64_t offered, retired;   // cycles of the part, counted from PART_LEAD on; NOTES_NEVER: it did not come to that
};

struct noted_command {
    struct command command;
    int64_t offered, complete;
};

// A part, as it ran on one machine.
struct noted_part {
    struct part part;           // its lists are copies
    uint64_t draws;
    unsigned step;              // parts of one step ran at the same time, each on its machine
    bool anew;                  // the machine was surely empty
    bool renewed;               // with page tables of its own
    bool was_reset;
    bool may_fail;              // something under these page tables is absent, read-only, failing or changed
    struct noted_instr *instr;
    struct noted_command *command;
    unsigned instrs, commands, instrs_room, commands_room;
};

struct notes {
    struct noted_part *part;
    unsigned parts, parts_room;
    unsigned last;              // the last one that began anew
    unsigned step;
    bool renewed, emptied;      // what is to be said of the part that comes
    bool lasting;               // under these page tables something stays that a part said
    unsigned now[MACHINES];     // 1 + the part that runs on it; 0: none
    const struct instr *offered[MACHINES]; // that is offered; it is the last that was noted. Null: none is
    unsigned of[MACHINES][ENTRIES]; // of an entry of the pending table, the number of its instruction
    unsigned machines;
    bool lacking;               // memory: what is noted is not all
};

void notes_init(struct notes *, unsigned machines);
void notes_free(struct notes *);

// A step begins, with page tables of its own or not; the cache of the only machine is empty, as it is after a reset or another
// carveout. Then a part of it begins that draws from `draws`, and ends.
void notes_step(struct notes *, bool renewed);
void notes_emptied(struct notes *);
void notes_part(struct notes *, const struct part *, uint64_t draws);
void notes_end(struct notes *, unsigned machine, bool reset);

// Of the part that runs on a machine; cycles as of the host. An instruction is on the port, is no longer
// (though it was not taken), is taken, retires.
void notes_offered(struct notes *, unsigned machine, const struct instr *, uint64_t cycle);
void notes_withdrawn(struct notes *, unsigned machine);
void notes_taken(struct notes *, unsigned machine, unsigned entry);
void notes_retired(struct notes *, unsigned machine, unsigned entry, uint64_t cycle);

void notes_command(struct notes *, unsigned machine, const struct command *, uint64_t cycle);
void notes_complete(struct notes *, unsigned machine, uint64_t cycle);

#endif
