#include "stimulus/litmus/noise.h"

static char name_of(const struct noise *n)
{
    return "XYZ"[n->location];
}

static unsigned judged_sector(const struct spec *s, const struct noise *n)
{
    const bool one_line = s->layout == LAYOUT_WORDS || s->layout == LAYOUT_SECTORS;
    return (s->sector + (one_line ? 0 : n->location)) % 4;
}

// A sector of the line without tested bytes, which only this L1 writes. In LAYOUT_SECTORS the next sector is
// tested, too.
static unsigned own_sector(const struct spec *s, const struct noise *n)
{
    return (judged_sector(s, n) + 1 + (n->l1 + 1) % SPEC_L1S) % 4;
}

static void load(struct paper *p, const struct spec *s, const struct noise *n, unsigned warp,
                 const char *hint)
{
    paper_print(p, "w%u: ld.global%s.b32 any, [%c%s\n", warp, hint, name_of(n),
                s->all_lanes ? " + 4*lane]" : "] mask lane == 0");
}

static void load_line(struct paper *p, const struct noise *n, unsigned warp)
{
    paper_print(p, "w%u: ld.global.b32 any, [%cLINE + 4*lane]\n", warp, name_of(n));
}

// For the line's other bytes.
static void load_other(struct paper *p, const struct spec *s, const struct noise *n, unsigned warp,
                       unsigned again)
{
    const unsigned sector = (judged_sector(s, n) + 1 + (n->step + again) % 3) % 4;
    paper_print(p, "w%u: ld.global%s.b32 any, [%cLINE + %u*SECTOR] mask lane == 0\n", warp,
                s->kepler ? ".nc" : "", name_of(n), sector);
}

static void store_other(struct paper *p, const struct spec *s, const struct noise *n, unsigned warp,
                        const char *hint)
{
    const unsigned sector = s->all_lanes ? 1 + n->l1 : own_sector(s, n);
    paper_print(p, "w%u: st.global%s.b32 [%cLINE + %u*SECTOR], 77 mask lane == 0\n", warp, hint, name_of(n),
                sector);
}

static void pause(struct paper *p, const struct noise *n, unsigned warp)
{
    if (n->delay)
        paper_print(p, "w%u: delay %u\n", warp, n->delay);
}

static void cmo(struct paper *p, const struct noise *n, unsigned warp, const char *what)
{
    for (unsigned again = 0; again < 3; again++) {
        paper_print(p, "w%u: %s.global [%cLINE] mask lane == 0\n", warp, what, name_of(n));
        if (again < 2)
            pause(p, n, warp);
    }
}

static void loop(struct paper *p, const char *times, unsigned warp, const char *instruction)
{
    paper_print(p, "for i in 0..%s { w%u: %s }\n", times, warp, instruction);
}

bool noise_races(const struct noise *n)
{
    return n->kind != NOISE_DIRTY;
}

void noise_before(struct paper *p, const struct spec *s, const struct noise *n, unsigned warp)
{
    if (n->kind != NOISE_DIRTY)
        return;
    load(p, s, n, warp, s->kepler ? ".nc" : "");
    store_other(p, s, n, warp, ".wb");
}

static void stores(struct paper *p, const struct spec *s, const struct noise *n, unsigned warp)
{
    const char *hint = n->kind == NOISE_BACK ? ".wb" : "";
    store_other(p, s, n, warp, hint);
    if (n->kind == NOISE_FENCE)
        paper_print(p, "w%u: fence.gpu\n", warp);
    pause(p, n, warp);
    store_other(p, s, n, warp, hint);
    if (n->kind == NOISE_FENCE)
        paper_print(p, "w%u: fence.gpu\n", warp);
}

static void many(struct paper *p, const struct noise *n, unsigned warp)
{
    char line[120];
    // no line that another L1 writes back
    static const char *const behind[SPEC_L1S] = { "", " + S48_WAYS + 1", " + 2*S48_WAYS + 2" };
    struct paper in = { .text = line, .size = sizeof line };
    const char name = name_of(n);
    if (n->kind == NOISE_VICTIMS)
        paper_print(&in, "st.global.wb.b32 [%cLINE + (i + 1%s)*S48_SETS*LINE_BYTES + 4*lane], i", name,
                    behind[n->l1]);
    else
        paper_print(&in, "ld.global%s.b32 any, [%cLINE + (16 + i)*LINE_BYTES + 4*lane]",
                    n->kind == NOISE_STREAM ? ".cg" : "", name);
    loop(p, n->kind == NOISE_VICTIMS ? "S48_WAYS + 1" : n->kind == NOISE_FULL ? "PRT" : "8", warp, line);
}

void noise_race(struct paper *p, const struct spec *s, const struct noise *n, unsigned warp)
{
    switch (n->kind) {
    case NOISE_FETCH:
        load_line(p, n, warp);
        break;
    case NOISE_SECTOR:
        for (unsigned again = 0; again < 3; again++) {
            load_other(p, s, n, warp, again);
            if (again < 2)
                pause(p, n, warp);
        }
        break;
    case NOISE_MERGES:
        load_line(p, n, warp);
        for (unsigned i = 0; i < 3; i++)
            load(p, s, n, warp, "");
        break;
    case NOISE_BYPASS:
        load(p, s, n, warp, ".cg");
        pause(p, n, warp);
        load(p, s, n, warp, ".cg");
        break;
    case NOISE_STORE:
    case NOISE_BACK:
    case NOISE_FENCE:
        stores(p, s, n, warp);
        break;
    case NOISE_HELD:
        load_other(p, s, n, warp, 0);
        store_other(p, s, n, warp, ".wb");
        break;
    case NOISE_INVAL:
        cmo(p, n, warp, "inval");
        break;
    case NOISE_FLUSH:
        cmo(p, n, warp, "flush");
        break;
    case NOISE_VICTIMS:
    case NOISE_FULL:
    case NOISE_STREAM:
        many(p, n, warp);
        break;
    default:
        break;
    }
}
