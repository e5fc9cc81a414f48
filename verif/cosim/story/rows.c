#include "cosim/story/rows.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/names.h"
#include "common/taken.h"
#include "cosim/story/plot.h"

struct story {
    struct plot plot;
    char text[STORY_ROWS][STORY_TEXT];
};

__attribute__((format(printf, 3, 4))) static void say(struct story *s, unsigned row, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(s->text[row], sizeof s->text[row], format, ap);
    va_end(ap);
}

// Appends to the row's text.
__attribute__((format(printf, 3, 4))) static void say_more(struct story *s, unsigned row, const char *format,
                                                           ...)
{
    const size_t n = strlen(s->text[row]);
    va_list ap;
    va_start(ap, format);
    vsnprintf(s->text[row] + n, sizeof s->text[row] - n, format, ap);
    va_end(ap);
}

static const struct actor *actor(const struct story *s, unsigned entry)
{
    return &s->plot.actor[entry % ENTRIES];
}

static struct label who(const struct story *s, unsigned entry)
{
    return label_short(&actor(s, entry)->instr);
}

// The address of the line's first byte.
static uint64_t address(uint64_t line)
{
    return line * UL1_LINE_BYTES;
}

// "3", "0-7", "0-2,5"
static void say_lanes(struct story *s, unsigned row, uint32_t lanes)
{
    say_more(s, row, "lane%s ", lanes & (lanes - 1) ? "s" : "");
    for (const char *comma = ""; lanes; comma = ",") {
        const unsigned first = (unsigned)__builtin_ctz(lanes);
        const unsigned count = (unsigned)__builtin_ctzll(~((uint64_t)lanes >> first)),
                       last = first + count - 1;
        say_more(s, row, count > 1 ? "%s%u-%u" : "%s%u", comma, first, last);
        lanes &= ~(uint32_t)(((UINT64_C(1) << count) - 1) << first);
    }
}

// The row of the wait table that this holder is in. Null: none.
static const char *wait_of(const struct rows *now, unsigned holder)
{
    for (uint64_t rows = now->some; rows; rows &= rows - 1)
        if (now->in[__builtin_ctzll(rows)] >> holder & 1)
            return wait_name((enum wait_row)__builtin_ctzll(rows));
    return NULL;
}

// ---- the instruction side

static void offered(struct story *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (!in->in_valid)
        return;
    if (in->in_again) {
        say(s, STORY_OFFERED, "%s again", who(s, in->in_id).text);
        return;
    }
    const struct instr i = plot_offered(&s->plot, in, out);
    const char *why = wait_of(&s->plot.others, ATTRIBUTE_OFFERED + attribute_shared(in));
    say(s, STORY_OFFERED, "%s%s%s", label_of(&i).text, why ? ": " : "", why ? why : "");
}

static void data(struct story *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (out->lsu.pull_ready)
        say(s, STORY_DATA, "%s%s", who(s, out->lsu.pull_id).text, in->pull_valid ? "" : ": late");
}

static void chosen(struct story *s, const struct ul1_l1_out *out)
{
    if (out->lsu.choice_valid)
        say(s, STORY_CHOSEN, "%s", who(s, out->lsu.choice_id).text);
    if (out->lsu.coalesce_valid)
        say(s, STORY_LINES, "%s", who(s, out->lsu.coalesce_id).text);
}

static void registers(struct story *s, const struct ul1_l1_out *out)
{
    const struct actor *a = actor(s, out->lsu.rf_id);
    if (out->lsu.rf_valid)
        say(s, STORY_REGISTERS, "%s %u/%u", who(s, out->lsu.rf_id).text, a->beats + 1, a->passes);
    if (!out->lsu.ret_valid)
        return;
    say(s, STORY_RETIRES, "%s", who(s, out->lsu.ret_id).text);
    if (out->lsu.ret_err)
        say_more(s, STORY_RETIRES, " error %s", names_key("err", out->lsu.ret_err));
}

