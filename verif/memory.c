// The memory behind the machine; see memory.h.
#include "memory.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "table.h"

enum {
    WALKER = UL1_PRT,           // the page walker's number; below are the entries of the pending request table
    NUMBERS = UL1_PRT + 1,
    SECTORS = 4,
    UNDER_WAY = NUMBERS * SECTORS, // requests at most, as no two of a number share a sector
    FRAME = 4096,               // bytes that are kept together once something of them is out of the ordinary
    FRAME_LINES = FRAME / MEMORY_LINE,
};

// A request that is not answered in full. Kept in the order in which they were taken.
struct request {
    uint64_t line;
    uint64_t due;               // cycle of its first response, at the earliest
    uint8_t sub, sect;          // its number; sectors not answered yet
    bool split;                 // answered sector by sector
    bool early;                 // read when it was taken, not when it is answered: into memory.walk
};

// A line as read.
struct line {
    uint32_t word[LANES];
    bool ok;
};

// 4 KB of which something was written, or a line fails.
struct frame {
    uint32_t *word;             // null: as drawn
    uint64_t fails[(FRAME_LINES + 63) / 64];
};

struct memory {
    struct memory_settings set;
    struct rng rng;
    uint64_t seed;
    uint64_t cycle, last_taken, next_response;
    struct request request[UNDER_WAY];
    unsigned requests;
    uint8_t outstanding[NUMBERS]; // sectors under way of each number
    struct line walk;           // of the walker's request, if that was read early
    bool open;                  // a batch is being answered
    bool waits;                 // a request was offered in the cycle before and not taken: this one
    uint64_t waits_line;
    uint8_t waits_sub, waits_sect;
    struct table frames;        // by address / FRAME
    struct memory_counts counts;
    char error[200];
};

// ---- contents

// The words of a line as drawn: its number and the seed are mixed once, then a word for each of its places (the murmur
// finalizer, so that neighbours differ in every byte).
static void draw_line(const struct memory *m, uint64_t line, uint32_t *word)
{
    uint64_t mix = (line ^ m->seed) * 0x9e3779b97f4a7c15ull;
    uint32_t base = (uint32_t)(mix >> 32) ^ (uint32_t)(mix >> 9);
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t x = base + i * 0x9e3779b9u;
        x = (x ^ x >> 16) * 0x85ebca6bu;
        x = (x ^ x >> 13) * 0xc2b2ae35u;
        word[i] = x ^ x >> 16;
    }
}

static struct frame *find_frame(const struct memory *m, uint64_t addr)
{
    return table_find(&m->frames, addr / FRAME);
}

static unsigned line_of_frame(uint64_t addr)
{
    return addr / MEMORY_LINE % FRAME_LINES;
}

static bool line_fails(const struct frame *f, unsigned line)
{
    return f->fails[line / 64] >> line % 64 & 1;
}

bool memory_line(const void *memory, uint64_t addr, uint32_t word[LANES])
{
    const struct memory *m = memory;
    const struct frame *f = find_frame(m, addr);
    unsigned line = line_of_frame(addr);
    if (f && f->word)
        memcpy(word, f->word + line * LANES, MEMORY_LINE);
    else
        draw_line(m, addr / MEMORY_LINE, word);
    return !f || !line_fails(f, line);
}

uint64_t memory_read(const struct memory *m, uint64_t addr)
{
    uint32_t word[LANES];
    memory_line(m, addr, word);
    unsigned n = addr % MEMORY_LINE / 4;
    return word[n] | (uint64_t)word[n + 1] << 32;
}

bool memory_write(struct memory *m, uint64_t addr, uint64_t value)
{
    struct frame *f = table_add(&m->frames, addr / FRAME);
    if (!f)
        return false;
    if (!f->word) {
        f->word = malloc(FRAME);
        if (!f->word)
            return false;
        for (unsigned n = 0; n < FRAME_LINES; n++)
            draw_line(m, addr / FRAME * FRAME_LINES + n, f->word + n * LANES);
    }
    unsigned n = addr % FRAME / 4;
    f->word[n] = (uint32_t)value;
    f->word[n + 1] = (uint32_t)(value >> 32);
    return true;
}

