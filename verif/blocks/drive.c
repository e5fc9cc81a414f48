// The part common to all random drives: phases, resets, random values in undefined inputs, and the verdict.
#include "blocks/drive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkers/lockstep/judge.h"

enum {
    POWER_UP = 2, // cycles of reset at the beginning
    // average cycles between resets, in one of so many phases; RESET_LATER times as many in another one,
    RESET_OFTEN = 12,
    RESET_LATER = 5, // so that operations of several cycles have begun
    OFTEN_EVERY = 8,
    EVENTS_CYCLES = 50000, // a run of at least so many cycles must reach every cover point,
    OUTPUTS_CYCLES = 20000 // and check every output
};

// Fills all inputs with random bits that fit the port. A drive then sets the qualified ones and leaves the
// rest, to show that the block ignores it.
static void fill_random(struct drive *drive, unsigned char *in)
{
    size_t size = drive->shape->in_size;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t random = rng_next(&drive->rng), fits = 0;
        size_t left = size - i < 8 ? size - i : 8;
        memcpy(&fits, drive->fits + i, left);
        random &= fits;
        memcpy(in + i, &random, left);
    }
}

// Resets are rare, because queues and tables need time to fill, except in some phases; some last for a few
// cycles.
static bool draw_reset(struct drive *drive)
{
    const unsigned often = drive->resets_often,
                   every = often && drive->kind->reset_every > often ? often : drive->kind->reset_every;
    if (drive->cycle >= POWER_UP && rng_below(&drive->rng, every) == 0)
        drive->reset_end = drive->cycle + 1 + rng_below(&drive->rng, 3);
    return drive->cycle < POWER_UP || drive->cycle < drive->reset_end;
}

static void drive_drive(struct stimulus *stimulus, const void *out, void *in)
{
    struct drive *drive = (struct drive *)stimulus;
    if (drive->cycle >= drive->phase_end) {
        drive->phase_end = drive->cycle + 50 + rng_below(&drive->rng, 300);
        const uint32_t turn = rng_below(&drive->rng, OFTEN_EVERY);
        drive->resets_often = turn == 0 ? RESET_OFTEN : turn == 1 ? RESET_OFTEN * RESET_LATER : 0;
        drive->kind->constraints(drive);
    }
    fill_random(drive, in);
    if (drive->shape->clocked) {
        *(uint8_t *)in = draw_reset(drive); // the first byte, see ul1.h
        // before the first reset outputs are undefined and cannot be responded to
        drive->calm = drive->cycle < POWER_UP;
    }
    drive->kind->drive(drive, out, in);
}

static void drive_respond(struct stimulus *stimulus, const void *out, void *in)
{
    struct drive *drive = (struct drive *)stimulus;
    drive->kind->respond(drive, out, in);
}

bool drive_finds(struct drive *drive, const char *broken)
{
    struct stimulus *stimulus = &drive->stimulus;
    if (!broken)
        return true;
    stimulus->verdict = judge_blames_design(drive->shape, NULL, broken) ? TWINS_DIFFER : HARNESS_AT_FAULT;
    snprintf(stimulus->error, sizeof stimulus->error, "contract of %s: %s", drive->kind->block, broken);
    return false;
}

static bool drive_observe(struct stimulus *stimulus, const void *in, const void *out)
{
    struct drive *drive = (struct drive *)stimulus;
    if (!drive_finds(drive, drive->kind->check(drive, in, out)))
        return false;
    drive->kind->count(drive, in, out);
    stimulus->busy_cycles = (int64_t)++drive->cycle;
    stimulus->done = drive->cycle >= drive->cycles;
    return true;
}

// Every possible cover point must be reached, if the run was long enough, and no other.
static bool drive_finish(struct stimulus *stimulus)
{
    struct drive *drive = (struct drive *)stimulus;
    for (unsigned i = 0; i < drive->kind->point_count; i++) {
        bool possible = i < stimulus->point_count, seen = stimulus->points[i].count != 0;
        if (possible == seen || (possible && (!stimulus->every_event || stimulus->points[i].seldom)))
            continue;
        stimulus->verdict = HARNESS_AT_FAULT;
        snprintf(stimulus->error, sizeof stimulus->error, "drive of %s: %s in %llu cycles: %s",
                 drive->kind->block, seen ? "seen, though impossible in this shape," : "not once",
                 (unsigned long long)drive->cycle, stimulus->points[i].name);
        return false;
    }
    return true;
}

static void drive_free(struct stimulus *stimulus)
{
    free(stimulus);
}

// The bits of each port that is built, at its bytes.
static void find_fits(struct drive *drive)
{
    for (size_t p = 0; p < drive->shape->in_count; p++) {
        const struct ul1_port *port = &drive->shape->ports[p];
        for (unsigned i = 0; port->built && i < port->count; i++)
            ul1_set(port, drive->fits, i, UINT64_MAX);
    }
}

// Possible cover points, which the run reports, come first, then the impossible ones.
static void place_points(struct drive *drive)
{
    struct stimulus *stimulus = &drive->stimulus;
    unsigned placed = 0;
    for (int possible = 1; possible >= 0; possible--) {
        for (unsigned i = 0; i < drive->kind->point_count; i++) {
            const struct point_name *name = &drive->kind->points[i];
            if (!name->possible != !possible)
                continue;
            drive->place[i] = (uint16_t)placed;
            stimulus->points[placed].seldom = name->possible == SELDOM;
            stimulus->points[placed++].name = name->text;
        }
        if (possible)
            stimulus->point_count = placed;
    }
}

// The drive, its cover points, their indices and its `fits` in one allocation.
struct stimulus *drive_make(const struct drive_kind *kind, const struct test *test, uint64_t seed,
                            uint64_t cycles)
{
    static const struct stimulus_ops plain = {
        .drive = drive_drive, .observe = drive_observe, .finish = drive_finish, .free = drive_free
    };
    static const struct stimulus_ops answering = { .drive = drive_drive,
                                                   .respond = drive_respond,
                                                   .observe = drive_observe,
                                                   .finish = drive_finish,
                                                   .free = drive_free };
    const struct ul1_block *shape = ul1_find(LANES, kind->block);
    size_t points_size = kind->point_count * (sizeof(struct point) + sizeof(uint16_t));
    struct drive *drive = calloc(1, kind->size + points_size + shape->in_size);
    if (!drive)
        return NULL;
    struct stimulus *stimulus = &drive->stimulus;
    stimulus->ops = kind->respond ? &answering : &plain;
    stimulus->passes_expected = stimulus->cycles_expected = -1;
    stimulus->one_way = kind->one_way;
    stimulus->every_event = cycles >= EVENTS_CYCLES;
    stimulus->every_output = cycles >= OUTPUTS_CYCLES;
    stimulus->points = (struct point *)((unsigned char *)drive + kind->size);
    drive->kind = kind;
    drive->shape = shape;
    drive->cycles = cycles;
    drive->place = (uint16_t *)(stimulus->points + kind->point_count);
    drive->fits = (unsigned char *)(drive->place + kind->point_count);
    place_points(drive);
    stimulus->happened = stimulus->points;
    stimulus->happened_count = stimulus->point_count;
    find_fits(drive);
    rng_seed(&drive->rng, rng_name_seed(test->name, seed));
    return stimulus;
}
