#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/names.h"
#include "program/told.h"
#include "run/instr.h"
#include "run/lookups.h"
#include "run/paged.h"
#include "run/refuse.h"
#include "run/wide.h"

enum {
    SETTLE = 3,        // idle cycles between parts, in which settings are copied
    PATIENCE = 100000, // cycles without an event, beyond memory's latency, that count as a hang
    PENDING = 256,     // requests without a response
};

#define COMMAND (UINT64_MAX >> 1) // the tag of a command

struct pending {
    uint64_t id, due;
    bool failed;
    uint32_t word[UL1_SIM_LANES];
};

struct machine {
    const struct tree *tree;
    struct engine *engine;
    struct ul1_sim_config config;
    struct ul1_sim *sim;
    struct paged paged;
    struct machine_settings set;
    struct run_result *result;
    uint64_t rng;
    unsigned carveout; // the machine's current carveout
    uint64_t start;    // cycle of the simulation in which the part began
    uint64_t moved;    // last cycle with an event
    uint64_t barred;   // cycle + 1 in which the engine learned last what the barriers show
    bool commanding, objected;
    // accesses submitted and not accepted: one, or one that waits and one behind it
    unsigned holding;
    struct ul1_sim_instr held[2];
    struct wide wide;
    int64_t first, last, cost[COUNTS];
    struct pending pending[PENDING];
    unsigned pendings;
    uint64_t next_answer;
};

static bool fail(struct machine *m, enum run_end end, const char *what)
{
    if (m->result->end == RUN_PASSED) {
        m->result->end = end;
        snprintf(m->result->error, sizeof m->result->error, "%s", what);
    }
    return false;
}

static bool objects(struct machine *m)
{
    return fail(m, engine_at_fault(m->engine) ? RUN_AT_FAULT : RUN_OBJECTED, engine_error(m->engine));
}

static bool good(struct machine *m, enum ul1_sim_status status)
{
    return status == UL1_SIM_OK || fail(m, RUN_AT_FAULT, ul1_sim_error(m->sim));
}

// ---- memory: performs requests when it accepts them, and responds in order

static enum ul1_sim_taken take_request(void *user, struct ul1_sim_request *r)
{
    struct machine *m = user;
    if (m->pendings == PENDING)
        return UL1_SIM_NOT_NOW;
    m->cost[COUNT_WALKS] += r->walk;
    m->cost[COUNT_FENCES] += r->op == UL1_MEMOP_FENCE;
    const bool fine = paged_perform(&m->paged, r);
    if (r->op == UL1_MEMOP_WRITE && fine)
        return UL1_SIM_DONE;
    if (m->set.own[0].every <= 1 && !m->set.own[0].spread)
        return fine ? UL1_SIM_DONE : UL1_SIM_FAILED;
    m->rng = m->rng * 6364136223846793005u + 1442695040888963407u;
    struct pending *p = &m->pending[m->pendings++];
    *p = (struct pending){ .id = r->id,
                           .failed = !fine,
                           .due = ul1_sim_cycle(m->sim) + m->set.own[0].latency
                               + (m->rng >> 33) % (m->set.own[0].spread + 1) };
    memcpy(p->word, r->word, sizeof p->word);
    return UL1_SIM_LATER;
}

static bool answer_request(struct machine *m)
{
    const uint64_t now = ul1_sim_cycle(m->sim);
    if (!m->pendings || m->pending[0].due > now || m->next_answer > now)
        return true;
    m->next_answer = now + m->set.own[0].every;
    const struct pending p = m->pending[0];
    memmove(m->pending, m->pending + 1, --m->pendings * sizeof p);
    return good(m, ul1_sim_answer(m->sim, p.id, p.word, p.failed));
}

// ---- events, reported to the engine

static void see_lookup(struct machine *m, const struct ul1_sim_seen *seen)
{
    m->cost[COUNT_LINE_REPLAYS] += seen->outcome == UL1_SIM_REPLAY;
    if (seen->tag != UL1_SIM_NOBODY)
        lookups_count(m->engine, (uint32_t)(seen->tag >> TAG_W), seen);
}