bool memory_fail(struct memory *m, uint64_t addr, bool fails)
{
    struct frame *f = table_add(&m->frames, addr / FRAME);
    if (!f)
        return false;
    unsigned n = line_of_frame(addr);
    uint64_t bit = UINT64_C(1) << n % 64;
    f->fails[n / 64] = fails ? f->fails[n / 64] | bit : f->fails[n / 64] & ~bit;
    return true;
}

void memory_clear(struct memory *m)
{
    for (uint32_t n = 0; n < m->frames.count; n++)
        free(((struct frame *)table_at(&m->frames, n))->word);
    table_clear(&m->frames);
}

// ---- beginning and end

struct memory *memory_new(uint64_t seed)
{
    struct memory *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    table_init(&m->frames, sizeof(struct frame));
    rng_seed(&m->rng, seed);
    m->seed = rng_next(&m->rng);
    return m;
}

void memory_free(struct memory *m)
{
    if (!m)
        return;
    memory_clear(m);
    table_free(&m->frames);
    free(m);
}

void memory_set(struct memory *m, const struct memory_settings *set)
{
    m->set = *set;
}

bool memory_idle(const struct memory *m)
{
    return !m->requests;
}

const char *memory_error(const struct memory *m)
{
    return m->error;
}

struct memory_counts memory_counts(const struct memory *m)
{
    return m->counts;
}

static void forget(struct memory *m)
{
    m->requests = 0;
    memset(m->outstanding, 0, sizeof m->outstanding);
    m->waits = false;
}

// ---- responses

// Whether responses may be given, as far as batches go. A batch ends when nothing waits any more.
static bool batch_open(struct memory *m)
{
    if (!m->requests)
        m->open = false;
    else if (m->requests >= m->set.batch || m->cycle - m->last_taken > MEMORY_PATIENCE)
        m->open = true;
    return m->open;
}

// Whether it is due and no older one is for its line.
static bool may_answer(const struct memory *m, unsigned n)
{
    if (m->request[n].due > m->cycle)
        return false;
    for (unsigned older = 0; older < n; older++)
        if (m->request[older].line == m->request[n].line)
            return false;
    return true;
}

// The request to be answered in this cycle; `requests` if there is none. At random is the first that may be, from a
// random one on.
static unsigned choose(struct memory *m)
{
    if (!batch_open(m) || m->cycle < m->next_response)
        return m->requests;
    if (m->set.order == MEMORY_AS_TAKEN)
        return m->request[0].due <= m->cycle ? 0 : m->requests;
    unsigned start = m->set.order == MEMORY_RANDOM ? rng_below(&m->rng, m->requests) : m->requests - 1;
    for (unsigned k = 0; k < m->requests; k++) {
        unsigned n = start >= k ? start - k : start + m->requests - k;
        if (may_answer(m, n))
            return n;
    }
    return m->requests;
}

// The sectors of a request that the response brings.
static uint8_t choose_sectors(struct memory *m, const struct request *r)
{
    if (!r->split)
        return r->sect;
    unsigned left = (unsigned)__builtin_popcount(r->sect), skip = 0;
    if (m->set.order == MEMORY_RANDOM)
        skip = rng_below(&m->rng, left);
    else if (m->set.order == MEMORY_YOUNGEST)
        skip = left - 1;
    unsigned sect = r->sect;
    while (skip--)
        sect &= sect - 1;
    return (uint8_t)(sect & (0 - sect));
}

static struct line read_line(const struct memory *m, const struct request *r)
{
    struct line l;
    l.ok = memory_line(m, r->line * MEMORY_LINE, l.word);
    return l;
}

// What the response does not bring it shows wrong.
static void show(const struct memory *m, const struct request *r, uint8_t sect, struct ul1_l1_in *in)
{
    in->resp_valid = 1;
    in->resp_sub = r->sub;
    in->resp_sect = sect;
    const struct line l = r->early ? m->walk : read_line(m, r);
    in->resp_err = !l.ok;
    uint8_t brought = l.ok ? sect : 0;
    for (unsigned bank = 0; bank < LANES; bank++)
        in->resp_data[bank] = l.word[bank] ^ ((brought >> bank / (LANES / SECTORS) & 1) - 1u);
}

