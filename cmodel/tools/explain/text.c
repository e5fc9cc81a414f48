#include "explain/text.h"

#include <inttypes.h>
#include <stdio.h>

#include "explain/cells.h"
#include "kit/mask.h"
#include "program/names.h"
#include "ul1_sizes.h"

enum { LANES_TEXT = 200, TOLD = 3 }; // TOLD: shared words that are listed, at most

static const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

// 256-colour codes for passes, readable on dark and on light
static void paint(bool colour, unsigned pass)
{
    static const unsigned char colours[] = { 32, 166, 70, 133, 37, 172, 63, 161, 71, 208, 99, 31 };
    if (colour)
        printf("\033[38;5;%um", colours[pass % sizeof colours]);
}

static void paint_end(bool colour)
{
    if (colour)
        printf("\033[0m");
}

// ---- the grid: a row is a pass; a column is a bank, or a word of a line

static bool any_together(const struct cell *cell, unsigned cells)
{
    for (unsigned i = 0; i < cells; i++)
        if (cell[i].lanes & (cell[i].lanes - 1))
            return true;
    return false;
}

static void print_grid(const struct pattern *p, const struct turn *t, const struct measured *m,
                       const struct cell *cell, unsigned cells, bool colour)
{
    const int wide = any_together(cell, cells) ? 4 : 3;
    printf("\n%-9s", cells_cached(t) ? "word" : "bank");
    for (unsigned c = 0; c < cells_columns(p, cells_cached(t)); c++)
        printf("%3u%s", c, wide == 4 ? " " : "");
    printf("\n");
    for (unsigned pass = 0; pass < cells_passes(t, m); pass++) {
        printf("pass %-4u", pass + 1);
        paint(colour, pass);
        for (unsigned c = 0; c < cells_columns(p, cells_cached(t)); c++) {
            uint64_t lanes = 0;
            for (unsigned i = 0; i < cells; i++)
                lanes |= cell[i].pass == pass && cell[i].column == c ? cell[i].lanes : 0;
            if (lanes)
                printf("%3d%s", __builtin_ctzll(lanes), wide == 3 ? "" : lanes & (lanes - 1) ? "+" : " ");
            else
                printf("  .%s", wide == 3 ? "" : " ");
        }
        paint_end(colour);
        printf("\n");
    }
    printf("(the lane that a word is of%s)\n\n", wide == 4 ? "; +: and others, which ride along" : "");
}

// ---- the cause

static void print_sub_warps(const struct pattern *p, const struct turn *t)
{
    const unsigned parts = remedy_parts(p, t);
    if (pattern_pairs(p, t))
        printf("lanes pair up with equal addresses: each pair is worked on as one lane\n");
    if (cells_cached(t) && parts > p->words)
        printf("coalesced in groups of %u lanes: %u of these at least\n", p->lanes / parts,
               remedy_fewest(p, t));
    else if (p->words > 1)
        printf("%u bits a lane: %u words for each, so %u %s are worked on at a time, as %s: %u of "
               "these at least\n",
               8 * UL1_WORD_BYTES * p->words, p->words, p->lanes / parts,
               pattern_pairs(p, t) ? "pairs" : "lanes", parts > p->words ? "half a sub-warp" : "a sub-warp",
               remedy_fewest(p, t));
    else if (parts > 1)
        printf("a pass is of either half of the lanes: %u of these at least\n", remedy_fewest(p, t));
}

// The registers that the words of a matrix access are in.
static void print_matrix(const struct pattern *p, const struct turn *t)
{
    const unsigned pairs = p->lanes / 8;
    if (t->access.matrix == UL1_MATRIX_PLAIN)
        printf("a matrix: lane n has word n %% 4 of row n / 4 of each sub-warp, in the register of its "
               "number\n");
    if (t->access.matrix == UL1_MATRIX_TRANS)
        printf(
            "a transposed matrix: lane n has rows 2*(n %% %u) and 2*(n %% %u) + 1 of column n / %u of each "
            "sub-warp, in the register of its number\n",
            pairs, pairs, pairs);
}

// A bank, or a line, gives a word to several lanes at once; a bank of 64 bits a pair of words.
static const char *given(const struct pattern *p, const struct turn *t)
{
    return p->bank_words > 1 && !cells_cached(t) ? "pair" : "word";
}

