// Memory management unit: translation, page walks, and requests to memory.
#include <string.h>

#include "l1/mmu.h"

// ---- translation

// The TLB entry of the page; UL1_TLB if there is none.
static unsigned mmu_find(const struct mmu_state *s, uint64_t line, unsigned page)
{
    uint32_t same = 0;
    for (unsigned i = 0; i < UL1_TLB; i++)
        same |= (uint32_t)same_page(s->line[i], line, page) << i;
    same &= s->valid;
    return same ? lowest(same) : UL1_TLB;
}

// Translates a line of a page in the TLB.
static uint64_t mmu_translate(const struct mmu_state *s, uint64_t line, unsigned page)
{
    uint64_t within = below(in_page_w(page));
    uint64_t frame = s->frame[mmu_find(s, line, page)] << UL1_PAGE_MIN_W;
    return addr_line((frame & ~within) | (line_addr(line) & within));
}

// ---- page tables: entries of eight bytes, the low word first. All tables except the topmost fill a page of
// the smallest size.

enum { MMU_ENTRY_BYTES = 8, MMU_INDEX_W = UL1_PAGE_MIN_W - 3, MMU_TOP_W = IN_PAGE_P2M_W + MMU_INDEX_W };
enum { MMU_THERE = 1, MMU_WRITABLE = 2 }; // bits of a page-table entry

// Number of low address bits that share a table of level 1 or 2: all bits below those that select it.
static unsigned mmu_table_w(unsigned level)
{
    return level == 1 ? MMU_TOP_W : IN_PAGE_P2M_W;
}

// Physical address of the page-table entry that the walker reads. The index of the topmost level is all
// address bits above those of level 1. That of level 1 ends at the largest page, that of level 2 at the page.
static uint64_t mmu_entry(const struct mmu_walker *w, unsigned page)
{
    uint64_t addr = line_addr(w->wanted), within = w->level == 0 ? addr : addr & below(mmu_table_w(w->level));
    unsigned low = w->level == 0 ? MMU_TOP_W : w->level == 1 ? IN_PAGE_P2M_W : in_page_w(page);
    uint64_t index = within >> low;
    return (w->table + MMU_ENTRY_BYTES * index) & below(UL1_PA_W);
}

// Large pages have their frame in the last table but one.
static unsigned mmu_last_level(unsigned page)
{
    return page == UL1_PAGE_P4K || page == UL1_PAGE_P64K ? 2 : 1;
}

// ---- walkers: UL1_WALKERS stands for none

// The walker that works on the page, or has failed for it.
static unsigned mmu_walker_of(const struct mmu_state *s, uint64_t line, unsigned page)
{
    unsigned w = 0;
    while (w < UL1_WALKERS
           && !(s->walk[w] != UL1_WALK_STATE_IDLE && same_page(s->walker[w].wanted, line, page)))
        w++;
    return w;
}

static unsigned mmu_walker_at(const struct mmu_state *s, unsigned state)
{
    unsigned w = 0;
    while (w < UL1_WALKERS && s->walk[w] != state)
        w++;
    return w;
}

// The walker that may begin another walk. If it has failed, requests that have not received its result have
// their page walked again.
static unsigned mmu_walker_free(const struct mmu_state *s)
{
    unsigned idle = mmu_walker_at(s, UL1_WALK_STATE_IDLE);
    return idle < UL1_WALKERS ? idle : mmu_walker_at(s, UL1_WALK_STATE_FAILS);
}

// The walker that sends its request.
static unsigned mmu_walker_asking(const struct mmu_state *s)
{
    return s->count < MMU_ENTRIES ? mmu_walker_at(s, UL1_WALK_STATE_ASKS) : UL1_WALKERS;
}

// ---- outputs

static void mmu_state(const struct mmu_state *s, const struct mmu_in *in, struct ul1_mmu_out *out)
{
    (void)in;
    const struct mmu_request *first = &s->place[0];
    out->mem_valid = s->count != 0;
    memcpy(out->walk_state, s->walk, UL1_WALKERS * sizeof *s->walk);
    if (!s->count)
        return;
    out->mem_op = first->op;
    out->mem_number = first->number;
    out->mem_line = first->line;
    out->mem_sect = first->sect;
    out->mem_vline = first->vline;
    out->mem_level = first->level;
    out->memread_kind = first->kind;
    out->memread_warp = first->warp;
    out->memread_space = first->space;
}

// The request that is looked up: that of the pending request table, of the constant cache or of the texture
// cache.
enum mmu_from { MMU_HEAD, MMU_CON, MMU_TEX };
struct mmu_asked {
    enum mmu_from from;
    unsigned valid, write, fence;
    uint64_t line;
};

