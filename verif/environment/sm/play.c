#include "environment/sm/play.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "environment/memory/watched.h"
#include "environment/sm/follower.h"
#include "environment/sm/side.h"
#include "environment/sm/side_drive.h"

enum {
    RESET_CYCLES = 2, // at the start of a run
    CLEAR_EVERY = 4,  // one part in so many clears the machine's counters,
    CLEAR_AT = 60,    // in this cycle of the part
    // Cycles without progress that count as a hang. The longest legal wait is a conflict of all lanes with
    // the longest interval, 2000, if passes are not visible; memory takes some hundreds.
    PATIENCE = 4000,
};

// ---- parts

// Whether the port is not to a memory of the bench for this L1 alone.
static bool is_joined(const struct sm *h)
{
    return h->joined || h->behind;
}

// The expectations of a program that are checked. Times are those of an L1 with a memory of its own. Behind
// L2 slices there is no memory that a program could choose, and no store that memory refuses.
static enum checked_counts counts_of(struct sm *h, const struct part *part)
{
    h->unlike |= h->behind && part->set.memory.named;
    for (unsigned i = 0; i < part->failings; i++)
        h->unlike |= h->behind && !part->failing[i].walk && part->failing[i].kinds & MEMORY_STORES;
    return h->late || (h->joined && joined_delays(h->joined, h->number)) ? COUNTS_PASSES
        : h->unlike                                                      ? COUNTS_NONE
        : is_joined(h) && !part->timed                                   ? COUNTS_UNTIMED
                                                                         : COUNTS_ALL;
}

// Each part has its own seed for random choices, so that it can be repeated without the parts before it.
static void draw_anew(struct sm *h)
{
    const uint64_t any = rng_next(&h->rng) >> 1 | 1;
    h->draws = h->part.set.draws ? h->part.set.draws : any;
    rng_seed(&h->rng, h->draws);
    memory_port_seed(h->port, rng_next(&h->rng));
}

bool play_begin(struct sm *h, enum stage stage, const struct part *part)
{
    h->stage = stage;
    h->part = *part;
    h->cycle = h->progress = h->retired = h->quiet = 0;
    perf_reference_part(&h->metered, &h->costs);
    h->costs = (struct costs){ 0 };
    h->first_taken = h->last_retired = -1;
    h->holding = h->waiting = h->exhausted = false;
    commander_part(&h->commander, &h->part);
    if (!h->again) { // else memory goes on
        memory_port_set(h->port, &h->part.set.memory);
        if (h->joined)
            joined_part(h->joined, h->number);
    }
    waits_part(&h->waits, h->late);
    if (h->part.follower)
        follow_counts(h->part.follower, counts_of(h, part));
    if (h->watcher)
        h->watcher->part(h->watcher, h);
    if (stage == PROGRAM)
        draw_anew(h);
    if (stage == PROGRAM && h->notes)
        notes_part(h->notes, &h->part, h->draws);
    return !h->memcheck
        || (agreed(h, memcheck_policy(h->memcheck, policy_built(h->part.set.policy)))
            && agreed(h, memcheck_bankwidth(h->memcheck, h->part.set.bankwidth)));
}

// Changes the carveout first, then writes rows that must be known.
bool play_begin_mine(struct sm *h)
{
    const struct part *mine = h->mine;
    struct part part = *mine;
    enum stage stage = PROGRAM;
    if (h->carveout != mine->set.carveout) {
        stage = CARVING;
        if (h->notes)
            notes_emptied(h->notes);
        part = around_carveout_part(&h->around, &mine->set);
    } else if (around_lacks(&h->around, h->carveout)) {
        stage = SEEDING;
        part = around_seeding(&h->around, &h->rng, &mine->set);
    } else {
        h->mine = NULL;
        points_part(&h->points, &mine->set, h->carveout);
    }
    part.reset_at = h->again ? -1 : part.reset_at;
    return play_begin(h, stage, &part);
}

// Offers nothing more; settings stay.
static void rest(struct sm *h)
{
    h->stage = RESTING;
    h->exhausted = true;
    h->again = false;
    h->quiet = 0;
    h->part.commands = h->part.set.operations = 0;
    h->part.follower = NULL;
    commander_part(&h->commander, &h->part);
}

static void sum_cycles(struct sm *h)
{
    if (h->part.expected.cycles >= 0) {
        if (!h->formulas)
            h->tally.cycles_expected = h->tally.cycles_measured = 0;
        h->formulas = true;
        h->tally.cycles_expected += h->part.expected.cycles;
        h->tally.cycles_measured += h->costs.cycles;
    } else {
        h->cycles_without += h->costs.cycles;
        if (!h->formulas)
            h->tally.cycles_measured = h->cycles_without;
    }
}

