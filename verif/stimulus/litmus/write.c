#include "stimulus/litmus/write.h"

#include <stdio.h>

#include "stimulus/litmus/noise.h"
#include "stimulus/litmus/paper.h"

enum { COLUMN = 22, OPS = 16 };

// ---- names

const char *write_between(enum between b)
{
    static const char *const names[] = { "", "fence.cta", "fence.gpu", "fence.sys", "soft", "bar" };
    return names[b];
}

const char *write_noise(enum noise_kind kind)
{
    static const char *const names[NOISES] = {
        [NOISE_FETCH] = "fetch",   [NOISE_SECTOR] = "sector", [NOISE_MERGES] = "merges",
        [NOISE_BYPASS] = "bypass", [NOISE_STORE] = "store",   [NOISE_BACK] = "back",
        [NOISE_DIRTY] = "dirty",   [NOISE_HELD] = "held",     [NOISE_VICTIMS] = "victims",
        [NOISE_INVAL] = "inval",   [NOISE_FLUSH] = "flush",   [NOISE_FENCE] = "fence",
        [NOISE_FULL] = "full",     [NOISE_STREAM] = "stream",
    };
    return names[kind];
}

const char *write_layout(enum layout l)
{
    static const char *const names[] = { "lines", "sectors", "words", "pages" };
    return names[l];
}

const char *write_load(unsigned kind)
{
    static const char *const names[] = { "ld", "cg", "ord", "nc", "atom" };
    return names[kind];
}

const char *write_store(unsigned kind)
{
    static const char *const names[] = { "st", "wb", "cg", "red", "atom" };
    return names[kind];
}

static const char *atom_name(enum spec_atom atom)
{
    static const char *const names[] = { "add", "exch", "cas", "or", "xor", "max" };
    return names[atom];
}

static bool is_atomic(const struct access *x)
{
    return x->kind == (x->store ? (unsigned)STORE_ATOM : (unsigned)LOAD_ATOM);
}

static bool is_changed(const struct access *x)
{
    return is_atomic(x) || (x->store && x->kind == STORE_RED);
}

static char location_name(unsigned location)
{
    return "XYZ"[location];
}

// ---- the actions of a thread, in order

enum op_kind { OP_ACCESS, OP_FENCE, OP_INVAL, OP_FLUSH, OP_BAR, OP_DELAY };

struct op {
    enum op_kind kind;
    const struct access *access; // an access, or the access with the line
    enum between level;
};

static unsigned add_between(struct op *op, unsigned n, enum between between, const struct access *next)
{
    if (between == BETWEEN_NONE)
        return n;
    if (between == BETWEEN_BAR) {
        op[n++] = (struct op){ .kind = OP_BAR };
        return n;
    }
    op[n++] = (struct op){ .kind = OP_FENCE, .level = between == BETWEEN_SOFT ? BETWEEN_GPU : between };
    if (between == BETWEEN_SOFT && !next->store)
        op[n++] = (struct op){ .kind = OP_INVAL, .access = next };
    return n;
}

static unsigned list_ops(const struct thread *h, struct op op[OPS])
{
    unsigned n = 0;
    for (unsigned a = 0; a < h->accesses; a++) {
        const struct access *x = &h->access[a];
        if (x->last)
            op[n++] = (struct op){ .kind = OP_DELAY };
        if (x->last && x->kind == LOAD_CG)
            op[n++] = (struct op){ .kind = OP_FENCE, .level = BETWEEN_GPU };
        if (a == 1 && !x->last)
            n = add_between(op, n, h->between, x);
        op[n++] = (struct op){ .kind = OP_ACCESS, .access = x };
        if (x->store && x->kind == STORE_BACK && h->flushes)
            op[n++] = (struct op){ .kind = OP_FLUSH, .access = x };
    }
    return n;
}

// ---- the head

static void write_edge(struct paper *p, const struct spec *s, unsigned t)
{
    const struct thread *h = &s->thread[t];
    if (s->shape.thread[t].accesses == 2)
        paper_print(p, " Po%c%c%c%s", h->same ? 's' : 'd', "RW"[h->access[0].store], "RW"[h->access[1].store],
                    write_between(h->between));
    paper_print(p, " %s", shape_edge(&s->shape, t));
}

