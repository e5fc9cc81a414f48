// Snapshots: the body, behind a head that identifies the configuration.
#include <string.h>

#include "sim/pause.h"

struct head {
    uint64_t magic;   // also identifies the byte order
    uint64_t machine; // a digest of the version, the ports and sizes
    uint64_t config;  // a digest of the configuration, as far as the body depends on it
    uint64_t body;    // bytes
    uint64_t check;   // a digest of the body
};

static const uint64_t MAGIC = UINT64_C(0x0131534d49533155); // "U1SIMS1", 1

// FNV's digest, word by word.
static uint64_t digest(uint64_t seed, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    uint64_t d = seed ^ UINT64_C(0xcbf29ce484222325);
    for (; count >= sizeof d; count -= sizeof d, at += sizeof d) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        d = (d ^ word) * UINT64_C(0x100000001b3);
        d ^= d >> 32;
    }
    for (; count; count--, at++)
        d = (d ^ *at) * UINT64_C(0x100000001b3);
    return d;
}

static uint64_t machine_digest(const struct ul1_sim *s)
{
    uint64_t d = digest(s->l1->state_size, UL1_VERSION, sizeof UL1_VERSION);
    d = digest(d, s->machine->sizes, sizeof *s->machine->sizes);
    for (size_t n = 0; n < s->l1->port_count; n++) {
        const struct ul1_port *p = &s->l1->ports[n];
        const uint64_t facts[] = { p->width, p->count, p->size, p->is_out, p->offset };
        d = digest(d, p->name, strlen(p->name));
        d = digest(d, facts, sizeof facts);
    }
    return d;
}

static struct head head_of(const struct ul1_sim *s)
{
    const struct ul1_sim_config *c = &s->config;
    const uint64_t facts[] = {
        sizeof(struct sim_live), sizeof(struct sim_record), c->lanes,       c->capacity, c->translate,
        c->memory != NULL,       c->memory_bytes,           c->memory_queue
    };
    return (struct head){ .magic = MAGIC,
                          .machine = machine_digest(s),
                          .config = digest(0, facts, sizeof facts),
                          .body = s->body };
}

size_t ul1_sim_snapshot_size(const struct ul1_sim *s)
{
    return s ? sizeof(struct head) + s->body : 0;
}

enum ul1_sim_status ul1_sim_snapshot(struct ul1_sim *s, void *buffer, size_t bytes)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    if (!buffer || bytes < ul1_sim_snapshot_size(s))
        return sim_refuse(s, UL1_SIM_WRONG, "the buffer is too small for a snapshot");
    sim_catch_up(s);
    struct head h = head_of(s);
    h.check = digest(0, s->live, s->body);
    memcpy(buffer, &h, sizeof h);
    memcpy((unsigned char *)buffer + sizeof h, s->live, s->body);
    return UL1_SIM_OK;
}

enum ul1_sim_status ul1_sim_restore(struct ul1_sim *s, const void *buffer, size_t bytes)
{
    enum ul1_sim_status status = sim_usable(s);
    if (status)
        return status;
    struct head h, own = head_of(s);
    if (!buffer || bytes < ul1_sim_snapshot_size(s))
        return sim_refuse(s, UL1_SIM_FOREIGN, "that is shorter than a snapshot of this simulation");
    memcpy(&h, buffer, sizeof h);
    const unsigned char *body = (const unsigned char *)buffer + sizeof h;
    if (h.magic != own.magic)
        return sim_refuse(s, UL1_SIM_FOREIGN, "that is no snapshot of a simulation");
    if (h.machine != own.machine)
        return sim_refuse(s, UL1_SIM_FOREIGN, "that is a snapshot of another machine or of another version");
    if (h.config != own.config || h.body != own.body)
        return sim_refuse(s, UL1_SIM_FOREIGN,
                          "that is a snapshot of a simulation with another configuration");
    if (h.check != digest(0, body, s->body))
        return sim_refuse(s, UL1_SIM_FOREIGN, "that snapshot is damaged");
    memcpy(s->live, body, s->body);
    sim_watch_begin(s, s->watch.call, s->watch.user);
    s->pause = (struct sim_pause){ .wait = PAUSE_PATIENCE };
    return UL1_SIM_OK;
}