static void sum_costs(struct sm *h)
{
    const struct costs *x = &h->part.expected;
    sum_cycles(h);
    h->busy_of += h->part.busy ? h->cycle : 0;
    points_costs(&h->points, &h->costs);
    h->formulas_told |= x->address_reads >= 0 || x->stalls >= 0;
}

// Checks what a part cost.
static bool judge_costs(struct sm *h)
{
    const struct costs *x = &h->part.expected, *m = &h->costs;
    int64_t numbers[2];
    const char *what = costs_differ(x, m, h->inside, numbers);
    return !what
        || sm_object(h, MEMCHECK_OBJECTS, "the test's formula says %" PRId64 " %s, measured %" PRId64,
                     numbers[0], what, numbers[1]);
}

// A part of the program has ended. After a reset its expectations are not checked.
static bool end_mine(struct sm *h, bool reset)
{
    if (h->behind)
        behind_costs(h->behind, &h->costs);
    sum_costs(h);
    if (h->notes)
        notes_end(h->notes, h->number, reset);
    if (h->part.follower && !followed(h, follow_ended(h->part.follower, &h->costs, h->inside)))
        return false;
    return reset || h->late || is_joined(h) || judge_costs(h);
}

static bool end_part(struct sm *h, bool reset)
{
    if (h->first_taken >= 0 && h->last_retired >= 0)
        h->costs.cycles = h->last_retired - h->first_taken + 1;
    if (h->stage == PROGRAM && !end_mine(h, reset))
        return false;
    if (h->stage == WRITING || h->stage == CHANGING)
        h->stored = false;
    if (h->stage == CHANGING && h->memcheck
        && !(agreed(h, memcheck_completed(h->memcheck)) && agreed(h, memcheck_memory(h->memcheck))))
        return false;
    if (h->mine && !reset)
        return play_begin_mine(h);
    rest(h);
    return true;
}

// ---- cycles

void play_drive(struct sm *h, const struct ul1_l1_out *out, struct ul1_l1_in *in)
{
    struct backing *m = h->backing;
    if (h->stage == STARTING) { // the outputs are not valid yet
        memset(in, 0, sizeof *in);
        in->rst = h->resets = true;
        return;
    }
    in->rst =
        h->stage == PROGRAM && h->part.reset_at >= 0 && h->cycle == PART_LEAD + (uint64_t)h->part.reset_at;
    h->resets = in->rst;
    if (h->resets && h->part.resets_alone && is_joined(h)
        && (h->behind || !joined_resets(h->joined, h->number)))
        h->astray = !sm_object(h, HARNESS_AT_FAULT, "the machine has no reset of this L1 alone");
    in->cfg_home = h->part.set.home;
    in->cfg_interval = h->part.set.interval;
    in->cfg_policy = h->part.set.policy;
    in->cfg_bankwidth = h->part.set.bankwidth;
    in->cfg_fetch = h->part.set.fetch;
    in->cfg_page = (uint8_t)m->page;
    in->cfg_root = m->root;
    h->metered.clears = h->stage == PROGRAM && *h->parts % CLEAR_EVERY == 0 && h->cycle == CLEAR_AT;
    perf_reference_drive(&h->metered, in);
    side_drive(h, out, in);
    const bool over = all_retired(h), offered = h->commander.offering;
    h->astray |= !fine(h, commander_drive(&h->commander, m, in, h->cycle, h->retired, over));
    if (h->notes && h->commander.offering && !offered)
        notes_command(h->notes, h->number, &h->commander.offered, h->cycle);
    if (!is_joined(h) && !memory_port_drive(h->port, in))
        h->astray = !sm_object(h, HARNESS_AT_FAULT, "out of memory for the memory");
}

// The L1 was reset alone, and goes on with its part.
static bool go_on(struct sm *h, const struct part *part)
{
    if (h->notes)
        notes_step(h->notes, false);
    part->again(part->source);
    h->again = true;
    h->mine = part;
    return play_begin_mine(h);
}

