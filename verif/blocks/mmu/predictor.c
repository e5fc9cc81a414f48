#include "blocks/mmu/predictor.h"

#include <stddef.h>

#include "kit/mask.h"
#include "common/sizes.h"

enum { NONE = 64 }; // no translation, no walker

static uint64_t address(uint64_t line)
{
    return line << WITHIN_LINE_W;
}

static bool same_above(uint64_t a, uint64_t b, unsigned bits)
{
    return a >> bits == b >> bits;
}

// ---- page tables

// The lowest address bit of a level's index, and the one above its highest.
static unsigned index_low(unsigned level, unsigned page)
{
    return level == 0 ? 30 : level == 1 ? 21 : page_bits(page);
}

static unsigned index_end(unsigned level)
{
    return level == 0 ? UL1_VA_W : level == 1 ? 30 : 21;
}

// The address of the entry that a walker requests.
static uint64_t entry_at(const struct mmu_walk *w, unsigned page)
{
    const uint64_t below_end = w->of & ((UINT64_C(1) << index_end(w->level)) - 1);
    return (w->table + 8 * (below_end >> index_low(w->level, page))) & ((UINT64_C(1) << UL1_PA_W) - 1);
}

// The entry, from the line that has arrived.
static uint64_t entry_of(const struct mmu_walk *w, const struct ul1_mmu_in *in)
{
    const unsigned word = (unsigned)(entry_at(w, in->use_page) >> UL1_BYTE_W) % UL1_LINE_WORDS;
    return (uint64_t)in->fill_data[(word + 1) % UL1_LINE_WORDS] << 32 | in->fill_data[word];
}

static uint64_t frame_of(uint64_t entry)
{
    return entry & ((UINT64_C(1) << UL1_PA_W) - 1) & ~UINT64_C(0xfff);
}

static bool is_there(const struct ul1_mmu_in *in, uint64_t entry)
{
    return !in->fill_err && (entry & 1);
}

static bool is_last(const struct mmu_walk *w, unsigned page)
{
    return w->level == (page_bits(page) == 21 ? 1 : 2);
}

// ---- the answer to a request

// Of the two caches the one goes first that did not have the last outcome of both; likewise of that one and
// the request queue.
enum from { QUEUE, CONSTANTS, TEXTURES };
static enum from goes(const struct mmu_predictor *a, const struct ul1_mmu_in *in)
{
    const bool con = UL1_CONSTANTS && in->conmiss_valid, tex = UL1_TEXTURE && in->texmiss_valid;
    if ((!con && !tex) || (in->head_valid && !a->cache_turn))
        return QUEUE;
    return con && tex ? (a->tex_turn ? TEXTURES : CONSTANTS) : tex ? TEXTURES : CONSTANTS;
}

// The inputs, with the request of the cache that goes first as that on offer.
static struct ul1_mmu_in asked_of(const struct mmu_predictor *a, const struct ul1_mmu_in *in)
{
    struct ul1_mmu_in asked = *in;
    const enum from from = goes(a, in);
    if (from == QUEUE)
        return asked;
    asked.head_valid = 1;
    asked.head_write = asked.head_fence = 0;
    asked.head_prt = (uint8_t)(from == CONSTANTS ? UL1_CON_NUMBER : UL1_TEX_NUMBER + in->texmiss_number);
    asked.head_line = from == CONSTANTS ? in->conmiss_line : in->texmiss_line;
    asked.head_sect = from == CONSTANTS ? in->conmiss_sect : in->texmiss_sect;
    asked.head_warp = from == CONSTANTS ? in->conmiss_warp : 0;
    asked.head_space = from == CONSTANTS ? UL1_SPACE_CONST : 0;
    return asked;
}

static unsigned known(const struct mmu_predictor *a, const struct ul1_mmu_in *in)
{
    for (unsigned i = 0; i < UL1_TLB; i++)
        if (a->page[i].valid && same_above(a->page[i].page, address(in->head_line), page_bits(in->use_page)))
            return i;
    return NONE;
}

