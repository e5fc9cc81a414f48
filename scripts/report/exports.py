"""Writes a story in the formats of other tools: Kanata (Konata's log), Chrome's and Perfetto's trace, CSV,
JSON. Each function writes into an open file."""

import csv
import json


def kanata(story, out):
    """Version 0004: an instruction is a row, its doings are stages."""
    happens = []  # (cycle, order in it, line)
    for n, i in enumerate(story.instrs):
        where = f"line {i['line']}" if "line" in i else "no line of a program"
        first = [f"I\t{n}\t{i['instr']}\t{i['warp']}", f"L\t{n}\t0\t{i['instr']}: {i['text']}",
                 f"L\t{n}\t1\t{where}, {story.passes(i)} passes, {story.head['l1s'][i['l1']]}, part {i['part']}"]
        happens += [(i["from"], 1, line) for line in first]
        for doing, at, cycles in story.spans(i):
            happens.append((at, 1, f"S\t{n}\t0\t{story.doings[doing]}"))
            happens.append((at + cycles, 0, f"E\t{n}\t0\t{story.doings[doing]}"))
        happens.append((story.last(i), 2, f"R\t{n}\t{n}\t{0 if i['end'] == 'retired' else 1}"))
    happens.sort(key=lambda h: h[:2])  # stable sort
    now = happens[0][0] if happens else 0
    out.write(f"Kanata\t0004\nC=\t{now}\n")
    for cycle, _, line in happens:
        if cycle > now:
            out.write(f"C\t{cycle - now}\n")
            now = cycle
        out.write(line + "\n")


def perfetto(story, out):
    """The JSON of Chrome's tracing, which Perfetto reads: a process for each warp, with a row for each
    concurrent instruction. A microsecond stands for a cycle."""
    free, named = {}, set()  # for each warp: the cycle from which each of its rows is free
    out.write('{"displayTimeUnit":"ns","otherData":'
              + json.dumps({k: story.head[k] for k in ("test", "lanes", "seed")}))
    out.write(',"traceEvents":[\n')
    comma = ""
    for i in story.instrs:
        last, process = story.last(i), i["l1"] * 1000 + i["warp"]
        rows = free.setdefault(process, [])
        row = next((r for r, until in enumerate(rows) if until <= i["from"]), len(rows))
        rows[row:row + 1] = [last]
        events = [{"ph": "M", "name": "process_name", "pid": process,
                   "args": {"name": f"{story.head['l1s'][i['l1']]}, warp {i['warp']}"}}] \
            if process not in named else []
        named.add(process)
        args = {k: i[k] for k in ("instr", "part", "line", "entry", "hits", "misses", "merges", "error")
                if k in i}
        events.append({"ph": "X", "name": i["text"], "cat": i["op"], "pid": process, "tid": row,
                       "ts": i["from"],
                       "dur": last - i["from"], "args": {**args, "passes": story.passes(i)}})
        for doing, at, cycles in story.spans(i):
            events.append({"ph": "X", "name": story.doings[doing], "cat": "step" if doing < story.steps
                           else "wait",
                           "pid": process, "tid": row, "ts": at, "dur": cycles})
        for e in events:
            out.write(comma + json.dumps(e, separators=(",", ":")))
            comma = ",\n"
    out.write("\n]}\n")


FIELDS = {f: f for f in ("instr", "l1", "part", "own", "warp", "text", "line", "end", "error", "from")}
FIELDS["entry"] = "entry of the instruction table"  # distinguishes it from a doing called entry
COUNTS = ("hits", "misses", "merges")


def table(story, out):
    """CSV: a row for each instruction, a column for each doing. The columns add up to its cycles."""
    seen = sorted({d for i in story.instrs for d in i["spans"][::2]})
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow([*FIELDS.values(), "cycles", "passes and replays", *COUNTS,
                   *(story.doings[d] for d in seen)])
    for i in story.instrs:
        stack = story.stack(i)
        rows.writerow([*(i.get(f, "") for f in FIELDS), story.last(i) - i["from"], story.passes(i),
                       *(i.get(c, 0) for c in COUNTS), *(stack.get(d, 0) for d in seen)])


def stack_of(story, instrs):
    total = {}
    for i in instrs:
        for doing, cycles in story.stack(i).items():
            total[doing] = total.get(doing, 0) + cycles
    return {story.doings[d]: total[d] for d in sorted(total)}


def document(story, out):
    """One JSON document, with names for numbers, and the stall stacks."""
    own = [i for i in story.instrs if i["own"]]
    warps = {}
    for i in own:
        warps.setdefault((i["l1"], i["warp"]), []).append(i)
    head = {k: v for k, v in story.head.items() if k not in ("story", "doings", "steps")}
    out.write(json.dumps({**head, "end": story.end, "parts": story.parts, "stack": stack_of(story, own),
                          "stack by warp": [
        {"l1": l, "warp": w, "stack": stack_of(story, its)} for (l, w), its in sorted(warps.items())]},
        indent=1)[:-2])
    out.write(',\n "instructions": [')
    for n, i in enumerate(story.instrs):
        spans = [[story.doings[d], c] for d, _, c in story.spans(i)]
        out.write((",\n  " if n else "\n  ") + json.dumps({**i, "spans": spans}))
    out.write("\n ]\n}\n")


ALL = {"kanata": kanata, "perfetto.json": perfetto, "csv": table, "json": document}
