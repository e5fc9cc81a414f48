// Words of shared memory: the array's, and those that wait in the write data buffer.

#include "common/ages.h"
#include "common/carveout.h"
#include "common/slots.h"
#include "l1/arb.h"
#include "l1/data.h"
#include "l1/dxbar.h"
#include "l1/fill.h"
#include "l1/lsu/state.h"
#include "l1/perf.h"
#include "l1/mmu.h"
#include "l1/prt/state.h"
#include "l1/tag/state.h"
#include "l1/wdb/state.h"
#include "sim/rings.h"

#include "ul1_states.h"

static inline const struct l1_state *sim_state(const struct ul1_sim *s)
{
    return s->state;
}

static size_t sim_shared_bytes(const struct ul1_sim *s)
{
    return shared_rows(sim_state(s)->tag.carveout) * (size_t)UL1_LINE_BYTES;
}

// Where a word of shared memory lies in the array.
static unsigned sim_place(const struct ul1_sim *s, unsigned addr)
{
    return UL1_BANK_WORDS > 1 && s->live->set.bankwidth == UL1_BANKWIDTH_B64 ? addr_in_pairs(addr) : addr;
}

// Entries with bytes of the word at this place that are still to be written.
static uint64_t sim_waiting_for(const struct wdb_state *w, unsigned addr)
{
    uint64_t those = 0;
    for (uint64_t left = w->used & w->has_data; left; left = without_lowest(left)) {
        const struct wdb_entry *e = &w->entry[lowest(left)];
        unsigned bank = addr_bank(addr);
        those |= e->kind == WDB_SHARED && e->array && e->row[bank] == addr_row(addr) && e->be[bank]
            ? lowest_one(left)
            : 0;
    }
    return those;
}

static void sim_peek(const struct ul1_sim *s, unsigned addr, uint32_t *word, size_t count)
{
    const struct l1_state *l1 = sim_state(s);
    for (size_t n = 0; n < count; n++) {
        const unsigned at = sim_place(s, addr + (unsigned)(UL1_WORD_BYTES * n)), bank = addr_bank(at);
        uint64_t those = sim_waiting_for(&l1->wdb, at);
        word[n] = l1->data.word[addr_row(at)][addr_word(at)];
        while (those) {
            unsigned i = ages_oldest(l1->wdb.before, those);
            const struct wdb_entry *e = &l1->wdb.entry[i];
            word[n] = lay_over(word[n], e->data[bank], be_bits(e->be[bank]));
            those &= ~one(i);
        }
    }
}

// Tells whether a store in flight has a lane there.
static bool sim_stores_to(const struct ul1_sim_instr *i, unsigned addr, size_t bytes)
{
    if (i->op != UL1_OP_STORE || i->space != UL1_SPACE_SHARED)
        return false;
    for (unsigned lane = 0; lane < LANES; lane++)
        if (bit((lane_set)i->mask, lane) && i->addr[lane] < addr + bytes
            && i->addr[lane] + (1u << lg_bytes(i->width)) > addr)
            return true;
    return false;
}

static bool sim_writes(const struct ul1_sim *s, unsigned addr, size_t count)
{
    for (size_t n = 0; n < count; n++)
        if (sim_waiting_for(&sim_state(s)->wdb, sim_place(s, addr + (unsigned)(UL1_WORD_BYTES * n))))
            return true;
    for (unsigned e = 0; e < SIM_ENTRIES; e++)
        if (s->live->flight[e] != SIM_NONE
            && sim_stores_to(&s->record[s->live->flight[e]].instr, addr, UL1_WORD_BYTES * count))
            return true;
    return false;
}

static void sim_poke(struct ul1_sim *s, unsigned addr, const uint32_t *word, size_t count)
{
    struct l1_state *l1 = s->state;
    for (size_t n = 0; n < count; n++) {
        const unsigned at = sim_place(s, addr + (unsigned)(UL1_WORD_BYTES * n));
        l1->data.word[addr_row(at)][addr_word(at)] = word[n];
    }
}