static unsigned walker_of(const struct mmu_predictor *a, const struct ul1_mmu_in *in)
{
    for (unsigned w = 0; w < UL1_WALKERS; w++)
        if (a->walk[w].state != UL1_WALK_STATE_IDLE
            && same_above(a->walk[w].of, address(in->head_line), page_bits(in->use_page)))
            return w;
    return NONE;
}

static unsigned walker_at(const struct mmu_predictor *a, unsigned state)
{
    for (unsigned w = 0; w < UL1_WALKERS; w++)
        if (a->walk[w].state == state)
            return w;
    return NONE;
}

// The walker that begins for a request with an unknown page and no walker: the lowest idle one, else the
// lowest failed one.
static unsigned begins(const struct mmu_predictor *a)
{
    const unsigned idle = walker_at(a, UL1_WALK_STATE_IDLE);
    return idle != NONE ? idle : walker_at(a, UL1_WALK_STATE_FAILS);
}

struct verdict {
    bool takes, fails;
    uint8_t err;
    unsigned waits; // the walkers that it waits for
};

static struct verdict judge(const struct mmu_predictor *a, const struct ul1_mmu_in *in)
{
    const bool place = a->count < 2 && walker_at(a, UL1_WALK_STATE_ASKS) == NONE;
    if (!in->head_valid)
        return (struct verdict){ 0 };
    if (in->head_fence)
        return (struct verdict){ .takes = place };
    const unsigned i = known(a, in), w = walker_of(a, in), next = w != NONE ? w : begins(a);
    if (i != NONE && in->head_write && !a->page[i].writable)
        return (struct verdict){ .fails = true, .err = UL1_ERR_READONLY };
    if (i != NONE)
        return (struct verdict){ .takes = place };
    if (w != NONE && a->walk[w].state == UL1_WALK_STATE_FAILS)
        return (struct verdict){ .fails = true, .err = a->walk[w].err };
    return (struct verdict){ .waits =
                                 next == NONE ? (unsigned)mask_all(UL1_WALKERS) : (unsigned)mask_bit(next) };
}

static const char *check_answer(const struct mmu_predictor *a, const struct ul1_mmu_in *in,
                                const struct ul1_mmu_out *out)
{
    const struct ul1_mmu_in asked = asked_of(a, in);
    const struct verdict of = judge(a, &asked), none = { 0 };
    const enum from from = goes(a, in);
    const struct verdict v = from == QUEUE ? of : none, c = from == CONSTANTS ? of : none,
                         t = from == TEXTURES ? of : none;
    const bool lost = v.fails && in->head_write && !(UL1_GLOBAL_ATOMICS > 1 && in->old_leaves);
    if (out->conmmu_take != c.takes || out->conmmu_fault != c.fails || (c.fails && out->conmmu_err != c.err)
        || out->conmmu_wait != c.waits)
        return "conmmu_take, conmmu_fault, conmmu_err, conmmu_wait: not the answer to the constant cache";
    if (out->texmmu_take != t.takes || out->texmmu_fault != t.fails || (t.fails && out->texmmu_err != t.err)
        || out->texmmu_wait != t.waits)
        return "texmmu_take, texmmu_fault, texmmu_err, texmmu_wait: not the answer to the texture cache";
    if (out->mmu_take != v.takes)
        return "mmu_take: not that its page is known and there is a place";
    if (out->mmu_fault != v.fails || (v.fails && out->mmu_err != v.err))
        return "mmu_fault, mmu_err: not that its page is absent, or must not be written";
    if (out->mmu_wait != v.waits)
        return "mmu_wait: not the walkers that it waits for";
    if (out->pagefail_valid != lost)
        return "pagefail_valid: not that a write is lost";
    return lost && (out->pagefail_line != in->head_line || out->pagefail_err != v.err)
        ? "pagefail_line, pagefail_err: not those of the write"
        : NULL;
}

