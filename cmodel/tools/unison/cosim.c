#include "unison/cosim.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ARGUMENTS = 20 };

void cosim_folder(const struct args *a, char folder[COSIM_PATH])
{
    char path[COSIM_PATH];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n < 0)
        n = snprintf(path, sizeof path, "%s", a->self);
    path[n] = 0;
    char *slash = strrchr(path, '/');
    snprintf(folder, COSIM_PATH, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
}

static void path_of(const struct args *a, char path[COSIM_PATH + 20])
{
    char folder[COSIM_PATH];
    cosim_folder(a, folder);
    snprintf(path, COSIM_PATH + 20, "%s/%u/cosim", folder, a->lanes);
}

bool cosim_there(const struct args *a)
{
    char path[COSIM_PATH + 20];
    path_of(a, path);
    return !access(path, X_OK);
}

int cosim_hand_over(const struct args *a, const char *const argument[], const char *say)
{
    char path[COSIM_PATH + 20];
    const char *list[ARGUMENTS] = { path };
    path_of(a, path);
    for (unsigned n = 0; argument[n] && n < ARGUMENTS - 2; n++)
        list[n + 1] = argument[n];
    if (!access(path, X_OK)) {
        if (say)
            fprintf(stderr, "%s\n", say);
        execv(path, (char *const *)list);
    }
    return args_complain(
        "%s needs the lockstep program, and %s is not there: 'make cosim LANES=%u TEST=column' builds it "
        "(with Verilator)",
        a->command, path, a->lanes);
}
