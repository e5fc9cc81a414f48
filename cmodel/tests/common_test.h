// Common part of the transaction level's tests. They use libul1 only, and run at every lane count.
#ifndef COMMON_TEST_H
#define COMMON_TEST_H

#include <stdbool.h>
#include <stdint.h>

#include "ul1_sim.h"

void check(bool ok, const char *what, const char *file, int line);
extern unsigned passed, failed;
#define CHECK(what) check((what), #what, __FILE__, __LINE__)

// The current lane count, and sizes that depend on it.
extern unsigned lanes;
uint64_t all_lanes(void);
unsigned line_bytes(void);

// A configuration with the lane count; a simulation of it, which must be possible.
struct ul1_sim_config config(void);
struct ul1_sim *make(const struct ul1_sim_config *);

// An instruction of 32 bits, of all lanes; lane i has the address first + pitch * i. A store has the words
// base + i.
struct ul1_sim_instr access(unsigned op, unsigned space, uint64_t first, unsigned pitch);
struct ul1_sim_instr load(unsigned space, uint64_t first, unsigned pitch);
struct ul1_sim_instr store(unsigned space, uint64_t first, unsigned pitch, uint32_t base);

// Submits an instruction and runs until its completion, which must be the next one.
struct ul1_sim_done perform(struct ul1_sim *, const struct ul1_sim_instr *);
struct ul1_sim_done command(struct ul1_sim *, unsigned which, uint64_t addr, unsigned carveout);

// Whether the loaded words are base + i, of register r.
bool words_are(const struct ul1_sim_done *, unsigned r, uint32_t base);

#endif