// The two caches take turns, and the one of them that is next takes turns with the table. A turn changes with
// each outcome.
static struct mmu_asked mmu_asked(const struct mmu_state *s, const struct mmu_in *in)
{
    const unsigned con = UL1_CONSTANTS && in->conmiss_valid, tex = UL1_TEXTURE && in->texmiss_valid;
    if ((!con && !tex) || (in->head_valid && !s->cache_turn))
        return (struct mmu_asked){
            .valid = in->head_valid, .write = in->head_write, .fence = in->head_fence, .line = in->head_line
        };
    if (tex && (!con || s->tex_turn))
        return (struct mmu_asked){ .from = MMU_TEX, .valid = 1, .line = in->texmiss_line };
    return (struct mmu_asked){ .from = MMU_CON, .valid = 1, .line = in->conmiss_line };
}

struct mmu_outcome {
    uint8_t take, fault, err, wait;
};

// The outcome of a request for a page that is not in the TLB.
static struct mmu_outcome mmu_judge_unknown(const struct mmu_state *s, const struct mmu_in *in, uint64_t line)
{
    unsigned w = mmu_walker_of(s, line, in->use_page), begins = mmu_walker_free(s);
    if (w < UL1_WALKERS && s->walk[w] == UL1_WALK_STATE_FAILS)
        return (struct mmu_outcome){ .fault = 1, .err = s->walker[w].bus ? UL1_ERR_BUS : UL1_ERR_PAGE };
    if (w < UL1_WALKERS || begins < UL1_WALKERS)
        return (struct mmu_outcome){ .wait = (uint8_t)one(w < UL1_WALKERS ? w : begins) };
    return (struct mmu_outcome){ .wait = (uint8_t)below(UL1_WALKERS) };
}

static struct mmu_outcome mmu_judge(const struct mmu_state *s, const struct mmu_in *in,
                                    const struct mmu_asked *a)
{
    if (!a->valid)
        return (struct mmu_outcome){ 0 };
    const unsigned room = s->count < MMU_ENTRIES && mmu_walker_asking(s) == UL1_WALKERS;
    if (a->fence)
        return (struct mmu_outcome){ .take = (uint8_t)room };
    const unsigned place = mmu_find(s, a->line, in->use_page);
    if (place == UL1_TLB)
        return mmu_judge_unknown(s, in, a->line);
    if (a->write && !bit(s->writable, place))
        return (struct mmu_outcome){ .fault = 1, .err = UL1_ERR_READONLY };
    return (struct mmu_outcome){ .take = (uint8_t)room };
}

static void mmu_answer(const struct mmu_state *s, const struct mmu_in *in, struct ul1_mmu_out *out)
{
    const struct mmu_asked a = mmu_asked(s, in);
    const struct mmu_outcome o = mmu_judge(s, in, &a), none = { 0 };
    const struct mmu_outcome head = a.from == MMU_HEAD ? o : none, con = a.from == MMU_CON ? o : none,
                             tex = a.from == MMU_TEX ? o : none;
    out->mmu_take = head.take;
    out->mmu_fault = head.fault;
    out->mmu_wait = head.wait;
    out->conmmu_take = con.take;
    out->conmmu_fault = con.fault;
    out->conmmu_err = con.err;
    out->conmmu_wait = con.wait;
    out->texmmu_take = tex.take;
    out->texmmu_fault = tex.fault;
    out->texmmu_err = tex.err;
    out->texmmu_wait = tex.wait;
    out->pagefail_valid = 0;
    if (!head.fault)
        return;
    out->mmu_err = head.err;
    out->pagefail_valid = in->head_write && !(UL1_GLOBAL_ATOMICS > 1 && in->old_leaves);
    out->pagefail_line = in->head_line;
    out->pagefail_err = head.err;
}

// Contents of a page-table entry that has arrived.
struct mmu_found {
    unsigned there, writable, last;
    uint64_t frame;
};

static struct mmu_found mmu_read(const struct mmu_walker *w, const struct mmu_in *in)
{
    unsigned word = addr_word((unsigned)mmu_entry(w, in->use_page));
    uint64_t entry = (uint64_t)in->fill_data[word + 1] << UL1_WORD_W | in->fill_data[word];
    return (struct mmu_found){ .there = !in->fill_err && (entry & MMU_THERE),
                               .writable = (entry & MMU_WRITABLE) != 0,
                               .last = w->level >= mmu_last_level(in->use_page),
                               .frame = (entry & below(UL1_PA_W)) >> UL1_PAGE_MIN_W };
}

// The walker that the entry has arrived for.
static unsigned mmu_walker_arrived(const struct mmu_in *in)
{
    return lowest(in->fill_walk);
}

