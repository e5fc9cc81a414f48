#include "program/parser.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "program/names.h"

struct place parser_place(const struct parser *p)
{
    return (struct place){ p->lex.token.line, p->lex.token.column };
}

bool parser_refuse(struct parser *p, struct place at, const char *format, ...)
{
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const struct token t = { .line = at.line, .column = at.column };
    return lex_complain(&p->lex, &t, "%s", text);
}

void *parser_alloc(struct parser *p, size_t size)
{
    void *new = tree_alloc(p->tree, size);
    if (!new)
        parser_refuse(p, parser_place(p), "out of memory");
    return new;
}

bool parser_number(struct parser *p, uint64_t most, const char *what, unsigned *value)
{
    const struct token t = p->lex.token;
    if (t.kind != TOKEN_NUMBER)
        return lex_expected(&p->lex, what);
    if (t.number > most)
        return lex_complain(&p->lex, &t, "%s is 0 to %llu", what, (unsigned long long)most);
    *value = (unsigned)t.number;
    lex_next(&p->lex);
    return true;
}

bool parser_numbered(const struct token *t, char letter, unsigned below, unsigned *value)
{
    if (t->kind != TOKEN_NAME || t->length < 2 || t->length > 4 || *t->text != letter)
        return false;
    if (t->text[1] == '0' && t->length > 2)
        return false;
    unsigned n = 0;
    for (size_t i = 1; i < t->length; i++) {
        if (t->text[i] < '0' || t->text[i] > '9')
            return false;
        n = 10 * n + (unsigned)(t->text[i] - '0');
    }
    *value = n;
    return n < below;
}

unsigned parser_warps(const struct parser *p)
{
    return p->tree->unfit ? 1000 : (unsigned)names_value("WARPS", p->tree->lanes);
}

bool parser_code(struct parser *p, const char *of, unsigned *code)
{
    const struct token *t = &p->lex.token;
    if (t->kind == TOKEN_NAME
        && (names_code(of, t->text, t->length, code) || names_reserved(of, t->text, t->length, code))) {
        lex_next(&p->lex);
        return true;
    }
    char what[200];
    size_t n = (size_t)snprintf(what, sizeof what, "a code of %s", of);
    for (unsigned i = 0; i < 8; i++) {
        const char *key = names_key(of, i);
        const bool named = key != names_key(of, 99);
        if (named && n < sizeof what)
            n += (size_t)snprintf(what + n, sizeof what - n, "%s%s", i ? ", " : " (", key);
    }
    snprintf(what + n, sizeof what - n, ")");
    return lex_expected(&p->lex, what);
}

bool parser_line_end(struct parser *p)
{
    if (p->lex.token.kind == TOKEN_END)
        return !*p->lex.complaint->text;
    if (p->braces && lex_is(&p->lex, "}"))
        return true;
    if (p->lex.token.kind != TOKEN_NEWLINE)
        return lex_expected(&p->lex, "the end of the line");
    lex_next(&p->lex);
    return true;
}

struct stmt *parser_stmt(struct parser *p, enum stmt_kind kind, struct place at)
{
    struct tree *t = p->tree;
    if (t->stmts == p->stmts_room) {
        unsigned room = p->stmts_room ? 2 * p->stmts_room : 64;
        struct stmt *grown = realloc(t->stmt, room * sizeof *grown);
        if (!grown) {
            parser_refuse(p, at, "out of memory");
            return NULL;
        }
        t->stmt = grown;
        p->stmts_room = room;
    }
    t->stmt[t->stmts] = (struct stmt){ .kind = kind, .at = at, .guard = -1, .loops = p->loops };
    p->heading = false;
    return &t->stmt[t->stmts++];
}
