#!/usr/bin/env python3
"""Tests of reports. usage: report_test.py COSIM FOLDER

Follows runs, and reads back the reports in each format. The page is opened in Chromium if that is
installed."""

import csv
import html
import io
import json
import os
import re
import shutil
import subprocess
import sys
import traceback
import xml.etree.ElementTree as xml

import exports
import page
import recording
import story as stories

COSIM, FOLDER = sys.argv[1:] if len(sys.argv) == 3 else sys.exit(__doc__)
HERE = os.path.dirname(os.path.abspath(__file__))
LARGE = 100000   # instructions of a page that must still open
RUNS = {  # of one L1 and of two, with and without a program's text, with a reset in the middle
    "stride_4": [], "miss_entries_full": [], "walk_shared": [], "two_own": [], "fence_failing": [],
        "random": ["--cycles", "20000"],
}


def cosim(*args):
    return subprocess.run([COSIM, *args, "--waves-folder", FOLDER], capture_output=True, text=True,
                          check=False)


def program_of(name):
    return next((os.path.join(at, f"{name}.l1") for at, _, files in os.walk("verif/tests/programs")
                 if f"{name}.l1" in files), None)


def written(write, *args):
    out = io.StringIO()
    write(*args[:1], out, *args[1:])
    return out.getvalue()


