#include "environment/memory/memory.h"

#include <stdlib.h>
#include <string.h>

#include "kit/rng.h"
#include "kit/table.h"

enum {
    FRAME = 4096, // bytes that are stored once any were written, or a line of them fails
    FRAME_LINES = FRAME / MEMORY_LINE,
};

struct frame {
    uint32_t *word;             // null: as drawn
    uint8_t fails[FRAME_LINES]; // MEMORY_LOADS, MEMORY_STORES
};

// A word that the host has written.
struct written {
    uint64_t addr;
    uint32_t old, now;
};

enum { REMEMBERED = 4096 }; // the last words that the host has written

struct memory {
    uint64_t seed;
    struct table frames;   // by address / FRAME
    struct memory *cells;  // null: the memory has no caches
    uint64_t writes;       // words that the host has written, if there are cells
    struct written *wrote; // the last ones: a ring
};

// The drawn words of a line: its number and the seed are mixed once, then with the position of each word (the
// murmur finalizer, so that neighbours differ in every byte).
static void draw_line(const struct memory *m, uint64_t line, uint32_t *word)
{
    uint64_t mix = (line ^ m->seed) * 0x9e3779b97f4a7c15ull;
    uint32_t base = (uint32_t)(mix >> 32) ^ (uint32_t)(mix >> 9);
    for (uint32_t i = 0; i < UL1_LINE_WORDS; i++) {
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

bool memory_line(const void *memory, uint64_t addr, uint32_t word[UL1_LINE_WORDS])
{
    const struct memory *m = memory;
    const struct frame *f = find_frame(m, addr);
    unsigned line = line_of_frame(addr);
    if (f && f->word)
        memcpy(word, f->word + line * UL1_LINE_WORDS, MEMORY_LINE);
    else
        draw_line(m, addr / MEMORY_LINE, word);
    return !f || !(f->fails[line] & MEMORY_LOADS);
}

bool memory_writable(const void *memory, uint64_t addr)
{
    const struct frame *f = find_frame(memory, addr);
    return !f || !(f->fails[line_of_frame(addr)] & MEMORY_STORES);
}

uint64_t memory_read(const struct memory *m, uint64_t addr)
{
    uint32_t word[UL1_LINE_WORDS];
    memory_line(m, addr, word);
    unsigned n = addr % MEMORY_LINE / UL1_WORD_BYTES;
    return word[n] | (uint64_t)word[n + 1] << 32;
}

// The words of the frame of `addr`, for writing. Null: memory is exhausted.
static uint32_t *frame_words(struct memory *m, uint64_t addr)
{
    struct frame *f = table_add(&m->frames, addr / FRAME);
    if (!f || f->word)
        return f ? f->word : NULL;
    f->word = malloc(FRAME);
    for (unsigned n = 0; f->word && n < FRAME_LINES; n++)
        draw_line(m, addr / FRAME * FRAME_LINES + n, f->word + n * UL1_LINE_WORDS);
    return f->word;
}

// Expands a byte enable: eight bits for each.
static uint32_t enabled(uint8_t be)
{
    uint32_t bits = 0;
    for (unsigned byte = 0; byte < UL1_WORD_BYTES; byte++)
        bits |= (be >> byte & 1u) * 0xffu << 8 * byte;
    return bits;
}

bool memory_perform(struct memory *m, uint64_t addr, const uint8_t be[UL1_LINE_WORDS],
                    const uint32_t word[UL1_LINE_WORDS])
{
    uint32_t *frame = frame_words(m, addr);
    if (!frame)
        return false;
    uint32_t *line = frame + line_of_frame(addr) * UL1_LINE_WORDS;
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        line[n] = (line[n] & ~enabled(be[n])) | (word[n] & enabled(be[n]));
    return true;
}

// Notes what the host writes.
static void remember(struct memory *m, uint64_t addr, const uint8_t be[UL1_LINE_WORDS],
                     const uint32_t word[UL1_LINE_WORDS])
{
    uint32_t old[UL1_LINE_WORDS];
    memory_line(m, addr, old);
    for (unsigned n = 0; n < UL1_LINE_WORDS; n++)
        if (be[n])
            m->wrote[m->writes++ % REMEMBERED] =
                (struct written){ .addr = addr / MEMORY_LINE * MEMORY_LINE + n * UL1_WORD_BYTES,
                                  .old = old[n],
                                  .now = (old[n] & ~enabled(be[n])) | (word[n] & enabled(be[n])) };
}

bool memory_store(struct memory *m, uint64_t addr, const uint8_t be[UL1_LINE_WORDS],
                  const uint32_t word[UL1_LINE_WORDS])
{
    if (m->cells)
        remember(m, addr, be, word);
    return memory_perform(m, addr, be, word) && (!m->cells || memory_perform(m->cells, addr, be, word));
}

bool memory_write(struct memory *m, uint64_t addr, uint64_t value)
{
    uint8_t be[UL1_LINE_WORDS] = { 0 };
    uint32_t word[UL1_LINE_WORDS] = { 0 };
    const unsigned n = addr % MEMORY_LINE / UL1_WORD_BYTES;
    be[n] = be[n + 1] = (1u << UL1_WORD_BYTES) - 1;
    word[n] = (uint32_t)value;
    word[n + 1] = (uint32_t)(value >> 32);
    return memory_store(m, addr, be, word);
}

uint64_t memory_written(const struct memory *m)
{
    return m->writes;
}

bool memory_wrote(const struct memory *m, uint64_t since, uint64_t addr, uint32_t value)
{
    const uint64_t first = m->writes > REMEMBERED ? m->writes - REMEMBERED : 0;
    for (uint64_t i = since > first ? since : first; i < m->writes; i++) {
        const struct written *w = &m->wrote[i % REMEMBERED];
        if (w->addr == addr && (w->old == value || w->now == value))
            return true;
    }
    return false;
}

bool memory_fail(struct memory *m, uint64_t addr, unsigned kinds, bool fails)
{
    struct frame *f = table_add(&m->frames, addr / FRAME);
    if (!f)
        return false;
    uint8_t *of = &f->fails[line_of_frame(addr)];
    *of = (uint8_t)(fails ? *of | kinds : *of & ~kinds);
    return !m->cells || memory_fail(m->cells, addr, kinds, fails);
}

void memory_heal(struct memory *m)
{
    for (uint32_t n = 0; n < m->frames.count; n++)
        memset(((struct frame *)table_at(&m->frames, n))->fails, 0, FRAME_LINES);
    if (m->cells)
        memory_heal(m->cells);
}

struct memory *memory_like(const struct memory *m)
{
    struct memory *like = calloc(1, sizeof *like);
    if (!like)
        return NULL;
    table_init(&like->frames, sizeof(struct frame));
    like->seed = m->seed;
    return like;
}

struct memory *memory_cells(struct memory *m)
{
    m->cells = memory_like(m);
    m->wrote = malloc(REMEMBERED * sizeof *m->wrote);
    return m->wrote ? m->cells : NULL;
}

bool memory_settle(struct memory *m)
{
    for (uint32_t n = 0; n < m->frames.count; n++) {
        const struct frame *f = table_at(&m->frames, n);
        uint32_t *to = f->word ? frame_words(m->cells, m->frames.key[n] * FRAME) : NULL;
        if (f->word && !to)
            return false;
        if (to)
            memcpy(to, f->word, FRAME);
    }
    return true;
}

void memory_clear(struct memory *m)
{
    for (uint32_t n = 0; n < m->frames.count; n++)
        free(((struct frame *)table_at(&m->frames, n))->word);
    table_clear(&m->frames);
    if (m->cells)
        memory_clear(m->cells);
}

struct memory *memory_new(uint64_t seed)
{
    struct memory *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    table_init(&m->frames, sizeof(struct frame));
    struct rng rng;
    rng_seed(&rng, seed);
    m->seed = rng_next(&rng);
    return m;
}

void memory_free(struct memory *m)
{
    if (!m)
        return;
    memory_clear(m);
    table_free(&m->frames);
    memory_free(m->cells);
    free(m->wrote);
    free(m);
}
