#include "blocks/wdb/knobs.h"

// Stores wait for the write port while lines come and go, some with dirty sectors; or for memory.
static void draw_slow(struct rng *rng, struct wdb_knobs *knob)
{
    bool memory = rng_below(rng, 2);
    knob->arrive = knob->replay = knob->open = knob->load = knob->cached = knob->cover = 100;
    knob->port = memory ? 100 : 3 + 12 * rng_below(rng, 2);
    knob->first = knob->leave = memory ? 5 : 50;
    knob->take = 30;
    knob->back = memory ? 3 : 15;
    knob->hit = 30;
    knob->lines = 2;
    knob->places = 2;
}

// With few entries few meet. So stores come at full rate: of two lines that alternate in one row, back to
// back; or of one line, or shared ones, and wait long for the array.
static void draw_few(struct rng *rng, struct wdb_knobs *knob)
{
    unsigned kind = rng_below(rng, 3);
    knob->beat = knob->take = knob->load = 100;
    knob->first = knob->leave = knob->memory = 100;
    knob->open = knob->arrive = knob->replay = 100;
    knob->cached = kind == 2 ? 10 : 100;
    knob->port = kind == 0 ? 50 : 5;
    knob->back = kind == 0 ? 90 : 50;
    knob->cover = 50;
    knob->hit = 30;
    knob->lines = kind == 0 ? 2 : 1;
    knob->places = 1;
    knob->rows.count = 1;
}

// Lines are flushed and then give up their row in the next cycle, while stores wait for the array.
static void draw_gone(struct rng *rng, struct wdb_knobs *knob)
{
    knob->beat = knob->load = knob->cached = knob->cover = 100;
    knob->open = knob->arrive = knob->replay = knob->first = knob->leave = knob->memory = 100;
    knob->take = 60;
    knob->upkeep = 50;
    knob->port = 5;
    knob->back = rng_below(rng, 2) ? 30 : 80;
    knob->hit = 10;
    knob->places = 1 + rng_below(rng, 2);
    knob->lines = 2 + rng_below(rng, 2);
}

void wdb_draw_knobs(struct drive *drive, struct wdb_knobs *knob)
{
    struct rng *rng = &drive->rng;
    if (knob->drain)
        return; // until nothing waits, and a command has completed
    knob->drain = rng_below(rng, 4) == 0;
    knob->beat = draw_knob(drive);
    knob->take = draw_knob(drive);
    knob->load = draw_knob(drive);
    knob->keep = draw_knob(drive);
    knob->port = knob->drain ? 80 : draw_knob(drive);
    knob->whole = rng_below(rng, 2);
    knob->cached = rng_below(rng, 3) ? 85 : draw_knob(drive);
    knob->back = draw_knob(drive);
    knob->cover = rng_below(rng, 2) ? 50 : draw_knob(drive);
    knob->hit = 88;
    knob->upkeep = knob->drain ? 0 : rng_below(rng, 2) ? 5 : draw_knob(drive) / 3;
    knob->open = draw_knob(drive);
    knob->arrive = knob->drain ? 80 : 2 + draw_knob(drive) / 2;
    knob->replay = knob->drain ? 90 : 10 + draw_knob(drive);
    knob->first = knob->drain ? 90 : 5 + draw_knob(drive);
    knob->others = rng_below(&drive->rng, 2) ? 0 : draw_knob(drive);
    knob->leave = knob->drain ? 90 : 5 + draw_knob(drive);
    knob->fault = rng_below(rng, 2) ? 5 : draw_knob(drive) / 2;
    knob->memory = knob->drain ? 90 : 5 + draw_knob(drive);
    knob->lines = rng_below(rng, 2) ? 1 + rng_below(rng, 3) : WDB_LINES;
    knob->places = 1 + rng_below(rng, WDB_PLACES);
    draw_rows(drive, &knob->rows);
    if (!knob->drain && rng_below(rng, 4) == 0)
        draw_slow(rng, knob);
    else if (!knob->drain && rng_below(rng, 4) == 0)
        draw_gone(rng, knob);
    if (UL1_WDB < 6 && !knob->drain && rng_below(rng, 3) == 0)
        draw_few(rng, knob);
}
