"""Compiles CSV files in PokéAPI's format into the Pokédex that the program loads.

The rooms, in the order in which the data walks through them:

    source.py       finds and reads the CSV files
    fixes.py        applies the listed corrections and adds the listed names
    names.py        names per language, and the display names of forms
    varieties.py    species, Pokémon, cosmetic forms, and what held in earlier generations
    evolutions.py   who evolves into whom, regional forms told apart
    tables.py       moves, and the small tables
    columns.py      learnsets and encounters
    compile.py      all of it together
    checks.py       what must hold before anything is written
    write.py        the files and the manifest

Run it with `python -m pokeqa.pokedex.build SOURCE_DIR`.
"""