// Slots are lanes.
static bool see_beside(struct machine *m, uint32_t serial, const struct ul1_sim_seen *seen)
{
    for (uint64_t left = seen->slots; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(left);
        if (!engine_loaded(m->engine, serial, lane, seen->sub, seen->data[lane]))
            return false;
    }
    return true;
}

static bool see_words(struct machine *m, uint32_t serial, const struct ul1_sim_seen *seen)
{
    if (seen->tag & TAG_BESIDE)
        return see_beside(m, serial, seen);
    const unsigned of_lane = (seen->tag & TAG_WORDS) << !!(seen->tag & TAG_CAS); // slots of a lane
    const struct ul1_sim_instr *wide = seen->tag & TAG_SHARED ? wide_find(&m->wide, seen->tag) : NULL;
    if (wide && wide->matrix)
        return engine_loaded_rows(m->engine, serial, seen->sub, seen->slots, seen->data);
    for (uint64_t left = seen->slots; left; left &= left - 1) {
        const unsigned slot = (unsigned)__builtin_ctzll(left), n = seen->sub * m->tree->lanes + slot;
        uint64_t lanes = wide ? ul1_sim_lanes(&m->config, wide, n / of_lane) : UINT64_C(1) << n / of_lane;
        for (; lanes; lanes &= lanes - 1) {
            const unsigned lane = (unsigned)__builtin_ctzll(lanes);
            engine_predicate(m->engine, serial, lane, seen->pred >> slot & 1);
            if (!engine_loaded(m->engine, serial, lane, n % of_lane, seen->data[slot]))
                return false;
        }
    }
    return true;
}

static bool see_command(struct machine *m, const struct ul1_sim_seen *seen, uint64_t cycle)
{
    if (seen->tag != COMMAND)
        return true; // a command that begins a part
    if (seen->event == UL1_SIM_TAKEN) {
        engine_command_taken(m->engine, 0, cycle);
        return true;
    }
    m->commanding = false;
    return engine_command_done(m->engine, 0, cycle);
}

static void count_request(struct machine *m, const struct ul1_sim_seen *seen)
{
    const bool read = seen->event == UL1_SIM_READ;
    const unsigned sectors = (unsigned)__builtin_popcount(seen->sectors);
    m->cost[read ? COUNT_READS : COUNT_WRITES]++;
    m->cost[COUNT_SECTORS] += sectors;
    if (seen->origin == UL1_SIM_NOBODY)
        return;
    engine_count(m->engine, (uint32_t)(seen->origin >> TAG_W), read ? COUNT_READS : COUNT_WRITES, 1);
    engine_count(m->engine, (uint32_t)(seen->origin >> TAG_W), COUNT_SECTORS, sectors);
}

// No longer the first of those that are held.
static void let_go(struct machine *m, uint64_t tag)
{
    m->holding--;
    if (tag == m->held[0].tag)
        m->held[0] = m->held[1];
}

static bool see_group(struct machine *m, uint64_t tag, unsigned event, uint64_t cycle)
{
    if (event == UL1_SIM_RETIRED)
        return engine_wait_ended(m->engine, (uint32_t)(tag >> TAG_W), cycle);
    let_go(m, tag);
    return engine_grouped(m->engine, (uint32_t)(tag >> TAG_W), cycle);
}

