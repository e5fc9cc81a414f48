"""Plays a recorded test on any block or machine of blocks, and compares with the model. BASE.in of
`--record-folder` has the inputs; UL1_RECORDING is BASE. The random tests of a block alone (`alone_prt`)
satisfy the block's assumptions."""

import os

import cocotb
from cocotb.clock import Clock

from ul1_reference import Reference


def hex_fields(digits, width):
    """The fields of a port. Each field has its own digits."""
    each = (width + 3) // 4
    return [int(digits[at - each : at], 16) for at in range(len(digits), 0, -each)]


def cycles_of(path, ref):
    """The recorded inputs, cycle by cycle."""
    with open(path, encoding="ascii") as lines:
        names = next(lines).lstrip("#").split()
        for line in lines:
            inputs = {}
            for name, digits in zip(names, line.split()):
                port = None if name in ref.model.resets else ref.model.port(name)
                values = hex_fields(digits, port.width if port else 1)
                inputs[name] = values if port and port.field else values[0]
            yield inputs


@cocotb.test()
async def recorded(dut):
    ref = Reference(dut, os.environ["UL1_BLOCK"], int(os.environ["UL1_LANES"]))
    clocked = bool(ref.model.resets)
    if clocked:
        cocotb.start_soon(Clock(dut.clk, 10, "ns").start())
        cocotb.start_soon(ref.follow())
        await ref.cycle()
    for inputs in cycles_of(os.environ["UL1_RECORDING"] + ".in", ref):
        ref.drive(**inputs)
        await (ref.cycle() if clocked else ref.look())
    never = (f"; of {len(ref.unseen)} outputs nothing, as they meant nothing: {', '.join(ref.unseen)}"
             if ref.unseen else "")
    dut._log.info(f"{ref.name}: {ref.cycles} cycles, {ref.compared} values compared{never}")
    assert ref.compared, "nothing was compared"
