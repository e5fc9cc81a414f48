// The witness without timing; what it is for stands in witness.h, the rules in docs/microarchitecture.md.
//
// Three ideas make it small and fast, and different from what it judges:
//
// - The words of an instruction are numbered through: word n belongs to lane n / W, register offset n % W, and the
//   sub-warps are that row of words cut into pieces of LANES. No formula with sub-warps in it is needed.
// - An access's passes are planned when it is taken, not split off one by one. In each bank, the different words wanted are
//   ranked by their first slot; rule 2 then says that the word of rank r goes in pass r. So all passes are known
//   beforehand, their number is the most ranks that a bank has (rule 1), and a pass is judged by comparing one mask.
// - The array is flat: the array address is an index, and banks and rows matter to the plan alone.
#include "witness.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ENTRIES = 48,
    WARPS = 64,
    ROWS = 512,
    WORD = 4, // bytes
    WORDS_MAX = 4, // of a lane, and so sub-warps of an instruction
    NOBODY = 255,  // in place of an entry
};

#define NOWHERE UINT32_MAX // in place of an entry, sub-warp or slot that an objection would name

#define ALL_LANES ((uint32_t)((UINT64_C(1) << LANES) - 1))

enum error { RIGHT, MISALIGNED, OUT_OF_RANGE, WRONG_SPACE };

// The work on a sub-warp.
struct access {
    uint32_t slots;  // active
    uint32_t left;   // not yet taken by a pass
    uint8_t passes;  // planned: rule 1
    uint8_t taken;   // of these, accepted by the arbiter
    uint8_t written; // of these, written back
    bool away;       // the remainder is with the instruction side
    bool beat;       // a store: its data are in the machine
    bool known;      // a store: its data have been seen once, in `word`
    uint32_t due[LANES];  // the slots of each pass planned: rule 2
    uint16_t at[LANES];   // array address of each slot
    uint32_t word[LANES]; // a store: its data. A load: its values, as of the pass that took the slot
};

struct instr {
    bool flying, store;
    uint8_t warp, reg;
    uint8_t words;       // of a lane
    uint8_t words_log;
    uint8_t open;        // sub-warps with slots left
    uint8_t older;       // entry of the warp's instruction before this one that has slots left, or NOBODY
    uint8_t younger;     // and of the one behind; both mean something while this one has slots left
    unsigned unwritten;  // a load: passes not yet written back
    uint32_t cut;        // the bits of a register that take part
    uint32_t sign;       // of these, the one that is extended, if any
    uint32_t mask;       // active lanes
    enum error err;
    uint8_t err_lane;
    uint32_t err_mask;
    uint64_t err_addr;   // of the lowest failing lane
    struct access access[WORDS_MAX];
};

// A word of the array. `known` has ones in the bytes that were written since the witness or the machine began.
struct cell {
    uint32_t word, known;
};

struct witness {
    struct instr instr[ENTRIES];
    uint8_t youngest[WARPS]; // the warp's last instruction with slots left, or NOBODY
    unsigned flying;
    unsigned border; // first row that is not shared memory
    struct cell cell[ROWS * LANES];
    struct witness_counts counts;
    struct { // the event being judged, for the objection
        const char *name;
        unsigned entry, sub;
    } event;
    char error[400];
};

// ---- Bits ----

static inline unsigned lowest(uint32_t mask)
{
    return (unsigned)__builtin_ctz(mask);
}