static void print_together(const struct pattern *p, const struct turn *t, const struct cell *cell,
                           unsigned cells)
{
    unsigned told = 0, found = 0;
    for (unsigned i = 0; i < cells; i++) {
        char text[LANES_TEXT], of[24];
        const uint64_t others = cell[i].lanes & (cell[i].lanes - 1);
        found += others != 0;
        if (!others || told++ >= TOLD)
            continue;
        cells_lanes(others, text, sizeof text);
        snprintf(of, sizeof of, cells_cached(t) ? "the line" : "bank %u", cell[i].column);
        printf("lane%s %s ride%s along with lane %d in pass %u: the same %s of %s\n",
               plural((unsigned)__builtin_popcountll(others)), text, others & (others - 1) ? "" : "s",
               __builtin_ctzll(cell[i].lanes), cell[i].pass + 1, given(p, t), of);
    }
    if (found > TOLD)
        printf("and so in %u more %s%s\n", found - TOLD, given(p, t), plural(found - TOLD));
}

// The slots of a pass are those of a sub-warp, or of half of one if there are fewer banks than lanes.
static unsigned part_of(const struct pattern *p, const struct measured *m, unsigned pass)
{
    const unsigned halves = p->lanes / p->banks;
    return m->pass[pass].sub * halves + (halves > 1 && !(m->pass[pass].slots & mask_all(p->banks)));
}

// The bank with the most words of one sub-warp, or of half of one. Their number is the number of its passes.
static void print_conflict(const struct pattern *p, const struct turn *t, const struct measured *m,
                           const struct cell *cell, unsigned cells)
{
    unsigned most = 0, bank = 0, sub = 0;
    for (unsigned s = 0; s < remedy_parts(p, t); s++)
        for (unsigned b = 0; b < p->banks; b++) {
            unsigned words = 0;
            for (unsigned i = 0; i < cells; i++)
                words += cell[i].column == b && part_of(p, m, cell[i].pass) == s;
            if (words > most)
                most = words, bank = b, sub = s;
        }
    const bool atomic = machine_atomic(&t->access);
    if (most <= 1) {
        if (atomic)
            printf("no conflict: no bank has words of two lanes\n");
        else
            printf("no conflict: no bank has two %ss to give\n", given(p, t));
        return;
    }
    char text[LANES_TEXT];
    uint64_t lanes = 0;
    for (unsigned i = 0; i < cells; i++)
        lanes |= cell[i].column == bank && part_of(p, m, cell[i].pass) == sub ? cell[i].lanes : 0;
    cells_lanes(lanes, text, sizeof text);
    if (atomic)
        printf("bank %u has words of lanes %s: it serves one lane in a pass, equal words or not\n", bank,
               text);
    else
        printf("bank %u has %u different %ss to give, to lanes %s: one in a pass\n", bank, most, given(p, t),
               text);
}

static void print_lines(const struct pattern *p, const struct turn *t, const struct measured *m,
                        const struct cell *cell, unsigned cells)
{
    const unsigned line_bytes = UL1_WORD_BYTES * p->line_words, sector_words = p->line_words / UL1_SECTORS;
    uint64_t used = 0;
    for (unsigned n = 0; n < m->lines; n++) {
        char text[LANES_TEXT];
        uint64_t lanes = 0;
        unsigned sectors = 0;
        for (unsigned i = 0; i < cells; i++) {
            if (cell[i].pass != n)
                continue;
            lanes |= cell[i].lanes;
            sectors |= 1u << cell[i].column / sector_words;
        }
        used += (unsigned)__builtin_popcount(sectors);
        cells_lanes(lanes, text, sizeof text);
        printf("pass %u: line 0x%" PRIx64 ", sectors", n + 1, m->line[n].addr);
        for (unsigned s = 0; s < UL1_SECTORS; s++)
            if (sectors >> s & 1)
                printf(" %u", s);
        printf(", lane%s %s%s\n", plural((unsigned)__builtin_popcountll(lanes)), text,
               m->line[n].hit          ? ": a hit"
                   : m->line[n].merged ? ": waits for the same fetch"
                                       : "");
    }
    if (t->access.op == UL1_OP_LOAD)
        printf("%u request%s, %u sectors of %u bytes; lanes are on %" PRIu64 " of them\n", m->reads,
               plural(m->reads), m->read_sectors, line_bytes / UL1_SECTORS, used);
    else
        printf("%u write%s to memory%s, %u read%s (policy fermi, an empty cache)\n", m->writes,
               plural(m->writes), m->writes ? "" : " until the line leaves the cache", m->reads,
               plural(m->reads));
}

