// A mutation of bytes: libFuzzer's own, or where that is not, that of bytes.c; returns the new length.
#ifndef FUZZ_BYTES_H
#define FUZZ_BYTES_H

#include <stddef.h>
#include <stdint.h>

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t most);

#endif
