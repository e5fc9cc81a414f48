// Mutates bytes by libFuzzer's function, or by that of bytes.c if it is missing. Returns the new length.
#ifndef FUZZ_BYTES_H
#define FUZZ_BYTES_H

#include <stddef.h>
#include <stdint.h>

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t most);

#endif
