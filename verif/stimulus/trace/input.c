#include "stimulus/trace/input.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    BUFFER = 1 << 17, // a line has fewer bytes
    MISSING = 127,    // exit status if the tool is not installed
};

struct input {
    const char *path;
    int fd;
    pid_t child; // 0: none
    const char *tool;
    uint64_t number, bytes;
    size_t at, have; // offsets in the buffer: the next line, and the end of the data
    bool ended;
    bool wrong;
    char error[TRACE_ERROR];
    char text[BUFFER + 1];
};

static bool fault(struct input *in, const char *what, const char *more)
{
    in->wrong = true;
    if (*in->error)
        return false;
    if (in->number)
        snprintf(in->error, sizeof in->error, "%.200s:%llu: %s%s", in->path, (unsigned long long)in->number,
                 what, more);
    else
        snprintf(in->error, sizeof in->error, "%.200s: %s%s", in->path, what, more);
    return false;
}

// The tool that decompresses the file. Returns null if it is not compressed.
static const char *tool_of(const unsigned char *first, size_t count)
{
    static const struct {
        const char *tool, *magic;
        size_t size;
    } known[] = {
        { "gzip", "\x1f\x8b", 2 },
        { "xz",
          "\xfd"
          "7zXZ",
          5 },
        { "zstd", "\x28\xb5\x2f\xfd", 4 },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (count >= known[i].size && !memcmp(first, known[i].magic, known[i].size))
            return known[i].tool;
    return NULL;
}

// Replaces the file by the tool's output.
static bool decompress(struct input *in)
{
    int pipes[2];
    if (pipe(pipes))
        return fault(in, "no pipe: ", strerror(errno));
    in->child = fork();
    if (!in->child) {
        const int quiet = open("/dev/null", O_WRONLY);
        dup2(in->fd, 0);
        dup2(pipes[1], 1);
        dup2(quiet, 2); // the tool reports errors by its status
        close(pipes[0]);
        close(pipes[1]);
        signal(SIGINT, SIG_IGN); // the reading process handles ^C
        execlp(in->tool, in->tool, "-dc", (char *)NULL);
        _exit(MISSING);
    }
    close(pipes[1]);
    close(in->fd);
    in->fd = pipes[0];
    if (in->child > 0)
        return true;
    in->child = 0;
    return fault(in, "no process for ", in->tool);
}

static bool begin(struct input *in)
{
    struct stat s;
    unsigned char first[6];
    in->fd = open(in->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe opens without delay, and is refused
    if (in->fd < 0 || fstat(in->fd, &s))
        return fault(in, "cannot read it: ", strerror(errno));
    if (!S_ISREG(s.st_mode)) // the file is read twice
        return fault(in, "a trace is a file, no folder, pipe or device", "");
    const ssize_t count = read(in->fd, first, sizeof first);
    if (count < 0 || lseek(in->fd, 0, SEEK_SET))
        return fault(in, "cannot read it: ", strerror(errno));
    in->tool = tool_of(first, (size_t)count);
    return !in->tool || decompress(in);
}

struct input *input_open(const char *path, char error[TRACE_ERROR])
{
    struct input *in = calloc(1, sizeof *in);
    if (!in) {
        snprintf(error, TRACE_ERROR, "%.200s: out of memory", path);
        return NULL;
    }
    in->path = path;
    if (begin(in))
        return in;
    memcpy(error, in->error, TRACE_ERROR);
    input_close(in);
    return NULL;
}

// Returns the tool's exit status. A tool whose output was not read to its end is killed.
static int status_of_tool(struct input *in)
{
    int status;
    if (!in->child)
        return 0;
    if (!in->ended)
        kill(in->child, SIGKILL);
    while (waitpid(in->child, &status, 0) < 0)
        if (errno != EINTR)
            return 0;
    in->child = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void input_close(struct input *in)
{
    if (in->fd >= 0)
        close(in->fd);
    status_of_tool(in);
    free(in);
}

static bool end(struct input *in)
{
    char missing[80];
    in->ended = true;
    const int status = status_of_tool(in);
    if (status == MISSING) {
        snprintf(missing, sizeof missing, "it is compressed, and %s is not installed (Debian package %s%s)",
                 in->tool, in->tool, strcmp(in->tool, "xz") ? "" : "-utils");
        return fault(in, missing, "");
    }
    return status ? fault(in, "damaged or cut off, by the word of ", in->tool) : true;
}

// Reads more data behind the rest of the buffer. Returns false on an error.
static bool fill(struct input *in)
{
    memmove(in->text, in->text + in->at, in->have - in->at);
    in->have -= in->at;
    in->at = 0;
    if (in->have == BUFFER) {
        in->number++;
        return fault(in, "a line is too long to be one of a trace", "");
    }
    ssize_t n;
    do
        n = read(in->fd, in->text + in->have, BUFFER - in->have);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        return fault(in, "cannot read on: ", strerror(errno));
    in->have += (size_t)n;
    return n || end(in);
}

char *input_line(struct input *in)
{
    char *newline = NULL;
    size_t seen = 0;
    while (!in->wrong && !(newline = memchr(in->text + in->at + seen, '\n', in->have - in->at - seen))
           && !in->ended) {
        seen = in->have - in->at;
        if (!fill(in))
            return NULL;
    }
    if (in->wrong || (!newline && in->at == in->have))
        return NULL;
    char *line = in->text + in->at;
    size_t length = newline ? (size_t)(newline - line) : in->have - in->at;
    in->at += length + (newline != NULL);
    in->bytes += length + (newline != NULL);
    in->number++;
    if (memchr(line, 0, length))
        return fault(in, "a byte of 0 is no text", ""), NULL;
    if (length && line[length - 1] == '\r')
        length--;
    line[length] = 0;
    return line;
}

const char *input_path(const struct input *in)
{
    return in->path;
}

uint64_t input_number(const struct input *in)
{
    return in->number;
}

uint64_t input_bytes(const struct input *in)
{
    return in->bytes;
}

const char *input_error(const struct input *in)
{
    return in->wrong ? in->error : NULL;
}