static const char *check_walks(const struct mmu_predictor *a, const struct ul1_mmu_in *in,
                               const struct ul1_mmu_out *out)
{
    unsigned ends = 0;
    for (unsigned w = 0; w < UL1_WALKERS; w++) {
        if (out->walk_state[w] != a->walk[w].state)
            return "walk_state: not what a walker is at";
        if (in->fill_walk >> w & 1
            && (!is_there(in, entry_of(&a->walk[w], in)) || is_last(&a->walk[w], in->use_page)))
            ends |= 1u << w;
    }
    return out->walk_ends != ends ? "walk_ends: not that a walk has come to its end" : NULL;
}

static const char *check_memory(const struct mmu_predictor *a, const struct ul1_mmu_out *out)
{
    const struct mmu_sent *first = &a->place[0];
    if (out->mem_valid != (a->count != 0))
        return "mem_valid: not that a request is on its way";
    if (!a->count)
        return NULL;
    if (out->mem_op != first->op || out->mem_number != first->number || out->mem_line != first->line)
        return "mem_op, mem_number, mem_line: not those of the oldest";
    if (out->memread_kind != first->kind || out->memread_warp != first->warp
        || out->memread_space != first->space)
        return "memread_kind, memread_warp, memread_space: not those of the oldest";
    return out->mem_sect != first->sect || out->mem_vline != first->vline || out->mem_level != first->level
        ? "mem_sect, mem_vline, mem_level: not those of the oldest"
        : NULL;
}

const char *mmu_predictor_check(const struct mmu_predictor *a, const struct ul1_mmu_in *in,
                                const struct ul1_mmu_out *out)
{
    if (!a->judged || in->rst)
        return NULL;
    const char *broken = check_answer(a, in, out);
    if (!broken)
        broken = check_walks(a, in, out);
    return broken ? broken : check_memory(a, out);
}

// ---- the end of a cycle

static struct mmu_sent request(const struct mmu_predictor *a, const struct ul1_mmu_in *in, enum from from)
{
    if (in->head_fence)
        return (struct mmu_sent){ .op = UL1_MEMOP_FENCE, .number = in->head_number, .level = in->head_level };
    const uint64_t within = (UINT64_C(1) << page_bits(in->use_page)) - 1;
    const uint64_t frame = a->page[known(a, in) % UL1_TLB].frame & ~within;
    const uint64_t line = (frame | (address(in->head_line) & within)) >> WITHIN_LINE_W;
    if (in->head_write)
        return (struct mmu_sent){
            .op = UL1_MEMOP_WRITE, .number = in->head_wdb, .line = line, .vline = in->head_line
        };
    struct mmu_sent read = {
        .op = UL1_MEMOP_READ, .number = in->head_prt, .line = line, .sect = in->head_sect
    };
    const bool fresh = UL1_CACHES_BEHIND && in->head_fresh;
    read.kind = from == TEXTURES ? UL1_READKIND_TEXTURE
        : from == CONSTANTS      ? UL1_READKIND_CONSTANT
        : in->head_store         ? UL1_READKIND_STORE
        : fresh                  ? UL1_READKIND_FRESH
                                 : UL1_READKIND_LOAD;
    read.warp = UL1_READ_SOURCES ? in->head_warp : 0;
    read.space = UL1_READ_SOURCES ? in->head_space : 0;
    return read;
}

static struct mmu_sent walk_request(const struct mmu_predictor *a, unsigned w, unsigned page)
{
    const uint64_t at = entry_at(&a->walk[w], page);
    const unsigned bank = (unsigned)(at >> UL1_BYTE_W) % UL1_LINE_WORDS;
    return (struct mmu_sent){ .op = UL1_MEMOP_READ,
                              .number = (uint8_t)(UL1_PRT + w),
                              .line = at >> WITHIN_LINE_W,
                              .sect = (uint8_t)(1u << bank / UL1_SECTOR_WORDS),
                              .kind = UL1_READKIND_WALK };
}

static void advance_places(struct mmu_predictor *a, const struct ul1_mmu_in *in, bool takes, enum from from)
{
    const bool leaves = a->count && in->mem_ready;
    const unsigned w = walker_at(a, UL1_WALK_STATE_ASKS);
    if (takes) {
        a->place[a->count++] = request(a, in, from);
    } else if (w != NONE && a->count < 2) {
        a->place[a->count++] = walk_request(a, w, in->use_page);
        a->walk[w].state = UL1_WALK_STATE_WAITS;
    }
    if (!leaves)
        return;
    a->place[0] = a->place[1];
    a->count--;
}