static void drive_response(struct memory *m, struct ul1_l1_in *in)
{
    unsigned n = choose(m);
    in->resp_valid = 0;
    if (n == m->requests)
        return;
    struct request *r = &m->request[n];
    uint8_t sect = choose_sectors(m, r);
    show(m, r, sect, in);
    m->counts.responses++;
    m->counts.errors += in->resp_err;
    m->counts.reordered += n > 0;
    m->next_response = m->cycle + (m->set.gap ? m->set.gap : 1);
    m->outstanding[r->sub] &= (uint8_t)~sect;
    r->sect &= (uint8_t)~sect;
    if (r->sect)
        return;
    m->requests--;
    memmove(r, r + 1, (m->requests - n) * sizeof *r);
}

void memory_drive(struct memory *m, struct ul1_l1_in *in)
{
    in->mem_ready = !m->set.stall || !rng_percent(&m->rng, m->set.stall);
    drive_response(m, in);
}

// ---- requests

__attribute__((cold, noinline, format(printf, 2, 3)))
static bool object(struct memory *m, const char *format, ...)
{
    size_t n = (size_t)snprintf(m->error, sizeof m->error, "memory: ");
    va_list args;
    va_start(args, format);
    vsnprintf(m->error + n, sizeof m->error - n, format, args);
    va_end(args);
    return false;
}

// Whether what is offered is what was offered before and not taken.
static bool unchanged(struct memory *m, const struct ul1_mmu_out *o)
{
    if (!o->mem_valid)
        return object(m, "a request of number %u was offered, not taken, and is offered no more", m->waits_sub);
    if (o->mem_sub == m->waits_sub && o->mem_line == m->waits_line && o->mem_sect == m->waits_sect)
        return true;
    return object(m, "a request was offered and not taken, of number %u, line 0x%" PRIx64 ", sectors 0x%x, and has become "
                  "number %u, line 0x%" PRIx64 ", sectors 0x%x", m->waits_sub, m->waits_line, m->waits_sect, o->mem_sub,
                  (uint64_t)o->mem_line, o->mem_sect);
}

// Whether a request is one that there can be.
static bool sound(struct memory *m, unsigned sub, unsigned sect)
{
    if (sub >= NUMBERS)
        return object(m, "a request has number %u, which does not exist", sub);
    if (!sect)
        return object(m, "a request of number %u asks for no sector", sub);
    if (sect & m->outstanding[sub])
        return object(m, "a request of number %u asks for the sectors 0x%x, of which 0x%x are under way under that number",
                      sub, sect, sect & m->outstanding[sub]);
    if (sub == WALKER && (sect & (sect - 1)))
        return object(m, "the page walker asks for the sectors 0x%x, more than one", sect);
    if (sub == WALKER && m->outstanding[sub])
        return object(m, "the page walker asks while its last request is under way");
    return true;
}

static void take(struct memory *m, const struct ul1_mmu_out *o)
{
    unsigned latency = m->set.latency ? m->set.latency : 1;
    unsigned spread = m->set.spread ? rng_below(&m->rng, m->set.spread + 1) : 0;
    struct request *r = &m->request[m->requests++];
    *r = (struct request){
        .line = o->mem_line, .due = m->cycle + latency + spread, .sub = o->mem_sub, .sect = o->mem_sect,
        .split = m->set.split && rng_percent(&m->rng, m->set.split)
    };
    r->early = r->sub == WALKER && rng_percent(&m->rng, 50);
    if (r->early)
        m->walk = read_line(m, r);
    m->outstanding[o->mem_sub] |= o->mem_sect;
    m->last_taken = m->cycle;
    m->counts.requests++;
    m->counts.sectors += (unsigned)__builtin_popcount(o->mem_sect);
    m->counts.walk_reads += o->mem_sub == WALKER;
}

// The cycle counts from here on: a request that is taken now may be answered in the next.
bool memory_observe(struct memory *m, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const struct ul1_mmu_out *o = &out->mmu;
    if (in->rst) {
        forget(m);
    } else {
        if (m->waits && !unchanged(m, o))
            return false;
        if (o->mem_valid && !sound(m, o->mem_sub, o->mem_sect))
            return false;
        if (o->mem_valid && in->mem_ready)
            take(m, o);
        m->waits = o->mem_valid && !in->mem_ready;
        m->waits_sub = o->mem_sub;
        m->waits_sect = o->mem_sect;
        m->waits_line = o->mem_line;
    }
    m->cycle++;
    return true;
}
