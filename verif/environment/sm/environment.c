// The environment of one machine, or of several on one memory, as a stimulus: it runs the program's steps,
// and holds what all machines share.
#include "environment/sm/environment.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "environment/sm/l1s.h"
#include "environment/sm/memcheck_shape.h"
#include "environment/sm/play.h"

enum {
    // Random traffic to shared memory alone: the least percentage of cycles with a pass in the arbiter. The
    // average is 85, but the shortest run that is checked has only a dozen such parts. A WDB entry is in use
    // for four cycles: with fewer than four entries a store (half of all) takes 4 / WDB cycles. With two
    // remainders the next access that conflicts waits for one of them; the average is 76 then.
    BUSY_MOST = 75,
    BUSY_PERCENT = UL1_WDB >= 4 ? BUSY_MOST : 2 * BUSY_MOST * UL1_WDB / (UL1_WDB + 4),
    ERROR_PERCENT = 3, // most instructions with an error of their own; failing pages and lines do not count
    ERRORS_SPARE = 10, // and so many more, as short runs vary
};

// The work after the program has ended.
enum ending { GOING_ON, WRITING_BACK, LOADING_ALL, READING_COUNTERS };

struct env {
    struct stimulus base;
    struct program *program;
    struct backing backing;
    struct notes *notes; // null: not wanted
    unsigned parts;      // parts of the program, so far
    bool stepping;       // the parts of a step are drawn, and have not begun
    struct part step[MACHINES];
    unsigned count; // parts of the step
    enum ending ending;
    struct point point[CP_COUNT];
    uint64_t bin[BIN_COUNT];
    struct wait longest[STIMULUS_WAITS];
    const struct ul1_block *shape;
    struct joined joined;
    struct behind behind;
    unsigned hosts;
    struct {
        struct sm sm;
        size_t part; // its number among the parts of a machine of machines
    } of[];
};

static struct sm *sm_of(struct env *w, unsigned i)
{
    return &w->of[i].sm;
}

// ---- the program's end

static bool write_back(struct env *w)
{
    for (unsigned i = 0; i < w->hosts; i++) {
        struct sm *h = sm_of(w, i);
        struct part part = around_writing_back(&h->around, &h->part.set);
        if (h->stored && !play_begin(h, WRITING, &part))
            return false;
    }
    return true;
}

// Changes the page tables, which writes dirty lines back.
static bool change(struct env *w)
{
    backing_announce(&w->backing, &w->step[0]);
    for (unsigned i = 0; i < w->hosts; i++) {
        struct sm *h = sm_of(w, i);
        struct part part = around_changing(&h->around, &h->part.set);
        if (!play_begin(h, CHANGING, &part)
            || (h->memcheck && !agreed(h, memcheck_command(h->memcheck, UL1_CMD_BOTH, 0, 0))))
            return false;
    }
    return true;
}

static bool load_all(struct env *w)
{
    for (unsigned i = 0; i < w->hosts; i++) {
        struct sm *h = sm_of(w, i);
        struct part part = around_reading_back(&h->around, &h->part.set);
        if (h->memcheck && !memcheck_memory(h->memcheck))
            return sm_memcheck_objects(h);
        if (!play_begin(h, READING, &part))
            return false;
    }
    return true;
}

static bool end(struct env *w)
{
    switch (w->ending) {
    case GOING_ON:
        w->ending = WRITING_BACK;
        return write_back(w);
    case WRITING_BACK:
        w->ending = LOADING_ALL;
        return load_all(w);
    case LOADING_ALL:
        w->ending = READING_COUNTERS;
        for (unsigned i = 0; i < w->hosts && sm_of(w, i)->memcheck && !sm_of(w, i)->late; i++)
            sm_of(w, i)->metered.left = UL1_COUNTERS;
        return true;
    default:
        w->base.done = true;
        for (unsigned i = 0; i < w->hosts; i++)
            w->base.done &= !sm_of(w, i)->metered.left;
        return true;
    }
}

// ---- steps

// Returns false if there is none left.
static bool draw_step(struct env *w)
{
    w->count = 0;
    do {
        if (!w->program->part(w->program, &w->step[w->count]))
            return w->count > 0;
        w->parts++;
    } while (w->step[w->count++].beside && w->count < w->hosts);
    return true;
}

static bool begin_step(struct env *w)
{
    w->stepping = false;
    if (w->notes)
        notes_step(w->notes, w->backing.renews);
    if (!fine(sm_of(w, 0), backing_step(&w->backing, w->step, w->count)))
        return false;
    for (unsigned i = 0; i < w->count; i++) {
        if (w->step[i].machine >= w->hosts)
            return sm_object(sm_of(w, 0), HARNESS_AT_FAULT, "a part is for machine %u of %u",
                             w->step[i].machine, w->hosts);
        struct sm *h = sm_of(w, w->step[i].machine);
        h->mine = h->given = &w->step[i];
        if (!play_begin_mine(h))
            return false;
    }
    return true;
}

