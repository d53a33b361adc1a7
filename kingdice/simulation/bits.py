"""Sets in one word: how many bits are set, and which is the lowest, as single machine instructions in kernels."""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

__all__ = ["lowest_bit", "set_bits"]


@intrinsic
def set_bits(_context, word):
    """How many bits of a uint64 are set, as a uint64."""

    def build(_context, builder, _signature, arguments):
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), build


@intrinsic
def lowest_bit(_context, word):
    """The place of the lowest bit that is set, of a uint64 that has one, as a uint64."""

    def build(_context, builder, _signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), build
