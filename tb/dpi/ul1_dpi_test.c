// Tests of ul1_dpi.c that Verilator cannot run: undefined bits, as a four-state simulator passes them, and
// wrong use.
#include <stdio.h>
#include <string.h>

#include <svdpi.h>

#include "ul1.h"

void *ul1_dpi_open(const char *name, int lanes, int in_bits, int out_bits);
void ul1_dpi_give(void *model, int word, const svLogicVecVal *bits);
void ul1_dpi_show(void *model, int word, const svLogicVecVal *bits);
void ul1_dpi_evaluate(void *model);
int ul1_dpi_differences(void *model);
const char *ul1_dpi_difference(void *model, int n);
int ul1_dpi_outputs(void *model, int word);

static int passed, failed;

static void is(const char *what, int ok)
{
    passed += ok;
    failed += !ok;
    if (!ok)
        printf("FAILED: %s\n", what);
}

static void put(void (*to)(void *, int, const svLogicVecVal *), void *model, int word, uint32_t value,
                uint32_t undefined)
{
    const svLogicVecVal bits = {.aval = value | undefined, .bval = undefined}; // x
    to(model, word, &bits);
}

int main(void)
{
    enum { LANES = 8 };
    const struct ul1_block *b = ul1_find(LANES, "split");
    const int addr = (int)ul1_port_find(b, "req_addr")->width;
    const int atom = (int)ul1_port_find(b, "req_atom")->width;
    const int in = LANES + LANES * addr + 1 + atom, out = LANES + 1;
    is("another row", !ul1_dpi_open("split", LANES, in + 1, out));
    is("no such block", !ul1_dpi_open("nonsense", LANES, in, out));
    is("a machine of machines", !ul1_dpi_open("pair", LANES, in, out));

    void *m = ul1_dpi_open("split", LANES, in, out);
    is("its own rows", m != NULL);
    put(ul1_dpi_give, m, 0, 1, 0); // req_mask is lane 0; the lowest addresses follow
    put(ul1_dpi_show, m, 0, 1, 0);
    ul1_dpi_evaluate(m);
    is("the same", ul1_dpi_differences(m) == 0 && ul1_dpi_outputs(m, 0) == 1);
    put(ul1_dpi_show, m, 0, 1, 1u << LANES); // split_more
    is("an undefined output",
       ul1_dpi_differences(m) == 1 && strstr(ul1_dpi_difference(m, 0), "split.split_more: expected 0x0")
           && strstr(ul1_dpi_difference(m, 0), "undefined in the bits 0x1"));
    put(ul1_dpi_show, m, 0, 1, 0);
    put(ul1_dpi_give, m, 0, 1, 1u << LANES); // the address of lane 0, bit 0
    ul1_dpi_evaluate(m);
    is("an undefined input",
       ul1_dpi_differences(m) == 1 && strstr(ul1_dpi_difference(m, 0), "the input req_addr (lane 0)"));
    put(ul1_dpi_give, m, 0, 2, 1u << LANES); // of an inactive lane
    put(ul1_dpi_show, m, 0, 2, 0);
    ul1_dpi_evaluate(m);
    is("an undefined input that means nothing", ul1_dpi_differences(m) == 0);
    printf("ul1_dpi: %d passed, %d failed\n", passed, failed);
    return failed != 0;
}
