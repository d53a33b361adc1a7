"""Rules by name: which words there are, in which order, what excludes what, and what is said about others."""

from __future__ import annotations

import pytest

from kingdice.errors import EditionError
from kingdice.games.carcassonne.variants import CARDS, SWITCHES, TILE_SETS, Variants, variants_named

LEASTS = [f"least-{size}" for size in range(3, 10)]


def test_words() -> None:
    assert TILE_SETS == ("base", "base+king-robber")
    assert CARDS == ("none", "official", "flat-10", "flat-15-40", "continuous", "continuous-new")
    assert ("small-city", "fields-by-city", "fields-once", "big-cities", *LEASTS) == SWITCHES


@pytest.mark.parametrize("words", ["", "standard", [], ["standard"], "standard,"])
def test_without_words_all_tiles_and_the_official_cards(words: str | list[str]) -> None:
    assert variants_named(words) == Variants("base+king-robber", "official", ())
    assert variants_named(words).name == "base+king-robber,official"


def test_base_tiles_alone_come_without_cards_unless_asked_for() -> None:
    assert variants_named("base").name == "base,none"
    assert variants_named("base,official").name == "base,official"
    assert variants_named("base+king-robber,none").name == "base+king-robber,none"


@pytest.mark.parametrize(
    "words", ["least-3,big-cities,flat-10,small-city,base", ["small-city", "base", "least-3,flat-10", "big-cities"]]
)
def test_words_in_any_order_name_the_same_rules(words: str | list[str]) -> None:
    assert variants_named(words).name == "base,flat-10,small-city,big-cities,least-3"


@pytest.mark.parametrize("word", [*TILE_SETS, *CARDS, *SWITCHES])
def test_name_of_any_rule_names_the_same_rules_again(word: str) -> None:
    known = variants_named(word)
    assert word in known.name.split(",")
    assert variants_named(known.name) == known


def test_saying_a_word_twice_is_no_mistake() -> None:
    assert variants_named("small-city,small-city,base,base").name == "base,none,small-city"


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ("base,base+king-robber", "base and base+king-robber exclude each other, both say tiles"),
        ("official,none", "official and none exclude each other, both say cards"),
        ("continuous,continuous-new", "continuous and continuous-new exclude each other, both say cards"),
        (
            "fields-by-city,fields-once",
            "fields-by-city and fields-once exclude each other, both say ways to count fields",
        ),
        ("least-3,least-4", "least-3 and least-4 exclude each other, both say least sizes"),
    ],
)
def test_words_that_exclude_each_other(words: str, what: str) -> None:
    with pytest.raises(EditionError) as refused:
        variants_named(words)
    assert str(refused.value) == f"rules '{words}': {what}"


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("offical", "official"),
        ("flat10", "flat-10"),
        ("small-citys", "small-city"),
        ("fields-by-cities", "fields-by-city"),
        ("continuous-old", "continuous"),
        ("base+king", "base+king-robber"),
        ("big-citys", "big-cities"),
        ("least3", "least-3"),
    ],
)
def test_unknown_word_is_answered_with_a_near_one(word: str, near: str) -> None:
    with pytest.raises(EditionError, match=f"no rule of carcassonne '{word[:4]}") as refused:
        variants_named(word)
    assert near in str(refused.value)


def test_word_that_is_like_no_other_is_answered_with_the_list() -> None:
    with pytest.raises(EditionError, match="no rule of carcassonne 'zzz'; there are base, base\\+king-robber, none"):
        variants_named("zzz")


def test_bags() -> None:
    assert len(variants_named("base").bag) == 71
    assert len(variants_named("base+king-robber").bag) == 76
    for words in TILE_SETS:
        assert variants_named(words).bag.count("D") == 3
    assert variants_named("base+king-robber").bag[-5:] == ("KR1", "KR2", "KR3", "KR4", "KR5")


def test_what_the_switches_say() -> None:
    usual = variants_named("")
    assert (usual.small_city_points, usual.fields, usual.least_city, usual.least_size) == (4, "each", 2, 2)
    assert variants_named("small-city").small_city_points == 2
    assert variants_named("fields-by-city").fields == "by-city"
    assert variants_named("fields-once").fields == "once"
    assert variants_named("big-cities").least_city == 3
    assert [variants_named(word).least_size for word in LEASTS] == [3, 4, 5, 6, 7, 8, 9]


def test_hash_tells_rules_and_tiles_apart() -> None:
    names = ["base", "base,official", "base+king-robber", "small-city", "big-cities", *CARDS[2:], *LEASTS]
    hashes = {variants_named(name).hash for name in names}
    assert len(hashes) == len(names)
    assert {len(one) for one in hashes} == {12}
