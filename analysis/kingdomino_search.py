"""How well do searching players do against three greedy ones, by the time that they have for a move?

Plays the cells of the experiments of Gedda, Lagerkvist and Butler (IEEE CIG 2018): one agent against three full-greedy
players, four players, Middle Kingdom and Harmony. The agent sits at seat 1 in game 0, at seat 2 in game 1 and so on,
as seats are not equal. Time is processor time of the thread, so other work on the machine matters little. Games played
by the clock cannot be played again; each is written to analysis/data/kingdomino_search/AGENT-SECONDS.csv as soon as it
is over, and a cell that was interrupted goes on where it was. The study kingdomino-paper reads them.

    python analysis/kingdomino_search.py mce-random 0.1 1000
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np

from kingdice.games.kingdomino.blocks import columns, make_tables, play_by_time
from kingdice.games.kingdomino.described import described
from kingdice.games.kingdomino.kernel_blocks import write_row
from kingdice.games.kingdomino.variants import variants_named
from kingdice.simulation.streams import seed_key

HERE = Path(__file__).resolve().parent / "data" / "kingdomino_search"
AGENTS = {
    "mce-random": "mce:policy=random:reward=relative",
    "mce-greedy": "mce:policy=greedy:reward=relative",
    "mce-player-greedy": "mce:policy=player-greedy:reward=relative",
    "uct-random": "uct:policy=random",
    "uct-greedy": "uct:policy=greedy",
    "strong": "strong",
}
PLAYERS, SEED = 4, 2018
FIELDS = ("game", "seat", "win_share", "score", "best_opponent", "opponents_mean", "searches", "playouts", "seconds")
PLAYOUT_FIELDS = tuple(f"playouts_{line}" for line in range(13))


def play_cell(agent: str, seconds: float, games: int) -> None:
    """Play the games of a cell that are not there yet."""
    path = HERE / f"{agent}-{seconds:g}.csv"
    play_one(agent, 0.001, 0)  # compiles what is needed
    done = len(path.read_text().splitlines()) - 1 if path.exists() else 0
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        if done <= 0:
            writer.writerow(FIELDS + PLAYOUT_FIELDS)
        for game in range(max(done, 0), games):
            writer.writerow(play_one(agent, seconds, game))
            file.flush()


def play_one(agent: str, seconds: float, game: int) -> list[float | int]:
    """One game: who won what, and how often it was played on from the positions."""
    seat = game % PLAYERS
    names = ["full-greedy"] * PLAYERS
    names[seat] = f"{AGENTS[agent]}:seconds={seconds:g}"
    tables = make_tables(variants_named("middle,harmony"), [described(name) for name in names])
    room = tables.desk()
    play_by_time(tables, room, seed_key(SEED), game)
    row = np.zeros(len(columns(PLAYERS)), dtype=np.int64)
    write_row(tables.rules[0], room.game[0], game, row)
    found = dict(zip(columns(PLAYERS), row.tolist(), strict=True))
    won = found["winners"] >> seat & 1
    scores = [found[f"score_{one}"] for one in range(1, PLAYERS + 1)]
    own = scores.pop(seat)
    playouts = [0] * 13
    for line, number, _ in room.playouts:
        playouts[line] = number
    return [
        game,
        seat + 1,
        round(won / found["winners"].bit_count(), 4),
        own,
        max(scores),
        round(sum(scores) / len(scores), 4),
        len(room.playouts),
        sum(playouts),
        round(sum(spent for *_, spent in room.playouts), 3),
        *playouts,
    ]


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in AGENTS:
        sys.exit(f"usage: kingdomino_search.py {'|'.join(AGENTS)} SECONDS GAMES")
    play_cell(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))
