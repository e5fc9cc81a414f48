"""Writes a story as one page of HTML with text, style, program and data. It needs no network."""

import base64
import html
import json
import os
import re

import recording
import story as stories

HERE = os.path.dirname(os.path.abspath(__file__))
TWINS = {"model": "model", "rtl": "Verilog", "none": "nothing"}


def numbered(values):
    """Replaces each value by its index in a list of the distinct values."""
    names = {}
    return [names.setdefault(v, len(names)) for v in values], list(names)


def columns(story):
    """The data for the page's program: a list for each column, in a compact form."""
    instrs = story.instrs
    texts, text_names = numbered(i["text"] for i in instrs)
    errors, error_names = numbered(i.get("error", "") for i in instrs)
    starts = [i["from"] for i in instrs]
    column = {name: [i.get(name, 0) for i in instrs] for name in
              ("instr", "l1", "part", "warp", "line", "entry", "hits", "misses", "merges")}
    return {
        **column,
        "from": [b - a for a, b in zip([0] + starts, starts)], "own": [int(i["own"]) for i in instrs],
        "end": [("retired", "reset", "open").index(i["end"]) for i in instrs],
        "text": texts, "texts": text_names, "error": errors, "errors": error_names,
        "spans": [len(i["spans"]) // 2 for i in instrs], "span": [n for i in instrs for n in i["spans"]],
        "passes": [len(i["banks"]) for i in instrs], "bank": [n for i in instrs for n in i["banks"]],
    }


def twins(head):
    names = [TWINS.get(head[k], head[k]) for k in ("expected", "actual")]
    return f"{names[0]} against {names[1]}" if "nothing" not in names else next(n for n in names
        if n != "nothing") + " alone"


def failure(story, picture):
    if not story.failed:
        return ""
    end = story.end or {"end": "the run did not end", "message": "", "differ": []}
    rows = "".join(
        f"<tr><td>{html.escape(d['port'])}{''.join(f' {html.escape(k)} {v}' for k, v in d.items() if isinstance(v, int))}</td>"
        f"<td>{d['expected']}</td><td>{d['actual']}</td></tr>" for d in end["differ"])
    table = f"<table><thead><tr><th>signal</th><th>expected</th><th>actual</th></tr></thead><tbody>{rows}</tbody></table>" \
        if rows else ""
    image = ""
    if picture:
        with open(picture, "rb") as f:
            image = '<img alt="waves of the cycles around it" src="data:image/png;base64,' \
                + base64.b64encode(f.read()).decode() + '">'
    return f'<section id="failure"><h2>What went wrong: {html.escape(end["end"])}</h2>' \
        f'<p class="message">{html.escape(end["message"])}</p>{table}{image}</section>'


def source_of(program):
    if not program:
        return []
    try:
        with open(program, errors="replace") as f:
            return f.read().split("\n")
    except OSError as e:
        raise recording.Wrong(f"cannot read {program}: {e.strerror}") from None


def part(name):
    with open(os.path.join(HERE, name)) as f:
        return f.read()


def facts(story):
    head = story.head
    found = [f"{head['lanes']} lanes", f"seed {head['seed']}", twins(head)]
    found += [f"machine {head['machine']}"] if len(head["l1s"]) != 1 else []
    found += [f"program {head['program']}"] if head["program"] else []
    found += [f"params {head['params']}"] if head["params"] else []
    return found + ([f"commit {head['commit']}"] if head["commit"] else [])


def filled(text, program, story, data, more):
    """A page: its text and its program, with what all pages show of a story, the data, and more."""
    fill = {
        "TITLE": html.escape(story.head["test"]), "SHOWS": html.escape(story.head["shows"]),
        "VERDICT": "failed" if story.failed else "passed", "FACTS": html.escape(" · ".join(facts(story))),
        "STYLE": part("page.css"), "SCRIPT": part("common.js") + part(program),
        "DATA": json.dumps(data, separators=(",", ":")).replace("</", "<\\/"), **more,
    }
    return re.sub(r"@([A-Z]+)@", lambda m: fill[m[1]], part(text))


def link(path, text):
    return f' · <a href="{html.escape(os.path.basename(path))}">{html.escape(text)}</a>'


def write(story, out, program, picture, other=""):
    head, end = story.head, story.end or {}
    data = {
        "meta": {**{k: head[k] for k in ("test", "lanes", "banks", "l1s")}, "cycles": end.get("cycles", 0),
                 "values": end.get("values", 0), "failedAt": end.get("failed at", -1),
                 "expected": end.get("passes expected", -1)},
        "doings": [{"name": d, "group": stories.group_of(d)} for d in story.doings],
        "groups": [{"name": n, "colour": c} for n, c, _ in stories.GROUPS],
        "parts": [[p["from"], p["l1"], p["part"], int(p["own"])] for p in story.parts],
        "source": source_of(program), **columns(story),
    }
    out.write(filled("page.html", "page.js", story, data, {"FAILURE": failure(story, picture), "LINK": other}))
