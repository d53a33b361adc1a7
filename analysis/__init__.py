"""Studies: each asks one question of the games and writes one page; `python -m analysis --list` names them."""
