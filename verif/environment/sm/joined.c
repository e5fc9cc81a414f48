#include "environment/sm/joined.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    JOINED_STAGES = 8
}; // cycles from the words of an operation to its results, if nothing is in their way

// ---- the machine

void joined_init(struct joined *j, const struct ul1_block *whole)
{
    memset(j, 0, sizeof *j);
    j->whole = whole->wired ? whole : NULL;
}

static bool is_block(const struct joined *j, const struct route_hop *h, const char *name)
{
    return !strcmp(route_block(j->whole, h->part), name);
}

static const struct ul1_sizes *sizes_of(const struct joined *j, const struct route_hop *h)
{
    return j->whole->parts[h->part].block->sizes;
}

// Each share puts the number of its requester above those of the requests. So does a block with operations,
// with the numbers of these.
static void find_numbers(const struct joined *j, struct joined_l1 *l)
{
    for (unsigned k = 0; k < l->route.asks; k++) {
        const struct route_hop *h = &l->route.ask[k];
        if (is_block(j, h, "rmw")) {
            l->own_at = sizes_of(j, h)->shared_tag_w;
            l->own_w = sizes_of(j, h)->rmw_w;
        }
        if (!is_block(j, h, "share"))
            continue;
        l->base |= h->place << sizes_of(j, h)->tag_w;
        if (l->number_w)
            continue;
        l->number_w = sizes_of(j, h)->tag_w;
        l->drain = ul1_port_find(j->whole->parts[h->part].block, "drain_valid");
        l->share = h;
    }
    if (!l->number_w)
        l->number_w = 31; // it is alone
}

const char *joined_add(struct joined *j, size_t part, struct memory_port *port)
{
    struct joined_l1 *l = &j->l1[j->l1s];
    l->part = part;
    l->port = port;
    l->asks = (struct joined_between){ .room = JOINED_REQUESTS, .since = l->asked_at };
    l->answers = (struct joined_between){ .room = JOINED_ANSWERS, .since = l->answered_at };
    if (!route_find(&l->route, j->whole, part))
        return "has too many blocks between it and memory";
    find_numbers(j, l);
    if (l->own_w && port)
        memory_port_order(port, &j->lines);
    if (!j->l1s++) {
        j->ask_end = l->route.ask_end;
        j->answer_end = l->route.answer_end;
        taps_find(j->ask, j->whole->parts[j->ask_end].block, "mem");
        taps_find_answers(j->answer, j->whole->parts[j->answer_end].block);
        taps_find(j->own, j->whole->parts[part].block, "mem");
    }
    return l->route.ask_end != j->ask_end || l->route.answer_end != j->answer_end
        ? "has another port to memory than the first L1"
        : NULL;
}

// ---- times between an L1 and memory

static void enter(struct joined_between *b, uint64_t cycle)
{
    if (b->entered - b->left < b->room)
        b->since[b->entered++ % b->room] = cycle;
}

static void leave(struct joined_between *b)
{
    b->left += b->left != b->entered;
}

static void measure(struct joined_between *b, uint64_t cycle)
{
    const uint64_t now = b->left != b->entered ? cycle + 1 - b->since[b->left % b->room] : 0;
    if (b->longest < now)
        b->longest = now;
}

void joined_part(struct joined *j, unsigned l1)
{
    struct joined_l1 *l = &j->l1[l1];
    l->asks.longest = l->answers.longest = l->operates = l->longest = l->drained = 0;
}

bool joined_operates(const struct joined *j, unsigned l1)
{
    return j->l1[l1].own_w;
}

bool joined_delays(const struct joined *j, unsigned l1)
{
    const struct route *r = &j->l1[l1].route;
    for (unsigned k = 0; k < r->answers; k++)
        if (!is_block(j, &r->answer[k], "share"))
            return true;
    return false;
}

bool joined_holds(const struct joined *j, unsigned l1)
{
    const struct joined_l1 *l = &j->l1[l1];
    bool holds = l->asks.entered != l->asks.left || l->answers.entered != l->answers.left;
    for (unsigned i = 0; i < JOINED_OPERATIONS; i++)
        holds |= l->operation[i].used;
    return holds || l->drains || (j->responds && j->responds_to == l1);
}

bool joined_resets(const struct joined *j, unsigned l1)
{
    const struct joined_l1 *l = &j->l1[l1];
    return l->drain && j->whole->parts[l->part].resets;
}

