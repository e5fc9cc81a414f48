#include "environment/memory/port.h"

#include <stdlib.h>
#include <string.h>

#include "kit/rng.h"
#include "kit/arithmetic.h"
#include "environment/memory/offers.h"

enum {
    // requests in flight, at most: no two reads of a number share a sector
    UNDER_WAY = NUMBERS * UL1_SECTORS + MEMORY_WRITES + FENCES,
    LATE = 500, // cycles after which an overdue request goes before all others
};

// A request that is not performed or answered in full. Requests are kept in the order in which they were
// taken.
struct request {
    uint64_t line, vline;
    // cycle in which it was taken; earliest cycle in which it is performed or first answered
    uint64_t taken, due;
    uint8_t kind, sub, sect; // sub: its number; sect: sectors of a read that are not answered yet
    bool pieces;             // answered sector by sector
    bool early;              // performed when taken, not when answered: into memory_port.early
    bool fails;              // a write that memory refuses
    bool silent;             // a write that is not answered: it does not fail, and is no atomic
    uint16_t payload;        // a write: index of its words
};

// A line that was read.
struct line {
    uint32_t word[LANES];
    bool ok;
};

struct memory_port {
    struct memory *memory;
    struct memory_settings set;
    struct rng rng;
    uint64_t cycle, last_taken, next_taken, next_response;
    struct request request[UNDER_WAY];
    unsigned requests, writes; // writes: those among the requests
    struct payload payload[MEMORY_WRITES];
    uint16_t spare[MEMORY_WRITES]; // free payloads: the first MEMORY_WRITES - writes
    struct offers offers;          // the state that the next request is checked against
    struct line early[NUMBERS];    // data of early reads, by number
    bool open;                     // a batch is performed
    bool held;                     // no response is given
    struct memory_counts counts;
    memory_reduced *reduced; // told of each reduction, if not null
    void *to;
    uint64_t longest; // longest time of a request in flight, since the settings
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
    return true;
}

