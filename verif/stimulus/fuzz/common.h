// Common part of the fuzzed readers. A reader is a file that defines LLVMFuzzerTestOneInput, which libFuzzer
// (or alone.c) calls. It passes the bytes to the code under test, and lists words to insert into its texts.
#ifndef FUZZ_COMMON_H
#define FUZZ_COMMON_H

#include <stddef.h>
#include <stdint.h>

extern const char *const fuzz_words[]; // ends with a null; empty if the bytes are no text

// The code under test failed: prints that, and ends the process like a crash.
_Noreturn void fuzz_complain(const char *what, const char *said);

// The bytes as a file, for code that reads files. The path is valid until the next call.
const char *fuzz_file(const char *suffix, const uint8_t *bytes, size_t count);

#endif
