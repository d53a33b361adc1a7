"""A page with every kind of block, and words and tables that are hard to set."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd

from kingdice.dice.figures import draw_odds
from kingdice.reporting.page import FigureBlock, Page, Prose, Section, Source, TableBlock

LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"


def small_page() -> Page:
    """A small page with one block of each kind, and text that HTML has to escape."""
    table = pd.DataFrame({"label": ["<a> & b", "c"], "p1": [0.25, 0.5]})
    blocks = [
        Prose("First part,\n  one line.\n\nSecond part.\n\n- a point\n- another,\n  longer"),
        TableBlock("small", table, "Two chances.", ["p1"], how="exact"),
        FigureBlock("dots", draw_odds(table), "Two dots.", "The same as dots.", how="exact"),
    ]
    sources = [Source("x 1", ["greedy"] * 4, 20_000, 7, "the chances"), Source("x 1")]
    return Page(
        "Tea & dice", "What it says.", [Section("One: two", blocks, sources)], {"edition": "x 1"}, "make report"
    )


def full_page() -> Page:
    """Everything that a page can hold: intervals, long, wide and narrow tables, long words, an empty cell."""
    many = pd.DataFrame({"citizen": [f"citizen-{n}" for n in range(75)], "share": np.linspace(0.1, 0.2, 75)})
    many["share_low"], many["share_high"] = many["share"] - 0.01, many["share"] + 0.01
    wide = pd.DataFrame({f"a column of many words {n}": [n + 0.5, n - 0.25] for n in range(20)})
    mixed = pd.DataFrame(
        {
            "of": ["nine", "ten", LONG_WORD],
            "points": [9.5, 10.25, float("nan")],
            "chance": [Fraction(1, 3), Fraction(10, 11), Fraction(1, 20)],
            "stands_out": [True, False, False],
        }
    )
    blocks = small_page().sections[0].blocks
    return Page(
        f"Everything, with {LONG_WORD}",
        f"A page with every kind of block, `code` and a long word: {LONG_WORD}.",
        [
            Section("What stands out", [Prose(f"One sentence.\n\n- `{LONG_WORD}`\n- a point"), *blocks[1:]]),
            Section("Long, wide & mixed", [
                TableBlock("many", many, "Shares of many.", ["share"], how="simulated"),
                TableBlock("wide", wide, "More columns than fit."),
                TableBlock("mixed", mixed, f"Numbers, fractions and {LONG_WORD}.", how="exact, over simulated turns"),
            ], [Source("haba-2017 aae0273066bc", ["solved", "greedy", f"file.py:{LONG_WORD}"], 40_000, 1, "shares")]),
        ],
        {"edition": "haba-2017 aae0273066bc", "package": LONG_WORD},
        f"kingdice report king-of-dice --edition {LONG_WORD}.toml",
    )  # fmt: skip
