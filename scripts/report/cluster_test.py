#!/usr/bin/env python3
"""Tests of the page of what passes behind the L1s. usage: cluster_test.py MODEL_DCL1 MODEL_DCSIDE FOLDER

The page's figures are read back, and compared with formulas of the tests and with a second reading of the
record, at the ports of the SMs alone. The page is opened in Chromium if that is installed."""

import html
import json
import os
import re
import shutil
import subprocess
import sys
import traceback

DCL1, DCSIDE, FOLDER = sys.argv[1:] if len(sys.argv) == 4 else sys.exit(__doc__)
HERE = os.path.dirname(os.path.abspath(__file__))
BROWSER = next((b for b in ("chromium", "chromium-browser", "google-chrome") if shutil.which(b)), None)
LINES, ROUNDS = 12, 2  # of the program dcl1_share


def run(*args):
    return subprocess.run(args, capture_output=True, text=True, check=False, timeout=120)


def page_of(base):
    return run(sys.executable, HERE, f"{base}.story", base, "--traffic", f"{base}.traffic", "--only",
               "cluster.html")


class Made:
    """A test that was run, its page's data, and the record itself."""

    def __init__(self, program, name, *options):
        self.base = f"{FOLDER}/{name}"
        ran = run(program, "--actual", "none", "--test", name, "--story", f"{self.base}.story", "--traffic",
                  f"{self.base}.traffic", "--waves-folder", FOLDER, *options)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        ran = page_of(self.base)
        assert ran.returncode == 0, ran.stderr
        with open(f"{self.base}.cluster.html") as f:
            self.text = f.read()
        self.data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', self.text)[1])
        with open(f"{self.base}.traffic") as f:
            self.head, *self.lines = [json.loads(line) for line in f]
        self.sms = sum(p["block"] == "sni" for p in self.head["parts"])
        self.clusters = sum(re.search(r"near\[", p["name"]) is not None for p in self.head["parts"])

    def counts(self, which):
        """What became of requests in parts of this name, summed up."""
        total = {}
        for cache in self.data["caches"]:
            for what, cycles in cache["does"].items() if cache["name"].startswith(which) else ():
                total[what] = total.get(what, 0) + len(cycles)
        return total

    def flits(self, source, target):
        return sum(len(k["passed"]) for k in self.data["links"] if re.fullmatch(f"{source} → {target}", k["name"]))

    def packets(self):
        """(SM, kind, first cycle, cycles, how) of each."""
        p, at, span = self.data["packets"], 0, 0
        for i, later in enumerate(p["from"]):
            at += later
            cycles = sum(p["span"][2 * s + 1] for s in range(span, span + p["spans"][i]))
            span += p["spans"][i]
            yield p["sm"][i], p["kinds"][p["kind"][i]].split()[0], at, cycles, p["hows"][p["how"][i]]


def own_latencies(made):
    """(SM, first cycle, cycles) of each read, from the ports of the SMs: by number and sectors."""
    values, found = {}, []
    signals = {(part, name): n for n, (part, name, field, _) in enumerate(made.head["signals"]) if not field}
    snis = [n for n, p in enumerate(made.head["parts"]) if p["block"] == "sni"]
    sources = {b: (a, "mem") for a, group, _, b, _, _ in made.head["wires"] if b in snis and group == "mem"}
    under, offered = {n: [] for n in snis}, {}
    lines = made.lines + [{"at": made.lines[-1]["at"] + 1, "set": []}]
    for line, after in zip(lines, lines[1:]):
        if line.get("reset"):
            under, offered = {n: [] for n in snis}, {}
            continue
        values.update(zip(line["set"][::2], line["set"][1::2]))
        for now in range(line["at"], after["at"]):
            for sm, sni in enumerate(snis):
                def get(name, part=sni):
                    return values.get(signals.get((part, name)), 0)
                source = sources.get(sni, (sni, "mem"))[0]
                if get("resp_valid") and get("resp_op") == 0:
                    read = next(r for r in under[sni] if r[0] == get("resp_number") and r[1] & get("resp_sect"))
                    read[1] &= ~get("resp_sect")
                    if not read[1]:
                        under[sni].remove(read)
                        found.append((sm, read[2], now - read[2]))
                if not get("mem_valid", source):
                    offered.pop(sni, None)
                    continue
                since = offered.setdefault(sni, now)
                if get("mem_ready"):
                    if get("mem_op", source) == 0:
                        under[sni].append([get("mem_number", source), get("mem_sect", source), since])
                    del offered[sni]
    return sorted(found)


