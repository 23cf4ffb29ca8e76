"""PokéQA: a layered question-answering demo about Pokémon that shows how it got each answer."""

__version__ = "0.1.0"
