#include "stimulus/litmus/extract.h"

#include <string.h>

#include "stimulus/litmus/axioms.h"
#include "program/names.h"
#include "stimulus/litmus/refuse.h"

enum {
    WARPS = 64,  // at most
    SECTORS = 4, // of a line
};

// ---- notes

void extract_init(struct extract *x, const struct tree *t)
{
    x->tree = t;
    x->line_bytes = (uint64_t)names_value("LINE_BYTES", t->lanes);
    x->behind = names_value("CACHES_BEHIND", t->lanes) != 0;
    x->commands = 0;
    for (unsigned i = 0; i < t->parts; i++)
        for (unsigned k = t->part[i].begin; k < t->part[i].end; k++)
            x->commands = t->stmt[k].kind == STMT_COMMAND ? i + 1 : x->commands;
    extract_begin(x);
}

void extract_begin(struct extract *x)
{
    x->notes = 0;
    x->full = false;
}

static bool is_last(const struct extract *x, unsigned part)
{
    return part == x->tree->parts - 1;
}

// Whether it belongs to the test.
static bool is_late(const struct extract *x, const struct note *n)
{
    return n->part >= x->first;
}

static bool depends(const struct stmt *s)
{
    bool any = s->guard >= 0 || s->reads.pred;
    for (unsigned i = 0; i < PROGRAM_REGS / 64; i++)
        any |= s->reads.reg[i] != 0;
    return any;
}

static bool brings_words(const struct stmt *s)
{
    return s->kind == STMT_LOAD || s->kind == STMT_ATOM;
}

static void take_word(struct extract *x, const struct machine_step *s, unsigned part)
{
    for (unsigned i = 0; i < x->notes; i++) {
        struct note *n = &x->note[i];
        if (n->part != part || !brings_words(n->stmt) || n->access.serial != s->word->serial)
            continue;
        n->word[s->word->number] = s->word->value;
        n->words++;
    }
}

// The policy that a code acts as: one that is not built as that two codes below, volta as maxwell if that is
// built.
static unsigned policy_of(unsigned code)
{
    const unsigned built = (unsigned)names_value("POLICIES", 8);
    return code < built ? code : built == 3 ? code - 1 : code - 2;
}

void extract_step(struct extract *x, const struct machine_step *s)
{
    const unsigned part = (s->part - 1) % x->tree->parts;
    const enum stmt_kind kind = s->stmt->kind;
    if (s->word) {
        if (!s->word->lane)
            take_word(x, s, part);
        return;
    }
    if ((!s->access && kind != STMT_BAR) || (kind == STMT_LOAD && s->stmt->unwanted && is_last(x, part)))
        return;
    x->full |= x->notes == EXTRACT_NOTES;
    if (x->full)
        return;
    struct note *n = &x->note[x->notes++];
    n->stmt = s->stmt;
    n->part = part;
    n->warp = s->warp;
    n->cta = s->cta;
    n->l1 = s->l1;
    const unsigned policy = policy_of(s->set->own[s->l1].policy);
    n->uncached = policy == names_code_of("policy", "kepler") || policy == names_code_of("policy", "maxwell");
    n->through = policy != names_code_of("policy", "fermi");
    n->words = 0;
    if (s->access)
        n->access = machine_plain(s->access, x->tree->lanes);
}

// ---- bytes accessed by a note

static bool is_cached_of(const struct note *n, enum stmt_kind kind)
{
    return n->stmt->kind == kind && n->access.space != names_code_of("space", "shared");
}

static bool is_load(const struct note *n)
{
    return is_cached_of(n, STMT_LOAD);
}

static bool is_store(const struct note *n)
{
    return is_cached_of(n, STMT_STORE) || is_cached_of(n, STMT_ATOM);
}

// A reduction or an atomic on global memory.
static bool is_change(const struct note *n)
{
    return is_store(n) && n->access.atom != names_code_of("atom", "none");
}

// The words that it brings are values of the test.
static bool is_seen(const struct note *n)
{
    return !n->stmt->unwanted && (is_load(n) || is_cached_of(n, STMT_ATOM));
}

static bool is_local(const struct note *n)
{
    return (is_load(n) || is_store(n)) && n->access.space != names_code_of("space", "global");
}

static unsigned bytes_of(const struct note *n)
{
    return 1u << (n->access.width < 4 ? n->access.width : 4);
}

