"""The catalogue of sentences: complete, compiled, fit to be filled in, and all that is said comes out of it."""

from __future__ import annotations

import ast
import importlib.util
import json
import pickle
import random
import re
import string
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import eyeline
from eyeline import catalogue
from eyeline.batch import ChunkWork
from eyeline.catalogue import LOCALE, SOURCE, languages, ngettext, spoken
from eyeline.cli import app
from eyeline.cli.explaining import Hinting
from eyeline.drawing import draw
from eyeline.errors import UnknownName
from eyeline.explaining import explain
from eyeline.grid import Port, Side
from eyeline.reading import items
from eyeline.telling import explanations, places
from samples import samples

ROOT = Path(__file__).parents[1]
OTHERS = [code for code in languages() if code != SOURCE]
others = pytest.mark.parametrize("language", OTHERS)

UNIQUE = "4:/2/////3//////3//3/"
MANY = "4:2/2/1/3/2/3/2/1////////"
NONE = "4:1/1//////////////"
MAZE = "4x4:0,2,6,LLaRLaRaRaRdL,2,1,1,1,2,2,2,2,2,2,3,3,3,0,0,1"
ROOM = "beams\n-./\n...\n.+.\n"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The script that renews the catalogues."""
    spec = importlib.util.spec_from_file_location("catalogue_script", ROOT / "docs" / "catalogue.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=given)


def placeholders(text: str) -> set[str]:
    return {f"{name}:{form}" for _, name, form, _ in string.Formatter().parse(text) if name is not None}


def test_there_are_english_and_vietnamese() -> None:
    assert languages() == ("en", "vi")


@others
def test_every_message_of_the_source_is_translated_and_no_other(language: str, script: ModuleType) -> None:
    renewed = script.renewed(language)
    assert script.path(language).read_text(encoding="utf-8") == script.text(renewed), "python docs/catalogue.py"
    assert [message.id for message in script.missing(renewed)] == []
    assert not renewed.obsolete


def test_every_sentence_stands_once_in_the_source(script: ModuleType) -> None:
    found = Counter(
        call.args[0].value
        for path in script.SOURCE.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in script.KEYWORDS
        and isinstance(call.args[0], ast.Constant)
    )
    assert set(found) == {
        message.id if isinstance(message.id, str) else message.id[0] for message in script.extracted() if message.id
    }
    assert [message for message, times in found.items() if times > 1] == []


@others
def test_what_is_compiled_is_what_is_written(language: str, script: ModuleType) -> None:
    with script.path(language).with_suffix(".mo").open("rb") as file:
        compiled = GNUTranslations(file)
    for message in script.renewed(language):
        if message.id:
            forms = [message.id] if isinstance(message.id, str) else list(message.id)
            held = script.strings(message)
            if len(forms) == 1:
                assert compiled.gettext(forms[0]) == held[0], "python docs/catalogue.py"
            else:
                assert {compiled.ngettext(forms[0], forms[1], n) for n in range(100)} == set(held), (
                    "python docs/catalogue.py"
                )


@others
def test_placeholders_are_the_same_in_every_language_and_can_be_filled_in(language: str, script: ModuleType) -> None:
    for message in script.renewed(language):
        if not message.id:
            continue
        forms = [message.id] if isinstance(message.id, str) else list(message.id)
        wanted = placeholders(forms[-1])
        for text in (*forms, *script.strings(message)):
            assert placeholders(text) == wanted, text
            values = {entry.partition(":")[0]: 7 for entry in wanted}
            assert "{" not in text.format(**values)


@others
def test_nothing_is_left_in_english_by_mistake(language: str, script: ModuleType) -> None:
    same = {
        message.id
        for message in script.renewed(language)
        if message.id
        and message.id in script.strings(message)
        and re.search("[a-z]{2}", re.sub("{.*?}", "", message.id))
    }
    assert same == set()


# --- who speaks what


def test_english_is_spoken_unless_another_language_is_asked_for() -> None:
    at = Port(Side.TOP, 0)
    assert places.port(at) == "above column 1"
    with eyeline.language("vi"):
        assert places.port(at) == "phía trên cột 1"
        with eyeline.language("en"):
            assert places.port(at) == "above column 1"
        assert spoken() == "vi"
    assert places.port(at) == "above column 1"


def test_a_language_that_there_is_none_of_is_named_with_those_there_are() -> None:
    with pytest.raises(UnknownName, match="no language 'xx'; there are en, vi"), eyeline.language("xx"):
        pass
    assert spoken() == SOURCE
    refused = run("hint", UNIQUE, "--lang", "xx")
    assert refused.exit_code == 2
    assert "no language 'xx'; there are en, vi" in refused.stderr


def test_threads_speak_for_themselves() -> None:
    said: dict[str, str] = {}
    ready = threading.Barrier(3)

    def speak(code: str) -> None:
        with eyeline.language(code):
            ready.wait()
            said[code] = places.port(Port(Side.TOP, 0))
            ready.wait()

    threads = [threading.Thread(target=speak, args=(code,)) for code in languages()]
    for thread in threads:
        thread.start()
    ready.wait()
    said["here"] = places.port(Port(Side.TOP, 0))
    ready.wait()
    for thread in threads:
        thread.join()
    assert said == {"en": "above column 1", "vi": "phía trên cột 1", "here": "above column 1"}


def test_work_speaks_the_language_that_it_was_made_in_wherever_it_is_done() -> None:
    with eyeline.language("vi"):
        work = ChunkWork(Hinting(stage=1), bulk=False)
    (reply,) = pickle.loads(pickle.dumps(work))(list(items(UNIQUE)))  # noqa: S301
    assert reply.out == ("hãy xem gợi ý phía trên cột 2",)
    assert spoken() == SOURCE


def test_numbers_choose_the_form() -> None:
    assert [ngettext("{n} answer", "{n} answers", n) for n in (1, 2)] == ["{n} answer", "{n} answers"]
    with eyeline.language("vi"):
        assert {ngettext("{n} answer", "{n} answers", n) for n in range(5)} == {"{n} lời giải"}


# --- what the verbs say


class Recorder(GNUTranslations):
    """A translator that keeps what it is asked for and does not know."""

    unknown: set[str]

    def gettext(self, message: str) -> str:
        said = super().gettext(message)
        if (message, 0) not in self._catalog and message not in self._catalog:  # type: ignore[attr-defined]
            self.unknown.add(message)
        return said

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        if (msgid1, 0) not in self._catalog:  # type: ignore[attr-defined]
            self.unknown.add(msgid1)
        return super().ngettext(msgid1, msgid2, n)


@pytest.fixture(params=OTHERS)
def recorder(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Recorder]]:
    """A language, and a translator of it that keeps what it does not know; nothing may be left over at the end."""
    code = request.param
    with (LOCALE / code / "LC_MESSAGES" / "eyeline.mo").open("rb") as file:
        translator = Recorder(file)
    translator.unknown = set()
    real: Callable[[str], NullTranslations] = catalogue._translations
    monkeypatch.setattr(catalogue, "_translations", lambda asked: translator if asked == code else real(asked))
    yield code, translator
    assert translator.unknown == set()


#: Words that no sentence in Vietnamese has, though numbers, cells, engines and verdicts may stand in it.
ENGLISH = re.compile(
    r"\b(?:the|is|are|not|and|or|of|at|clue|row|column|cell|known|suppose|answer|rule|seen|park|ghosts?|vampires?)\b",
    re.I,
)


def english(text: str) -> list[str]:
    return [line for line in text.splitlines() if ENGLISH.search(line)]


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", MANY),
        ("solve", NONE),
        ("count", MANY),
        ("check", MANY),
        ("check", UNIQUE + ",1_1n"),
        ("hint", UNIQUE, "--stage", "3"),
        ("hint", NONE, "--stage", "3"),
        ("explain", UNIQUE),
        ("explain", MAZE),
        ("explain", MANY),
        ("explain", NONE),
        ("explain", "-"),
        ("grade", UNIQUE),
        ("certify", UNIQUE),
        ("certify", NONE),
        ("trim", UNIQUE),
        ("kinds",),
        ("model", UNIQUE, "--to", "typ"),
        ("draw", UNIQUE, "--path", "top:2"),
        ("draw", MAZE, "--path", "top:2"),
    ],
)
def test_verbs_say_all_in_the_language_asked_for(recorder: tuple[str, Recorder], arguments: tuple[str, ...]) -> None:
    code, _ = recorder
    there = run(*arguments, "--lang", code, given=ROOM)
    here = run(*arguments, given=ROOM)
    assert there.exit_code == here.exit_code
    assert there.stdout != here.stdout or there.stderr != here.stderr
    assert english(there.stdout + there.stderr) == []


def test_records_hold_the_same_but_for_their_texts() -> None:
    here, there = (json.loads(run("explain", UNIQUE, "--json", "--lang", code).stdout) for code in ("en", "vi"))

    def wordless(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
        assert all(step["text"] for step in steps)
        return [{**step, "text": [], "inner": wordless(step["inner"])} for step in steps]

    assert here["steps"] != there["steps"]
    assert wordless(here["steps"]) == wordless(there["steps"])


def test_files_for_solvers_are_in_english_whatever_is_spoken() -> None:
    for form in ("lp", "mps", "opb", "cnf", "tex"):
        assert run("model", UNIQUE, "--to", form, "--lang", "vi").stdout == run("model", UNIQUE, "--to", form).stdout


def test_pictures_speak() -> None:
    puzzle = eyeline.read(MAZE)
    with eyeline.language("vi"):
        picture = draw(puzzle)
    assert picture.title.startswith("Mê cung gương")
    assert not ENGLISH.search(picture.description)


@pytest.mark.parametrize("seed", range(3))
def test_explanations_of_all_kinds_and_variants_are_translated(seed: int, recorder: tuple[str, Recorder]) -> None:
    code, _ = recorder
    chance = random.Random(seed)
    for puzzle, _answer in samples(seed + 40, 1):
        if chance.random() < 0.5:
            found = explain(puzzle)
            with eyeline.language(code):
                assert english("\n".join(explanations.explanation(found))) == []
