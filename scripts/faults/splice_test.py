#!/usr/bin/env python3
"""Tests that an edit is inserted behind its selector, in its one place, and is otherwise refused in a
line."""
import re
import sys

from splice import SpliceError, Splicer

MODULE = "module m (\n  input a\n);\n  assign b = a + 1;\n  part p (.a, .c(d));\n  always @* begin x = y; z = y; end\nendmodule\n"
TWO = "static inline void f_a(void)\n{\n    x = 1;\n}\nstatic inline void g_a(void)\n{\n    x = 1;\n}\n"
CODE = "static int f(int a)\n{\n    int b = a + 1;\n    b++;\n    return b;\n}\n"

# language, edits, expected text (white space ignored) or refusal
CASES = [
    ("sv", ["assign b = a + [-1-]{+2+};"], "assign b = a + ((ul1_fault == 1) ? (2) : (1));"),
    ("sv", ["assign b = a + [-1-]\n        {+2+};"], "assign b = a + ((ul1_fault == 1) ? (2) : (1));"),
    ("sv", ["assign b = [-a-]{+c+}"], "int ul1_fault; initial ul1_fault = $c32(\"ul1_fault\");"),
    ("sv", ["x = y; [-z = y;-]"], "if (!(ul1_fault == 1)) begin z = y; end"),
    ("sv", ["{+w = y;+} z = y;"], "begin x = y; if ((ul1_fault == 1)) begin w = y; end z = y;"),
    ("sv", ["part p ([-.a-]{+.a(b)+}"], "part p (.a((ul1_fault == 1) ? (b) : (a))"),
    ("sv", ["part p ([-.a-]{+.q(b)+}"], "only be another connection"),
    ("sv", ["[-x = y;-]{+x = 1;+}", "[-x = y;-]{+x = 2;+}"],
     "if ((ul1_fault == 2)) begin x = 2; end else begin if ((ul1_fault == 1)) begin x = 1; end else begin x "
     "= y; end end"),
    ("c", ["int b = [-a-]{+0+} + 1"], "int b = (UL1_FAULT(1) ? (0) : (a)) + 1;"),
    ("c", ["[-b++;-]{+b--;+} return"], "if (UL1_FAULT(1)) { b--; } else { b++; } return b;"),
    ("c", ["[-b++;-] return"], "if (!UL1_FAULT(1)) { b++; } else { } return b;"),
    ("c", ["int b = [-a + 1-]{+a+}", "a + [-1-]{+2+}"],
     "(UL1_FAULT(1) ? (a) : (a + (UL1_FAULT(2) ? (2) : (1))))"),
    ("c", ["int b = [-a + 1-]{+a+}", "b = a [-+ 1;-]{+;+} b++"], "edits overlap"),
    ("c", ["[-b-]{+c+}"], "places have this code"),
    ("c", ["int [-c-]{+d+} ="], "0 places have this code"),
    ("c", ["int b = a"], "nothing is marked"),
]

# With the code TWO: the beginning of a function's name, and the expected result
IN_FUNCTIONS = [("", "2 places have this code"), ("h_", "0 places have this code"),
                ("g_", "{ x = 1; } static inline void g_a(void) { x = UL1_FAULT(1) ? 2 : 1; }"),
                ("f_", "{ x = UL1_FAULT(1) ? 2 : 1; } static inline void g_a(void) { x = 1; }")]


def squeezed(text):
    return re.sub(r"[\s()]", "", text)


def main():
    failed = 0
    for language, edits, want in CASES:
        splicer = Splicer(language, {"file": MODULE if language == "sv" else CODE})
        try:
            for number, edit in enumerate(edits, 1):
                splicer.add(edit, number)
            got = splicer.text("file")
        except SpliceError as e:
            got = str(e)
        if squeezed(want) not in squeezed(got):
            failed += 1
            print(f"FAILED: {edits}: expected '{want}', got '{got}'")
    for function, want in IN_FUNCTIONS:
        splicer = Splicer("c", {"file": TWO})
        try:
            splicer.add("x = [-1-]{+2+};", 1, function)
            got = splicer.text("file")
        except SpliceError as e:
            got = str(e)
        if squeezed(want) not in squeezed(got):
            failed += 1
            print(f"FAILED: in '{function}': expected '{want}', got '{got}'")
    print(f"splice: {len(CASES) + len(IN_FUNCTIONS) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
