"""Ids are read two ways, a quick one for those without surprises: both say the same, and so do both ways to sniff."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from eyeline.errors import NotationError
from eyeline.formats import Piece, sniff, tatham
from eyeline.sheet import Page

IDS = (
    "5:4//3//1////3/4/////3////3/",
    "5://2////3/2///2//3/2//3/3///,i2j2d",
    "5dh:3/2//1//2/1/3/3//3/5/2/1/2//1//3/3,b5j2k",
    "2:1/2/2/1/1/2/2/1,1_2__2_1",
    "12:" + "/" * 47 + ",12_11a" + "z" * 5 + "k",
    "1:///",
    "4x4:5,2,3,aRLdRaLbRbL,0,1,2,3,0,1,2,3,0,1,2,3,0,1,2,3",
    "3x2de:1,2,1,aLbGR,0,1,-,3,,1,2,3,0,1",
)
SIGNS = "0123456789/,:_abzxdhLRGVZ-# ?=&.\n\u0661\uff15"


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """An id in which a few characters were put in, left out or changed."""
    text = draw(st.sampled_from(IDS))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 2))
        text = text[:at] + draw(st.text(SIGNS, max_size=2)) + text[at + cut :]
    return text


def outcome(text: str, *, careful: bool) -> Page | str:
    """The page, or what is wrong and where."""
    piece = Piece(text, 3, 2)
    try:
        return tatham._careful(piece) if careful else tatham.read(piece)
    except NotationError as error:
        return f"{error.message} at {error.line}:{error.column}, expected {error.expected}"


@given(spoilt())
@example("5:4//3//1////3/4/////3////3/,")
@example("5:4//3//1////3/4/////3////3/,6y")
@example("5:4//3//1////3/4/////3////3/,256y")
@example("99:" + "/" * 395)
@example("100:" + "/" * 399)
@example("1x1:0,0,0,L,,,,")
@example("1x1:0,0,1,Z,,,,")
@example("0x1:0,0,0,,,")
@example("2x1:0,0,1,aLa,,,,,,")
def test_both_ways_read_the_same(text: str) -> None:
    assert outcome(text, careful=False) == outcome(text, careful=True)


def test_the_quick_way_is_taken() -> None:
    assert all(tatham._plain_towers(text) for text in IDS[:-2])
    assert all(tatham._plain_undead(text) for text in IDS[-2:])
    assert not any(tatham._plain_towers(text) for text in IDS[-2:])


@given(spoilt())
def test_what_is_plainly_an_id_is_nothing_else(text: str) -> None:
    if tatham.alone(text):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tatham, "alone", lambda _: False)
            assert sniff(text) is tatham.FORMAT


def test_a_height_that_no_city_can_have_is_refused() -> None:
    with pytest.raises(NotationError, match="a height of 256") as caught:
        tatham.read(Piece("17:" + "/" * 67 + "," + "_".join(map(str, range(1, 290)))))
    assert caught.value.expected == "at most 255"
