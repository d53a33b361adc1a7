"""What came out, as a table for people and a small file for the next run to compare with.

A member is compared with the last committed results by its ratio to the baseline of the same run, which a slow machine
does not change; baselines themselves are not compared.
"""

from __future__ import annotations

import json
import platform
import subprocess
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.growth import Grown
from benchmarks.timing import Bar, Measured

__all__ = ["LOSS", "as_json", "committed_results", "losses", "results_page"]

LOSS = 0.15
_RESULTS = "benchmarks/results.json"
_PLAIN_LATTICE = "plain 7^6 lattice in numba, terminal values given"
_PLAIN_LATTICE_SECONDS = 1.5e-3  # on the machine that the bars were set on


def committed_results(root: Path) -> Mapping[str, float]:
    """The ratios of the last committed run by group and name; empty where there is none."""
    call = ["git", "-C", str(root), "show", f"HEAD:{_RESULTS}"]
    shown = subprocess.run(call, capture_output=True, text=True)
    if shown.returncode:
        return {}
    return {key: entry["ratio"] for key, entry in json.loads(shown.stdout)["measured"].items() if "ratio" in entry}


def as_json(measured: Sequence[Measured]) -> str:
    """The file that the next run is compared with: median and fastest seconds, and ratios."""
    entries: dict[str, Any] = {}
    for one in measured:
        entry = {"seconds": one.typical, "fastest": min(one.seconds), "rounds": len(one.seconds)}
        if one.ratios and not one.is_baseline and len(one.seconds) > 1:
            entry["ratio"] = one.ratio
        entries[_key(one)] = {name: float(f"{value:.6g}") for name, value in entry.items()}
    return json.dumps({"machine": machine(), "measured": entries}, indent=1) + "\n"


def losses(measured: Sequence[Measured], before: Mapping[str, float]) -> list[str]:
    """Members that lost more than `LOSS` of their ratio since the last committed run, a line each."""
    return [
        f"{_key(one)}: {one.ratio / before[_key(one)] - 1:+.0%} since the last committed run"
        for one in measured
        if _key(one) in before and not one.is_baseline and one.ratio < (1 - LOSS) * before[_key(one)]
    ]


def machine() -> str:
    """The processor and the versions that speed depends on."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        named = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        model = f"{len(named)} x {named[0].partition(':')[2].strip()}" if named else model
    libraries = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy"))
    return f"{model}, Python {platform.python_version()}, {libraries}"


def results_page(
    measured: Sequence[Measured],
    missing: Sequence[str],
    grown: Sequence[Grown],
    bits: Sequence[tuple[str, str]],
    before: Mapping[str, float],
) -> str:
    """The page, as Markdown: ratios first."""
    lines = [
        "# Measured speeds",
        "",
        f"One run of `make bench` on {machine()}. The members of a group take turns, seven rounds or more; a ratio is "
        "the median over rounds of how many times faster than the group's first line, in the same round. Then the "
        "median, with the fastest round in brackets. *Since* compares ratios with the last committed run.",
    ]
    for one in measured:
        if one.timed.name == _PLAIN_LATTICE:
            slower = one.typical / _PLAIN_LATTICE_SECONDS
            lines += [
                "",
                f"The plain lattice took {tell_seconds(one.typical)} in this run, {slower:.1f} times what it took on "
                "the machine that the bars in seconds were set on (1.5 ms).",
            ]
    for group in dict.fromkeys(one.group for one in measured):
        lines += ["", f"## {group[0].upper()}{group[1:]}", "", "| what | ratio | median (fastest) | bar | since |"]
        lines += ["| --- | ---: | ---: | --- | ---: |"]
        lines += [_line(one, before) for one in measured if one.group == group]
    if missing:
        lines += ["", "Not measured: " + "; ".join(missing) + "."]
    lines += _growth_lines(grown) + _bit_lines(bits)
    return "\n".join(lines) + "\n"


def _key(one: Measured) -> str:
    return f"{one.group}: {one.timed.name}"


def _line(one: Measured, before: Mapping[str, float]) -> str:
    tell = tell_rate if one.timed.told == "rate" else tell_seconds
    ratio, bar, since = "baseline", _bar(one.timed.bar, one), ""
    if not one.is_baseline:
        ratio = tell_ratio(one.ratio) if one.ratios and len(one.seconds) > 1 else ""
        if one.ratios and _key(one) in before:
            change = one.ratio / before[_key(one)] - 1
            since = f"**{change:+.0%}**" if change < -LOSS else f"{change:+.0%}"
    return f"| {one.timed.name} | {ratio} | {tell(one.typical)} ({tell(min(one.seconds))}) | {bar} | {since} |"


def _bar(bar: Bar, one: Measured) -> str:
    asked = []
    if bar.seconds is not None:
        asked.append(f"<= {tell_seconds(bar.seconds)}")
    if bar.rate is not None:
        asked.append(f">= {tell_rate(1 / bar.rate)}")
    if bar.ratio is not None:
        asked.append(f">= {bar.ratio:g}x")
    if not asked:
        return bar.note
    ratio = one.ratio if one.ratios else float("inf")
    if bar.met(one.typical, ratio):
        verdict = "met"
    elif bar.met(min(one.seconds), ratio):
        verdict = "met by the fastest round"
    else:
        verdict = "missed"
    note = f"; {bar.note}" if bar.note else ""
    return f"{', '.join(asked)}: {verdict}{note}"


def _growth_lines(grown: Sequence[Grown]) -> list[str]:
    if not grown:
        return []
    lines = [
        "",
        "## Growth",
        "",
        "Fastest of seven; cost grows like the size to the power given, and like the number of states of the keep "
        "lattice to the power given last.",
        "",
        "| what | sizes | cost | grows like | by states |",
        "| --- | --- | --- | ---: | ---: |",
    ]
    for one in grown:
        sizes = f"{one.growth.sizes[0]:,} to {one.growth.sizes[-1]:,} {one.growth.of}"
        cost = f"{tell_seconds(one.seconds[0])} to {tell_seconds(one.seconds[-1])}"
        by_states = f"states^{one.by_states:.2f}" if one.by_states is not None else ""
        lines.append(f"| {one.growth.what} | {sizes} | {cost} | {one.growth.of}^{one.exponent:.2f} | {by_states} |")
    return lines


def _bit_lines(bits: Sequence[tuple[str, str]]) -> list[str]:
    if not bits:
        return []
    same = len({digest for _, digest in bits}) == 1
    ways = ", ".join(way for way, _ in bits)
    verdict = f"the same digest every time, {bits[0][1][:16]}…" if same else "**digests differ**"
    return ["", "## The same bits", "", f"300,000 games of four played with {ways}: {verdict}."]


def tell_seconds(seconds: float) -> str:
    """Three digits with a unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def tell_rate(seconds: float) -> str:
    """Pieces a second, from the seconds that one takes."""
    rate = 1 / seconds
    if rate >= 1e6:
        return f"{rate / 1e6:.1f} million/s"
    return f"{float(f'{rate:.3g}'):,.0f}/s" if rate >= 100 else f"{rate:.3g}/s"


def tell_ratio(ratio: float) -> str:
    """How many times faster."""
    return f"{float(f'{ratio:.3g}'):,.0f}x" if ratio >= 100 else f"{ratio:.3g}x"