// ---- stages

static void say_pass(struct story *s, unsigned row, const struct staged *p)
{
    say(s, row, "%s %u/%u", who(s, p->entry).text, p->number, actor(s, p->entry)->passes);
}

static void say_staged(struct story *s, unsigned row, const struct staged *p)
{
    const struct label l = who(s, p->entry);
    const uint64_t at = address(p->line);
    switch (p->kind) {
    case STAGED_NONE:
        break;
    case STAGED_SHARED:
        say_pass(s, row, p);
        break;
    case STAGED_LINE:
        say(s, row, "%s 0x%" PRIx64, l.text, at);
        break;
    case STAGED_WOKEN:
        say(s, row, "%s 0x%" PRIx64 " woken", l.text, at);
        break;
    case STAGED_REPLAY:
        say(s, row, "%s 0x%" PRIx64 " replay", l.text, at);
        break;
    case STAGED_BARE:
        say(s, row, "replay 0x%" PRIx64 ", stores", at);
        break;
    case STAGED_DIRTY:
        say(s, row, "dirty 0x%" PRIx64, at);
        break;
    case STAGED_COMMAND:
        say(s, row, "command 0x%" PRIx64, at);
        break;
    }
}

// The outcome of a lookup; *prt: it concerns a PRT entry.
static const char *outcome(const struct ul1_l1_out *out, bool *prt)
{
    *prt = out->prt.miss_open || out->prt.miss_merge || out->prt.store_hold || out->arb.pass_replay;
    if (out->arb.pass_replay)
        return out->arb.pass_fail ? "fails" : "replay";
    if (!out->arb.pass_store)
        return out->tag.look_hit  ? "hit"
            : out->prt.miss_open  ? "miss"
            : out->prt.miss_merge ? "merge"
            : out->prt.miss_defer ? "deferred"
            : out->arb.pass_flush ? "flush"
                                  : "inval";
    return out->prt.store_hold                            ? "st held"
        : out->prt.store_alloc                            ? "st new"
        : out->prt.store_dirty && !out->prt.store_through ? "st dirty"
                                                          : "st through";
}

static const char *lacks(const struct ul1_l1_out *out)
{
    static const enum wait_row row[] = { [UL1_CAUSE_ENTRY] = WAIT_ENTRY,
                                         [UL1_CAUSE_WAY] = WAIT_WAY,
                                         [UL1_CAUSE_MERGE] = WAIT_MERGE_PLACE,
                                         [UL1_CAUSE_CLOSED] = WAIT_CLOSED,
                                         [UL1_CAUSE_CREDIT] = WAIT_DIRTY };
    return wait_name(row[out->prt.miss_cause % (sizeof row / sizeof *row)]);
}

static void say_lookup(struct story *s, unsigned row, const struct ul1_l1_out *out)
{
    const struct staged *p = &s->plot.stage[1];
    bool prt;
    const char *what = outcome(out, &prt);
    if (p->kind == STAGED_BARE)
        say(s, row, "stores 0x%" PRIx64, address(out->arb.pass_line));
    else
        say(s, row, "w%u %s 0x%" PRIx64, actor(s, p->entry)->instr.warp, what, address(out->arb.pass_line));
    if (prt)
        say_more(s, row, " prt%u",
                 out->arb.pass_replay ? out->arb.pass_prt : plot_prt(&s->plot, out, out->arb.pass_line));
    if (out->prt.miss_defer)
        say_more(s, row, ": %s", lacks(out));
    if (out->tag.evict_valid && !out->arb.pass_flush)
        say_more(s, row, " evicts 0x%" PRIx64, address(out->tag.evict_line));
}

static bool looked_up(const struct staged *p)
{
    return p->kind == STAGED_LINE || p->kind == STAGED_WOKEN || p->kind == STAGED_REPLAY
        || p->kind == STAGED_BARE;
}