static bool all_rest(struct env *w)
{
    for (unsigned i = 0; i < w->hosts; i++)
        if (sm_of(w, i)->stage != RESTING || sm_of(w, i)->quiet < QUIET)
            return false;
    return true;
}

// All machines are idle: the next step begins.
static bool advance(struct env *w)
{
    if (w->ending != GOING_ON)
        return end(w);
    if (!w->stepping) {
        w->stepping = draw_step(w);
        if (!w->stepping)
            return end(w);
        if (backing_renews(&w->backing, &w->step[0]))
            return change(w);
    }
    return begin_step(w);
}

// ---- cycles

// The samples of a machine, and its inputs where they are driven.
static const struct ul1_l1_in *in_of(const struct env *w, unsigned i, const void *in, const void *out)
{
    return w->shape->part_count ? ul1_part_in(w->shape, w->of[i].part, in, out) : in;
}

static const struct ul1_l1_out *out_of(const struct env *w, unsigned i, const void *out)
{
    return w->shape->part_count ? ul1_part_out(w->shape, w->of[i].part, out) : out;
}

static struct ul1_l1_in *driven(const struct env *w, unsigned i, void *in)
{
    const size_t offset = w->shape->part_count ? w->shape->parts[w->of[i].part].in_offset : 0;
    return (void *)((char *)in + offset);
}

// One reset is for all parts that are wired, besides resets of L1s alone.
static void drive_resets(struct env *w, void *in)
{
    uint8_t *rst = in;
    *rst = 0;
    for (unsigned i = 0; i < w->hosts; i++)
        if (!sm_of(w, i)->part.resets_alone) {
            *rst |= driven(w, i, in)->rst;
            driven(w, i, in)->rst = 0;
        }
    for (unsigned i = 0; i < w->hosts; i++)
        sm_of(w, i)->resets |= *rst;
}

static void drive_joined(struct env *w, const void *out, void *in)
{
    drive_resets(w, in);
    if (w->behind.whole)
        behind_drive(&w->behind, in);
    else if (sm_of(w, 0)->stage != STARTING && !joined_drive(&w->joined, out, in))
        sm_of(w, 0)->astray = !sm_object(sm_of(w, 0), HARNESS_AT_FAULT, "out of memory for the memory");
}

static void env_drive(struct stimulus *base, const void *out, void *in)
{
    struct env *w = (struct env *)base;
    for (unsigned i = 0; i < w->hosts; i++)
        play_drive(sm_of(w, i), out_of(w, i, out), driven(w, i, in));
    if (w->joined.whole || w->behind.whole)
        drive_joined(w, out, in);
}

// Creates a memory checker for each machine and attaches the watcher, if wanted: in the first cycle, when
// that is decided.
static bool call_memcheck(struct env *w, struct sm *h)
{
    struct backing *b = &w->backing;
    if (!w->base.memcheck || h->memcheck)
        return true;
    if (!b->history)
        b->history = memcheck_world_new(memory_line, memory_writable, b->memory);
    if (b->keeps && b->history)
        memcheck_world_cached(b->history);
    struct memcheck_shape shape = memcheck_shape_of(h->sizes);
    shape.early = h->joined && joined_operates(h->joined, h->number);
    h->memcheck = b->history ? memcheck_new(b->history, &shape) : NULL;
    b->memcheck[h->number] = h->memcheck;
    h->watcher = w->base.watcher;
    return h->memcheck || sm_object(h, HARNESS_AT_FAULT, "out of memory for the memory checker");
}

// Totals over all machines.
static void sum_up(struct env *w)
{
    struct stimulus *s = &w->base;
    struct tally sum = { 0 };
    bool said = true;
    for (unsigned i = 0; i < w->hosts; i++) {
        const struct sm *h = sm_of(w, i);
        const struct tally *t = &h->tally;
        bool known = h->inside && sum.passes >= 0;
        sum.instructions += t->instructions;
        sum.passes = known ? sum.passes + t->passes : -1;
        said &= known && !t->passes_unsaid;
        sum.passes_expected = said ? sum.passes_expected + t->passes_expected : -1;
        sum.busy_cycles += t->busy_cycles;
        sum.cycles_measured += t->cycles_measured;
        sum.cycles_expected =
            sum.cycles_expected < 0 || t->cycles_expected < 0 ? -1 : sum.cycles_expected + t->cycles_expected;
        s->begun |= h->begun;
        if (h->formulas_told && !s->points) { // the run reports the figures for which the test has formulas
            s->points = &w->point[CP_ADDRESS_READS];
            s->point_count = CP_COUNT - CP_ADDRESS_READS;
        }
    }
    if (w->program->told_count) {
        s->points = w->program->told;
        s->point_count = w->program->told_count;
    }
    __atomic_store_n(&s->text, w->program->text, __ATOMIC_RELAXED);
    s->text_of = w->program->text_of;
    __atomic_store_n(&s->instructions, sum.instructions, __ATOMIC_RELAXED);
    s->passes = sum.passes;
    s->passes_expected = sum.passes_expected;
    s->busy_cycles = sum.busy_cycles;
    s->cycles_measured = sum.cycles_measured;
    s->cycles_expected = sum.cycles_expected;
}

