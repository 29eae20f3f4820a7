"""Renew the catalogues of all languages: ``python docs/catalogue.py [LANGUAGE...]``.

Takes the messages out of the source, merges them into every ``.po`` file below ``src/eyeline/locale`` and compiles it.
A language that is named and has no file yet gets one. Says what is left to be translated, and leaves with 1 if anything
is; tests hold the files against the source.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from eyeline.catalogue import DOMAIN, LOCALE

SOURCE = Path(__file__).parents[1] / "src" / "eyeline"
#: The functions whose first argument (of ``ngettext``: two) is a message.
KEYWORDS = {"_": None, "ngettext": (1, 2), "later": None}
WIDTH = 100


def extracted() -> Catalog:
    """Return every message of the source, with the modules that it stands in."""
    found = Catalog(domain=DOMAIN, project="eyeline")
    for name, _line, message, comments, _context in extract_from_dir(
        SOURCE,
        method_map=[("**.py", "python")],
        keywords=KEYWORDS,
        comment_tags=["Translators:"],
        strip_comment_tags=True,
    ):
        found.add(message, locations=[(name, 0)], auto_comments=comments)
    return found


def path(language: str) -> Path:
    """Return where the catalogue of a language stands."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def renewed(language: str) -> Catalog:
    """Return a language's catalogue with exactly the messages of the source, translated as far as they were."""
    messages = extracted()
    if path(language).exists():
        with path(language).open("rb") as file:
            held = read_po(file, locale=language, domain=DOMAIN)
    else:
        held = Catalog(language, DOMAIN, project="eyeline", fuzzy=False)
    dates = held.creation_date, held.revision_date
    # Nothing is guessed from messages that look alike: what is translated was translated for this very message.
    held.update(messages, no_fuzzy_matching=True)
    held.obsolete.clear()
    held.creation_date, held.revision_date = dates
    name = held.locale.english_name if held.locale else language
    held.header_comment = f"# The sentences of eyeline in {name}; renewed by docs/catalogue.py."
    held.project, held.version = "eyeline", "1"
    held.msgid_bugs_address = held.last_translator = held.language_team = "eyeline"
    held.fuzzy = False
    return held


def text(catalogue: Catalog) -> str:
    """Return a catalogue as a ``.po`` file."""
    out = io.BytesIO()
    write_po(out, catalogue, width=WIDTH, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    return out.getvalue().decode()


def missing(catalogue: Catalog) -> list[Message]:
    """Return the messages that are not translated, or only by a guess."""
    return [message for message in catalogue if message.id and (message.fuzzy or not all(strings(message)))]


def strings(message: Message) -> list[str]:
    """Return the translations of a message: one for each form of the plural."""
    return [message.string] if isinstance(message.string, str) else [str(one or "") for one in message.string or [""]]


def main(languages: list[str]) -> int:
    """Renew the catalogues and return the exit code."""
    there = sorted(file.parts[-3] for file in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
    left = 0
    for language in dict.fromkeys([*there, *languages]):
        catalogue = renewed(language)
        path(language).parent.mkdir(parents=True, exist_ok=True)
        path(language).write_text(text(catalogue), encoding="utf-8")
        with path(language).with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)
        for message in missing(catalogue):
            source = message.id if isinstance(message.id, str) else message.id[0]
            sys.stderr.write(f"{language}: not translated: {source}\n")
            left += 1
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
