"""Arrays that a kernel has borrowed: whoever called it keeps them, so nobody need count who refers to them.

numba counts references to every array wherever one gets another name, by atomic additions that no optimiser takes out
of a loop: 8 % of the time of games of King of Dice went there, and threads that share tables wait for each other's.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, config, types
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic

__all__ = ["borrowed"]


@intrinsic
def _borrowed(typing_context: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return impl_ret_borrowed(context, builder, value, _uncounted(context, builder, value, arguments[0]))

    return value(value), generate


def _as_it_is(value: Any) -> Any:
    return value


borrowed: Any = _as_it_is if vars(config)["DISABLE_JIT"] else _borrowed
"""An array, or a tuple with arrays in it, as it is but without a count of references.

Only for arguments of a kernel, which its caller keeps alive meanwhile.
"""


def _uncounted(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.Array):
        view = context.make_array(kind)(context, builder, value)
        view.meminfo = cgutils.get_null_value(view.meminfo.type)
        view.parent = cgutils.get_null_value(view.parent.type)
        return view._getvalue()
    if isinstance(kind, types.BaseTuple):
        kinds: Any = kind
        parts = enumerate(cgutils.unpack_tuple(builder, value))
        return context.make_tuple(builder, kind, [_uncounted(context, builder, kinds[i], one) for i, one in parts])
    return value
