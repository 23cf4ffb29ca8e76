"""Small knowledge bases for tests: the real embedder and a real Milvus Lite, with a handful of documents."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pokeqa.pokedex.dataset import load_dataset
from pokeqa.retrieval.bases import KnowledgeBases
from pokeqa.retrieval.documents import Document
from pokeqa.retrieval.embedders import Embedder, choose_embedder
from pokeqa.settings import Settings

#: One model for all tests: loading takes about a second.
EMBEDDER = Embedder(choose_embedder("packaged"))

#: The libraries warn of their own deprecations when they are imported.
LIBRARY_WARNINGS = ("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning", "ignore::ResourceWarning")


def settings(folder: Path, **values: object) -> Settings:
    return Settings(data_dir=folder, embed_model="packaged", **values)  # type: ignore[arg-type]


def bases_in(folder: Path, **values: object) -> KnowledgeBases:
    return KnowledgeBases(settings(folder, **values), load_dataset, EMBEDDER)


def article(slug: str, title: str, text: str, *, lang: str = "en", entities: Sequence[str] = ()) -> Document:
    front = f"title: {title}\nslug: {slug}\nlang: {lang}\nentities: [{', '.join(entities)}]\n"
    return Document(f"{lang}/{slug}", f"---\n{front}---\n# {title}\n\n{text}\n", "article")


#: Stands for the built-in base.
ARTICLES = (
    article(
        "shiny-odds", "Shiny odds", "A Shiny Pokémon has other colours. The chance is 1 in 4,096 since Generation 6."
    ),
    article("breeding", "Breeding", "Two Pokémon of one egg group leave an Egg. Destiny Knot passes on five IVs."),
    article("weather", "Weather", "Rain strengthens Water moves by half and weakens Fire moves.", entities=["kyogre"]),
    article(
        "pikachu-notes",
        "Notes on Pikachu",
        "Pikachu holds a Light Ball, which doubles its attacks.",
        entities=["pikachu"],
    ),
    article("balls", "Balls", "The Dusk Ball catches best at night and in caves."),
    article("shiny-odds", "异色的概率", "异色宝可梦的颜色与普通的不同。从第六世代起，概率是1/4096。", lang="zh-hans"),
    article(
        "weather", "天气", "下雨时水属性招式的威力变为1.5倍，火属性招式减弱。", lang="zh-hans", entities=["kyogre"]
    ),
)
