// Sizes and codes of the machine by name, from the tables in cmodel/ports. See docs/programs.md.
#ifndef PROGRAM_NAMES_H
#define PROGRAM_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether a machine may have this number of lanes.
bool names_lanes(unsigned lanes);

// The size of that name for this number of lanes. Returns false if there is none.
bool names_size(const char *text, size_t length, unsigned lanes, int64_t *value);

// The same for a size that must exist.
int64_t names_value(const char *name, unsigned lanes);

// The code of a key of the enumeration. Returns false if there is none.
bool names_code(const char *of, const char *text, size_t length, unsigned *code);

// Whether a code is reserved, or names an operation that is not built.
bool names_is_reserved(const char *of, unsigned code);

// A code that has no key, by its number: `code5`. Returns false if it does not fit the field.
bool names_reserved(const char *of, const char *text, size_t length, unsigned *code);

// The number of codes that a field of the enumeration can hold.
unsigned names_codes(const char *of);

// The code of a key that must exist; the key of a code, or "reserved" if it has none.
unsigned names_code_of(const char *of, const char *key);
const char *names_key(const char *of, unsigned code);

// Whether the error means that a store is lost. Such a store has retired long before.
bool names_lost(unsigned error);

#endif
