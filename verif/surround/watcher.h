// Somebody who follows the instructions of a machine, beside what the surroundings need for themselves. A run that nobody
// watches has none.
#ifndef SURROUND_WATCHER_H
#define SURROUND_WATCHER_H

#include <stdbool.h>

#include "ul1_ports.h"

struct host;

// Where something returns false, it objects, and `error` says why.
struct watcher {
    // A part begins, of the program or around it. The cycle is that of the run, `waits.cycle`.
    void (*part)(struct watcher *, const struct host *);
    // In each cycle without reset, once it is known who waits in which row, and before anything of it is noted in the table of
    // instructions in flight.
    bool (*cycle)(struct watcher *, const struct host *, const struct ul1_l1_in *, const struct ul1_l1_out *);
    // What was offered is in this entry of that table.
    void (*taken)(struct watcher *, const struct host *, unsigned entry);
    // It leaves it.
    bool (*retired)(struct watcher *, const struct host *, unsigned entry, const struct ul1_l1_out *);
    // In a reset, before what is in flight is forgotten.
    void (*reset)(struct watcher *, const struct host *);
    char error[200];
};

#endif
