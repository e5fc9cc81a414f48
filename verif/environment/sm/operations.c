#include "environment/sm/operations.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void operations_init(struct operations *o, const struct ul1_block *whole, size_t part)
{
    memset(o, 0, sizeof *o);
    o->part = part;
    o->tag_w = whole->parts[part].block->sizes->shared_tag_w;
}

void operations_reset(struct operations *o)
{
    memset(o->of, 0, sizeof o->of);
}

bool operations_own(const struct operations *o, uint32_t number)
{
    return number >> o->tag_w;
}

bool operations_busy(const struct operations *o)
{
    bool busy = false;
    for (unsigned i = 0; i < OPERATIONS; i++)
        busy |= o->of[i].used;
    return busy;
}

// The operation with this number at the slice; or, if it has not read yet, with this number and line.
static struct operation *find(struct operations *o, uint32_t number, uint64_t line, bool read)
{
    const uint32_t below = number & ((UINT32_C(1) << o->tag_w) - 1);
    for (unsigned i = 0; i < OPERATIONS; i++) {
        struct operation *of = &o->of[i];
        if (of->used && of->read == read && of->line == line
            && (read ? of->own == number : of->number == below))
            return of;
    }
    snprintf(o->error, sizeof o->error, "a %s for operation %u on line 0x%" PRIx64 ", which is not asked for",
             read ? "write" : "read", number >> o->tag_w, line);
    return NULL;
}

static void take(struct operations *o, const struct ul1_rmw_in *in)
{
    struct operation *of = o->of;
    while (of < o->of + OPERATIONS - 1 && of->used)
        of++;
    *of = (struct operation){
        .used = true, .number = in->req_number, .line = in->req_line, .vline = in->req_vline
    };
    of->asked = (struct payload){ .atom = in->reqdata_atom,
                                  .returns = in->reqold_valid,
                                  .wide = in->reqdata_wide,
                                  .minus = in->reqdata_signed };
    memcpy(of->asked.be, in->reqdata_be, sizeof of->asked.be);
    memcpy(of->asked.word, in->reqdata_word, sizeof of->asked.word);
}

// The answer of an operation that could not be read ends it.
static void end_failed(struct operations *o, const struct ul1_rmw_out *out)
{
    for (unsigned i = 0; i < OPERATIONS; i++)
        if (o->of[i].unsure && o->of[i].read && out->answer_number == o->of[i].number
            && (out->answer_op == UL1_MEMOP_ATOM) == o->of[i].asked.returns)
            o->of[i].used = o->of[i].unsure = false;
}

void operations_observe(struct operations *o, const struct ul1_rmw_in *in, const struct ul1_rmw_out *out)
{
    if (out->answer_valid && in->answer_ready && out->answer_err)
        end_failed(o, out);
    if (in->req_valid && out->req_ready && in->reqdata_atom)
        take(o, in);
}

// The reference performs it, and its L1 is told.
static bool perform(struct operations *o, struct operation *of, const uint32_t *old, struct memory *memory,
                    struct memory_port *port)
{
    const struct memory_reduction done = { .addr = of->line * MEMORY_LINE,
                                           .vline = of->vline,
                                           .atom = of->asked.atom,
                                           .wide = of->asked.wide,
                                           .minus = of->asked.minus,
                                           .returns = of->asked.returns,
                                           .be = of->asked.be,
                                           .by = of->asked.word,
                                           .old = old,
                                           .now = of->now };
    if (!memory_perform(memory, of->line * MEMORY_LINE, of->asked.be, of->now)) {
        snprintf(o->error, sizeof o->error, "out of memory");
        return false;
    }
    if (port)
        memory_port_told(port, &done);
    return true;
}

bool operations_read(struct operations *o, uint32_t number, uint64_t line, unsigned sect,
                     struct memory *memory, struct memory_port *port)
{
    uint32_t old[UL1_LINE_WORDS];
    struct operation *of = find(o, number, line, false);
    unsigned sectors = 0;
    if (!of)
        return false;
    of->read = true;
    of->own = number;
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        sectors |= of->asked.be[n] ? 1u << n / UL1_SECTOR_WORDS : 0;
    if (sect != sectors) {
        snprintf(o->error, sizeof o->error, "operation %u reads the sectors 0x%x, and not 0x%x",
                 number >> o->tag_w, sect, sectors);
        return false;
    }
    of->unsure = !memory_line(memory, line * MEMORY_LINE, old);
    offers_results(&of->asked, old, of->now);
    return of->unsure || perform(o, of, old, memory, port);
}

bool operations_written(struct operations *o, uint32_t number, uint64_t line, const uint8_t *be,
                        const uint32_t *word, struct memory *memory, struct memory_port *port)
{
    uint32_t old[UL1_LINE_WORDS];
    struct operation *of = find(o, number, line, true);
    if (!of)
        return false;
    of->used = false;
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        if (be[n] != of->asked.be[n] || (be[n] && word[n] != of->now[n])) {
            snprintf(o->error, sizeof o->error,
                     "operation %u on line 0x%" PRIx64 " writes the bytes 0x%x and 0x%08" PRIx32
                     " at word %u: expected 0x%x and 0x%08" PRIx32,
                     number >> o->tag_w, line, be[n], word[n], n, of->asked.be[n], of->now[n]);
            return false;
        }
    memory_line(memory, line * MEMORY_LINE, old);
    return !of->unsure || perform(o, of, old, memory, port);
}
