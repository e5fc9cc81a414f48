// What each register of the Verilog holds, told from the model's state: BLOCK.c has it of a block that has state, and nothing
// else knows both. The outputs that follow from state alone are left out: they are compared already. scripts/formal/equal
// has these functions run for all states at once; it assumes what they say before a clock edge, and proves it behind it.
#ifndef RELATE_H
#define RELATE_H

#include <stdint.h>

// The register of that name is the value, if `counts`; in an array, the i-th of so many bits. (Of a scalar i and bits are 0.)
void same(const char *reg, unsigned i, unsigned bits, uint64_t value, unsigned counts);

// What is there in the register, of the same form.
uint64_t held(const char *reg, unsigned i, unsigned bits);

// The state is never otherwise.
void never(unsigned is_so);

#endif