// The first objection of a machine becomes the stimulus's objection.
static bool objected(struct env *w)
{
    for (unsigned i = 0; i < w->hosts; i++) {
        struct sm *h = sm_of(w, i);
        if (!h->verdict)
            continue;
        w->base.verdict = h->verdict;
        memcpy(w->base.error, h->error, sizeof w->base.error);
        h->verdict = PASS;
        return true;
    }
    return false;
}

// Shows the offer of the share to the memory ports, and the requests of slices to the reference.
static bool see_joined(struct env *w, const void *in, const void *out)
{
    if (w->joined.whole && !joined_observe(&w->joined, in, out))
        return sm_object(sm_of(w, w->joined.number), MEMCHECK_OBJECTS, "%s", w->joined.error);
    return !w->behind.whole || behind_observe(&w->behind, in, out)
        || sm_object(sm_of(w, 0), MEMCHECK_OBJECTS, "%s", w->behind.error);
}

static bool env_between(struct stimulus *base, const void *in, const void *out)
{
    struct env *w = (struct env *)base;
    return behind_between(&w->behind, in, out)
        || sm_object(sm_of(w, 0), MEMCHECK_OBJECTS, "%s", w->behind.error) || !objected(w);
}

static bool env_observe(struct stimulus *base, const void *in, const void *out)
{
    struct env *w = (struct env *)base;
    bool fine = see_joined(w, in, out);
    w->program->cycles++;
    for (unsigned i = 0; i < w->hosts; i++)
        sm_of(w, i)->late = base->late;
    for (unsigned i = 0; i < w->hosts && fine; i++)
        fine = call_memcheck(w, sm_of(w, i))
            && play_observe(sm_of(w, i), in_of(w, i, in, out), out_of(w, i, out));
    fine = fine && (!all_rest(w) || advance(w));
    sum_up(w);
    return fine || !objected(w);
}

// ---- the end

static bool judge(struct env *w, enum verdict v, const char *format, uint64_t a, uint64_t b, int percent)
{
    w->base.verdict = v;
    snprintf(w->base.error, sizeof w->base.error, format, a, b, percent);
    return false;
}

// Lists the cover points that were never reached, as far as they fit.
static bool every_event(struct env *w)
{
    size_t n = 0, size = sizeof w->base.error;
    for (unsigned i = 0; i < w->base.point_count; i++)
        if (!w->base.points[i].count && !w->base.points[i].impossible && !w->base.points[i].seldom
            && n < size)
            n += (size_t)snprintf(w->base.error + n, size - n, "%s%s",
                                  n ? ", " : "never happened: ", w->base.points[i].name);
    w->base.verdict = n ? HARNESS_AT_FAULT : w->base.verdict;
    return !n;
}

static bool fit_for_random(struct env *w)
{
    uint64_t errors = 0, busy = 0, busy_of = 0, instructions = (uint64_t)w->base.instructions;
    bool inside = true;
    for (unsigned i = 0; i < w->hosts; i++) {
        errors += sm_of(w, i)->errors;
        busy += sm_of(w, i)->busy;
        busy_of += sm_of(w, i)->busy_of;
        inside &= sm_of(w, i)->inside;
    }
    if (!w->program->random || !inside || w->base.late)
        return true;
    if (errors * 100 > instructions * ERROR_PERCENT + ERRORS_SPARE * 100)
        return judge(w, HARNESS_AT_FAULT,
                     "%" PRIu64 " of %" PRIu64 " instructions erroneous in themselves, more than %d%%",
                     errors, instructions, ERROR_PERCENT);
    // the run may also be too short to require a busy arbiter; and without a memory checker the waits are not
    // counted
    if (!w->base.every_event || !w->base.memcheck)
        return true;
    if (busy * 100 < busy_of * BUSY_PERCENT)
        return judge(w, HARNESS_AT_FAULT,
                     "the arbiter was busy in %" PRIu64 " of %" PRIu64
                     " cycles of shared traffic, less than %d%%",
                     busy, busy_of, BUSY_PERCENT);
    return every_event(w);
}

