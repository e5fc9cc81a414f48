#include "environment/memory/port.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    LATE = 500 // cycles after which an overdue request goes before all others
};

// ---- creation and settings

struct memory_port *memory_port_new(struct memory *memory, const struct ul1_sizes *sizes, uint64_t seed)
{
    struct memory_port *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->memory = memory;
    p->offers.sizes = sizes;
    rng_seed(&p->rng, seed);
    for (unsigned n = 0; n < MEMORY_WRITES; n++)
        p->spare[n] = (uint16_t)n;
    return p;
}

void memory_port_free(struct memory_port *p)
{
    free(p);
}

void memory_port_tell(struct memory_port *p, memory_reduced *reduced, void *to)
{
    p->reduced = reduced;
    p->to = to;
}

void memory_port_told(struct memory_port *p, const struct memory_reduction *r)
{
    if (p->reduced)
        p->reduced(p->to, r);
}

void memory_port_order(struct memory_port *p, struct memory_order_of_lines *lines)
{
    p->lines = lines;
    lines->port[lines->ports++] = p;
}

void memory_port_seed(struct memory_port *p, uint64_t seed)
{
    rng_seed(&p->rng, seed);
}

void memory_port_set(struct memory_port *p, const struct memory_settings *set)
{
    p->set = *set;
    p->longest = 0;
    p->next_taken = p->next_response = p->cycle; // nothing is left of the previous requests
}

bool memory_port_idle(const struct memory_port *p)
{
    return !p->requests;
}

const char *memory_port_error(const struct memory_port *p)
{
    return p->offers.error;
}

struct memory_counts memory_port_counts(const struct memory_port *p)
{
    return p->counts;
}

static uint64_t age(const struct memory_port *p, unsigned n)
{
    return p->cycle - p->request[n].taken;
}

uint64_t memory_port_longest(const struct memory_port *p)
{
    return p->requests && age(p, 0) > p->longest ? age(p, 0) : p->longest;
}

// ---- the next request

// Whether batches allow anything to be performed. A batch ends when no request waits any more.
static bool batch_open(struct memory_port *p)
{
    if (!p->requests)
        p->open = false;
    else if (p->requests >= p->set.batch || p->cycle - p->last_taken > MEMORY_PATIENCE)
        p->open = true;
    return p->open;
}

// Whether no older request of another port with the same order of lines is for its line.
static bool is_first_of_all(const struct memory_port *p, const struct request *r)
{
    for (unsigned i = 0; i < p->lines->ports; i++) {
        const struct memory_port *other = p->lines->port[i];
        for (unsigned n = 0; other != p && n < other->requests && other->request[n].turn < r->turn; n++)
            if (other->request[n].kind != UL1_MEMOP_FENCE && other->request[n].line == r->line)
                return false;
    }
    return true;
}

// Whether no older request is for its line; for a fence, whether no older one is a write.
static bool is_first(const struct memory_port *p, unsigned n)
{
    const struct request *r = &p->request[n];
    for (unsigned older = 0; older < n; older++) {
        const struct request *o = &p->request[older];
        if (r->kind == UL1_MEMOP_FENCE ? o->kind == UL1_MEMOP_WRITE
                                       : o->kind != UL1_MEMOP_FENCE && o->line == r->line)
            return false;
    }
    return r->kind == UL1_MEMOP_FENCE || !p->lines || is_first_of_all(p, r);
}

// The request to perform next, among those that are (`silent`) or are not unanswered writes; `requests` if
// there is none. The random order takes the first eligible one from a random position on.
static unsigned choose(struct memory_port *p, bool silent)
{
    const unsigned none = p->requests;
    if (!none)
        return none;
    bool first = p->request[0].silent == silent && p->request[0].due <= p->cycle;
    first = first && is_first(p, 0);
    if (p->set.order == MEMORY_AS_TAKEN || (first && p->cycle - p->request[0].due > LATE))
        return first ? 0 : none;
    unsigned start = p->set.order == MEMORY_RANDOM ? rng_below(&p->rng, p->requests) : p->requests - 1;
    for (unsigned k = 0; k < p->requests; k++) {
        unsigned n = start >= k ? start - k : start + p->requests - k;
        if (p->request[n].silent == silent && p->request[n].due <= p->cycle && is_first(p, n))
            return n;
    }
    return none;
}

