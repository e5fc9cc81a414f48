// The name of an instruction in texts for people: in waves and reports.
#ifndef STORY_LABEL_H
#define STORY_LABEL_H

#include "environment/sm/program.h"

#ifdef __cplusplus
extern "C" {
#endif

struct label {
    char text[136];
};

struct label label_of(const struct instr *);    // in words of programs: `w3 ld.shared.b32`, `w3 fence.gpu`
struct label label_short(const struct instr *); // where space is short: `w3 ld`

#ifdef __cplusplus
}
#endif
#endif
