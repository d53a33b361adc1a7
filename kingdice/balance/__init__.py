"""Is a game balanced? What a report holds against what would be fair, for any game with seats and scores.

`measures` are numbers of games with their intervals, and what another edition makes of them on the same games;
`findings` those that are not as they should be. `whole_games`, `seat_test`, `skill`, `restricted`, `sensitivity` and
`trials` say what can be said of every game, `sections` and `paired_sections` say it in words; what only one game has is
in its own report. Nothing here knows a game but through `simulation.seam`.
"""
