#include "program/lex.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool lex_complain(struct lexer *l, const struct token *t, const char *format, ...)
{
    struct complaint *c = l->complaint;
    if (!*c->text) {
        int n = snprintf(c->text, sizeof c->text, "%.100s:%u:%u: ", c->file, t->line, t->column);
        va_list ap;
        va_start(ap, format);
        vsnprintf(c->text + n, sizeof c->text - (size_t)n, format, ap);
        va_end(ap);
    }
    l->at = l->end;
    l->token.kind = TOKEN_END;
    return false;
}

// Shows a token in a message.
static const char *shown(const struct token *t, char *buffer, size_t size)
{
    switch (t->kind) {
    case TOKEN_END:
        return "the end";
    case TOKEN_NEWLINE:
        return "the end of the line";
    default: {
        size_t n = t->length < 30 ? t->length : 30, k = 0;
        buffer[k++] = '\'';
        for (size_t i = 0; i < n && k + 2 < size; i++)
            buffer[k++] =
                (unsigned char)t->text[i] < ' ' || (unsigned char)t->text[i] > '~' ? '?' : t->text[i];
        buffer[k++] = '\'';
        buffer[k] = 0;
        return buffer;
    }
    }
}

bool lex_expected(struct lexer *l, const char *what)
{
    char buffer[40];
    struct token t = l->token;
    return lex_complain(l, &t, "%s expected, found %s", what, shown(&t, buffer, sizeof buffer));
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c);
}

static char peek(const struct lexer *l, size_t ahead)
{
    return (size_t)(l->end - l->at) > ahead ? l->at[ahead] : 0;
}

static int digit_of(char c)
{
    return is_digit(c)         ? c - '0'
        : c >= 'a' && c <= 'f' ? c - 'a' + 10
        : c >= 'A' && c <= 'F' ? c - 'A' + 10
                               : 99;
}

static void lex_number(struct lexer *l)
{
    struct token *t = &l->token;
    unsigned base = 10;
    size_t n = 0;
    if (peek(l, 0) == '0' && (peek(l, 1) == 'x' || peek(l, 1) == 'b')) {
        base = peek(l, 1) == 'x' ? 16 : 2;
        n = 2;
    }
    size_t first = n;
    for (; is_name(peek(l, n)); n++) {
        if (peek(l, n) == '_')
            continue;
        uint64_t d = (uint64_t)digit_of(peek(l, n));
        if (d >= base || t->number > (UINT64_MAX - d) / base) {
            lex_complain(l, t, d >= base ? "not a number" : "a number of more than 64 bits");
            return;
        }
        t->number = t->number * base + d;
    }
    if (n == first) {
        lex_complain(l, t, "not a number");
        return;
    }
    t->kind = TOKEN_NUMBER;
    t->length = n;
}

static void lex_string(struct lexer *l)
{
    struct token *t = &l->token;
    size_t n = 1;
    while (peek(l, n) && peek(l, n) != '"' && peek(l, n) != '\n')
        n++;
    if (peek(l, n) != '"') {
        lex_complain(l, t, "a text without its second quote");
        return;
    }
    t->kind = TOKEN_STRING;
    t->text++;
    t->length = n - 1;
}

static void lex_sign(struct lexer *l)
{
    static const char *const signs[] = { "<<", ">>", "==", "!=", "<=", ">=", "&&", "||", "..", "+", "-",
                                         "*",  "/",  "%",  "&",  "|",  "^",  "~",  "!",  "<",  ">", "=",
                                         "(",  ")",  "[",  "]",  "{",  "}",  ",",  ":",  ".",  "@", "?" };
    struct token *t = &l->token;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t n = strlen(signs[i]);
        if ((size_t)(l->end - l->at) >= n && !memcmp(l->at, signs[i], n)) {
            t->kind = TOKEN_SIGN;
            t->length = n;
            return;
        }
    }
    lex_complain(l, t, "a character that means nothing here");
}

static void skip(struct lexer *l)
{
    bool comment = false;
    for (; l->at < l->end; l->at++, l->column++) {
        comment = *l->at != '\n' && (comment || *l->at == '#');
        if (*l->at == '\n' && l->goes_on) {
            l->line++;
            l->column = 0;
        } else if (!comment && *l->at != ' ' && *l->at != '\t' && *l->at != '\r') {
            return;
        }
    }
}

// A line continues behind this token.
static bool wants_more(const struct token *t)
{
    return t->kind == TOKEN_SIGN && !(t->length == 1 && strchr(")]}{@.", *t->text));
}

static void lex_token(struct lexer *l)
{
    skip(l);
    struct token *t = &l->token;
    *t = (struct token){ .kind = TOKEN_END, .text = l->at, .line = l->line, .column = l->column };
    if (l->at >= l->end)
        return;
    const char *from = l->at;
    if (*l->at == '\n') {
        t->kind = TOKEN_NEWLINE;
        t->length = 1;
        l->at++;
        l->line++;
        l->column = 1;
        return;
    }
    if (is_digit(*l->at))
        lex_number(l);
    else if (is_name(*l->at)) {
        t->kind = TOKEN_NAME;
        while (is_name(peek(l, t->length)))
            t->length++;
    } else if (*l->at == '"')
        lex_string(l);
    else
        lex_sign(l);
    if (t->kind == TOKEN_END)
        return; // there is a complaint
    size_t n = (size_t)(t->text - from) + t->length + (t->kind == TOKEN_STRING);
    l->at = from + n;
    l->column += (unsigned)n;
}

void lex_next(struct lexer *l)
{
    lex_token(l);
    l->goes_on = wants_more(&l->token);
}

void lex_begin(struct lexer *l, const char *text, size_t length, struct complaint *c)
{
    *l = (struct lexer){ .at = text, .end = text + length, .line = 1, .column = 1, .complaint = c };
    lex_next(l);
}

bool token_is(const struct token *t, const char *text)
{
    return t->length == strlen(text) && !memcmp(t->text, text, t->length);
}

bool lex_is(const struct lexer *l, const char *text)
{
    return (l->token.kind == TOKEN_NAME || l->token.kind == TOKEN_SIGN) && token_is(&l->token, text);
}

bool lex_take(struct lexer *l, const char *text)
{
    bool is = lex_is(l, text);
    if (is)
        lex_next(l);
    return is;
}

bool lex_need(struct lexer *l, const char *text)
{
    char what[40];
    snprintf(what, sizeof what, "'%s'", text);
    return lex_take(l, text) || lex_expected(l, what);
}
