#include "blocks/data/shadow.h"

void data_shadow_advance(struct data_shadow *s, const struct ul1_data_in *in, const struct ul1_data_out *out)
{
    (void)out;
    s->read = in->rst || in->pass_store ? 0 : in->bank_en;
}
