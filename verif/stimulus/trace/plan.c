#include "stimulus/trace/plan.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "environment/sm/l1s.h"

enum {
    PAGE_W = 21, // bits of an address within a page of 2 MB
    CHUNK = 16,  // bytes of a lane's local memory that stay adjacent: the widest access
};

#define MEMORY_END (UINT64_C(1) << UL1_VA_W)
#define PAGE       (UINT64_C(1) << PAGE_W)

__attribute__((format(printf, 3, 4))) static bool unfit(const struct plan *p, char error[TRACE_ERROR],
                                                        const char *format, ...)
{
    va_list args;
    const int n = snprintf(error, TRACE_ERROR, "%.150s: ", p->path);
    va_start(args, format);
    vsnprintf(error + n, TRACE_ERROR - (size_t)n, format, args);
    va_end(args);
    return false;
}

static uint64_t up_to(uint64_t n, uint64_t of)
{
    return (n + of - 1) / of * of;
}

static unsigned bits_of(uint64_t end)
{
    return end > 1 ? 64 - (unsigned)__builtin_clzll(end - 1) : 1;
}

// Bytes of shared memory that each SM has.
static uint64_t shared_room(const struct plan *p, unsigned carveout)
{
    uint64_t least = UINT64_MAX;
    for (unsigned sm = 0; sm < p->sms; sm++) {
        const uint64_t room = carveout_size(p->sizes[sm], carveout);
        least = room < least ? room : least;
    }
    return least;
}

// The smallest shared memory that holds as many blocks as there are warps for, else the largest.
static bool choose_carveout(struct plan *p, char error[TRACE_ERROR])
{
    static const unsigned carveouts[] = { UL1_CARVEOUT_S16, UL1_CARVEOUT_S32, UL1_CARVEOUT_S48 };
    const unsigned warps = p->survey.warps ? p->survey.warps : 1;
    if (warps > WARPS)
        return unfit(p, error,
                     "its thread blocks have %u warps, and this machine has %d: %s WARPS=%u TRACE=%.150s",
                     warps, WARPS, p->command, warps, p->path);
    const unsigned wanted = WARPS / warps;
    p->shared_bytes = up_to(p->survey.shared, UL1_LINE_BYTES);
    p->blocks = 0;
    for (unsigned i = 0; i < 3 && p->blocks < wanted; i++) {
        const uint64_t room = p->shared_bytes ? shared_room(p, carveouts[i]) / p->shared_bytes : wanted;
        p->carveout = carveouts[i];
        p->blocks = room < wanted ? (unsigned)room : wanted;
    }
    const uint64_t most = shared_room(p, UL1_CARVEOUT_S48);
    if (!p->blocks && p->shared_bytes <= most * 1024 / UL1_ARRAY_ROWS)
        return unfit(p, error,
                     "its thread blocks have %" PRIu64
                     " bytes of shared memory, and this machine has %" PRIu64
                     ": %s ARRAY_ROWS=1024 TRACE=%.150s",
                     p->survey.shared, most, p->command, p->path);
    return p->blocks
        || unfit(p, error,
                 "its thread blocks have %" PRIu64
                 " bytes of shared memory, and no machine has more than %" PRIu64,
                 p->survey.shared, most * 1024 / UL1_ARRAY_ROWS);
}

// Warps of all SMs.
static unsigned all_warps(const struct plan *p)
{
    return p->sms * WARPS;
}

static uint64_t local_bytes(const struct plan *p)
{
    return (p->survey.local_high / CHUNK + 1 - p->survey.local_low / CHUNK) * CHUNK * LANES * all_warps(p);
}

// Finds a region for local memory outside global memory.
static bool place_local(struct plan *p, char error[TRACE_ERROR])
{
    const uint64_t bytes = p->survey.local_high ? local_bytes(p) : 0, behind = up_to(p->survey.high, PAGE);
    if (p->rename)
        return true; // its pages are renamed, too
    if (p->survey.high > MEMORY_END)
        return unfit(p, error,
                     "it has addresses of %u bits, and this machine has %d: %s VA_W=%u TRACE=%.100s "
                     "has them all; "
                     "RENAME=1 gives its pages other addresses",
                     bits_of(p->survey.high), UL1_VA_W, p->command, bits_of(p->survey.high), p->path);
    if (behind + bytes <= MEMORY_END)
        p->local = behind;
    else if (bytes <= p->survey.low)
        p->local = (p->survey.low - bytes) / PAGE * PAGE;
    else
        return unfit(p, error,
                     "beside its global memory there is no room for local memory: RENAME=1 makes it");
    return true;
}

bool plan_make(struct plan *p, const char *path, const struct ul1_block *machine, unsigned delay, bool rename,
               char error[TRACE_ERROR])
{
    *p = (struct plan){ .path = path, .sms = l1s_count(machine), .delay = delay, .rename = rename };
    snprintf(p->command, sizeof p->command, "make cosim%s%.40s", machine->wired ? " MACHINE=" : "",
             machine->wired ? machine->name : "");
    for (unsigned sm = 0; sm < p->sms; sm++)
        p->sizes[sm] = l1s_block(machine, sm)->sizes;
    if (LANES != TRACE_LANES)
        return unfit(p, error,
                     "a trace has warps of %d lanes, and this machine has %d: %s LANES=%d TRACE=%.150s",
                     TRACE_LANES, LANES, p->command, TRACE_LANES, path);
    return survey(path, &p->survey, error) && choose_carveout(p, error) && place_local(p, error);
}

bool plan_interleaves(const struct plan *p, const struct trace_op *op)
{
    return UL1_LOCAL_INTERLEAVE && op->space == UL1_SPACE_LOCAL && op->width <= UL1_WIDTH_B32 && !p->rename;
}

// The warp's number is among those of all SMs.
static uint64_t local_address(const struct plan *p, const struct trace_op *op, unsigned lane, unsigned warp)
{
    const uint64_t offset = op->addr[lane], bytes = 1u << op->width,
                   chunk = offset / CHUNK - p->survey.local_low / CHUNK;
    if (plan_interleaves(p, op))
        return p->local / LANES + (chunk * all_warps(p) + warp) * CHUNK + offset % CHUNK;
    return p->local + (chunk * all_warps(p) + warp) * CHUNK * LANES + offset % CHUNK / bytes * bytes * LANES
        + lane * bytes;
}

// Local memory has its own pages.
static bool renamed_address(struct table *renamed, bool local, uint64_t *addr)
{
    uint32_t *number = table_add(renamed, *addr >> PAGE_W | (uint64_t)local << 63);
    if (!number || renamed->count > MEMORY_END / PAGE)
        return false;
    if (!*number)
        *number = renamed->count;
    *addr = (uint64_t)(*number - 1) << PAGE_W | (*addr & (PAGE - 1));
    return true;
}

bool plan_address(const struct plan *p, struct table *renamed, const struct trace_op *op, unsigned sm,
                  unsigned lane, unsigned warp, unsigned block, uint64_t *addr)
{
    if (op->space == UL1_SPACE_SHARED) {
        *addr = block * p->shared_bytes + op->addr[lane];
        return true;
    }
    const bool local = op->space == UL1_SPACE_LOCAL;
    *addr = local ? local_address(p, op, lane, sm * WARPS + warp) : op->addr[lane];
    return !p->rename || renamed_address(renamed, local, addr);
}