static bool lane_touches(const struct note *n, unsigned lane, uint64_t addr, uint64_t bytes)
{
    const uint64_t at = n->access.addr[lane];
    return n->access.mask >> lane & 1 && at < addr + bytes && addr < at + bytes_of(n);
}

// The highest lane that accesses the byte, or -1.
static int lane_on(const struct note *n, uint64_t addr, uint64_t bytes)
{
    int on = -1;
    for (uint32_t left = n->access.mask; left; left &= left - 1)
        if (lane_touches(n, (unsigned)__builtin_ctz(left), addr, bytes))
            on = __builtin_ctz(left);
    return on;
}

static uint8_t stored(const struct note *n, unsigned lane, uint64_t byte)
{
    return (uint8_t)(n->access.word[lane * n->stmt->words + byte / 4] >> 8 * (byte % 4));
}

static bool is_back(const struct note *n)
{
    return n->access.hint == names_code_of("hint", "wb") && !n->through && !is_change(n);
}

static bool is_far(const struct note *n)
{
    return n->access.level != names_code_of("level", "cta");
}

// ---- loaded bytes

static bool is_read(const struct litmus *t, uint64_t addr, uint64_t bytes)
{
    for (unsigned i = 0; i < t->initials; i++)
        if (t->initial[i].addr - addr < bytes)
            return true;
    return false;
}

static bool is_judged(const struct extract *x, const struct note *n)
{
    return is_late(x, n) && is_seen(n) && n->access.mask & 1;
}

static bool add_bytes(const struct note *n, struct litmus *t)
{
    for (unsigned b = 0; b < bytes_of(n); b++) {
        if (is_read(t, n->access.addr[0] + b, 1))
            continue;
        if (t->initials == AXIOMS_INITIAL)
            return false;
        t->initial[t->initials++].addr = n->access.addr[0] + b;
    }
    return true;
}

// A reduction reads all of its bytes if another access reads one of them.
static bool add_changed(const struct extract *x, struct litmus *t)
{
    for (unsigned before = 0; before != t->initials;) {
        before = t->initials;
        for (unsigned i = 0; i < x->notes; i++) {
            const struct note *n = &x->note[i];
            if (is_late(x, n) && is_change(n) && n->access.mask & 1
                && is_read(t, n->access.addr[0], bytes_of(n)) && !add_bytes(n, t))
                return false;
        }
    }
    return true;
}

static const char *find_bytes(const struct extract *x, struct litmus *t)
{
    for (unsigned i = 0; i < x->notes; i++) {
        const struct note *n = &x->note[i];
        if (!is_judged(x, n))
            continue;
        if (n->words < n->stmt->words)
            return "a load brings no words";
        if (!add_bytes(n, t))
            return "too many bytes are loaded";
    }
    return add_changed(x, t) ? NULL : "too many bytes are loaded";
}

// ---- initial values

// A copy cached before the byte was set may be older.
static const char *find_copies(const struct extract *x, const struct note *setter, uint64_t addr)
{
    const uint64_t line = addr / x->line_bytes * x->line_bytes;
    for (unsigned i = 0; i < x->notes; i++) {
        const struct note *n = &x->note[i];
        if (n->l1 == setter->l1)
            continue;
        if ((is_load(n) || is_store(n)) && n->part <= setter->part && lane_on(n, line, x->line_bytes) >= 0)
            return "another L1 has the line before a byte is set that is loaded";
        if (is_judged(x, n) && is_back(setter) && lane_touches(n, 0, addr, 1))
            return "a byte that is loaded is set by a store that is written back";
    }
    return NULL;
}

static const char *find_initial(const struct extract *x, uint64_t addr, uint8_t *value)
{
    const struct note *setter = NULL;
    for (unsigned i = 0; i < x->notes; i++) {
        const struct note *n = &x->note[i];
        const int on = is_store(n) && !is_late(x, n) ? lane_on(n, addr, 1) : -1;
        if (on < 0)
            continue;
        if (is_change(n))
            return "a byte that is loaded is set by a reduction or an atomic";
        const uint8_t is = stored(n, (unsigned)on, addr - n->access.addr[on]);
        if (setter && is != *value)
            return "a byte that is loaded is set to several values";
        *value = is;
        setter = n;
    }
    return setter ? find_copies(x, setter, addr) : "a byte that is loaded is not set before";
}

