#include "program/parse_block.h"

#include "program/parse_expect.h"
#include "program/parse_expr.h"
#include "program/parse_instr.h"

static unsigned here(const struct parser *p)
{
    return p->tree->stmts;
}

static void jump(struct parser *p, unsigned from, unsigned to)
{
    p->tree->stmt[from].to = to;
}

static bool parse_body(struct parser *p)
{
    const struct place at = parser_place(p);
    const unsigned names = p->names;
    if (!lex_need(&p->lex, "{"))
        return false;
    if (++p->braces > TREE_DEPTH)
        return parser_refuse(p, at, "more than %d blocks within each other", TREE_DEPTH);
    p->expecting = -1;
    while (!lex_is(&p->lex, "}")) {
        bool is = true;
        if (p->lex.token.kind == TOKEN_NEWLINE)
            lex_next(&p->lex);
        else if (!parse_statement(p, &is))
            return is ? false
                      : lex_expected(&p->lex, "an instruction of a warp, a block, expect, let, or '}'");
    }
    lex_next(&p->lex);
    p->braces--;
    p->names = names;
    return true;
}

// ---- groups: a `}` may be followed by expectations

static bool open_block(struct parser *p, struct place at, unsigned *index)
{
    struct tree_part *part = &p->tree->part[p->tree->parts - 1];
    struct stmt *s = parser_stmt(p, STMT_OPEN, at);
    if (!s)
        return false;
    if (part->groups == TREE_GROUPS)
        return parser_refuse(p, at, "more than %d blocks and loops in a part", TREE_GROUPS);
    s->group = part->groups++;
    *index = here(p) - 1;
    return true;
}

static bool close_block(struct parser *p, unsigned index)
{
    struct stmt *s = parser_stmt(p, STMT_CLOSE, p->tree->stmt[index].at);
    if (!s)
        return false;
    s->to = index;
    jump(p, index, here(p));
    p->expecting = (int)index;
    return parser_line_end(p);
}

static bool parse_block(struct parser *p, struct place at)
{
    unsigned group = 0;
    return open_block(p, at, &group) && parse_body(p) && close_block(p, group);
}

// ---- loops and choices

static bool parse_range(struct parser *p, struct stmt *s)
{
    if (!(s->addr = parse_expr(p, BY_LANE)) || !lex_need(&p->lex, "..")
        || !(s->value[0] = parse_expr(p, BY_LANE)))
        return false;
    return !lex_take(&p->lex, "step") || (s->step = parse_expr(p, BY_LANE));
}

static bool loops_fit(struct parser *p, struct place at)
{
    return p->loops < PROGRAM_LOOPS
        || parser_refuse(p, at, "more than %d loops within each other", PROGRAM_LOOPS);
}

// A body, between a statement that may jump behind it and one that jumps back.
static bool parse_loop(struct parser *p, const struct stmt *head, enum stmt_kind back,
                       const struct token *name)
{
    const unsigned names = p->names;
    unsigned group = 0;
    struct stmt *s = open_block(p, head->at, &group) ? parser_stmt(p, head->kind, head->at) : NULL;
    if (!s)
        return false;
    *s = *head;
    s->loop = p->loops++;
    const unsigned first = here(p) - 1;
    const struct place at = head->at;
    if (name && !parse_define(p, name, parse_constant(p, EXPR_LOOP, at, s->loop)))
        return false;
    if (!parse_body(p) || !parser_stmt(p, back, at))
        return false;
    p->loops--;
    p->names = names;
    p->tree->stmt[here(p) - 1].loop = p->loops;
    jump(p, here(p) - 1, first);
    jump(p, first, here(p));
    return close_block(p, group);
}

static bool parse_for(struct parser *p, struct place at)
{
    struct stmt head = { .kind = STMT_FOR, .at = at, .guard = -1 };
    struct token name;
    return loops_fit(p, at) && parse_new_name(p, &name) && lex_need(&p->lex, "in") && parse_range(p, &head)
        && parse_loop(p, &head, STMT_NEXT, &name);
}

static bool parse_while(struct parser *p, struct place at)
{
    struct stmt head = { .kind = STMT_WHILE, .at = at, .guard = -1 };
    if (!loops_fit(p, at) || !lex_need(&p->lex, "any"))
        return false;
    head.guard_not = lex_take(&p->lex, "!");
    if (!parser_numbered(&p->lex.token, 'p', PROGRAM_PREDS, &head.reg))
        return lex_expected(&p->lex, "a predicate");
    lex_next(&p->lex);
    head.reads.pred = (uint8_t)(1u << head.reg);
    return parse_loop(p, &head, STMT_AGAIN, NULL);
}

static bool parse_else(struct parser *p, unsigned choice)
{
    const struct place at = parser_place(p);
    if (!lex_take(&p->lex, "else")) {
        jump(p, choice, here(p));
        return true;
    }
    if (!parser_stmt(p, STMT_ELSE, at))
        return false;
    const unsigned other = here(p) - 1;
    jump(p, choice, here(p));
    if (!parse_body(p))
        return false;
    jump(p, other, here(p));
    return true;
}

static bool parse_if(struct parser *p, struct place at)
{
    unsigned group = 0;
    const struct expr *condition = parse_expr(p, BY_LANE);
    struct stmt *s = condition && open_block(p, at, &group) ? parser_stmt(p, STMT_IF, at) : NULL;
    if (!s)
        return false;
    s->addr = condition;
    const unsigned choice = here(p) - 1;
    return parse_body(p) && parse_else(p, choice) && close_block(p, group);
}

// ---- any statement

static bool parse_let(struct parser *p)
{
    struct token name;
    if (!parse_new_name(p, &name) || !lex_need(&p->lex, "="))
        return false;
    p->in_let = true;
    const struct expr *e = parse_named(p, parse_expr(p, USES_OTHERS));
    p->in_let = false;
    return parse_define(p, &name, e) && parser_line_end(p);
}

static bool parse_of_warps(struct parser *p, bool *is)
{
    struct warps w;
    return parse_warps(p, &w, is) && *is && lex_need(&p->lex, ":") && parse_instr(p, &w);
}

bool parse_statement(struct parser *p, bool *is)
{
    const struct place at = parser_place(p);
    *is = true;
    if (lex_is(&p->lex, "{"))
        return parse_block(p, at);
    if (lex_take(&p->lex, "for"))
        return parse_for(p, at);
    if (lex_take(&p->lex, "while"))
        return parse_while(p, at);
    if (lex_take(&p->lex, "if"))
        return parse_if(p, at);
    if (lex_take(&p->lex, "let"))
        return parse_let(p);
    if (lex_take(&p->lex, "list"))
        return parse_list(p);
    if (lex_take(&p->lex, "expect"))
        return parse_expect(p, at);
    return parse_of_warps(p, is);
}
