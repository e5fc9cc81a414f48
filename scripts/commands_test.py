"""Runs every command that the documents show.

usage: commands_test.py [--list FILE] [--only TEXT] [DOCUMENT...]   default: README.md and docs/*.md

A command is a line of a fenced or indented block that begins with one of HEADS, without its comment. It runs
in a folder of links to the checkout, so its output outside build/ is discarded. There, `mine.l1` is the
program that the document shows above it, or else the first of docs/programs.md, and `mine.traceg` is a trace
of verif/tests/traces. The command must end with status 0. If its comment begins with `expected`, it must
print this text, and end with status 2, that of a wrong expectation. scripts/commands.list lists exceptions.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import time

HEADS = re.compile(r"(make( |$)|(build|scripts|waves|tb)/\S|pip |source |cc |python3 |cmake |git |gtkwave )")
LIMIT = 300  # seconds
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def blocks(text):
    """(line number, lines) of each fenced or indented block."""
    found, block, fenced = [], [], False
    for number, line in enumerate(text.split("\n") + ["end"], 1):
        fence = line.lstrip().startswith("```")
        inside = (fenced and not fence) or (not fenced
                                            and (line.startswith("    ") or (not line.strip() and block)))
        if inside:
            block.append((number, line if fenced else line[4:]))
        elif block:
            found.append(block)
            block = []
        fenced ^= fence
    return found


def read(path):
    """The commands of a document, (line, command, comment), and the programs, {line: text}."""
    commands, programs = [], {}
    for block in blocks(open(path).read()):
        if re.match(r"program \d", block[0][1]):
            # a program ends where commands begin
            text = []
            for number, line in block:
                if HEADS.match(line):
                    break
                text.append(line)
            programs[block[0][0]] = "\n".join(text) + "\n"
        for number, line in block:
            if HEADS.match(line):
                command, _, comment = re.sub(r"\s+# ", "\0", line, count=1).partition("\0")
                commands.append((number, command.strip(), comment.strip()))
    return commands, programs


def program_for(programs, line):
    before = [n for n in programs if n < line]
    return programs[max(before)] if before else None


def read_list(path):
    """{command: (what, rest, line)}"""
    entries, command = {}, None
    for number, line in enumerate(open(path), 1):
        line = line.rstrip("\n")
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            command = line.strip()
            if command in entries:
                sys.exit(f"{path}:{number}: '{command}' is there twice")
            entries[command] = None
            continue
        m = re.match(r" +(instead|covered by|fails|no):? +(\S.*)$", line)
        if not m or command is None or entries[command]:
            sys.exit(f"{path}:{number}: one of 'instead: COMMAND', 'covered by SUITE', 'fails: STATUS', 'no: "
                     f"WHY' below a command expected")
        entries[command] = (m[1], m[2], number)
    for command, entry in entries.items():
        if not entry:
            sys.exit(f"{path}: nothing is said of '{command}'")
    return entries


def suites():
    """Patterns of the names of the suites in scripts/test.sh."""
    names = re.findall(r'^ *(?:suite|long|\$as) "?([^\s"]+(?:\$\([^)]*\)\S*)?)',
                       open(os.path.join(ROOT, "scripts/test.sh")).read(), re.M)
    return [re.compile("".join(".+" if p.startswith("$") else re.escape(p)
                               for p in re.split(r"(\$\w+|\$\(.*)", n)) + "$") for n in names]


class Place:
    """A folder of links to the checkout."""

    def __init__(self, folder):
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        self.links = [n for n in os.listdir(ROOT) if n != "waves-out"]
        self.env = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL",
                                                                     "MAKEOVERRIDES", "DISPLAY")}

    def run(self, command, program):
        for name in os.listdir(self.folder):
            path = os.path.join(self.folder, name)
            shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.unlink(path)
        for name in self.links:
            os.symlink(os.path.join(ROOT, name), os.path.join(self.folder, name))
        os.symlink(os.path.join(ROOT, "verif/tests/traces/modes_v4.traceg"),
                   os.path.join(self.folder, "mine.traceg"))
        if program:
            with open(os.path.join(self.folder, "mine.l1"), "w") as f:
                f.write(program)
        try:
            p = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.env,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace", timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return None, f"it takes longer than {LIMIT} seconds"
        return p.returncode, p.stdout


def main(args):
    path, only = os.path.join(ROOT, "scripts/commands.list"), None
    while args and args[0] in ("--list", "--only"):
        if args[0] == "--list":
            path = args[1]
        else:
            only = args[1]
        args = args[2:]
    documents = args or ["README.md"] + sorted(glob.glob("docs/*.md", root_dir=ROOT))
    entries, names, used = read_list(path), suites(), set()
    first = min(read(os.path.join(ROOT, "docs/programs.md"))[1].items())[1]
    place = Place(os.path.join(ROOT, "build/test/commands"))
    passed, failed, told, done = 0, 0, 0, set()
    for document in documents:
        commands, programs = read(os.path.join(ROOT, document))
        for line, command, comment in commands:
            key = next((k for k in (f"{document}: {command}", command) if k in entries), None)
            what, rest, _ = entries.get(key, ("", "", 0))
            used.add(key)
            if only and only not in command:
                continue
            program = (program_for(programs, line) or first) if "mine.l1" in command else None
            expected = comment if comment.startswith("expected") else None
            if (command, program, expected) in done or (not expected
                                                        and any(d[:2] == (command, program) for d in done)):
                continue
            done.add((command, program, expected))
            wrong, seconds = None, time.time()
            if (what == "no"
                or (command.startswith("make waves")
                    and not (shutil.which("gtkwave") and shutil.which("xvfb-run")))):
                told += 1
                continue
            if what == "covered by":
                if not any(n.match(rest) for n in names):
                    wrong = f"it is said to be covered by {rest}, and scripts/test.sh has no such suite"
            else:
                status, out = place.run(rest if what == "instead" else command, program)
                want = int(rest) if what == "fails" else 2 if expected else 0
                # make's own status is 2 for any failed command
                if status != want:
                    wrong = f"status {want} expected, got {status}:\n{out[-2000:]}"
                elif expected and expected.split(":")[0] not in out:
                    wrong = f"it does not print '{expected.split(':')[0]}':\n{out[-2000:]}"
            if wrong:
                failed += 1
                print(f"FAILED: {document}:{line}: {command}: {wrong}")
            else:
                passed += 1
                print(f"{time.time() - seconds:6.1f} s  {document}:{line}: {command}"
                      + (f"  ({what}: {rest})" if what else ""))
            sys.stdout.flush()
    if not args:
        for command, (_, _, line) in entries.items():
            if command not in used:
                failed += 1
                print(f"FAILED: {path}:{line}: no document shows '{command}'")
    print(f"commands: {passed} passed, {failed} failed; {told} not run")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