// for EACH (s, mask): s is the number of each bit set, in ascending order.
#define EACH(s, mask) \
    (uint32_t s##_bits = (mask), s = 0; s##_bits && (s = lowest(s##_bits), true); s##_bits &= s##_bits - 1)

static inline uint32_t bit(unsigned n)
{
    return UINT32_C(1) << n;
}

// ---- Objections ----

static void begin(struct witness *w, const char *name, unsigned entry, unsigned sub)
{
    w->event.name = name;
    w->event.entry = entry;
    w->event.sub = sub;
}

__attribute__((format(printf, 2, 0))) static void say(struct witness *w, const char *format, va_list args)
{
    size_t n = strlen(w->error);
    vsnprintf(w->error + n, sizeof w->error - n, format, args);
}

__attribute__((format(printf, 2, 3))) static void add(struct witness *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    say(w, format, args);
    va_end(args);
}

static void add_slot(struct witness *w, const struct instr *i, unsigned sub, unsigned slot)
{
    unsigned n = sub * LANES + slot;
    add(w, ", slot %u (lane %u, register offset %u", slot, n / i->words, n % i->words);
    if (i->access[sub].slots & bit(slot))
        add(w, ", address 0x%x", i->access[sub].at[slot]);
    add(w, ")");
}

// Writes the objection to the event begun: as much as is known of its place, then the text. Returns false, so that the
// caller may return it.
__attribute__((cold, noinline, format(printf, 3, 4)))
static bool object(struct witness *w, unsigned slot, const char *format, ...)
{
    unsigned entry = w->event.entry, sub = w->event.sub;
    w->error[0] = '\0';
    add(w, "%s", w->event.name);
    if (entry != NOWHERE)
        add(w, ": entry %u", entry);
    if (entry < ENTRIES && w->instr[entry].flying) {
        const struct instr *i = &w->instr[entry];
        add(w, " (%s of warp %u)", i->store ? "store" : "load", i->warp);
        if (sub != NOWHERE)
            add(w, ", sub-warp %u", sub);
        if (slot != NOWHERE)
            add_slot(w, i, sub, slot);
    }
    add(w, ": ");
    va_list args;
    va_start(args, format);
    say(w, format, args);
    va_end(args);
    return false;
}

// ---- What the event is about ----

// The instruction of the event begun, or NULL with an objection.
static struct instr *find_instr(struct witness *w)
{
    unsigned entry = w->event.entry;
    if (entry < ENTRIES && w->instr[entry].flying)
        return &w->instr[entry];
    object(w, NOWHERE, "expected an entry in flight, seen %s", entry < ENTRIES ? "a free one" : "one that does not exist");
    return NULL;
}

// The access of the event begun, one that has work to do, or NULL with an objection; its instruction goes to *i.
static struct access *find_access(struct witness *w, struct instr **i)
{
    *i = find_instr(w);
    if (!*i)
        return NULL;
    unsigned sub = w->event.sub;
    if ((*i)->err)
        object(w, NOWHERE, "expected nothing but its retirement, as it fails");
    else if (sub >= (*i)->words)
        object(w, NOWHERE, "expected a sub-warp below %u", (*i)->words);
    else if (!(*i)->access[sub].slots)
        object(w, NOWHERE, "expected a sub-warp with active lanes");
    else
        return &(*i)->access[sub];
    return NULL;
}

// ---- Beginning, end, borders ----

static void forget_flying(struct witness *w)
{
    for (unsigned e = 0; e < ENTRIES; e++)
        w->instr[e].flying = false;
    memset(w->youngest, NOBODY, sizeof w->youngest);
    w->flying = 0;
}

static unsigned rows_shared(unsigned split)
{
    unsigned quarters = split == 0 ? 3 : split == 1 ? 2 : 1;
    return ROWS / 4 * quarters;
}

struct witness *witness_new(void)
{
    struct witness *w = calloc(1, sizeof *w);
    if (w) {
        forget_flying(w);
        w->border = rows_shared(0);
    }
    return w;
}

void witness_free(struct witness *w)
{
    free(w);
}

const char *witness_error(const struct witness *w)
{
    return w->error;
}

struct witness_counts witness_counts(const struct witness *w)
{
    return w->counts;
}

void witness_reset(struct witness *w)
{
    forget_flying(w);
    memset(w->cell, 0, sizeof w->cell);
}

// Objects unless nothing is in flight, naming the lowest entry that is.
static bool nothing_flying(struct witness *w)
{
    if (!w->flying)
        return true;
    unsigned e = 0;
    while (!w->instr[e].flying)
        e++;
    const struct instr *i = &w->instr[e];
    w->event.entry = e;
    return object(w, NOWHERE, "expected nothing in flight, seen %u in flight, this one with %s", w->flying,
                  i->open ? "slots not taken" : i->unwritten ? "slots not written back" : "its retirement to come");
}

bool witness_finish(struct witness *w)
{
    begin(w, "finish", NOWHERE, NOWHERE);
    return nothing_flying(w);
}

bool witness_split(struct witness *w, unsigned split)
{
    begin(w, "split", NOWHERE, NOWHERE);
    if (!nothing_flying(w))
        return false;
    w->border = rows_shared(split);
    return true;
}

bool witness_fill(struct witness *w, unsigned row, unsigned sectors, const uint32_t *data)
{
    begin(w, "fill", NOWHERE, NOWHERE);
    if (row < w->border || row >= ROWS)
        return object(w, NOWHERE, "expected a row from %u to %d, behind the border, seen row %u", w->border, ROWS - 1, row);
    for (unsigned bank = 0; bank < LANES; bank++)
        if (sectors & bit(4 * bank / LANES))
            w->cell[row * LANES + bank] = (struct cell){ data[bank], UINT32_MAX };
    return true;
}

bool witness_contents(struct witness *w, unsigned row, const uint32_t *data)
{
    begin(w, "contents", NOWHERE, NOWHERE);
    if (row >= ROWS)
        return object(w, NOWHERE, "expected a row below %d, seen row %u", ROWS, row);
    if (!nothing_flying(w))
        return false;
    for (unsigned bank = 0; bank < LANES; bank++) {
        const struct cell *c = &w->cell[row * LANES + bank];
        if ((data[bank] ^ c->word) & c->known)
            return object(w, NOWHERE, "row %u, bank %u (address 0x%x): expected 0x%08x in the bytes 0x%08x, seen 0x%08x",
                          row, bank, (row * LANES + bank) * WORD, c->word, c->known, data[bank]);
    }
    return true;
}

// ---- Taking an instruction ----

// Rule 7: what is wrong with the instruction, if anything. `bytes` is its width.
static void judge(struct witness *w, struct instr *i, const struct witness_instr *in, unsigned bytes)
{
    uint64_t size = (uint64_t)w->border * LANES * WORD;
    uint32_t failing = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        failing |= (uint32_t)((in->addr[lane] & (bytes - 1)) != 0 || in->addr[lane] >= size) << lane;
    i->err_mask = in->mask & (in->space == 0 ? failing : ALL_LANES);
    i->err = RIGHT;
    if (!i->err_mask)
        return;
    i->err_lane = (uint8_t)lowest(i->err_mask);
    i->err_addr = in->addr[i->err_lane];
    i->err = in->space != 0 ? WRONG_SPACE : i->err_addr % bytes != 0 ? MISALIGNED : OUT_OF_RANGE;
}

// Gives sub-warp k its words of the instruction. True if no two active ones lie in one bank.
static bool lay_out(struct instr *i, unsigned k, const uint64_t *addr)
{
    struct access *a = &i->access[k];
    const uint32_t mask = i->mask, log = i->words_log;
    uint32_t slots = 0, banks = 0, clashes = 0;
    for (unsigned slot = 0; slot < LANES; slot++) {
        unsigned n = k * LANES + slot, lane = n >> log;
        uint16_t at = (uint16_t)(addr[lane] + WORD * (n - (lane << log)));
        uint32_t active = mask >> lane & 1, bank = active << at / WORD % LANES;
        a->at[slot] = at;
        slots |= active << slot;
        clashes |= banks & bank;
        banks |= bank;
    }
    a->slots = a->left = slots;
    a->taken = a->written = 0;
    a->away = a->beat = a->known = false;
    return !clashes;
}

// Plans an access's passes: a slot goes in the pass that is the rank of its word among its bank's, by first slot.
static void plan(struct access *a)
{
    uint16_t word[LANES][LANES]; // of each bank, by rank
    uint8_t ranks[LANES] = { 0 };
    unsigned passes = 0;
    for EACH (slot, a->slots) {
        uint16_t wanted = a->at[slot] / WORD;
        unsigned bank = wanted % LANES, rank = 0;
        while (rank < ranks[bank] && word[bank][rank] != wanted)
            rank++;
        if (rank == ranks[bank])
            word[bank][ranks[bank]++] = wanted;
        if (rank == passes)
            a->due[passes++] = 0;
        a->due[rank] |= bit(slot);
    }
    a->passes = (uint8_t)passes;
}

// The plan if each word has a bank of its own: all at once. This is the case that the witness's speed hangs on.
static void plan_at_once(struct access *a)
{
    a->passes = a->slots != 0;
    a->due[0] = a->slots;
}

// The instructions of a warp that have slots left form a list in program order, so that a pass sees at once
// whether it overtakes any.
static void join(struct witness *w, unsigned entry)
{
    struct instr *i = &w->instr[entry];
    i->older = w->youngest[i->warp];
    i->younger = NOBODY;
    if (i->older != NOBODY)
        w->instr[i->older].younger = (uint8_t)entry;
    w->youngest[i->warp] = (uint8_t)entry;
}

static void leave(struct witness *w, const struct instr *i)
{
    if (i->older != NOBODY)
        w->instr[i->older].younger = i->younger;
    if (i->younger != NOBODY)
        w->instr[i->younger].older = i->older;
    else
        w->youngest[i->warp] = i->older;
}

static void take(struct witness *w, struct instr *i, const struct witness_instr *in)
{
    unsigned bytes_log = in->width < 4 ? in->width : 4; // reserved codes act as 128 bits
    unsigned bytes = bit(bytes_log);
    i->flying = true;
    i->store = in->store;
    i->warp = in->warp;
    i->reg = in->reg;
    i->words_log = (uint8_t)(bytes_log > 2 ? bytes_log - 2 : 0);
    i->words = (uint8_t)bit(i->words_log);
    i->cut = bytes < WORD ? bit(8 * bytes) - 1 : UINT32_MAX;
    i->sign = bytes < WORD && in->sign ? bit(8 * bytes - 1) : 0;
    i->mask = in->mask;
    i->open = 0;
    i->unwritten = 0;
    judge(w, i, in, bytes);
    if (i->err)
        return;
    for (unsigned k = 0; k < i->words; k++) {
        if (lay_out(i, k, in->addr))
            plan_at_once(&i->access[k]);
        else
            plan(&i->access[k]);
        i->open |= (uint8_t)((i->access[k].slots != 0) << k);
    }
}

bool witness_accept(struct witness *w, unsigned entry, const struct witness_instr *in)
{
    begin(w, "accept", entry, NOWHERE);
    if (entry >= ENTRIES)
        return object(w, NOWHERE, "expected an entry below %d", ENTRIES);
    if (w->instr[entry].flying)
        return object(w, NOWHERE, "expected a free entry, seen one in flight");
    if (in->warp >= WARPS)
        return object(w, NOWHERE, "expected a warp below %d, seen %u", WARPS, in->warp);
    if (in->mask & ~ALL_LANES)
        return object(w, NOWHERE, "expected a mask of %d lanes, seen 0x%x", LANES, in->mask);
    take(w, &w->instr[entry], in);
    if (w->instr[entry].open)
        join(w, entry);
    w->flying++;
    w->counts.instructions++;
    return true;
}

// ---- Remainders at the instruction side ----

bool witness_returned(struct witness *w, unsigned entry, unsigned sub, uint32_t mask)
{
    struct instr *i;
    begin(w, "returned", entry, sub);
    struct access *a = find_access(w, &i);
    if (!a)
        return false;
    if (a->away)
        return object(w, NOWHERE, "expected one return, seen a second");
    if (!a->taken || !a->left)
        return object(w, NOWHERE, "expected a remainder, seen an access of which %s is left", a->left ? "all" : "nothing");
    if (mask != a->left)
        return object(w, NOWHERE, "expected the slots left, 0x%x, seen 0x%x", a->left, mask);
    a->away = true;
    a->beat = false; // the machine gave it up with the pass
    return true;
}

bool witness_again(struct witness *w, unsigned entry, unsigned sub, uint32_t mask, const uint64_t *addr)
{
    struct instr *i;
    begin(w, "again", entry, sub);
    struct access *a = find_access(w, &i);
    if (!a)
        return false;
    if (!a->away)
        return object(w, NOWHERE, "expected a remainder that was returned and not yet presented again");
    if (mask != a->left)
        return object(w, NOWHERE, "expected the slots returned, 0x%x, seen 0x%x", a->left, mask);
    for EACH (lane, i->mask) { // of all sub-warps, as the machine takes them all over
        unsigned n = lane << i->words_log;
        uint16_t at = i->access[n / LANES].at[n % LANES];
        if (addr[lane] != at)
            return object(w, NOWHERE, "expected the address 0x%x in lane %u, as before, seen 0x%llx", at, lane,
                          (unsigned long long)addr[lane]);
    }
    a->away = false;
    return true;
}

// ---- Store data ----

// The registers have not changed between two beats for one access.
static bool same_data(struct witness *w, const struct access *a, const uint32_t *data)
{
    for EACH (slot, a->left)
        if (data[slot] != a->word[slot])
            return object(w, slot, "expected the data 0x%08x, as in the beat before, seen 0x%08x", a->word[slot],
                          data[slot]);
    return true;
}

bool witness_beat(struct witness *w, unsigned entry, unsigned sub, const uint32_t *data)
{
    struct instr *i;
    begin(w, "beat", entry, sub);
    struct access *a = find_access(w, &i);
    if (!a)
        return false;
    if (!i->store)
        return object(w, NOWHERE, "expected no beat for a load");
    if (!a->left || a->away)
        return object(w, NOWHERE, "expected a beat only while slots wait in the machine, seen %s",
                      a->left ? "them returned" : "them all taken");
    if (a->beat)
        return object(w, NOWHERE, "expected one beat, seen a second");
    if (a->known && !same_data(w, a, data))
        return false;
    memcpy(a->word, data, sizeof a->word);
    a->known = a->beat = true;
    return true;
}

// ---- Passes ----

// How far up in its word a slot's bytes lie, in bits.
static inline unsigned shift(unsigned at)
{
    return at % WORD * 8;
}

// Says what is wrong with a pass that does not take the slots due.
static bool object_to_slots(struct witness *w, const struct access *a, uint32_t mask)
{
    uint32_t due = a->taken < a->passes ? a->due[a->taken] : 0;
    uint32_t idle = mask & ~a->slots, twice = mask & a->slots & ~a->left, extra = mask & ~due, missing = due & ~mask;
    if (!mask)
        return object(w, NOWHERE, "expected a pass of at least one slot, seen an empty one");
    if (idle)
        return object(w, NOWHERE, "expected active slots of 0x%x, seen 0x%x", a->slots, mask);
    if (twice)
        return object(w, lowest(twice), "expected slots not yet taken, of 0x%x, seen 0x%x", a->left, mask);
    for EACH (s, mask)
        for EACH (t, mask & (bit(s) - 1)) {
            unsigned ws = a->at[s] / WORD, wt = a->at[t] / WORD;
            if (ws % LANES == wt % LANES && ws != wt)
                return object(w, s, "expected one row in bank %u, seen row %u, and row %u for slot %u", ws % LANES,
                              ws / LANES, wt / LANES, t);
        }
    return object(w, lowest(extra ? extra : missing),
                  "expected pass %u of %u (rules 1, 2) to %s it, with the slots 0x%x, seen 0x%x", a->taken + 1u, a->passes,
                  extra ? "leave" : "take", due, mask);
}

// The bytes that a pass acts on. As it has one row in each bank, a place for each bank holds them all.
struct footprint {
    bool store;
    uint16_t word[LANES];
    uint32_t bytes[LANES];
};

static struct footprint footprint(const struct instr *i, const struct access *a, uint32_t mask)
{
    struct footprint f = { .store = i->store };
    for EACH (slot, mask) {
        unsigned word = a->at[slot] / WORD;
        f.word[word % LANES] = (uint16_t)word;
        f.bytes[word % LANES] |= i->cut << shift(a->at[slot]);
    }
    return f;
}

// Objects if the pass acts on a byte that an older instruction's slots left in the sub-warps `subs` touch too, unless
// both only read it.
static bool may_overtake(struct witness *w, const struct footprint *f, const struct instr *older, uint32_t subs)
{
    if (!f->store && !older->store)
        return true;
    for EACH (k, subs)
        for EACH (slot, older->access[k].left) {
            unsigned at = older->access[k].at[slot], bank = at / WORD % LANES;
            if (f->word[bank] == at / WORD && f->bytes[bank] & older->cut << shift(at))
                return object(w, NOWHERE, "expected program order on every byte, seen a pass at the %s of address 0x%x "
                              "before the older %s in entry %d, sub-warp %u, slot %u", f->store ? "store" : "load", at,
                              older->store ? "store" : "load", (int)(older - w->instr), k, slot);
        }
    return true;
}

// The sub-warps of an instruction below this one that have slots left.
static inline uint32_t lower_open(const struct instr *i, unsigned sub)
{
    return i->open & (bit(sub) - 1);
}

// Program order, apart from values: a pass overtakes older accesses of its warp only on other bytes, or reading what they
// read.
static bool keeps_order(struct witness *w, const struct instr *i, unsigned sub, uint32_t mask)
{
    struct footprint f = footprint(i, &i->access[sub], mask);
    if (!may_overtake(w, &f, i, lower_open(i, sub)))
        return false;
    for (unsigned e = i->older; e != NOBODY; e = w->instr[e].older)
        if (!may_overtake(w, &f, &w->instr[e], w->instr[e].open))
            return false;
    return true;
}

// Rule 5: in ascending order, so that the highest slot wins a byte.
static void apply_store(struct witness *w, const struct instr *i, const struct access *a, uint32_t mask)
{
    const uint32_t cut = i->cut;
    for EACH (slot, mask) {
        struct cell *c = &w->cell[a->at[slot] / WORD];
        uint32_t bytes = cut << shift(a->at[slot]);
        c->word = (c->word & ~bytes) | (a->word[slot] << shift(a->at[slot]) & bytes);
        c->known |= bytes;
    }
}

// Whether a slot wants a byte that was never written.
static inline bool unknown(const struct witness *w, const struct instr *i, unsigned at)
{
    return ~(w->cell[at / WORD].known >> shift(at)) & i->cut;
}

// Rule 6: keeps what each slot must load, as of now. Objects to bytes that were never written.
static bool apply_load(struct witness *w, const struct instr *i, struct access *a, uint32_t mask)
{
    const uint32_t cut = i->cut, sign = i->sign;
    uint32_t known = UINT32_MAX;
    for EACH (slot, mask) {
        struct cell c = w->cell[a->at[slot] / WORD];
        unsigned down = shift(a->at[slot]);
        a->word[slot] = ((c.word >> down & cut) ^ sign) - sign; // extends the sign
        known &= c.known >> down;
    }
    if (!(~known & cut))
        return true;
    unsigned slot = lowest(mask);
    while (!(mask & bit(slot)) || !unknown(w, i, a->at[slot]))
        slot++;
    return object(w, slot, "expected bytes that were written before, seen some that never were: the test reads what it "
                  "never wrote");
}

// The slots of a pass are no longer left.
static void count_off(struct witness *w, struct instr *i, unsigned sub, uint32_t mask)
{
    struct access *a = &i->access[sub];
    a->taken++;
    a->left &= ~mask;
    i->unwritten += !i->store;
    if (a->left)
        return;
    i->open &= (uint8_t)~bit(sub);
    if (!i->open)
        leave(w, i);
}

bool witness_pass(struct witness *w, unsigned entry, unsigned sub, bool store, uint32_t mask)
{
    struct instr *i;
    begin(w, "pass", entry, sub);
    struct access *a = find_access(w, &i);
    if (!a)
        return false;
    if (store != i->store)
        return object(w, NOWHERE, "expected a pass of a %s, seen one of a %s", i->store ? "store" : "load",
                      store ? "store" : "load");
    if (a->taken == a->passes || mask != a->due[a->taken])
        return object_to_slots(w, a, mask);
    if (a->away)
        return object(w, NOWHERE, "expected no pass while the remainder is with the instruction side");
    if (store && !a->beat)
        return object(w, NOWHERE, "expected the store's beat before its pass");
    bool overtakes = i->older != NOBODY || lower_open(i, sub);
    if (overtakes && !keeps_order(w, i, sub, mask))
        return false;
    if (store)
        apply_store(w, i, a, mask);
    else if (!apply_load(w, i, a, mask))
        return false;
    count_off(w, i, sub, mask);
    w->counts.passes++;
    w->counts.overtakings += overtakes;
    return true;
}

// ---- Write-back and retirement ----

// What of a write-back differs from what is expected; zero if nothing does.
static inline uint32_t differs(const struct instr *i, const struct access *a, unsigned sub, unsigned slot,
                               const uint8_t *lane, const uint8_t *ofs, const uint32_t *data)
{
    unsigned n = sub * LANES + slot;
    return (lane[slot] ^ n >> i->words_log) | (ofs[slot] ^ (n & (i->words - 1u))) | (data[slot] ^ a->word[slot]);
}

bool witness_writeback(struct witness *w, unsigned entry, unsigned sub, unsigned warp, unsigned reg, uint32_t mask,
                       const uint8_t *lane, const uint8_t *ofs, const uint32_t *data)
{
    struct instr *i;
    begin(w, "writeback", entry, sub);
    struct access *a = find_access(w, &i);
    if (!a)
        return false;
    if (i->store)
        return object(w, NOWHERE, "expected no write-back of a store");
    if (a->written == a->taken)
        return object(w, NOWHERE, "expected no write-back, as each pass so far has had its own, seen slots 0x%x", mask);
    if (mask != a->due[a->written])
        return object(w, lowest(mask ^ a->due[a->written]), "expected the slots of pass %u, 0x%x, seen 0x%x",
                      a->written + 1u, a->due[a->written], mask);
    if (warp != i->warp || reg != i->reg)
        return object(w, NOWHERE, "expected warp %u, register %u, seen warp %u, register %u", i->warp, i->reg, warp, reg);
    uint32_t wrong = 0;
    unsigned values = 0;
    for EACH (slot, mask) {
        wrong |= differs(i, a, sub, slot, lane, ofs, data);
        values++;
    }
    if (wrong)
        for EACH (slot, mask)
            if (differs(i, a, sub, slot, lane, ofs, data))
                return object(w, slot, "expected the value 0x%08x for this lane and offset, seen 0x%08x for lane %u, "
                              "offset %u", a->word[slot], data[slot], lane[slot], ofs[slot]);
    a->written++;
    i->unwritten--;
    w->counts.values += values;
    return true;
}

static const char *error_name(unsigned err)
{
    static const char *const name[] = { "no error", "misaligned", "out of range", "space" };
    return err < sizeof name / sizeof *name ? name[err] : "an unknown error";
}

bool witness_retire(struct witness *w, unsigned entry, unsigned warp, unsigned err, unsigned lane, uint32_t mask)
{
    begin(w, "retire", entry, NOWHERE);
    struct instr *i = find_instr(w);
    if (!i)
        return false;
    if (warp != i->warp)
        return object(w, NOWHERE, "expected warp %u, seen warp %u", i->warp, warp);
    if (!i->err && err)
        return object(w, NOWHERE, "expected no error, seen %s in lane %u of lanes 0x%x", error_name(err), lane, mask);
    if (i->err && (err != i->err || lane != i->err_lane || mask != i->err_mask))
        return object(w, NOWHERE, "expected %s in lane %u (address 0x%llx) of lanes 0x%x, seen %s in lane %u of lanes 0x%x",
                      error_name(i->err), i->err_lane, (unsigned long long)i->err_addr, i->err_mask, error_name(err), lane,
                      mask);
    if (i->open) {
        unsigned sub = lowest(i->open);
        w->event.sub = sub;
        return object(w, lowest(i->access[sub].left), "expected every slot taken by a pass, seen 0x%x left",
                      i->access[sub].left);
    }
    if (i->unwritten)
        return object(w, NOWHERE, "expected every pass written back, seen %u not", i->unwritten);
    i->flying = false;
    w->flying--;
    return true;
}
