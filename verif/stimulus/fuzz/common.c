#include "stimulus/fuzz/common.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void fuzz_complain(const char *what, const char *said)
{
    fprintf(stderr, "FAILED: %s: '%s'\n", what, said);
    abort();
}

// In memory, to spare the disk. The suffix is that of a link.
const char *fuzz_file(const char *suffix, const uint8_t *bytes, size_t count)
{
    static char target[80], link[120];
    static int file = -1;
    if (file < 0) {
        file = memfd_create("fuzz", 0);
        snprintf(target, sizeof target, "/proc/%ld/fd/%d", (long)getpid(), file);
        snprintf(link, sizeof link, "/tmp/fuzz-%ld%s", (long)getpid(), suffix);
    }
    if (file < 0 || ftruncate(file, 0) || pwrite(file, bytes, count, 0) != (ssize_t)count) {
        fputs("fuzz: no file in memory\n", stderr);
        exit(2);
    }
    unlink(link);
    if (*suffix && symlink(target, link)) {
        perror("fuzz: no link in /tmp");
        exit(2);
    }
    return *suffix ? link : target;
}
