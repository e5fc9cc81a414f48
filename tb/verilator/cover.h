// Records reached coverage points for `make cover`. Only the program that is built for it contains this.
#pragma once

#include <cstddef>
#include <cstdint>

// Adds the reached points of a verilated module to those in the folder UL1_COVER. Also writes the model's
// coverage (gcov), because the processes that run tests do not exit normally.
void cover_keep(const char *module, const uint32_t *reached, size_t count);
