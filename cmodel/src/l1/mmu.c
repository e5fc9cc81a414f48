// Memory management unit: translating, walking, and requests to memory.
#include "l1/mmu.h"

// ---- translating

// Place of the page's translation; UL1_TLB if there is none.
static unsigned mmu_find(const struct mmu_state *s, uint64_t line)
{
    uint32_t same = 0;
    for (unsigned i = 0; i < UL1_TLB; i++)
        same |= (uint32_t)same_page(s->line[i], line, s->page) << i;
    same &= s->valid;
    return same ? lowest(same) : UL1_TLB;
}

static uint64_t mmu_translate(const struct mmu_state *s, uint64_t line)
{
    uint64_t within = below(in_page_w(s->page));
    uint64_t frame = s->frame[mmu_find(s, line) % UL1_TLB] << UL1_PAGE_MIN_W;
    return addr_line((frame & ~within) | (line_addr(line) & within));
}

// ---- page tables: entries of eight bytes, the low word first. All tables but the topmost fill a page of the smallest size.

enum { MMU_ENTRY_BYTES = 8, MMU_INDEX_W = UL1_PAGE_MIN_W - 3, MMU_TOP_W = IN_PAGE_P2M_W + MMU_INDEX_W };
enum { MMU_THERE = 1, MMU_WRITABLE = 2 };   // bits of an entry

// Physical address of the entry that the walker is at. The index of the topmost level is all of the virtual address above
// what the two others share: the second's goes down to the largest page, the third's to the page.
static uint64_t mmu_entry(const struct mmu_state *s)
{
    unsigned high = s->level == 0 ? UL1_VA_W : s->level == 1 ? MMU_TOP_W : IN_PAGE_P2M_W;
    unsigned low = s->level == 0 ? MMU_TOP_W : s->level == 1 ? IN_PAGE_P2M_W : in_page_w(s->page);
    uint64_t index = (line_addr(s->wanted) & below(high)) >> low;
    return (s->table + MMU_ENTRY_BYTES * index) & below(UL1_PA_W);
}

// Large pages have their frame in the table above the last.
static unsigned mmu_last_level(const struct mmu_state *s)
{
    return s->page == UL1_PAGE_P4K || s->page == UL1_PAGE_P64K ? 2 : 1;
}

// ---- outputs

static void mmu_state(const struct mmu_state *s, const struct ul1_mmu_in *in, struct ul1_mmu_out *out)
{
    (void)in;
    const struct mmu_request *first = &s->place[0];
    out->mem_valid = s->count != 0;
    out->mem_op = first->op;
    out->mem_number = first->number;
    out->mem_line = first->line;
    out->mem_sect = first->sect;
    out->mem_vline = first->vline;
    out->mem_level = first->level;
    out->walk_state = s->walk;
}

static void mmu_answer(const struct mmu_state *s, const struct ul1_mmu_in *in, struct ul1_mmu_out *out)
{
    unsigned i = in->head_valid ? mmu_find(s, in->head_line) : UL1_TLB, known = i < UL1_TLB;
    unsigned refused = in->head_write && known && !bit(s->writable, i);
    out->mmu_take = in->head_valid && s->count < MMU_PLACES && (in->head_fence || (known && !refused));
    out->mmu_fault = in->head_valid && (s->walk == UL1_WALK_STATE_FAILS || refused);
    out->mmu_err = refused ? UL1_ERR_READONLY : s->bus ? UL1_ERR_BUS : UL1_ERR_PAGE;
    out->pagefail_valid = out->mmu_fault && in->head_write;
    out->pagefail_line = in->head_line;
    out->pagefail_err = out->mmu_err;
}

// ---- the clock edge

// What is taken, and what the walker asks for, joins those that were there before the oldest leaves.
static void mmu_join(struct mmu_state *s, struct mmu_request request)
{
    if (s->count < MMU_PLACES)
        s->place[s->count++] = request;
}

// The request that is taken, as memory gets it. What does not apply to its kind is zero.
static struct mmu_request mmu_request(const struct mmu_state *s, const struct ul1_mmu_in *in)
{
    if (in->head_fence)
        return (struct mmu_request){ .op = UL1_MEMOP_FENCE, .number = in->head_number, .level = in->head_level };
    uint64_t line = mmu_translate(s, in->head_line);
    if (in->head_write)
        return (struct mmu_request){ .op = UL1_MEMOP_WRITE, .number = in->head_wdb, .line = line, .vline = in->head_line };
    return (struct mmu_request){ .op = UL1_MEMOP_READ, .number = in->head_prt, .line = line, .sect = in->head_sect };
}