// A walk begins with the deepest table that is kept for the page.
static void begin(struct mmu_predictor *a, struct mmu_walk *w, const struct ul1_mmu_in *in)
{
    *w = (struct mmu_walk){ .state = UL1_WALK_STATE_ASKS,
                            .of = address(in->head_line),
                            .table = (uint64_t)in->use_root * 4096 };
    for (unsigned i = 0; i < UL1_UPPER; i++) {
        const struct mmu_upper *u = &a->upper[i];
        if (!u->valid || u->level <= w->level || !same_above(u->of, w->of, index_end(u->level)))
            continue;
        w->level = u->level;
        w->table = u->at;
    }
}

// Updates the requests that wait, or must be told that the walk has failed. (`before`: the walkers at work at
// the beginning of the cycle.)
static void advance_waiting(struct mmu_predictor *a, const struct ul1_mmu_in *in, const struct verdict *v,
                            unsigned before, unsigned next)
{
    if (v->waits && before == NONE && next != NONE)
        begin(a, &a->walk[next], in);
    const unsigned w = before != NONE ? before : next;
    if (w == NONE)
        return;
    if (v->waits)
        a->walk[w].waiting++;
    else if (v->fails && v->err != UL1_ERR_READONLY && !--a->walk[w].waiting)
        a->walk[w].state = UL1_WALK_STATE_IDLE;
}

static void advance_arrival(struct mmu_predictor *a, const struct ul1_mmu_in *in, struct mmu_walk *w)
{
    const uint64_t entry = entry_of(w, in);
    w->err = in->fill_err ? UL1_ERR_BUS : UL1_ERR_PAGE;
    if (!is_there(in, entry)) {
        w->state = UL1_WALK_STATE_FAILS;
    } else if (is_last(w, in->use_page)) {
        w->state = UL1_WALK_STATE_IDLE;
        a->page[a->next_page] = (struct mmu_page){ true, entry >> 1 & 1, w->of, frame_of(entry) };
        a->next_page = (a->next_page + 1) % UL1_TLB;
    } else {
        w->state = UL1_WALK_STATE_ASKS;
        w->level++;
        w->table = frame_of(entry);
        a->upper[a->next_upper] = (struct mmu_upper){ true, w->level, w->of, w->table };
        a->next_upper = (a->next_upper + 1) % UL1_UPPER;
    }
}

static void advance_forgotten(struct mmu_predictor *a, const struct ul1_mmu_in *in)
{
    for (unsigned i = 0; i < UL1_TLB; i++)
        if (in->forget_all || same_above(a->page[i].page, in->forget_addr, page_bits(in->use_page)))
            a->page[i].valid = false;
    for (unsigned i = 0; i < UL1_UPPER; i++)
        a->upper[i].valid = false;
}

void mmu_predictor_advance(struct mmu_predictor *a, const struct ul1_mmu_in *in)
{
    if (in->rst) {
        *a = (struct mmu_predictor){ .judged = true };
        for (unsigned w = 0; w < UL1_WALKERS; w++)
            a->walk[w].state = UL1_WALK_STATE_IDLE;
        return;
    }
    const struct ul1_mmu_in asked = asked_of(a, in);
    const struct verdict v = judge(a, &asked);
    const unsigned before = walker_of(a, &asked), next = begins(a);
    const enum from from = goes(a, in);
    advance_places(a, &asked, v.takes, from);
    if (v.waits || v.fails)
        advance_waiting(a, &asked, &v, before, next);
    if (v.takes || v.waits || v.fails)
        a->cache_turn = from == QUEUE;
    if ((v.takes || v.waits || v.fails) && from != QUEUE)
        a->tex_turn = from == CONSTANTS;
    for (unsigned w = 0; w < UL1_WALKERS; w++)
        if (in->fill_walk >> w & 1)
            advance_arrival(a, in, &a->walk[w]);
    if (in->forget_valid || in->forget_all)
        advance_forgotten(a, in);
}
