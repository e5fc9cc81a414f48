// Writes a litmus test as the text of a program.
#ifndef LITMUS_WRITE_H
#define LITMUS_WRITE_H

#include <stddef.h>

#include "stimulus/litmus/spec.h"

// Returns false if it does not fit.
bool write_spec(const struct spec *, char *text, size_t size);

// Names of the kinds in the text.
const char *write_between(enum between);
const char *write_noise(enum noise_kind);
const char *write_layout(enum layout);
const char *write_load(unsigned kind);
const char *write_store(unsigned kind);

#endif
