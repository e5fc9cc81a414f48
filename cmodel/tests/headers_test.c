// Compiles the installed headers, with all lane counts in one program, in C and in C++: structs and sizes of
// each have distinct names, and nothing else is defined. Drives the pins of all for a cycle.
#include <ul1_ports_8.h>
#include <ul1_ports_16.h>
#include <ul1_ports_32.h>
#include <ul1_ports_64.h>
#include <ul1_sim.h>

#include <stdio.h>
#include <stdlib.h>

#if defined LANES || defined BANKS || defined UL1_BANKS || defined UL1_LANES
#error "a name of one lane count"
#endif

struct kind {
    unsigned lanes, banks;
    size_t in, out;
};

int main(void)
{
    static const struct kind kinds[] = {
        { 8, UL1_BANKS_8, sizeof(struct ul1_l1_in_8), sizeof(struct ul1_l1_out_8) },
        { 16, UL1_BANKS_16, sizeof(struct ul1_l1_in_16), sizeof(struct ul1_l1_out_16) },
        { 32, UL1_BANKS_32, sizeof(struct ul1_l1_in_32), sizeof(struct ul1_l1_out_32) },
        { 64, UL1_BANKS_64, sizeof(struct ul1_l1_in_64), sizeof(struct ul1_l1_out_64) },
    };
    for (unsigned n = 0; n < sizeof kinds / sizeof *kinds; n++) {
        const struct ul1_block *b = ul1_find(kinds[n].lanes, "l1");
        const unsigned banks = kinds[n].lanes < 32 ? kinds[n].lanes : 32;
        if (!b || kinds[n].banks != banks || b->in_size != kinds[n].in || b->out_size != kinds[n].out)
            return 1;
        void *state = calloc(1, ul1_state_size(b)), *in = calloc(1, b->in_size),
             *out = calloc(1, b->out_size);
        if (!state || !in || !out)
            exit(1);
        b->early(state, out);
        b->late(state, in, out);
        const struct ul1_port *ready = ul1_port_find(b, "in_ready");
        if (!ready || ul1_get(ready, out, 0) != 1)
            exit(1);
        free(state);
        free(in);
        free(out);
    }
    struct ul1_sim_config c;
    ul1_sim_defaults(&c, sizeof c);
    struct ul1_sim *s = ul1_sim_new(&c, NULL);
    printf("%s %s\n", ul1_version(), s && ul1_sim_idle(s) ? "idle" : "not idle");
    ul1_sim_free(s);
    return 0;
}
