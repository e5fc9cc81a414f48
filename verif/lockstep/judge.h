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

// Who has broken a rule, which begins with the wires that it is about (`pass_due, pass_store: ...`). If a block of the design drives
// one of them, the design has (the rules of the pins are looked at first, and hold); else they come from the stimulus. Of a machine
// of machines `part` is the one whose wires they are, else null.
static inline bool judge_blames_design(const struct ul1_block *shape, const char *part, const char *rule)
{
    const size_t end = strcspn(rule, ":");
    for (size_t i = 0; i < end;) {
        char name[64];
        const size_t n = strcspn(rule + i, ",: ");
        snprintf(name, sizeof name, "%s%s%.*s", part ? part : "", part ? "." : "", (int)n, rule + i);
        const struct ul1_port *wire = ul1_port_find(shape, name);
        if (wire && wire->is_out)
            return true;
        i += n + strspn(rule + i + n, ", ");
    }
    return false;
}

#ifdef __cplusplus
}
#endif
#endif
