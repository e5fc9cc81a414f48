// Lines of a text file, which may be compressed by gzip, xz or zstd; these programs are asked to decompress it, told by its first
// bytes and not by its name. Memory is the same whatever the file's size.
#ifndef TRACE_INPUT_H
#define TRACE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRACE_ERROR = 400 };

struct input;

// Null: why, in a line that begins with the path. The path must stay.
struct input *input_open(const char *path, char error[TRACE_ERROR]);
void input_close(struct input *);

// The next line without its end, as a string that is good until the next one; it may be changed. Null: there is none, or
// something is wrong.
char *input_line(struct input *);

const char *input_path(const struct input *);
uint64_t input_number(const struct input *);    // of that line, from 1 on
uint64_t input_bytes(const struct input *);     // of text, up to here
const char *input_error(const struct input *);  // null: nothing is wrong

#endif
