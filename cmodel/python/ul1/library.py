"""Loads libul1.so, which is in this folder, and declares the types of its functions."""

import ctypes
import os

from .records import Completion, Counters, Instr, Lost, Request, Seen, Settings


class Port(ctypes.Structure):
    """struct ul1_port"""

    _fields_ = [("name", ctypes.c_char_p), ("part", ctypes.c_char_p), ("block", ctypes.c_char_p),
                ("group", ctypes.c_char_p), ("meaning", ctypes.c_char_p), ("width", ctypes.c_uint),
                ("count", ctypes.c_uint), ("room", ctypes.c_uint), ("field", ctypes.c_char_p), ("size", ctypes.c_uint),
                ("is_out", ctypes.c_uint8), ("outside", ctypes.c_uint8), ("built", ctypes.c_uint8), ("step", ctypes.c_uint),
                ("offset", ctypes.c_size_t), ("when", ctypes.c_int), ("radix", ctypes.c_int),
                ("names", ctypes.POINTER(ctypes.c_char_p)), ("name_count", ctypes.c_size_t)]


class Part(ctypes.Structure):
    """struct ul1_part"""

    _fields_ = [("name", ctypes.c_char_p), ("block", ctypes.c_void_p), ("in_offset", ctypes.c_size_t),
                ("out_offset", ctypes.c_size_t), ("wired", ctypes.c_uint8), ("seen_offset", ctypes.c_size_t),
                ("resets", ctypes.c_uint8), ("near", ctypes.c_uint8)]


EARLY = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
LATE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


class Block(ctypes.Structure):
    """struct ul1_block"""

    _fields_ = [("name", ctypes.c_char_p), ("meaning", ctypes.c_char_p), ("lanes", ctypes.c_uint),
                ("config", ctypes.c_char_p), ("sizes", ctypes.c_void_p), ("clocked", ctypes.c_uint),
                ("machine", ctypes.c_uint), ("wired", ctypes.c_uint), ("of", ctypes.c_char_p),
                ("parts", ctypes.POINTER(Part)), ("part_count", ctypes.c_size_t),
                ("wires", ctypes.c_void_p), ("wire_count", ctypes.c_size_t),
                ("pieces", ctypes.c_void_p), ("piece_count", ctypes.c_size_t),
                ("ports", ctypes.POINTER(Port)), ("in_count", ctypes.c_size_t),
                ("port_count", ctypes.c_size_t), ("state_size", ctypes.c_size_t),
                ("in_size", ctypes.c_size_t), ("out_size", ctypes.c_size_t), ("half", ctypes.c_size_t),
                ("early", EARLY), ("late", LATE),
                ("clock", LATE), ("rests", ctypes.c_void_p), ("lazy", ctypes.c_void_p)]


MEMORY = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(Request))
WATCHER = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(Seen))

_int, _unsigned, _size, _u64 = ctypes.c_int, ctypes.c_uint, ctypes.c_size_t, ctypes.c_uint64
_text, _bytes, _sim = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p
_to = ctypes.POINTER

# function: result type, argument types
_FUNCTIONS = {
    "ul1_sim_defaults": (None, [_to(Settings), _size]),
    "ul1_sim_new": (_sim, [_to(Settings), _to(_text)]),
    "ul1_sim_free": (None, [_sim]),
    "ul1_sim_error": (_text, [_sim]),
    "ul1_sim_submit": (_int, [_sim, _to(Instr)]),
    "ul1_sim_submit_many": (_int, [_sim, _bytes, _size, _to(_size)]),
    "ul1_sim_command": (_int, [_sim, _u64, _unsigned, _u64, _unsigned]),
    "ul1_sim_command_beside": (_int, [_sim, _u64, _unsigned, _u64, _unsigned]),
    "ul1_sim_collect": (_int, [_sim, _to(Completion)]),
    "ul1_sim_collect_many": (_size, [_sim, _bytes, _size]),
    "ul1_sim_step": (_int, [_sim, _u64]),
    "ul1_sim_run": (_int, [_sim, _u64]),
    "ul1_sim_wait": (_int, [_sim, _to(Completion), _u64]),
    "ul1_sim_batch": (_int, [_sim, _bytes, _size, _bytes, _size, _to(_size), _u64]),
    "ul1_sim_cycle": (_u64, [_sim]),
    "ul1_sim_idle": (_int, [_sim]),
    "ul1_sim_takes": (_int, [_sim, _bytes]),
    "ul1_sim_room": (_size, [_sim]),
    "ul1_sim_waiting": (_size, [_sim]),
    "ul1_sim_reset": (_int, [_sim]),
    "ul1_sim_set": (_int, [_sim, _int, _u64]),
    "ul1_sim_apply": (None, [_to(Request), _bytes]),
    "ul1_sim_answer": (_int, [_sim, _u64, _bytes, _int]),
    "ul1_sim_read": (_int, [_sim, _u64, _bytes, _size]),
    "ul1_sim_write": (_int, [_sim, _u64, _bytes, _size]),
    "ul1_sim_shared_bytes": (_size, [_sim]),
    "ul1_sim_peek": (_int, [_sim, _unsigned, _bytes, _size]),
    "ul1_sim_poke": (_int, [_sim, _unsigned, _bytes, _size]),
    "ul1_sim_next_lost": (_int, [_sim, _to(Lost)]),
    "ul1_sim_watch": (_int, [_sim, WATCHER, ctypes.c_void_p]),
    "ul1_sim_counters": (_int, [_sim, _to(Counters)]),
    "ul1_sim_chip": (_int, [_to(Settings), _text, _to(_text)]),
    "ul1_sim_chip_name": (_text, [_unsigned]),
    "ul1_sim_lane": (_unsigned, [_to(Settings), _bytes, _unsigned]),
    "ul1_sim_lanes": (ctypes.c_uint32, [_to(Settings), _bytes, _unsigned]),
    "ul1_sim_texels": (_unsigned, [_to(Settings), _bytes, _unsigned, _bytes, _to(_unsigned)]),
    "ul1_sim_perf": (_int, [_sim, _unsigned, _to(ctypes.c_uint32)]),
    "ul1_sim_perf_clear": (_int, [_sim]),
    "ul1_sim_snapshot_size": (_size, [_sim]),
    "ul1_sim_snapshot": (_int, [_sim, _bytes, _size]),
    "ul1_sim_restore": (_int, [_sim, _bytes, _size]),
    "ul1_version": (_text, []),
    "ul1_config": (_to(Block), [_text, _unsigned, _to(ctypes.c_size_t)]),
    "ul1_state_size": (ctypes.c_size_t, [_to(Block)]),
    "ul1_find": (_to(Block), [_unsigned, _text]),
    "ul1_get": (_u64, [_to(Port), _bytes, _size]),
    "ul1_set": (None, [_to(Port), _bytes, _size, _u64]),
    "ul1_qualified": (_u64, [_to(Block), _to(Port), _bytes, _bytes, _size]),
}


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "libul1.so"),
                          use_errno=True)
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


LIB = _load()
