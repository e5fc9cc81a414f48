// The memory checker: the values that a load may see. It models no cache and no time. A value is right if
// some legal mapping of the page gives it: memory holds it there, or the line's history lets this load see
// it. A sector is fetched as a whole, so all its words use one mapping; different sectors of a line need not.
#ifndef MEMCHECK_VALUES_H
#define MEMCHECK_VALUES_H

#include "ground.h"
#include "sight.h"

// The load as a reader of the line with this address.
struct reader memcheck_reader(const struct memcheck *w, const struct checked_instr *i, uint64_t addr);

// Objects unless the lanes in `mask` may have these values, from addresses that lie in one line.
bool memcheck_right_values(struct memcheck *w, const struct checked_instr *i, const uint64_t *at,
                           uint32_t mask, const uint32_t *data);

// The newest word that the load may see, with the present mapping; false if there is none.
bool memcheck_newest_at(const struct memcheck *w, const struct checked_instr *i, uint64_t addr,
                        uint32_t *word);

// Whether the load may see this byte there, by any mapping.
bool memcheck_may_be_at(const struct memcheck *w, const struct checked_instr *i, uint64_t addr, uint8_t byte);

// A bit for each error with which the load may fail there.
uint32_t memcheck_errors_at(const struct memcheck *w, const struct checked_instr *i, uint64_t addr);

#endif
