// An access of a program as an instruction of the library, and its tag.
#ifndef RUN_INSTR_H
#define RUN_INSTR_H

#include "program/machine.h"
#include "ul1_sim.h"

// Below its serial, a tag has the words of a lane, and what the access is.
enum {
    TAG_WORDS = 7,
    TAG_SHARED = 1 << 3, // of shared memory
    TAG_CAS = 1 << 4,
    TAG_COPY = 1 << 5,
    TAG_GROUP = 1 << 6,  // of copies: it is no instruction
    TAG_BESIDE = 1 << 7, // the constant cache or the texture unit takes it
    TAG_W = 8,
};

struct ul1_sim_instr instr_of(const struct machine_access *, unsigned lanes);

#endif