bool joined_drains(const struct joined *j, unsigned l1)
{
    return j->l1[l1].drains;
}

bool joined_waits(const struct joined *j, unsigned l1)
{
    return j->l1[l1].waits;
}

// ---- operations before memory

// The oldest that fits: of this number there, or, with 0, the next one to read of a write with this number
// and line.
static struct joined_operation *operation(struct joined_l1 *l, unsigned own, unsigned number, uint64_t line)
{
    struct joined_operation *found = NULL;
    for (unsigned i = 0; i < JOINED_OPERATIONS; i++) {
        struct joined_operation *o = &l->operation[i];
        if (!o->used || o->written || o->own != own || (found && found->since <= o->since))
            continue;
        if (own || (o->asked.number == number && o->asked.offer.line == line))
            found = o;
    }
    return found;
}

// The L1 gives a request away, an operation or none.
static void give(struct joined_l1 *l, const struct asked *a, uint64_t cycle)
{
    const struct payload *p = &a->offer.payload;
    for (unsigned i = 0; i < JOINED_OPERATIONS && a->offer.kind == UL1_MEMOP_WRITE && p->atom && l->own_w;
         i++)
        if (!l->operation[i].used) {
            l->operation[i] = (struct joined_operation){
                .used = true, .answered = !p->returns, .since = cycle, .asked = *a
            };
            l->operation[i].asked.offer.payload.old = (uint8_t)a->old;
            return;
        }
    enter(&l->asks, cycle);
}

// The read or the write of an operation is on offer to memory.
static bool operate(struct joined *j, struct joined_l1 *l, struct offer *o)
{
    const bool reads = o->kind == UL1_MEMOP_READ;
    struct joined_operation *of = operation(l, o->own, o->sub, o->line);
    if (!of && reads)
        of = operation(l, 0, o->sub, o->line);
    if (!of) {
        snprintf(j->error, sizeof j->error,
                 "a %s for operation %u, of number %u on line 0x%" PRIx64 ", and the L1 has requested none",
                 reads ? "read" : "write", o->own, o->sub, o->line);
        return false;
    }
    o->operation = &of->asked.offer.payload;
    if (j->ready && reads)
        of->own = o->own;
    of->written |= j->ready && !reads;
    return true;
}

// The L1 gets an answer to an operation: its old words, or an error. Whether it is one.
static bool answer_operation(struct joined_l1 *l, const struct ul1_l1_in *in)
{
    const bool old = in->resp_op == UL1_MEMOP_ATOM;
    struct joined_operation *found = NULL;
    // a write of the L1's own that has failed is on its way through the queue
    if (!l->own_w || (!old && (in->resp_op != UL1_MEMOP_WRITE || l->answers.entered != l->answers.left)))
        return false;
    for (unsigned i = 0; i < JOINED_OPERATIONS; i++) {
        struct joined_operation *o = &l->operation[i];
        const struct payload *p = &o->asked.offer.payload;
        const bool fits = old ? p->returns && !o->answered && p->old == in->resp_number
                              : !p->returns && o->asked.number == in->resp_number;
        if (o->used && fits && o->own && (!found || o->since < found->since))
            found = o;
    }
    if (!found)
        return false;
    found->answered = true;
    found->written |= !old || in->resp_err;
    return true;
}

static void measure_operations(struct joined_l1 *l, uint64_t cycle)
{
    for (unsigned i = 0; i < JOINED_OPERATIONS; i++) {
        struct joined_operation *o = &l->operation[i];
        if (!o->used)
            continue;
        if (!l->drains && l->operates < cycle + 1 - o->since)
            l->operates = cycle + 1 - o->since;
        o->used = !o->written || !o->answered;
    }
}

// ---- cycles

static const void *outputs(const struct joined *j, size_t part, const void *whole_out)
{
    return ul1_part_out(j->whole, part, whole_out);
}

static const void *inputs(const struct joined *j, size_t part, const void *whole_in, const void *whole_out)
{
    return ul1_part_in(j->whole, part, whole_in, whole_out);
}

static uint32_t own_bits(const struct joined_l1 *l)
{
    return ((UINT32_C(1) << l->own_w) - 1) << l->own_at;
}

static bool is_of(const struct joined_l1 *l, uint32_t number)
{
    return (number & ~own_bits(l)) >> l->number_w == l->base >> l->number_w;
}