static bool env_finish(struct stimulus *base)
{
    struct env *w = (struct env *)base;
    for (unsigned i = 0; i < w->hosts; i++)
        if (!play_finish(sm_of(w, i)))
            return !objected(w);
    return fit_for_random(w);
}

static void env_free(struct stimulus *base)
{
    struct env *w = (struct env *)base;
    for (unsigned i = 0; i < w->hosts; i++)
        sm_free(sm_of(w, i));
    w->program->free(w->program);
    if (w->backing.history)
        memcheck_world_free(w->backing.history);
    behind_free(&w->behind);
    backing_free(&w->backing);
    if (w->notes)
        notes_free(w->notes);
    free(w->notes);
    free(w);
}

struct program *env_program(const struct stimulus *base)
{
    return base->ops->drive == env_drive ? ((const struct env *)base)->program : NULL;
}

const struct notes *env_notes(const struct stimulus *base)
{
    return base->ops->drive == env_drive ? ((const struct env *)base)->notes : NULL;
}

void env_note(struct stimulus *base)
{
    struct env *w = (struct env *)base;
    if (base->ops->drive != env_drive || !(w->notes = malloc(sizeof *w->notes)))
        return;
    notes_init(w->notes, w->hosts);
    for (unsigned i = 0; i < w->hosts; i++)
        sm_of(w, i)->notes = w->notes;
}

void env_in_flight(const struct stimulus *base, char *text, size_t size)
{
    struct env *w = (struct env *)base;
    size_t n = 0;
    bool fits = base->ops->drive == env_drive;
    *text = 0;
    for (unsigned i = 0; fits && i < w->hosts; i++)
        fits = sm_in_flight(sm_of(w, i), text, size, &n);
}

// Which part of the machine the environment's machine is.
static void place(struct env *w, unsigned number)
{
    struct sm *h = sm_of(w, number);
    const size_t part = l1s_part(w->shape, number);
    w->of[number].part = part;
    h->part_name = l1s_path(w->shape, number);
    if (w->behind.whole) {
        h->behind = &w->behind;
        behind_tell(h->behind, number, h->port);
        h->waits.elsewhere = true;
        w->point[CP_REPORTS_3].impossible = true; // the cells refuse no store
    }
    if (!w->joined.whole)
        return;
    joined_add(&w->joined, part, h->port);
    h->joined = &w->joined;
    h->waits.shared = &w->joined.l1[number].longest;
    h->waits.taken = &w->joined.l1[number].taken;
}

struct stimulus *env_new(struct program *program, const struct ul1_block *shape, uint64_t seed)
{
    static const struct stimulus_ops ops = { .drive = env_drive,
                                             .observe = env_observe,
                                             .between = env_between,
                                             .finish = env_finish,
                                             .free = env_free };
    const unsigned hosts = l1s_count(shape);
    struct env *w = hosts <= MACHINES ? calloc(1, sizeof *w + hosts * sizeof w->of[0]) : NULL;
    if (!w) {
        program->free(program);
        return NULL;
    }
    w->program = program;
    w->shape = shape;
    w->base.ops = &ops;
    w->base.cycles_expected = -1;
    w->base.waits = w->longest;
    w->base.happened = w->point;
    w->base.happened_count = CP_COUNT;
    w->base.bins = w->bin;
    w->base.bin_count = BIN_COUNT;
    bool fine = backing_init(&w->backing, ~seed) && behind_init(&w->behind, shape, w->backing.memory);
    w->backing.keeps = w->behind.whole;
    if (!w->behind.whole)
        joined_init(&w->joined, shape);
    for (; fine && w->hosts < hosts; w->hosts++) {
        unsigned i = w->hosts;
        fine = sm_init(sm_of(w, i), i, l1s_block(shape, i)->sizes, &w->backing, &w->parts, w->point, w->bin,
                       w->longest, seed + i);
        sm_of(w, i)->bins.wanted = &w->base.binned;
        if (shape->part_count)
            place(w, i);
    }
    w->point[CP_RESET_ALONE].impossible = !l1s_reset_alone(shape);
    w->point[CP_DRAIN_WAITS].impossible = !l1s_reset_alone(shape) || !shape->wired;
    program->waits = sm_of(w, 0)->waits.part;
    if (program->random) {
        w->base.points = w->point;
        w->base.point_count = CP_COUNT;
    }
    if (fine)
        return &w->base;
    env_free(&w->base);
    return NULL;
}
