#include "blocks/wdb/constraints.h"

// Stores wait for the write port while lines come and go, some with dirty sectors; or for memory.
static void draw_slow(struct rng *rng, struct wdb_constraints *constraint)
{
    bool memory = rng_below(rng, 2);
    constraint->arrive = constraint->replay = constraint->open = constraint->load = constraint->cached =
        constraint->cover = 100;
    constraint->port = memory ? 100 : 3 + 12 * rng_below(rng, 2);
    constraint->first = constraint->leave = memory ? 5 : 50;
    constraint->take = 30;
    constraint->back = memory ? 3 : 15;
    constraint->hit = 30;
    constraint->lines = 2;
    constraint->places = 2;
}

// With few entries few meet. So stores come at full rate: of two lines that alternate in one row, back to
// back; or of one line, or shared ones, and wait long for the array.
static void draw_few(struct rng *rng, struct wdb_constraints *constraint)
{
    unsigned kind = rng_below(rng, 3);
    constraint->beat = constraint->take = constraint->load = 100;
    constraint->first = constraint->leave = constraint->memory = 100;
    constraint->open = constraint->arrive = constraint->replay = 100;
    constraint->cached = kind == 2 ? 10 : 100;
    constraint->port = kind == 0 ? 50 : 5;
    constraint->back = kind == 0 ? 90 : 50;
    constraint->cover = 50;
    constraint->hit = 30;
    constraint->lines = kind == 0 ? 2 : 1;
    constraint->places = 1;
    constraint->rows.count = 1;
}

// Lines are flushed and then give up their row in the next cycle, while stores wait for the array.
static void draw_gone(struct rng *rng, struct wdb_constraints *constraint)
{
    constraint->beat = constraint->load = constraint->cached = constraint->cover = 100;
    constraint->open = constraint->arrive = constraint->replay = constraint->first = constraint->leave =
        constraint->memory = 100;
    constraint->take = 60;
    constraint->cmo = 50;
    constraint->port = 5;
    constraint->back = rng_below(rng, 2) ? 30 : 80;
    constraint->hit = 10;
    constraint->places = 1 + rng_below(rng, 2);
    constraint->lines = 2 + rng_below(rng, 2);
}

void wdb_draw_constraints(struct drive *drive, struct wdb_constraints *constraint)
{
    struct rng *rng = &drive->rng;
    if (constraint->drain)
        return; // until nothing waits, and a command has completed
    constraint->drain = rng_below(rng, 4) == 0;
    constraint->beat = draw_constraint(drive);
    constraint->take = draw_constraint(drive);
    constraint->load = draw_constraint(drive);
    constraint->keep = draw_constraint(drive);
    constraint->port = constraint->drain ? 80 : draw_constraint(drive);
    constraint->whole = rng_below(rng, 2);
    constraint->cached = rng_below(rng, 3) ? 85 : draw_constraint(drive);
    constraint->back = draw_constraint(drive);
    constraint->cover = rng_below(rng, 2) ? 50 : draw_constraint(drive);
    constraint->hit = 88;
    constraint->cmo = constraint->drain ? 0 : rng_below(rng, 2) ? 5 : draw_constraint(drive) / 3;
    constraint->open = draw_constraint(drive);
    constraint->arrive = constraint->drain ? 80 : 2 + draw_constraint(drive) / 2;
    constraint->replay = constraint->drain ? 90 : 10 + draw_constraint(drive);
    constraint->first = constraint->drain ? 90 : 5 + draw_constraint(drive);
    constraint->others = rng_below(&drive->rng, 2) ? 0 : draw_constraint(drive);
    constraint->leave = constraint->drain ? 90 : 5 + draw_constraint(drive);
    constraint->fault = rng_below(rng, 2) ? 5 : draw_constraint(drive) / 2;
    constraint->memory = constraint->drain ? 90 : 5 + draw_constraint(drive);
    constraint->lines = rng_below(rng, 2) ? 1 + rng_below(rng, 3) : WDB_LINES;
    constraint->places = 1 + rng_below(rng, WDB_PLACES);
    draw_rows(drive, &constraint->rows);
    if (!constraint->drain && rng_below(rng, 4) == 0)
        draw_slow(rng, constraint);
    else if (!constraint->drain && rng_below(rng, 4) == 0)
        draw_gone(rng, constraint);
    if (UL1_WDB < 6 && !constraint->drain && rng_below(rng, 3) == 0)
        draw_few(rng, constraint);
}
