// Waves: one FST with both twins and a difference beside each pair, and a GTKWave save file for it. See struct harness.
#pragma once

#include "app/harness.h"

observer *waves_open(const char *base, twin *expected, twin *actual, uint64_t from, uint64_t to, uint64_t mark);
