// Contracts: the assumptions of each block about its inputs, and its guarantees about its outputs, as code.
//
// The contract of a block is a list of rules. It has two uses. It bounds the random drive of the block alone.
// It is asserted on the wires of the whole machine in every run; the block that drives a wire is at fault if
// its rule is broken. So a block alone meets every input that it can meet in the machine, and all its
// assumptions are checked there.
//
// A rule is an assumption that the specification allows. Inputs under a qualifier that is off are never
// checked, and the drives put random values there. Inputs without a qualifier must have the value that their
// port table states in every cycle ("zero without a pass"). A condition that would only make data meaningless
// is no rule. Values that do not fit a wire cannot be on it, so they are checked at the pins only.
//
// BLOCK_contract_check (blocks/BLOCK/contract.h) is called once in every settled cycle, before the clock
// edge. It returns null, or the broken rule. On the wires of a machine, only the inputs that it names, or
// that its included files name, are set (scripts/gen/c_views.py). Inputs in a cycle with reset are not
// checked. It uses a shadow of the block, the state of previous cycles (struct BLOCK_contract,
// blocks/BLOCK/shadow.h), and then advances it. A machine has a contract for its pins.
//
// After the rules about inputs come guarantees: rules about outputs alone, which the specification
// determines. Where they are many, a reference predictor computes them (predictor.h). For a block that may be
// late they are not checked (judge_excuses).
#ifndef CONTRACTS_H
#define CONTRACTS_H

#include <stdbool.h>

#include "checkers/lockstep/judge.h"
#include "ul1.h"

// The contracts of all blocks of a machine, on its wires, and that of its pins. `light`: outputs are not
// checked, and contracts that no seeded fault needs are left out. Null: memory is exhausted.
struct judge *contracts_judge(const struct ul1_block *machine, bool light);

#endif
