"""Bad input: exit code 2, nothing on standard output, one line on standard error that says what would be right."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SOME = "elf-4,dwarf-3x1,gnome-5red,orc-3,dragon-28"
ROLL = "1b 2g 4g 6r 3b 5r"
TURN = ["advise", "--display", SOME]
KEEPS = [*TURN, "--roll", ROLL, "--rolls-left"]
NEEDS = ["odds", "--needs"]
SIMULATE = ["simulate", "king-of-dice", "--strategies"]
PLAY = [*SIMULATE, "best-bet"]
COMPARE = ["compare", "king-of-dice", "best-bet"]
SHOW = ["show", "transcript"]

# the words of a call, and what its one line has to say
REFUSED = [
    # commands and options
    (["odd"], "No such command 'odd'. Did you mean 'odds'?"),
    (["edition"], "Missing command"),
    (["edition", "shew"], "No such command 'shew'"),
    (["odds", "extra"], "unexpected extra argument"),
    (["--versoin"], "No such option: --versoin"),
    (["odds", "--role", "3"], "No such option: --role"),
    (["odds", "--format", "xml"], "'xml' is not one of 'table', 'csv', 'json', 'markdown'"),
    (["odds", "--format"], "requires an argument"),
    (["odds", "--rolls", "three"], "'--rolls'"),
    (["odds", "--rolls", "3.5"], "'--rolls'"),
    # rolls and players
    (["odds", "--rolls", "0"], "0 rolls: a turn has 1 to 20"),
    (["odds", "--rolls", "99"], "99 rolls: a turn has 1 to 20"),
    (["odds", "--rolls", "-1"], "-1 rolls: a turn has 1 to 20"),
    (["odds", "--rolls", "9" * 30], "a turn has 1 to 20"),
    ([*TURN, "--rolls", "0"], "0 rolls: a turn has 1 to 20"),
    (["advise", "--needs", "3 6s", "--rolls", "21"], "21 rolls: a turn has 1 to 20"),
    (["odds", "--players", "1"], "--players 1: expected 2 to 5"),
    (["odds", "--players", "6"], "--players 6: expected 2 to 5"),
    ([*TURN, "--players", "6"], "players 6: expected 2 to 5"),
    ([*TURN, "--seat", "0"], "--seat 0: expected 1 to 2"),
    ([*TURN, "--players", "4", "--seat", "5"], "--seat 5: expected 1 to 4"),
    # editions and objectives
    (["odds", "--edition", "haba-2018"], "no edition 'haba-2018'; did you mean 'haba-2017'?"),
    (["odds", "--edition", ""], "cannot be read"),
    (["odds", "--edition", "no/such.toml"], "no/such.toml: cannot be read: No such file or directory"),
    (["odds", "--edition", "/"], "/: cannot be read: Is a directory"),
    (["odds", "--edition", "x" * 300], "x"),
    (["edition", "check", "x" * 300 + ".toml"], "cannot be read: File name too long"),
    (["edition", "check"], "Missing argument"),
    (["edition", "new", "mine.txt"], "mine.txt: expected a file name that ends in .toml"),
    (["edition", "new", "no/such/mine.toml"], "no/such/mine.toml: cannot be written: there is no directory no/such"),
    (["edition", "new", "mine.toml", "--edition", "haba"], "--edition haba: expected one in the package"),
    (["odds", "--objective", "pionts"], "objective 'pionts': expected points, lead, any, card:ID; did you mean"),
    (["odds", "--objective", "card:elf4"], "no citizen 'elf4'; did you mean 'elf-4'?"),
    ([*TURN, "--objective", "card:elf-5"], "elf-5 is not on display"),
    # displays
    (["advise"], "expected either --display with the citizens, or --needs with a condition"),
    (["advise", "--display", ""], "display: 0 citizens: expected 5"),
    (["advise", "--display", ",,,,"], "display: 0 citizens: expected 5"),
    (["advise", "--display", SOME + ",elf-5"], "display: 6 citizens: expected 5"),
    (["advise", "--display", SOME.replace("elf-4", "elf4")], "no citizen 'elf4'; did you mean 'elf-4'?"),
    (["advise", "--display", SOME.replace("elf-4", "Elf-4")], "no citizen 'Elf-4'; did you mean 'elf-4'?"),
    (["advise", "--display", SOME.replace("elf-4", "orc-3")], "display: orc-3 stands twice"),
    ([*TURN, "--needs", "3 6s"], "expected either --display"),
    ([*TURN, "--dice", "5d6"], "--dice goes with --needs"),
    ([*TURN, "--villages", "2,2,2,2"], "villages: 4 values: expected 5"),
    ([*TURN, "--villages", ""], "villages: 0 values: expected 5"),
    ([*TURN, "--villages", "2,2,two,2,2"], "--villages: 'two' is not a whole number"),
    ([*TURN, "--villages", "2,2,2.5,2,2"], "--villages: '2.5' is not a whole number"),
    ([*TURN, "--villages=--2,2,2,2,2"], "--villages: '--2' is not a whole number"),
    ([*TURN, "--villages", "2,7,2,2,2"], "mine has no 7: expected 2, 3, 4, or 0 for an empty pile"),
    ([*TURN, "--penalty", "-1"], "penalty -1: expected its points without a sign"),
    ([*TURN, "--fairies", "6"], "fairies 6: this edition has 5"),
    # worths
    ([*TURN, "--worth", "elf-4=nan"], "--worth: 'elf-4=nan': expected a finite number"),
    ([*TURN, "--worth", "elf-4=inf"], "--worth: 'elf-4=inf': expected a finite number"),
    ([*TURN, "--worth", "elf-4=1e999"], "--worth: 'elf-4=1e999': expected a finite number"),
    ([*TURN, "--worth", "elf-4"], "--worth: 'elf-4': expected id=number"),
    ([*TURN, "--worth", "elf-4=x"], "--worth: 'elf-4=x': expected id=number"),
    ([*TURN, "--worth", "elf-5=2"], "worth of elf-5: it is not on display; did you mean 'elf-4'?"),
    (["advise", "--display", SOME.replace("elf-4", "hypnotist"), "--worth", "hypnotist=1.7e308,dwarf-3x1=1.7e308"], ""),
    # rolls made
    ([*TURN, "--roll", ROLL], "--roll and --rolls-left go together"),
    ([*TURN, "--rolls-left", "2"], "--roll and --rolls-left go together"),
    ([*KEEPS, "-1"], "-1 rolls left: after the first of 3 rolls 0 to 2 are left"),
    ([*KEEPS, "9"], "9 rolls left: after the first of 3 rolls 0 to 2 are left"),
    ([*KEEPS, "3"], "3 rolls left: after the first of 3 rolls 0 to 2 are left"),
    ([*KEEPS, "1", "--rolls", "1"], "1 rolls left: after the only roll none is left"),
    ([*KEEPS, "x"], "'--rolls-left'"),
    ([*KEEPS, "2", "--top", "-1"], "--top -1"),
    ([*KEEPS, "2", "--exact"], "leave --roll out"),
    ([*KEEPS, "2", "--policy", "best"], "leave --roll out"),
    ([*TURN, "--roll", "", "--rolls-left", "2"], "0 faces for 6 dice"),
    ([*TURN, "--roll", "1b 2g 4g 6r 3b", "--rolls-left", "2"], "5 faces for 6 dice"),
    ([*TURN, "--roll", "1b 1b 1b 6r 3b 5r", "--rolls-left", "2"], "the dice cannot show 1b 1b 1b together: only"),
    ([*TURN, "--roll", "7b 2g 4g 6r 3b 5r", "--rolls-left", "2"], "no die shows '7b'"),
    ([*TURN, "--roll", "1y 2g 4g 6r 3b 5r", "--rolls-left", "2"], "'1y' is no face of these dice: they show blue"),
    ([*TURN, "--roll", "1 2 4 6 3 5", "--rolls-left", "2"], "no die shows '1'; there is 1 blue, 1 green, 1 red"),
    # policies
    ([*TURN, "--policy", "bset"], "no policy 'bset': expected best, first-met, chase:ID, FILE.py:RULE, FILE.csv"),
    ([*TURN, "--policy", "best,,nope"], "no policy 'nope'"),
    ([*TURN, "--policy", ","], ""),
    ([*TURN, "--policy", "chase:elf-5"], "elf-5 is not on display"),
    ([*TURN, "--policy", "no/such.py:rule"], "no/such.py: no such file"),
    ([*TURN, "--policy", "no/such.csv"], "no/such.csv: cannot be read: No such file or directory"),
    ([*TURN, "--policy", "best", "--exact"], "do not go together"),
    ([*TURN, "--policy", "best", "--turns", "x"], "--turns x: expected a whole number, as in 1000 or 1e6"),
    ([*TURN, "--policy", "best", "--turns", "-1"], "--turns -1: expected a whole number"),
    ([*TURN, "--policy", "best", "--turns", "nan"], "--turns nan: expected a whole number"),
    ([*TURN, "--policy", "best", "--turns", "1.5"], "--turns 1.5: expected a whole number"),
    ([*TURN, "--turns", "10"], "--turns plays policies: give --policy"),
    ([*TURN, "--print-policy", "bset"], "no policy 'bset'"),
    (["advise", "--needs", "3 6s", "--policy", "best"], "go with --display"),
    # dice and conditions, with their place
    (["odds", "--dice", "5d6"], "--dice needs --needs"),
    ([*NEEDS, ""], "'': at character 1: expected a count such as three or 3"),
    ([*NEEDS, "three 7s"], "'three 7s': at character 7: no die shows 7"),
    ([*NEEDS, "seven 6s"], "'seven 6s': at character 1: there are only 6 dice"),
    ([*NEEDS, "thre 6s"], "at character 1: expected a count such as three or 3; did you mean 'three'?"),
    ([*NEEDS, "3 yelow"], "at character 3: expected a colour (blue, green, red)"),
    ([*NEEDS, "3 6s and"], "at character 9: expected a count"),
    ([*NEEDS, "(3 6s"], "at character 6: expected ')'"),
    ([*NEEDS, "3 6s)"], "at character 5: expected 'and', 'or' or the end"),
    ([*NEEDS, "sum 12"], "at character 5: expected <=, >=, ==, < or >"),
    ([*NEEDS, "sum >= 37"], "'sum >= 37': no roll of these dice can meet this"),
    ([*NEEDS, "straight of 7"], "at character 13"),
    ([*NEEDS, "3+2+2"], "at character 1: there are only 6 dice"),
    ([*NEEDS, "3 6s", "--needs", "three sevens"], "'three sevens': at character 7: no die shows 7"),
    ([*NEEDS, "(" * 100 + "3 6s"], "brackets nest at most"),
    ([*NEEDS, "3 6s or " * 100 + "3 6s"], "a condition has at most 500 characters"),
    ([*NEEDS, "3 6s", "--dice", "5d"], "dice '5d': at character 1: expected dice such as 5d6"),
    ([*NEEDS, "3 6s", "--dice", "5d6+"], "dice '5d6+': at character 5: expected dice such as 5d6"),
    ([*NEEDS, "3 6s", "--dice", "5d6 2d8"], "dice '5d6 2d8': at character 5: expected + and more dice, or the end"),
    ([*NEEDS, "3 6s", "--dice", "0d6"], "dice '0d6': at character 1: expected at least one die"),
    ([*NEEDS, "3 6s", "--dice", "5d0"], "dice '5d0': at character 1: d0: a die has 1 to 1000 sides"),
    ([*NEEDS, "3 6s", "--dice", "5d6+3x[1,]"], "at character 5: '' is not a face"),
    ([*NEEDS, "one 1s", "--dice", "2x[1:0,2]"], "weight 0: expected a positive number"),
    ([*NEEDS, "one 1s", "--dice", "2x[1:nan,2]"], "weight 'nan': expected a positive number"),
    ([*NEEDS, "3 6s", "--dice", "1000000000d6"], "too many dice"),
    ([*NEEDS, "sum >= 20", "--dice", "20d20"], "too many dice"),
    # files
    (["odds", "--out", "no/such/odds.csv"], "no/such/odds.csv: cannot be written: there is no directory no/such"),
    (["odds", "--out", "."], "cannot be written: it is a directory"),
    (["odds", "--figure", "no/such/odds.svg"], "no/such/odds.svg: cannot be written: there is no directory no/such"),
    (["odds", "--figure", "odds.gif"], "odds.gif: expected a file name that ends in .svg, .png, .pdf"),
    ([*TURN, "--figure", "odds.svg"], "--figure shows the keeps of a roll"),
    # games, strategies and seats
    (["simulate"], "Missing argument 'game'"),
    (["simulate", "king-of-dices", "--strategies", "random"], "no game 'king-of-dices'; did you mean 'king-of-dice'?"),
    (["compare", "chess", "a", "b"], "no game 'chess'; there is king-of-dice"),
    ([*SIMULATE, ""], "--strategies: expected one for all seats, or one a seat: random, first-met,"),
    ([*SIMULATE, ","], "--strategies: expected one for all seats"),
    ([*SIMULATE, "best-bte"], "no strategy 'best-bte'; did you mean 'best-bet'?"),
    ([*SIMULATE, "best-bet,zzz"], "no strategy 'zzz'; there are random, first-met,"),
    ([*SIMULATE, "best-bet:without=elf4,random"], "best-bet:without=elf4: edition haba-2017 has no citizen 'elf4'"),
    ([*SIMULATE, "best-bet:without=dragn"], "no citizen 'dragn'; did you mean 'dragon'?"),
    ([*SIMULATE, "best-bet:wihout=elf-4"], "no option 'wihout'; did you mean 'without'?"),
    ([*SIMULATE, "best-bte:rolls=2"], "no strategy 'best-bte:rolls=2'; did you mean 'best-bet:rolls=2'?"),
    ([*SIMULATE, "best-bet:rolls=0"], "rolls '0': expected a whole number from 1 to 10"),
    ([*COMPARE, "best-bet:without=elf-44"], "no citizen 'elf-44'; did you mean 'elf-4'?"),
    ([*SIMULATE, "best-bet,random", "--players", "3"], "--strategies names 2, --players says 3: expected one for all"),
    ([*SIMULATE, "no/such.py:Bot"], "strategy no/such.py:Bot: no/such.py: No such file or directory"),
    ([*SIMULATE, "best-bet,random,highest,easiest,first-met,random"], "6 strategies: expected 2 to 5"),
    ([*PLAY, "--players", "1"], "--players 1: expected 2 to 5"),
    ([*PLAY, "--players", "6"], "--players 6: expected 2 to 5"),
    ([*PLAY, "--players", "two"], "'--players'"),
    ([*COMPARE, "highest", "--players", "1"], "--players 1: expected 2 to 5"),
    ([*COMPARE, "highest", "--players", "6"], "--players 6: expected 2 to 5"),
    ([*COMPARE], "1 strategies: name at least two to compare"),
    ([*COMPARE, "best-bet"], "'best-bet' is named twice"),
    ([*COMPARE, "higest"], "no strategy 'higest'; did you mean 'highest'?"),
    ([*COMPARE, "no.py:Bot"], "strategy no.py:Bot: no.py: No such file or directory"),
    ([*SHOW, "king-of-dies"], "no game 'king-of-dies'; did you mean 'king-of-dice'?"),
    ([*SHOW, "--strategies", "best-bte"], "no strategy 'best-bte'; did you mean 'best-bet'?"),
    ([*SHOW, "--players", "6"], "--players 6: expected 2 to 5"),
    ([*SHOW, "--game", "-1"], "--game -1: expected the number of a game, from 0"),
    ([*SHOW, "--game", "9" * 20], "expected the number of a game, from 0"),
    ([*SHOW, "--seed", "-1"], "--seed -1: expected a whole number from 0 to"),
    ([*SHOW, "--out", "no/such/game.txt"], "no/such/game.txt: cannot be written: there is no directory no/such"),
    (["show"], "Missing command"),
    # how many, which seed, who plays
    ([*PLAY, "--games", "0"], "--games 0: expected at least 1, as in 1000 or 1e6"),
    ([*PLAY, "--games", "-5"], "--games -5: expected at least 1"),
    ([*PLAY, "--games", "1.5"], "--games 1.5: expected a whole number"),
    ([*PLAY, "--games", "1e99"], "--games 1e99: expected a whole number"),
    ([*PLAY, "--games", "many"], "--games many: expected a whole number"),
    ([*COMPARE, "highest", "--games", "0"], "--games 0: expected at least 1"),
    ([*COMPARE, "highest", "--games", "1e12"], "--games 1000000000000: at most"),
    ([*PLAY, "--seed", "-1"], "seed -1: expected a whole number from 0 to 9223372036854775807"),
    ([*PLAY, "--seed", "9223372036854775808"], "seed 9223372036854775808: expected a whole number from 0 to"),
    ([*PLAY, "--seed", "x"], "'--seed'"),
    ([*COMPARE, "highest", "--seed", "-1"], "seed -1: expected a whole number from 0 to"),
    ([*PLAY, "--workers", "0"], "0 workers: expected at least 1"),
    ([*PLAY, "--workers", "2", "--engine", "serial"], "2 workers: the engine 'serial' has 1"),
    ([*PLAY, "--engine", "thread"], "no engine 'thread'; did you mean 'threads'?"),
    ([*COMPARE, "highest", "--engine", "cloud"], "no engine 'cloud'; there are serial, threads"),
    ([*COMPARE, "highest", "--workers", "-1"], "-1 workers: expected at least 1"),
    # when to stop
    ([*PLAY, "--until", "win-shar:0.1"], "no quantity 'win-shar' to stop at; did you mean 'win-share'?"),
    ([*PLAY, "--until", "win-share"], "'win-share': expected a quantity and its precision, like win-share:0.002"),
    ([*PLAY, "--until", "win-share:0"], "precision 0.0: expected a number from"),
    ([*PLAY, "--until", "win-share:x"], "'win-share:x': expected a quantity and its precision"),
    ([*COMPARE, "highest", "--until", "sprt"], "'sprt': expected a number after the colon, like sprt:0.01"),
    ([*COMPARE, "highest", "--until", "sprt:2"], "a difference of 2 in win share: expected a number between 0 and 1"),
    ([*COMPARE, "highest", "--until", "elo:5"], "no quantity 'elo' to stop at; there are win-share, sprt"),
    ([*COMPARE, "highest", "--until", "win-share:nan"], "precision nan: expected a number between 0 and 0.5"),
    ([*COMPARE, "highest", "--better-by", "0"], "--better-by: a difference of 0 in win share: expected a number"),
    ([*COMPARE, "highest", "--better-by", "0.1", "--until", "sprt:0.1"], "are the same test: give one of them"),
    # editions and directories of runs
    ([*PLAY, "--edition", "haba-2018"], "no edition 'haba-2018'; did you mean 'haba-2017'?"),
    ([*PLAY, "--edition", ""], "--edition '': expected a name or a file"),
    ([*PLAY, "--edition", "no/such.toml"], "no/such.toml: cannot be read: No such file or directory"),
    ([*COMPARE, "highest", "--edition", "haba-2018"], "no edition 'haba-2018'"),
    ([*SHOW, "--edition", "no/such.toml"], "no/such.toml: cannot be read: No such file or directory"),
    ([*PLAY, "--resume"], "--resume goes on with a run on disk: name its directory, as in --out runs/1"),
    ([*COMPARE, "highest", "--resume"], "--resume goes on with a run on disk"),
    ([*PLAY, "--out", "no/such/run"], "no/such/run: there is no directory no/such"),
    ([*PLAY, "--out", "/dev/null"], "/dev/null: is a file; a run needs a directory"),
    ([*PLAY, "--out", "/"], "and no run; choose a new or empty directory"),
    ([*COMPARE, "highest", "--out", "no/such/run"], "no/such/run: there is no directory no/such"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def nothing_is_written(tmp_path, monkeypatch):
    """Commands run in an empty directory, which is empty afterwards."""
    monkeypatch.chdir(tmp_path)
    yield
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("words", "says"), REFUSED, ids=[" ".join(words)[:90] for words, _ in REFUSED])
def test_bad_input_gets_one_line(refused, words, says):
    assert says in refused(*words)


@pytest.mark.parametrize(
    "words",
    [
        ["odd"],
        ["advise", "--display", ""],
        [*TURN, "--worth", "elf-4=nan"],
        ["odds", "--out", "no/such/odds.csv"],
        ["edition", "check", "no.toml"],
    ],
    ids=lambda words: " ".join(words),
)
def test_bad_input_gets_one_line_from_the_real_command(process, words):
    done = process(*words)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("kingdice: ")
    assert done.err.count("\n") == 1


def test_words_that_are_not_utf_8_get_one_line():
    word = b"\xff\xfe"
    for words in ([b"advise", b"--display", word], [b"odds", b"--needs", word], [b"odds", b"--edition", word]):
        done = subprocess.run(
            [os.fsencode(sys.executable), b"-m", b"kingdice", *words], capture_output=True, timeout=60, check=False
        )
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.startswith(b"kingdice: ")
        assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="needs resource limits")
@pytest.mark.parametrize("command", ["odds", "advise"])
def test_dice_whose_rolls_cannot_be_listed_are_refused_before_memory_runs_out(process, command):
    """The condition sees few faces, so its own pool is small; the rolls of all dice are 10^19."""
    import resource

    gigabytes = 3 * 2**30
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (gigabytes, gigabytes))  # noqa: E731
    done = process(command, "--dice", "8d1000", "--needs", "three 6s", preexec_fn=limit)
    if command == "odds":
        assert (done.code, done.err) == (0, "")
    else:
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("kingdice: too many dice")
