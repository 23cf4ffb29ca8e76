"""The knowledge base's own articles: well-formed, self-contained, and true to the compiled Pokédex."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

DATA = Path(__file__).parents[2] / "data"
KNOWLEDGE = DATA / "knowledge"
FOLDERS = {"en": "en", "zh": "zh-hans"}
FIELDS = ["title", "slug", "lang", "topics", "entities"]
HAN = re.compile(r"[\u4e00-\u9fff]")
GROWTH_RATES = {  # the article's names of the growth rates -> the source's identifiers
    "Erratic": "slow-then-very-fast",
    "Fast": "fast",
    "Medium fast": "medium",
    "Medium slow": "medium-slow",
    "Slow": "slow",
    "Fluctuating": "fast-then-very-slow",
}


@dataclass(frozen=True)
class Article:
    path: Path
    meta: dict[str, Any]
    body: str

    def rows(self, heading: str = "") -> list[list[str]]:
        """The cells of every table row below the given heading (or of the whole article), without header lines."""
        text = self.body if not heading else re.split(r"^## ", self.body.split(f"## {heading}")[1], flags=re.M)[0]
        rows = [line.strip("| ").split("|") for line in text.splitlines() if line.startswith("|")]
        cells = [[cell.strip() for cell in row] for row in rows]
        rules = {i for i, row in enumerate(cells) if set("".join(row)) <= set("-: ")}
        return [row for i, row in enumerate(cells) if i not in rules and i + 1 not in rules]


def read(path: Path) -> Article:
    text = path.read_text(encoding="utf-8")
    match = re.fullmatch(r"---\n(.+?)\n---\n(.+)", text, flags=re.S)
    assert match, f"{path.name} has no front matter"
    meta = yaml.safe_load(match[1])
    assert isinstance(meta, dict), f"the front matter of {path.name} is not a mapping"
    return Article(path, meta, match[2])


PATHS = sorted(path for folder in FOLDERS for path in (KNOWLEDGE / folder).glob("*.md"))
every_article = pytest.mark.parametrize("path", PATHS, ids=lambda p: f"{p.parent.name}/{p.stem}")


def article(slug: str, folder: str = "en") -> Article:
    return read(KNOWLEDGE / folder / f"{slug}.md")


# --- form -------------------------------------------------------------------------------------------------------


def test_there_are_enough_articles_in_both_languages() -> None:
    assert len(list((KNOWLEDGE / "en").glob("*.md"))) >= 45
    assert len(list((KNOWLEDGE / "zh").glob("*.md"))) >= 16


@every_article
def test_front_matter_is_complete_and_valid(path: Path) -> None:
    meta = read(path).meta
    assert list(meta) == FIELDS
    assert meta["slug"] == path.stem
    assert meta["lang"] == FOLDERS[path.parent.name]
    assert isinstance(meta["title"], str) and meta["title"]
    for field in ("topics", "entities"):
        values = meta[field]
        assert isinstance(values, list) and all(isinstance(v, str) and v for v in values)
        assert len(values) == len(set(values)), f"{field} repeats a value"
    assert meta["topics"]
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", v) for v in meta["entities"])


@every_article
def test_the_body_opens_with_its_title_as_the_only_top_heading(path: Path) -> None:
    found = read(path)
    assert re.findall(r"^# (.+)$", found.body, flags=re.M) == [found.meta["title"]]
    assert found.body.startswith("# ")
    assert re.search(r"^## ", found.body, flags=re.M)


@every_article
def test_length_is_within_bounds(path: Path) -> None:
    body = read(path).body
    if path.parent.name == "zh":
        assert 300 <= len(HAN.findall(body)) <= 1200
    else:
        assert 200 <= len(body.split()) <= 600


@every_article
def test_tables_have_as_many_cells_in_each_row_as_in_the_header(path: Path) -> None:
    for block in read(path).body.split("\n\n"):
        lines = [line for line in block.splitlines() if line.startswith("|")]
        assert len({line.count("|") for line in lines}) <= 1, f"uneven table: {lines[:1]}"


@every_article
def test_text_is_meant_for_readers_of_the_app(path: Path) -> None:
    assert not re.search(r"/work\b|\bTODO\b|\bhttps?://", read(path).body)


def test_each_chinese_article_has_its_english_twin_with_the_same_topics_and_entities() -> None:
    for path in (KNOWLEDGE / "zh").glob("*.md"):
        chinese, english = read(path).meta, article(path.stem).meta
        assert chinese["topics"] == english["topics"], path.stem
        assert chinese["entities"] == english["entities"], path.stem


def test_no_paragraph_and_no_title_appears_twice() -> None:
    seen: dict[str, list[str]] = defaultdict(list)
    for path in PATHS:
        found = read(path)
        where = f"{path.parent.name}/{path.stem}"
        seen[f"title {found.meta['title']}"].append(where)
        for paragraph in re.split(r"\n\s*\n", found.body):
            text = " ".join(paragraph.split())
            if not text.startswith("#"):
                seen[text].append(where)
    assert {text[:60]: places for text, places in seen.items() if len(places) > 1} == {}


# --- facts: the tables against the compiled Pokédex ---------------------------------------------------------------


@pytest.fixture(scope="module")
def pokedex() -> Any:
    module = pytest.importorskip("pokeqa.pokedex.dataset", reason="the Pokédex package is not importable")
    if not hasattr(module, "load_dataset"):
        pytest.skip("pokeqa.pokedex.dataset has no load_dataset yet")
    try:
        return module.load_dataset(DATA / "pokedex")
    except FileNotFoundError as error:
        pytest.skip(f"the Pokédex has not been compiled: {error}")


def fold(name: str) -> str:
    return name.replace("’", "'").casefold()


def by_name(records: Any, language: str = "en") -> dict[str, Any]:
    return {fold(r.names[language]): r for r in records.values() if language in r.names}


def test_entities_are_identifiers_of_the_pokedex(pokedex: Any) -> None:
    tables = (pokedex.species, pokedex.moves, pokedex.abilities, pokedex.items, pokedex.types, pokedex.natures)
    known = {record.identifier for table in tables for record in table.values()}
    unknown = {path.stem: sorted(set(read(path).meta["entities"]) - known) for path in PATHS}
    assert {slug: names for slug, names in unknown.items() if names} == {}


def test_priority_table_names_every_move_with_a_priority(pokedex: Any) -> None:
    written: dict[str, int] = {}
    for priority, names in article("priority").rows("Table of priorities (current values)"):
        for name in names.split(", "):
            assert fold(name) not in written, f"{name} is listed twice"
            written[fold(name)] = int(priority.replace("−", "-"))
    moves = [m for m in pokedex.moves.values() if m.priority and not m.is_shadow]
    assert written == {fold(m.names["en"]): m.priority for m in moves}


def test_chinese_priority_table_gives_each_move_its_priority(pokedex: Any) -> None:
    moves = by_name({k: m for k, m in pokedex.moves.items() if not m.is_shadow}, "zh-hans")
    for priority, names in article("priority", "zh").rows("优先度表（现在的数值）"):
        for name in names.split("、"):
            assert moves[fold(name)].priority == int(priority.replace("−", "-")), name


def test_nature_table_agrees_with_the_natures(pokedex: Any) -> None:
    stats = ["attack", "defense", "special-attack", "special-defense", "speed"]
    natures = by_name(pokedex.natures)
    rows = article("natures").rows()
    assert len(rows) == 5
    for raised, (_, *names) in zip(stats, rows, strict=True):
        for lowered, name in zip(stats, names, strict=True):
            nature = natures[fold(name.strip("()"))]
            assert (nature.increased_stat, nature.decreased_stat) == (raised, lowered)


def test_number_table_agrees_with_the_species(pokedex: Any) -> None:
    for generation, count, numbers, _ in article("pokedex-numbers").rows()[:9]:
        ids = sorted(s.id for s in pokedex.species.values() if s.generation == int(generation))
        first, last = map(int, numbers.split("–"))
        assert (ids[0], ids[-1], len(ids)) == (first, last, int(count))


@pytest.mark.parametrize("region", ["kanto", "johto", "hoenn", "sinnoh", "unova", "kalos", "alola", "galar", "paldea"])
def test_starter_tables_agree_with_the_evolutions(pokedex: Any, region: str) -> None:
    species = by_name(pokedex.species)
    ways = {(w.from_pokemon_id, w.to_pokemon_id, w.level) for w in pokedex.evolutions}
    for starter, own_types, levels, final in article(f"region-{region}").rows("Starters"):
        current = species[fold(starter)]
        assert own_types == type_names(pokedex, current.default_pokemon_id)
        for level, name in re.findall(r"(\d+) (\S+?)(?:,|$)", levels):
            following = species[fold(name)]
            assert (current.default_pokemon_id, following.default_pokemon_id, int(level)) in ways
            current = following
        assert final == f"{current.names['en']} ({type_names(pokedex, current.default_pokemon_id)})"


def type_names(pokedex: Any, pokemon_id: int) -> str:
    return ", ".join(pokedex.types[t].names["en"] for t in pokedex.pokemon[pokemon_id].types)


@pytest.mark.parametrize("slug", ["paradox-pokemon", "ultra-beasts", "fossils", "pseudo-legendaries"])
def test_types_in_tables_agree_with_the_pokedex(pokedex: Any, slug: str) -> None:
    species = by_name(pokedex.species)
    type_words = {t.names["en"] for t in pokedex.types.values()}
    checked = 0
    for row in article(slug).rows():
        name = next((cell for cell in row if fold(cell) in species), None)
        types = next((cell for cell in row if set(cell.split(", ")) <= type_words), None)
        if name and types:
            assert types == type_names(pokedex, species[fold(name)].default_pokemon_id), name
            checked += 1
    assert checked >= 10


def test_growth_table_gives_the_experience_for_level_100(pokedex: Any) -> None:
    totals = {rate.identifier: rate.experience[99] for rate in pokedex.growth_rates.values()}
    rates = {rate.id: rate.identifier for rate in pokedex.growth_rates.values()}
    species = by_name(pokedex.species)
    rows = article("experience-and-growth-rates").rows()
    assert len(rows) == len(GROWTH_RATES)
    for name, points, examples in rows:
        assert int(points.replace(",", "")) == totals[GROWTH_RATES[name]]
        for example in examples.split(", "):
            assert rates[species[fold(example)].growth_rate_id] == GROWTH_RATES[name], example


def test_mythical_table_lists_exactly_the_mythical_species(pokedex: Any) -> None:
    for generation, names in article("mythical-pokemon").rows():
        born = (s for s in pokedex.species.values() if s.generation == int(generation))
        found = {fold(s.names["en"]) for s in born if s.is_mythical}
        assert {fold(name) for name in names.split(", ")} == found


def test_baby_table_lists_exactly_the_baby_species(pokedex: Any) -> None:
    written = {fold(row[0]) for row in article("baby-pokemon").rows()}
    assert written == {fold(s.names["en"]) for s in pokedex.species.values() if s.is_baby}
