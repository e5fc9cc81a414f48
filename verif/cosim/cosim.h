// Entry point of the cosimulation program.
#ifndef COSIM_H
#define COSIM_H

#include "cosim/harness.h"

#ifdef __cplusplus
extern "C" {
#endif

int cosim_main(int argc, char **argv, const struct harness *); // returns an enum verdict

#ifdef __cplusplus
}
#endif
#endif