// Removes a request, and frees its resources.
void memory_port_leave(struct memory_port *p, unsigned n)
{
    struct request *r = &p->request[n];
    if (p->longest < age(p, n))
        p->longest = age(p, n);
    if (r->kind == UL1_MEMOP_WRITE) {
        p->writes--;
        p->spare[MEMORY_WRITES - 1 - p->writes] = r->payload;
    }
    p->requests--;
    memmove(r, r + 1, (p->requests - n) * sizeof *r);
}

// ---- writes

static bool perform_reduction(struct memory_port *p, const struct request *r, const struct payload *w,
                              uint32_t *old)
{
    uint32_t now[UL1_LINE_WORDS];
    memory_line(p->memory, r->line * MEMORY_LINE, old);
    offers_results(w, old, now);
    if (r->own && !offers_written(&p->offers, r->line, &p->payload[r->payload], w, old, now)) {
        p->wrong = true;
        return true;
    }
    const struct memory_reduction done = { .addr = r->line * MEMORY_LINE,
                                           .vline = r->vline,
                                           .atom = w->atom,
                                           .wide = w->wide,
                                           .minus = w->minus,
                                           .returns = w->returns,
                                           .be = w->be,
                                           .by = w->word,
                                           .old = old,
                                           .now = now };
    if (!memory_store(p->memory, r->line * MEMORY_LINE, w->be, now))
        return false;
    memory_port_told(p, &done);
    return true;
}

static bool perform(struct memory_port *p, const struct request *r)
{
    const struct payload *w = &p->payload[r->payload];
    uint32_t old[UL1_LINE_WORDS];
    if (w->atom || r->own)
        return perform_reduction(p, r, r->own ? &p->operation[r->payload] : w, old);
    return memory_store(p->memory, r->line * MEMORY_LINE, w->be, w->word);
}

static bool perform_next(struct memory_port *p)
{
    if (!p->writes || !batch_open(p))
        return true;
    unsigned n = choose(p, true);
    if (n == p->requests)
        return true;
    bool done = perform(p, &p->request[n]);
    memory_port_leave(p, n);
    return done;
}

// ---- responses

// The sectors of a read that the response brings.
static uint8_t choose_sectors(struct memory_port *p, const struct request *r)
{
    if (!r->pieces)
        return r->sect;
    unsigned left = (unsigned)__builtin_popcount(r->sect), skip = 0;
    if (p->set.order == MEMORY_RANDOM)
        skip = rng_below(&p->rng, left);
    else if (p->set.order == MEMORY_YOUNGEST)
        skip = left - 1;
    unsigned sect = r->sect;
    while (skip--)
        sect &= sect - 1;
    return (uint8_t)(sect & (0 - sect));
}

static struct line read_line(const struct memory_port *p, const struct request *r)
{
    struct line l;
    l.ok = memory_line(p->memory, r->line * MEMORY_LINE, l.word);
    return l;
}

// Sectors that the response does not bring get wrong data.
static void answer_read(struct memory_port *p, struct request *r, struct memory_response *to)
{
    uint8_t sect = choose_sectors(p, r), *under_way;
    const struct line l = r->early ? p->early[r->sub] : read_line(p, r);
    to->sect = sect;
    to->err = !l.ok;
    uint8_t brought = l.ok ? sect : 0;
    for (unsigned bank = 0; bank < UL1_LINE_WORDS; bank++)
        to->data[bank] = l.word[bank] ^ ((brought >> bank / UL1_SECTOR_WORDS & 1) - 1u);
    p->counts.errors += to->err;
    under_way = r->own ? &p->offers.own[r->own] : &p->offers.outstanding[r->sub];
    *under_way &= (uint8_t)~sect;
    r->sect &= (uint8_t)~sect;
}

