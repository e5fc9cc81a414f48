// Recordings: the inputs and outputs of a machine, cycle by cycle, as text. A recording is a twin: the
// scoreboard compares a live twin with it. So any simulator that can write such lines can be compared,
// including one with four states.
//
// BASE.in and BASE.out begin with a line that names the columns. Each further line is a cycle: a hexadecimal
// number for each input or output, in the order of the port table. In BASE.in a clocked block has the reset
// first. A port with several fields has the digits of each side by side, field 0 (lane, entry, way) lowest,
// so that no digit belongs to two. x and z are digits of undefined bits; in a defined output bit they are an
// error.
#ifndef RECORDING_H
#define RECORDING_H

#include "checkers/lockstep/run.h"

// An observer that writes BASE.in and BASE.out, of the actual twin or else of the expected one. Null: the
// files cannot be written.
struct observer *recording_open(const struct ul1_block *shape, const char *base, bool actual);

// Reads BASE.out as a twin. Null: `error` has the reason.
struct twin *twin_recording(const struct ul1_block *shape, const char *base, char *error, size_t error_size);

#endif