static bool see(struct machine *m, const struct ul1_sim_seen *seen)
{
    const uint32_t serial = (uint32_t)(seen->tag >> TAG_W);
    const uint64_t cycle = seen->cycle - m->start;
    if (seen->command)
        return see_command(m, seen, cycle);
    if (seen->tag != UL1_SIM_NOBODY && seen->tag & TAG_GROUP)
        return see_group(m, seen->tag, seen->event, cycle);
    switch (seen->event) {
    case UL1_SIM_TAKEN:
        let_go(m, seen->tag);
        m->first = m->first < 0 ? (int64_t)cycle : m->first;
        m->cost[COUNT_ADDRESSES]++;
        engine_taken(m->engine, serial, cycle);
        return true;
    case UL1_SIM_PASS:
        engine_count(m->engine, serial, COUNT_PASSES, 1);
        engine_count(m->engine, serial, COUNT_REPLAYS, seen->again);
        m->cost[COUNT_ADDRESSES] += seen->again && m->set.own[0].home == UL1_HOME_INSTR;
        return true;
    case UL1_SIM_LOOKUP:
        see_lookup(m, seen);
        return true;
    case UL1_SIM_WORDS:
        return seen->tag & TAG_COPY || see_words(m, serial, seen);
    case UL1_SIM_EVICT:
    case UL1_SIM_BEAT:
        m->cost[seen->event == UL1_SIM_BEAT ? COUNT_BEATS : COUNT_EVICTIONS]++;
        return true;
    case UL1_SIM_RETIRED:
        wide_forget(&m->wide, seen->tag);
        m->last = (int64_t)cycle;
        return engine_retired(m->engine, serial, cycle, seen->err, seen->err_lane, seen->err_mask, true);
    default:
        count_request(m, seen);
        return true;
    }
}

// The engine learns once in each cycle what the barriers show, before anything else of the cycle.
static bool see_barriers(struct machine *m, uint64_t cycle, const struct ul1_sim_seen *seen)
{
    struct machine_barriers b = { .opens = false };
    if (m->barred == cycle + 1)
        return true;
    m->barred = cycle + 1;
    if (seen && seen->event == UL1_SIM_OPENED)
        b = (struct machine_barriers){
            .opens = true,
            .warps = seen->warps,
            .reduction = { [REDUCE_COUNT] = seen->count, [REDUCE_ALL] = seen->all, [REDUCE_ANY] = seen->any }
        };
    if (seen && seen->event == UL1_SIM_FAULTY)
        b = (struct machine_barriers){ .fails = true, .warp = seen->warp, .cause = seen->cause };
    return engine_barriers(m->engine, 0, &b);
}

static void watch(void *user, const struct ul1_sim_seen *seen)
{
    struct machine *m = user;
    m->objected |= !m->objected && !see_barriers(m, seen->cycle, seen);
    if (seen->event == UL1_SIM_OPENED || seen->event == UL1_SIM_FAULTY)
        return;
    m->moved = seen->cycle;
    m->objected |= !m->objected && !see(m, seen);
}

// ---- offers

// Whether another access can be requested from the engine. So it is if no access is held. So it is, too, if
// one is held that lacks a table entry, an access to shared memory would get one, and the order is not that
// of the text.
static bool wants(const struct machine *m)
{
    static const struct ul1_sim_instr shared = { .op = UL1_OP_LOAD, .space = UL1_SPACE_SHARED };
    return !m->holding
        || (m->holding == 1 && !engine_in_order(m->engine) && !ul1_sim_takes(m->sim, m->held)
            && ul1_sim_takes(m->sim, &shared));
}

// Makes the pages present that the lane needs.
static bool touch(struct machine *m, const struct machine_access *a, const struct ul1_sim_instr *i,
                  unsigned lane)
{
    uint64_t texel[4];
    unsigned bytes;
    if (a->op != UL1_OP_TEX)
        return a->space == UL1_SPACE_SHARED || a->op == UL1_OP_FENCE
            || paged_touch(&m->paged, machine_at(a, lane, m->tree->lanes));
    for (unsigned n = ul1_sim_texels(&m->config, i, lane, texel, &bytes); n > 0; n--)
        if (!paged_touch(&m->paged, texel[n - 1]))
            return false;
    return true;
}

