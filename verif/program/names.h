// The machine's sizes and codes by name. See docs/programs.md; the values come from the tables in cmodel/ports.
#ifndef PROGRAM_NAMES_H
#define PROGRAM_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether a machine can have so many lanes.
bool names_lanes(unsigned lanes);

// The size of that name with so many lanes. False: there is none.
bool names_size(const char *text, size_t length, unsigned lanes, int64_t *value);

// The same where it is certain that there is one.
int64_t names_value(const char *name, unsigned lanes);

// The code of a key of that enumeration. False: there is none.
bool names_code(const char *of, const char *text, size_t length, unsigned *code);

// A code that has no key, by its number: `code5`. False: it is none that fits its field.
bool names_reserved(const char *of, const char *text, size_t length, unsigned *code);

// Codes that a field of that enumeration can have.
unsigned names_codes(const char *of);

// The same where it is certain that there is one; and the key of a code, "reserved" if it has none.
unsigned names_code_of(const char *of, const char *key);
const char *names_key(const char *of, unsigned code);

// Whether a store is lost with that error: it has retired long before.
bool names_lost(unsigned error);

#endif
