"""One change at a time: what does a game do when one number of it is changed?

Every changed edition plays the same games as the edition itself, so that differences are paired.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kingdice.balance.measures import Measure, change_table
from kingdice.comparison.intervals import sidak

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["sensitivity_table"]


def sensitivity_table(
    before: Sequence[Measure], changed: Mapping[str, Sequence[Measure]], *, level: float = 0.95
) -> pd.DataFrame:
    """What each change does to each measure.

    Parameters
    ----------
    before : sequence of Measure
        Of the edition as it is.
    changed : mapping
        By what was changed, the measures of the same games with the change.
    level : float
        That all intervals hold together.

    Returns
    -------
    DataFrame
        changed, and the columns of `measures.change_table`.
    """
    import pandas as pd

    each = sidak(level, max(len(changed), 1))
    tables = [change_table(before, after, level=each).assign(changed=name) for name, after in changed.items()]
    if not tables:
        return pd.DataFrame()
    whole = pd.concat(tables, ignore_index=True)
    whole = whole[["changed", *[column for column in whole.columns if column != "changed"]]]
    whole.attrs = {"level": level, "family": sum(len(table) for table in tables)}
    return whole
