#include "sim/memory.h"

#include <string.h>

// ---- outstanding answers

static struct sim_answer *owe(struct ul1_sim *s, const struct sim_offer *o, uint64_t due)
{
    struct sim_live *v = s->live;
    uint16_t slot = s->free_answer[--v->free_answers];
    struct sim_answer *a = &s->answer[slot];
    a->id = v->next_id;
    a->due = due;
    a->vline = o->vline;
    a->op = o->returns ? UL1_MEMOP_ATOM : o->op;
    a->number = o->returns ? o->old : o->number;
    a->sect = o->sect;
    a->later = a->failed = 0;
    s->order[v->answers++] = slot;
    v->next_due = due < v->next_due ? due : v->next_due;
    return a;
}

static void settle(struct ul1_sim *s, uint32_t n)
{
    struct sim_live *v = s->live;
    s->free_answer[v->free_answers++] = s->order[n];
    v->answers--;
    memmove(&s->order[n], &s->order[n + 1], (v->answers - n) * sizeof *s->order);
}

// The oldest answer that is due. A fence waits for the earlier writes that are not performed.
const struct sim_answer *sim_memory_respond(struct ul1_sim *s)
{
    struct sim_live *v = s->live;
    if (v->cycle < v->next_due)
        return NULL;
    uint32_t chosen = v->answers;
    bool write_before = false;
    v->next_due = UINT64_MAX;
    for (uint32_t n = 0; n < v->answers; n++) {
        const struct sim_answer *a = &s->answer[s->order[n]];
        bool waits = a->later || (a->op == UL1_MEMOP_FENCE && write_before);
        write_before |= a->op == UL1_MEMOP_WRITE || (a->op == UL1_MEMOP_ATOM && a->later);
        if (!waits && a->due <= v->cycle && chosen == v->answers)
            chosen = n;
        else if (!a->later && a->due < v->next_due)
            v->next_due = a->due;
    }
    if (chosen == v->answers)
        return NULL;
    const struct sim_answer *a = &s->answer[s->order[chosen]];
    settle(s, chosen);
    return a;
}

void sim_memory_forget(struct ul1_sim *s)
{
    struct sim_live *v = s->live;
    v->answers = 0;
    v->free_answers = s->config.memory_queue;
    for (uint32_t n = 0; n < v->free_answers; n++)
        s->free_answer[n] = (uint16_t)(v->free_answers - 1 - n);
    v->next_due = UINT64_MAX;
    v->port_free = 0;
}

enum ul1_sim_status ul1_sim_answer(struct ul1_sim *s, uint64_t id, const uint32_t *word, int failed)
{
    if (!s)
        return UL1_SIM_WRONG;
    struct sim_live *v = s->live;
    for (uint32_t n = 0; n < v->answers; n++) {
        struct sim_answer *a = &s->answer[s->order[n]];
        if (a->id != id || !a->later)
            continue;
        const bool words = a->op == UL1_MEMOP_READ || a->op == UL1_MEMOP_ATOM;
        if (words && !failed && !word)
            return sim_refuse(s, UL1_SIM_WRONG, "the answer to a read or an atomic has no words");
        a->later = 0;
        // From the memory function: the response of this cycle is chosen already
        a->due = v->cycle + s->inside;
        a->failed = failed != 0;
        if (a->op == UL1_MEMOP_WRITE && !failed)
            settle(s, n);
        else if (words && !failed)
            memcpy(a->word, word, s->machine->line_bytes);
        v->next_due = v->cycle;
        return UL1_SIM_OK;
    }
    return sim_refuse(s, UL1_SIM_WRONG, "no request of that number waits for an answer");
}

// ---- no translation

// A read of a page walker.
static bool is_walk(const struct ul1_sim *s, const struct sim_offer *o)
{
    const struct ul1_sizes *z = s->machine->sizes;
    return o->op == UL1_MEMOP_READ && o->number >= z->prt && o->number < z->prt + z->walkers;
}

static unsigned line_words(const struct ul1_sim *s)
{
    return s->machine->line_bytes / UL1_WORD_BYTES;
}

// Page tables of 2 MB pages that map each address to itself, as walkers see them; they lie in no memory. The
// topmost table is at 0, and the table of its entry i is the i-th page behind TABLES.
#define TABLES (UINT64_C(1) << 31)

static uint64_t table_entry(uint64_t at)
{
    const uint64_t there = 1, writable = 2;
    if (at < TABLES)
        return (TABLES + (at / 8 << UL1_PAGE_MIN_W)) | there;
    uint64_t table = (at - TABLES) >> UL1_PAGE_MIN_W, index = at / 8 & 511;
    return table << 30 | index << 21 | there | writable;
}

static bool take_walk(struct ul1_sim *s, const struct sim_offer *o)
{
    struct sim_answer *a = owe(s, o, s->live->cycle + 1);
    for (unsigned w = 0; w < line_words(s); w += 2) {
        uint64_t entry = table_entry(o->line * s->machine->line_bytes + 4 * w);
        a->word[w] = (uint32_t)entry;
        a->word[w + 1] = (uint32_t)(entry >> 32);
    }
    s->live->next_id++;
    return true;
}

// ---- the built-in memory