static void write_shows(struct paper *p, const struct spec *s)
{
    const char *name = shape_name(&s->shape);
    paper_print(p, "shows \"%s%s", name ? name : "cycle", name ? ":" : "");
    for (unsigned t = 0; t < s->shape.threads; t++)
        write_edge(p, s, t);
    paper_print(p, ";");
    for (unsigned t = 0; t < s->threads; t++)
        for (unsigned a = 0; a < s->thread[t].accesses; a++) {
            const struct access *x = &s->thread[t].access[a];
            paper_print(p, "%s%s", a ? "," : " ", x->store ? write_store(x->kind) : write_load(x->kind));
        }
    paper_print(p, "; L1s");
    for (unsigned t = 0; t < s->threads; t++)
        paper_print(p, " %u", s->thread[t].l1);
    paper_print(p, "; %s%s%s; noise:", write_layout(s->layout), s->mixed ? ", widths" : "",
                s->kepler      ? s->newer ? ", maxwell" : ", kepler"
                    : s->newer ? ", volta"
                               : "");
    for (unsigned n = 0; n < s->noises; n++)
        paper_print(p, " %s %u", write_noise(s->noise[n].kind), s->noise[n].l1);
    paper_print(p, "%s\"\n\n", s->noises ? "" : " none");
}

static void show_access(struct paper *p, const struct access *x)
{
    char place[16];
    if (x->bytes == 4 && !x->offset)
        snprintf(place, sizeof place, "%c", location_name(x->location));
    else
        snprintf(place, sizeof place, "%c.b%u+%u", location_name(x->location), 8 * x->bytes, x->offset);
    if (is_atomic(x))
        paper_print(p, "r%u = ", x->reg);
    if (is_changed(x))
        paper_print(p, "%s %s= %u", place, atom_name(x->atom), x->value);
    else if (x->store)
        paper_print(p, "%s = %u", place, x->value);
    else
        paper_print(p, "r%u = %s%s", x->reg, place, x->last ? "  last?" : "");
}

static void show_op(struct paper *p, const struct op *op)
{
    const char name = op->access ? location_name(op->access->location) : 0;
    switch (op->kind) {
    case OP_ACCESS:
        show_access(p, op->access);
        break;
    case OP_FENCE:
        paper_print(p, "%s", write_between(op->level));
        break;
    case OP_INVAL:
        paper_print(p, "inval %c", name);
        break;
    case OP_FLUSH:
        paper_print(p, "flush %c", name);
        break;
    case OP_BAR:
        paper_print(p, "bar");
        break;
    case OP_DELAY:
        paper_print(p, "(later)");
        break;
    }
}

// The threads as columns.
static void write_columns(struct paper *p, const struct spec *s)
{
    struct op op[SPEC_THREADS][OPS];
    unsigned ops[SPEC_THREADS], rows = 0;
    for (unsigned t = 0; t < s->threads; t++) {
        ops[t] = list_ops(&s->thread[t], op[t]);
        rows = ops[t] > rows ? ops[t] : rows;
    }
    paper_print(p, "#     ");
    for (unsigned t = 0; t + 1 < s->threads; t++)
        paper_print(p, "w%-*u", COLUMN - 1, t);
    paper_print(p, "w%u\n", s->threads - 1);
    for (unsigned row = 0; row < rows; row++) {
        char line[SPEC_THREADS * COLUMN + 40];
        struct paper in = { .text = line, .size = sizeof line };
        for (unsigned t = 0; t < s->threads; t++) {
            while (in.length < t * COLUMN)
                paper_print(&in, " ");
            if (row < ops[t])
                show_op(&in, &op[t][row]);
        }
        while (in.length && line[in.length - 1] == ' ')
            line[--in.length] = 0;
        paper_print(p, "#     %s\n", line);
    }
}

// ---- addresses

static void write_places(struct paper *p, const struct spec *s)
{
    static const unsigned line[] = { 64, 66, 69 };
    const bool one_line = s->layout == LAYOUT_SECTORS || s->layout == LAYOUT_WORDS;
    paper_print(p, "let SECTOR = LINE_BYTES/SECTORS\n");
    for (unsigned l = 0; l < s->shape.locations; l++) {
        const char name = location_name(l);
        paper_print(p, "let %cLINE = %u*LINE_BYTES", name, line[one_line ? 0 : l]);
        if (s->layout == LAYOUT_PAGES && l)
            paper_print(p, " + %u", 4096 * l);
        paper_print(p, "\nlet %c = %cLINE", name, name);
        const unsigned sector = s->all_lanes ? 0 : (s->sector + (s->layout == LAYOUT_WORDS ? 0 : l)) % 4;
        if (sector)
            paper_print(p, " + %u*SECTOR", sector);
        paper_print(p, "%s\n", s->layout == LAYOUT_WORDS && l ? " + 4" : "");
    }
}

// ---- parts

// A warp of the L1: of a thread, or of noise.
static unsigned warp_of(const struct spec *s, unsigned l1)
{
    for (unsigned t = 0; t < s->threads; t++)
        if (s->thread[t].l1 == l1)
            return t;
    return 0;
}