# ---- figures

def test_share(made):
    """Each cluster fetches each line once, and its node has it for all other reads."""
    reads = made.sms * ROUNDS * LINES
    counts = made.counts("node")
    assert counts["hits"] == reads - made.clusters * LINES and counts["misses"] == made.clusters * LINES, counts
    assert "merges" not in counts


def test_formula(made):
    """Of dc_share: all reads of a line come back as flits of the line, fetches once for each cluster."""
    reads, sectors = len(list(made.packets())), next(w for _, name, _, w in made.head["signals"] if name == "rq_sect")
    counts = made.counts("node")
    assert counts["hits"] + counts["misses"] == reads and counts["misses"] % made.clusters == 0, counts
    assert made.flits(r"nearback\[\d+\]\.o\[\d+\]", r"sni\[\d+\]\.rp") == sectors * reads
    assert made.flits(r"farback\[\d+\]\.o\[\d+\]", r"node\[\d+\]\.q4") == sectors * counts["misses"]


def test_latencies(made):
    """The stages of each read are the cycles between its offer and its answer."""
    stages = sorted((sm, at, cycles) for sm, kind, at, cycles, how in made.packets()
                    if kind == "read" and how == "answered")
    assert stages and stages == own_latencies(made)


def test_held(made):
    """An interface counts a write from when it is taken until its answer is delivered: so do its stages."""
    p, cycles, span = made.data["packets"], [0] * made.sms, 0
    for i, (sm, kind, _, _, how) in enumerate(made.packets()):
        its = [p["span"][2 * s:2 * s + 2] for s in range(span, span + p["spans"][i])]
        span += p["spans"][i]
        if kind in ("write", "inv"):
            assert how == "answered"
            cycles[sm] += sum(n for place, n in its if not p["places"][place].startswith("SM"))
    held = [level for level in made.data["levels"] if level["name"].endswith("unanswered writes")]
    sums = []
    for level in held:
        at = [sum(level["at"][:n + 1]) for n in range(len(level["at"]))]
        sums.append(sum(v * (b - a) for v, a, b in zip(level["held"], at, at[1:])))
        assert level["held"][-1] == 0
    assert sums == cycles and sum(sums) > 0, (sums, cycles)
    for level in made.data["levels"]:
        assert not level["most"] or max(level["held"]) <= level["most"], level["name"]


def test_failed(made):
    """The page of a run that failed says why."""
    base = f"{FOLDER}/failed"
    shutil.copy(f"{made.base}.traffic", f"{base}.traffic")
    with open(f"{made.base}.story") as f:
        text = f.read().replace('"end":"passed"', '"end":"the twins differ","message":"cycle 9: node[0]"')
    with open(f"{base}.story", "w") as f:
        f.write(text)
    assert page_of(base).returncode == 0
    with open(f"{base}.cluster.html") as f:
        text = f.read()
    assert "What went wrong: the twins differ" in text and "cycle 9: node[0]" in text


# ---- bad input

def test_wrong(made):
    """A record that is none, and one with an answer that has another number."""
    number = next(n for n, s in enumerate(made.head["signals"]) if s[1] == "resp_number")
    changed = [json.dumps(made.head)]
    for line in made.lines:
        pairs = list(zip(line.get("set", [])[::2], line.get("set", [])[1::2]))
        changed.append(json.dumps({**line, "set": [n for k, v in pairs for n in (k, v ^ (k == number))]}))
    for text, says in (("", "it is empty"), ("{}\n", "no traffic of version 1"), ('{"traffic":1}\n', ":1: no line of the traffic"),
                       *((json.dumps(made.head) + f"\n{line}\n", ":2: no line of the traffic")
                         for line in ("{}", "5", '{"at":"x","set":[]}', '{"at":1,"set":"ab"}', '{"at":1,"set":[0]}',
                                      '{"at":1,"set":[99999,1]}', '{"at":1,"set":[0,-1]}')),
                       ("\n".join(changed), "SM 0 gets the answer of another packet"), (None, "cannot read")):
        base = f"{FOLDER}/wrong"
        shutil.copy(f"{made.base}.story", f"{base}.story")
        if text is None:
            os.remove(f"{base}.traffic")
        else:
            with open(f"{base}.traffic", "w") as f:
                f.write(text)
        ran = page_of(base)
        assert ran.returncode == 3 and says in ran.stderr and ran.stderr.count("\n") == 1, (says, ran.stderr)