// The request to perform next, among those that are (`silent`) or are not unanswered writes; `requests` if
// there is none. The random order takes the first eligible one from a random position on.
static unsigned choose(struct memory_port *p, bool silent)
{
    const unsigned none = p->requests;
    if (!none)
        return none;
    bool first = p->request[0].silent == silent && p->request[0].due <= p->cycle;
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
static void leave(struct memory_port *p, unsigned n)
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

// The words of a line after a reduction; only those that it enables matter.
static void reduce(const struct payload *w, const uint32_t *old, uint32_t *now)
{
    for (unsigned n = 0; n < LANES; n++)
        if (!w->wide)
            now[n] = (uint32_t)arithmetic_result(w->atom, w->minus, old[n], w->word[n], w->word[n ^ 1]);
    for (unsigned n = 0; w->wide && n < LANES; n += 2) {
        const uint64_t was = (uint64_t)old[n + 1] << 32 | old[n],
                       by = (uint64_t)w->word[n + 1] << 32 | w->word[n];
        const uint64_t swap = (uint64_t)w->word[(n ^ 2) + 1] << 32 | w->word[n ^ 2];
        const uint64_t is = arithmetic_result(w->atom, w->minus, was, by, swap);
        now[n] = (uint32_t)is;
        now[n + 1] = (uint32_t)(is >> 32);
    }
}

static bool perform_reduction(struct memory_port *p, const struct request *r, const struct payload *w,
                              uint32_t *old)
{
    uint32_t now[LANES];
    memory_line(p->memory, r->line * MEMORY_LINE, old);
    reduce(w, old, now);
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
    if (p->reduced)
        p->reduced(p->to, &done);
    return true;
}

static bool perform(struct memory_port *p, const struct request *r)
{
    const struct payload *w = &p->payload[r->payload];
    uint32_t old[LANES];
    if (w->atom)
        return perform_reduction(p, r, w, old);
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
    leave(p, n);
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
static void answer_read(struct memory_port *p, struct request *r, struct ul1_l1_in *in)
{
    uint8_t sect = choose_sectors(p, r);
    const struct line l = r->early ? p->early[r->sub] : read_line(p, r);
    in->resp_sect = sect;
    in->resp_err = !l.ok;
    uint8_t brought = l.ok ? sect : 0;
    for (unsigned bank = 0; bank < LANES; bank++)
        in->resp_data[bank] = l.word[bank] ^ ((brought >> bank / UL1_SECTOR_WORDS & 1) - 1u);
    p->counts.errors += in->resp_err;
    p->offers.outstanding[r->sub] &= (uint8_t)~sect;
    r->sect &= (uint8_t)~sect;
}

// An atomic is performed when it is answered, unless it fails. Words that it does not return are wrong.
static bool answer_atomic(struct memory_port *p, const struct request *r, struct ul1_l1_in *in)
{
    const struct payload *w = &p->payload[r->payload];
    uint32_t old[LANES] = { 0 };
    bool done = true;
    in->resp_op = UL1_MEMOP_ATOM;
    in->resp_number = w->old;
    in->resp_err = r->fails;
    p->offers.olds &= ~(UINT64_C(1) << w->old);
    if (!r->fails)
        done = perform_reduction(p, r, w, old);
    for (unsigned bank = 0; bank < LANES; bank++)
        in->resp_data[bank] = !r->fails && w->be[bank] ? old[bank] : ~old[bank];
    return done;
}

static bool waits_for_answer(const struct memory_port *p, unsigned before)
{
    bool waits = false;
    for (unsigned n = 0; n < before; n++)
        waits |= !p->request[n].silent;
    return waits;
}

static bool drive_response(struct memory_port *p, struct ul1_l1_in *in)
{
    bool done = true;
    in->resp_valid = 0;
    if (!batch_open(p) || p->cycle < p->next_response || p->held)
        return true;
    unsigned n = choose(p, false);
    if (n == p->requests)
        return true;
    struct request *r = &p->request[n];
    in->resp_valid = 1;
    in->resp_op = r->kind;
    in->resp_number = r->sub;
    in->resp_vline = r->vline;
    p->counts.responses++;
    p->counts.reordered += waits_for_answer(p, n);
    p->next_response = p->cycle + (p->set.gap ? p->set.gap : 1);
    if (r->kind == UL1_MEMOP_READ)
        answer_read(p, r, in);
    const bool atomic = r->kind == UL1_MEMOP_WRITE && p->payload[r->payload].returns;
    if (atomic)
        done = answer_atomic(p, r, in);
    p->counts.failed += r->kind == UL1_MEMOP_WRITE && (!atomic || r->fails);
    if (r->kind == UL1_MEMOP_FENCE)
        p->offers.fences &= ~(UINT64_C(1) << r->sub);
    if (r->kind != UL1_MEMOP_READ || !r->sect)
        leave(p, n);
    return done;
}

void memory_port_hold(struct memory_port *p, bool held)
{
    p->held = held;
}

bool memory_port_drive(struct memory_port *p, struct ul1_l1_in *in)
{
    bool done = perform_next(p);
    in->mem_ready = p->writes < MEMORY_WRITES && p->cycle >= p->next_taken
        && (!p->set.stall || !rng_percent(&p->rng, p->set.stall));
    return drive_response(p, in) && done;
}

// ---- requests

static void take_read(struct memory_port *p, struct request *r)
{
    r->pieces = p->set.pieces && rng_percent(&p->rng, p->set.pieces);
    if (offers_walk(&p->offers, r->sub))
        r->early = rng_percent(&p->rng, 50);
    else
        r->early = p->set.early && rng_percent(&p->rng, p->set.early) && is_first(p, p->requests - 1);
    if (r->early)
        p->early[r->sub] = read_line(p, r);
    p->offers.outstanding[r->sub] |= r->sect;
    p->counts.reads++;
    p->counts.sectors += (unsigned)__builtin_popcount(r->sect);
    p->counts.walk_reads += offers_walk(&p->offers, r->sub);
}

static void take_write(struct memory_port *p, struct request *r, const struct payload *w)
{
    r->fails = !memory_writable(p->memory, r->line * MEMORY_LINE) || (w->atom && !read_line(p, r).ok);
    r->silent = !r->fails && !w->returns;
    if (w->returns)
        p->offers.olds |= UINT64_C(1) << w->old;
    r->payload = p->spare[MEMORY_WRITES - 1 - p->writes];
    p->payload[r->payload] = *w;
    p->writes++;
    p->counts.writes++;
    p->counts.bytes += offers_bytes(w);
}

static void take(struct memory_port *p, const struct offer *o)
{
    unsigned latency = p->set.latency ? p->set.latency : 1;
    unsigned spread = p->set.spread ? rng_below(&p->rng, p->set.spread + 1) : 0;
    struct request *r = &p->request[p->requests++];
    *r = (struct request){ .line = o->line,
                           .vline = o->vline,
                           .taken = p->cycle,
                           .due = p->cycle + latency + spread,
                           .kind = o->kind,
                           .sub = o->sub,
                           .sect = o->sect };
    p->last_taken = p->cycle;
    p->next_taken = p->cycle + p->set.apart;
    if (r->kind == UL1_MEMOP_READ) {
        take_read(p, r);
    } else if (r->kind == UL1_MEMOP_WRITE) {
        take_write(p, r, &o->payload);
    } else {
        p->offers.fences |= UINT64_C(1) << r->sub;
        p->counts.fences++;
    }
}

// Loses all requests; some writes are performed before, in the order in which they were taken. Reductions are
// lost: what they would find depends on the writes before them, which may be lost, too.
static bool forget(struct memory_port *p)
{
    bool done = true;
    for (unsigned n = 0; n < p->requests; n++)
        if (p->request[n].silent && !p->payload[p->request[n].payload].atom && rng_percent(&p->rng, 50))
            done = perform(p, &p->request[n]) && done;
    while (p->requests)
        leave(p, p->requests - 1);
    memset(p->offers.outstanding, 0, sizeof p->offers.outstanding);
    p->offers.fences = p->offers.olds = 0;
    p->offers.waits = false;
    return done || offers_object(&p->offers, "out of memory");
}

// The cycle count advances here: a request that is taken now may be performed in the next cycle.
bool memory_port_observe(struct memory_port *p, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    bool valid = out->mmu.mem_valid;
    if (in->rst) {
        p->cycle++;
        return forget(p);
    }
    if (valid || p->offers.waits) {
        struct offer o;
        offers_look_at(&o, out);
        if (!offers_check(&p->offers, valid, &o))
            return false;
        if (valid && in->mem_ready)
            take(p, &o);
        p->offers.waits = valid && !in->mem_ready;
        if (p->offers.waits)
            p->offers.waiting = o;
    }
    p->cycle++;
    return true;
}
