#include "explain/svg.h"

#include <inttypes.h>
#include <string.h>

#include "explain/cells.h"
#include "ul1_sizes.h"

enum {
    CELL = 26, // side of the square that stands for a word
    LEFT = 90,
    TOP = 110, // origin of the words
    ROWS = 64, // rows shown, at most
    KEYS = 16, // passes in a line of the legend
};

struct rows {
    uint64_t row[ROWS];
    unsigned count;
    bool more; // there are more rows than are shown
};

// Neighbouring passes get different colours: the hue advances by the golden angle. The colours are light
// enough for dark letters.
static void colour(unsigned pass, char text[8])
{
    const unsigned hue = pass * 222 % 360, sector = hue / 60, part = hue % 60;
    const unsigned low = pass % 2 ? 110 : 140, high = 250, up = low + (high - low) * part / 60,
                   down = high - (up - low);
    const unsigned rgb[6][3] = { { high, up, low },   { down, high, low }, { low, high, up },
                                 { low, down, high }, { up, low, high },   { high, low, down } };
    snprintf(text, 8, "#%02x%02x%02x", rgb[sector][0], rgb[sector][1], rgb[sector][2]);
}

static void escape(FILE *f, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<':
            fputs("&lt;", f);
            break;
        case '>':
            fputs("&gt;", f);
            break;
        case '&':
            fputs("&amp;", f);
            break;
        default:
            fputc(*text, f);
            break;
        }
}

static void box(FILE *f, unsigned x, unsigned y, const char *fill, const char *text, const char *title)
{
    fprintf(f, "<g><title>");
    escape(f, title);
    fprintf(f, "</title><rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"#555\"/>", x,
            y, CELL, CELL, fill);
    fprintf(f, "<text x=\"%u\" y=\"%u\">", x + CELL / 2, y + CELL / 2 + 4);
    escape(f, text);
    fprintf(f, "</text></g>\n");
}

static void collect(struct rows *r, const struct cell *cell, unsigned cells)
{
    *r = (struct rows){ .count = 0 };
    for (unsigned i = 0; i < cells; i++) {
        unsigned at = 0;
        while (at < r->count && r->row[at] < cell[i].row)
            at++;
        if (at < r->count && r->row[at] == cell[i].row)
            continue;
        if (r->count == ROWS) {
            r->more = true;
            continue;
        }
        memmove(&r->row[at + 1], &r->row[at], (r->count++ - at) * sizeof *r->row);
        r->row[at] = cell[i].row;
    }
}

// The top row: each lane in the colour of the last pass that serves it.
static void draw_lanes(FILE *f, const struct pattern *p, const struct turn *t, const struct cell *cell,
                       unsigned cells)
{
    fprintf(f, "<text class=\"name\" x=\"%d\" y=\"%d\">lane</text>\n", LEFT - 10, TOP - 45 + CELL / 2 + 4);
    for (unsigned lane = 0; lane < p->lanes; lane++) {
        char fill[8] = "#eeeeee", text[12], title[60];
        snprintf(text, sizeof text, "%u", lane);
        snprintf(title, sizeof title, "lane %u is not active", lane);
        for (unsigned i = 0; i < cells; i++)
            if (cell[i].lanes >> lane & 1) {
                colour(cell[i].pass, fill);
                snprintf(title, sizeof title, "lane %u: address 0x%" PRIx64 ", pass %u", lane,
                         t->access.addr[lane], cell[i].pass + 1);
            }
        box(f, LEFT + lane * CELL, TOP - 45, fill, text, title);
    }
}

static void draw_word(FILE *f, const struct cell *c, unsigned y, bool cached)
{
    char fill[8], text[12], lanes[200], title[300];
    const int others = __builtin_popcountll(c->lanes) - 1;
    colour(c->pass, fill);
    snprintf(text, sizeof text, others ? "%d+" : "%d", __builtin_ctzll(c->lanes));
    cells_lanes(c->lanes, lanes, sizeof lanes);
    snprintf(title, sizeof title, "%s %u, %s %" PRIu64 ": lane%s %s, pass %u", cached ? "word" : "bank",
             c->column, cached ? "line" : "row", c->row, others ? "s" : "", lanes, c->pass + 1);
    box(f, LEFT + c->column * CELL, y, fill, text, title);
}

