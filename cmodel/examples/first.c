// The first load: in each bank, two lanes of the warp read different words, so the load takes two passes.
#include <stdio.h>
#include <ul1_sim.h>

int main(void)
{
    struct ul1_sim_config c;
    ul1_sim_defaults(&c, sizeof c);
    struct ul1_sim *s = ul1_sim_new(&c, NULL);
    struct ul1_sim_instr i = { .op = UL1_OP_LOAD, .width = UL1_WIDTH_B32, .mask = 0xffffffff };
    for (unsigned lane = 0; lane < 32; lane++)
        i.addr[lane] = 8 * lane;
    struct ul1_sim_done d;
    if (!s || ul1_sim_submit(s, &i) || ul1_sim_wait(s, &d, 1000))
        return 1;
    printf("%u passes, %u cycles\n", d.passes, (unsigned)(d.retired - d.taken));
    ul1_sim_free(s);
    return 0;
}