static void write_warps(struct paper *p, const struct spec *s)
{
    if (s->kepler || s->newer)
        paper_print(p, "set policy %s\n", !s->newer ? "kepler" : s->kepler ? "maxwell" : "volta");
    for (unsigned t = 0; t < s->threads; t++) {
        if (s->thread[t].block)
            paper_print(p, "warp w%u cta %u\n", t, s->thread[t].block);
        if (s->thread[t].l1)
            paper_print(p, "warp w%u l1 %u\n", t, s->thread[t].l1);
    }
    for (unsigned n = 0; n < s->noises; n++) {
        paper_print(p, "warp w%u cta %u", s->threads + n, s->threads + n);
        if (s->noise[n].l1)
            paper_print(p, " l1 %u", s->noise[n].l1);
        paper_print(p, "\n");
    }
}

// Sets all locations to 0, and loads the translations into each L1, unless it must lack them.
static void write_zeros(struct paper *p, const struct spec *s)
{
    const unsigned first = warp_of(s, s->l1s - 1);
    for (unsigned l = 0; l < s->shape.locations; l++) {
        const char name = location_name(l);
        if (s->all_lanes)
            paper_print(p, "w%u: st.global.b32 [%c + 4*lane], 0\n", first, name);
        else if (s->layout == LAYOUT_WORDS)
            paper_print(p, "w%u: st.global.b32 [%c], 0 mask lane == 0\n", first, name);
        else
            paper_print(p, "w%u: st.global.b64 [%c], {0, 0} mask lane == 0\n", first, name);
    }
    if (s->cold || s->l1s == 1)
        return;
    const unsigned pages = s->layout == LAYOUT_PAGES ? s->shape.locations : 1;
    paper_print(p,
                s->l1s == 2 ? "# brings the other L1 the translation\n"
                            : "# brings the other L1s the translation\n");
    for (unsigned l1 = 0; l1 + 1 < s->l1s; l1++)
        for (unsigned l = 0; l < pages; l++)
            paper_print(p, "w%u: ld.global.cg.b32 any, [%cLINE + 8*LINE_BYTES + 4*lane]\n", warp_of(s, l1),
                        location_name(l));
}

static bool any_before(const struct spec *s)
{
    bool any = false;
    for (unsigned l1 = 0; l1 < s->l1s; l1++)
        for (unsigned l = 0; l < s->shape.locations; l++)
            any |= s->copies[l1][l];
    for (unsigned n = 0; n < s->noises; n++)
        any |= s->noise[n].kind == NOISE_DIRTY;
    return any;
}

// Makes copies of the lines, and dirty sectors.
static void write_before(struct paper *p, const struct spec *s)
{
    if (!any_before(s))
        return;
    paper_print(p, "then\nset fetch sector\n");
    for (unsigned l1 = 0; l1 < s->l1s; l1++)
        for (unsigned l = 0; l < s->shape.locations; l++)
            if (s->copies[l1][l])
                paper_print(p, "w%u: ld.global%s.b32 any, [%c%s\n", warp_of(s, l1), s->kepler ? ".nc" : "",
                            location_name(l), s->all_lanes ? " + 4*lane]" : "] mask lane == 0");
    for (unsigned n = 0; n < s->noises; n++)
        noise_before(p, s, &s->noise[n], s->threads + n);
}

static void write_memory(struct paper *p, const struct spec *s)
{
    for (unsigned l1 = 0; l1 < s->l1s; l1++) {
        const struct times *m = &s->times[l1];
        paper_print(p, "memory latency %u", m->latency);
        if (m->spread)
            paper_print(p, "..%u", m->latency + m->spread);
        if (m->every)
            paper_print(p, " every %u", m->every);
        if (m->pieces)
            paper_print(p, " pieces %u", m->pieces);
        if (m->early)
            paper_print(p, " early %u", m->early);
        if (m->stall)
            paper_print(p, " stall %u", m->stall);
        if (m->order)
            paper_print(p, " order %s", m->order);
        if (s->l1s > 1)
            paper_print(p, " l1 %u", l1);
        paper_print(p, "\n");
    }
}

static void write_start(struct paper *p, unsigned warp, unsigned from, unsigned step, unsigned range)
{
    paper_print(p, "warp w%u start ", warp);
    if (from)
        paper_print(p, "%u + ", from);
    paper_print(p, "%u*P %% %u\n", step, range);
}

static void write_starts(struct paper *p, const struct spec *s)
{
    paper_print(p, "set fetch %s\n", s->race_line ? "line" : "sector");
    write_memory(p, s);
    if (s->late)
        paper_print(p, "stores late 3 of 8\n");
    for (unsigned t = 0; t < s->threads; t++)
        write_start(p, t, s->from[t], s->step[t], s->range);
    for (unsigned n = 0; n < s->noises; n++)
        if (noise_races(&s->noise[n]))
            write_start(p, s->threads + n, s->noise[n].from, s->noise[n].step, s->noise[n].range);
}

