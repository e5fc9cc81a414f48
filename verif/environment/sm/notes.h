// Records what the machines were given, part by part, so that transcript.h can write it as a text program.
// Only a run that is written out keeps notes.
//
// The record begins at a part before which all caches and translations were empty. Older parts are dropped
// once enough follows.
#ifndef SM_NOTES_H
#define SM_NOTES_H

#include "environment/sm/program.h"

enum {
    NOTES_NEVER = -1,
    NOTES_FEW = 1000, // instructions that are kept at least
};

struct noted_instr {
    struct instr instr;
    int64_t offered, retired; // cycles of the part, counted from PART_LEAD on; NOTES_NEVER: did not happen
};

struct noted_command {
    struct command command;
    int64_t offered, complete;
};

// A part, as it ran on one machine.
struct noted_part {
    struct part part; // its lists are copies
    uint64_t draws;
    unsigned step; // parts of one step ran at the same time, each on its own machine
    bool anew;     // the machine was known to be empty
    bool renewed;  // with page tables of its own
    bool was_reset;
    bool may_fail; // under these page tables a page or line is absent, read-only, failing or changed
    struct noted_instr *instr;
    struct noted_command *command;
    unsigned instrs, commands, instrs_room, commands_credit;
};

struct notes {
    struct noted_part *part;
    unsigned parts, parts_room;
    unsigned last; // the last part that began with an empty machine
    unsigned step;
    bool renewed, emptied;  // properties of the next part
    bool lasting;           // a setting of an earlier part still applies under these page tables
    unsigned now[MACHINES]; // 1 + the part that runs on the machine; 0: none
    // the instruction on the port, which is the last one noted; null: none
    const struct instr *offered[MACHINES];
    unsigned of[MACHINES][FLIGHTS]; // the number of the instruction in each entry of the instruction table
    unsigned machines;
    bool lacking; // memory was exhausted: the record is incomplete
};

void notes_init(struct notes *, unsigned machines);
void notes_free(struct notes *);

// A step begins, with or without page tables of its own. `notes_emptied`: the only machine's cache is empty,
// as after a reset or a new carveout. `notes_part`: a part of the step begins, with the seed `draws`;
// `notes_end` ends it.
void notes_step(struct notes *, bool renewed);
void notes_emptied(struct notes *);
void notes_part(struct notes *, const struct part *, uint64_t draws);
void notes_end(struct notes *, unsigned machine, bool reset);

// Instructions of the part that runs on a machine: put on the port, taken off it without being taken, taken,
// retired. Cycles are those of the host.
void notes_offered(struct notes *, unsigned machine, const struct instr *, uint64_t cycle);
void notes_withdrawn(struct notes *, unsigned machine);
// A warp closes a group of copies, or begins to wait.
void notes_group(struct notes *, unsigned machine, const struct instr *, uint64_t cycle);
void notes_taken(struct notes *, unsigned machine, unsigned entry);
void notes_retired(struct notes *, unsigned machine, unsigned entry, uint64_t cycle);

void notes_command(struct notes *, unsigned machine, const struct command *, uint64_t cycle);
void notes_complete(struct notes *, unsigned machine, uint64_t cycle);

#endif
