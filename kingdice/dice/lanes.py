"""Sixteen numbers side by side as one value in kernels.

A loop over the batch inside a kernel costs more than what it does: a check whether its arrays overlap, counting, and
masked stores wherever a row becomes the larger of itself and another. `Lanes` is a numba type that stands for `LANES`
float64 in vector registers: reading, arithmetic and writing are a few instructions without a branch. With the compiler
switched off, the same functions work on NumPy arrays.
"""

from __future__ import annotations

import operator

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, overload, register_model

__all__ = [
    "LANES",
    "fused",
    "larger",
    "load",
    "lower_bits",
    "marked",
    "matching",
    "reaching",
    "scatter",
    "spread",
    "store",
]

LANES = 16
_VECTOR = ir.VectorType(ir.DoubleType(), LANES)
_LONGS = ir.VectorType(ir.IntType(64), LANES)
_INTS = ir.VectorType(ir.IntType(32), LANES)
_WHOLE = 2.0**52  # added to a whole number, it leaves the number in the low bits of the mantissa


def load(flat, at):
    """The lanes that stand in a flat array of float64 from `at` on."""
    return flat[at : at + LANES].copy()


def store(flat, at, lanes):
    """Write lanes into a flat array of float64."""
    flat[at : at + LANES] = lanes


def spread(number):
    """The same number in every lane."""
    return np.full(LANES, number)


def larger(a, b):
    """The larger one in each lane."""
    return np.maximum(a, b)


def fused(number, lanes, more):
    """`number` * lanes + more, rounded once where the processor can."""
    return number * lanes + more


def reaching(lanes, least, codes):
    """`codes` where lanes >= least, 0 elsewhere."""
    return np.where(lanes >= least, codes, 0.0)


def matching(ints, at, wanted, lanes):
    """`lanes` where a flat array of int32 holds `wanted` from `at` on, 0 elsewhere."""
    return np.where(ints[at : at + LANES] == wanted, lanes, 0.0)


def marked(word, words, at, lanes, others):
    """`lanes` where the bits of `word` and of a flat array of uint64 from `at` on meet, `others` elsewhere."""
    return np.where(words[at : at + LANES] & word != 0, lanes, others)


def scatter(lanes, ints, at, flat):
    """Add lane l to flat[n + l], n = ints[at + l]."""
    for lane in range(LANES):
        flat[ints[at + lane] + lane] += lanes[lane]


def lower_bits(codes, bits, ints, at):
    """Write the low bits (those of the mask `bits`) of whole numbers into a flat array of int32."""
    ints[at : at + LANES] = codes.astype(np.int64) & bits


class Lanes(types.Type):
    """`LANES` numbers side by side."""

    def __init__(self) -> None:
        super().__init__(name=f"Lanes({LANES})")


_LANES = Lanes()


@register_model(Lanes)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager, lanes):
        super().__init__(manager, lanes, _VECTOR)


def _pointer(context, builder, array_type, array, at, vector):
    start = builder.gep(cgutils.create_struct_proxy(array_type)(context, builder, array).data, [at])
    return builder.bitcast(start, vector.as_pointer())


def _spread_over(builder, number, vector):
    empty = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(empty, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, empty, ir.Constant(_INTS, [0] * LANES))


def _llvm(builder, name, operands):
    kind = ir.FunctionType(_VECTOR, [_VECTOR] * operands)
    return cgutils.get_or_insert_function(builder.module, kind, f"llvm.{name}.v{LANES}f64")


@intrinsic
def _load(typing, flat, at):
    def code(context, builder, signature, given):
        return builder.load(_pointer(context, builder, signature.args[0], *given, _VECTOR), align=8)

    return _LANES(flat, types.intp), code


@intrinsic
def _store(typing, flat, at, lanes):
    def code(context, builder, signature, given):
        builder.store(given[2], _pointer(context, builder, signature.args[0], *given[:2], _VECTOR), align=8)
        return context.get_dummy_value()

    return types.void(flat, types.intp, _LANES), code


@intrinsic
def _spread(typing, number):
    def code(context, builder, signature, given):
        return _spread_over(builder, given[0], _VECTOR)

    return _LANES(types.float64), code


@intrinsic
def _plus(typing, a, b):
    return _LANES(_LANES, _LANES), lambda context, builder, signature, given: builder.fadd(*given)


@intrinsic
def _minus(typing, a, b):
    return _LANES(_LANES, _LANES), lambda context, builder, signature, given: builder.fsub(*given)


@intrinsic
def _larger(typing, a, b):
    # Comparing and selecting would become a masked store where the result goes back to where `a` came from.
    def code(context, builder, signature, given):
        return builder.call(_llvm(builder, "maxnum", 2), given, fastmath=("nnan", "nsz"))

    return _LANES(_LANES, _LANES), code


