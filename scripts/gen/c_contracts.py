"""contracts.inc: the contracts of all blocks of a machine, on its wires (verif/blocks/contracts.c)."""
import os
import re

from text import HEAD

BLOCKS = os.path.join(os.path.dirname(__file__), "../../verif/blocks")


def _says(b, pattern):
    """Whether the pattern is in the header of the contract, or of its shadow."""
    return any(re.search(pattern, open(f"{BLOCKS}/{b.name}/{name}.h").read())
               for name in ("contract", "shadow")
               if os.path.exists(f"{BLOCKS}/{b.name}/{name}.h"))


def _answers(b):
    """Whether the block has a reference predictor, which `light` omits."""
    return _says(b, r"\bbool light\b")


def _is_full_only(b):
    """Whether light checks omit the whole contract."""
    return _says(b, r"_CONTRACT_FULL_ONLY\b")


def _machine(m):
    o = [f"struct {m.name}_contracts {{", "    struct judge judge;", "    bool light;",
         f"    struct {m.name}_contract {m.name};"]
    o += [f"    struct {b.name}_contract {b.name};" for b in m.built] + ["};", ""]
    o += [f"static const char *{m.name}_contracts_check(struct judge *j, const void *ins, const void *outs, "
          f"const char **whose)", "{",
          f"    struct {m.name}_contracts *c = (struct {m.name}_contracts *)j;",
          f"    const struct ul1_{m.name}_in *in = ins;",
          f"    const struct ul1_{m.name}_out *out = outs;",
          f"    const char *broken, *first = {'c->light ? NULL : ' * _is_full_only(m)}"
          f"{m.name}_contract_check(&c->{m.name}, in, out);",
          "    if (first)",
          f'        *whose = "{m.name}";']
    for b in m.built:
        # a block without a clock has no reset
        runs = ["!c->light"] * _is_full_only(b) + ["!in->rst"] * (not b.clocked)
        light = "c->light" if _answers(b) else "false"
        o += [f"    if ({' && '.join(runs)}) {{" if runs else "    {",
              f"        struct ul1_{b.name}_in {b.name};", f"        view_{b.name}(in, out, &{b.name}, {light});",
              f"        broken = {b.name}_contract_check(&c->{b.name}, &{b.name}, &out->{b.name});",
              f'        if (broken && !first && !judge_excuses(j, ul1_find(LANES, "{b.name}"), broken)) {{',
              "            first = broken;", f'            *whose = "{b.name}";', "        }", "    }"]
    o += ["    return first;", "}", "", f"static void {m.name}_contracts_light(struct judge *j)", "{",
          f"    struct {m.name}_contracts *c = (struct {m.name}_contracts *)j;", "    c->light = true;"]
    return o + [f"    c->{b.name}.light = true;" for b in m.built if _answers(b)] + ["}", ""]


def _alone(b):
    """A block that is a part of machines is judged on its own wires."""
    return [f"struct {b.name}_contracts {{", "    struct judge judge;",
            f"    struct {b.name}_contract {b.name};", "};", "",
            f"static const char *{b.name}_contracts_check(struct judge *j, const void *ins, const void *outs, "
            f"const char **whose)", "{", f'    *whose = "{b.name}";',
            f"    return {b.name}_contract_check(&((struct {b.name}_contracts *)j)->{b.name}, ins, outs);", "}", "",
            f"static void {b.name}_contracts_light(struct judge *j)", "{"] + (
                [f"    ((struct {b.name}_contracts *)j)->{b.name}.light = true;"] if _answers(b)
                else ["    (void)j;"]) + ["}", ""]


def emit(t):
    o = [HEAD.format("//"), '#include "ul1_views.h"', ""]
    for m in t.composed:
        o += [f'#include "blocks/{n}/contract.h"' for n in [m.name]
              + [b.name for b in m.built]] + [""] + _machine(m)
    for m in t.alone:
        o += [f'#include "blocks/{m.name}/contract.h"', ""] + _alone(m.blocks[0])
    o += ["static const struct {", "    const char *machine;", "    size_t size;",
          "    const char *(*check)(struct judge *, const void *in, const void *out, const char **whose);",
          "    void (*light)(struct judge *);", "} machine_contracts[] = {"]
    o += [f'    {{ "{m.name}", sizeof(struct {m.name}_contracts), {m.name}_contracts_check, {m.name}_contracts_light }},' for m in t.homes] + ["};", ""]
    return {"contracts.inc": "\n".join(o)}