static void answer(struct joined *j, unsigned l1, const struct memory_response *r)
{
    j->responds = true;
    j->responds_to = l1;
    j->response =
        (struct answered){ .op = r->op,
                           .number = j->l1[l1].base | r->number | (uint32_t)r->own << j->l1[l1].own_at,
                           .sect = r->sect,
                           .err = r->err,
                           .vline = r->vline };
    memcpy(j->response.data, r->data, sizeof r->data);
    j->turn = l1 + 1;
}

// The offer to memory depends on state alone, so that it is settled already. A response stays until it is
// taken.
bool joined_drive(struct joined *j, const void *whole_out, void *whole_in)
{
    const void *out = outputs(j, j->ask_end, whole_out);
    unsigned char *ask_in = (unsigned char *)whole_in + j->whole->parts[j->ask_end].in_offset;
    unsigned char *answer_in = (unsigned char *)whole_in + j->whole->parts[j->answer_end].in_offset;
    const uint32_t number = (uint32_t)tap_get(&j->ask[TAP_NUMBER], out);
    const unsigned turn = j->turn;
    struct memory_response *r = &j->given;
    j->ready = false;
    for (unsigned k = 0; k < j->l1s; k++) {
        const unsigned l1 = (turn + k) % j->l1s;
        struct joined_l1 *l = &j->l1[l1];
        memory_port_hold(l->port, j->responds);
        if (!memory_port_cycle(l->port, r, &l->ready))
            return false;
        if (is_of(l, number))
            j->ready = l->ready;
        if (r->valid)
            answer(j, l1, r);
    }
    tap_set(&j->ask[TAP_READY], ask_in, j->ready);
    taps_answer(j->answer, answer_in, j->responds ? &j->response : NULL);
    return true;
}

// The longest time that memory has taken for a request.
static uint64_t memory_takes(const struct joined *j)
{
    uint64_t longest = 0;
    for (unsigned i = 0; i < j->l1s; i++)
        if (longest < memory_port_longest(j->l1[i].port))
            longest = memory_port_longest(j->l1[i].port);
    return longest;
}

// Bounds of the time for which a request of an L1 is on offer, of that for which it is between the L1 and
// memory, and of that for which an operation is under way.
static void bound(const struct joined *j, struct joined_l1 *l, uint64_t *stay, uint64_t *operates)
{
    uint64_t taken = j->takes ? j->takes : 1;
    *stay = *operates = 0;
    for (unsigned k = l->route.asks; k-- > 0;) {
        const struct route_hop *h = &l->route.ask[k];
        const uint64_t n = sizes_of(j, h)->rmws;
        *stay += taken + 1;
        if (is_block(j, h, "share"))
            taken *= UL1_SHARERS;
        if (is_block(j, h, "rmw")) {
            *operates = taken + memory_takes(j) + JOINED_STAGES + n * (taken + 2);
            taken += *operates;
        }
    }
    l->taken = taken + l->drained;
    *operates += *stay + taken;
}

// A queue of responses gives one in each cycle, but behind a run of them.
static uint64_t answers_bound(const struct joined *j, const struct joined_l1 *l)
{
    uint64_t most = 1;
    for (unsigned k = 0; k < l->route.answers; k++)
        if (is_block(j, &l->route.answer[k], "replies"))
            most += 2 * sizes_of(j, &l->route.answer[k])->replies;
    return most;
}

// Whether the waits of an L1 are within their bounds.
static bool fair(struct joined *j, struct joined_l1 *l)
{
    uint64_t stay, operates;
    bound(j, l, &stay, &operates);
    const struct {
        const char *what;
        uint64_t is, most;
    } time[] = { { "a request waits to be taken", l->offered, l->taken },
                 { "a request is between it and memory", l->asks.longest, stay },
                 { "an operation is under way before memory", l->operates, operates },
                 { "a response is between memory and it", l->answers.longest, answers_bound(j, l) } };
    for (unsigned i = 0; i < sizeof time / sizeof *time; i++)
        if (time[i].is > time[i].most) {
            snprintf(j->error, sizeof j->error, "%s for %" PRIu64 " cycles, more than %" PRIu64, time[i].what,
                     time[i].is, time[i].most);
            return false;
        }
    return true;
}

// The L1 is reset alone: no answer comes for what it has requested, and the next request waits.
static void begin_draining(struct joined_l1 *l, uint64_t cycle)
{
    l->since = l->drains ? l->since : cycle;
    l->drains = true;
    l->answers.left = l->answers.entered;
    for (unsigned i = 0; i < JOINED_OPERATIONS; i++)
        l->operation[i].answered = true;
}

