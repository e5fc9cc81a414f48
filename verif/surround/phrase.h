// What was presented to a machine, in the language of programs: an instruction, a command.
#ifndef SURROUND_PHRASE_H
#define SURROUND_PHRASE_H

#include <stdio.h>

#include "surround/notes.h"

// What a phrase leaves out or says otherwise, with how often.
enum unsaid {
    UNSAID_FIELDS, UNSAID_LANES, UNSAID_WORDS, UNSAID_REGISTERS, UNSAID_HELD, UNSAID_WARPS, UNSAID_SETTINGS, UNSAIDS
};

enum { PHRASE_LISTS = 200 };

struct phrases {
    FILE *out;                  // where they go
    bool counts;                // passes are expected, too
    bool any_error;             // what nothing is said of may end anyhow
    int64_t *number;            // what has no formula, in lists that are to stand before it
    unsigned numbers, numbers_room;
    unsigned begin[PHRASE_LISTS], lists, said; // where each begins; how many there are, and have been said
    unsigned unsaid[UNSAIDS];
    bool lacking;               // memory, or lists
};

// By this warp; a load into register `reg`.
void phrase_instr(struct phrases *, const struct noted_instr *, unsigned warp, unsigned reg);
void phrase_command(struct phrases *, const struct noted_command *, unsigned warp);

// What it is, without its warp, lanes and words: `ld.shared.b32`, `st.global.wb.b64`, `fence.gpu`, `inval.local`.
struct phrase_form {
    char text[80];
};
struct phrase_form phrase_form(const struct instr *);

// The name of a code, `codeN` of a reserved one.
struct phrase_code {
    char text[16];
};
struct phrase_code phrase_code(const char *of, unsigned code);

// The lists that are needed since the last call.
void phrase_lists(struct phrases *, FILE *);

#endif