def followed(name, args):
    path = f"{FOLDER}/{name}.story"
    ran = cosim("--test", name, *args, "--story", path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return stories.read(path)


# ---- each format, read back

def test_story(story):
    assert story.instrs and story.end["end"] == "passed"
    assert [i["instr"] for i in story.instrs] == list(range(len(story.instrs)))
    own = [i for i in story.instrs if i["own"]]
    assert own and len(own) < len(story.instrs)
    for i in own:
        passes = sum(c for d, _, c in story.spans(i) if story.doings[d] in ("pass", "replay"))
        assert passes == story.passes(i), i
        assert i["end"] != "retired" or i["spans"][-2:] == [story.doings.index("retires"), 1], i
    assert len({(p["l1"], p["part"]) for p in story.parts}) == len(story.parts)


def test_kanata(story):
    lines = written(exports.kanata, story).splitlines()
    assert lines[0] == "Kanata\t0004" and re.fullmatch(r"C=\t\d+", lines[1])
    cycle, begun, stage, spans, over = int(lines[1][3:]), {}, {}, {}, {}
    for line in lines[2:]:
        kind, *rest = line.split("\t")
        if kind == "C":
            assert len(rest) == 1 and int(rest[0]) > 0, line
            cycle += int(rest[0])
        elif kind == "I":
            assert len(rest) == 3 and int(rest[0]) == len(begun), line
            begun[int(rest[0])] = cycle
        elif kind == "L":
            assert len(rest) == 3 and int(rest[0]) in begun and rest[1] in "01" and rest[2], line
        elif kind == "S":
            n, lane, name = int(rest[0]), *rest[1:]
            assert n in begun and n not in over and n not in stage and lane == "0" and name in story.doings, line
            stage[n] = (name, cycle)
        elif kind == "E":
            n, lane, name = int(rest[0]), *rest[1:]
            assert lane == "0" and stage[n][0] == name, line
            spans.setdefault(n, []).append((name, stage[n][1], cycle - stage.pop(n)[1]))
        else:
            n, order, flushed = map(int, rest)
            assert kind == "R" and n in begun and n not in over and n not in stage, line
            assert order == n and flushed in (0, 1), line
            over[n] = cycle
    assert len(begun) == len(over) == len(story.instrs)
    for n, i in enumerate(story.instrs):
        assert begun[n] == i["from"] and over[n] == story.last(i)
        assert spans[n] == [(story.doings[d], at, c) for d, at, c in story.spans(i)], (n, spans[n])


def test_perfetto(story):
    trace = json.loads(written(exports.perfetto, story))
    rows, whole = {}, 0
    for e in trace["traceEvents"]:
        if e["ph"] == "M":
            continue
        assert e["ph"] == "X" and e["dur"] > 0
        rows.setdefault((e["pid"], e["tid"]), []).append(e)
    for events in rows.values():
        # an instruction, with its doings in it without a gap; then the next one, at its end at the earliest
        at, until = 0, 0
        for e in events:
            if "args" in e:
                assert at == until and e["ts"] >= until, e
                at, until, whole = e["ts"], e["ts"] + e["dur"], whole + 1
            else:
                assert e["ts"] == at and at + e["dur"] <= until, e
                at += e["dur"]
        assert at == until
    assert whole == len(story.instrs)


def test_csv_and_json(story):
    rows = list(csv.DictReader(io.StringIO(written(exports.table, story))))
    document = json.loads(written(exports.document, story))
    assert len(rows) == len(story.instrs) == len(document["instructions"])
    doings = [d for d in rows[0] if d in story.doings]
    assert len(rows[0]) == len(set(rows[0])) == written(exports.table, story).split("\n")[0].count(",") + 1
    for row, i in zip(rows, story.instrs):
        assert sum(int(row[d]) for d in doings) == int(row["cycles"]) == story.last(i) - i["from"]
        assert int(row["pass"]) + int(row.get("replay", 0)) == int(row["passes and replays"])
    own = [r for r in rows if r["own"] == "True"]
    total = {d: sum(int(r[d]) for r in own) for d in doings}
    assert document["stack"] == {d: n for d, n in total.items() if n}
    by_warp = {}
    for s in document["stack by warp"]:
        for d, n in s["stack"].items():
            by_warp[d] = by_warp.get(d, 0) + n
    assert by_warp == document["stack"]
    for i in document["instructions"]:
        assert all(d in story.doings and c > 0 for d, c in i["spans"])


def page_of(story, name):
    path = f"{FOLDER}/{name}.html"
    with open(path, "w") as out:
        page.write(story, out, program_of(name), None)
    with open(path) as f:
        return path, f.read()


def test_page(story):
    name = story.head["test"]
    text = page_of(story, name)[1]
    assert not re.search(r"https?:|//[a-z]+\.|<link|<script src|@import|url\(",
                         re.sub(r"<script type.*?</script>", "", text, flags=re.S))
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1])
    assert "http" not in json.dumps({k: v for k, v in data.items() if k != "source"})
    assert data["instr"] == [i["instr"] for i in story.instrs]
    assert [data["texts"][t] for t in data["text"]] == [i["text"] for i in story.instrs]
    assert sum(data["spans"]) * 2 == len(data["span"]) and data["span"] == [n for i in story.instrs
        for n in i["spans"]]
    assert html.escape(story.head["shows"]) in text and f"<title>{name} " in text
    program = program_of(name)
    for i in story.instrs if program else []:
        assert not i["own"] or i["text"].split()[1].split(".")[0] in data["source"][i["line"] - 1], i
    assert data["source"] == (open(program).read().split("\n") if program else [])


def test_groups(story):
    grouped = [d for _, _, doings in stories.GROUPS for d in doings]
    assert sorted(grouped) == sorted(story.doings) and len(set(grouped)) == len(grouped)


# ---- in a browser

BROWSER = next((b for b in ("chromium", "chromium-browser", "google-chrome") if shutil.which(b)), None)


def opened(path):
    """The page's own figures after it has opened: instructions, milliseconds, errors."""
    ran = subprocess.run([BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu",
                          "--window-size=1500,1000", "--dump-dom",
                          f"file://{os.path.abspath(path)}"], capture_output=True, text=True, check=False,
                         timeout=120)
    return dict(re.findall(r'data-(\w+)="([^"]*)"', re.search(r"<body[^>]*>", ran.stdout)[0]))


def test_browser(story):
    said = opened(page_of(story, story.head["test"])[0])
    assert "error" not in said and int(said["instrs"]) == len(story.instrs), said