// Performs a reduction or an atomic; `old` gets the words before it.
static void reduce(struct ul1_sim *s, const struct sim_offer *o, uint32_t *old)
{
    unsigned char *line = s->memory + o->line * s->machine->line_bytes;
    struct ul1_sim_request r = { .lanes = line_words(s), .atom = o->atom, .wide = o->wide, .sign = o->sign };
    uint32_t word[UL1_SIM_LANES];
    memcpy(r.enable, o->enable, r.lanes);
    memcpy(r.word, o->word, s->machine->line_bytes);
    memcpy(word, line, s->machine->line_bytes);
    memcpy(old, line, s->machine->line_bytes);
    ul1_sim_apply(&r, word);
    memcpy(line, word, s->machine->line_bytes);
}

// Every request is performed when it is taken; its answer comes after the latency.
static void take_built_in(struct ul1_sim *s, const struct sim_offer *o)
{
    unsigned bytes = s->machine->line_bytes;
    bool there = o->op == UL1_MEMOP_FENCE || o->line < s->config.memory_bytes / bytes;
    uint32_t old[UL1_SIM_LANES];
    if (o->op == UL1_MEMOP_WRITE && there) {
        if (o->atom == UL1_ATOM_NONE)
            s->machine->store(s->memory + o->line * bytes, o->enable, o->word);
        else
            reduce(s, o, old);
        if (!o->returns)
            return;
    }
    struct sim_answer *a = owe(s, o, s->live->cycle + s->live->set.latency);
    a->failed = !there;
    if (o->op == UL1_MEMOP_READ && there)
        memcpy(a->word, s->memory + o->line * bytes, bytes);
    if (o->returns && there)
        memcpy(a->word, old, bytes);
}

// ---- the caller's memory

static enum ul1_sim_taken ask(struct ul1_sim *s, const struct sim_offer *o, struct ul1_sim_request *r)
{
    unsigned lanes = line_words(s);
    r->id = s->live->next_id;
    r->addr = o->line * s->machine->line_bytes;
    r->op = o->op;
    r->level = o->level;
    r->sectors = o->sect;
    r->walk = is_walk(s, o);
    r->lanes = lanes;
    r->atom = o->op == UL1_MEMOP_WRITE ? o->atom : UL1_ATOM_NONE;
    r->wide = o->op == UL1_MEMOP_WRITE && o->wide;
    r->sign = o->op == UL1_MEMOP_WRITE && o->sign;
    r->returns = o->returns;
    memset(r->enable, 0, sizeof r->enable);
    if (o->op == UL1_MEMOP_WRITE) {
        memcpy(r->enable, o->enable, lanes);
        memcpy(r->word, o->word, lanes * sizeof *r->word);
    } else {
        memset(r->word, 0, sizeof r->word);
    }
    s->inside = 1;
    enum ul1_sim_taken taken = s->config.memory(s->config.user, r);
    s->inside = 0;
    if ((unsigned)taken <= UL1_SIM_NOT_NOW)
        return taken;
    s->nonsense = 1;
    return UL1_SIM_NOT_NOW;
}

static bool take_asking(struct ul1_sim *s, const struct sim_offer *o)
{
    struct ul1_sim_request r;
    enum ul1_sim_taken taken = ask(s, o, &r);
    if (taken == UL1_SIM_NOT_NOW)
        return false;
    if (o->op == UL1_MEMOP_WRITE && !o->returns && taken == UL1_SIM_DONE)
        return true;
    struct sim_answer *a = owe(s, o, s->live->cycle + s->live->set.latency);
    a->later = taken == UL1_SIM_LATER;
    a->failed = taken == UL1_SIM_FAILED;
    memcpy(a->word, r.word, s->machine->line_bytes);
    return true;
}

// ---- both

static unsigned bytes_of(const struct ul1_sim *s, const struct sim_offer *o)
{
    unsigned bytes = 0;
    if (o->op == UL1_MEMOP_READ)
        bytes = (unsigned)__builtin_popcount(o->sect) * s->machine->line_bytes / UL1_SECTORS;
    else if (o->op == UL1_MEMOP_WRITE)
        for (unsigned w = 0; w < line_words(s); w += 4) {
            uint32_t enables;
            memcpy(&enables, &o->enable[w], sizeof enables);
            bytes += (unsigned)__builtin_popcount(enables);
        }
    return bytes;
}

static void count(struct ul1_sim *s, const struct sim_offer *o)
{
    struct ul1_sim_counters *c = &s->live->counters;
    unsigned bytes = bytes_of(s, o), rate = s->live->set.rate;
    c->reads += o->op == UL1_MEMOP_READ && !is_walk(s, o);
    c->walk_reads += is_walk(s, o);
    c->writes += o->op == UL1_MEMOP_WRITE;
    c->memory_fences += o->op == UL1_MEMOP_FENCE;
    c->read_bytes += o->op == UL1_MEMOP_READ ? bytes : 0;
    c->write_bytes += o->op == UL1_MEMOP_WRITE ? bytes : 0;
    s->live->port_free = s->live->cycle + (rate && bytes > rate ? (bytes + rate - 1) / rate : 1);
}

bool sim_memory_take(struct ul1_sim *s, const struct sim_offer *o)
{
    struct sim_live *v = s->live;
    if (!v->free_answers)
        return false;
    if (!s->config.translate && is_walk(s, o))
        return take_walk(s, o);
    if (v->cycle < v->port_free)
        return false;
    if (!s->config.memory)
        take_built_in(s, o);
    else if (!take_asking(s, o))
        return false;
    v->next_id++;
    count(s, o);
    return true;
}