# ---- in a browser

KEYS = """<script>
const key = k => (document.activeElement || document.body).dispatchEvent(new KeyboardEvent("keydown", { key: k, bubbles: true }));
const said = [];
const find = text => { byId("find").value = text; byId("find").dispatchEvent(new Event("input")); said.push(found); };
byId("view").focus();
key("ArrowDown"), said.push(byId("chosen").textContent);
find("sm:0 read"), find("at:node[1] cycles>50"), find("line:" + D.packets.line.find(at => at)), find("");
let x = eye.x; key("+"), said.push(eye.x > x ? "closer" : "no"), key("f"), said.push(eye.x < x ? "all" : "no"), drawNow();
const tip = (name, x, y) => byId(name).dispatchEvent(new PointerEvent("pointermove", { clientX: byId(name).getBoundingClientRect().left + x,
    clientY: byId(name).getBoundingClientRect().top + y, bubbles: true }));
tip("linksview", 400, TOP + 5), said.push(byId("tip").textContent.split("\\n")[0]);
tip("cachesview", 400, TOP + 5), said.push(byId("tip").textContent.split("\\n")[0]);
tip("queuesview", 400, TOP + 5), said.push(byId("tip").textContent.split("\\n")[0]);
key("Home"), find("sm:0 read"), said.pop();
for (const k of "nnN") key(k), said.push(chosen);
document.body.dataset.said = JSON.stringify(said);
</script>"""


def test_browser(made):
    path = f"{FOLDER}/keys.html"
    with open(path, "w") as f:
        f.write(made.text.replace("</body>", KEYS + "</body>"))
    ran = run(BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1500,1000", "--dump-dom",
              f"file://{os.path.abspath(path)}")
    body = dict(re.findall(r'data-(\w+)="([^"]*)"', re.search(r"<body[^>]*>", ran.stdout)[0]))
    packets, p = list(made.packets()), made.data["packets"]
    assert "error" not in body and int(body["packets"]) == len(packets), body
    first, *found, closer, whole, link, cache, level, one, two, back = json.loads(html.unescape(body["said"]))
    equation = re.search(r"(\d+) cycles = (.*)", first)
    assert int(equation[1]) == sum(int(n) for n in re.findall(r"(\d+) [a-z]", equation[2])), first
    span, at_node = 0, 0
    for i, (_, _, _, cycles, _) in enumerate(packets):
        names = [p["places"][p["span"][2 * s]] for s in range(span, span + p["spans"][i])]
        span += p["spans"][i]
        at_node += cycles > 50 and any("node[1]" in name for name in names)
    wanted = [sum(k[:2] == (0, "read") for k in packets), at_node, p["line"].count(next(filter(None, p["line"]))), 0]
    assert found == wanted, (found, wanted)
    reads = [i for i, k in enumerate(packets) if i and k[:2] == (0, "read")]
    assert [one, two, back] == [reads[0], reads[1], reads[0]], (one, two, back)
    assert (closer, whole) == ("closer", "all")
    assert [link, cache, level] == [made.data[k][0]["name"] for k in ("links", "caches", "levels")]


def main():
    os.makedirs(FOLDER, exist_ok=True)
    passed = failed = 0
    share = Made(DCL1, "dcl1_share")
    tests = [(test, share) for test in (test_share, test_latencies, test_held, test_failed, test_wrong)]
    tests += [(test_formula, Made(DCSIDE, "dc_share")),
              (test_latencies, Made(DCSIDE, "dcside_ledger", "--cycles", "4000"))]
    if BROWSER:
        tests.append((test_browser, share))
    else:
        print("the page was not opened: Chromium is not installed")
    for test, made in tests:
        try:
            test(made)
            passed += 1
        except Exception:  # any exception: the other tests run, too
            failed += 1
            print(f"FAILED: {test.__name__} {made.base}\n{traceback.format_exc()}")
    print(f"cluster page: {passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