static bool submit(struct machine *m, const struct machine_access *a)
{
    const struct ul1_sim_instr i = instr_of(a, m->tree->lanes);
    for (uint64_t left = a->mask; left; left &= left - 1)
        if (!touch(m, a, &i, (unsigned)__builtin_ctzll(left)))
            return fail(m, RUN_AT_FAULT, "there is no memory for all of these pages");
    m->held[m->holding++] = i;
    wide_note(&m->wide, &i);
    return good(m, ul1_sim_submit(m->sim, &i));
}

// Gets the next offer, and submits it if possible.
static bool ask(struct machine *m, uint64_t cycle, enum machine_offer *what)
{
    const bool wanted = wants(m);
    struct machine_access a;
    if (!engine_next(m->engine, 0, cycle, wanted ? &a : NULL, what))
        return objects(m);
    if (*what == OFFER_IN_TIME)
        m->moved = ul1_sim_cycle(m->sim);
    return !wanted || *what != OFFER_ACCESS || submit(m, &a);
}

static bool offer(struct machine *m, uint64_t cycle, enum machine_offer *what)
{
    struct machine_command c;
    if (!ask(m, cycle, what))
        return false;
    // the first was obtained just now and cannot be accepted
    if (m->holding == 1 && wants(m) && !ask(m, cycle, what))
        return false;
    if (m->commanding || !engine_command(m->engine, 0, &c))
        return true;
    m->commanding = true;
    if (!paged_change(&m->paged, c.addr, c.change))
        return fail(m, RUN_AT_FAULT, "there is no memory for all of these pages");
    m->carveout = c.op == UL1_CMD_CARVEOUT ? c.carveout : m->carveout;
    return good(m, ul1_sim_command_beside(m->sim, COMMAND, c.op, c.addr, c.carveout));
}

static bool see_lost(struct machine *m)
{
    struct ul1_sim_lost lost;
    while (ul1_sim_next_lost(m->sim, &lost) == UL1_SIM_OK)
        if (!engine_lost(m->engine, 0, lost.addr, lost.err, LOST_ANYHOW))
            return objects(m);
    return true;
}

static bool run_cycle(struct machine *m)
{
    struct ul1_sim_done done;
    const unsigned held = m->holding;
    if (!answer_request(m) || !good(m, ul1_sim_step(m->sim, 1)))
        return false;
    m->objected |= !m->objected && !see_barriers(m, ul1_sim_cycle(m->sim) - 1, NULL);
    m->result->cycles++;
    m->cost[COUNT_STALLS] += held && m->holding == held;
    while (ul1_sim_collect(m->sim, &done) == UL1_SIM_OK) {
    }
    return m->objected ? objects(m) : see_lost(m);
}

// ---- parts

// The library has no interval 0; it counts as 1.
static bool set_all(struct machine *m)
{
    m->next_answer = 0;
    const struct machine_own *s = &m->set.own[0];
    const unsigned interval = s->interval ? s->interval : 1;
    const struct {
        enum ul1_sim_setting which;
        uint64_t value;
    } set[] = {
        { UL1_SIM_POLICY, s->policy },          { UL1_SIM_HOME, s->home },
        { UL1_SIM_INTERVAL, interval },         { UL1_SIM_FETCH, s->fetch },
        { UL1_SIM_PAGE, m->set.page },          { UL1_SIM_ROOT, paged_next_root(&m->paged, &m->set) },
        { UL1_SIM_MEMORY_LATENCY, s->latency }, { UL1_SIM_BANKWIDTH, s->bankwidth },
    };
    for (unsigned i = 0; i < sizeof set / sizeof *set; i++)
        if (!good(m, ul1_sim_set(m->sim, set[i].which, set[i].value)))
            return false;
    return true;
}

static bool settle(struct machine *m)
{
    for (unsigned quiet = 0; quiet < SETTLE; quiet = ul1_sim_idle(m->sim) ? quiet + 1 : 0)
        if (!run_cycle(m))
            return false;
    return true;
}

