// What proofs that the twins are equal say of both, and nothing else knows both. scripts/formal/equal runs it for all states and
// inputs at once. There are two kinds:
//
// Of a block that has state BLOCK.c has relate(): what each register of the Verilog holds, told from the model's state. (The
// outputs that follow from state alone are left out: they are compared already.) What it says is assumed before a clock edge,
// and proved behind it.
//
// Of a function and a module NAME.c has compare(): it calls the function with what it finds in the module, and says what is the
// same there. What `never` says is assumed; the file says by whom it is held.
#ifndef RELATE_H
#define RELATE_H

#include <stdint.h>

// The register of that name is the value, if `counts`; in an array, the i-th of so many bits. (Of a scalar i and bits are 0.)
void same(const char *reg, unsigned i, unsigned bits, uint64_t value, unsigned counts);

// What is there in the register, of the same form. (In compare() each name may be that of any wire.)
uint64_t held(const char *reg, unsigned i, unsigned bits);

// The state is never otherwise.
void never(unsigned is_so);

// In compare(): the register is that behind the clock edge, of the same form as in same(). So many bits of anything, each time
// others; and so many bytes.
void becomes(const char *reg, unsigned i, unsigned bits, uint64_t value, unsigned counts);
uint64_t any(unsigned bits);
void *some(unsigned bytes);

#endif
