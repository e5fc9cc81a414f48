#!/usr/bin/env python3
"""Tests the engine with mutants that are files: stage results count as documented, results are kept, and
wrong use is refused."""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

RUN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "run.py")
HEAD = "id\tblock\tfile\tfunction\tline\tcolumn\tkind\tchange\n"
# A mutant does what the file of its name says. Each trial is recorded.
TRY = 'echo {id} >>tried; test ! -e {id} || . ./{id}'
STAGES = f"uses: program\nfirst 1 1,2 sh -c '{TRY}' {{block}}\nsecond 1 1 sh -c 'test ! -e {{id}}.second || exit 1'\n"
MUTANTS = {"m1": "exit 1", "m2": "exit 2", "m3": "kill -SEGV $$", "m4": "while :; do :; done", "m5": "exit 3",
           "m6": ":", "m7": ":"}

good = failed = 0


def check(what, ok, said=""):
    global good, failed
    good, failed = good + bool(ok), failed + (not ok)
    if not ok:
        print(f"FAILED: {what}\n{said}")


def put(name, text):
    with open(name, "w") as f:
        f.write(text)


def row(name, change="a [-+-]{+-+} b"):
    return f"{name}\tblock\tfile.c\tfunction of {name}\t7\t1\toperator\t{change}\n"