static void draw_words(FILE *f, const struct pattern *p, bool cached, const struct rows *r,
                       const struct cell *cell, unsigned cells)
{
    const unsigned columns = cells_columns(p, cached);
    fprintf(f, "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>\n", LEFT - 10, TOP - 5,
            cached ? "word" : "bank");
    for (unsigned c = 0; c < columns; c++)
        fprintf(f, "<text x=\"%u\" y=\"%d\">%u</text>\n", LEFT + c * CELL + CELL / 2, TOP - 5, c);
    for (unsigned i = 0; i < r->count; i++) {
        const unsigned y = TOP + i * CELL;
        fprintf(f, "<text class=\"name\" x=\"%d\" y=\"%u\">0x%" PRIx64 "</text>\n", LEFT - 10,
                y + CELL / 2 + 4, r->row[i] * 4 * columns * (cached ? 1 : p->bank_words));
        fprintf(f, "<rect x=\"%d\" y=\"%u\" width=\"%u\" height=\"%d\" fill=\"#fafafa\" stroke=\"#ccc\"/>\n",
                LEFT, y, columns * CELL, CELL);
        for (unsigned n = 0; n < cells; n++)
            if (cell[n].row == r->row[i])
                draw_word(f, &cell[n], y, cached);
    }
    for (unsigned s = 1; cached && s < UL1_SECTORS; s++)
        fprintf(f, "<path d=\"M%u %dv%u\" stroke=\"#222\" stroke-width=\"2\"/>\n",
                LEFT + s * columns / UL1_SECTORS * CELL, TOP, r->count * CELL);
}

static void draw_legend(FILE *f, unsigned passes, unsigned y, bool more)
{
    fprintf(f, "<text class=\"name\" x=\"%d\" y=\"%u\">pass</text>\n", LEFT - 10, y + CELL / 2 + 4);
    for (unsigned i = 0; i < passes; i++) {
        char fill[8], text[12];
        colour(i, fill);
        snprintf(text, sizeof text, "%u", i + 1);
        box(f, LEFT + i % KEYS * CELL, y + i / KEYS * CELL, fill, text, text);
    }
    if (more)
        fprintf(f, "<text class=\"name\" x=\"%d\" y=\"%u\">...</text>\n", LEFT - 10, y - 6);
}

void svg_write(FILE *f, const struct pattern *p, const struct turn *t, const struct measured *m)
{
    struct cell cell[MEASURE_MOST];
    struct rows rows;
    char name[100];
    const unsigned cells = cells_of(p, t, m, cell), passes = cells_passes(t, m);
    collect(&rows, cell, cells);
    const unsigned legend = TOP + rows.count * CELL + 20, wide = p->lanes > KEYS ? p->lanes : KEYS;
    const unsigned width = LEFT + wide * CELL + 20, height = legend + (passes / KEYS + 1) * CELL + 20;
    pattern_name(p, t, name);
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\">\n",
            width, height, width, height);
    fprintf(f,
            "<style>text{font:12px sans-serif;text-anchor:middle;fill:#111}.name{text-anchor:end}"
            ".title{font-size:15px;text-anchor:start;font-family:monospace}</style>\n"
            "<rect width=\"%u\" height=\"%u\" fill=\"#ffffff\"/>\n<text class=\"title\" x=\"14\" y=\"26\">",
            width, height);
    escape(f, p->text);
    fprintf(f, "%s%s</text>\n<text class=\"title\" x=\"14\" y=\"48\">%u pass%s, %u lanes</text>\n",
            *name ? "   " : "", name, passes, passes == 1 ? "" : "es", p->lanes);
    draw_lanes(f, p, t, cell, cells);
    draw_words(f, p, cells_cached(t), &rows, cell, cells);
    draw_legend(f, passes, legend, rows.more);
    fprintf(f, "</svg>\n");
}
