"""Makes reports of a story (cosim --story FILE). usage: report STORY BASE [--program FILE] [--picture PNG]
[--only ENDING]

It writes BASE.html, which needs no network, and the same data for other tools: BASE.kanata (Konata),
BASE.perfetto.json (Perfetto, Chrome), BASE.csv and BASE.json. --only writes the one with that ending alone.
--program is the program's text, if there is one. --picture is an image of the waves around a failure."""

import argparse
import os
import sys

import exports
import page
import story as stories


def main():
    args = argparse.ArgumentParser(usage=__doc__.partition("usage: ")[2].partition("\n")[0])
    args.add_argument("story")
    args.add_argument("base")
    args.add_argument("--program")
    args.add_argument("--picture")
    args.add_argument("--only", choices=["html", *exports.ALL])
    a = args.parse_args()
    story = stories.read(a.story)
    for ending, write in {"html": lambda s, out: page.write(s, out, a.program, a.picture),
                          **exports.ALL}.items():
        if a.only in (None, ending):
            # The old file stays complete until the new one is.
            path = f"{a.base}.{ending}"
            with open(path + ".part", "w") as out:
                write(story, out)
            os.replace(path + ".part", path)
            print(path)


if __name__ == "__main__":
    try:
        main()
    except (stories.Wrong, OSError) as e:
        print(f"report: {e}", file=sys.stderr)
        sys.exit(3)
    except KeyboardInterrupt:
        print(f"report: interrupted; python3 scripts/report {' '.join(sys.argv[1:])} makes the rest",
              file=sys.stderr)
        sys.exit(130)