// Lanes with the lowest number of each lock flag: they get their locks, or unlock.
static void print_locks(const struct pattern *p, const struct turn *t)
{
    const struct machine_access *a = &t->access;
    const bool locks = a->op == UL1_OP_LOAD && a->atom == UL1_ATOM_LOCK,
               asks = a->op == UL1_OP_STORE && a->atom == UL1_ATOM_CUNLOCK;
    char text[LANES_TEXT];
    uint64_t lowest = 0;
    if (!locks && !asks)
        return;
    for (unsigned lane = 0; lane < p->lanes; lane++) {
        unsigned below = 0;
        while (below < lane
               && !(a->mask >> below & 1
                    && (a->addr[below] ^ a->addr[lane]) / UL1_WORD_BYTES % UL1_LOCKS_SEEN == 0))
            below++;
        lowest |= (a->mask >> lane & 1 && below == lane ? UINT64_C(1) : 0) << lane;
    }
    cells_lanes(lowest, text, sizeof text);
    printf("if the locks are %s, lane%s %s %s: the lowest of each lock\n", locks ? "free" : "taken",
           plural((unsigned)__builtin_popcountll(lowest)), text, locks ? "get them" : "store and unlock");
}

// ---- the whole answer

static void print_title(const struct pattern *p, const struct turn *worst, unsigned passes, unsigned fewest,
                        bool error)
{
    char name[100], lanes[LANES_TEXT];
    const uint64_t all = UINT64_MAX >> (64 - p->lanes);
    printf("%s\n", p->text);
    cells_lanes(worst->access.mask, lanes, sizeof lanes);
    printf("%u lanes", p->lanes);
    if (worst->access.mask != all)
        printf(", active: %s", *lanes ? lanes : "none");
    printf("\n");
    pattern_name(p, worst, name);
    if (error && p->turns > 1)
        printf("%u turns; this is the first that fails%s%s\n", p->turns, *name ? ": " : "", name);
    else if (p->turns > 1)
        printf("%u turns, of %u to %u passes; this is the first with the most%s%s\n", p->turns, fewest,
               passes, *name ? ": " : "", name);
    if (!error)
        printf("%u pass%s\n", passes, passes == 1 ? "" : "es");
}

void text_answer(const struct pattern *p, const struct turn *worst, const struct measured *m, unsigned fewest,
                 bool colour)
{
    struct cell cell[MEASURE_MOST];
    const unsigned cells = cells_of(p, worst, m, cell), passes = cells_passes(worst, m);
    print_title(p, worst, passes, fewest, m->error);
    if (m->error) {
        printf("error %s in lane %u, address 0x%" PRIx64 "\n", names_key("err", m->error), m->error_lane,
               worst->access.addr[m->error_lane]);
        return;
    }
    if (!passes) {
        printf("no lane is active: nothing is accessed\n");
        return;
    }
    print_grid(p, worst, m, cell, cells, colour);
    print_sub_warps(p, worst);
    print_matrix(p, worst);
    if (cells_cached(worst))
        print_lines(p, worst, m, cell, cells);
    else
        print_conflict(p, worst, m, cell, cells);
    print_together(p, worst, cell, cells);
    print_locks(p, worst);
    printf("alone on the machine: %" PRIu64 " cycles\n", m->cycles);
}

static void print_remedy(const struct pattern *p, const struct remedy *r)
{
    if (r->kind == REMEDY_PAD) {
        printf("  padding   [A + %u*(A/%u)]: %u word%s behind every %u\n", 4 * r->words, 4 * r->row, r->words,
               plural(r->words), r->row);
        return;
    }
    char shift[20] = "", words[20] = "";
    if (r->shift)
        snprintf(shift, sizeof shift, " >> %u", r->shift);
    if (p->words > 1)
        snprintf(words, sizeof words, "*%u", p->words);
    printf("  swizzle   [A ^ 4*((A/%u%s)%s %% %u)]: the word's number within its row of %u, by XOR with the "
           "row's\n",
           4 * r->row, shift, words, p->banks, r->row);
}

void text_remedies(const struct pattern *p, struct measure_machine *x)
{
    static const char *const none[] = { [REMEDY_PAD] = "  padding   none of up to a row helps",
                                        [REMEDY_XOR] =
                                            "  swizzle   none of rows as long as the banks helps" };
    unsigned fewest = 0;
    for (unsigned i = 0; i < p->turns; i++)
        fewest = remedy_fewest(p, &p->turn[i]) > fewest ? remedy_fewest(p, &p->turn[i]) : fewest;
    printf("\nwithout conflict, %u pass%s, if A is the address above (each tried on the model: %u lanes, %u "
           "turn%s):\n",
           fewest, fewest == 1 ? "" : "es", p->lanes, p->turns, plural(p->turns));
    for (unsigned kind = REMEDY_PAD; kind <= REMEDY_XOR; kind++) {
        struct remedy r;
        if (remedy_find(p, x, (enum remedy_kind)kind, &r))
            print_remedy(p, &r);
        else
            printf("%s\n", none[kind]);
    }
}