static bool stores_in(const struct note *n, uint64_t addr, uint64_t bytes)
{
    return is_store(n) && lane_on(n, addr, bytes) >= 0;
}

// Written-back data reach memory as whole sectors, so such a sector must belong to one L1.
static const char *find_sharing(const struct extract *x, uint64_t addr)
{
    const uint64_t bytes = x->line_bytes / SECTORS, sector = addr / bytes * bytes;
    for (unsigned i = 0; i < x->notes; i++) {
        const struct note *n = &x->note[i];
        for (unsigned k = 0; stores_in(n, sector, bytes) && is_back(n) && k < x->notes; k++) {
            const struct note *other = &x->note[k];
            if (other->l1 != n->l1 && other->part >= n->part && stores_in(other, sector, bytes))
                return "a sector that is written back is stored by two L1s";
        }
    }
    return NULL;
}

static const char *find_initials(const struct extract *x, struct litmus *t)
{
    const char *why = NULL;
    for (unsigned i = 0; i < t->initials && !why; i++) {
        why = find_initial(x, t->initial[i].addr, &t->initial[i].value);
        why = why ? why : find_sharing(x, t->initial[i].addr);
    }
    return why;
}

// ---- events

struct adding {
    const struct extract *x;
    struct litmus *test;
    struct litmus_outcome *seen;
    unsigned loads;
    bool begun; // the warp has an event
};

static struct litmus_event *add_event(struct adding *a, const struct note *n, enum event_kind kind)
{
    struct litmus *t = a->test;
    if (!a->begun && t->threads == AXIOMS_THREADS)
        return NULL;
    if (!a->begun)
        t->thread[t->threads++] = (struct litmus_thread){ n->warp, n->l1, n->cta };
    a->begun = true;
    if (t->events == AXIOMS_EVENTS)
        return NULL;
    struct litmus_event *e = &t->event[t->events++];
    e->kind = kind;
    e->thread = t->threads - 1;
    e->part = n->part - a->x->first;
    e->line = n->stmt->at.line;
    return e;
}

static void add_value(struct adding *a, const struct note *n, struct litmus_event *e)
{
    e->reg = n->stmt->reg;
    for (unsigned b = 0; b < bytes_of(n); b++)
        a->seen->value[a->loads][b] = (uint8_t)(n->word[b / 4] >> 8 * (b % 4));
    a->loads++;
}

static bool add_load(struct adding *a, const struct note *n)
{
    struct litmus_event *e = a->loads < AXIOMS_LOADS ? add_event(a, n, EVENT_LOAD) : NULL;
    if (!e)
        return false;
    const unsigned hint = n->access.hint;
    const bool uncached = n->uncached && !a->x->behind && hint != names_code_of("hint", "nc");
    e->bypass = hint == names_code_of("hint", "cg") || uncached;
    e->ordered = hint == names_code_of("hint", "ord");
    e->addr = n->access.addr[0];
    e->bytes = bytes_of(n);
    add_value(a, n, e);
    return true;
}

// A store of bytes that loads read, or a reduction in a line of theirs, of which it drops the copy.
static bool concerns(const struct extract *x, const struct litmus *t, const struct note *n)
{
    const uint64_t addr = n->access.addr[0], line = addr / x->line_bytes * x->line_bytes;
    if (!is_store(n) || !(n->access.mask & 1))
        return false;
    return is_change(n) ? is_read(t, line, x->line_bytes) : is_read(t, addr, bytes_of(n));
}

static bool add_store(struct adding *a, const struct note *n)
{
    if (!concerns(a->x, a->test, n))
        return true;
    struct litmus_event *e = !is_seen(n) || a->loads < AXIOMS_LOADS ? add_event(a, n, EVENT_STORE) : NULL;
    if (!e)
        return false;
    const unsigned operands = n->access.atom == names_code_of("atom", "cas") ? 2 : 1;
    e->back = is_back(n);
    e->atom = n->access.atom;
    e->sign = n->access.sign;
    e->returns = is_seen(n);
    e->addr = n->access.addr[0];
    e->bytes = bytes_of(n);
    for (unsigned b = 0; b < operands * e->bytes; b++)
        e->value[b] = stored(n, 0, b);
    if (e->returns)
        add_value(a, n, e);
    return true;
}

