#include "program/parse.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/names.h"
#include "program/parse_block.h"
#include "program/parse_expect.h"
#include "program/parse_expr.h"
#include "program/parse_setting.h"

// ---- parts

static bool begin_part(struct parser *p)
{
    struct tree *t = p->tree;
    if (t->parts == p->parts_room) {
        unsigned room = p->parts_room ? 2 * p->parts_room : 16;
        struct tree_part *grown = realloc(t->part, room * sizeof *grown);
        if (!grown)
            return parser_refuse(p, parser_place(p), "out of memory");
        t->part = grown;
        p->parts_room = room;
    }
    t->part[t->parts++] = (struct tree_part){ .begin = t->stmts };
    p->heading = true;
    p->expecting = -1;
    return true;
}

// Settings were prepended, so the list is reversed here.
static void end_part(struct parser *p)
{
    struct tree_part *part = &p->tree->part[p->tree->parts - 1];
    struct setting *list = NULL;
    while (part->settings) {
        struct setting *s = part->settings;
        part->settings = s->next;
        s->next = list;
        list = s;
    }
    part->settings = list;
    part->end = p->tree->stmts;
}

static bool parse_then(struct parser *p)
{
    end_part(p);
    return parser_line_end(p) && begin_part(p);
}

// ---- params and sweeps

// The value given for this name on the command line. Returns false after a complaint.
static bool given(struct parser *p, const struct token *name, bool *is, int64_t *value)
{
    unsigned number = 0;
    *is = false;
    for (const char *at = p->params; at && *(at += strspn(at, " ")); at += strcspn(at, " "), number++) {
        const size_t n = strcspn(at, "= ");
        if (n != name->length || memcmp(at, name->text, n))
            continue;
        const bool has_one = at[n] == '=';
        char *end = NULL;
        errno = 0;
        *value = has_one ? strtoll(at + n + 1, &end, 0) : 0;
        if (!has_one || end == at + n + 1 || (*end && *end != ' ') || errno)
            return lex_complain(&p->lex, name, "its value on the command line is not a number");
        if (number < 64)
            p->params_used |= UINT64_C(1) << number;
        *is = true;
    }
    return true;
}

static bool parse_param(struct parser *p)
{
    struct token name;
    int64_t value, other;
    bool is;
    if (!parse_new_name(p, &name) || !lex_need(&p->lex, "=") || !parse_value(p, &value)
        || !given(p, &name, &is, &other))
        return false;
    const struct place at = { name.line, name.column };
    return parse_define(p, &name, parse_constant(p, EXPR_NUMBER, at, is ? other : value))
        && parser_line_end(p);
}

static bool add_point(struct parser *p, struct sweep *s, const struct token *name, int64_t value)
{
    if (s->count == TREE_POINTS)
        return lex_complain(&p->lex, name, "sweeps of more than %d points", TREE_POINTS);
    s->value[s->count++] = value;
    return true;
}

static bool parse_points(struct parser *p, struct sweep *s, const struct token *name)
{
    int64_t first, last;
    if (lex_take(&p->lex, "in")) {
        do
            if (!parse_value(p, &first) || !add_point(p, s, name, first))
                return false;
        while (lex_take(&p->lex, ","));
        return true;
    }
    if (!lex_need(&p->lex, "=") || !parse_value(p, &first) || !lex_need(&p->lex, "..")
        || !parse_value(p, &last))
        return false;
    for (int64_t v = first; v <= last; v++) {
        if (!add_point(p, s, name, v))
            return false;
        if (v == INT64_MAX)
            break;
    }
    return true;
}

// A value on the command line replaces all values of the sweep. A sweep without a value is refused at the
// end, if the machine meets the program's needs.
static bool parse_sweep(struct parser *p)
{
    struct tree *t = p->tree;
    struct sweep *s = &t->sweep[t->sweeps];
    struct token name;
    int64_t value;
    bool is;
    if (t->sweeps == PROGRAM_SWEEPS)
        return parser_refuse(p, parser_place(p), "more than %d sweeps", PROGRAM_SWEEPS);
    s->value = parser_alloc(p, TREE_POINTS * sizeof *s->value);
    if (!s->value || !parse_new_name(p, &name) || !parse_points(p, s, &name) || !given(p, &name, &is, &value))
        return false;
    if (is) {
        *s->value = value;
        s->count = 1;
    }
    snprintf(t->sweep_name[t->sweeps], sizeof t->sweep_name[0], "%.*s", (int)name.length, name.text);
    const struct place at = { name.line, name.column };
    if (!s->count && t->points)
        p->empty = at;
    t->points *= s->count;
    if (t->points > TREE_POINTS)
        return lex_complain(&p->lex, &name, "sweeps of more than %d points", TREE_POINTS);
    return parse_define(p, &name, parse_constant(p, EXPR_SWEEP, at, t->sweeps++)) && parser_line_end(p);
}

// ---- lines outside of blocks

static bool parse_shows(struct parser *p)
{
    const struct token t = p->lex.token;
    if (t.kind != TOKEN_STRING)
        return lex_expected(&p->lex, "a text in quotes");
    if (t.length >= sizeof p->tree->shows)
        return lex_complain(&p->lex, &t, "a text of more than %zu letters", sizeof p->tree->shows - 1);
    memcpy(p->tree->shows, t.text, t.length);
    lex_next(&p->lex);
    return parser_line_end(p);
}