@intrinsic
def _fused(typing, number, lanes, more):
    def code(context, builder, signature, given):
        return builder.call(_llvm(builder, "fmuladd", 3), [_spread_over(builder, given[0], _VECTOR), *given[1:]])

    return _LANES(types.float64, _LANES, _LANES), code


@intrinsic
def _reaching(typing, lanes, least, codes):
    def code(context, builder, signature, given):
        return builder.select(builder.fcmp_ordered(">=", *given[:2]), given[2], ir.Constant(_VECTOR, [0.0] * LANES))

    return _LANES(_LANES, _LANES, _LANES), code


@intrinsic
def _matching(typing, ints, at, wanted, lanes):
    def code(context, builder, signature, given):
        found = builder.load(_pointer(context, builder, signature.args[0], *given[:2], _INTS), align=4)
        same = builder.icmp_signed("==", found, _spread_over(builder, given[2], _INTS))
        return builder.select(same, given[3], ir.Constant(_VECTOR, [0.0] * LANES))

    return _LANES(ints, types.intp, types.int32, _LANES), code


@intrinsic
def _marked(typing, word, words, at, lanes, others):
    def code(context, builder, signature, given):
        pattern = builder.load(_pointer(context, builder, signature.args[1], *given[1:3], _LONGS), align=8)
        common = builder.and_(pattern, _spread_over(builder, given[0], _LONGS))
        return builder.select(builder.icmp_unsigned("!=", common, ir.Constant(_LONGS, [0] * LANES)), *given[3:])

    return _LANES(types.uint64, words, types.intp, _LANES, _LANES), code


@intrinsic
def _lower_bits(typing, codes, bits, ints, at):
    def code(context, builder, signature, given):
        whole = builder.bitcast(builder.fadd(given[0], ir.Constant(_VECTOR, [_WHOLE] * LANES)), _LONGS)
        low = builder.and_(whole, _spread_over(builder, given[1], _LONGS))
        to = _pointer(context, builder, signature.args[2], *given[2:], _INTS)
        builder.store(builder.trunc(low, _INTS), to, align=4)
        return context.get_dummy_value()

    return types.void(_LANES, types.int64, ints, types.intp), code


@intrinsic
def _scatter(typing, lanes, ints, at, flat):
    def code(context, builder, signature, given):
        lanes, ints, at, flat = given
        numbers = builder.gep(cgutils.create_struct_proxy(signature.args[1])(context, builder, ints).data, [at])
        data = cgutils.create_struct_proxy(signature.args[3])(context, builder, flat).data
        for lane in range(LANES):
            number = builder.load(builder.gep(numbers, [ir.Constant(ir.IntType(64), lane)]))
            to = builder.add(builder.sext(number, ir.IntType(64)), ir.Constant(ir.IntType(64), lane))
            to = builder.gep(data, [to])
            one = builder.extract_element(lanes, ir.Constant(ir.IntType(32), lane))
            builder.store(builder.fadd(builder.load(to), one), to)
        return context.get_dummy_value()

    return types.void(_LANES, ints, types.intp, flat), code


@overload(load)
def _compiled_load(flat, at):
    return lambda flat, at: _load(flat, at)


@overload(store)
def _compiled_store(flat, at, lanes):
    return lambda flat, at, lanes: _store(flat, at, lanes)


@overload(spread)
def _compiled_spread(number):
    return lambda number: _spread(number)


@overload(larger)
def _compiled_larger(a, b):
    return lambda a, b: _larger(a, b)


@overload(fused)
def _compiled_fused(number, lanes, more):
    return lambda number, lanes, more: _fused(number, lanes, more)


@overload(reaching)
def _compiled_reaching(lanes, least, codes):
    return lambda lanes, least, codes: _reaching(lanes, least, codes)


@overload(matching)
def _compiled_matching(ints, at, wanted, lanes):
    return lambda ints, at, wanted, lanes: _matching(ints, at, wanted, lanes)


@overload(marked)
def _compiled_marked(word, words, at, lanes, others):
    return lambda word, words, at, lanes, others: _marked(word, words, at, lanes, others)


@overload(scatter)
def _compiled_scatter(lanes, ints, at, flat):
    return lambda lanes, ints, at, flat: _scatter(lanes, ints, at, flat)


@overload(lower_bits)
def _compiled_lower_bits(codes, bits, ints, at):
    return lambda codes, bits, ints, at: _lower_bits(codes, bits, ints, at)


@overload(operator.add)
def _compiled_add(a, b):
    if isinstance(a, Lanes) and isinstance(b, Lanes):
        return lambda a, b: _plus(a, b)
    return None


@overload(operator.sub)
def _compiled_sub(a, b):
    if isinstance(a, Lanes) and isinstance(b, Lanes):
        return lambda a, b: _minus(a, b)
    return None
