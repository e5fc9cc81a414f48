// The words of instructions of a program, by slot of a beat.
#ifndef DATA_H
#define DATA_H

#include "environment/sm/program.h"
#include "ul1_ports.h"

// The words of a beat of a load that are expected, or that a store's seed gives: slot i of sub-warp k is word
// k * LANES + i of the instruction.
void data_words(uint32_t *word, uint32_t seed, unsigned sub);

// The beat of store data that the machine requests.
void data_beat(const struct instr *, const struct ul1_lsu_out *, uint32_t *data);

#endif
