#include "commands.h"

#include "invalidations.h"
#include "pages.h"
#include "performed.h"
#include "shared.h"

enum op { OP_LINE, OP_ALL, OP_FLUSH, OP_BOTH, OP_PAGE, OP_CARVEOUT };

// ---- Histories that end ----

// Whether the cache may show something of a version that memory does not.
static bool is_hidden(const struct line *l, const struct version *v)
{
    uint32_t some = 0;
    if (l->readable)
        return false;
    for (unsigned n = 0; n < LINE_WORDS; n++)
        some |= v->mask[n];
    return some;
}

// Whether readers of a line can see nothing but what memory holds, after the command.
static bool is_known(const struct memcheck *w, const struct line *l)
{
    if (l->shared || (w->world->cached && !l->readable))
        return false;
    if (w->command.op == OP_BOTH)
        return true;
    for (unsigned k = 0; k < l->count; k++) {
        const struct version *v = l->version[k];
        bool emptied =
            w->command.op == OP_PAGE && v->vline * LINE >> w->page_bits == w->command.addr >> w->page_bits;
        if (!emptied && (is_hidden(l, v) || v->unsure || v->causes))
            return false;
        if (!v->base && !v->performed)
            return false;
    }
    return true;
}

static bool end_histories(struct memcheck *w)
{
    struct memcheck_world *h = w->world;
    for (unsigned n = h->lives; n-- > 0;)
        if (is_known(w, h->live[n]) && !memcheck_right_memory(w, h->live[n]))
            return false;
    for (unsigned n = h->lives; n-- > 0;)
        if (is_known(w, h->live[n]))
            history_drop(h, h->live[n]);
    return true;
}

// ---- Commands ----

bool memcheck_command_begun(struct memcheck *w, unsigned op, uint64_t addr, unsigned carveout)
{
    if (w->command.busy)
        return memcheck_object(w, NOWHERE, "expected one command at a time, seen a second");
    w->command.busy = true;
    w->command.op = (uint8_t)(op <= OP_CARVEOUT ? op : OP_FLUSH);
    w->command.addr = addr;
    w->command.carveout = (uint8_t)carveout;
    w->command.begun = w->world ? ++w->world->now : 0;
    if (w->command.op == OP_PAGE)
        memcheck_pages_invalidate(w, addr);
    return true;
}

// Notes what the command leaves performed in memory. (After a carveout dirty data need not be performed yet.)
static bool perform(struct memcheck *w)
{
    if (!w->world)
        return true;
    switch (w->command.op) {
    case OP_PAGE:
        if (!memcheck_performed_page(w, w->command.addr))
            return false;
        break;
    case OP_FLUSH:
    case OP_BOTH:
        if (!memcheck_performed_all(w))
            return false;
        break;
    default:
        return true;
    }
    return w->world->l1s > 1 || end_histories(w);
}

// Notes what the command leaves invalid. False: memory is exhausted.
static bool invalidate(struct memcheck *w)
{
    switch (w->command.op) {
    case OP_LINE:
        return !w->world || memcheck_invalidated_line(w, w->command.addr, w->command.begun, ++w->world->now);
    case OP_PAGE:
        if (!memcheck_invalidated_page(w, w->command.addr, w->command.begun))
            return false;
        memcheck_pages_invalidated(w, w->command.addr);
        return true;
    case OP_ALL:
    case OP_BOTH:
    case OP_CARVEOUT:
        memcheck_invalidated_all(w, w->command.begun);
        return true;
    default:
        return true;
    }
}

bool memcheck_command_holds(const struct memcheck *w)
{
    return w->command.busy && w->command.op != OP_LINE;
}

bool memcheck_command_complete(struct memcheck *w)
{
    if (!w->command.busy)
        return memcheck_object(w, NOWHERE, "expected no end of a command, as none is under way");
    w->command.busy = false;
    if ((w->command.op != OP_LINE && !memcheck_nothing_flying(w)) || !perform(w)) {
        w->command.busy = true;
        return false;
    }
    if (!invalidate(w))
        return memcheck_object(w, NOWHERE, "no memory for the command");
    if (w->command.op == OP_CARVEOUT)
        memcheck_shared_carve(w, w->command.carveout);
    w->counts.commands++;
    return true;
}
