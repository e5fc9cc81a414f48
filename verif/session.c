#include "session.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "drive/drive.h"
#include "recording.h"
#include "rng.h"

const char *program = "cosim";

void say(struct session *s, const char *format, ...)
{
    for (int i = 0; i < 2; i++) {
        FILE *f = i ? s->report : stdout;
        if (!f)
            continue;
        va_list ap;
        va_start(ap, format);
        vfprintf(f, format, ap);
        va_end(ap);
        fflush(f);
    }
}

int complain(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    fprintf(stderr, "%s: ", program);
    vfprintf(stderr, format, ap);
    fprintf(stderr, "\n");
    va_end(ap);
    return HARNESS_AT_FAULT;
}

void path_of(char *path, size_t size, const char *folder, const char *test, unsigned machine)
{
    mkdir(folder, 0777);
    if (machine)
        snprintf(path, size, "%s/%s.%u-%d", folder, test, machine, LANES);
    else
        snprintf(path, size, "%s/%s-%d", folder, test, LANES);
}

// A twin by kind: "model", "rtl", "none" or "rec:FOLDER". Null without a message: none is wanted.
static struct twin *make_twin(struct session *s, const char *kind, const struct test *t, unsigned machine, uint64_t seed, char *error,
                              size_t size)
{
    const struct ul1_block *shape = ul1_find(LANES, t->block);
    struct twin *twin = NULL;
    *error = 0;
    if (!strcmp(kind, "none"))
        return NULL;
    if (!strcmp(kind, "model"))
        twin = twin_model(shape);
    else if (!strcmp(kind, "rtl"))
        twin = s->bench->rtl(shape, seed);
    else if (!strncmp(kind, "rec:", 4)) {
        char base[4096];
        path_of(base, sizeof base, kind + 4, t->name, machine);
        return twin_recording(shape, base, error, size);
    }
    if (!twin)
        snprintf(error, size, "no twin '%s' of %s: model, rtl, none and rec:FOLDER are known", kind, shape->name);
    return twin;
}

// The twins of one machine, and what judges them.
static bool prepare_machine(struct session *s, const struct test *t, struct run *r, uint64_t seed)
{
    r->expected = make_twin(s, s->opt.expected, t, r->machine, seed, r->message, sizeof r->message);
    if (!*r->message)
        r->actual = make_twin(s, s->opt.actual, t, r->machine, seed, r->message, sizeof r->message);
    if (*r->message)
        return false;
    if (!r->expected && !r->actual) {
        snprintf(r->message, sizeof r->message, "neither twin is there");
        return false;
    }
    bool contracts = !strcmp(t->block, "l1") && !s->opt.bare;
    if (contracts)
        r->contracts = calloc(1, sizeof *r->contracts);
    if (!r->stimulus || (contracts && !r->contracts)) {
        snprintf(r->message, sizeof r->message, "out of memory");
        return false;
    }
    r->stimulus->witness = !s->opt.bare;
    for (int i = 0; i < 2; i++) {
        struct twin *twin = i ? r->actual : r->expected;
        if (twin)
            twin->quiet = s->opt.bare;
    }
    r->verdict = PASS;
    return true;
}

bool prepare(struct session *s, const struct test *t, struct run *first)
{
    uint64_t seed = rng_name_seed(t->name, s->opt.seed);
    struct stimulus *stimulus = t->make(t, seed, s->opt.cycles);
    struct run *r = first;
    for (unsigned machine = 0;; machine++, stimulus = stimulus->peer, r = r->peer) {
        memset(r, 0, sizeof *r);
        r->verdict = HARNESS_AT_FAULT;
        r->machine = machine;
        r->stimulus = stimulus;
        bool more = stimulus && stimulus->peer, fine = prepare_machine(s, t, r, seed + machine);
        if (more)
            r->peer = calloc(1, sizeof *r->peer);
        if (!fine || (more && !r->peer)) {
            if (r != first || fine) {
                first->verdict = HARNESS_AT_FAULT;
                snprintf(first->message, sizeof first->message, "%.400s", fine ? "out of memory" : r->message);
            }
            return false;
        }
        if (!more)
            break;
    }
    first->name = t->name;
    return true;
}

// Benches other than run_go know of one machine alone.
void carry_out(struct session *s, struct run *r)
{
    if (r->peer)
        run_go(r);
    else
        s->bench->go(r);
}

bool observe(struct run *r, struct observer *o)
{
    if (!o)
        return false;
    o->next = r->observers;
    r->observers = o;
    return true;
}
