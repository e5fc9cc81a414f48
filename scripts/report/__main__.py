"""Makes reports of a story (cosim --story FILE). usage: report STORY BASE [--program FILE] [--picture PNG]
[--traffic FILE] [--only ENDING]

It writes BASE.html, which needs no network, and the same data for other tools: BASE.kanata (Konata),
BASE.perfetto.json (Perfetto, Chrome), BASE.csv and BASE.json. --only writes the one with that ending alone.
--program is the program's text, if there is one. --picture is an image of the waves around a failure.
--traffic (cosim --traffic FILE) is what passed behind the L1s: BASE.cluster.html shows it."""

import argparse
import contextlib
import os
import sys

import cluster
import exports
import page
import recording
import story as stories
import traffic


def made(path, write):
    """Writes a file. The old one stays complete until the new one is."""
    try:
        with open(path + ".part", "w") as out:
            write(out)
        os.replace(path + ".part", path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.remove(path + ".part")
    print(path)


def main():
    args = argparse.ArgumentParser(usage=__doc__.partition("usage: ")[2].partition("\n")[0])
    args.add_argument("story")
    args.add_argument("base")
    args.add_argument("--program")
    args.add_argument("--picture")
    args.add_argument("--traffic")
    args.add_argument("--only", choices=["html", "cluster.html", *exports.ALL])
    a = args.parse_args()
    story = stories.read(a.story)
    there = page.link(f"{a.base}.cluster.html", "behind the L1s") if a.traffic else ""
    back = page.link(f"{a.base}.html", "instruction by instruction")
    writers = {"html": lambda s, out: page.write(s, out, a.program, a.picture, there), **exports.ALL}
    if not story.l1s:  # there are no instructions
        writers, back = {}, ""
    if a.traffic:
        writers["cluster.html"] = lambda s, out: cluster.write(s, out, traffic.read(a.traffic), back)
    if a.only and a.only not in writers or not writers:
        raise recording.Wrong(f"{a.story}: it has no instructions" if a.only != "cluster.html" and not story.l1s else
                            "the page of packets wants --traffic FILE")
    for ending, write in writers.items():
        if a.only in (None, ending):
            made(f"{a.base}.{ending}", lambda out: write(story, out))


if __name__ == "__main__":
    try:
        main()
    except (recording.Wrong, OSError) as e:
        print(f"report: {e}", file=sys.stderr)
        sys.exit(3)
    except KeyboardInterrupt:
        print(f"report: interrupted; python3 scripts/report {' '.join(sys.argv[1:])} makes the rest",
              file=sys.stderr)
        sys.exit(130)
