"""The page's own words in every UI language: `data/ui/<language>.yaml`.

A word is put into the page in all languages at once, and the style sheet shows the one that is chosen. So the switch
works at once, without asking the server, and a rendered answer needs no language.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape

from ..errors import LexiconError
from ..paths import DATA
from ..yaml_files import read_yaml

LANGUAGES = ("en", "zh")
#: The languages of the page as the answer templates call them.
ANSWER_LANGUAGES = {"en": "en", "zh": "zh-hans"}
_HTML_LANG = {"en": "en", "zh": "zh-CN"}


def word(key: str, language: str, **values: object) -> str:
    """The text of `key` ("composer.ask") with its fields filled. Raises `LexiconError` for an unknown key or field."""
    template = _words(language).get(key)
    if template is None:
        raise LexiconError(f"There is no page word {key!r} for {language}. Add it to data/ui/{language}.yaml.")
    try:
        return template.format_map(values)
    except KeyError as error:
        raise LexiconError(f"The page word {key!r} asks for a field {error} that is not given.") from error


def has_word(key: str) -> bool:
    """Whether the page has a word for `key`."""
    return key in _words(LANGUAGES[0])


def both(key: str, **values: object) -> str:
    """The text of `key` in every language as HTML; values are escaped."""
    return in_languages({language: word(key, language, **values) for language in LANGUAGES})


def in_languages(texts: Mapping[str, str]) -> str:
    """A text that is there in several languages as HTML; written once where it is the same in all."""
    if len(set(texts.values())) == 1:
        return escape(next(iter(texts.values())))
    return "".join(
        f'<span class="l-{language}" lang="{_HTML_LANG[language]}">{escape(text)}</span>'
        for language, text in texts.items()
    )


def attribute(name: str, key: str) -> str:
    """An attribute whose text the page's script sets in the chosen language ("placeholder", "aria-label")."""
    data = "".join(f' data-{name}-{language}="{escape(word(key, language))}"' for language in LANGUAGES)
    return f'{name}="{escape(word(key, LANGUAGES[0]))}"{data}'


def examples(language: str) -> tuple[str, ...]:
    """The questions that the empty page proposes in a language."""
    return tuple(str(question) for question in read_yaml(DATA / "ui" / "examples.yaml")[language])


def pairs_of_examples(language: str) -> tuple[tuple[str, str], ...]:
    """Two questions each that the caches tab proposes to compare in a language."""
    return tuple((str(a), str(b)) for a, b in read_yaml(DATA / "ui" / "examples.yaml")["pairs"][language])


@cache
def _words(language: str) -> Mapping[str, str]:
    table: dict[str, str] = {}
    _flatten(read_yaml(DATA / "ui" / f"{language}.yaml"), "", table)
    return table


def _flatten(node: Mapping[str, object], prefix: str, into: dict[str, str]) -> None:
    for key, value in node.items():
        if isinstance(value, Mapping):
            _flatten(value, f"{prefix}{key}.", into)
        else:
            into[f"{prefix}{key}"] = str(value)
