// The words of a program's text, each with its place. See docs/programs.md for the language.
#ifndef PROGRAM_LEX_H
#define PROGRAM_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum token_kind { TOKEN_END, TOKEN_NEWLINE, TOKEN_NUMBER, TOKEN_NAME, TOKEN_STRING, TOKEN_SIGN };

struct token {
    enum token_kind kind;
    const char *text;           // where it begins; of a string behind the quote
    size_t length;
    uint64_t number;
    unsigned line, column;      // counted from 1
};

// What was wrong with the text, and where. Kept is what was said first.
struct complaint {
    const char *file;
    char text[300];             // "FILE:LINE:COLUMN: what", or empty
};

struct lexer {
    const char *at, *end;
    unsigned line, column;
    struct token token;         // the one that is to be looked at
    bool goes_on;               // it is an operator, a comma, an open bracket: the end of the line behind it does not count
    struct complaint *complaint;
};

// Begins with the first token. The text must stay; it needs no end mark.
void lex_begin(struct lexer *, const char *text, size_t length, struct complaint *);

// The next token. After a complaint it is the end.
void lex_next(struct lexer *);

// Says what is wrong at that token. False.
__attribute__((format(printf, 3, 4)))
bool lex_complain(struct lexer *, const struct token *, const char *format, ...);

// "WHAT expected, found THIS" at the present token. False.
bool lex_expected(struct lexer *, const char *what);

// Whether the present token is this sign, or this name.
bool lex_is(const struct lexer *, const char *text);

// Whether it is; then it is passed over.
bool lex_take(struct lexer *, const char *text);

// The same, and else it was expected. False.
bool lex_need(struct lexer *, const char *text);

// Whether a token's text is this.
bool token_is(const struct token *, const char *text);

#endif
