#include "environment/sm/phrase.h"

#include <inttypes.h>
#include <stdlib.h>

#include "program/names.h"

enum {
    LIST = 4096, // numbers in a list
    FEW = 4,     // words of a store that are written one by one
};

struct phrase_code phrase_code(const char *of, unsigned code)
{
    struct phrase_code c;
    if (names_is_reserved(of, code))
        snprintf(c.text, sizeof c.text, "code%u", code);
    else
        snprintf(c.text, sizeof c.text, "%s", names_key(of, code));
    return c;
}

// ---- numbers

static void say_number(FILE *f, int64_t n)
{
    if (n < 0)
        fprintf(f, "-");
    const uint64_t m = n < 0 ? -(uint64_t)n : (uint64_t)n;
    fprintf(f, m < 1000 ? "%" PRIu64 : "0x%" PRIx64, m);
}

// Consecutive numbers in a list.
struct kept {
    unsigned list, at;
};

// Makes room for `count` numbers in the last list, or in a new one.
static bool make_room(struct phrases *p, unsigned count)
{
    const bool fits = p->lists > p->said && p->numbers - p->begin[p->lists - 1] + count <= LIST;
    if (!fits && p->lists == PHRASE_LISTS)
        return false;
    if (!fits)
        p->begin[p->lists++] = p->numbers;
    if (p->numbers + count <= p->numbers_room)
        return true;
    int64_t *grown = realloc(p->number, 2 * (size_t)(p->numbers_room + LIST) * sizeof *grown);
    if (!grown)
        return false;
    p->number = grown;
    p->numbers_room = 2 * (p->numbers_room + LIST);
    return true;
}

static struct kept keep(struct phrases *p, const int64_t *number, unsigned count)
{
    if (!make_room(p, count)) {
        p->lacking = true;
        return (struct kept){ 0, 0 };
    }
    memcpy(p->number + p->numbers, number, count * sizeof *number);
    p->numbers += count;
    return (struct kept){ p->lists - 1, p->numbers - count - p->begin[p->lists - 1] };
}

// Writes the expression for the lanes from `first` on: each lane has `apart` numbers in the list, of which
// this is number `which`.
static void say_kept(struct phrases *p, struct kept k, unsigned apart, unsigned which, unsigned first)
{
    fprintf(p->out, "N%u[", k.list);
    if (apart > 1)
        fprintf(p->out, "%u*", apart);
    if (first)
        fprintf(p->out, apart > 1 ? "(lane - %u)" : "lane - %u", first);
    else
        fprintf(p->out, "lane");
    if (k.at + which)
        fprintf(p->out, " + %u", k.at + which);
    fprintf(p->out, "]");
}

void phrase_lists(struct phrases *p, FILE *f)
{
    for (; p->said < p->lists; p->said++) {
        const unsigned end = p->said + 1 < p->lists ? p->begin[p->said + 1] : p->numbers;
        fprintf(f, "list N%u =", p->said);
        for (unsigned n = p->begin[p->said]; n < end; n++) {
            fprintf(f, (n - p->begin[p->said]) % 8 ? " " : "\n    ");
            say_number(f, p->number[n]);
            fprintf(f, n + 1 < end ? "," : "\n");
        }
    }
}

// ---- lanes

static unsigned lowest(uint32_t mask)
{
    return (unsigned)__builtin_ctz(mask);
}

static unsigned highest(uint32_t mask)
{
    return 31 - (unsigned)__builtin_clz(mask);
}

static void say_mask(struct phrases *p, uint32_t mask)
{
    if (mask == ALL_LANES)
        return;
    const unsigned first = mask ? lowest(mask) : 0, last = mask ? highest(mask) : 0;
    const bool row = mask && mask >> first == UINT32_MAX >> (31 - (last - first));
    if (!mask)
        fprintf(p->out, " mask 0");
    else if (first == last)
        fprintf(p->out, " mask lane == %u", first);
    else if (row && !first)
        fprintf(p->out, " mask lane <= %u", last);
    else if (row && last == LANES - 1)
        fprintf(p->out, " mask lane >= %u", first);
    else
        fprintf(p->out, " mask 0x%x >> lane & 1", mask);
}

