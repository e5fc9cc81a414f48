#include "cosim/story/spans.h"

#include <inttypes.h>
#include <stdlib.h>

#include "common/taken.h"
#include "cosim/story/label.h"
#include "cosim/story/write.h"
#include "environment/sm/sm.h"

// Instructions on offer by turns: one of shared memory and another one (attribute.h), and the store of a
// copy.
enum { OFFERED_COPIED = 2, OFFERS };

// The state for one machine.
struct seen {
    struct life offered[OFFERS], entry[ENTRIES];
    uint64_t live; // by entry
    unsigned part;
};

struct spans {
    struct watcher base;
    FILE *out;
    uint64_t instrs;
    bool lacking; // memory was exhausted
    struct seen seen[MACHINES];
};

static struct seen *seen_of(struct watcher *w, const struct sm *h)
{
    return &((struct spans *)w)->seen[h->number];
}

static uint64_t bit(unsigned entry)
{
    return UINT64_C(1) << entry % ENTRIES;
}

// ---- lives

static bool more_room(struct spans *s, void **these, unsigned *room, size_t size)
{
    const unsigned more = *room ? 2 * *room : 16;
    void *grown = realloc(*these, more * size);
    s->lacking |= !grown;
    if (!grown)
        return false;
    *these = grown;
    *room = more;
    return true;
}

static void spend(struct spans *s, struct life *l, unsigned doing)
{
    if (l->spans && l->span[l->spans - 1].doing == doing) {
        l->span[l->spans - 1].cycles++;
        return;
    }
    if (l->spans == l->spans_room && !more_room(s, (void **)&l->span, &l->spans_room, sizeof *l->span))
        return;
    l->span[l->spans++] = (struct span){ doing, 1 };
}

// As wide as the array of this configuration requires.
typedef __typeof__(((struct ul1_arb_out *)NULL)->pass_addr[0]) address;

static void note_banks(struct spans *s, struct life *l, uint32_t slots, const address *addr)
{
    uint32_t banks = 0;
    if (l->passes == l->passes_room && !more_room(s, (void **)&l->banks, &l->passes_room, sizeof *l->banks))
        return;
    for (; slots; slots &= slots - 1)
        banks |= UINT32_C(1) << addr[__builtin_ctz(slots)] / UL1_WORD_BYTES % UL1_LINE_WORDS;
    l->banks[l->passes++] = banks;
}

// Begins another life in this element, and reuses its lists.
static void begin(struct spans *s, struct life *l, const struct sm *h, const struct instr *i)
{
    *l = (struct life){ .instr = i,
                        .number = s->instrs++,
                        .from = h->waits.cycle - 1,
                        .l1 = h->number,
                        .part = s->seen[h->number].part,
                        .own = h->stage == PROGRAM && !h->part.prepares,
                        .line = i->line,
                        .span = l->span,
                        .banks = l->banks,
                        .spans_room = l->spans_room,
                        .passes_room = l->passes_room };
}

static void end(struct spans *s, struct life *l, enum life_end how)
{
    if (l->instr && s->out)
        write_life(s->out, l, how);
    l->instr = NULL;
}

static bool object(struct spans *s, const struct life *l, uint64_t now, const char *what)
{
    snprintf(s->base.error, sizeof s->base.error,
             "cycle %" PRIu64 " of %s, offered first in cycle %" PRIu64 ": %s", now, label_of(l->instr).text,
             l->from, what);
    return false;
}

// ---- a cycle

// Passes of shared memory, in stage 0; of cached accesses, in stage 1.
static void passes(const struct sm *h, const struct ul1_l1_out *out, uint64_t did[STEP_KINDS])
{
    if (out->lsu.req_valid && !out->lsu.req_cached) {
        const bool begun = h->flight[out->lsu.req_id % ENTRIES].begun >> out->lsu.req_sub & 1,
                   again = begun || out->lsu.req_old;
        did[again ? STEP_REPLAY : STEP_PASS] |= bit(out->lsu.req_id);
    } else if (out->lsu.req_valid && !(out->lsu.cand_replay && out->lsu.cand_bare)) {
        did[STEP_LOOKS] |= bit(out->lsu.req_id);
    }
    if (out->arb.pass_cached && out->arb.pass_mask)
        did[out->prt.miss_defer        ? STEP_DEFERRED
                : out->arb.pass_replay ? STEP_REPLAY
                                       : STEP_PASS] |= bit(out->arb.pass_id);
}

