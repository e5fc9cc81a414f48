// Replaces Verilator's own function, which only prints (verilated.cpp is compiled with VL_USER_STOP).
#include "verilator/stop.h"

#include "verilated.h"

static thread_local std::string stopped;

std::string take_stop()
{
    std::string at;
    at.swap(stopped);
    return at;
}

void vl_stop(const char *file, int line, const char *)
{
    if (stopped.empty() && file && *file)
        stopped = std::string(file) + ":" + std::to_string(line);
    Verilated::threadContextp()->gotError(true);
    Verilated::threadContextp()->gotFinish(true);
}