// Whether the step between consecutive active lanes is constant.
static bool steady(uint32_t mask, const int64_t *value, int64_t *base, int64_t *step)
{
    const unsigned first = lowest(mask), last = highest(mask);
    *step = first == last ? 0 : (value[last] - value[first]) / (int64_t)(last - first);
    *base = value[first] - *step * (int64_t)first;
    for (uint32_t left = mask; left; left &= left - 1)
        if (*base + *step * (int64_t)lowest(left) != value[lowest(left)])
            return false;
    return true;
}

// An expression with these values of the lanes in the mask.
static void say_by_lane(struct phrases *p, uint32_t mask, const int64_t *value)
{
    int64_t base, step, number[LANES] = { 0 };
    if (!mask) {
        fprintf(p->out, "0");
    } else if (steady(mask, value, &base, &step)) {
        if (base || !step)
            say_number(p->out, base);
        if (step)
            fprintf(p->out, base ? step < 0 ? " - " : " + " : step < 0 ? "-" : "");
        if (step && step != 1 && step != -1) {
            say_number(p->out, step < 0 ? -step : step);
            fprintf(p->out, "*");
        }
        fprintf(p->out, step ? "lane" : "");
    } else {
        const unsigned first = lowest(mask), last = highest(mask);
        for (uint32_t left = mask; left; left &= left - 1)
            number[lowest(left) - first] = value[lowest(left)];
        say_kept(p, keep(p, number, last - first + 1), 1, 0, first);
    }
}

