// Waves: one FST with both twins and their differences, and a GTKWave save file. See struct harness.
#pragma once

#include "cosim/harness.h"

observer *waves_open(const char *base, twin *expected, twin *actual, const waves_window *window);
