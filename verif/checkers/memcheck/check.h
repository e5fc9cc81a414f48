// Shared by the tests of the memory checker: machines in three configurations, checks that are counted, and
// random numbers.
#ifndef MEMCHECK_CHECK_H
#define MEMCHECK_CHECK_H

#include "memcheck.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define ALL ((uint32_t)((UINT64_C(1) << LANES) - 1))

// The default machine, the smallest and the largest.
static const struct memcheck_shape shapes[] = {
    { .rows = 512,
      .entries = 48,
      .warps = 64,
      .bank_words = 1,
      .groups = 1,
      .sectors = 4,
      .virtual_bits = 40,
      .physical_bits = 40 },
    { .rows = 128,
      .entries = 16,
      .warps = 8,
      .bank_words = 1,
      .groups = 1,
      .sectors = 4,
      .virtual_bits = 32,
      .physical_bits = 32 },
    { .rows = 1024,
      .entries = 63,
      .warps = 64,
      .bank_words = 1,
      .groups = 1,
      .sectors = 4,
      .interleaves = true,
      .virtual_bits = 49,
      .physical_bits = 49 },
};

static struct memcheck_shape shape; // sizes of the machine under test
static struct memcheck *w;
static unsigned passed, failed;
static uint64_t seed;

static void check(bool ok, const char *what, const char *file, int line)
{
    if (ok) {
        passed++;
        return;
    }
    failed++;
    printf("%s:%d: (%u rows) %s\n    last objection: %s\n", file, line, shape.rows, what,
           w ? memcheck_error(w) : "");
}

static void check_objection(bool taken, const char *text, const char *event, const char *file, int line)
{
    char what[600];
    snprintf(what, sizeof what, "no objection '%s' to %s", text, event);
    check(!taken && strstr(memcheck_error(w), text), what, file, line);
}

// CHECK: an event that is right. OBJECT: an event that must be objected to, with this text in the objection.
#define CHECK(event)        check((event), #event, __FILE__, __LINE__)
#define OBJECT(text, event) check_objection((event), text, #event, __FILE__, __LINE__)

// Formats a text. Valid until the next call.
__attribute__((format(printf, 1, 2))) static inline const char *say(const char *format, ...)
{
    static char text[300];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return text;
}

// An address for %llx.
static inline unsigned long long shown(uint64_t addr)
{
    return addr;
}

// Scales a 40-bit address to so many bits, keeping its relative position; the result is a multiple of 4 KB.
static inline uint64_t placed(uint64_t addr, unsigned bits)
{
    return (bits < 40 ? addr >> (40 - bits) : addr << (bits - 40)) & ~UINT64_C(0xfff);
}

// Use one draw per statement: C does not fix the order of draws in an expression.
static inline uint32_t rnd(uint32_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((seed >> 33) % below);
}

static inline uint32_t rnd32(void)
{
    uint32_t high = rnd(1 << 16);
    return high << 16 | rnd(1 << 16);
}

// Runs all tests on each configuration. Returns the result of main().
static int test_shapes(const char *name, void (*tests)(void))
{
    for (unsigned n = 0; n < sizeof shapes / sizeof *shapes; n++) {
        shape = shapes[n];
        for (unsigned code = 0; code < 16; code++)
            shape.shared[code] = (uint16_t)(shape.rows / 4 * (code == 0 ? 3 : code == 1 ? 2 : 1));
        seed = 1;
        tests();
    }
    printf("%s: %u checks, %u failed\n", name, passed + failed, failed);
    return failed != 0;
}

#endif
