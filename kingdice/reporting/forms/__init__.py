"""Figure forms that carry findings: each takes a table, draws on an Axes given or made, and returns it.

The title states the finding and is given by the caller; labels stand beside what they name.
"""

from kingdice.reporting.forms.curves import draw_curves
from kingdice.reporting.forms.heat import draw_heat
from kingdice.reporting.forms.intervals import draw_intervals
from kingdice.reporting.forms.panels import draw_panels
from kingdice.reporting.forms.ridges import draw_ridges
from kingdice.reporting.forms.slopes import draw_slopes

__all__ = ["draw_curves", "draw_heat", "draw_intervals", "draw_panels", "draw_ridges", "draw_slopes"]