static void mmu_clock_requests(struct mmu_state *s, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    unsigned leaves = out->mem_valid && in->mem_ready;
    if (out->mmu_take)
        mmu_join(s, mmu_request(s, in));
    if (leaves) {
        s->place[0] = s->place[1];
        s->count--;
    }
}

static void mmu_begin(struct mmu_state *s, uint64_t line)
{
    s->walk = UL1_WALK_STATE_ASKS;
    s->wanted = line;
    s->level = 0;
    s->table = s->root << UL1_PAGE_MIN_W;
}

static void mmu_keep(struct mmu_state *s, uint64_t frame, unsigned writable)
{
    s->valid |= 1u << s->next;
    s->writable = (uint32_t)with(s->writable, s->next, writable);
    s->line[s->next] = s->wanted;
    s->frame[s->next] = frame;
    s->next = (uint8_t)((s->next + 1) % UL1_TLB);
}

// The entry that was waited for is there.
static void mmu_clock_arrival(struct mmu_state *s, const struct ul1_mmu_in *in)
{
    unsigned word = addr_bank((unsigned)mmu_entry(s));
    uint64_t entry = (uint64_t)in->fill_data[word + 1] << UL1_WORD_W | in->fill_data[word];
    uint64_t frame = (entry & below(UL1_PA_W)) >> UL1_PAGE_MIN_W;

    s->bus = in->fill_err;
    if (in->fill_err || !(entry & MMU_THERE)) {
        s->walk = UL1_WALK_STATE_FAILS;
    } else if (s->level < mmu_last_level(s)) {
        s->walk = UL1_WALK_STATE_ASKS;
        s->level++;
        s->table = frame << UL1_PAGE_MIN_W;
    } else {
        s->walk = UL1_WALK_STATE_IDLE;
        mmu_keep(s, frame, (entry & MMU_WRITABLE) != 0);
    }
}

// A read of the sector with the entry.
static void mmu_ask(struct mmu_state *s)
{
    uint64_t addr = mmu_entry(s);
    unsigned sect = 1u << bank_sector(addr_bank((unsigned)addr));
    mmu_join(s, (struct mmu_request){
        .op = UL1_MEMOP_READ, .number = UL1_PRT, .line = addr_line(addr), .sect = (uint8_t)sect });
    s->walk = UL1_WALK_STATE_WAITS;
}

// `full`: no place was free at the beginning of the cycle.
static void mmu_clock_walk(struct mmu_state *s, const struct ul1_mmu_in *in, unsigned full)
{
    switch (s->walk) {
    case UL1_WALK_STATE_IDLE:
        if (in->head_valid && !in->head_fence && mmu_find(s, in->head_line) == UL1_TLB)
            mmu_begin(s, in->head_line);
        break;
    case UL1_WALK_STATE_ASKS:
        if (!full)
            mmu_ask(s);
        break;
    case UL1_WALK_STATE_WAITS:
        if (in->fill_walk)
            mmu_clock_arrival(s, in);
        break;
    default:
        s->walk = UL1_WALK_STATE_IDLE;
        break;
    }
}

static void mmu_clock_forget(struct mmu_state *s, const struct ul1_mmu_in *in)
{
    for (unsigned i = 0; i < UL1_TLB; i++)
        if (same_page(s->line[i], addr_line(in->forget_addr), s->page))
            s->valid &= ~(1u << i);
}

static void mmu_clock_settings(struct mmu_state *s, const struct ul1_mmu_in *in)
{
    if (s->page != in->cfg_page || s->root != in->cfg_root)
        s->valid = 0;
    s->page = in->cfg_page;
    s->root = in->cfg_root;
}

static void mmu_clock(struct mmu_state *s, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    unsigned full = s->count == MMU_PLACES;
    mmu_clock_requests(s, in, out);
    mmu_clock_walk(s, in, full);
    if (in->forget_valid)
        mmu_clock_forget(s, in);
    mmu_clock_settings(s, in);
    if (in->rst) {
        s->valid = 0;
        s->next = 0;
        s->walk = UL1_WALK_STATE_IDLE;
        s->count = 0;
    }
}
