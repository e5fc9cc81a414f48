"""Example of a bench for a block: the splitter, with known conflicts and with random ones."""

import os
import random

import cocotb

from ul1_reference import Reference

WORD = 4  # bytes


@cocotb.test()
async def stride(dut):
    """Lanes so many words apart need as many passes as lanes meet in a bank."""
    lanes = int(os.environ["UL1_LANES"])
    ref = Reference(dut, "split", lanes)
    for apart in (1, 2, 4, lanes, lanes + 1):
        waiting, passes = (1 << lanes) - 1, 0
        while waiting:
            ref.drive(req_mask=waiting, req_addr=[WORD * apart * lane for lane in range(lanes)], req_cached=0)
            await ref.look()
            waiting &= ~ref.model["split_mask"]
            passes += 1
        assert passes == max(n for n in range(1, lanes + 1) if lanes % n == 0 and apart % n
                             == 0), f"{apart} words apart: {passes} passes"


@cocotb.test()
async def drawn(dut):
    """Few rows and banks, so that slots meet; some of cached accesses, which are accepted whole."""
    lanes = int(os.environ["UL1_LANES"])
    ref = Reference(dut, "split", lanes)
    draw = random.Random(1)
    for _ in range(300):
        banks, rows = draw.randint(1, lanes), draw.randint(1, 3)
        ref.drive(req_mask=draw.getrandbits(lanes), req_cached=int(draw.random() < 0.2),
                  req_addr=[WORD * (draw.randrange(banks) + lanes * draw.randrange(rows))
                            + draw.randrange(WORD) for _ in range(lanes)])
        await ref.look()