static void stages(struct story *s, const struct ul1_l1_out *out)
{
    const struct plot *p = &s->plot;
    uint32_t served = 0;
    say_staged(s, STORY_STAGE_0, &p->stage[0]);
    if (looked_up(&p->stage[1]))
        say_lookup(s, STORY_STAGE_1, out);
    else
        say_staged(s, STORY_STAGE_1, &p->stage[1]);
    say_staged(s, STORY_STAGE_2, &p->stage[2]);
    for (unsigned bank = 0; bank < UL1_BANKS; bank++)
        served |= out->data.read_valid >> bank & 1 ? out->wdb.forward_be[bank] : 0u;
    if (p->stage[2].kind != STAGED_NONE && served)
        say_more(s, STORY_STAGE_2, ", wdb serves");
}

// Of the access in stage 1.
static void banks(struct story *s, const struct ul1_l1_out *out)
{
    const struct staged *p = &s->plot.stage[1];
    uint32_t slots[UL1_BANKS] = { 0 };
    for (uint32_t left = out->tag.map_mask; left; left &= left - 1)
        slots[out->tag.map_bank[__builtin_ctz(left)] % UL1_BANKS] |= left & -left;
    for (unsigned bank = 0; bank < UL1_BANKS; bank++) {
        if (p->kind == STAGED_DIRTY && out->axbar.bank_en >> bank & 1)
            say(s, STORY_BANK + bank, "dirty");
        else if (slots[bank] && p->kind != STAGED_NONE)
            say_lanes(s, STORY_BANK + bank,
                      standing_lanes(&s->plot.standing, p->entry, p->sub % UL1_WORDS, slots[bank]));
    }
}

// ---- instructions in flight

// The activity in this cycle, if the instruction makes progress.
static bool say_move(struct story *s, unsigned e, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const struct plot *p = &s->plot;
    const unsigned row = STORY_INSTR + e;
    const unsigned warp = actor(s, e)->instr.warp;
    if (out->lsu.ret_valid && out->lsu.ret_id == e)
        say(s, row, "w%u retires", warp);
    else if (p->stage[0].kind == STAGED_SHARED && p->stage[0].entry == e)
        say_pass(s, row, &p->stage[0]);
    else if (looked_up(&p->stage[1]) && p->stage[1].kind != STAGED_BARE && p->stage[1].entry == e)
        say_lookup(s, row, out);
    else if (looked_up(&p->stage[0]) && p->stage[0].kind != STAGED_BARE && p->stage[0].entry == e)
        say_staged(s, row, &p->stage[0]);
    else if (out->lsu.fence_valid && out->prt.accept_fence && out->lsu.fence_id == e)
        say(s, row, "w%u asks", warp);
    else if (out->fill.answer_fence && out->fill.answer_id == e)
        say(s, row, "w%u answered", warp);
    else if (out->lsu.choice_valid && out->lsu.choice_id == e)
        say(s, row, "w%u chosen", warp);
    else if (in->in_valid && in->in_again && in->in_id == e)
        say(s, row, "w%u again", warp);
    else if (in->pull_valid && out->lsu.pull_ready && out->lsu.pull_id == e)
        say(s, row, "w%u gets data", warp);
    else
        return false;
    return true;
}

static void instructions(struct story *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    for (uint64_t left = s->plot.standing.live; left; left &= left - 1) {
        const unsigned e = (unsigned)__builtin_ctzll(left);
        if (e >= s->plot.sizes->instrs || say_move(s, e, in, out))
            continue;
        const char *why = wait_of(&s->plot.instrs, e);
        say(s, STORY_INSTR + e, "%s: %s", who(s, e).text, why ? why : "?");
    }
    if (!attribute_offers(in) || !takes_new(&out->lsu, in->in_op, in->in_space)
        || out->lsu.in_entry >= s->plot.sizes->instrs)
        return;
    const struct instr i = plot_offered(&s->plot, in, out);
    say(s, STORY_INSTR + out->lsu.in_entry, "%s taken", label_short(&i).text);
}