static void steps(const struct sm *h, const struct ul1_l1_in *in, const struct ul1_l1_out *out,
                  uint64_t did[STEP_KINDS])
{
    passes(h, out, did);
    if (out->lsu.ret_valid)
        did[STEP_RETIRES] = bit(out->lsu.ret_id);
    if (out->fill.answer_fence && out->fill.answer_id < h->sizes->instrs)
        did[STEP_ANSWERED] = bit(out->fill.answer_id);
    if (out->lsu.fence_valid && out->prt.accept_fence)
        did[STEP_ASKS] = bit(out->lsu.fence_id);
    if (in->in_valid && in->in_again)
        did[STEP_AGAIN] = bit(in->in_id);
    if (out->lsu.choice_valid)
        did[STEP_CHOSEN] = bit(out->lsu.choice_id);
    if (in->pull_valid && out->lsu.pull_ready)
        did[STEP_BEAT] = bit(out->lsu.pull_id);
}

// Counts resources and outcomes of its passes and lookups.
static void count(struct spans *s, struct seen *m, const struct ul1_l1_out *out)
{
    const unsigned req = out->lsu.req_id % ENTRIES, pass = out->arb.pass_id % ENTRIES;
    if (out->lsu.req_valid && !out->lsu.req_cached && m->live & bit(req))
        note_banks(s, &m->entry[req], out->split.split_mask, out->lsu.req_addr);
    if (!out->arb.pass_cached || !out->arb.pass_mask || !(m->live & bit(pass)) || out->prt.miss_defer)
        return;
    struct life *l = &m->entry[pass];
    const bool words = out->arb.pass_store || out->tag.look_hit;
    note_banks(s, l, words && !instr_cmo(l->instr) ? out->arb.pass_mask : 0, out->arb.pass_addr);
    l->hits += out->tag.look_hit && !out->arb.pass_replay;
    l->misses += out->prt.miss_open;
    l->merges += out->prt.miss_merge;
}

// Each instruction in flight that makes no progress must be in one row, and no other holder may be in one.
static bool place(struct spans *s, struct seen *m, const struct waits *w, uint64_t idle)
{
    uint64_t placed = 0;
    for (unsigned row = WAIT_OFFERED; row < (unsigned)WAIT_INSTRS; row++) {
        const uint64_t in = w->ledger.in[row] & m->live, twice = in & (placed | ~idle);
        if (twice)
            return object(s, &m->entry[__builtin_ctzll(twice)], w->cycle - 1,
                          twice & placed ? "it waits in two rows" : "it waits, and gets on");
        for (uint64_t left = in; left; left &= left - 1)
            spend(s, &m->entry[__builtin_ctzll(left)], STEP_KINDS + row);
        placed |= in;
    }
    return placed == idle
        || object(s, &m->entry[__builtin_ctzll(idle & ~placed)], w->cycle - 1,
                  "it neither gets on nor waits in any row");
}

static bool see_offered(struct spans *s, struct seen *m, const struct sm *h, const struct ul1_l1_in *in,
                        const struct ul1_l1_out *out)
{
    // one that the load/store unit does not take is not followed
    const bool shared = attribute_shared(in), on = attribute_offers(in) && !instr_beside(*h->offered);
    const unsigned at = on && (*h->offered)->copied ? OFFERED_COPIED : shared;
    struct life *l = &m->offered[at];
    for (unsigned i = 0; i < OFFERS; i++)
        if (m->offered[i].instr && !(on && i == at))
            spend(s, &m->offered[i], STEP_OFF);
    if (!on)
        return true;
    if (!l->instr)
        begin(s, l, h, *h->offered);
    if (l->instr != *h->offered)
        return object(s, l, h->waits.cycle - 1, "another is offered in its place");
    if (takes_new(&out->lsu, in->in_op, in->in_space)) {
        spend(s, l, STEP_TAKEN);
        return true;
    }
    unsigned row = 0, rows = 0;
    for (unsigned r = 0; r < WAIT_OFFERED; r++)
        if (h->waits.others.in[r] & bit(ATTRIBUTE_OFFERED + shared)) {
            row = r;
            rows++;
        }
    spend(s, l, STEP_KINDS + row);
    return rows == 1
        || object(s, l, h->waits.cycle - 1,
                  rows ? "offered, it waits in two rows" : "offered, it waits in no row");
}