// An atomic is performed when it is answered, unless it fails. Words that it does not return are wrong.
static bool answer_atomic(struct memory_port *p, const struct request *r, struct memory_response *to)
{
    const struct payload *w = &p->payload[r->payload];
    uint32_t old[UL1_LINE_WORDS] = { 0 };
    bool done = true;
    to->op = UL1_MEMOP_ATOM;
    to->number = w->old;
    to->err = r->fails;
    p->offers.olds &= ~(UINT64_C(1) << w->old);
    if (!r->fails)
        done = perform_reduction(p, r, w, old);
    for (unsigned bank = 0; bank < UL1_LINE_WORDS; bank++)
        to->data[bank] = !r->fails && w->be[bank] ? old[bank] : ~old[bank];
    return done;
}

bool memory_port_passes(const struct memory_port *p, unsigned before)
{
    bool waits = false;
    for (unsigned n = 0; n < before; n++)
        waits |= !p->request[n].silent;
    return waits;
}

static bool respond(struct memory_port *p, struct memory_response *to)
{
    bool done = true;
    to->valid = false;
    if (!batch_open(p) || p->cycle < p->next_response || p->held)
        return true;
    unsigned n = choose(p, false);
    if (n == p->requests)
        return true;
    struct request *r = &p->request[n];
    to->valid = true;
    to->op = r->kind;
    to->number = r->sub;
    to->own = r->own;
    to->vline = r->vline;
    p->counts.responses++;
    p->counts.reordered += memory_port_passes(p, n);
    p->next_response = p->cycle + (p->set.gap ? p->set.gap : 1);
    if (r->kind == UL1_MEMOP_READ)
        answer_read(p, r, to);
    const bool atomic = r->kind == UL1_MEMOP_WRITE && p->payload[r->payload].returns;
    if (atomic)
        done = answer_atomic(p, r, to);
    p->counts.failed += r->kind == UL1_MEMOP_WRITE && (!atomic || r->fails);
    if (r->kind == UL1_MEMOP_FENCE)
        p->offers.fences &= ~(UINT64_C(1) << r->sub);
    if (r->kind != UL1_MEMOP_READ || !r->sect)
        memory_port_leave(p, n);
    return done;
}

void memory_port_hold(struct memory_port *p, bool held)
{
    p->held = held;
}

// Fields that do not apply to the kind of a response stay as they are.
bool memory_port_cycle(struct memory_port *p, struct memory_response *to, bool *ready)
{
    bool done = perform_next(p);
    *ready = p->writes < MEMORY_WRITES && p->cycle >= p->next_taken
        && (!p->set.stall || !rng_percent(&p->rng, p->set.stall));
    return respond(p, to) && done;
}

bool memory_port_drive(struct memory_port *p, struct ul1_l1_in *in)
{
    struct memory_response *r = &p->response;
    bool ready, done = memory_port_cycle(p, r, &ready);
    in->mem_ready = ready;
    in->resp_valid = r->valid;
    if (!r->valid)
        return done;
    in->resp_op = r->op;
    in->resp_number = r->number;
    in->resp_sect = r->sect;
    in->resp_err = r->err;
    in->resp_vline = r->vline;
    memcpy(in->resp_data, r->data, sizeof r->data);
    return done;
}

// ---- requests

static void take_read(struct memory_port *p, struct request *r)
{
    r->pieces = p->set.pieces && rng_percent(&p->rng, p->set.pieces);
    if (r->own)
        r->early = false;
    else if (offers_walk(&p->offers, r->sub))
        r->early = rng_percent(&p->rng, 50);
    else
        r->early = p->set.early && rng_percent(&p->rng, p->set.early) && is_first(p, p->requests - 1);
    if (r->early)
        p->early[r->sub] = read_line(p, r);
    *(r->own ? &p->offers.own[r->own] : &p->offers.outstanding[r->sub]) |= r->sect;
    p->counts.reads++;
    p->counts.sectors += (unsigned)__builtin_popcount(r->sect);
    p->counts.walk_reads += !r->own && offers_walk(&p->offers, r->sub);
}

