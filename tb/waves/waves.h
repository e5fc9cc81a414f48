// Waves: one FST with both twins and a difference beside each pair, and a GTKWave save file for it. See struct harness.
#pragma once

#include "app/harness.h"

observer *waves_open(const char *base, twin *expected, twin *actual, const waves_window *window);