static bool spans_cycle(struct watcher *w, const struct sm *h, const struct ul1_l1_in *in,
                        const struct ul1_l1_out *out)
{
    struct spans *s = (struct spans *)w;
    struct seen *m = seen_of(w, h);
    uint64_t did[STEP_KINDS] = { 0 }, idle = m->live;
    if (!see_offered(s, m, h, in, out))
        return false;
    if (!m->live)
        return true;
    steps(h, in, out, did);
    for (unsigned step = 0; step < STEP_KINDS; step++) {
        for (uint64_t left = did[step] & idle; left; left &= left - 1)
            spend(s, &m->entry[__builtin_ctzll(left)], step);
        idle &= ~did[step];
    }
    count(s, m, out);
    return place(s, m, &h->waits, idle);
}

// ---- outcomes

static void spans_part(struct watcher *w, const struct sm *h)
{
    struct spans *s = (struct spans *)w;
    struct seen *m = seen_of(w, h);
    m->part++;
    if (s->out)
        write_part(s->out, h->number, m->part, h->waits.cycle, h->stage == PROGRAM && !h->part.prepares);
}

// The entry's lists are reused for the next instruction offered.
static void spans_taken(struct watcher *w, const struct sm *h, unsigned entry)
{
    struct seen *m = seen_of(w, h);
    const struct instr *i = h->flight[entry].instr;
    unsigned at = 0;
    while (at < OFFERS - 1 && m->offered[at].instr != i)
        at++;
    struct life *l = &m->offered[at], old = m->entry[entry];
    if (h->objected)
        return;
    m->entry[entry] = *l;
    m->entry[entry].entry = entry;
    old.instr = NULL;
    *l = old;
    m->live |= bit(entry);
}

// Checks that its cycles equal the sum of its spans, and its passes equal those that the instruction side has
// counted.
static bool spans_retired(struct watcher *w, const struct sm *h, unsigned entry, const struct ul1_l1_out *out)
{
    struct spans *s = (struct spans *)w;
    struct seen *m = seen_of(w, h);
    struct life *l = &m->entry[entry];
    uint64_t cycles = 0, passed = 0;
    if (h->objected)
        return true;
    for (unsigned i = 0; i < l->spans; i++) {
        cycles += l->span[i].cycles;
        if (l->span[i].doing == STEP_PASS || (l->span[i].doing == STEP_REPLAY && !instr_cached(l->instr)))
            passed += l->span[i].cycles;
    }
    if (s->lacking)
        return object(s, l, h->waits.cycle - 1, "no memory to follow it");
    if (cycles != h->waits.cycle - l->from)
        return object(s, l, h->waits.cycle - 1, "its steps and waits are not its cycles");
    if (h->inside && passed != h->flight[entry].passes)
        return object(s, l, h->waits.cycle - 1, "its passes are not those that were counted");
    l->err = out->lsu.ret_err;
    end(s, l, LIFE_RETIRED);
    m->live &= ~bit(entry);
    return true;
}

static void end_all(struct spans *s, struct seen *m, enum life_end how)
{
    for (unsigned e = 0; e < ENTRIES; e++)
        end(s, &m->entry[e], how);
    for (unsigned i = 0; i < OFFERS; i++)
        end(s, &m->offered[i], how);
    m->live = 0;
}

static void spans_reset(struct watcher *w, const struct sm *h)
{
    end_all((struct spans *)w, seen_of(w, h), LIFE_RESET);
}

struct watcher *spans_new(FILE *out)
{
    struct spans *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->base = (struct watcher){ .part = spans_part,
                                .cycle = spans_cycle,
                                .taken = spans_taken,
                                .retired = spans_retired,
                                .reset = spans_reset };
    s->out = out;
    return &s->base;
}

static void free_lists(struct life *l)
{
    free(l->span);
    free(l->banks);
}

void spans_free(struct watcher *w)
{
    struct spans *s = (struct spans *)w;
    for (unsigned i = 0; i < MACHINES; i++) {
        struct seen *m = &s->seen[i];
        end_all(s, m, LIFE_OPEN);
        for (unsigned e = 0; e < ENTRIES; e++)
            free_lists(&m->entry[e]);
        for (unsigned k = 0; k < OFFERS; k++)
            free_lists(&m->offered[k]);
    }
    free(s);
}
