#include "program/parse_expr.h"

#include <stdio.h>
#include <string.h>

#include "program/names.h"

static struct expr *make(struct parser *p, enum expr_kind kind, struct place at)
{
    struct expr *e = parser_alloc(p, sizeof *e);
    if (e)
        *e = (struct expr){ .kind = kind, .at = at };
    return e;
}

static const struct expr *measured(struct parser *p, struct expr *e)
{
    if (e && !expr_measure(e)) {
        parser_refuse(p, e->at,
                      "this expression is too large: more than %d operands, or %d within each other",
                      EXPR_SIZE, EXPR_DEPTH);
        return NULL;
    }
    return e;
}

const struct expr *parse_constant(struct parser *p, enum expr_kind kind, struct place at, int64_t number)
{
    struct expr *e = make(p, kind, at);
    if (e)
        e->number = number;
    return measured(p, e);
}

static const struct expr *combined(struct parser *p, enum expr_kind kind, struct place at,
                                   const struct expr *a, const struct expr *b, const struct expr *c)
{
    struct expr *e = make(p, kind, at);
    if (!e)
        return NULL;
    e->a = a;
    e->b = b;
    e->c = c;
    e->fixed = p->in_let;
    return measured(p, e);
}

// ---- names

static const struct function {
    const char *name;
    enum expr_kind kind;
    unsigned arguments;
} functions[] = {
    { "min", EXPR_MIN, 2 },   { "max", EXPR_MAX, 2 },   { "gcd", EXPR_GCD, 2 },
    { "bits", EXPR_BITS, 1 }, { "ones", EXPR_ONES, 1 }, { "rand", EXPR_RAND, 1 },
};

static const struct function *function_of(const struct token *t)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (token_is(t, functions[i].name))
            return &functions[i];
    return NULL;
}

static const struct name *find(const struct parser *p, const struct token *t)
{
    for (unsigned i = p->names; i-- > 0;)
        if (p->name[i].length == t->length && !memcmp(p->name[i].text, t->text, t->length))
            return &p->name[i];
    return NULL;
}

static bool taken(const struct parser *p, const struct token *t)
{
    unsigned n;
    int64_t v;
    return token_is(t, "lane") || token_is(t, "warp") || token_is(t, "any")
        || parser_numbered(t, 'r', PROGRAM_REGS, &n) || parser_numbered(t, 'p', PROGRAM_PREDS, &n)
        || parser_numbered(t, 'w', 1000, &n) || function_of(t)
        || names_size(t->text, t->length, p->tree->lanes, &v) || find(p, t);
}

bool parse_new_name(struct parser *p, struct token *name)
{
    *name = p->lex.token;
    if (name->kind != TOKEN_NAME)
        return lex_expected(&p->lex, "a name");
    if (taken(p, name))
        return lex_complain(&p->lex, name, "this name has a meaning already");
    if (name->length > 31)
        return lex_complain(&p->lex, name, "a name has at most 31 letters");
    lex_next(&p->lex);
    return true;
}

static bool define(struct parser *p, struct name name, const struct token *at)
{
    if (p->names == PARSER_NAMES)
        return lex_complain(&p->lex, at, "more than %d names", PARSER_NAMES);
    p->name[p->names++] = name;
    return true;
}

bool parse_define(struct parser *p, const struct token *name, const struct expr *e)
{
    return e && define(p, (struct name){ .text = name->text, .length = name->length, .expr = e }, name);
}

bool parse_list(struct parser *p)
{
    int64_t value[PARSER_LIST], *list;
    unsigned n = 0;
    struct token name;
    if (!parse_new_name(p, &name) || !lex_need(&p->lex, "="))
        return false;
    do {
        if (n == PARSER_LIST)
            return lex_complain(&p->lex, &name, "a list of more than %d numbers", PARSER_LIST);
        if (!parse_value(p, &value[n++]))
            return false;
    } while (lex_take(&p->lex, ","));
    if (!(list = parser_alloc(p, n * sizeof *list)))
        return false;
    memcpy(list, value, n * sizeof *list);
    return define(p, (struct name){ .text = name.text, .length = name.length, .list = list, .count = n },
                  &name)
        && parser_line_end(p);
}

