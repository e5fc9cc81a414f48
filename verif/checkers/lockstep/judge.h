// A checker besides the scoreboard and the stimulus: it sees every settled cycle of a run and may object.
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
    // Null, or the finding; then `*whose` is the name of the block concerned. Called in every cycle from the
    // first with reset on.
    const char *(*check)(struct judge *, const void *in, const void *out, const char **whose);
    void (*free)(struct judge *);
    const char *part; // the part of a machine of machines that it checks; null: there is only one
    const struct ul1_block *whole; // that machine, and the number of the part; null: there is only one
    size_t number;
    const char *late; // a block that may be later than the specification; null: none may
    struct judge *next;
};

// Shows a settled cycle to all checkers. Null, or the first that objects; then `*broken` and `*whose` are its
// finding.
static inline const struct judge *judges_look(struct judge *first, const void *in, const void *out,
                                              const char **broken, const char **whose)
{
    const struct judge *objects = NULL;
    for (struct judge *j = first; j; j = j->next) {
        const char *of = "";
        if (j->whole && ul1_in_half(j->whole, in) && !j->whole->parts[j->number].near)
            continue; // nothing happens to it in the first half of a cycle
        const char *what = !j->whole ? j->check(j, in, out, &of)
                                     : j->check(j, ul1_part_in(j->whole, j->number, in, out),
                                                ul1_part_out(j->whole, j->number, out), &of);
        if (!what || objects)
            continue;
        objects = j;
        *broken = what;
        *whose = of;
    }
    return objects;
}

// A rule begins with the names of its wires (`pass_due, pass_store: ...`). Returns the next one from `at` on;
// false: there is none.
static inline bool judge_next_wire(const char *rule, size_t *at, char *name, size_t size)
{
    const size_t n = strcspn(rule + *at, ",: ");
    snprintf(name, size, "%.*s", (int)n, rule + *at);
    *at += n;
    *at += strspn(rule + *at, ", ");
    return n;
}

// Whether one part drives an input of another: it is then no input of the whole.
static inline bool judge_is_between(const struct ul1_block *shape, const char *part, const char *name)
{
    for (size_t i = 0; part && shape->wired && i < shape->part_count; i++)
        if (!strcmp(shape->parts[i].name, part))
            return ul1_port_find(ul1_part_block(shape, i), name);
    return false;
}

// Whether the design broke a rule: it did if one of its blocks drives one of the rule's wires. (Rules of the
// pins are checked first, and hold.) Else the wires come from the stimulus. `part`: the part of a machine of
// machines that has the wires, else null.
static inline bool judge_blames_design(const struct ul1_block *shape, const char *part, const char *rule)
{
    char name[64], path[128];
    for (size_t at = 0; judge_next_wire(rule, &at, name, sizeof name);) {
        snprintf(path, sizeof path, "%s%s%s", part ? part : "", part ? "." : "", name);
        const struct ul1_port *wire = ul1_port_find(shape, path);
        if (wire ? wire->is_out : judge_is_between(shape, part, name))
            return true;
    }
    return false;
}

// Rules about the outputs of a late block alone are not checked, because they fix its values and cycles. (The
// assumptions of other blocks are rules about their inputs, in their contracts.)
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