// ---- contents of the buffers

static void pool(struct story *s)
{
    for (unsigned n = 0; n < UL1_POOL; n++) {
        const struct standing_place *p = &s->plot.standing.pool[n];
        if (!p->used)
            continue;
        say(s, STORY_POOL + n, "%s", who(s, p->entry).text);
        if (p->unissued)
            continue;
        say_more(s, STORY_POOL + n, " %u/%u, ", actor(s, p->entry)->begun + 1, actor(s, p->entry)->passes);
        say_lanes(s, STORY_POOL + n, actor(s, p->entry)->left);
    }
}

static void requests(struct story *s, const struct ul1_l1_out *out)
{
    for (unsigned e = 0; e < s->plot.sizes->prt; e++) {
        if (!(out->prt.prt_used >> e & 1))
            continue;
        say(s, STORY_PRT + e, "0x%" PRIx64 " %s:", address(out->prt.prt_line[e]),
            names_key("prt_state", out->prt.prt_state[e]));
        for (unsigned n = 0; n < s->plot.prt[e].count; n++)
            say_more(s, STORY_PRT + e, " w%u", s->plot.prt[e].warp[n]);
        if (out->prt.prt_closed >> e & 1)
            say_more(s, STORY_PRT + e, " stores");
    }
}

static void writes(struct story *s, const struct ul1_l1_out *out)
{
    static const char *const state[] = {
        [UL1_WDB_STATE_ARRIVES] = "data come",        [UL1_WDB_STATE_HELD] = "held",
        [UL1_WDB_STATE_ARRAY] = "to the array",       [UL1_WDB_STATE_MEMORY] = "to memory",
        [UL1_WDB_STATE_BOTH] = "to array and memory", [UL1_WDB_STATE_SENT] = "sent"
    };
    for (unsigned e = 0; e < s->plot.sizes->wdb; e++) {
        if (!(out->wdb.wdb_used >> e & 1))
            continue;
        say(s, STORY_WDB + e, "%s", s->plot.wdb[e].who.text);
        if (s->plot.wdb[e].cached)
            say_more(s, STORY_WDB + e, " 0x%" PRIx64, address(s->plot.wdb[e].line));
        say_more(s, STORY_WDB + e, ": %s",
                 out->wdb.wdb_state[e] < sizeof state / sizeof *state ? state[out->wdb.wdb_state[e]] : "?");
    }
}

// ---- memory and commands

static void request(struct story *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const unsigned number = out->mmu.mem_number;
    if (!out->mmu.mem_valid)
        return;
    if (out->mmu.mem_op == UL1_MEMOP_WRITE)
        say(s, STORY_REQUEST, "write 0x%" PRIx64, address(out->mmu.mem_vline));
    else if (out->mmu.mem_op == UL1_MEMOP_FENCE)
        say(s, STORY_REQUEST, "%s", number == s->plot.sizes->cmd_id ? "fence command" : who(s, number).text);
    else if (number < s->plot.sizes->prt)
        say(s, STORY_REQUEST, "read 0x%" PRIx64, address(out->prt.prt_line[number]));
    else
        say(s, STORY_REQUEST, "read walker%u", number - s->plot.sizes->prt);
    say_more(s, STORY_REQUEST, in->mem_ready ? "" : ": not taken");
}

static void response(struct story *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const unsigned number = in->resp_number;
    if (!in->resp_valid)
        return;
    if (in->resp_op == UL1_MEMOP_WRITE)
        say(s, STORY_RESPONSE, "lost 0x%" PRIx64, address(in->resp_vline));
    else if (in->resp_op == UL1_MEMOP_FENCE)
        say(s, STORY_RESPONSE, "%s", number == s->plot.sizes->cmd_id ? "fence command" : who(s, number).text);
    else if (number < s->plot.sizes->prt)
        say(s, STORY_RESPONSE, "0x%" PRIx64 "%s", address(out->prt.prt_line[number]),
            in->resp_err ? " error" : "");
    else
        say(s, STORY_RESPONSE, "walker%u%s", number - s->plot.sizes->prt, in->resp_err ? " error" : "");
}