// The L1 is not in reset now. When the share has drained it, none of its operations is left.
static void drain(const struct joined *j, struct joined_l1 *l, bool offers, const void *whole_out)
{
    if (!l->drains)
        return;
    l->drains = ul1_get(l->drain, outputs(j, l->share->part, whole_out), l->share->place);
    l->waits = l->drains && offers;
    l->offered = 0;
    l->drained = l->drained < j->cycle + 1 - l->since ? j->cycle + 1 - l->since : l->drained;
    if (!l->drains)
        memset(l->operation, 0, sizeof l->operation);
}

// A cycle of an L1, whose request or that of another is on offer to memory.
static bool observe_l1(struct joined *j, struct joined_l1 *l, const struct asked *a, bool valid, bool reset,
                       const void *whole_in, const void *whole_out)
{
    const struct ul1_l1_out *out = outputs(j, l->part, whole_out);
    const struct ul1_l1_in *in = inputs(j, l->part, whole_in, whole_out);
    const bool here = valid && is_of(l, a->number), given = out->mmu.mem_valid && in->mem_ready;
    struct offer o = a->offer;
    if (reset) {
        l->asks.left = l->asks.entered;
        l->answers.left = l->answers.entered;
        l->offered = 0;
        l->drains = l->waits = false;
        memset(l->operation, 0, sizeof l->operation);
        return memory_port_reset(l->port);
    }
    if (!in->rst)
        drain(j, l, out->mmu.mem_valid, whole_out);
    o.own = (uint8_t)((a->number & own_bits(l)) >> l->own_at);
    o.sub = (uint8_t)((a->number & ~own_bits(l)) - l->base);
    o.payload.old = (uint8_t)(a->old - l->base);
    if (here && o.own && !operate(j, l, &o))
        return false;
    const bool legal = memory_port_see(l->port, here, &o, j->ready);
    l->offered = out->mmu.mem_valid && !l->drains ? l->offered + 1 : 0;
    if (here && j->ready && !o.own)
        leave(&l->asks);
    if (given && l->route.asks) {
        struct asked own = { 0 };
        taps_ask(j->own, out, &own);
        give(l, &own, j->cycle);
    }
    measure(&l->asks, j->cycle);
    if (in->resp_valid && l->route.answers && !answer_operation(l, in))
        leave(&l->answers);
    measure(&l->answers, j->cycle);
    measure_operations(l, j->cycle);
    if (in->rst)
        begin_draining(l, j->cycle);
    l->longest = l->asks.longest + l->answers.longest + l->drained;
    if (l->longest < l->operates)
        l->longest = l->operates;
    if (!legal)
        snprintf(j->error, sizeof j->error, "%s", memory_port_error(l->port));
    const bool fine = legal && fair(j, l);
    l->offered = given ? 0 : l->offered;
    return fine;
}

static void observe_response(struct joined *j, bool reset, const void *whole_out)
{
    struct joined_l1 *l = &j->l1[j->responds_to];
    const struct tap *takes = &j->answer[TAP_TAKES];
    if (!j->responds)
        return;
    if (!reset && takes->size && !tap_get(takes, outputs(j, j->answer_end, whole_out)))
        return;
    j->responds = false;
    const bool own_read = j->response.op == UL1_MEMOP_READ && j->response.number & own_bits(l);
    if (!reset && l->route.answers && !own_read && !l->drains)
        enter(&l->answers, j->cycle);
}

bool joined_observe(struct joined *j, const void *whole_in, const void *whole_out)
{
    const void *out = outputs(j, j->ask_end, whole_out);
    const bool reset = *(const uint8_t *)whole_in, valid = !reset && tap_get(&j->ask[TAP_VALID], out);
    struct asked a = { 0 };
    bool fine = true;
    if (valid)
        taps_ask(j->ask, out, &a);
    j->on_offer = valid ? j->on_offer + 1 : 0;
    if (j->takes < j->on_offer)
        j->takes = j->on_offer;
    observe_response(j, reset, whole_out);
    for (unsigned i = 0; i < j->l1s; i++) {
        const bool good = observe_l1(j, &j->l1[i], &a, valid, reset, whole_in, whole_out);
        if (fine && !good)
            j->number = i;
        fine = fine && good;
    }
    if (j->ready)
        j->on_offer = 0;
    j->cycle++;
    return fine;
}