KEYS = """<script>
const key = k => (document.activeElement || document.body).dispatchEvent(new KeyboardEvent("keydown", { key: k, bubbles: true }));
const said = [];
const say = text => said.push(text);
byId("view").focus();
key("ArrowDown"), say(byId("chosen").textContent), key("ArrowDown"), say(byId("chosen").textContent);
key("End"), say(byId("chosen").textContent);
let x = eye.x; key("+"), say(eye.x > x ? "closer" : "no"), key("-"), say(Math.abs(eye.x - x) < 1e-9 ? "back" : "no");
key("t"), say(document.documentElement.dataset.theme), key("t"), say(document.documentElement.dataset.theme);
key("?"), say(byId("keys").hidden ? "no" : "keys");
key("/"), say(document.activeElement.id);
byId("find").value = "warp:1 st", byId("find").dispatchEvent(new Event("input")), say(byId("found").textContent);
key("Escape"), byId("view").focus(), key("f"), say(byId("found").textContent);
byId("find").value = "wait:nothing", byId("only").checked = true, byId("find").dispatchEvent(new Event("input")), say(rows.length);
document.body.dataset.said = JSON.stringify(said);
</script>"""


def test_keys(story):
    path, text = page_of(story, "stride_4")
    with open(path.replace("stride_4", "keys"), "w") as f:
        f.write(text.replace("</body>", KEYS + "</body>"))
    said = opened(path.replace("stride_4", "keys"))
    assert "error" not in said, said
    said = json.loads(html.unescape(said["said"]))
    own = [i for i in story.instrs if i["own"]]
    for text, i in zip(said, (own[0], own[1], own[-1])):
        assert text.startswith(f"#{i['instr']} {i['text']} "), text
        equation = text.split(f"{story.last(i) - i['from']} cycles = ")[1]
        assert sum(int(n) for n in re.findall(r"(\d+) [a-z]", equation)) == story.last(i) - i["from"], text
    found = sum(i["warp"] == 1 and "st" in i["text"] for i in own)
    assert said[3:5] == ["closer", "back"] and sorted(said[5:7]) == ["dark", "light"] and said[7:] == ["keys",
        "find", f"{found} found", "", 0], said


def test_browser_notices():
    path = f"{FOLDER}/wrong.html"
    with open(f"{FOLDER}/stride_4.html") as f:
        text = f.read()
    with open(path, "w") as f:
        f.write(text.replace('"doings":[', '"doings":[null,', 1))
    assert "error" in opened(path) or "instrs" not in opened(path)


def test_large(story):
    """The same story repeated until there are enough instructions."""
    large, shift = stories.Story(story.head), 0
    while len(large.instrs) < LARGE:
        large.instrs += [{**i, "instr": len(large.instrs) + n, "from": i["from"] + shift}
                         for n, i in enumerate(story.instrs)]
        shift += story.end["cycles"]
    large.end = {**story.end, "cycles": shift}
    said = opened(page_of(large, "random")[0])
    print(f"a page of {said['instrs']} instructions: open after {said['opened']} ms")
    assert "error" not in said and int(said["instrs"]) == len(large.instrs), said


# ---- failures, invalid stories, JUnit

def test_failure():
    """A recording with a changed value: the page names the value."""
    cosim("--test", "stride_4", "--record-folder", FOLDER)
    path = f"{FOLDER}/stride_4-8.out"
    with open(path) as f:
        lines = f.read().split("\n")
    lead = len(lines[0].split()) - len(lines[1].split())
    column = lines[0].split().index("ret_valid") - lead
    at = next(n for n, line in enumerate(lines[300:], 300) if line.split()[column] == "1")
    words = lines[at].split()
    words[column] = "0"
    lines[at] = " ".join(words)
    with open(path, "w") as f:
        f.write("\n".join(lines))
    ran = cosim("--test", "stride_4", "--actual", f"rec:{FOLDER}", "--story", f"{FOLDER}/failed.story",
                "--brief")
    assert ran.returncode == 1, ran.stdout
    story = stories.read(f"{FOLDER}/failed.story")
    assert story.failed and story.end["differ"] == [{"port": "lsu.ret_valid", "field": 0, "expected": "0x1",
                                                     "actual": "0x0"}]
    assert any(i["end"] == "open" for i in story.instrs)
    with open(f"{FOLDER}/picture.png", "wb") as f:
        f.write(b"\x89PNG")
    text = written(page.write, story, None, f"{FOLDER}/picture.png")
    assert "What went wrong: the twins differ" in text and "data:image/png;base64,iVBORw" not in text.split("<main>")[0]
    assert "lsu.ret_valid" in text and "<td>0x1</td><td>0x0</td>" in text and 'src="data:image/png;base64,iVBORw' in text
    test_kanata(story)
    test_csv_and_json(story)


