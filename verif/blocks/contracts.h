// What each block asks of its inputs, as code.
//
// The contract of a block is the list of rules that its inputs keep. It has two uses: it bounds the random drive of the
// block alone, and it is asserted on the wires of the whole machine in every run, where the block that drives them is the
// one to blame. So what a block is tested with alone is all that it can meet in the machine, and what it relies on is
// checked there.
//
// What is a rule: what the specification lets the block rely on. Inputs under a qualifier that is off are never judged, and
// the drives put random values there. Inputs without a qualifier mean what their port table says in every cycle ("zero
// without a pass"), and that is a rule. What would only make the data meaningless is none. Values that do not fit the
// width of a wire cannot be on a wire and are judged at the pins only.
//
// BLOCK_contract_check (blocks/BLOCK/contract.h) is called once in every settled cycle, before the clock edge: null, or the
// rule that is broken. On the wires of a machine it finds those inputs set that it names, or what it includes
// (scripts/gen/c_views.py). Inputs in a cycle with reset are not judged. It judges by a shadow of the block, what has to be
// remembered of the cycles before (struct BLOCK_contract, blocks/BLOCK/shadow.h), and then advances that. A machine has a
// contract for its pins.
//
// Behind the rules about inputs come some about outputs alone, by what the specification says that the block answers (answers.h,
// where they are many). Those of a block that may be late are not judged (judge_excuses).
#ifndef CONTRACTS_H
#define CONTRACTS_H

#include <stdbool.h>

#include "lockstep/judge.h"
#include "ul1.h"

// The contracts of all blocks of a machine of blocks, on its wires, and that of its pins. `light`: what blocks answer is not
// judged. Null: no memory.
struct judge *contracts_judge(const struct ul1_block *machine, bool light);

#endif