static void walkers(struct story *s, const struct ul1_l1_out *out)
{
    for (unsigned n = 0; n < s->plot.sizes->walkers; n++)
        if (out->mmu.walk_state[n] != UL1_WALK_STATE_IDLE)
            say(s, STORY_WALKER + n, "page walk %s", names_key("walk_state", out->mmu.walk_state[n]));
}

static void say_command(struct story *s, unsigned op, uint64_t addr, const char *at)
{
    if (op == UL1_CMD_LINE || op == UL1_CMD_PAGE)
        say(s, STORY_COMMAND, "%s 0x%" PRIx64 ": %s", names_key("cmd", op), addr, at);
    else
        say(s, STORY_COMMAND, "%s: %s", names_key("cmd", op), at);
}

static void command(struct story *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    const char *why = NULL;
    for (unsigned row = WAIT_LAST_REPLAY; row <= WAIT_COMMAND_ANSWER && !why; row++)
        why = s->plot.others.in[row] ? wait_name((enum wait_row)row) : NULL;
    if (in->cmd_valid && out->tag.cmd_ready)
        say_command(s, in->cmd_op, in->cmd_addr, "taken");
    else if (out->tag.cmd_state != UL1_CMD_STATE_READY)
        say_command(s, s->plot.command, s->plot.command_addr,
                    why ? why : names_key("cmd_state", out->tag.cmd_state));
}

// ---- the cycle

static void tell(struct story *s, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    memset(s->text, 0, sizeof s->text);
    if (!s->plot.begun || in->rst)
        return;
    offered(s, in, out);
    data(s, in, out);
    chosen(s, out);
    stages(s, out);
    banks(s, out);
    registers(s, out);
    instructions(s, in, out);
    pool(s);
    requests(s, out);
    writes(s, out);
    request(s, in, out);
    response(s, in, out);
    walkers(s, out);
    command(s, in, out);
}

void story_cycle(struct story *s, const void *in, const void *out, bool tells)
{
    plot_cycle(&s->plot, in, out);
    if (tells)
        tell(s, in, out);
    plot_clock(&s->plot, in, out);
}

const char *story_text(const struct story *s, unsigned row)
{
    return s->text[row];
}

static const struct kind {
    const char *title, *name;
    unsigned first, count;
} kinds[] = {
#define ROW(name, count, title) { title, #name, STORY_##name, count },
#include "story_rows.inc"
#undef ROW
};

static const struct kind *kind_of(unsigned row)
{
    const struct kind *k = kinds + sizeof kinds / sizeof *kinds - 1;
    while (k->first > row)
        k--;
    return k;
}

void story_title(unsigned row, char title[STORY_TEXT])
{
    const struct kind *k = kind_of(row);
    snprintf(title, STORY_TEXT, k->count > 1 ? "%s %u" : "%s", k->title, row - k->first);
}

void story_name(unsigned row, char name[STORY_TEXT], unsigned *first)
{
    const struct kind *k = kind_of(row);
    snprintf(name, STORY_TEXT, k->count > 1 ? "%s%02u" : "%s", k->name, row - k->first);
    for (; *name; name++)
        *name = (char)tolower((unsigned char)*name);
    *first = k->first;
}

struct story *story_new(const struct ul1_block *shape)
{
    struct story *s = strcmp(shape->name, "l1") == 0 ? calloc(1, sizeof *s) : NULL;
    if (s)
        s->plot.sizes = shape->sizes;
    return s;
}

void story_free(struct story *s)
{
    free(s);
}
