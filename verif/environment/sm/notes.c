#include "environment/sm/notes.h"

#include <stdlib.h>

void notes_init(struct notes *n, unsigned machines)
{
    *n = (struct notes){ .machines = machines };
}

static void free_part(struct noted_part *p)
{
    free((void *)p->part.absent);
    free((void *)p->part.readonly);
    free((void *)p->part.failing);
    free(p->instr);
    free(p->command);
}

// Call only when nothing runs.
static void forget(struct notes *n, unsigned parts)
{
    for (unsigned i = 0; i < parts; i++)
        free_part(&n->part[i]);
    n->parts -= parts;
    if (n->parts)
        memmove(n->part, n->part + parts, n->parts * sizeof *n->part);
    memset(n->now, 0, sizeof n->now);
}

void notes_free(struct notes *n)
{
    forget(n, n->parts);
    free(n->part);
}

// Makes room for one more element. Null: memory is exhausted, and the list is unchanged.
static void *grown(struct notes *n, void *list, size_t size, unsigned count, unsigned *room)
{
    if (count < *room)
        return list;
    list = realloc(list, 2 * (size_t)(*room + 8) * size);
    n->lacking |= !list;
    *room = list ? 2 * (*room + 8) : *room;
    return list;
}

static const void *copy(struct notes *n, const void *list, size_t size)
{
    void *new = size ? malloc(size) : NULL;
    n->lacking |= size && !new;
    return new ? memcpy(new, list, size) : NULL;
}

// ---- parts

void notes_step(struct notes *n, bool renewed)
{
    n->step++;
    n->renewed |= renewed;
    n->emptied |= renewed;
    n->lasting &= !renewed;
}

void notes_emptied(struct notes *n)
{
    n->emptied |= n->machines == 1;
}

// Makes the last part that began with an empty machine and has enough instructions behind it the first one.
static void keep_enough(struct notes *n)
{
    unsigned sum = 0, first = 0;
    for (unsigned i = n->parts; i-- > 0 && !first;) {
        sum += n->part[i].instrs;
        if (n->part[i].anew && sum >= NOTES_FEW)
            first = i;
    }
    forget(n, first);
}

static bool changes_pages(const struct part *p)
{
    return p->absents || p->readonlys || p->failings || p->set.moved || p->set.removed || p->set.protected;
}

void notes_part(struct notes *n, const struct part *part, uint64_t draws)
{
    const bool anew = n->emptied && !n->lasting;
    if (anew)
        keep_enough(n);
    n->last = anew ? n->parts : n->last;
    n->emptied = false;
    void *list = grown(n, n->part, sizeof *n->part, n->parts, &n->parts_room);
    if (!list)
        return;
    n->part = list;
    struct noted_part *p = &n->part[n->parts++];
    n->lasting |= changes_pages(part);
    *p = (struct noted_part){ .part = *part,
                              .draws = draws,
                              .step = n->step,
                              .anew = anew,
                              .renewed = n->renewed,
                              .may_fail = n->lasting };
    p->part.absent = copy(n, part->absent, part->absents * sizeof *part->absent);
    p->part.readonly = copy(n, part->readonly, part->readonlys * sizeof *part->readonly);
    p->part.failing = copy(n, part->failing, part->failings * sizeof *part->failing);
    n->renewed = false;
    n->now[part->machine] = n->parts;
    n->offered[part->machine] = NULL;
}

// Null: none runs there.
static struct noted_part *now(struct notes *n, unsigned machine)
{
    return n->now[machine] ? &n->part[n->now[machine] - 1] : NULL;
}

void notes_end(struct notes *n, unsigned machine, bool reset)
{
    struct noted_part *p = now(n, machine);
    if (p)
        p->was_reset = reset;
    n->now[machine] = 0;
}

// ---- stimulus

void notes_withdrawn(struct notes *n, unsigned machine)
{
    struct noted_part *p = now(n, machine);
    if (p && n->offered[machine])
        p->instrs--;
    n->offered[machine] = NULL;
}

void notes_offered(struct notes *n, unsigned machine, const struct instr *i, uint64_t cycle)
{
    struct noted_part *p = now(n, machine);
    if (!p || n->offered[machine] == i)
        return;
    notes_withdrawn(n, machine);
    void *list = grown(n, p->instr, sizeof *p->instr, p->instrs, &p->instrs_room);
    if (!list)
        return;
    p->instr = list;
    n->offered[machine] = i;
    p->instr[p->instrs++] =
        (struct noted_instr){ .instr = *i, .offered = (int64_t)cycle - PART_LEAD, .retired = NOTES_NEVER };
}

void notes_group(struct notes *n, unsigned machine, const struct instr *i, uint64_t cycle)
{
    notes_withdrawn(n, machine);
    notes_offered(n, machine, i, cycle);
    struct noted_part *p = now(n, machine);
    if (p && n->offered[machine])
        p->instr[p->instrs - 1].retired = (int64_t)cycle - PART_LEAD;
    n->offered[machine] = NULL;
}

void notes_taken(struct notes *n, unsigned machine, unsigned entry)
{
    const struct noted_part *p = now(n, machine);
    if (p)
        n->of[machine][entry] = p->instrs - 1;
    n->offered[machine] = NULL;
}

void notes_retired(struct notes *n, unsigned machine, unsigned entry, uint64_t cycle)
{
    struct noted_part *p = now(n, machine);
    if (p && n->of[machine][entry] < p->instrs)
        p->instr[n->of[machine][entry]].retired = (int64_t)cycle - PART_LEAD;
}

void notes_command(struct notes *n, unsigned machine, const struct command *c, uint64_t cycle)
{
    struct noted_part *p = now(n, machine);
    void *list = p ? grown(n, p->command, sizeof *p->command, p->commands, &p->commands_credit) : NULL;
    if (!list)
        return;
    p->command = list;
    p->command[p->commands++] = (struct noted_command){ .command = *c,
                                                        .offered = (int64_t)cycle - PART_LEAD,
                                                        .complete = NOTES_NEVER };
}

// The first command that is not complete.
void notes_complete(struct notes *n, unsigned machine, uint64_t cycle)
{
    struct noted_part *p = now(n, machine);
    for (unsigned i = 0; p && i < p->commands; i++)
        if (p->command[i].complete == NOTES_NEVER) {
            p->command[i].complete = (int64_t)cycle - PART_LEAD;
            return;
        }
}