const struct expr *parse_named(struct parser *p, const struct expr *a)
{
    struct env env = { 0 };
    int64_t value;
    if (!a || !a->a)
        return a;
    if (!a->uses && expr_value(a, &env, &value))
        return parse_constant(p, EXPR_NUMBER, a->at, value);
    struct expr *e = make(p, EXPR_LET, a->at);
    if (e) {
        e->a = a;
        e->number = p->tree->lets++;
    }
    return measured(p, e);
}

// ---- operands

static const struct expr *parse_choice(struct parser *);

static const struct expr *parse_call(struct parser *p, const struct function *f, struct place at)
{
    const struct expr *argument[2] = { NULL, NULL };
    if (!lex_need(&p->lex, "("))
        return NULL;
    for (unsigned i = 0; i < f->arguments; i++)
        if ((i && !lex_need(&p->lex, ",")) || !(argument[i] = parse_choice(p)))
            return NULL;
    return lex_need(&p->lex, ")") ? combined(p, f->kind, at, argument[0], argument[1], NULL) : NULL;
}

static const struct expr *parse_item(struct parser *p, const struct name *name, struct place at)
{
    const struct expr *index = lex_need(&p->lex, "[") ? parse_choice(p) : NULL;
    struct expr *e = index && lex_need(&p->lex, "]") ? make(p, EXPR_ITEM, at) : NULL;
    if (!e)
        return NULL;
    e->a = index;
    e->list = name->list;
    e->number = name->count;
    return measured(p, e);
}

static const struct expr *parse_of_warp(struct parser *p, unsigned warp, struct place at)
{
    unsigned reg;
    if (!lex_need(&p->lex, "."))
        return NULL;
    if (!parser_numbered(&p->lex.token, 'r', PROGRAM_REGS, &reg)) {
        lex_expected(&p->lex, "a register");
        return NULL;
    }
    lex_next(&p->lex);
    struct expr *e = make(p, EXPR_OF_WARP, at);
    if (e) {
        e->warp = warp;
        e->number = reg;
    }
    return measured(p, e);
}

static const struct expr *parse_name(struct parser *p)
{
    const struct token t = p->lex.token;
    const struct place at = parser_place(p);
    const struct function *f = function_of(&t);
    const struct name *name = find(p, &t);
    unsigned n;
    int64_t value;
    lex_next(&p->lex);
    if (f)
        return parse_call(p, f, at);
    if (name)
        return name->expr ? name->expr : parse_item(p, name, at);
    if (token_is(&t, "lane") || token_is(&t, "warp"))
        return parse_constant(p, *t.text == 'l' ? EXPR_LANE : EXPR_WARP, at, 0);
    if (token_is(&t, "any"))
        return parse_constant(p, EXPR_NUMBER, at, PROGRAM_ANY);
    if (parser_numbered(&t, 'r', PROGRAM_REGS, &n))
        return parse_constant(p, EXPR_REG, at, n);
    if (parser_numbered(&t, 'p', PROGRAM_PREDS, &n))
        return parse_constant(p, EXPR_PRED, at, n);
    if (parser_numbered(&t, 'w', parser_warps(p), &n))
        return parse_of_warp(p, n, at);
    if (names_size(t.text, t.length, p->tree->lanes, &value))
        return parse_constant(p, EXPR_NUMBER, at, value);
    lex_complain(&p->lex, &t, "'%.*s' has no meaning here", t.length < 40 ? (int)t.length : 40, t.text);
    return NULL;
}

static const struct expr *parse_operand(struct parser *p)
{
    static const struct {
        const char *sign;
        enum expr_kind kind;
    } before[] = {
        { "-", EXPR_MINUS },
        { "~", EXPR_INVERT },
        { "!", EXPR_NOT },
    };
    const struct place at = parser_place(p);
    for (unsigned i = 0; i < 3; i++)
        if (lex_take(&p->lex, before[i].sign)) {
            if (++p->nesting > PARSER_NESTING)
                return parser_refuse(p, at, "nested too deep"), NULL;
            const struct expr *a = parse_operand(p);
            p->nesting--;
            return a ? combined(p, before[i].kind, at, a, NULL, NULL) : NULL;
        }
    if (lex_take(&p->lex, "(")) {
        const struct expr *e = parse_choice(p);
        return e && lex_need(&p->lex, ")") ? e : NULL;
    }
    if (p->lex.token.kind == TOKEN_NAME)
        return parse_name(p);
    if (p->lex.token.kind == TOKEN_NUMBER) {
        const int64_t number = (int64_t)p->lex.token.number;
        lex_next(&p->lex);
        return parse_constant(p, EXPR_NUMBER, at, number);
    }
    lex_expected(&p->lex, "a number or a name");
    return NULL;
}

