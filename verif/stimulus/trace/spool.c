#include "stimulus/trace/spool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    HEAD = offsetof(struct trace_op, addr),
    PAGE = 4096,       // bytes of a warp read at a time
    PENDING = 1 << 16, // bytes written at a time
};

struct spooled_warp {
    uint64_t at, end;    // the unread part of the file
    unsigned char *page; // null: nothing was read yet
    size_t from, have;
};

struct spool {
    int fd;
    uint64_t warps, size;
    unsigned writing;
    size_t pending;
    struct spooled_warp warp[TRACE_WARPS];
    unsigned char text[PENDING];
};

_Static_assert(sizeof(struct trace_op) < PAGE, "an operation fits into a page");

static int nameless(void)
{
    const char *folder = getenv("TMPDIR");
    char path[4096];
    if ((size_t)snprintf(path, sizeof path, "%s/trace-XXXXXX", folder && *folder ? folder : "/tmp")
        >= sizeof path)
        return -1;
    const int fd = mkstemp(path);
    if (fd >= 0)
        unlink(path);
    return fd;
}

struct spool *spool_new(void)
{
    struct spool *s = calloc(1, sizeof *s);
    if (s && (s->fd = nameless()) >= 0)
        return s;
    free(s);
    return NULL;
}

static void forget_pages(struct spool *s)
{
    for (unsigned w = 0; w < TRACE_WARPS; w++) {
        free(s->warp[w].page);
        s->warp[w] = (struct spooled_warp){ 0 };
    }
}

void spool_free(struct spool *s)
{
    forget_pages(s);
    close(s->fd);
    free(s);
}

// ---- writing

bool spool_clear(struct spool *s)
{
    forget_pages(s);
    s->warps = s->size = 0;
    s->pending = 0;
    return !ftruncate(s->fd, 0) && !lseek(s->fd, 0, SEEK_SET);
}

static bool write_out(struct spool *s)
{
    for (size_t at = 0; at < s->pending;) {
        const ssize_t n = write(s->fd, s->text + at, s->pending - at);
        if (n <= 0)
            return false;
        at += (size_t)n;
    }
    s->pending = 0;
    return true;
}

static bool add(struct spool *s, const void *bytes, size_t count)
{
    if (s->pending + count > PENDING && !write_out(s))
        return false;
    memcpy(s->text + s->pending, bytes, count);
    s->pending += count;
    s->size += count;
    return true;
}

void spool_warp(struct spool *s, unsigned warp)
{
    s->writing = warp;
    s->warps |= UINT64_C(1) << warp;
    s->warp[warp].at = s->warp[warp].end = s->size;
}

// Addresses of inactive lanes are not stored.
static bool has_addresses(const struct trace_op *op)
{
    return op->kind <= TRACE_TO && op->kind != TRACE_FENCE;
}

bool spool_add(struct spool *s, const struct trace_op *op)
{
    if (!add(s, op, HEAD))
        return false;
    for (uint32_t left = has_addresses(op) ? op->mask : 0; left; left &= left - 1)
        if (!add(s, &op->addr[__builtin_ctz(left)], sizeof *op->addr))
            return false;
    s->warp[s->writing].end = s->size;
    return true;
}

bool spool_end(struct spool *s)
{
    return write_out(s);
}

uint64_t spool_warps(const struct spool *s)
{
    return s->warps;
}

// ---- reading

static bool take(struct spool *s, struct spooled_warp *w, void *to, size_t count)
{
    if (w->have - w->from < count) {
        memmove(w->page, w->page + w->from, w->have - w->from);
        w->have -= w->from;
        w->from = 0;
        const size_t room = PAGE - w->have, left = (size_t)(w->end - w->at);
        const ssize_t n = pread(s->fd, w->page + w->have, left < room ? left : room, (off_t)w->at);
        if (n < 0 || w->have + (size_t)n < count)
            return false;
        w->at += (size_t)n;
        w->have += (size_t)n;
    }
    memcpy(to, w->page + w->from, count);
    w->from += count;
    return true;
}

enum spooled spool_next(struct spool *s, unsigned warp, struct trace_op *op)
{
    struct spooled_warp *w = &s->warp[warp];
    if (w->at == w->end && w->from == w->have)
        return SPOOLED_END;
    if (!w->page && !(w->page = malloc(PAGE)))
        return SPOOLED_FAULT;
    if (!take(s, w, op, HEAD))
        return SPOOLED_FAULT;
    for (uint32_t left = has_addresses(op) ? op->mask : 0; left; left &= left - 1)
        if (!take(s, w, &op->addr[__builtin_ctz(left)], sizeof *op->addr))
            return SPOOLED_FAULT;
    return SPOOLED_OP;
}
