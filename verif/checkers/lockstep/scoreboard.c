#include "checkers/lockstep/scoreboard.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ul1_ports.h"

#include "kit/lane_diff.h"

#include "compare.h"

bool scoreboard_open(struct scoreboard *sb, const struct ul1_block *shape)
{
    memset(sb, 0, sizeof *sb);
    sb->shape = shape;
    for (size_t i = 0; i < sizeof compares / sizeof *compares; i++)
        if (!strcmp(compares[i].block, shape->name) && !strcmp(compares[i].config, shape->config)) {
            sb->compare = compares[i].fn;
            sb->alike = compares[i].alike;
        }
    sb->checks = calloc(shape->port_count - shape->in_count, sizeof *sb->checks);
    return sb->compare && sb->checks;
}

void scoreboard_close(struct scoreboard *sb)
{
    free(sb->checks);
    memset(sb, 0, sizeof *sb);
}

bool scoreboard_check(struct scoreboard *sb, const void *in, const void *expected, const void *actual)
{
    sb->cycles++;
    return !sb->compare(in, expected, actual, sb->checks);
}

const char *port_path(const struct ul1_port *port, char *path, size_t size)
{
    snprintf(path, size, "%s%s%s.%s", port->part ? port->part : "", port->part ? "." : "", port->block,
             port->name);
    return path;
}

// Inserts m into the n mismatches found so far, in order of computation; keeps the first max.
static void keep_in_order(struct mismatch *found, size_t n, size_t max, struct mismatch m)
{
    size_t at = n < max ? n : max;
    for (; at > 0 && found[at - 1].port->step > m.port->step; at--)
        if (at < max)
            found[at] = found[at - 1];
    if (at < max)
        found[at] = m;
}

size_t scoreboard_find(const struct scoreboard *sb, const void *in, const void *expected, const void *actual,
                       struct mismatch *found, size_t max)
{
    const struct ul1_block *b = sb->shape;
    size_t n = 0;
    for (size_t k = b->in_count; k < b->port_count; k++) {
        const struct ul1_port *p = &b->ports[k];
        for (size_t i = 0; i < p->count; i++) {
            uint64_t e = ul1_get(p, expected, i), a = ul1_get(p, actual, i);
            if ((e ^ a) & ul1_qualified(b, p, in, expected, i))
                keep_in_order(found, n++, max, (struct mismatch){ p, i, e, a });
        }
    }
    return n;
}

const uint64_t *scoreboard_checks(struct scoreboard *sb)
{
    const struct ul1_block *b = sb->shape;
    for (size_t i = 0; i < b->port_count - b->in_count; i++) {
        const struct ul1_port *p = &b->ports[b->in_count + i];
        sb->checks[i] += p->built && p->when < 0 ? sb->cycles * p->count : 0;
        sb->checks[i] = sb->checks[sb->alike[i]];
    }
    sb->cycles = 0;
    return sb->checks;
}

uint64_t scoreboard_values(struct scoreboard *sb)
{
    const uint64_t *checks = scoreboard_checks(sb);
    uint64_t sum = 0;
    for (size_t i = 0; i < sb->shape->port_count - sb->shape->in_count; i++)
        sum += checks[i];
    return sum;
}
