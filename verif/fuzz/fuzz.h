// Fuzzing, by libFuzzer, or without it by alone.c, which has the same interface. A reader is a file that defines
// LLVMFuzzerTestOneInput, which hands the bytes to what reads them, and says which words are worth putting into a text of its.
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);
extern const char *const fuzz_words[];      // up to a null; none: bytes that are no text

// What mutate.c changes of a text, and what it is made of; returns the new length.
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t count, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t most);     // libFuzzer's own, or that of alone.c

// What was read is treated otherwise than it is to be: told, and the process ends as if it had crashed.
_Noreturn void fuzz_complain(const char *what, const char *said);

// The bytes as a file, for what reads files; the path is good until the next one.
const char *fuzz_file(const char *suffix, const uint8_t *bytes, size_t count);

#endif