def run(*options, files=("list", "stages")):
    done = subprocess.run([sys.executable, RUN, *options, *files], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def tried():
    names = open("tried").read().split() if os.path.exists("tried") else []
    put("tried", "")
    return sorted(set(names))


def last(out):
    return out.strip().split("\n")[-1]


def lay():
    for name, text in MUTANTS.items():
        put(name, text + "\n")
    put("m6.second", "")
    put("list", "# of nothing\n" + HEAD + "".join(map(row, MUTANTS)))
    put("stages", STAGES)
    put("program", "one")


def verdicts():
    status, out, err = run()
    check("survivors make it fail", status == 1, out + err)
    check("the last line", last(out) == "mutate: 7 mutants, 5 killed, 0 equivalent, 2 survived", out)
    check("survivors are told, with what they ended with",
          "file.c:7: function of m5: a [-+-]{+-+} b   m5   (status 3 in first)" in out
          and "m7" in out and "m6" not in out, out)
    check("limits and crashes are told apart", "of the killed 1 ran into their limit and 1 crashed" in out,
          out)
    check("each has been tried, and none", tried() == sorted(MUTANTS) + ["none"])


def kept():
    check("what is kept is told again", last(run()[1]).endswith("5 killed, 0 equivalent, 2 survived")
          and tried() == [])
    put("program", "two")
    run()
    check("another program: survivors are tried again", tried() == ["m5", "m7", "none"])
    put("m7", "exit 1\n")
    put("program", "three")
    check("a survivor that is killed", last(run()[1]).endswith("6 killed, 0 equivalent, 1 survived"))
    put("list", open("list").read().replace("of nothing", "of something"))
    tried()
    run()
    check("another list: all are tried", tried() == sorted(MUTANTS) + ["none"])
    run("--again")
    check("--again tries all", tried() == sorted(MUTANTS) + ["none"])
    put("m7", ":\n")


def samples():
    # The sample is reproducible by its seed, as CI needs.
    chosen = []
    for seed in ("1", "1", "2", "3", "4"):
        run("--again", "--sample", "3", "--seed", seed)
        chosen.append(tried())
    check("a sample has so many, and none", all(len(c) == 4 for c in chosen), str(chosen))
    check("by seed", chosen[0] == chosen[1] and len(set(map(tuple, chosen))) > 1, str(chosen))


def blocks():
    tried()
    rows = "".join(map(row, MUTANTS))
    put("list", HEAD + rows.replace("\tblock\t", "\tother\t", 5))
    put("stages", STAGES + "third 1 1 sh -c 'test {block} = block || exit 1'\n")
    status, out, err = run("--only", "block")
    check("of a block alone; others may fail without a mutant", status == 1 and tried() == ["m6", "m7", "none"]
          and last(out) == "mutate: 2 mutants, 1 killed, 0 equivalent, 1 survived", out + err)
    status, _, err = run("--only", "block nonsense")
    check("a block that there is not", status == 2 and err == "mutate: no mutant is of the block 'nonsense'\n", err)
    lay()


def equivalents():
    entry = "file.c: function of {}\n    a  [-+-]{{+-+}} b\n    It is a test.\n"
    put("known", "# some\n\n" + entry.format("m5") + "\n" + entry.format("m7"))
    status, out, _ = run("--equivalent", "known")
    check("all that survive are equivalent", status == 0 and last(out)
          == "mutate: 7 mutants, 5 killed, 2 equivalent, 0 survived", out)
    put("known", entry.format("m5") + "\n" + entry.format("m7") + "\n" + entry.format("m1"))
    status, out, _ = run("--equivalent", "known")
    check("one that is killed is not", status == 1 and "known:10: it is killed, by first: m1" in out, out)
    put("known", entry.format("m5") + "\n" + entry.format("m7") + "\n" + entry.format("m8"))
    status, out, _ = run("--equivalent", "known")
    check("one that matches none", status == 1 and "known:10: no mutant is like that" in out, out)
    put("known", entry.format("m5") + "\n" + entry.format("m7"))
    status, out, _ = run("--open", "known")
    check("survivors that are known", status == 0 and last(out).endswith("0 equivalent, 2 survived")
          and "m7   (known: known:6)" in out, out)
    for text, wrong in [(entry.format("m5") + "\n" + entry.format("m5"),
                         "known:6: it is there already, at known:2"),
                        ("file.c: f\n    a [-+-] b\n\n", "known:3: the entry before lacks its argument"),
                        ("file.c: f\n    why\n", "known:2: a change, with"),
                        ("    a [-+-] b\n", "known:1: FILE: FUNCTION expected")]:
        put("known", text)
        status, out, err = run("--equivalent", "known")
        check(f"refused: {wrong}", status == 2 and wrong in err and len(err.splitlines()) == 1, err)


def likes():
    """Three mutants with one text, of which the second is killed."""
    rows = row("m7") + row("m1") + row("m6")
    put("list", HEAD + "".join(r.replace("function of " + r[:2], "f") for r in rows.splitlines(True)))
    os.remove("m6.second")
    entry = "file.c: f\n    a [-+-]{+-+} b\n    It is a test.\n"
    cases = [("each", entry, 1,
              "known:2: it is killed, by first: m1; it says of several mutants, so which of them is meant?"),
             ("which", entry.replace("+} b", "+} b (1st of 3)") + "\n"
              + entry.replace("+} b", "+} b (3rd of 3)"), 0, "2 equivalent, 0 survived"),
             ("the killed one", entry.replace("+} b", "+} b (2nd of 3)"), 1,
              "known:2: it is killed, by first: m1\n"),
             ("one that there is not", entry.replace("+} b", "+} b (2nd of 2)"), 1,
              "known:2: no mutant is like that"),
             ("one of them, and each", entry.replace("+} b", "+} b (3rd of 3)") + "\n" + entry, 2,
              "known:2: each of its likes is meant already, at known:6")]
    for what, text, want, said in cases:
        put("known", text)
        status, out, err = run("--equivalent", "known")
        check(f"of likes: {what}", status == want and said in out + err, out + err)
    lay()


def refusals():
    cases = [("list", "nonsense\n", 2, "list: its first row is not id"), ("list", HEAD, 2, "list: no mutant"),
             ("list", HEAD + "m1\tx\n", 2, "list:2: 2 columns, not 8"),
             ("list", HEAD + row("m1") * 2, 2, "list:3: a second mutant 'm1'"),
             ("stages", "uses: program\nfirst x 1 true\n", 2, "stages:2: not NAME"),
             ("stages", "uses: program\n", 2, "stages: no stage"),
             ("stages", "first 1 1 true\n", 2, "stages: no line uses:"),
             ("stages", "uses: nonsense\nfirst 1 1 true\n", 2, "cannot read nonsense"),
             ("stages", "uses: program\nbad 1 1 sh -c 'echo what; exit 1' {block}\n", 3,
              "stage bad of block block does not pass without a mutant (killed): what"),
             ("stages", "uses: program\nbad 1 1 ./nonsense\n", 3, "does not pass without a mutant")]
    for name, text, want, wrong in cases:
        lay()
        put(name, text)
        status, _, err = run("--again")
        check(f"refused: {wrong}", status == want and wrong in err and len(err.splitlines()) == 1,
              f"{status} {err}")
    lay()
    for options, files in [(["--sample", "0"], ["list", "stages"]), (["--sample", "x"], ["list", "stages"]),
                           ([], ["list"]), (["--nonsense"], ["list", "stages"])]:
        status, _, err = run(*options, files=files)
        check(f"refused: {options} {files}", status == 2 and len(err.splitlines()) == 1, err)


def interrupted():
    lay()
    put("m2", "sleep 100\n")
    put("program", "ever new")
    put("list", open("list").read().replace("of nothing", "of that"))
    tried()
    child = subprocess.Popen([sys.executable, RUN, "--jobs", "1", "list", "stages"], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True,
                             # a background process may ignore it
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    while "m2" not in open("tried").read():
        time.sleep(0.01)
    began = time.monotonic()
    child.send_signal(signal.SIGINT)
    _, err = child.communicate()
    check("^C ends it soon", child.returncode == 130 and time.monotonic() - began < 5
          and "interrupted" in err, err)
    tried()
    put("m2", "exit 1\n")
    _, out, err = run()
    check("and loses nothing", tried() == ["m2", "m3", "m4", "m5", "m6", "m7", "none"]
          and re.search("7 mutants, 5 killed", out), out + err)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        lay()
        for test in (verdicts, kept, samples, equivalents, likes, blocks, refusals, interrupted):
            test()
        os.chdir("/")
    print(f"mutate: {good} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
