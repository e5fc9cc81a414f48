#include "program/parse_expect.h"

#include "program/names.h"
#include "program/parse_expr.h"

enum { EXPECTS = 64 }; // expectations of one statement or part, at most

static bool add(struct parser *p, struct expect **list, const struct expect *x)
{
    unsigned n = 0;
    for (; *list; list = &(*list)->next)
        n++;
    if (n >= EXPECTS)
        return parser_refuse(p, x->at, "more than %d expectations in one place", EXPECTS);
    *list = parser_alloc(p, sizeof **list);
    if (*list)
        **list = *x;
    return *list;
}

// A count's name. Returns false, without a complaint, if the token is none.
static bool is_count(const struct parser *p, enum count *count)
{
    for (*count = 0; *count < COUNTS; ++*count)
        if (lex_is(&p->lex, count_name(*count)))
            return true;
    return false;
}

// Parses how a store is lost, if the text says so.
static bool parse_how(struct parser *p, struct expect *x, bool store)
{
    const struct place at = parser_place(p);
    for (x->how = LOST_ANYHOW + 1; x->how < LOST_HOWS; x->how++)
        if (lex_take(&p->lex, lost_name(x->how)))
            return (store && names_lost(x->error)) || parser_refuse(p, at, "no store is lost so");
    x->how = LOST_ANYHOW;
    return true;
}

static bool parse_error(struct parser *p, struct expect *x, bool store)
{
    x->kind = EXPECT_ERROR;
    if (!parser_code(p, "err", &x->error) || !parse_how(p, x, store))
        return false;
    x->each = lex_take(&p->lex, "lanes");
    return (!x->each && !lex_take(&p->lex, "lane"))
        || (x->value = parse_expr(p, x->each ? USES_OTHERS : BY_LANE));
}

// Parses an expectation of a lost store.
static bool parse_loss(struct parser *p, struct expect *x)
{
    const struct place at = parser_place(p);
    x->kind = EXPECT_ERROR;
    if (!parser_code(p, "err", &x->error))
        return false;
    if (!names_lost(x->error))
        return parser_refuse(p, at, "no store is lost with this error");
    return parse_how(p, x, true) && lex_need(&p->lex, "[") && (x->value = parse_expr(p, BY_WARP))
        && lex_need(&p->lex, "]");
}

static bool has(const struct expect *x, enum count count)
{
    while (x && (x->kind != EXPECT_COUNT || x->count != count))
        x = x->next;
    return x;
}

// Expands `others`: all results of accesses and memory that the part has not named.
static bool add_others(struct parser *p, struct expect **list, struct expect *x)
{
    for (x->count = 0; x->count < COUNTS; x->count++)
        if (count_told(x->count) && !has(*list, x->count) && !add(p, list, x))
            return false;
    return true;
}

static bool parse_of_part(struct parser *p, struct expect *x)
{
    if (p->loops || p->braces)
        return parser_refuse(p, x->at, "what is expected of the part stands outside of all blocks");
    struct expect **list = &p->tree->part[p->tree->parts - 1].expects;
    const bool error = lex_take(&p->lex, "error");
    if (error && lex_take(&p->lex, "any"))
        return p->tree->part[p->tree->parts - 1].any_error = true;
    if (error)
        return parse_loss(p, x) && add(p, list, x);
    const bool others = lex_take(&p->lex, "others");
    if (!others && !is_count(p, &x->count))
        return lex_expected(&p->lex, "error, passes, cycles, hits, or another count of the part");
    if (!others)
        lex_next(&p->lex);
    x->most = !others && lex_take(&p->lex, "<=");
    x->value = parse_expr(p, BY_WARP);
    return x->value && (others ? add_others(p, list, x) : add(p, list, x));
}