static bool begin_part(struct machine *m)
{
    const char *why;
    if (!set_all(m) || !settle(m)) // dirty lines are written to the old memory
        return false;
    if (!paged_part(&m->paged, &m->set, &why))
        return fail(m, RUN_AT_FAULT, why);
    if (m->set.own[0].carveout != m->carveout
        && (!good(m, ul1_sim_command(m->sim, 0, UL1_CMD_CARVEOUT, 0, m->set.own[0].carveout)) || !settle(m)))
        return false;
    m->carveout = m->set.own[0].carveout;
    memset(m->cost, 0, sizeof m->cost);
    m->paged.bytes = 0;
    m->first = m->last = -1;
    m->start = m->moved = ul1_sim_cycle(m->sim);
    return true;
}

static bool end_part(struct machine *m)
{
    if (!settle(m))
        return false;
    m->cost[COUNT_CYCLES] = m->first < 0 || m->last < 0 ? 0 : m->last - m->first + 1;
    m->cost[COUNT_BYTES] = m->paged.bytes;
    m->cost[COUNT_REMAINDERS] = PROGRAM_ANY;
    return engine_ended(m->engine, m->cost, true) || objects(m);
}

static bool run_part(struct machine *m)
{
    enum machine_offer what;
    do {
        const uint64_t now = ul1_sim_cycle(m->sim);
        if (!offer(m, now - m->start, &what) || !run_cycle(m))
            return false;
        if (now - m->moved > PATIENCE + (uint64_t)m->set.own[0].latency + m->set.own[0].spread)
            return fail(m, RUN_OBJECTED, "hang: nothing happens any more, and it is not over");
    } while (what != OFFER_END || m->holding || m->commanding || !ul1_sim_idle(m->sim));
    return end_part(m);
}

static bool run_parts(struct machine *m)
{
    for (;;) {
        bool is;
        if (!engine_part(m->engine, &m->set, &is))
            return objects(m);
        if (!is)
            return true;
        if (!begin_part(m) || !run_part(m))
            return false;
    }
}

static void read_counters(struct machine *m)
{
    for (unsigned i = 0; i < UL1_COUNTERS; i++)
        good(m, ul1_sim_perf(m->sim, i, &m->result->counter[i]));
}

struct engine *run_engine(const struct tree *t, uint64_t seed, struct run_result *result)
{
    struct engine *looks = engine_new(t, seed), *runs = engine_new(t, seed);
    const bool there = looks && runs, fine = there && engine_check(looks);
    *result = (struct run_result){ .end = fine ? RUN_PASSED : RUN_AT_FAULT };
    if (!fine)
        snprintf(result->error, sizeof result->error, "%s", there ? engine_error(looks) : "out of memory");
    if (looks)
        engine_free(looks);
    if (fine || !runs)
        return runs;
    engine_free(runs);
    return NULL;
}

struct run_result run_program(const struct tree *t, struct engine *e, uint64_t seed)
{
    struct run_result result = { .end = RUN_PASSED };
    struct machine *m = calloc(1, sizeof *m);
    const char *why = m ? run_refuses(t) : "out of memory";
    if (why) {
        result.end = RUN_AT_FAULT;
        snprintf(result.error, sizeof result.error, "%s", why);
        free(m);
        return result;
    }
    *m = (struct machine){
        .tree = t, .engine = e, .result = &result, .rng = seed, .carveout = UL1_CARVEOUT_S48
    };
    paged_init(&m->paged, t->lanes, seed);
    struct ul1_sim_config *c = &m->config;
    ul1_sim_defaults(c, sizeof *c);
    c->lanes = t->lanes;
    c->translate = 1;
    c->memory_bytes = 0;
    c->memory = take_request;
    c->user = m;
    m->sim = ul1_sim_new(c, &why);
    if (!m->sim)
        fail(m, RUN_AT_FAULT, why);
    else if (good(m, ul1_sim_watch(m->sim, watch, m)) && run_parts(m))
        read_counters(m);
    ul1_sim_free(m->sim);
    paged_free(&m->paged);
    free(m);
    return result;
}