// With mixed widths, each byte of a store is the number of the store.
static void write_value(struct paper *p, const struct spec *s, const struct access *x)
{
    static const unsigned repeated[] = { [1] = 0x1, [2] = 0x101, [4] = 0x1010101, [8] = 0x1010101 };
    const unsigned value = x->value * (s->mixed ? repeated[x->bytes] : 1);
    if (x->bytes == 8)
        paper_print(p, "{0x%x, 0x%x}", value, value);
    else if (s->mixed)
        paper_print(p, "0x%x", value);
    else
        paper_print(p, "%u", value);
}

// A cas finds 0 or has no effect.
static void write_changed(struct paper *p, const struct spec *s, const struct access *x, const char *place)
{
    const bool number = x->atom == SPEC_ADD || x->atom == SPEC_MAX;
    paper_print(p, "%s.global.%s.%c%u ", is_atomic(x) ? "atom" : "red", atom_name(x->atom),
                number ? 'u' : 'b', 8 * x->bytes);
    if (is_atomic(x))
        paper_print(p, "r%u, ", x->reg);
    paper_print(p, "[%s], %s", place, x->atom != SPEC_CAS ? "" : x->bytes == 8 ? "{0, 0}, " : "0, ");
    write_value(p, s, x);
}

static void write_access(struct paper *p, const struct spec *s, const struct access *x)
{
    static const char *const load_hint[] = { "", ".cg", ".ord", ".nc" };
    static const char *const store_hint[] = { "", ".wb", ".cg" };
    const char name = location_name(x->location);
    char place[32];
    if (x->offset)
        snprintf(place, sizeof place, "%c + %u", name, x->offset);
    else
        snprintf(place, sizeof place, "%c%s", name, s->all_lanes ? " + 4*lane" : "");
    if (is_changed(x)) {
        write_changed(p, s, x, place);
    } else if (x->store) {
        paper_print(p, "st.global%s.b%u [%s], ", store_hint[x->kind], 8 * x->bytes, place);
        write_value(p, s, x);
    } else {
        paper_print(p, "ld.global%s.b%u r%u, [%s]", load_hint[x->kind], 8 * x->bytes, x->reg, place);
    }
    paper_print(p, "%s\n", s->all_lanes ? "" : " mask lane == 0");
}

static void write_thread(struct paper *p, const struct spec *s, unsigned t)
{
    struct op op[OPS];
    const unsigned ops = list_ops(&s->thread[t], op);
    for (unsigned n = 0; n < ops; n++) {
        paper_print(p, "w%u: ", t);
        const char name = op[n].access ? location_name(op[n].access->location) : 0;
        switch (op[n].kind) {
        case OP_ACCESS:
            write_access(p, s, op[n].access);
            break;
        case OP_FENCE:
            paper_print(p, "%s\n", write_between(op[n].level));
            break;
        case OP_INVAL:
            paper_print(p, "inval.global [%c] mask lane == 0\n", name);
            break;
        case OP_FLUSH:
            paper_print(p, "flush.global [%c] mask lane == 0\n", name);
            break;
        case OP_BAR:
            paper_print(p, "bar\n");
            break;
        case OP_DELAY:
            paper_print(p, "delay %u\n", s->settle);
            break;
        }
    }
}

static void write_outcome(struct paper *p, const struct spec *s)
{
    const char *before = "outcome";
    for (unsigned t = 0; t < s->threads; t++)
        for (unsigned a = 0; a < s->thread[t].accesses; a++) {
            const struct access *x = &s->thread[t].access[a];
            for (unsigned word = 0; (!x->store || is_atomic(x)) && word < x->bytes / 8 + 1; word++) {
                paper_print(p, "%s w%u.r%u", before, t, x->reg + word);
                before = ",";
            }
        }
    paper_print(p, "\n");
}

bool write_spec(const struct spec *s, char *text, size_t size)
{
    struct paper p = { .text = text, .size = size };
    paper_print(&p, "program 1\n");
    write_shows(&p, s);
    if (s->changed)
        paper_print(&p, "needs GLOBAL_ATOMICS > %u\n", s->returned);
    write_columns(&p, s);
    paper_print(&p, "sweep P = 0..%u\n", s->points - 1);
    write_places(&p, s);
    write_warps(&p, s);
    write_zeros(&p, s);
    write_before(&p, s);
    paper_print(&p, "then\n");
    write_starts(&p, s);
    for (unsigned t = 0; t < s->threads; t++)
        write_thread(&p, s, t);
    for (unsigned n = 0; n < s->noises; n++)
        noise_race(&p, s, &s->noise[n], s->threads + n);
    write_outcome(&p, s);
    return !p.full;
}
