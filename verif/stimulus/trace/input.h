// Reads lines of a text file, which may be compressed by gzip, xz or zstd. These programs decompress it. The
// first bytes of the file select the program, not its name. Memory use does not depend on the file's size.
#ifndef TRACE_INPUT_H
#define TRACE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRACE_ERROR = 400 };

struct input;

// Returns null with a reason of one line that begins with the path. The path must outlive it.
struct input *input_open(const char *path, char error[TRACE_ERROR]);
void input_close(struct input *);

// Returns the next line without its end, as a string that is valid until the next call. The caller may change
// it. Returns null at the end or on an error.
char *input_line(struct input *);

const char *input_path(const struct input *);
uint64_t input_number(const struct input *);   // number of the line, from 1
uint64_t input_bytes(const struct input *);    // bytes of text read
const char *input_error(const struct input *); // null: no error

#endif