static void take_write(struct memory_port *p, struct request *r, const struct offer *o)
{
    const struct payload *w = &o->payload;
    r->fails = !memory_writable(p->memory, r->line * MEMORY_LINE) || (w->atom && !read_line(p, r).ok);
    r->silent = !r->fails && !w->returns;
    if (w->returns)
        p->offers.olds |= UINT64_C(1) << w->old;
    r->payload = p->spare[MEMORY_WRITES - 1 - p->writes];
    p->payload[r->payload] = *w;
    if (r->own)
        p->operation[r->payload] = *o->operation;
    p->writes++;
    p->counts.writes++;
    p->counts.bytes += offers_bytes(w);
}

void memory_port_take(struct memory_port *p, const struct offer *o)
{
    unsigned latency = p->set.latency ? p->set.latency : 1;
    unsigned spread = p->set.spread ? rng_below(&p->rng, p->set.spread + 1) : 0;
    struct request *r = &p->request[p->requests++];
    *r = (struct request){ .line = o->line,
                           .vline = o->vline,
                           .taken = p->cycle,
                           .due = p->cycle + latency + spread,
                           .turn = p->lines ? p->lines->turns++ : 0,
                           .kind = o->kind,
                           .sub = o->sub,
                           .sect = o->sect,
                           .own = o->own };
    p->last_taken = p->cycle;
    p->next_taken = p->cycle + p->set.apart;
    if (r->kind == UL1_MEMOP_READ) {
        take_read(p, r);
    } else if (r->kind == UL1_MEMOP_WRITE) {
        take_write(p, r, o);
    } else {
        p->offers.fences |= UINT64_C(1) << r->sub;
        p->counts.fences++;
    }
}

// Loses all requests; some writes are performed before, in the order in which they were taken. Reductions are
// lost: what they would find depends on the writes before them, which may be lost, too.
bool memory_port_forget(struct memory_port *p)
{
    bool done = true;
    for (unsigned n = 0; n < p->requests; n++)
        if (p->request[n].silent && !p->request[n].own && !p->payload[p->request[n].payload].atom
            && rng_percent(&p->rng, 50))
            done = perform(p, &p->request[n]) && done;
    while (p->requests)
        memory_port_leave(p, p->requests - 1);
    memset(p->offers.outstanding, 0, sizeof p->offers.outstanding);
    memset(p->offers.own, 0, sizeof p->offers.own);
    p->offers.fences = p->offers.olds = 0;
    p->offers.waits = false;
    return done || offers_object(&p->offers, "out of memory");
}

// The cycle count advances here: a request that is taken now may be performed in the next cycle.
bool memory_port_see(struct memory_port *p, bool valid, const struct offer *o, bool ready)
{
    if (valid || p->offers.waits) {
        if (!offers_check(&p->offers, valid, o))
            return false;
        if (valid && ready)
            memory_port_take(p, o);
        p->offers.waits = valid && !ready;
        if (p->offers.waits)
            p->offers.waiting = *o;
    }
    p->cycle++;
    const bool right = !p->wrong;
    p->wrong = false;
    return right;
}

bool memory_port_reset(struct memory_port *p)
{
    p->cycle++;
    return memory_port_forget(p);
}

bool memory_port_observe(struct memory_port *p, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const bool valid = out->mmu.mem_valid;
    struct offer o;
    if (in->rst)
        return memory_port_reset(p);
    if (valid || p->offers.waits)
        offers_look_at(&o, out);
    return memory_port_see(p, valid, &o, in->mem_ready);
}
