"""The kernels as plain Python: the same numbers with numba's compiler switched off."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import json
import numpy as np
from kingdice.dice.batch import BATCH, solve_batch, solve_batch_outcomes
from kingdice.dice.condition import Count, RollMasks, Same, Sum
from kingdice.dice.notation import parse_dice
from kingdice.dice.odds import condition_chances
from kingdice.dice.policy import Policy
from kingdice.dice.stakes import Stakes
from kingdice.simulation.streams import game_key, seed_key, word_at
from kingdice.simulation.turns import simulate_turns

answers = {}
for dice in ("3d3", "5d5", "2d3+2d2", "1d4+3d2", "2d3+1d2+2d2"):
    pool = parse_dice(dice)
    conditions = [Same(2), Count(2, 2), Sum(">=", 7)]
    masks = RollMasks.of(pool, conditions)
    stakes = [Stakes((0, 1, 2), (1.0, 2.0, worth), -1.0) for worth in (0.5, 3.0, 2.0)]
    for count in (1, 3):
        solved = solve_batch_outcomes(pool, masks, stakes[:count], rolls=3)
        answers[f"values {dice} {count}"] = solve_batch(pool, masks, stakes[:count], rolls=3).tolist()
        answers[f"outcomes {dice} {count}"] = [solved.values.tolist(), solved.chances.tolist(), solved.stops.tolist()]
    if dice == "2d3+1d2+2d2":  # a full batch goes by planes
        many = [Stakes((0, 1, 2), (1.0, 2.0, worth), -1.0) for worth in np.linspace(0, 3, BATCH).tolist()]
        solved = solve_batch_outcomes(pool, masks, many, rolls=3, values_to=4)
        answers["planes"] = [solved.values.tolist(), solved.chances.tolist(), solved.stops.tolist()]
    answers[f"chances {dice}"] = condition_chances(pool, conditions, engine="numba").tolist()

with np.errstate(over="ignore"):  # 64-bit words wrap around
    pool = parse_dice("2d6+3x[1:3,2]")
    policy = Policy.from_rule(pool, lambda faces, left: [face for face in faces if face.number > 1])
    answers["turns"] = simulate_turns(policy, turns=200, seed=7).tolist()
    answers["words"] = [int(word_at(np.uint64(game_key(seed_key(1), game)), 3, 1, 2, 64, 0)) for game in range(5)]
    print(json.dumps(answers))
"""
ROOT = Path(__file__).resolve().parents[2]


def answers(*, jit: bool) -> dict[str, list]:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "0" if jit else "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_kernels_give_the_same_numbers_without_the_compiler():
    plain, compiled = answers(jit=False), answers(jit=True)
    assert plain.keys() == compiled.keys()
    for question in plain:
        if question in ("turns", "words"):
            assert plain[question] == compiled[question]
        else:
            assert _flat(plain[question]) == pytest.approx(_flat(compiled[question]), rel=0, abs=1e-14)


def _flat(nested) -> list[float]:
    return [number for part in nested for number in _flat(part)] if isinstance(nested, list) else [nested]