static void mmu_ends(const struct mmu_state *s, const struct mmu_in *in, struct ul1_mmu_out *out)
{
    out->walk_ends = 0;
    if (!in->fill_walk)
        return;
    struct mmu_found found = mmu_read(&s->walker[mmu_walker_arrived(in)], in);
    if (!found.there || found.last)
        out->walk_ends = in->fill_walk;
}

// ---- the clock edge

// A request that is taken, or a walker's, joins before the oldest leaves: an entry is free for it.
static void mmu_join(struct mmu_state *s, struct mmu_request request)
{
    s->place[s->count++] = request;
}

// The request that is taken, as memory receives it. Fields that do not apply to its kind are zero.
static struct mmu_request mmu_request(const struct mmu_state *s, const struct mmu_in *in, enum mmu_from from)
{
    if (from == MMU_TEX)
        return (struct mmu_request){ .op = UL1_MEMOP_READ,
                                     .number = (uint8_t)(UL1_TEX_NUMBER + in->texmiss_number),
                                     .line = mmu_translate(s, in->texmiss_line, in->use_page),
                                     .sect = in->texmiss_sect,
                                     .kind = UL1_READKIND_TEXTURE };
    if (from == MMU_CON)
        return (struct mmu_request){ .op = UL1_MEMOP_READ,
                                     .number = UL1_CON_NUMBER,
                                     .line = mmu_translate(s, in->conmiss_line, in->use_page),
                                     .sect = in->conmiss_sect,
                                     .kind = UL1_READKIND_CONSTANT,
                                     .warp = UL1_READ_SOURCES ? in->conmiss_warp : 0,
                                     .space = UL1_READ_SOURCES ? UL1_SPACE_CONST : 0 };
    if (in->head_fence)
        return (
            struct mmu_request){ .op = UL1_MEMOP_FENCE, .number = in->head_number, .level = in->head_level };
    uint64_t line = mmu_translate(s, in->head_line, in->use_page);
    if (in->head_write)
        return (struct mmu_request){
            .op = UL1_MEMOP_WRITE, .number = in->head_wdb, .line = line, .vline = in->head_line
        };
    return (struct mmu_request){ .op = UL1_MEMOP_READ,
                                 .number = in->head_prt,
                                 .line = line,
                                 .sect = in->head_sect,
                                 .kind = in->head_store                    ? UL1_READKIND_STORE
                                     : UL1_CACHES_BEHIND && in->head_fresh ? UL1_READKIND_FRESH
                                                                           : UL1_READKIND_LOAD,
                                 .warp = UL1_READ_SOURCES ? in->head_warp : 0,
                                 .space = UL1_READ_SOURCES ? in->head_space : 0 };
}

// A read of the sector with the page-table entry.
static void mmu_ask(struct mmu_state *s, unsigned w, unsigned page)
{
    uint64_t addr = mmu_entry(&s->walker[w], page);
    unsigned sect = 1u << word_sector(addr_word((unsigned)addr));
    mmu_join(s,
             (struct mmu_request){ .op = UL1_MEMOP_READ,
                                   .kind = UL1_READKIND_WALK,
                                   .number = (uint8_t)(UL1_PRT + w),
                                   .line = addr_line(addr),
                                   .sect = (uint8_t)sect });
    s->walk[w] = UL1_WALK_STATE_WAITS;
}

static void mmu_clock_requests(struct mmu_state *s, const struct mmu_in *in, const struct ul1_mmu_out *out)
{
    unsigned leaves = out->mem_valid && in->mem_ready;
    if (out->mmu_take || out->conmmu_take || out->texmmu_take) {
        const enum mmu_from from = out->mmu_take ? MMU_HEAD : out->conmmu_take ? MMU_CON : MMU_TEX;
        mmu_join(s, mmu_request(s, in, from));
    } else {
        unsigned asks = mmu_walker_asking(s);
        if (asks < UL1_WALKERS)
            mmu_ask(s, asks, in->use_page);
    }
    if (leaves) {
        s->place[0] = s->place[1];
        s->count--;
    }
}

// Begins at the lowest table that is kept. If it is kept twice, both copies are equal.
static void mmu_begin(struct mmu_state *s, unsigned w, const struct mmu_in *in, uint64_t line)
{
    struct mmu_walker *walker = &s->walker[w];
    s->walk[w] = UL1_WALK_STATE_ASKS;
    *walker = (struct mmu_walker){ .wanted = line, .table = (uint64_t)in->use_root << UL1_PAGE_MIN_W };
    for (unsigned i = 0; i < UL1_UPPER; i++) {
        const struct mmu_table *t = &s->table[i];
        if (bit(s->tables, i) && t->level > walker->level
            && line_addr(t->line ^ line) >> mmu_table_w(t->level) == 0) {
            walker->level = t->level;
            walker->table = t->addr;
        }
    }
}