// ---- operators

// From the weakest to the strongest.
static const struct level {
    struct {
        const char *sign;
        enum expr_kind kind;
    } of[4];
} levels[] = {
    { { { "||", EXPR_EITHER } } },
    { { { "&&", EXPR_BOTH } } },
    { { { "|", EXPR_OR } } },
    { { { "^", EXPR_XOR } } },
    { { { "&", EXPR_AND } } },
    { { { "==", EXPR_EQUAL }, { "!=", EXPR_UNEQUAL } } },
    { { { "<", EXPR_LESS },
        { "<=", EXPR_LESS_EQUAL },
        { ">", EXPR_GREATER },
        { ">=", EXPR_GREATER_EQUAL } } },
    { { { "<<", EXPR_LEFT }, { ">>", EXPR_RIGHT } } },
    { { { "+", EXPR_ADD }, { "-", EXPR_SUB } } },
    { { { "*", EXPR_MUL }, { "/", EXPR_DIV }, { "%", EXPR_MOD } } },
};
enum { LEVELS = sizeof levels / sizeof *levels };

// The operator of this level at the present token. Returns false if there is none.
static bool take_operator(struct parser *p, const struct level *l, enum expr_kind *kind)
{
    for (unsigned i = 0; i < 4 && l->of[i].sign; i++)
        if (lex_take(&p->lex, l->of[i].sign)) {
            *kind = l->of[i].kind;
            return true;
        }
    return false;
}

static const struct expr *parse_level(struct parser *p, unsigned level)
{
    if (level == LEVELS)
        return parse_operand(p);
    const struct expr *a = parse_level(p, level + 1);
    for (;;) {
        const struct place at = parser_place(p);
        enum expr_kind kind;
        if (!a || !take_operator(p, &levels[level], &kind))
            return a;
        const struct expr *b = parse_level(p, level + 1);
        a = b ? combined(p, kind, at, a, b, NULL) : NULL;
    }
}

static const struct expr *parse_choice(struct parser *p)
{
    if (++p->nesting > PARSER_NESTING) {
        parser_refuse(p, parser_place(p), "nested too deep");
        return NULL;
    }
    const struct expr *a = parse_level(p, 0), *b, *c;
    const struct place at = parser_place(p);
    if (a && lex_take(&p->lex, "?"))
        a = (b = parse_choice(p)) && lex_need(&p->lex, ":") && (c = parse_choice(p))
            ? combined(p, EXPR_CHOICE, at, a, b, c)
            : NULL;
    p->nesting--;
    return a;
}

const struct expr *parse_expr(struct parser *p, unsigned refused)
{
    static const struct {
        unsigned uses;
        const char *what;
    } kinds[] = {
        { USES_LANE, "`lane`" },
        { USES_REGISTERS, "registers and predicates" },
        { USES_OTHERS, "registers of other warps" },
        { USES_LOOP, "variables of loops" },
        { USES_WARP, "`warp`" },
        { USES_SWEEP, "sweeps" },
        { USES_RANDOM, "random numbers" },
    };
    const struct place at = parser_place(p);
    const struct expr *e = parse_choice(p);
    for (size_t i = 0; e && i < sizeof kinds / sizeof *kinds; i++)
        if (e->uses & refused & kinds[i].uses) {
            parser_refuse(p, at, "no %s can stand here", kinds[i].what);
            return NULL;
        }
    return e;
}

bool parse_value(struct parser *p, int64_t *value)
{
    struct env env = { 0 };
    const struct expr *e = parse_expr(p, BY_SWEEP);
    if (!e)
        return false;
    return expr_value(e, &env, value) || parser_refuse(p, env.at, "%s", env.fault);
}
