// The witness: commands and fences: what they leave done for good, and resets, which leave it undone.
//
// When stores are surely performed, memory is looked at, there and then: it must hold one of the values that are legal with
// that. If there is one L1 and its cache cannot know better either, what memory holds is all there is to know, and the
// line's history ends.
#include "witness_state.h"

#include <string.h>

enum op { OP_LINE, OP_ALL, OP_FLUSH, OP_BOTH, OP_PAGE, OP_SPLIT };

// ---- Invalidations ----

#define OF_PAGE (UINT64_C(1) << 62) // keys of witness.invalid; others are numbers of lines

void witness_commands_init(struct witness *w)
{
    table_init(&w->invalid, sizeof(uint64_t));
}

void witness_commands_free(struct witness *w)
{
    table_free(&w->invalid);
}

static uint64_t later(uint64_t a, const uint64_t *b)
{
    return b && *b > a ? *b : a;
}

uint64_t witness_invalid(const struct witness *w, uint64_t addr)
{
    uint64_t at = later(w->invalid_all, table_find(&w->invalid, addr / LINE));
    return later(at, table_find(&w->invalid, OF_PAGE | addr >> w->page_bits));
}

static bool note_invalid(struct witness *w)
{
    const uint64_t begun = w->command.begun;
    if (w->command.op == OP_LINE || w->command.op == OP_PAGE) {
        uint64_t addr = w->command.addr;
        uint64_t *at = table_add(&w->invalid, w->command.op == OP_LINE ? addr / LINE : OF_PAGE | addr >> w->page_bits);
        if (at)
            *at = begun;
        return at;
    }
    if (w->command.op == OP_ALL || w->command.op == OP_BOTH || w->command.op == OP_SPLIT) {
        w->invalid_all = begun;
        table_clear(&w->invalid);
    }
    return true;
}

// ---- Memory ----

// Memory holds in a line what it may.
static bool right_memory(struct witness *w, const struct line *l)
{
    const struct reader r = memory_reader(w->world);
    uint32_t seen[LANES], word[LANES], known[LANES];
    if (l->key & PLACELESS || !w->world->line(w->world->memory, l->key * LINE, seen))
        return true;
    w->counts.compared++;
    history_newest(l, &r, word, known);
    for (unsigned n = 0; n < LANES; n++) {
        uint32_t legal = seen[n] == word[n] && known[n] == UINT32_MAX ? UINT32_MAX
                                                                     : history_legal(l, &r, n, UINT32_MAX, seen[n]);
        if (legal != UINT32_MAX)
            return witness_object(w, NOWHERE,
                                  "expected 0x%08x in memory at 0x%llx, or other bytes that are not overwritten, seen "
                                  "0x%08x, of which 0x%08x are legal", word[n],
                                  (unsigned long long)l->key * LINE + n * WORD, seen[n], legal);
    }
    return true;
}

bool witness_memory(struct witness *w)
{
    begin(w, "memory", NOWHERE, NOWHERE);
    for (unsigned n = 0; w->world && n < w->world->lives; n++)
        if (!right_memory(w, w->world->live[n]))
            return false;
    return true;
}

// ---- What is surely performed ----

// Which stores of an L1 are. By a fence: those written through that had retired when it was taken, and of its warp.
struct performed {
    bool fence, page;
    uint64_t taken;   // of a fence
    uint8_t warp;
    uint64_t number;  // of a page: of what is written back, its alone
};

static bool is_performed(const struct witness *w, const struct performed *p, const struct version *v)
{
    if (v->l1 != w->number || v->base || v->performed)
        return false;
    if (p->fence)
        return !v->dirty && ((v->retired && v->retired < p->taken) || (v->warp == p->warp && v->taken < p->taken));
    return !p->page || !v->dirty || v->vline * LINE >> w->page_bits == p->number;
}

// Objects to failures that should have been reported by now.
static bool all_reported(struct witness *w, const struct performed *p)
{
    for (unsigned n = 0; n < w->world->lives; n++)
        for (unsigned k = 0; k < w->world->live[n]->count; k++) {
            const struct version *v = w->world->live[n]->version[k];
            if (v->must && !v->reported && is_performed(w, p, v))
                return witness_object(w, NOWHERE, "expected it to be reported before that the store of warp %u to the line "
                                      "0x%llx failed with %s, as it must", v->warp, (unsigned long long)v->vline * LINE,
                                      witness_error_name(lowest(v->causes)));
        }
    return true;
}

// Marks versions of a line with a time. Whether there were any.
static bool mark(struct witness *w, struct line *l, const struct performed *p, uint64_t time)
{
    bool any = false;
    for (unsigned k = 0; k < l->count; k++)
        if (is_performed(w, p, l->version[k])) {
            l->version[k]->performed = time;
            any = true;
        }
    return any;
}

static void unmark(struct line *l, uint64_t time)
{
    for (unsigned k = 0; k < l->count; k++)
        if (l->version[k]->performed == time)
            l->version[k]->performed = 0;
}

static bool has_mark(const struct line *l, uint64_t time)
{
    bool any = false;
    for (unsigned k = 0; k < l->count; k++)
        any |= l->version[k]->performed == time;
    return any;
}

