// Splits a program's text into tokens with positions. docs/programs.md describes the language.
#ifndef PROGRAM_LEX_H
#define PROGRAM_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum token_kind { TOKEN_END, TOKEN_NEWLINE, TOKEN_NUMBER, TOKEN_NAME, TOKEN_STRING, TOKEN_SIGN };

struct token {
    enum token_kind kind;
    const char *text; // where the token begins; a string begins behind its quote
    size_t length;
    uint64_t number;
    unsigned line, column; // both count from 1
};

// A complaint about the text, with its position. The first complaint is kept.
struct complaint {
    const char *file;
    char text[300]; // "FILE:LINE:COLUMN: message", or empty
};

struct lexer {
    const char *at, *end;
    unsigned line, column;
    struct token token; // the present token
    // the token is an operator, a comma or an open bracket, so that the end of the line behind it is ignored
    bool goes_on;
    struct complaint *complaint;
};

// Starts at the first token. The text must outlive the lexer, and needs no terminator.
void lex_begin(struct lexer *, const char *text, size_t length, struct complaint *);

// Advances to the next token. After a complaint, the token is the end.
void lex_next(struct lexer *);

// Records a complaint at a token. Returns false.
__attribute__((format(printf, 3, 4))) bool lex_complain(struct lexer *, const struct token *,
                                                        const char *format, ...);

// Records "WHAT expected, found THIS" at the present token. Returns false.
bool lex_expected(struct lexer *, const char *what);

// Whether the present token is this sign, or this name.
bool lex_is(const struct lexer *, const char *text);

// Skips the present token if it is this sign or name. Returns whether it was.
bool lex_take(struct lexer *, const char *text);

// Skips this sign or name, and complains if the present token differs. Returns false then.
bool lex_need(struct lexer *, const char *text);

// Whether the token has this text.
bool token_is(const struct token *, const char *text);

#endif