def test_wrong():
    base = [sys.executable, HERE]
    for text, says in (("", "it is empty"), ("{}\n", "no story of version 1"),
                       ('{"story":1}\n', ":1: no line of the story"),
                       ('{"story":1,"doings":[],"steps":0}\n', ":1: no line of the story"),
                       ('{"story":1,"doings":[],"steps":0,"l1s":[]}\n{"instr":\n', ":2: no line of the story"),
                       ('{"story":1,"doings":[],"steps":0,"l1s":[]}\n5\n', ":2: no line of the story"),
                       ('{"story":1,"doings":[],"steps":0,"l1s":[]}\n{"instr":0}\n', ":2: no line of the story"),
                       ('{"story":1,"doings":[],"steps":0,"l1s":[]}\n', "it has no instructions"),
                       (None, "cannot read")):
        path = f"{FOLDER}/wrong.story"
        if text is None:
            os.remove(path)
        else:
            with open(path, "w") as f:
                f.write(text)
        ran = subprocess.run([*base, path, f"{FOLDER}/wrong"], capture_output=True, text=True, check=False)
        assert ran.returncode == 3 and says in ran.stderr and ran.stderr.count("\n") == 1, (text, ran.stderr)


def test_junit():
    path = f"{FOLDER}/junit.xml"
    for more, cases in ((["--test", "stride_2,stride_4,alone_split"], 3),
                        (["--test", "stride_2,stride_4", "--actual", f"rec:{FOLDER}"], 2),
                        (["--machines", "--actual", "none", "--test", "stride*,two_*"], None)):
        ran = cosim("--cycles", "500", *more, "--junit", path)
        passed, failed = map(int, re.search(r"cosim: (\d+) passed, (\d+) failed", ran.stdout).groups())
        root = xml.parse(path).getroot()
        assert root.tag == "testsuite" and int(root.get("tests")) == len(root) == passed + failed, root.attrib
        assert int(root.get("failures")) == len(root.findall("testcase/failure")) == failed, root.attrib
        assert cases in (None, len(root)) and all(c.get("name") and c.get("classname") for c in root)
        assert all(f.get("message") for f in root.iter("failure")) and failed == (2 if "rec" in " ".join(more)
            else 0), ran.stdout


def main():
    os.makedirs(FOLDER, exist_ok=True)
    passed = failed = 0

    def run(test, *args):
        nonlocal passed, failed
        try:
            test(*args)
            passed += 1
        except Exception:  # any exception: the other tests run, too
            failed += 1
            print(f"FAILED: {test.__name__} {args[0].head['test'] if args else ''}\n{traceback.format_exc()}")

    for name, args in RUNS.items():
        try:
            story = followed(name, args)
        except (AssertionError, recording.Wrong) as e:
            failed += 1
            print(f"FAILED: {name} cannot be followed\n{e}")
            continue
        for test in (test_story, test_kanata, test_perfetto, test_csv_and_json, test_page, test_groups):
            run(test, story)
        if BROWSER and name in ("stride_4", "two_own"):
            run(test_browser, story)
        if BROWSER and name == "stride_4":
            run(test_keys, story)
    if BROWSER:
        run(test_browser_notices)
        run(test_large, story)
    else:
        print("the page was not opened: Chromium is not installed")
    for test in (test_failure, test_wrong, test_junit):
        run(test)
    print(f"report: {passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