static bool perform(struct witness *w, const struct performed *p)
{
    struct witness_world *h = w->world;
    if (!all_reported(w, p))
        return false;
    const uint64_t time = ++h->now, oldest = witness_oldest_load(w);
    bool right = true;
    for (unsigned n = 0; right && n < h->lives; n++)
        right = !mark(w, h->live[n], p, time) || right_memory(w, h->live[n]);
    for (unsigned n = h->lives; n-- > 0;) { // downwards, as a line that is dropped is replaced by the last
        struct line *l = h->live[n];
        if (!right) {
            unmark(l, time);
            continue;
        }
        bool marked = has_mark(l, time);
        history_performed(h, l, w->number, !p->fence && !p->page);
        if (marked)
            history_rest(h, l, w->number, oldest);
    }
    return right;
}

bool witness_fence(struct witness *w, const struct instr *i)
{
    const struct performed p = { .fence = true, .taken = i->taken, .warp = i->warp };
    if (!perform(w, &p))
        return false;
    w->counts.fences++;
    return true;
}

// ---- Histories that end ----

// Whether the line held something before that memory does not tell, though it may have it: the cache alone shows it.
static bool is_hidden(const struct line *l)
{
    uint32_t some = 0;
    for (unsigned n = 0; n < LANES; n++)
        some |= l->version[0]->mask[n];
    return some && !l->readable;
}

// Whether nothing but what memory holds can be seen of a line, the command being complete.
static bool is_known(const struct witness *w, const struct line *l)
{
    if (l->shared)
        return false;
    if (w->command.op == OP_BOTH)
        return true;
    for (unsigned k = 0; k < l->count; k++) {
        const struct version *v = l->version[k];
        bool emptied = w->command.op == OP_PAGE && v->vline * LINE >> w->page_bits == w->command.addr >> w->page_bits;
        if (!emptied && (v->base ? is_hidden(l) : v->unsure || v->causes))
            return false;
        if (!v->base && !v->performed)
            return false;
    }
    return true;
}

static bool end_histories(struct witness *w)
{
    struct witness_world *h = w->world;
    for (unsigned n = h->lives; n-- > 0;)
        if (is_known(w, h->live[n]) && !right_memory(w, h->live[n]))
            return false;
    for (unsigned n = h->lives; n-- > 0;)
        if (is_known(w, h->live[n]))
            history_drop(h, h->live[n]);
    return true;
}

// ---- Commands ----

bool witness_command(struct witness *w, unsigned op, uint64_t addr, unsigned carveout)
{
    begin(w, "command", NOWHERE, NOWHERE);
    if (w->command.busy)
        return witness_object(w, NOWHERE, "expected one command at a time, seen a second");
    w->command.busy = true;
    w->command.op = (uint8_t)(op <= OP_SPLIT ? op : OP_FLUSH);
    w->command.addr = addr;
    w->command.carveout = (uint8_t)carveout;
    w->command.begun = w->world ? ++w->world->now : 0;
    if (w->command.op == OP_PAGE)
        witness_pages_invalidate(w, addr);
    return true;
}

static bool performed_by_command(struct witness *w)
{
    const struct performed p = { .page = w->command.op == OP_PAGE, .number = w->command.addr >> w->page_bits };
    if (!w->world || w->command.op == OP_LINE || w->command.op == OP_ALL || w->command.op == OP_SPLIT)
        return true;
    return perform(w, &p) && (w->world->l1s > 1 || end_histories(w));
}

bool witness_completed(struct witness *w)
{
    begin(w, "completed", NOWHERE, NOWHERE);
    if (!w->command.busy)
        return witness_object(w, NOWHERE, "expected no end of a command, as none is under way");
    w->command.busy = false;
    if (!witness_nothing_flying(w) || !performed_by_command(w)) {
        w->command.busy = true;
        return false;
    }
    if (!note_invalid(w))
        return witness_object(w, NOWHERE, "no memory for the command");
    if (w->command.op == OP_PAGE)
        witness_pages_invalidated(w, w->command.addr);
    if (w->command.op == OP_SPLIT)
        witness_split(w, w->command.carveout);
    w->counts.commands++;
    return true;
}

// ---- Lost caches ----

void witness_emptied(struct witness *w)
{
    struct witness_world *h = w->world;
    if (!h)
        return;
    w->invalid_all = ++h->now;
    table_clear(&w->invalid);
    if (h->l1s == 1) {
        witness_world_clear(h);
        return;
    }
    for (unsigned n = 0; n < h->lives; n++)
        for (unsigned k = 0; k < h->live[n]->count; k++) {
            struct version *v = h->live[n]->version[k];
            if (v->l1 != w->number || v->base || v->performed)
                continue;
            v->unsure = v->reported = true;
            if (!v->retired)
                v->retired = h->now;
        }
}

bool witness_lost(struct witness *w)
{
    for (unsigned n = 0; w->world && n < w->world->lives; n++)
        if (!right_memory(w, w->world->live[n]))
            return false;
    witness_emptied(w);
    return true;
}