// A request waits for the walker of its page, or receives the failure of that walker. A request that waits
// for all walkers counts for none.
static void mmu_clock_waiting(struct mmu_state *s, const struct mmu_in *in, unsigned waits, uint64_t line)
{
    unsigned w = mmu_walker_of(s, line, in->use_page);
    if (w == UL1_WALKERS) {
        w = mmu_walker_free(s);
        if (w < UL1_WALKERS)
            mmu_begin(s, w, in, line);
    }
    if (w == UL1_WALKERS)
        return;
    if (waits)
        s->walker[w].asked++;
    else if (--s->walker[w].asked == 0)
        s->walk[w] = UL1_WALK_STATE_IDLE;
}

// The requests that wait, and which of them has the turn.
static void mmu_clock_outcome(struct mmu_state *s, const struct mmu_in *in, const struct ul1_mmu_out *out)
{
    const unsigned head = out->mmu_take || out->mmu_fault || out->mmu_wait;
    const unsigned con = out->conmmu_take || out->conmmu_fault || out->conmmu_wait;
    if (out->mmu_wait || (out->mmu_fault && out->mmu_err != UL1_ERR_READONLY))
        mmu_clock_waiting(s, in, out->mmu_wait, in->head_line);
    if (out->conmmu_wait || out->conmmu_fault)
        mmu_clock_waiting(s, in, out->conmmu_wait, in->conmiss_line);
    const unsigned tex = out->texmmu_take || out->texmmu_fault || out->texmmu_wait;
    if (out->texmmu_wait || out->texmmu_fault)
        mmu_clock_waiting(s, in, out->texmmu_wait, in->texmiss_line);
    if (UL1_CONSTANTS || UL1_TEXTURE)
        s->cache_turn = head ? 1 : con || tex ? 0 : s->cache_turn;
    if (UL1_CONSTANTS && UL1_TEXTURE)
        s->tex_turn = con ? 1 : tex ? 0 : s->tex_turn;
}

static void mmu_keep(struct mmu_state *s, const struct mmu_walker *w, const struct mmu_found *found)
{
    s->valid |= 1u << s->next;
    s->writable = (uint32_t)with(s->writable, s->next, found->writable);
    s->line[s->next] = w->wanted;
    s->frame[s->next] = found->frame;
    s->next = (uint8_t)((s->next + 1) % UL1_TLB);
}

static void mmu_keep_table(struct mmu_state *s, const struct mmu_walker *w)
{
    s->tables |= 1u << s->next_table;
    s->table[s->next_table] = (struct mmu_table){ .level = w->level, .line = w->wanted, .addr = w->table };
    s->next_table = (uint8_t)((s->next_table + 1) % UL1_UPPER);
}

// The page-table entry that a walker waited for has arrived.
static void mmu_clock_arrival(struct mmu_state *s, const struct mmu_in *in)
{
    unsigned w = mmu_walker_arrived(in);
    struct mmu_walker *walker = &s->walker[w];
    struct mmu_found found = mmu_read(walker, in);

    walker->bus = in->fill_err;
    if (!found.there) {
        s->walk[w] = UL1_WALK_STATE_FAILS;
    } else if (found.last) {
        s->walk[w] = UL1_WALK_STATE_IDLE;
        mmu_keep(s, walker, &found);
    } else {
        s->walk[w] = UL1_WALK_STATE_ASKS;
        walker->level++;
        walker->table = found.frame << UL1_PAGE_MIN_W;
        mmu_keep_table(s, walker);
    }
}

static void mmu_clock_forget(struct mmu_state *s, const struct mmu_in *in)
{
    for (unsigned i = 0; i < UL1_TLB; i++)
        if (in->forget_all || same_page(s->line[i], addr_line(in->forget_addr), in->use_page))
            s->valid &= ~(1u << i);
    s->tables = 0;
}

static void mmu_clock(struct mmu_state *s, const struct mmu_in *in, const struct ul1_mmu_out *out)
{
    mmu_clock_requests(s, in, out);
    mmu_clock_outcome(s, in, out);
    if (in->fill_walk)
        mmu_clock_arrival(s, in);
    if (in->forget_valid || in->forget_all)
        mmu_clock_forget(s, in);
    if (in->rst) {
        s->valid = 0;
        s->next = 0;
        s->tables = 0;
        s->next_table = 0;
        memset(s->walk, UL1_WALK_STATE_IDLE, sizeof s->walk);
        s->count = 0;
        s->cache_turn = s->tex_turn = 0;
    }
}
