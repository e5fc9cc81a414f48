#include "cosim/workers.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESSES = 64, IDLE = -1, NONE = 0 };

struct worker {
    pid_t process; // NONE: no process
    int fd;
    int test; // the current test, or IDLE
};

struct workers {
    struct session *session;
    const struct test *const *tests;
    unsigned count, next; // `next` is the next test to be assigned
    unsigned processes;
    struct worker worker[PROCESSES];
    bool told; // the processes have the interruption signal
    struct outcome *outcome;
    bool *over;
};

// Transfers all bytes, and continues after interruptions. Returns false if the other side has closed.
static bool transfer(int fd, void *data, size_t size, bool out)
{
    for (char *p = data; size;) {
        ssize_t n = out ? send(fd, p, size, MSG_NOSIGNAL) : read(fd, p, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        p += n;
        size -= (size_t)n;
    }
    return true;
}

// ---- in a worker process

static void serve(struct workers *w, int fd)
{
    unsigned test;
    while (transfer(fd, &test, sizeof test, false)) {
        struct outcome o = outcome_of(w->session, w->tests[test]);
        if (!transfer(fd, &o, sizeof o, true) || !transfer(fd, o.points, o.points_size, true)
            || !transfer(fd, o.reached, o.reached_size, true)
            || !transfer(fd, o.forbidden, o.forbidden_size, true)
            || !transfer(fd, o.checks, o.check_count * sizeof *o.checks, true))
            break;
        outcome_free(&o);
    }
    _exit(0);
}

// ---- in the parent process

static bool start(struct workers *w, struct worker *k)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
        return false;
    fflush(NULL);
    k->test = IDLE;
    k->process = fork();
    if (k->process == 0) {
        for (unsigned i = 0; i < w->processes; i++)
            if (w->worker[i].process != NONE)
                close(w->worker[i].fd); // otherwise these workers would not end with the parent
        close(pair[0]);
        serve(w, pair[1]);
    }
    close(pair[1]);
    k->fd = pair[0];
    if (k->process < 0) {
        k->process = NONE;
        close(pair[0]);
    }
    return k->process != NONE;
}

static bool receive(struct worker *k, struct outcome *o)
{
    if (!transfer(k->fd, o, sizeof *o, false))
        return false;
    o->points = o->points ? calloc(o->points_size + 1, 1) : NULL;
    o->reached = o->reached ? calloc(o->reached_size + 1, 1) : NULL;
    o->forbidden = o->forbidden ? calloc(o->forbidden_size + 1, 1) : NULL;
    o->checks = o->checks ? malloc(o->check_count * sizeof *o->checks) : NULL;
    return (!o->points_size || (o->points && transfer(k->fd, o->points, o->points_size, false)))
        && (!o->reached_size || (o->reached && transfer(k->fd, o->reached, o->reached_size, false)))
        && (!o->forbidden_size || (o->forbidden && transfer(k->fd, o->forbidden, o->forbidden_size, false)))
        && (!o->check_count
            || (o->checks && transfer(k->fd, o->checks, o->check_count * sizeof *o->checks, false)));
}

// The process has ended. This is the result of its test.
static void bury(struct worker *k, struct outcome *o)
{
    int status = 0;
    close(k->fd);
    waitpid(k->process, &status, 0);
    k->process = NONE;
    *o = (struct outcome){ .verdict = HARNESS_AT_FAULT,
                           .passes = -1,
                           .passes_expected = -1,
                           .cycles_measured = -1,
                           .cycles_expected = -1 };
    if (WIFSIGNALED(status))
        snprintf(o->message, sizeof o->message, "the run ended by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(o->message, sizeof o->message, "the run ended the program with status %d",
                 WEXITSTATUS(status));
}

// Assigns tests to idle workers. A process that cannot be started is skipped.
static void give_out(struct workers *w)
{
    for (unsigned i = 0; i < w->processes && w->next < w->count && !run_interrupted; i++) {
        struct worker *k = &w->worker[i];
        if ((k->process == NONE && !start(w, k)) || k->test != IDLE)
            continue;
        if (transfer(k->fd, &w->next, sizeof w->next, true))
            k->test = (int)w->next++;
    }
}

static void pass_on_interruption(struct workers *w)
{
    for (unsigned i = 0; i < w->processes && run_interrupted && !w->told; i++)
        if (w->worker[i].process != NONE)
            kill(w->worker[i].process, SIGINT);
    w->told = run_interrupted;
}

// Waits until a worker reports. Returns false if no worker has a test.
static bool listen_to_all(struct workers *w)
{
    struct pollfd fds[PROCESSES];
    unsigned at_work[PROCESSES], n = 0;
    for (unsigned i = 0; i < w->processes; i++) {
        if (w->worker[i].process == NONE || w->worker[i].test == IDLE)
            continue;
        at_work[n] = i;
        fds[n++] = (struct pollfd){ .fd = w->worker[i].fd, .events = POLLIN };
    }
    if (!n || poll(fds, n, 500) <= 0)
        return n != 0;
    for (unsigned i = 0; i < n; i++) {
        struct worker *k = &w->worker[at_work[i]];
        if (!fds[i].revents)
            continue;
        if (!receive(k, &w->outcome[k->test]))
            bury(k, &w->outcome[k->test]);
        w->over[k->test] = true;
        k->test = IDLE;
    }
    return true;
}

bool workers_wait(struct workers *w, unsigned test, struct outcome *o)
{
    bool working = true;
    while (!w->over[test] && working) {
        give_out(w);
        pass_on_interruption(w);
        working = listen_to_all(w);
    }
    if (w->over[test])
        *o = w->outcome[test];
    w->outcome[test] = (struct outcome){ 0 };
    return w->over[test];
}

struct workers *workers_new(struct session *s, const struct test *const *tests, unsigned count,
                            uint64_t processes)
{
    struct workers *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->session = s;
    w->tests = tests;
    w->count = count;
    w->processes = processes < PROCESSES ? (unsigned)processes : PROCESSES;
    w->outcome = calloc(count, sizeof *w->outcome);
    w->over = calloc(count, sizeof *w->over);
    if (w->outcome && w->over && start(w, &w->worker[0]))
        return w;
    workers_free(w);
    return NULL;
}

void workers_free(struct workers *w)
{
    for (unsigned i = 0; i < w->processes; i++) {
        struct worker *k = &w->worker[i];
        if (k->process == NONE)
            continue;
        if (k->test != IDLE)
            kill(k->process, SIGTERM);
        close(k->fd);
    }
    for (unsigned i = 0; i < w->processes; i++)
        if (w->worker[i].process != NONE)
            waitpid(w->worker[i].process, NULL, 0);
    for (unsigned i = 0; w->outcome && i < w->count; i++)
        outcome_free(&w->outcome[i]);
    free(w->outcome);
    free(w->over);
    free(w);
}