static bool parse_register_is(struct parser *p, const struct stmt *s, struct expect *x)
{
    x->kind = EXPECT_REG;
    const bool writes = stmt_loads(s) || s->kind == STMT_MOV || s->kind == STMT_ARRIVE;
    if (!writes || s->unwanted || x->reg < s->reg || x->reg >= s->reg + s->words)
        return parser_refuse(p, parser_place(p),
                             "this register is expected below an instruction that does not write it");
    lex_next(&p->lex);
    return lex_need(&p->lex, "=") && (x->value = parse_expr(p, USES_OTHERS));
}

// Whether this kind of statement has this count.
static bool fits(struct parser *p, const struct stmt *s, enum count count)
{
    const bool access = s->kind <= STMT_RESERVED || s->kind == STMT_OPEN;
    if (count > COUNT_CYCLES)
        return parser_refuse(p, parser_place(p), "this is counted for a part alone: expect part %s",
                             count_name(count));
    if (!access && !(s->kind == STMT_COMMAND && count == COUNT_CYCLES))
        return parser_refuse(p, parser_place(p), "this instruction has no %s", count_name(count));
    return true;
}

static bool parse_of_stmt(struct parser *p, struct stmt *s, struct expect *x)
{
    if (parser_numbered(&p->lex.token, 'r', PROGRAM_REGS, &x->reg))
        return parse_register_is(p, s, x) && add(p, &s->expects, x);
    if (lex_is(&p->lex, "error")) {
        if (s->kind == STMT_FENCE || s->kind == STMT_GROUP || s->kind > STMT_RESERVED)
            return parser_refuse(p, parser_place(p), "an error is expected of a load or a store");
        lex_next(&p->lex);
        return parse_error(p, x, s->kind == STMT_STORE) && add(p, &s->expects, x);
    }
    if (s->kind == STMT_ARRIVE && lex_take(&p->lex, "fault")) {
        x->kind = EXPECT_FAULT;
        return parser_code(p, "barfail", &x->error) && add(p, &s->expects, x);
    }
    if (!is_count(p, &x->count))
        return lex_expected(&p->lex, "part, error, a register, passes, cycles, hits, or another count");
    if (!fits(p, s, x->count))
        return false;
    s->late |= count_late(x->count);
    lex_next(&p->lex);
    x->most = lex_take(&p->lex, "<=");
    x->value = parse_expr(p, BY_LANE | (s->kind == STMT_OPEN ? USES_WARP : 0));
    return x->value && add(p, &s->expects, x);
}

bool parse_expect(struct parser *p, struct place at)
{
    const bool part = lex_take(&p->lex, "part");
    if (!part && p->expecting < 0)
        return parser_refuse(p, at, "this stands below no instruction and behind no block");
    do {
        struct expect x = { .kind = EXPECT_COUNT, .at = at };
        if (!(part ? parse_of_part(p, &x) : parse_of_stmt(p, &p->tree->stmt[p->expecting], &x)))
            return false;
    } while (lex_take(&p->lex, ","));
    return parser_line_end(p);
}

bool parse_outcome(struct parser *p, enum outcome_kind kind, struct place at)
{
    struct outcome_line **list = &p->tree->outcomes;
    unsigned n = 0;
    p->over = true;
    for (; *list; list = &(*list)->next)
        n++;
    do {
        if (n++ >= EXPECTS)
            return parser_refuse(p, at, "more than %d outcomes", EXPECTS);
        const struct expr *e = parse_expr(p, BY_WARP & ~USES_OTHERS);
        if (e && kind == OUTCOME_TELL && e->kind != EXPR_OF_WARP)
            return parser_refuse(p, at, "registers of warps are told, as w0.r4");
        *list = e ? parser_alloc(p, sizeof **list) : NULL;
        if (!*list)
            return false;
        **list = (struct outcome_line){ .kind = kind, .at = at, .value = e };
        list = &(*list)->next;
    } while (kind == OUTCOME_TELL && lex_take(&p->lex, ","));
    return parser_line_end(p);
}
