// Recordings: what went into a machine and what came out, cycle by cycle, as text. A recording is a twin: the scoreboard
// compares a live one with it, so any simulator that can write such lines can be compared, one with four states too.
//
// BASE.in and BASE.out begin with a line that names the columns; then each cycle is a line with a hexadecimal number for
// each input (the reset first, for a clocked block), respectively output, in the order of the port table. A port with several fields
// has the digits of each side by side, field 0 (lane, entry, way) lowest, so that no digit belongs to two.
// x and z are digits of undefined bits; in an output bit that means something they are an error.
#ifndef RECORDING_H
#define RECORDING_H

#include "lockstep/run.h"

// An observer that writes BASE.in and BASE.out, of the actual twin or else of the expected one. Null: cannot be written.
struct observer *recording_open(const struct ul1_block *shape, const char *base, bool actual);

// BASE.out as a twin. Null: error says why.
struct twin *twin_recording(const struct ul1_block *shape, const char *base, char *error, size_t error_size);

#endif
