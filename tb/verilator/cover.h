// What a run has reached, for `make cover`: in the program that is built for it alone.
#pragma once

#include <cstddef>
#include <cstdint>

// Of a verilated module, which of its points were reached: adds these to those of others in the folder UL1_COVER. What was reached of
// the model (gcov) is written as well: whoever runs tests ends without the usual end of a program.
void cover_keep(const char *module, const uint32_t *reached, size_t count);