static bool parse_needs(struct parser *p)
{
    const struct place at = parser_place(p);
    int64_t holds;
    if (!parse_value(p, &holds))
        return false;
    if (!holds && !p->tree->unfit)
        p->tree->need = at;
    p->tree->unfit |= !holds;
    return parser_line_end(p);
}

// The only machine on which the program runs.
static bool parse_machine(struct parser *p)
{
    const struct token t = p->lex.token;
    if (t.kind != TOKEN_NAME || t.length >= sizeof p->tree->machine)
        return lex_expected(&p->lex, "a machine");
    memcpy(p->tree->machine, t.text, t.length);
    lex_next(&p->lex);
    return parser_line_end(p);
}

static bool parse_any_outcome(struct parser *p, bool *is)
{
    static const char *const words[] = { [OUTCOME_ALLOW] = "allow",
                                         [OUTCOME_FORBID] = "forbid",
                                         [OUTCOME_MAY] = "may",
                                         [OUTCOME_TELL] = "outcome" };
    const struct place at = parser_place(p);
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (lex_take(&p->lex, words[i]))
            return parse_outcome(p, (enum outcome_kind)i, at);
    *is = false;
    return false;
}

static bool parse_line(struct parser *p)
{
    bool is = true;
    if (p->lex.token.kind == TOKEN_NEWLINE) {
        lex_next(&p->lex);
        return true;
    }
    if (parse_any_outcome(p, &is) || is)
        return is && !*p->lex.complaint->text;
    if (p->over)
        return lex_expected(&p->lex, "allow, forbid, may, outcome, or the end");
    if (lex_take(&p->lex, "shows"))
        return parse_shows(p);
    if (lex_take(&p->lex, "needs"))
        return parse_needs(p);
    if (lex_take(&p->lex, "machine"))
        return parse_machine(p);
    if (lex_take(&p->lex, "param"))
        return parse_param(p);
    if (lex_take(&p->lex, "sweep"))
        return parse_sweep(p);
    if (lex_take(&p->lex, "then"))
        return parse_then(p);
    if (parse_setting(p, &is) || is)
        return !*p->lex.complaint->text;
    if (parse_statement(p, &is) || is)
        return !*p->lex.complaint->text;
    return lex_expected(&p->lex,
                        "a warp (w0: ...), a setting, a loop, expect, then, or another line of a program");
}

static bool parse_version(struct parser *p)
{
    while (p->lex.token.kind == TOKEN_NEWLINE)
        lex_next(&p->lex);
    if (!lex_take(&p->lex, "program"))
        return lex_expected(&p->lex, "'program 1'");
    const struct token version = p->lex.token;
    if (version.kind != TOKEN_NUMBER)
        return lex_expected(&p->lex, "a version");
    if (version.number != 1)
        return lex_complain(&p->lex, &version, "version %llu is not known here, only version 1",
                            (unsigned long long)version.number);
    lex_next(&p->lex);
    return parser_line_end(p);
}

// Refuses names on the command line that are no param of the program.
static bool all_given(struct parser *p)
{
    unsigned number = 0;
    for (const char *at = p->params; at && *(at += strspn(at, " ")); at += strcspn(at, " "), number++)
        if (number >= 64 || !(p->params_used >> number & 1)) {
            const int n = (int)strcspn(at, "= ");
            return parser_refuse(p, (struct place){ 1, 1 }, "it has no param '%.*s'", n < 40 ? n : 40, at);
        }
    return true;
}

static bool parse_all(struct parser *p)
{
    if (!parse_version(p) || !begin_part(p))
        return false;
    while (p->lex.token.kind != TOKEN_END)
        if (!parse_line(p))
            return false;
    end_part(p);
    if (!p->tree->points && !p->tree->unfit)
        return parser_refuse(p, p->empty, "a sweep without a value");
    return !*p->lex.complaint->text && all_given(p);
}

struct tree *parse_program(const char *text, size_t length, unsigned lanes, const char *params,
                           struct complaint *c)
{
    struct parser p = { .params = params, .expecting = -1 };
    *c->text = 0;
    p.tree = calloc(1, sizeof *p.tree);
    if (!p.tree || !names_lanes(lanes) || length > PROGRAM_TEXT) {
        snprintf(c->text, sizeof c->text, "%.100s:1:1: %s", c->file,
                 !p.tree                     ? "out of memory"
                     : length > PROGRAM_TEXT ? "the text is too long"
                                             : "no machine has so many lanes");
        free(p.tree);
        return NULL;
    }
    p.tree->lanes = lanes;
    p.tree->l1s = p.tree->points = 1;
    snprintf(p.tree->file, sizeof p.tree->file, "%.99s", c->file);
    lex_begin(&p.lex, text, length, c);
    if (parse_all(&p))
        return p.tree;
    if (!*c->text)
        snprintf(c->text, sizeof c->text, "%.100s:1:1: not understood", c->file);
    tree_free(p.tree);
    return NULL;
}
