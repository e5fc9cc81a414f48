"""The stage of a path, from the interfaces that it crosses."""

# The stage of a path is that of the first interface that it crosses. Port names begin with the words below.
STAGES = {
    "stage 0": "in cand credit readout replay merged sel req split cfg regport intake pull remainder fence "
               "accept rst carveout",
    "stage 1": "pass look miss store alloc set tag evict gone defer prt held map bank row forget purge",
    "stage 2": "cross read write array forward wdb serve",
    "stage 3": "load rf ret",
    "requests": "head leave mmu mem memdata walk asks pagefail",
    "responses": "resp fill done answer memfail heldfail",
    "commands": "cmd",
}
STAGE_OF = {word: stage for stage, words in STAGES.items() for word in words.split()}


def stage(crossed, block):
    for net in crossed:
        found = STAGE_OF.get(net.split("_")[0])
        if found:
            return found
    return "within " + block


def short(stage):
    """The text behind the word stage: its number, its name, or the block that contains the path."""
    return stage.replace("stage ", "").replace("within ", "")
