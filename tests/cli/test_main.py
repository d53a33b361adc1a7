"""The entry point itself: version, help, shell completion, pipes, interruption."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time

import pytest
from oracles.processes import hear_ctrl_c

import kingdice
from kingdice.simulation import RNG_VERSION

COMMANDS = [(), ("odds",), ("advise",), ("edition",), ("edition", "show"), ("edition", "check"), ("edition", "new")]
SOME = "elf-4,dwarf-3x1,gnome-5red,orc-3,dragon-28"


def test_version_says_what_results_depend_on(process, edition):
    done = process("--version")
    expected = f"kingdice {kingdice.__version__}, edition haba-2017 {edition.hash}, rng {RNG_VERSION}\n"
    assert done == (0, expected, "")


def test_the_installed_command_is_the_same(tmp_path):
    command = os.path.join(os.path.dirname(sys.executable), "kingdice")
    done = subprocess.run([command, "--version"], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("kingdice ")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_every_command_has_help(answer, command, option):
    text = answer(*command, option)
    assert text.startswith(f"Usage: {' '.join(['kingdice', *command])} ")
    assert "--help" in text


def test_help_is_what_one_gets_without_words(answer):
    assert answer() == answer("--help")


def test_help_names_every_command(answer):
    text = answer("--help")
    for name in ("odds", "advise", "edition"):
        assert re.search(rf"^  {name} ", text, re.MULTILINE)


def test_help_of_advise_names_its_options(answer):
    text = answer("advise", "--help")
    names = "display villages penalty fairies players objective worth roll rolls-left rolls seat policy turns seed"
    names += " print-policy top edition dice needs exact figure format out"
    for name in names.split():
        assert re.search(rf"^  --{name}\b", text, re.MULTILINE), name


def completed(call, monkeypatch, line: str) -> list[str]:
    """What bash is offered at the end of a line."""
    words = line.split(" ")
    monkeypatch.setenv("_KINGDICE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    done = call()
    assert (done.code, done.err) == (0, "")
    return done.out.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("kingdice ", {"odds", "advise", "edition"}),
        ("kingdice od", {"odds"}),
        ("kingdice edition ", {"show", "check", "new"}),
        ("kingdice odds --edition ", {"haba-2017", "haba-2017-lv"}),
        ("kingdice advise --edition haba-2017-", {"haba-2017-lv"}),
        ("kingdice odds --format ", {"table", "csv", "json", "markdown"}),
        ("kingdice odds --objective car", {"card:snob-even", "card:dragon-30", "card:orc-2+2"}),
        ("kingdice advise --objective card:elf", {"card:elf-4", "card:elf-6"}),
        ("kingdice advise --objective ", {"points", "lead", "any", "card:elf-4", "far-sighted"}),
        ("kingdice advise --display sn", {"snob-even", "snob-odd"}),
        ("kingdice advise --display snob-odd,sn", {"snob-odd,snob-even"}),
        ("kingdice advise --display elf-4,dragon-28,", {"elf-4,dragon-28,dragon-25", "elf-4,dragon-28,hypnotist"}),
    ],
)
def test_completion_offers_commands_editions_and_citizens(call, monkeypatch, line, offered):
    found = completed(call, monkeypatch, line)
    assert offered <= set(found)
    last = line.rsplit(" ", 1)[-1]
    assert all(one.startswith(last) for one in found)
    assert len(found) == len(set(found))


def test_completion_leaves_out_citizens_that_are_named_already(call, monkeypatch):
    found = completed(call, monkeypatch, "kingdice advise --display elf-4,elf-5,e")
    assert found == ["elf-4,elf-5,elf-6"]


@pytest.mark.parametrize(
    ("shell", "environment"),
    [
        ("bash", {"COMP_WORDS": "kingdice advise --display elf-4,dragon-", "COMP_CWORD": "3"}),
        ("zsh", {"_TYPER_COMPLETE_ARGS": "kingdice advise --display elf-4,dragon-"}),
        (
            "fish",
            {
                "_TYPER_COMPLETE_ARGS": "kingdice advise --display elf-4,dragon-",
                "_TYPER_COMPLETE_FISH_ACTION": "get-args",
            },
        ),
    ],
)
def test_completion_in_each_shell(process, shell, environment):
    done = process(environment={"_KINGDICE_COMPLETE": f"complete_{shell}", **environment})
    assert done.err == ""
    assert re.findall(r"elf-4,dragon-\d+", done.out) == [f"elf-4,dragon-{sum_}" for sum_ in (25, 28, 30)]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_comes_with_a_script_for_each_shell(process, shell):
    done = process(environment={"_KINGDICE_COMPLETE": f"source_{shell}"})
    assert done.err == ""
    assert f"complete_{shell}" in done.out


PIPED = [("odds",), ("--version",), ("--help",), ("edition", "show", "--format", "json")]


@pytest.mark.parametrize("words", PIPED, ids=" ".join)
def test_a_reader_that_is_gone_ends_the_command_quietly(process, words):
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = process(*words, stdout=writer)
    finally:
        os.close(writer)
    assert (done.code, done.err) == (0, "")


def test_the_first_line_can_be_cut_off(tmp_path):
    line = f"set -o pipefail; '{sys.executable}' -m kingdice odds | head -1"
    done = subprocess.run(
        ["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Chance of each citizen")
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_standard_output_that_takes_no_more_is_said_in_one_line(process):
    with open("/dev/full", "w") as full:
        done = process("odds", stdout=full)
    assert done.code == 2
    assert re.fullmatch(r"kingdice: .+\n", done.err)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_terminal_without_all_characters_gets_its_answer(process, encoding):
    done = process("odds", environment={"PYTHONIOENCODING": encoding}, encoding=encoding)
    assert (done.code, done.err) == (0, "")
    assert len(done.out.splitlines()) == 44


@pytest.mark.parametrize("words", [("odds",), ("odds", "--out", "odds.csv")], ids=" ".join)
def test_an_interrupted_command_says_so_in_one_line(call, monkeypatch, tmp_path, words):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("kingdice.games.king_of_dice.odds.odds_rows", interrupt)
    assert call(*words) == (130, "", "kingdice: interrupted\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="needs SIGINT")
def test_a_command_interrupted_from_outside_says_so_in_one_line(tmp_path):
    rule, sign = tmp_path / "slow.py", tmp_path / "started"
    text = f"import pathlib, time\n\n\ndef wait(faces, left):\n    pathlib.Path({str(sign)!r}).touch()\n"
    rule.write_text(f"{text}    time.sleep(60)\n", encoding="utf-8")
    words = [sys.executable, "-m", "kingdice", "advise", "--display", SOME, "--policy", f"{rule}:wait"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(words, cwd=tmp_path, preexec_fn=hear_ctrl_c, **pipes) as running:
        for _ in range(600):
            if sign.exists():
                break
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, "", "kingdice: interrupted\n")
