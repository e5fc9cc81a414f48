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
    out->mem_valid = s->count != 0;
    out->mem_sub = s->place[0].sub;
    out->mem_line = s->place[0].line;
    out->mem_sect = s->place[0].sect;
    out->mmu_walk = s->walk;
}

static void mmu_xl(const struct mmu_state *s, const struct ul1_mmu_in *in, struct ul1_mmu_out *out)
{
    out->xl_take = in->xl_valid && s->count < MMU_PLACES && mmu_find(s, in->xl_line) < UL1_TLB;
    out->xl_fault = in->xl_valid && s->walk == UL1_WALK_FAILS;
    out->xl_bus = s->bus;
}

// What is taken, and what the walker asks for, joins those that were there before the oldest leaves.
static void mmu_join(struct mmu_state *s, unsigned sub, uint64_t line, unsigned sect)
{
    if (s->count < MMU_PLACES)
        s->place[s->count++] = (struct mmu_request){ .sub = (uint8_t)sub, .line = line, .sect = (uint8_t)sect };
}

static void mmu_clock_requests(struct mmu_state *s, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out)
{
    unsigned leaves = out->mem_valid && in->mem_ready;
    if (out->xl_take)
        mmu_join(s, in->xl_prt, mmu_translate(s, in->xl_line), in->xl_sect);
    if (leaves) {
        s->place[0] = s->place[1];
        s->count--;
    }
}

static void mmu_begin(struct mmu_state *s)
{
    s->walk = UL1_WALK_ASKS;
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
        s->walk = UL1_WALK_FAILS;
    } else if (s->level < mmu_last_level(s)) {
        s->walk = UL1_WALK_ASKS;
        s->level++;
        s->table = given;
    } else {
        s->walk = UL1_WALK_IDLE;
        s->valid |= (uint16_t)(1u << s->next);
        s->line[s->next] = s->wanted;
        s->frame[s->next] = given >> 12;
        s->next = (uint8_t)((s->next + 1) % UL1_TLB);
    }
}

// `full`: no place was free at the beginning of the cycle.
static void mmu_clock_walk(struct mmu_state *s, const struct ul1_mmu_in *in, const struct ul1_mmu_out *out, unsigned full)
{
    switch (s->walk) {
    case UL1_WALK_IDLE:
        if (in->xl_valid && !out->xl_take && mmu_find(s, in->xl_line) == UL1_TLB) {
            s->wanted = in->xl_line;
            mmu_begin(s);
        }
        break;
    case UL1_WALK_ASKS:
        if (!full) {
            uint64_t at = mmu_entry(s);
            mmu_join(s, UL1_PRT, at >> LINE_BITS, 1u << bank_sector(addr_bank((unsigned)at)));
            s->walk = UL1_WALK_WAITS;
        }
        break;
    case UL1_WALK_WAITS:
        if (in->walk_valid)
            mmu_clock_arrival(s, in);
        break;
    case UL1_WALK_AGAIN:
        if (in->walk_valid)
            mmu_begin(s);
        break;
    default:
        s->walk = UL1_WALK_IDLE;
        break;
    }
}

// The page that the walker is at work for is invalidated. It asks for nothing in this cycle and takes nothing; what it waits
// for is dropped when it comes, or if it comes right now.
static void mmu_clock_restart(struct mmu_state *s, const struct ul1_mmu_in *in)
{
    if (s->walk == UL1_WALK_ASKS || in->walk_valid)
        mmu_begin(s);
    else
        s->walk = UL1_WALK_AGAIN;
}

static void mmu_clock_forget(struct mmu_state *s, const struct ul1_mmu_in *in)
{
    for (unsigned i = 0; i < UL1_TLB; i++)
        if (line_in_page(s->line[i], in->inv_addr, s->page))
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
    unsigned full = s->count == MMU_PLACES, invalidates = in->inv_valid && in->inv_ready;
    unsigned works = s->walk == UL1_WALK_ASKS || s->walk == UL1_WALK_WAITS || s->walk == UL1_WALK_AGAIN;
    mmu_clock_requests(s, in, out);
    if (invalidates && works && line_in_page(s->wanted, in->inv_addr, s->page))
        mmu_clock_restart(s, in);
    else
        mmu_clock_walk(s, in, out, full);
    if (invalidates)
        mmu_clock_forget(s, in);
    mmu_clock_settings(s, in);
    if (in->rst) {
        s->valid = 0;
        s->next = 0;
        s->walk = UL1_WALK_IDLE;
        s->count = 0;
    }
}
