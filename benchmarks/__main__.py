"""`python -m benchmarks`: run everything, write results.json, print the ratios and write RESULTS.md."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent

# What is timed, how many of it one call does, what it is held against, the bar, and where the bar comes from.
ROWS = [
    ("display, batch of 16", "test_batched_display", 16, "test_plain_lattice", "<= 100 us, >= 15x plain"),
    ("display alone", "test_display_alone", 1, "test_plain_lattice", "<= 250 us"),
    ("display, NumPy (command line)", "test_display_with_numpy", 1, "test_plain_lattice", ""),
    ("plain 7^6 lattice, numba", "test_plain_lattice", 1, "test_plain_lattice", "baseline"),
    ("40 citizens, 1 to 4 rolls", "test_all_citizens", 1, "test_all_citizens", "<= 5 ms"),
    ("40 citizens, NumPy (command line)", "test_all_citizens_with_numpy", 1, "test_all_citizens", ""),
    ("one card, 3 rolls", "test_one_citizen", 1, "test_one_citizen_with_icepool", ""),
    ("one card, icepool + recursion", "test_one_citizen_with_icepool", 1, "test_one_citizen_with_icepool", "peer"),
    ("one card, dyce + recursion", "test_one_citizen_with_dyce", 1, "test_one_citizen_with_icepool", "peer"),
    ("Yatzy, CPU", "test_yatzy", 1, "test_yatzy_with_yatzy_solver", "<= 3.5 s, >= 3x fewer than yatzy-solver"),
    ("Yatzy, yatzy-solver, CPU", "test_yatzy_with_yatzy_solver", 1, "test_yatzy_with_yatzy_solver", "peer"),
    ("kingdice odds", "test_command[odds]", 1, "test_command[odds]", "< 1 s"),
    ("kingdice odds, first time ever", "test_command_first_ever", 1, "test_command[odds]", "< 10 s"),
    ("kingdice advise", "test_command[advise]", 1, "test_command[odds]", "< 1 s"),
    ("kingdice --help", "test_command[help]", 1, "test_command[odds]", ""),
]

# The same for simulation: told a second, not a piece.
RATES = [
    ("turns by a fixed policy table", "test_turns", 4_000_000, "", ">= 40 million a second a core"),
    ("games of 4, plain rules, best-bet", "test_plain_games", 4, "test_plain_games", "baseline"),
    ("games of 4, random", "test_games[random]", 4096, "test_plain_games", ">= 100,000 a second a core"),
    ("games of 4, first-met", "test_games[first-met]", 4096, "test_plain_games", ">= 100,000"),
    ("games of 4, highest", "test_games[highest]", 4096, "test_plain_games", ">= 100,000"),
    ("games of 4, easiest", "test_games[easiest]", 4096, "test_plain_games", ">= 100,000"),
    ("games of 4, best-bet", "test_games[best-bet]", 4096, "test_plain_games", ">= 100,000"),
    ("games of 4, turn-optimal", "test_solved_games[turn-optimal]", 256, "test_plain_games", ">= 400 (goal 500)"),
    ("games of 4, lead-optimal", "test_solved_games[lead-optimal]", 256, "test_plain_games", ""),
    ("games of 4, far-sighted", "test_solved_games[far-sighted]", 256, "test_plain_games", ""),
    ("games of 4, best-bet, run on disk, 1 worker", "test_run_on_disk[1]", 65536, "test_plain_games", ""),
    ("games of 4, best-bet, run on disk, 2 workers", "test_run_on_disk[2]", 65536, "test_plain_games", ""),
    ("Kingdomino of 4, plain rules, random", "test_plain_kingdomino", 4, "test_plain_kingdomino", "baseline"),
    (
        "Kingdomino of 4, random",
        "test_kingdomino[random-4]",
        32768,
        "test_plain_kingdomino",
        ">= 200,000 (best peer about 10,000)",
    ),
    ("Kingdomino of 3, random", "test_kingdomino[random-3]", 32768, "", ""),
    ("Kingdomino of 2, random", "test_kingdomino[random-2]", 32768, "", ""),
    (
        "Kingdomino of 4, greedy-random-draft",
        "test_kingdomino[greedy-random-draft-4]",
        4096,
        "test_plain_kingdomino",
        "",
    ),
    ("Kingdomino of 3, greedy-random-draft", "test_kingdomino[greedy-random-draft-3]", 4096, "", ""),
    ("Kingdomino of 2, greedy-random-draft", "test_kingdomino[greedy-random-draft-2]", 4096, "", ""),
    (
        "Kingdomino of 4, full-greedy",
        "test_kingdomino[full-greedy-4]",
        1024,
        "test_plain_kingdomino",
        ">= 3,500 (best peer about 70)",
    ),
    ("Kingdomino of 3, full-greedy", "test_kingdomino[full-greedy-3]", 1024, "", ""),
    ("Kingdomino of 2, full-greedy", "test_kingdomino[full-greedy-2]", 1024, "", ""),
    ("Kingdomino of 4, far-sighted", "test_kingdomino[far-sighted-4]", 512, "test_plain_kingdomino", ""),
    ("Kingdomino of 3, far-sighted", "test_kingdomino[far-sighted-3]", 512, "", ""),
    ("Kingdomino of 2, far-sighted", "test_kingdomino[far-sighted-2]", 512, "", ""),
    ("Mighty Duel, random", "test_mighty_duel", 8192, "", ""),
    ("playouts from the first pick, random", "test_playouts[random]", 20_000, "", "5,148 in the paper"),
    ("playouts from the first pick, full-greedy", "test_playouts[greedy]", 400, "", "29 in the paper"),
    ("playouts from the first pick, far-sighted", "test_playouts[far-sighted]", 200, "", ""),
    ("Carcassonne of 2, plain rules, random", "test_plain_carcassonne", 4, "test_plain_carcassonne", "baseline"),
    (
        "Carcassonne of 2, random",
        "test_carcassonne[base-2]",
        8192,
        "test_plain_carcassonne",
        ">= 20,000 (best peer 74 with fields, 4,445 without)",
    ),
    ("Carcassonne of 3, random", "test_carcassonne[base-3]", 8192, "", ""),
    ("Carcassonne of 4, random", "test_carcassonne[base-4]", 8192, "", ""),
    ("Carcassonne of 5, random", "test_carcassonne[base-5]", 8192, "", ""),
    (
        "Carcassonne of 2 with the King and the Robber Baron, random",
        "test_carcassonne[base+king-robber-2]",
        8192,
        "test_plain_carcassonne",
        "",
    ),
    ("Carcassonne of 3 with them, random", "test_carcassonne[base+king-robber-3]", 8192, "", ""),
    ("Carcassonne of 4 with them, random", "test_carcassonne[base+king-robber-4]", 8192, "", ""),
    ("Carcassonne of 5 with them, random", "test_carcassonne[base+king-robber-5]", 8192, "", ""),
]


def main() -> None:
    """Run the benchmarks and print the table."""
    results = HERE / "results.json"
    options = ["-o", "python_files=bench_*.py", "-p", "no:cacheprovider", "--benchmark-only", "--benchmark-quiet", "-q"]
    saved = [f"--benchmark-json={results}", "--benchmark-min-rounds=7"]
    code = subprocess.call([sys.executable, "-m", "pytest", str(HERE), *options, *saved])
    if code:
        sys.exit(code)
    text = table(json.loads(results.read_text()))
    (HERE / "RESULTS.md").write_text(text)
    print(text)


def table(results: dict) -> str:
    """The ratios as Markdown: medians of one run, fastest run in brackets."""
    stats = {entry["name"]: entry["stats"] for entry in results["benchmarks"]}
    lines = [
        "# Measured speeds",
        "",
        f"One run of `make bench` on {results['machine_info']['cpu'].get('brand_raw', platform.machine())}, "
        f"Python {platform.python_version()}; median, fastest in brackets. The ratio is the baseline's median over "
        "this one's.",
        "",
        "| what | time | ratio | bar |",
        "| --- | ---: | ---: | --- |",
    ]
    for what, name, count, baseline, bar in ROWS:
        if name not in stats:
            lines.append(f"| {what} | not measured: peer not installed | | {bar} |")
            continue
        own = stats[name]["median"] / count
        ratio = f"{stats[baseline]['median'] / own:.1f}x" if baseline in stats and baseline != name else ""
        lines.append(f"| {what} | {_time(own)} ({_time(stats[name]['min'] / count)}) | {ratio} | {bar} |")
    lines += ["", "| what | a second | ratio | bar |", "| --- | ---: | ---: | --- |"]
    per_plain = {name: stats[name]["median"] / count for _, name, count, _, _ in RATES if name in stats}
    for what, name, count, baseline, bar in RATES:
        if name not in stats:
            continue
        ratio = f"{per_plain[baseline] / per_plain[name]:,.0f}x" if baseline not in ("", name) else ""
        fastest = stats[name]["min"] / count
        lines.append(f"| {what} | {_rate(per_plain[name])} ({_rate(fastest)}) | {ratio} | {bar} |")
    return "\n".join(lines) + "\n"


def _rate(seconds: float) -> str:
    rate = 1 / seconds
    if rate >= 1e6:
        return f"{rate / 1e6:.1f} million"
    return f"{float(f'{rate:.3g}'):,.0f}" if rate >= 100 else f"{rate:.1f}"


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


if __name__ == "__main__":
    main()
