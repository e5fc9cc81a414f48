#include "verilator/cover.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

extern "C" {
void __gcov_dump(void);
void __gcov_reset(void);
}

static void fail(const std::string &file)
{
    std::perror(("cover: " + file).c_str());
    std::exit(3);
}

// One byte for each point, in FOLDER/MODULE.reached. Several processes add to it in turn.
static void add(const std::string &file, const uint32_t *reached, size_t count)
{
    int fd = open(file.c_str(), O_RDWR | O_CREAT, 0666);
    if (fd < 0 || flock(fd, LOCK_EX))
        fail(file);
    std::string bytes(count, 0);
    if (pread(fd, &bytes[0], count, 0) < 0)
        fail(file);
    for (size_t i = 0; i < count; i++)
        bytes[i] = static_cast<char>(bytes[i] | (reached[i] != 0));
    if (pwrite(fd, bytes.data(), count, 0) != static_cast<ssize_t>(count))
        fail(file);
    close(fd);
}

void cover_keep(const char *module, const uint32_t *reached, size_t count)
{
    const char *folder = std::getenv("UL1_COVER");
    if (!folder) {
        std::fprintf(stderr, "cover: UL1_COVER names no folder\n");
        std::exit(3);
    }
    add(std::string(folder) + "/" + module + ".reached", reached, count);
    __gcov_dump();
    __gcov_reset();
}
