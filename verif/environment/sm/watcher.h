// An optional observer of a machine's instructions, beside the checks of the environment itself.
#ifndef SM_WATCHER_H
#define SM_WATCHER_H

#include <stdbool.h>

#include "ul1_ports.h"

struct sm;

// A callback that returns false objects; `error` has the reason.
struct watcher {
    // A part begins, of the program or around it. Cycles are those of the run, `waits.cycle`.
    void (*part)(struct watcher *, const struct sm *);
    // Called in each cycle without reset, after the waits are attributed to rows and before the instructions
    // in flight are updated.
    bool (*cycle)(struct watcher *, const struct sm *, const struct ul1_l1_in *, const struct ul1_l1_out *);
    // The offered instruction is now in this entry.
    void (*taken)(struct watcher *, const struct sm *, unsigned entry);
    // The instruction leaves the entry.
    bool (*retired)(struct watcher *, const struct sm *, unsigned entry, const struct ul1_l1_out *);
    // A reset; called before the instructions in flight are forgotten.
    void (*reset)(struct watcher *, const struct sm *);
    char error[256];
};

#endif
