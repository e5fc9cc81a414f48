#include "blocks/wdb/places.h"

#include "kit/mask.h"

void wdb_draw_lines(struct wdb_drive *wdb)
{
    struct rng *rng = &wdb->drive.rng;
    unsigned differs = rng_below(rng, UL1_LINE_W); // all differ in one bit from the first
    // zero is what an entry without a line might have
    wdb->line[0] = rng_below(rng, 4) ? rng_next(rng) >> (64 - UL1_LINE_W) : 0;
    for (unsigned i = 1; i < WDB_LINES; i++)
        wdb->line[i] = wdb->line[0] ^ mask_bit((differs + 5 * i) % UL1_LINE_W);
    unsigned first = rng_below(rng, UL1_ARRAY_ROWS);
    for (unsigned i = 0; i < WDB_PLACES; i++)
        wdb->place[i] = (struct wdb_alloc){ .row = (uint16_t)((first + i * 101) % UL1_ARRAY_ROWS) };
}

// ---- the rows of lines

unsigned wdb_place_of(const struct wdb_drive *wdb, unsigned line)
{
    unsigned i = 0;
    while (i < WDB_NOWHERE && !(wdb->place[i].full && wdb->place[i].line == line))
        i++;
    return i;
}

// A row that can be given to another line: not under fetch, and with a credit if its line is dirty.
unsigned wdb_draw_victim(struct wdb_drive *wdb, const struct ul1_wdb_out *out)
{
    unsigned from = rng_below(&wdb->drive.rng, wdb->constraint.places);
    for (unsigned n = 0; n < wdb->constraint.places; n++) {
        unsigned i = (from + n) % wdb->constraint.places;
        if (!wdb->place[i].fetch && (out->credit_dirty || !wdb->place[i].dirty))
            return i;
    }
    return WDB_NOWHERE;
}

void wdb_evict(const struct wdb_drive *wdb, struct ul1_wdb_in *in, const struct wdb_alloc *place)
{
    in->evict_valid = 1;
    in->evict_line = wdb->line[place->line];
    in->evict_sect = place->dirty;
    in->evict_row = place->row;
}

// The row's line is given away, and this line gets the row without a valid sector.
void wdb_give_row(struct wdb_drive *wdb, struct ul1_wdb_in *in, unsigned i, unsigned line)
{
    struct wdb_alloc *place = &wdb->place[i];
    if (place->dirty) {
        wdb_evict(wdb, in, place);
    } else {
        in->gone_valid = 1;
        in->gone_row = place->row;
        in->gone_keep = 0;
    }
    *place = (struct wdb_alloc){ .row = place->row, .full = true, .line = (uint8_t)line };
    in->look_row = place->row;
}

// The line of the row is fetched.
void wdb_open(struct wdb_drive *wdb, unsigned i, unsigned wants)
{
    uint64_t taken = 0;
    for (unsigned k = 0; k < WDB_PLACES; k++)
        taken |= wdb->place[k].fetch ? mask_bit(wdb->place[k].prt) : 0;
    struct wdb_alloc *place = &wdb->place[i];
    do
        place->prt = (uint8_t)rng_below(&wdb->drive.rng, UL1_PRT);
    while (mask_has(taken, place->prt));
    place->fetch = true;
    place->filled = place->closed = place->reduced = false;
    place->wants = (uint8_t)wants;
    place->replays = place->keeps = 0;
    place->fail = rng_below(&wdb->drive.rng, 8) == 0;
    place->drop = place->fail;
}