static void say_address(struct phrases *p, uint32_t mask, const uint64_t *addr)
{
    int64_t value[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        value[lane] = (int64_t)addr[lane];
    fprintf(p->out, "[");
    say_by_lane(p, mask, value);
    fprintf(p->out, "]");
}

// A point sample is written with whole texels.
static void say_texture(struct phrases *p, const struct instr *i)
{
    const struct texels t = texture_texels(&i->texture);
    int64_t u[LANES], v[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        u[lane] = texels_sums(&t) ? instr_u(i, lane) : texels_whole(instr_u(i, lane));
        v[lane] = texels_sums(&t) ? instr_v(i, lane) : texels_whole(instr_v(i, lane));
    }
    fprintf(p->out, "[0x%" PRIx64 ", %u, %u, %u], [", t.base, t.pitch, t.columns, t.rows);
    say_by_lane(p, i->mask, u);
    fprintf(p->out, ", ");
    say_by_lane(p, i->mask, v);
    fprintf(p->out, "]");
}

// ---- store data

static void say_words(struct phrases *p, const struct instr *i)
{
    const uint32_t from = i->mask && instr_matrix(i) ? ALL_LANES : i->mask; // the lanes that give words
    const unsigned words = instr_slots(i), first = from ? lowest(from) : 0;
    const unsigned lanes = from ? highest(from) - first + 1 : 0;
    int64_t number[FEW];
    struct kept at = { 0, 0 };
    const bool few = lanes * words <= FEW && lanes;
    for (unsigned n = 0; few && n < lanes * words; n++)
        number[n] = instr_data(i, first * words + n);
    if (few && lanes > 1)
        at = keep(p, number, lanes * words);
    p->unsaid[UNSAID_WORDS] += !few && lanes;
    const unsigned operand = width_words(i->width); // words of an operand
    for (unsigned w = 0; w < words; w++) {
        fprintf(p->out, "%s%s", w ? ", " : "", operand > 1 && w % operand == 0 ? "{" : "");
        if (few && lanes > 1)
            say_kept(p, at, words, w, first);
        else if (few)
            say_number(p->out, number[w]);
        else
            fprintf(p->out, lanes ? "rand(1 << 32)" : "0");
        fprintf(p->out, operand > 1 && w % operand == operand - 1 ? "}" : "");
    }
}

// ---- whole instructions and commands

static const char *type(const struct instr *i)
{
    static const char *const narrow[2][2] = { { "u8", "s8" }, { "u16", "s16" } };
    return i->width <= UL1_WIDTH_B16 ? narrow[i->width][i->sign] : NULL;
}

// `atom.SPACE.OPERATION.TYPE`, or `red`
static struct phrase_form atom_form(const struct instr *i)
{
    struct phrase_form f;
    const bool is_float = i->atom == UL1_ATOM_FADD;
    const struct phrase_code space = phrase_code("space", i->space), width = phrase_code("width", i->width),
                             atom = phrase_code("atom", is_float ? UL1_ATOM_ADD : i->atom);
    snprintf(f.text, sizeof f.text, "%s.%s.%s.%s", instr_reduces(i) && !i->returns ? "red" : "atom",
             space.text, atom.text,
             is_float                                   ? "f32"
                 : i->width == UL1_WIDTH_B32 && i->sign ? "s32"
                                                        : width.text);
    return f;
}

static void say_group(char *text, size_t size, const struct instr *i)
{
    const bool closes = i->group & CLOSES_GROUP, waits = i->group & WAITS_FOR_GROUPS;
    if (!waits || (closes && !i->leaves))
        snprintf(text, size, waits ? "cp.async.wait_all" : "cp.async.commit_group");
    else
        snprintf(text, size, "cp.async.wait_group %u", i->leaves);
}

static struct phrase_form texture_form(const struct instr *i)
{
    struct phrase_form f;
    const struct texels t = texture_texels(&i->texture);
    snprintf(f.text, sizeof f.text, "%s.%s.%s.%s", texels_sums(&t) ? "tex" : "tld",
             names_key("texfmt", i->texture.format), names_key("layout", i->texture.layout),
             names_key("border", i->texture.border));
    return f;
}

struct phrase_form phrase_form(const struct instr *i)
{
    if (instr_texture(i))
        return texture_form(i);
    if (instr_atomic(i) || instr_reduces(i))
        return atom_form(i);

    struct phrase_form f;
    const char *op = i->op == UL1_OP_LOAD ? "ld" : i->op == UL1_OP_STORE ? "st" : NULL;
    char more[60] = "";
    if (instr_interleaved(i) || instr_locks(i))
        snprintf(more, sizeof more, ".%s", instr_locks(i) ? names_key("atom", i->atom) : "interleaved");
    const size_t length = strlen(more);
    if (instr_matrix(i))
        snprintf(more + length, sizeof more - length, ".matrix%s%s", i->matrix == UL1_MATRIX_PLAIN ? "" : ".",
                 i->matrix == UL1_MATRIX_PLAIN ? "" : phrase_code("matrix", i->matrix).text);
    const struct phrase_code code = phrase_code("op", i->op), space = phrase_code("space", i->space),
                             hint = phrase_code("hint", i->hint), width = phrase_code("width", i->width);
    if (i->group)
        say_group(f.text, sizeof f.text, i);
    else if (i->copy)
        snprintf(f.text, sizeof f.text, "cp.async.%s.shared.%s", hint.text, space.text);
    else if (i->bar)
        snprintf(f.text, sizeof f.text, "bar.%s %u of %u, 0x%x >> lane & 1", i->waits ? "sync" : "arrive",
                 i->barrier, i->expects, i->pred);
    else if (instr_fences(i))
        snprintf(f.text, sizeof f.text, "fence.%s", phrase_code("level", i->level).text);
    else if (instr_cmo(i))
        snprintf(f.text, sizeof f.text, "%s.%s%s", code.text, space.text, more);
    else
        snprintf(f.text, sizeof f.text, "%s.%s%s%s%s.%s", op ? op : code.text, space.text, more,
                 i->hint != UL1_HINT_CA ? "." : "", i->hint != UL1_HINT_CA ? hint.text : "",
                 type(i) ? type(i) : width.text);
    return f;
}

static void say_expected(struct phrases *p, const struct instr *i)
{
    const bool passes = p->counts && !i->passes_unsaid && !instr_fences(i) && !i->copy;
    const bool error =
        !i->unsure && !(i->copy && !i->err) && (i->err || (p->any_error && p->counts)) && !instr_fences(i);
    if (!error && !passes)
        return;
    fprintf(p->out, "    expect ");
    if (error)
        fprintf(p->out, "error %s", names_key("err", i->err));
    if (error && i->err)
        fprintf(p->out, " lane %u", i->err_lane);
    if (passes)
        fprintf(p->out, "%spasses %u", error ? ", " : "", i->passes);
    fprintf(p->out, "\n");
}

// A point sample lies behind the beginning of its texel, or its filter has no effect.
static bool has_unused_fraction(const struct instr *i)
{
    const struct texels t = texture_texels(&i->texture);
    uint64_t fractions = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        fractions |= i->addr[lane] & ((uint64_t)(TEXEL_ONE - 1) << 32 | (TEXEL_ONE - 1));
    return !texels_sums(&t) && (t.bilinear || fractions);
}

// Whether a field is set that the instruction ignores, and that is therefore not written.
static bool has_more(const struct instr *i)
{
    const bool load = i->op == UL1_OP_LOAD;
    if (instr_texture(i))
        return i->hint != UL1_HINT_CA || has_unused_fraction(i);
    if (instr_atomic(i) || instr_reduces(i))
        return i->hint != UL1_HINT_CA || (i->sign && i->width != UL1_WIDTH_B32)
            || (instr_reduces(i) && !i->returns && i->reg);
    return instr_fences(i) || (instr_cmo(i) && (i->width != UL1_WIDTH_B8 || i->hint != UL1_HINT_CA))
        || (i->sign && (!load || i->width > UL1_WIDTH_B16)) || (!load && i->reg)
        || (i->interleave && !instr_interleaved(i));
}

void phrase_instr(struct phrases *p, const struct noted_instr *n, unsigned warp, unsigned reg)
{
    const struct instr *i = &n->instr;
    if (i->copied) // its copy stands for it
        return;
    p->unsaid[UNSAID_FIELDS] += has_more(i) && !i->group;
    p->unsaid[UNSAID_FIELDS] += i->group == (CLOSES_GROUP | WAITS_FOR_GROUPS) && i->leaves;
    p->unsaid[UNSAID_LANES] += !instr_fences(i) && i->mask != ALL_LANES;
    p->unsaid[UNSAID_FIELDS] += i->bar && i->level != UL1_LEVEL_CTA;
    fprintf(p->out, "w%u: %s", warp, phrase_form(i).text);
    if (!instr_fences(i)) {
        fprintf(p->out, " ");
        if (i->copy) {
            uint64_t dest[LANES];
            for (unsigned lane = 0; lane < LANES; lane++)
                dest[lane] = i->dest[lane];
            say_address(p, i->mask, dest);
            fprintf(p->out, ", ");
        } else if (i->op == UL1_OP_LOAD || instr_texture(i) || instr_atomic(i) || instr_answered(i))
            fprintf(p->out, "r%u, ", reg);
        if (instr_texture(i))
            say_texture(p, i);
        else
            say_address(p, i->mask, i->addr);
        if (instr_stores(i)) {
            fprintf(p->out, ", ");
            say_words(p, i);
        }
        if (i->copy)
            fprintf(p->out, ", %u", width_bytes(i->width));
        say_mask(p, i->mask);
    }
    if (i->bar)
        say_mask(p, i->mask);
    fprintf(p->out, " at %" PRId64 "\n", n->offered);
    say_expected(p, i);
}

void phrase_command(struct phrases *p, const struct noted_command *n, unsigned warp)
{
    static const char *const changes[] = { [PAGE_SAME] = "",
                                           [PAGE_MOVED] = " moved",
                                           [PAGE_REMOVED] = " removed",
                                           [PAGE_PROTECTED] = " protected" };
    const struct command *c = &n->command;
    fprintf(p->out, "w%u: cmd.%s", warp, phrase_code("cmd", c->op).text);
    if (c->op == UL1_CMD_CARVEOUT)
        fprintf(p->out, " %s", phrase_code("carveout", c->carveout).text);
    else
        fprintf(p->out, " [0x%" PRIx64 "]%s", c->addr, c->op == UL1_CMD_PAGE ? changes[c->change] : "");
    p->unsaid[UNSAID_FIELDS] += c->op == UL1_CMD_CARVEOUT ? c->addr != 0 : c->carveout != 0;
    fprintf(p->out, " at %" PRId64 "\n", n->offered);
}
