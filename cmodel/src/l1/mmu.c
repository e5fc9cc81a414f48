// Memory management unit: translating, walking, and requests to memory.
#include "mmu.h"

#define MMU_ADDR_MASK ((UINT64_C(1) << UL1_PA_W) - 1)

static uint64_t mmu_addr(uint64_t line)
{
    return line << LINE_BITS;
}

// Place of the page's translation; UL1_TLB if there is none.
static unsigned mmu_find(const struct mmu_state *s, uint64_t line)
{
    unsigned shift = page_bits(s->page) - LINE_BITS;
    uint32_t same = 0;
    for (unsigned i = 0; i < UL1_TLB; i++)
        same |= (uint32_t)((s->line[i] ^ line) >> shift == 0) << i;
    same &= s->valid;
    return same ? lowest(same) : UL1_TLB;
}

static uint64_t mmu_translate(const struct mmu_state *s, uint64_t line)
{
    uint64_t within = (UINT64_C(1) << page_bits(s->page)) - 1;
    uint64_t frame = s->frame[mmu_find(s, line) % UL1_TLB] << 12;
    return ((frame & ~within) | (mmu_addr(line) & within)) >> LINE_BITS;
}

// Physical address of the table entry that the walker is at. The topmost index has ten bits, all others nine or fewer: a
// page of 64 KB leaves out the lowest four of the last.
static uint64_t mmu_entry(const struct mmu_state *s)
{
    uint64_t addr = mmu_addr(s->wanted), index;
    if (s->level == 0)
        index = addr >> 30 & 0x3ff;
    else if (s->level == 1)
        index = addr >> 21 & 0x1ff;
    else
        index = s->page == UL1_PAGE_P4K ? addr >> 12 & 0x1ff : addr >> 16 & 0x1f;
    return (s->table + 8 * index) & MMU_ADDR_MASK;
}

// Large pages have their frame in the table above the last.
static unsigned mmu_last_level(const struct mmu_state *s)
{
    return s->page == UL1_PAGE_P4K || s->page == UL1_PAGE_P64K ? 2 : 1;
}

static void mmu_state(const struct mmu_state *s, const struct ul1_mmu_in *in, struct ul1_mmu_out *out)
{
    (void)in;
    const struct mmu_request *first = &s->place[0];
    out->mem_valid = s->count != 0;
    out->mem_op = first->kind;
    out->mem_number = first->sub;
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
        return (struct mmu_request){ .kind = UL1_MEMOP_FENCE, .sub = in->head_number, .level = in->head_level };
    uint64_t line = mmu_translate(s, in->head_line);
    if (in->head_write)
        return (struct mmu_request){ .kind = UL1_MEMOP_WRITE, .sub = in->head_wdb, .line = line, .vline = in->head_line };
    return (struct mmu_request){ .kind = UL1_MEMOP_READ, .sub = in->head_prt, .line = line, .sect = in->head_sect };
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

static void mmu_begin(struct mmu_state *s)
{
    s->walk = UL1_WALK_STATE_ASKS;
    s->level = 0;
    s->table = (uint64_t)s->root << 12;
}

// The entry that was waited for is there.
static void mmu_clock_arrival(struct mmu_state *s, const struct ul1_mmu_in *in)
{
    unsigned word = (unsigned)(mmu_entry(s) >> 2) & (LANES - 1);
    uint64_t entry = (uint64_t)in->fill_data[word + 1] << 32 | in->fill_data[word];
    uint64_t given = entry & MMU_ADDR_MASK & ~UINT64_C(0xfff);

    s->bus = in->fill_err;
    if (in->fill_err || !(entry & 1)) {
        s->walk = UL1_WALK_STATE_FAILS;
    } else if (s->level < mmu_last_level(s)) {
        s->walk = UL1_WALK_STATE_ASKS;
        s->level++;
        s->table = given;
    } else {
        s->walk = UL1_WALK_STATE_IDLE;
        s->valid |= (uint16_t)(1u << s->next);
        s->writable = (uint16_t)((s->writable & ~(1u << s->next)) | (unsigned)(entry >> 1 & 1) << s->next);
        s->line[s->next] = s->wanted;
        s->frame[s->next] = given >> 12;
        s->next = (uint8_t)((s->next + 1) % UL1_TLB);
    }
}

// `full`: no place was free at the beginning of the cycle.
static void mmu_clock_walk(struct mmu_state *s, const struct ul1_mmu_in *in, unsigned full)
{
    switch (s->walk) {
    case UL1_WALK_STATE_IDLE:
        if (in->head_valid && !in->head_fence && mmu_find(s, in->head_line) == UL1_TLB) {
            s->wanted = in->head_line;
            mmu_begin(s);
        }
        break;
    case UL1_WALK_STATE_ASKS:
        if (!full) {
            uint64_t at = mmu_entry(s);
            unsigned sect = 1u << bank_sector(addr_bank((unsigned)at));
            mmu_join(s, (struct mmu_request){
                .kind = UL1_MEMOP_READ, .sub = UL1_PRT, .line = at >> LINE_BITS, .sect = (uint8_t)sect });
            s->walk = UL1_WALK_STATE_WAITS;
        }
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
        if (line_in_page(s->line[i], in->forget_addr, s->page))
            s->valid &= (uint16_t)~(1u << i);
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
