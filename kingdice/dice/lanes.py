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
    "note_best",
    "note_best_first",
    "scatter",
    "spread",
    "store",
]

LANES = 16
_PART = 4
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


def note_best(values, codes, own, its, shared, shared_code, tie, target, target_codes, to):
    """Write the best of three lanes and the largest code of those that are within a tie of it.

    The three stand in `values` and `codes` from `own` on and from `its` on, and are `shared`, `shared_code`; the
    answers are written from `to` on.
    """
    _note_best(values, own, its, load(codes, own), load(codes, its), shared, shared_code, tie, target, target_codes, to)


def note_best_first(values, codes, own, its, shared, shared_code, tie, own_code):
    """As `note_best` where `own` has one code for all lanes, in place."""
    _note_best(values, own, its, spread(own_code), load(codes, its), shared, shared_code, tie, values, codes, own)


def _note_best(values, own, its, own_code, its_code, shared, shared_code, tie, target, target_codes, to):
    choices = np.array([load(values, own), load(values, its), shared])
    best = choices.max(axis=0)
    store(target, to, best)
    store(target_codes, to, np.where(choices >= best - tie, [own_code, its_code, shared_code], 0.0).max(axis=0))


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


def _spread_over(builder, number, vector, lanes=LANES):
    empty = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(empty, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(first, empty, ir.Constant(ir.VectorType(ir.IntType(32), lanes), [0] * lanes))


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


def _register(lanes, builder, part):
    """One part of some lanes: as many as a register holds."""
    places = ir.Constant(ir.VectorType(ir.IntType(32), _PART), list(range(part * _PART, (part + 1) * _PART)))
    return builder.shuffle_vector(lanes, ir.Constant(_VECTOR, ir.Undefined), places)


def _noting(context, builder, signature, given, own_code):
    """The code of `note_best`: register by register, since all lanes at once would spill (1.3x slower)."""
    kinds, part_of = signature.args, ir.VectorType(ir.DoubleType(), _PART)
    values, codes, own, its, shared, shared_code, tie, target, target_codes, to = given
    whole = ir.FunctionType(part_of, [part_of] * 2)
    largest = cgutils.get_or_insert_function(builder.module, whole, f"llvm.maxnum.v{_PART}f64")
    tie = _spread_over(builder, tie, part_of, _PART)
    nothing = ir.Constant(part_of, [0.0] * _PART)

    def place(kind, array, at, part):
        at = builder.add(at, ir.Constant(ir.IntType(64), part * _PART))
        return _pointer(context, builder, kind, array, at, part_of)

    def larger_one(a, b):
        return builder.call(largest, [a, b], fastmath=("nnan", "nsz"))

    for part in range(LANES // _PART):
        choices = [
            builder.load(place(kinds[0], values, own, part), align=8),
            builder.load(place(kinds[0], values, its, part), align=8),
            _register(shared, builder, part),
        ]
        named = [
            own_code(part, part_of) or builder.load(place(kinds[1], codes, own, part), align=8),
            builder.load(place(kinds[1], codes, its, part), align=8),
            _register(shared_code, builder, part),
        ]
        best = larger_one(choices[0], larger_one(choices[1], choices[2]))
        least = builder.fsub(best, tie)
        named = [
            builder.select(builder.fcmp_ordered(">=", choice, least), code, nothing)
            for choice, code in zip(choices, named, strict=True)
        ]
        code = larger_one(named[0], larger_one(named[1], named[2]))
        builder.store(best, place(kinds[7], target, to, part), align=8)
        builder.store(code, place(kinds[8], target_codes, to, part), align=8)
    return context.get_dummy_value()


@intrinsic
def _note_best_compiled(typing, values, codes, own, its, shared, shared_code, tie, target, target_codes, to):
    def code(context, builder, signature, given):
        return _noting(context, builder, signature, given, lambda part, part_of: None)

    at, number = types.intp, types.float64
    return types.void(values, codes, at, at, _LANES, _LANES, number, target, target_codes, at), code


@intrinsic
def _note_best_first_compiled(typing, values, codes, own, its, shared, shared_code, tie, own_code):
    def code(context, builder, signature, given):
        *most, own_code = given
        values, codes, own = most[:3]
        kinds = signature.args
        wider = types.void(*kinds[:7], kinds[0], kinds[1], kinds[2])
        return _noting(
            context,
            builder,
            wider,
            [*most, values, codes, own],
            lambda part, part_of: _spread_over(builder, own_code, part_of, _PART),
        )

    at, number = types.intp, types.float64
    return types.void(values, codes, at, at, _LANES, _LANES, number, number), code


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


@overload(note_best)
def _compiled_note_best(values, codes, own, its, shared, shared_code, tie, target, target_codes, to):
    def noting(values, codes, own, its, shared, shared_code, tie, target, target_codes, to):
        _note_best_compiled(values, codes, own, its, shared, shared_code, tie, target, target_codes, to)

    return noting


@overload(note_best_first)
def _compiled_note_best_first(values, codes, own, its, shared, shared_code, tie, own_code):
    def noting(values, codes, own, its, shared, shared_code, tie, own_code):
        _note_best_first_compiled(values, codes, own, its, shared, shared_code, tie, own_code)

    return noting


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
