// Somebody besides the scoreboard and the stimulus who looks at every settled cycle of a run and may object.
#ifndef JUDGE_H
#define JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "ul1.h"

#ifdef __cplusplus
extern "C" {
#endif

struct judge {
    // Null, or what is wrong; then *whose is the name of whom it concerns. Called in every cycle from the first with reset on.
    const char *(*check)(struct judge *, const void *in, const void *out, const char **whose);
    void (*free)(struct judge *);
    const char *part;           // of a machine of machines, the part it looks at; null: there is but one
    size_t in_offset, out_offset; // where that part's samples begin
    const char *late;           // the block that may answer later than the document says; null: none may
    struct judge *next;
};

// Shows all of them a settled cycle. Null, or the first who objects; then what is broken and whose it is.
static inline const struct judge *judges_look(struct judge *first, const void *in, const void *out, const char **broken,
                                              const char **whose)
{
    const struct judge *objects = NULL;
    for (struct judge *j = first; j; j = j->next) {
        const char *of = "";
        const char *what = j->check(j, (const unsigned char *)in + j->in_offset, (const unsigned char *)out + j->out_offset, &of);
        if (!what || objects)
            continue;
        objects = j;
        *broken = what;
        *whose = of;
    }
    return objects;
}

// A rule begins with the wires that it is about (`pass_due, pass_store: ...`). The next of them, from `at` on; false: there is none.
static inline bool judge_next_wire(const char *rule, size_t *at, char *name, size_t size)
{
    const size_t n = strcspn(rule + *at, ",: ");
    snprintf(name, size, "%.*s", (int)n, rule + *at);
    *at += n;
    *at += strspn(rule + *at, ", ");
    return n;
}

// Who has broken a rule. If a block of the design drives one of its wires, the design has (the rules of the pins are looked at first,
// and hold); else they come from the stimulus. Of a machine of machines `part` is the one whose wires they are, else null.
static inline bool judge_blames_design(const struct ul1_block *shape, const char *part, const char *rule)
{
    char name[64], path[128];
    for (size_t at = 0; judge_next_wire(rule, &at, name, sizeof name);) {
        snprintf(path, sizeof path, "%s%s%s", part ? part : "", part ? "." : "", name);
        const struct ul1_port *wire = ul1_port_find(shape, path);
        if (wire && wire->is_out)
            return true;
    }
    return false;
}

// Of a block that may be late, the rules about its outputs alone are not judged: they say what it answers, and in which cycle. (What
// others rely on are rules about their inputs, in their contracts.)
static inline bool judge_excuses(const struct judge *j, const struct ul1_block *block, const char *rule)
{
    char name[64];
    if (!j->late || strcmp(j->late, block->name))
        return false;
    for (size_t at = 0; judge_next_wire(rule, &at, name, sizeof name);) {
        const struct ul1_port *wire = ul1_port_find(block, name);
        if (!wire || !wire->is_out)
            return false;
    }
    return true;
}

#ifdef __cplusplus
}
#endif
#endif
