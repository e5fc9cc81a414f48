// The functions by which a proof of equality relates both twins. scripts/formal/equal executes these files
// for all states and inputs. No other file depends on both twins. There are two kinds:
//
// - For a block with state, BLOCK.c has relate(): the value of each register of the Verilog, as a function of
//   the model's state. (Outputs that depend on state alone are left out, because they are compared already.)
//   The relation is assumed before a clock edge, and proved behind it.
// - For a function and a module, NAME.c has compare(): it calls the function with values of the module, and
//   states what is equal. Conditions in `never` are assumed; a comment names the code that ensures them.
#ifndef RELATE_H
#define RELATE_H

#include <stdint.h>

// The named register has this value, if `counts`; for an array, its i-th element of `bits` bits. (For a
// scalar i and bits are 0.)
void same(const char *reg, unsigned i, unsigned bits, uint64_t value, unsigned counts);

// The value of a register, with the same arguments. In compare() the name may be that of any wire.
uint64_t held(const char *reg, unsigned i, unsigned bits);

// The condition never holds.
void never(unsigned is_so);

// For compare(). becomes: the value of a register behind the clock edge, with the arguments of same(). any:
// free bits, new ones in each call; some: free bytes.
void becomes(const char *reg, unsigned i, unsigned bits, uint64_t value, unsigned counts);
uint64_t any(unsigned bits);
void *some(unsigned bytes);

#endif