// Nothing else in the cycle counts.
static bool see_reset(struct sm *h)
{
    const bool alone = h->stage != STARTING && h->part.resets_alone;
    const struct part *given = h->given;
    if (h->notes)
        notes_emptied(h->notes);
    h->around.known = 0;
    h->carveout = UL1_CARVEOUT_S48;
    h->just_reset = true;
    h->stored = false;
    side_reset(h);
    perf_reference_reset(&h->metered, &h->costs);
    commander_reset(&h->commander);
    h->draining = h->joined && joined_drains(h->joined, h->number);
    if (h->memcheck
        && !agreed(h, h->draining ? memcheck_reset_alone(h->memcheck) : memcheck_reset(h->memcheck)))
        return false;
    if (h->stage == STARTING) {
        if (++h->cycle == RESET_CYCLES)
            rest(h);
        return true;
    }
    points_reset(&h->points);
    bins_reset(&h->bins);
    points_alone(&h->points, alone, false);
    const bool goes_on = alone && h->part.again;
    return end_part(h, true) && (!goes_on || go_on(h, given));
}

// The L1 was reset alone before. When its requests from then are done, the memory checker is told.
static bool see_drain(struct sm *h)
{
    points_alone(&h->points, false, h->joined && joined_waits(h->joined, h->number));
    if (!h->draining || joined_drains(h->joined, h->number))
        return true;
    h->draining = false;
    return !h->memcheck || agreed(h, memcheck_settled(h->memcheck));
}

// From now on the carveout is the command's. (Some commands leave no dirty data, but nothing depends on
// that.)
static bool see_complete(struct sm *h, const struct command *c)
{
    h->progress = h->cycle;
    if (h->notes)
        notes_complete(h->notes, h->number, h->cycle);
    if (c->op == UL1_CMD_CARVEOUT) {
        h->carveout = c->carveout;
        around_carveout(&h->around, h->carveout);
    }
    if (h->part.follower && !followed(h, follow_command_done(h->part.follower, h->cycle)))
        return false;
    return !h->memcheck || agreed(h, memcheck_completed(h->memcheck));
}

static bool see_command(struct sm *h, const struct command *c)
{
    h->progress = h->cycle;
    if (h->part.follower)
        follow_command_taken(h->part.follower, h->cycle);
    return !h->memcheck || agreed(h, memcheck_command(h->memcheck, c->op, c->addr, c->carveout));
}

// An instruction taken in the cycle in which a command completes comes after the command. One taken in the
// cycle in which a command is taken comes before it.
static bool see_instructions(struct sm *h, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    struct commanded seen = commander_observe(&h->commander, in, out);
    return (!seen.complete || see_complete(h, &seen.was)) && side_observe(h, in, out)
        && (!seen.taken || see_command(h, &seen.is));
}

static bool see_memory(struct sm *h, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (h->behind ? !memory_port_watch(h->port, in, out)
                  : !h->joined && !memory_port_observe(h->port, in, out))
        return sm_object(h, MEMCHECK_OBJECTS, "%s", memory_port_error(h->port));
    if ((out->mmu.mem_valid && in->mem_ready) || in->resp_valid)
        h->progress = h->cycle;
    return true;
}

static void count(struct sm *h, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (h->part.follower)
        follow_memory(h->part.follower, in, out);
    if (!h->inside)
        return;
    points_cycle(&h->points, &h->waits, in, out);
    bins_cycle(&h->bins, in, out, h->points.depth);
    if ((int64_t)h->points.depth > h->costs.replays)
        h->costs.replays = h->points.depth;
}

__attribute__((cold, noinline)) static bool hangs(struct sm *h)
{
    unsigned oldest = FLIGHTS;
    for (unsigned e = 0; e < FLIGHTS; e++)
        if (h->flight[e].live && (oldest == FLIGHTS || h->flight[e].since < h->flight[oldest].since))
            oldest = e;
    if (oldest == FLIGHTS)
        return sm_object(h, MEMCHECK_OBJECTS, "hang: nothing is in flight, but %s",
                         h->holding || h->waiting ? "nothing is taken" : "it is not idle");
    const struct flight *f = &h->flight[oldest];
    char of[20] = "";
    if (f->instr->passes)
        snprintf(of, sizeof of, " of %u", f->instr->passes);
    return sm_object(h, MEMCHECK_OBJECTS,
                     "hang: no progress for %d cycles; the oldest of %u in flight is entry %u, %s %s of "
                     "warp %u taken in cycle %" PRIu64
                     ", with %u%s passes; %u remainders are at the instruction side",
                     PATIENCE, h->flying, oldest, instr_article(instr_kind(f->instr)), instr_kind(f->instr),
                     f->instr->warp, f->since, f->passes, of, h->remainders);
}

