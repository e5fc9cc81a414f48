"""Reads the story of a run, written by `cosim --story FILE` (verif/cosim/story/write.c, verif/cosim/story.c;
docs/report.md)."""

import recording

# Groups of doings, the activities of an instruction in a cycle: name, colour, and the doings. Doings in no
# group, such as those of a new row, belong to the last one.
GROUPS = (
    ("passes", "#1f9d55", ("pass",)),
    ("replays", "#14b8a6", ("replay",)),
    ("in the pipeline", "#93a4ba", ("stage 0", "retires", "chosen", "beat pulled", "taken", "presented again",
                                    "fence asks",
                                    "fence answered", "preparing", "follow-up")),
    ("not yet taken", "#c9b68b", ("off the port", "instruction table full", "instruction table reserved",
                                  "constant load without a number", "texture instruction without a number",
                                  "command in progress")),
    ("its warp's order", "#8b5cf6", ("warp's order", "warp's fence", "warp's remainder", "warp's CMO",
                                     "warp's unissued access",
                                     "ordered load behind another", "warp's deferred access")),
    ("others' turns", "#f2b01e", ("older of its kind", "other kind first", "dirty line's readout",
                                  "command's lookup",
                                  "entry of the pool", "entry of the line buffer")),
    ("register port", "#b8c41f", ("shared load's reservation", "cached load's reservation")),
    ("remainders", "#f97316", ("remainder's pass", "remainder away")),
    ("store data, room", "#ec4899", ("store's beat", "store's credit", "flush's credit",
                                     "reduction's held stores", "atomic's credit")),
    ("deferred", "#dc2626", ("deferred", "other deferred accesses", "closed entry", "merge slot", "way",
                             "entry",
                             "credit for a dirty line")),
    ("line's fetch", "#2f7df6", ("line's fetch", "atomic's old words")),
    ("fence", "#0891b2", ("fence's instructions", "fence behind another", "fence's answer")),
    ("others", "#6b7280", ()),
)


def group_of(doing):
    return next((g for g, (_, _, doings) in enumerate(GROUPS) if doing in doings), len(GROUPS) - 1)


# The keys of an instruction that a page needs, beside those of its program
NEEDED = {"instr", "l1", "part", "own", "warp", "text", "end", "from", "spans", "banks"}


class Story:
    """head, end (or None) and parts are as in the file; instrs are in the order in which they were first
    offered."""

    def __init__(self, head):
        self.head, self.parts, self.instrs, self.end = head, [], [], None
        self.doings, self.steps, self.l1s = head["doings"], head["steps"], head["l1s"]

    def add(self, line):
        if "instr" in line:
            if not NEEDED <= line.keys():
                raise ValueError
            self.instrs.append(line)
        elif "part" in line:
            self.parts.append(line)
        elif "end" in line:
            self.end = line

    def spans(self, instr):
        """(doing, first cycle, cycles) one after the other."""
        at, flat = instr["from"], instr["spans"]
        for i in range(0, len(flat), 2):
            yield flat[i], at, flat[i + 1]
            at += flat[i + 1]

    def stack(self, instr):
        """Its cycles by doing."""
        cycles, flat = {}, instr["spans"]
        for i in range(0, len(flat), 2):
            cycles[flat[i]] = cycles.get(flat[i], 0) + flat[i + 1]
        return cycles

    def passes(self, instr):
        return len(instr["banks"])

    def last(self, instr):
        """The cycle behind its last."""
        return instr["from"] + sum(instr["spans"][1::2])

    @property
    def failed(self):
        return self.end is None or self.end["end"] != "passed"


def read(path):
    story = recording.read(path, "story", Story)
    story.instrs.sort(key=lambda i: i["instr"])
    return story
