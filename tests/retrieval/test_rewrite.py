"""Rewriting and reranking: what is searched with, and in which order what was found is shown."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from pokeqa.errors import SourceError
from pokeqa.paths import DATA
from pokeqa.pokedex.dataset import Dataset
from pokeqa.question.fold import fold
from pokeqa.question.parser import Parser
from pokeqa.request import Turn
from pokeqa.retrieval import rewrite as module
from pokeqa.retrieval.milvus_store import Hit
from pokeqa.retrieval.rerank import (
    CrossEncoderReranker,
    RerankQuery,
    ScoreReranker,
    positions,
    reranker_for,
    spread,
)
from pokeqa.retrieval.rewrite import rewrite
from pokeqa.retrieval.search import Candidate, fuse
from pokeqa.retrieval.terms import passage_vector, query_vector, score, terms
from pokeqa.yaml_files import read_yaml


@pytest.fixture(scope="module")
def parser(dataset: Dataset) -> Parser:
    return Parser(dataset)


class Model:
    """A language model that writes one text, or fails."""

    def __init__(self, text: str = "", error: Exception | None = None, delay_s: float = 0) -> None:
        self.text, self.error, self.delay_s = text, error, delay_s
        self.prompts: list[str] = []

    async def complete(self, prompt: str) -> str:
        self.prompts.append(prompt)
        await asyncio.sleep(self.delay_s)
        if self.error is not None:
            raise self.error
        return self.text


# --- rewriting --------------------------------------------------------------------------------------------------


async def test_off_searches_with_the_question(parser: Parser, dataset: Dataset) -> None:
    understood = parser.understand("妙蛙种子会什么", [], "auto")
    assert (await rewrite(understood, "off", dataset)).text == "妙蛙种子会什么"


async def test_off_still_knows_what_was_said_before(parser: Parser, dataset: Dataset) -> None:
    history = [Turn(role="user", content="What type is Garchomp?"), Turn(role="assistant", content="Dragon/Ground.")]
    understood = parser.understand("And its hidden ability?", history, "auto")
    assert "Garchomp" in (await rewrite(understood, "off", dataset)).text


@pytest.mark.parametrize(
    ("question", "added"),
    [
        ("烈咬陆鲨怎么配招？", "Garchomp"),
        ("隐形岩怎么清除？", "Stealth Rock"),
        ("王者之证有什么用？", "King’s Rock"),
        ("丰缘有哪些馆主？", "Hoenn"),
        ("闪光宝可梦的概率", "shiny"),
        ("闪光宝可梦的概率", "异色"),
        ("哪些是准神", "pseudo-legendary"),
        ("閃光寶可夢的概率", "shiny"),
        ("How likely are crits?", "critical hit"),
        ("Is Pikachuu a good starter?", "Pikachu"),
    ],
)
async def test_on_adds_names_and_usual_words(parser: Parser, dataset: Dataset, question: str, added: str) -> None:
    understood = parser.understand(question, [], "auto")
    written = await rewrite(understood, "on", dataset)
    assert written.text.startswith(understood.full_text)
    assert added in written.added and added in written.text
    assert written.by == "names and lexicon"


async def test_what_the_question_says_is_not_added_again(parser: Parser, dataset: Dataset) -> None:
    understood = parser.understand("How does Garchomp deal with weather?", [], "auto")
    assert "Garchomp" not in (await rewrite(understood, "on", dataset)).added


@pytest.mark.parametrize("question", ["What is the effect of a move?", "Does it collect items?", "Where is Evan?"])
async def test_parts_of_words_are_no_topics(parser: Parser, dataset: Dataset, question: str) -> None:
    written = await rewrite(parser.understand(question, [], "auto"), "on", dataset)
    assert not {"critical hit", "EVs", "IVs"} & set(written.added)


async def test_hyde_says_that_it_needs_a_model(parser: Parser, dataset: Dataset) -> None:
    understood = parser.understand("闪光宝可梦的概率", [], "auto")
    written = await rewrite(understood, "hyde", dataset)
    assert written.message is not None and "needs a language model" in written.message
    assert written.text == (await rewrite(understood, "on", dataset)).text


@pytest.mark.parametrize("mode", ["on", "hyde"])
async def test_a_model_writes_and_the_question_stays(parser: Parser, dataset: Dataset, mode: str) -> None:
    model = Model('"shiny odds\n by generation"')
    understood = parser.understand("闪光宝可梦的概率", [], "auto")
    written = await rewrite(understood, mode, dataset, model)  # type: ignore[arg-type]
    assert written.text == "闪光宝可梦的概率 shiny odds by generation"
    assert written.by == f"language model ({mode})"
    assert "闪光宝可梦的概率" in model.prompts[0]


async def test_a_question_in_braces_reaches_the_model_as_it_is(parser: Parser, dataset: Dataset) -> None:
    model = Model("x")
    await rewrite(parser.understand("what is {names} or {0}?", [], "auto"), "on", dataset, model)
    assert "{names} or {0}" in model.prompts[0]


@pytest.mark.parametrize("model", [Model(error=SourceError("no key")), Model(text="  "), Model(text="x", delay_s=5)])
async def test_a_model_that_fails_is_said_and_replaced(
    parser: Parser, dataset: Dataset, model: Model, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LLM_TIMEOUT_S", 0.05)
    written = await rewrite(parser.understand("闪光宝可梦的概率", [], "auto"), "on", dataset, model)
    assert written.message is not None and "language model" in written.message
    assert "shiny" in written.added


async def test_a_model_that_talks_on_and_on_is_cut(parser: Parser, dataset: Dataset) -> None:
    written = await rewrite(parser.understand("weather", [], "auto"), "on", dataset, Model("rain " * 1000))
    assert len(written.text) < 400


def test_the_topics_are_well_formed() -> None:
    entries = read_yaml(DATA / "lexicon" / "topics.yaml")
    spellings: Counter[str] = Counter()
    for entry in entries:
        assert set(entry) == {"en", "zh"} and entry["en"] and entry["zh"]
        assert all(isinstance(word, str) for word in (*entry["en"], *entry["zh"]))
        spellings.update({fold(word) for word in entry["zh"]})
    assert [word for word, count in spellings.items() if count > 1] == []


# --- terms and BM25 ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How are the odds calculated?", ["odd", "calcul"]),
        ("Pokémon's 8,192 eggs", ["pokemon", "8192", "egg"]),
        ("Farfetch'd", ["farfetchd"]),
        ("異色概率", ["异色", "色概", "概率"]),
        ("特性是什么", ["特性"]),
        ("Mega进化", ["mega", "进化"]),
        ("ピカチュウ", ["ピカ", "カチ", "チュ", "ュウ"]),
        ("", []),
    ],
)
def test_terms_are_stems_and_pairs(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_rare_words_weigh_more_and_long_passages_less() -> None:
    weights = query_vector(["rain", "rare"], lambda words: ({"rain": 50, "rare": 1}, 100))
    common, rare = (passage_vector({word: 1, "other": 20}) for word in ("rain", "rare"))
    assert score(weights, rare) > score(weights, common) > 0
    assert score(weights, passage_vector({"rare": 1, "other": 400})) < score(weights, rare)
    assert query_vector(["unknown"], lambda words: ({}, 100)) == {}


def test_fusion_favours_what_both_find_and_breaks_ties_by_id() -> None:
    both = {"dense": [Hit("a", "h", 0.9), Hit("b", "h", 0.8)], "bm25": [Hit("b", "h", 9.0), Hit("c", "h", 8.0)]}
    fused = fuse(both)
    assert max(fused, key=lambda one: fused[one]) == "b"
    tied = fuse({"dense": [Hit("z", "h", 0.5), Hit("y", "h", 0.5)]})
    assert tied["y"] > tied["z"]


# --- reranking --------------------------------------------------------------------------------------------------


def candidate(name: str, dense: float, bm25: float, **metadata: object) -> Candidate:
    return Candidate(
        name, "text", name, {"dense": dense, "bm25": bm25, "fused": 0.1}, {"slug": name, "lang": "en", **metadata}
    )


def test_the_default_weighs_both_scores() -> None:
    found = [candidate("meaning", 0.9, 0), candidate("words", 0.1, 9), candidate("both", 0.8, 8)]
    assert ScoreReranker().rerank(RerankQuery("q", "en"), found)[0].id == "both"


def test_the_page_of_the_pokemon_named_is_preferred() -> None:
    found = [candidate("other", 0.6, 5), candidate("own", 0.6, 5, entities=["pikachu"])]
    assert ScoreReranker().rerank(RerankQuery("q", "en", "pikachu"), found)[0].id == "own"


def test_the_language_of_the_question_is_preferred() -> None:
    found = [candidate("a", 0.6, 5, lang="en"), candidate("b", 0.6, 5, lang="zh-hans")]
    assert ScoreReranker().rerank(RerankQuery("q", "zh-hant"), found)[0].id == "b"


def test_a_translation_is_left_out_where_the_language_asked_for_is_there() -> None:
    found = [candidate(f"{slug}-{lang}", 0.6, 5, lang=lang, slug=slug)
             for slug, lang in (("a", "en"), ("a", "zh-hans"), ("b", "en"))]  # fmt: skip
    ids = [one.id for one in ScoreReranker().rerank(RerankQuery("q", "zh-hans"), found)]
    assert sorted(ids) == ["a-zh-hans", "b-en"]


def test_an_article_does_not_fill_the_list_by_itself() -> None:
    rated = [
        (0.9, candidate("a1", 0, 0, slug="a")),
        (0.85, candidate("a2", 0, 0, slug="a")),
        (0.8, candidate("b", 0, 0)),
    ]
    assert [one.id for one in spread(rated, 0.1)] == ["a1", "b", "a2"]


def test_equal_candidates_keep_one_order() -> None:
    found = [candidate(name, 0.5, 1) for name in "cab"]
    ordered = ScoreReranker().rerank(RerankQuery("q", "en"), found)
    assert [one.id for one in ordered] == ["a", "b", "c"]
    assert ScoreReranker().rerank(RerankQuery("q", "en"), []) == []


def test_positions_tell_before_and_after() -> None:
    found = [candidate("a", 0.1, 0), candidate("b", 0.9, 9)]
    after = ScoreReranker().rerank(RerankQuery("q", "en"), found)
    assert [(row["id"], row["before"], row["after"]) for row in positions(found, after)] == [("b", 2, 1), ("a", 1, 2)]


def test_a_cross_encoder_that_is_not_here_is_said() -> None:
    reranker = reranker_for("org/not-here")
    assert isinstance(reranker, CrossEncoderReranker)
    with pytest.raises(SourceError, match=r"not on this disk.*hf download org/not-here"):
        reranker.rerank(RerankQuery("q", "en"), [candidate("a", 0.1, 0)])


def test_a_cross_encoder_orders_by_its_own_scores() -> None:
    class Encoder:
        def predict(self, pairs: list[tuple[str, str]], **_: object) -> list[float]:
            return [float("rain" in text) for _, text in pairs]

    reranker = CrossEncoderReranker("fake")
    reranker._model = Encoder()
    found = [candidate("sun", 0.9, 9), candidate("rain", 0.1, 0)]
    assert [one.id for one in reranker.rerank(RerankQuery("rain?", "en"), found)] == ["rain", "sun"]