__attribute__((cold, noinline)) static bool starves(struct sm *h)
{
    const struct waits *w = &h->waits;
    const struct stay *s = &w->over;
    const struct flight *f = &h->flight[s->holder % ENTRIES];
    char than[64] = "its bound";
    if (w->times > 1)
        snprintf(than, sizeof than, "%u times its bound", w->times);
    if ((unsigned)s->row < WAIT_OFFERED || (unsigned)s->row >= WAIT_INSTRS || !f->live)
        return sm_object(h, MEMCHECK_OBJECTS, "starving: %s for %" PRIu64 " cycles, more than %s, %" PRIu64,
                         w->starves, s->cycles, than, w->bound);
    return sm_object(h, MEMCHECK_OBJECTS,
                     "starving: entry %u, %s %s of warp %u taken in cycle %" PRIu64 ": %s for %" PRIu64
                     " cycles, more than %s, %" PRIu64,
                     s->holder, instr_article(instr_kind(f->instr)), instr_kind(f->instr), f->instr->warp,
                     f->since, w->starves, s->cycles, than, w->bound);
}

// The machine's performance counters.
static bool see_perf(struct sm *h, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    struct metered *m = &h->metered;
    const char *unlike = perf_reference_cycle(m, h->sizes, h->flying != h->beside, &h->costs, in, out);
    if (!unlike)
        return true;
    if (m->shows != out->perf.perf_valid)
        return sm_object(h, MEMCHECK_OBJECTS,
                         m->shows ? "the counter %s is not shown behind its read"
                                  : "a counter is shown that is not read"
                                    " (the last was %s)",
                         unlike);
    return sm_object(h, MEMCHECK_OBJECTS, "the counter %s shows %" PRIu32 ", counted %" PRIu32, unlike,
                     (uint32_t)out->perf.perf_value, m->value);
}

// Ends the part, or starts the next one, once no late effect can appear.
static bool see_end(struct sm *h, bool idle)
{
    const bool prepares = h->stage == CARVING || h->stage == SEEDING;
    const bool memory = memory_port_idle(h->port) && !(h->joined && joined_holds(h->joined, h->number));
    const bool rests =
        idle && all_retired(h) && commander_idle(&h->commander) && (memory || (prepares && h->draining));
    // slices may be busy for other L1s
    const bool over = rests && !(h->behind && behind_busy(h->behind));
    h->quiet = over ? h->quiet + 1 : 0;
    if (over && h->stage == RESTING)
        h->progress = h->cycle;
    if (h->stage != RESTING && h->quiet >= QUIET)
        return end_part(h, false);
    return h->cycle - h->progress < (rests ? 16 * PATIENCE : PATIENCE) || hangs(h);
}

bool play_observe(struct sm *h, const struct ul1_l1_in *in, const struct ul1_l1_out *out)
{
    if (h->astray || !see_memory(h, in, out))
        return false;
    if (in->rst != h->resets)
        return sm_object(h, MEMCHECK_OBJECTS,
                         in->rst ? "a reset comes to it that is not its own"
                                 : "its reset does not come to it");
    if (in->rst)
        return see_reset(h);
    if (!see_drain(h))
        return false;
    // a quiet twin does not show most of what these checks need
    const bool judges = h->memcheck && !h->objected;
    if (judges && !waits_cycle(&h->waits, in, out))
        return starves(h);
    if (judges && h->watcher && !watched(h, h->watcher->cycle(h->watcher, h, in, out)))
        return false;
    if (judges && !h->late && !see_perf(h, in, out))
        return false;
    bool idle = out->lsu.lsu_idle && out->constant.con_idle && out->texture.tex_idle && out->wdb.wdb_idle
        && out->tag.cmd_ready;
    if (h->just_reset && !idle)
        return sm_object(h, MEMCHECK_OBJECTS, "after a reset the machine is not idle");
    h->just_reset = false;
    if (!side_reports(h, out) || !see_instructions(h, in, out))
        return false;
    costs_cycle(&h->costs, h->sizes, in, out);
    if (h->stage == PROGRAM)
        count(h, in, out);
    h->cycle++;
    return see_end(h, idle);
}

// ---- the end

bool play_finish(struct sm *h)
{
    const bool idle =
        h->part_name && !h->tally.instructions; // one of several, which the program leaves alone
    if (h->memcheck && !h->inside && !idle)
        return sm_object(h, HARNESS_AT_FAULT, "no pass was ever seen, so none was checked");
    return !h->memcheck || agreed(h, memcheck_finish(h->memcheck));
}
