"""`python -m benchmarks`: time everything, write RESULTS.md; `python -m benchmarks WORD…`: some groups, only printed.

A word stands for every group that has it in its name; `growth` and `bits` are groups too.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from benchmarks.bits import identical_bits
from benchmarks.growth import GROWTHS, Grown, Growth, grow
from benchmarks.results import as_json, committed_results, losses, results_page
from benchmarks.timing import Group, Measured, measure

HERE = Path(__file__).parent
MODULES = ("displays", "solitaire", "atlas", "king_of_dice", "kingdomino", "carcassonne", "commands", "web")


def main(words: list[str]) -> None:
    """Time the groups that are meant."""
    groups = [group for group in _groups() if _meant(group.name, words)]
    measured: list[Measured] = []
    missing: list[str] = []
    for group in groups:
        found, absent = measure(group, _note)
        measured += found
        missing += absent
    grown = [_grown(growth) for growth in GROWTHS] if _meant("growth", words) else []
    bits = list(identical_bits()) if _meant("bits", words) else []
    before = committed_results(HERE.parent)
    _note("")
    page = results_page(measured, missing, grown, bits, before)
    if not words:
        (HERE / "RESULTS.md").write_text(page)
        (HERE / "results.json").write_text(as_json(measured))
    print(page)
    for line in losses(measured, before):
        print(f"LOST: {line}")
    if len({digest for _, digest in bits}) > 1:
        sys.exit("the bits are not the same")


def _groups() -> list[Group]:
    return [group for name in MODULES for group in import_module(f"benchmarks.{name}").GROUPS]


def _meant(name: str, words: list[str]) -> bool:
    return not words or any(word.lower() in name.lower() for word in words)


def _grown(growth: Growth) -> Grown:
    _note(f"growth: {growth.what}")
    return grow(growth)


def _note(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
