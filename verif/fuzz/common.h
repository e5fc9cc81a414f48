// What readers that are fuzzed have in common. A reader is a file that defines LLVMFuzzerTestOneInput, which libFuzzer calls (or
// alone.c), hands the bytes to what reads them, and says which words are worth putting into a text of its.
#ifndef FUZZ_COMMON_H
#define FUZZ_COMMON_H

#include <stddef.h>
#include <stdint.h>

extern const char *const fuzz_words[];      // up to a null; none: bytes that are no text

// What was read is treated otherwise than it is to be: told, and the process ends as if it had crashed.
_Noreturn void fuzz_complain(const char *what, const char *said);

// The bytes as a file, for what reads files; the path is good until the next one.
const char *fuzz_file(const char *suffix, const uint8_t *bytes, size_t count);

#endif
