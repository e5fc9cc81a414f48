// Writes instructions and commands that a machine was given in the language of text programs.
#ifndef SM_PHRASE_H
#define SM_PHRASE_H

#include <stdio.h>

#include "environment/sm/notes.h"

// Omissions and changes of a phrase, with a count of each.
enum unsaid {
    UNSAID_FIELDS,
    UNSAID_LANES,
    UNSAID_WORDS,
    UNSAID_REGISTERS,
    UNSAID_HELD,
    UNSAID_WARPS,
    UNSAID_SETTINGS,
    UNSAID_BEHIND,
    UNSAIDS
};

enum { PHRASE_LISTS = 200 };

struct phrases {
    FILE *out;       // destination
    bool counts;     // expected passes are written too
    bool any_error;  // an instruction without a stated outcome may end with any error
    int64_t *number; // numbers that no formula gives; they go into lists before the phrases
    unsigned numbers, numbers_room;
    // where each list begins; lists that exist, and that were written
    unsigned begin[PHRASE_LISTS], lists, said;
    unsigned unsaid[UNSAIDS];
    bool lacking; // memory or lists were exhausted
};

// An instruction of this warp; a load goes to register `reg`.
void phrase_instr(struct phrases *, const struct noted_instr *, unsigned warp, unsigned reg);
void phrase_command(struct phrases *, const struct noted_command *, unsigned warp);

// The mnemonic, without warp, lanes and words: `ld.shared.b32`, `st.global.wb.b64`, `fence.gpu`,
// `inval.local`.
struct phrase_form {
    char text[128];
};
struct phrase_form phrase_form(const struct instr *);

// The name of a code; a reserved one is `codeN`.
struct phrase_code {
    char text[16];
};
struct phrase_code phrase_code(const char *of, unsigned code);

// Writes the lists needed since the last call.
void phrase_lists(struct phrases *, FILE *);

#endif
