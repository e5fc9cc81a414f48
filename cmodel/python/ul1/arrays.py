"""Words and batches as arrays. NumPy is optional: without it words are an `array.array`, and batches are
missing."""

import array
import ctypes
from typing import Any, Iterable

from .records import Instr, Record

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]


def needed() -> Any:
    """NumPy, or an ImportError that says how to install it."""
    if numpy is None:
        raise ImportError("batches are NumPy arrays: install numpy (Debian: python3-numpy)")
    return numpy


def empty_words(count: int) -> Any:
    """`count` words of 32 bits, all 0."""
    return array.array("I", bytes(4 * count)) if numpy is None else numpy.zeros(count, numpy.uint32)


def words_of(values: Iterable[int]) -> "array.array[int]":
    """The numbers as words of 32 bits; an OverflowError if one does not fit."""
    return array.array("I", values)


def address_of(words: Any) -> Any:
    """The C pointer to an array of either kind."""
    return (ctypes.c_char * memoryview(words).nbytes).from_buffer(words)


def records(kind: Any, count: int) -> Any:
    """A structured array of `count` records of this kind, all 0. Its fields are the members."""
    np = needed()
    return np.zeros(count, np.dtype(kind))


def set_field(batch: Any, name: str, value: Any) -> None:
    """batch[name] = value, broadcast. A value with fewer lanes or registers than the field sets the first
    of them. Numbers that do not fit raise an OverflowError."""
    np = needed()
    if name not in batch.dtype.names:
        raise AttributeError(f"{Instr.__name__} has no member '{name}'")
    if isinstance(value, Record):
        batch[name] = np.frombuffer(value, batch.dtype[name])[0]
        return
    values, places = np.asarray(value), batch[name]
    if values.dtype.kind not in "iub" and values.size:
        raise TypeError(f"{name}: integers are wanted")
    if name == "data" and values.ndim == 2:  # a word for each lane: only register 0
        places = places[:, 0, :]
    inner = min(values.ndim, places.ndim - 1)
    if inner:
        places = places[(...,) + tuple(slice(n if n > 1 else None) for n in values.shape[-inner:])]
    places[...] = values.astype(places.dtype)
    if (places != values).any():
        raise OverflowError(f"{name}: a number is not unsigned, or has more than "
                            f"{8 * places.dtype.itemsize} bits")


def batch_of(batch: Any) -> Any:
    """The instructions as a contiguous array for C."""
    np = needed()
    if getattr(batch, "dtype", None) != np.dtype(Instr):
        raise TypeError("a batch is an array of dtype(Instr), as Simulation.instructions makes it")
    return np.ascontiguousarray(batch)  # also for a single instruction

