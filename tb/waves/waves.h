// Waves: one FST with both twins and their differences, and a GTKWave save file. See struct harness.
#pragma once

#include "cosim/harness.h"

// Whether the program has the views that waves are written by.
bool waves_built();

observer *waves_open(const char *base, twin *expected, twin *actual, const waves_window *window);