// One event for each line of its lanes that loads read.
static bool add_cmo(struct adding *a, const struct note *n)
{
    uint64_t done[PROGRAM_LANES];
    unsigned lines = 0;
    const bool inval = n->access.op == names_code_of("op", "inval");
    for (uint32_t left = n->access.mask; left; left &= left - 1) {
        const uint64_t line = n->access.addr[__builtin_ctz(left)] / a->x->line_bytes * a->x->line_bytes;
        unsigned i = 0;
        while (i < lines && done[i] != line)
            i++;
        if (i < lines || !is_read(a->test, line, a->x->line_bytes))
            continue;
        done[lines++] = line;
        struct litmus_event *e = add_event(a, n, inval ? EVENT_INVAL : EVENT_FLUSH);
        if (!e)
            return false;
        e->addr = line;
    }
    return true;
}

static bool add_fence(struct adding *a, const struct note *n)
{
    struct litmus_event *e = add_event(a, n, EVENT_FENCE);
    if (e)
        e->far = is_far(n);
    return e;
}

static bool add_note(struct adding *a, const struct note *n)
{
    switch (n->stmt->kind) {
    case STMT_LOAD:
        return !is_judged(a->x, n) || add_load(a, n);
    case STMT_STORE:
    case STMT_ATOM:
        return add_store(a, n);
    case STMT_CMO:
        return add_cmo(a, n);
    case STMT_FENCE:
        return add_fence(a, n);
    default:
        return add_event(a, n, EVENT_BAR);
    }
}

// A warp that only waits does not count.
static bool has_a_say(const struct extract *x, const struct litmus *t, const struct note *n)
{
    switch (n->stmt->kind) {
    case STMT_LOAD:
        return is_judged(x, n);
    case STMT_STORE:
    case STMT_ATOM:
        return concerns(x, t, n);
    case STMT_FENCE:
        return is_far(n);
    default:
        return n->stmt->kind == STMT_CMO;
    }
}

static bool matters(const struct extract *x, const struct litmus *t, unsigned warp)
{
    for (unsigned i = 0; i < x->notes; i++)
        if (x->note[i].warp == warp && is_late(x, &x->note[i]) && has_a_say(x, t, &x->note[i]))
            return true;
    return false;
}

static const char *find_strangers(const struct extract *x, const struct litmus *t)
{
    for (unsigned i = 0; i < x->notes; i++) {
        const struct note *n = &x->note[i];
        if (is_local(n) && (is_late(x, n) || is_store(n)))
            return "it uses local memory";
        if (!is_late(x, n))
            continue;
        for (uint32_t left = is_store(n) ? n->access.mask & ~1u : 0; left; left &= left - 1)
            if (is_read(t, n->access.addr[__builtin_ctz(left)], bytes_of(n)))
                return "a lane other than 0 stores a byte that is loaded";
    }
    return NULL;
}

// The last part that stores to global memory, or the last part.
static const char *find_first(struct extract *x)
{
    x->first = 0;
    for (unsigned i = 0; i < x->notes; i++)
        if (is_store(&x->note[i]) && !is_local(&x->note[i]))
            x->first = x->note[i].part;
    x->depends = false;
    for (unsigned i = 0; i < x->notes; i++)
        x->depends |= is_late(x, &x->note[i]) && depends(x->note[i].stmt);
    return x->full                                 ? "too many instructions"
        : x->commands > x->first                   ? "it has commands"
        : x->tree->parts - x->first > AXIOMS_PARTS ? "too many parts"
                                                   : NULL;
}

const char *extract_test(struct extract *x, struct litmus *t, struct litmus_outcome *seen)
{
    memset(t, 0, sizeof *t);
    memset(seen, 0, sizeof *seen);
    t->line_bytes = (unsigned)x->line_bytes;
    t->behind = x->behind;
    const char *why = find_first(x);
    why = why ? why : find_bytes(x, t);
    why = why ? why : find_strangers(x, t);
    why = why ? why : refuse_bars(x);
    why = why ? why : find_initials(x, t);
    struct adding a = { .x = x, .test = t, .seen = seen };
    for (unsigned w = 0; w < WARPS && !why; w++) {
        a.begun = false;
        for (unsigned i = 0; matters(x, t, w) && i < x->notes && !why; i++)
            if (x->note[i].warp == w && is_late(x, &x->note[i]) && !add_note(&a, &x->note[i]))
                why = "too many accesses";
    }
    return why ? why : axioms_refuse(t);
}
