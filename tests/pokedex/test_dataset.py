"""The compiled Pokédex says what the games say, in the generation that is asked about."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from pokeqa.errors import DatasetError
from pokeqa.paths import DATA
from pokeqa.pokedex.dataset import Dataset, load_dataset
from pokeqa.pokedex.model import FORM_KINDS, LANGUAGES, AbilitySlots
from pokeqa.pokedex.store import version_of
from tests.pokedex.by_identifier import Names


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return load_dataset()


@pytest.fixture(scope="module")
def names(dataset: Dataset) -> Names:
    return Names(dataset)


# ---------------------------------------------------------------------- loading


def test_it_knows_where_it_comes_from(dataset: Dataset) -> None:
    manifest = json.loads((DATA / "pokedex" / "manifest.json").read_text(encoding="utf-8"))
    assert dataset.version == manifest["dataset_version"]
    assert (dataset.source_commit, dataset.source_date) == ("bbef3d99", "2026-08-22")


def test_loading_is_small_and_needs_the_standard_library_only() -> None:
    script = """
import resource, sys
from pokeqa.pokedex.dataset import load_dataset
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
load_dataset()
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
foreign = {"numpy", "pandas", "pydantic", "yaml"} & set(sys.modules)
print(grown / 1024, foreign or "-")
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=DATA.parent)
    megabytes, foreign = result.stdout.split()
    assert float(megabytes) < 120
    assert foreign == "-"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the compiled Pokédex, to be damaged."""
    return Path(shutil.copytree(DATA / "pokedex", tmp_path / "pokedex"))


def test_a_missing_pokedex_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"no compiled Pokédex.*python -m pokeqa\.pokedex\.build"):
        load_dataset(tmp_path)


def test_a_changed_file_is_noticed(copy: Path) -> None:
    (copy / "moves.json").write_bytes((copy / "moves.json").read_bytes().replace(b'"power":90', b'"power":95'))
    with pytest.raises(DatasetError, match=r"moves\.json is not the file that the manifest describes"):
        load_dataset(copy)


def test_a_missing_file_is_named(copy: Path) -> None:
    (copy / "items.json").unlink()
    with pytest.raises(DatasetError, match=r"items\.json cannot be read"):
        load_dataset(copy)


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("format", 99, "has format 99, this program reads format"),
        ("dataset_version", "0123456789abcdef", "names version 0123456789abcdef, its files make version"),
        ("files", None, "lacks an entry"),
    ],
)
def test_a_manifest_of_another_format_or_version_is_refused(
    copy: Path, key: str, value: object, complaint: str
) -> None:
    manifest = json.loads((copy / "manifest.json").read_text(encoding="utf-8"))
    (copy / "manifest.json").write_text(json.dumps(manifest | {key: value}), encoding="utf-8")
    with pytest.raises(DatasetError, match=complaint):
        load_dataset(copy)


def test_a_dataset_replaced_while_running_does_not_mix_with_the_old_one(copy: Path) -> None:
    dataset = load_dataset(copy)
    manifest = json.loads((copy / "manifest.json").read_text(encoding="utf-8"))
    del manifest["files"]["items.json"]
    hashes = {name: entry["content_sha256"] for name, entry in manifest["files"].items()}
    manifest["dataset_version"] = version_of(hashes)
    (copy / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(DatasetError, match="Restart the program"):
        _ = dataset.learnsets


# ---------------------------------------------------------------------- counts


def test_every_species_and_variety_is_there(dataset: Dataset) -> None:
    assert len(dataset.species) == 1025
    assert len(dataset.pokemon) == 1351
    assert len(dataset.moves) == 937
    assert sum(move.is_shadow for move in dataset.moves.values()) == 18
    assert len(dataset.abilities) == 313
    assert len(dataset.natures) == 25
    assert sum(species.is_legendary for species in dataset.species.values()) == 71
    assert sum(species.is_mythical for species in dataset.species.values()) == 23
    assert sum(species.is_baby for species in dataset.species.values()) == 19


def test_every_form_is_a_variety_or_a_cosmetic_form(dataset: Dataset) -> None:
    shared = Counter(form.pokemon_id for form in dataset.cosmetic_forms.values())
    assert len(dataset.pokemon) - len(shared) + len(dataset.cosmetic_forms) == 1579
    unown = dataset.cosmetic_forms_of(201)
    assert len(unown) == 28
    assert [form.names["en"] for form in unown if form.is_default] == ["Unown A"]


def test_every_species_has_one_ordinary_variety_and_knows_its_others(dataset: Dataset) -> None:
    for species in dataset.species.values():
        first, *others = dataset.varieties(species.id)
        assert first == dataset.default_pokemon(species.id)
        assert first.form_kind == "ordinary"
        assert all(other.form_kind in FORM_KINDS and other.form_kind != "ordinary" for other in others)
    assert {p.species_id for p in dataset.pokemon.values()} == set(dataset.species)


# ---------------------------------------------------------------------- names


def test_every_species_is_named_in_every_language(dataset: Dataset) -> None:
    assert all(set(species.names) == set(LANGUAGES) for species in dataset.species.values())


@pytest.mark.parametrize(
    ("pokemon", "language", "name"),
    [
        ("raichu-alola", "en", "Alolan Raichu"),
        ("raichu-alola", "zh-hans", "阿罗拉雷丘"),
        ("raichu-alola", "zh-hant", "阿羅拉雷丘"),
        ("raichu-alola", "ja", "ライチュウ（アローラのすがた）"),
        ("rotom-wash", "en", "Wash Rotom"),
        ("rotom-wash", "zh-hans", "清洗洛托姆"),
        ("giratina-origin", "en", "Origin Giratina"),
        ("giratina-origin", "zh-hans", "骑拉帝纳（起源形态）"),
        ("giratina-altered", "en", "Giratina"),
        ("charizard-mega-x", "zh-hans", "超级喷火龙X"),
        ("charizard-mega-x", "ja", "メガリザードンX"),
        ("charizard-gmax", "zh-hans", "超极巨化喷火龙"),
        ("charizard-gmax", "zh-hant", "超極巨化噴火龍"),
        ("dragonite-mega", "zh-hans", "超级快龙"),
        ("absol-mega-z", "zh-hans", "超级阿勃梭鲁Z"),
        ("sneasel-hisui", "zh-hans", "洗翠狃拉"),
        ("wooper-paldea", "zh-hans", "帕底亚乌波"),
        ("meowth-galar", "zh-hans", "伽勒尔喵喵"),
        ("kyogre-primal", "zh-hans", "原始盖欧卡"),
        ("tauros-paldea-blaze-breed", "zh-hans", "帕底亚肯泰罗（火炽种）"),
        ("urshifu-rapid-strike-gmax", "zh-hans", "超极巨化武道熊师（连击流）"),
        ("zygarde-10-power-construct", "en", "10% Zygarde (Power Construct)"),
        ("meowstic-female-mega", "en", "Mega Meowstic (Female)"),
        ("minun", "zh-hans", "负电拍拍"),
        ("iron-crown", "zh-hans", "铁头壳"),
        ("iron-crown", "zh-hant", "鐵頭殼"),
        ("pikachu", "ja", "ピカチュウ"),
        ("pikachu", "ja-roma", "Pikachu"),
        ("pikachu", "ko", "피카츄"),
    ],
)
def test_a_pokemon_goes_by_its_name(names: Names, pokemon: str, language: str, name: str) -> None:
    assert names[pokemon].names[language] == name


def test_names_made_by_rule_are_marked(names: Names) -> None:
    assert {"zh-hans", "zh-hant"} <= names["charizard-gmax"].derived_names
    assert not names["charizard-mega-x"].derived_names & {"zh-hans", "zh-hant"}
    assert not names["giratina-origin"].derived_names
    assert not names["pikachu"].derived_names


def test_an_ordinary_form_with_a_name_of_its_own_has_it(names: Names) -> None:
    assert names["giratina-altered"].form_names["en"] == "Altered Forme"
    assert names["giratina-altered"].form_tags == {"altered"}
    assert names["giratina-altered"].form == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_varieties_share_a_name_unless_they_are_cosmetic(dataset: Dataset, language: str) -> None:
    found = Counter(
        p.names[language] for p in dataset.pokemon.values() if language in p.names and p.form_kind != "cosmetic"
    )
    assert [name for name, count in found.items() if count > 1] == []


def test_every_variety_and_item_has_an_english_name(dataset: Dataset) -> None:
    for table in (dataset.pokemon, dataset.cosmetic_forms, dataset.moves, dataset.abilities, dataset.items):
        assert [record.identifier for record in table.values() if not record.names.get("en")] == []


def test_every_main_series_move_has_chinese_and_japanese_names(dataset: Dataset) -> None:
    for move in dataset.moves.values():
        if not move.is_shadow:
            assert {"zh-hans", "zh-hant", "ja"} <= set(move.names), move.identifier


@pytest.mark.parametrize(
    ("table", "identifier", "language", "name"),
    [
        ("moves", "thunderbolt", "zh-hans", "十万伏特"),
        ("moves", "ivy-cudgel", "zh-hans", "棘藤棒"),
        ("moves", "tera-blast", "zh-hant", "太晶爆發"),
        ("items", "black-augurite", "zh-hans", "黑奇石"),
        ("items", "masterpiece-teacup", "zh-hans", "杰作茶碗"),
        ("items", "clefablite", "en", "Clefablite"),
        ("versions", "red", "zh-hans", "红"),
        ("versions", "red", "zh-hant", "紅"),
        ("egg_groups", "no-eggs", "en", "Undiscovered"),
        ("natures", "adamant", "en", "Adamant"),
        ("colors", "red", "ja", "赤色"),
        ("regions", "unova", "es", "Teselia"),
    ],
)
def test_a_thing_goes_by_its_name(
    dataset: Dataset, names: Names, table: str, identifier: str, language: str, name: str
) -> None:
    assert getattr(dataset, table)[names.id(table, identifier)].names[language] == name


# ---------------------------------------------------------------------- forms


@pytest.mark.parametrize(
    ("pokemon", "kind", "tags"),
    [
        ("charizard-mega-x", "mega", {"mega", "x"}),
        ("darmanitan-galar-zen", "regional", {"galar", "zen"}),
        ("kyogre-primal", "primal", {"primal"}),
        ("pikachu-gmax", "gigantamax", {"gmax"}),
        ("eternatus-eternamax", "gigantamax", {"eternamax"}),
        ("urshifu-rapid-strike-gmax", "gigantamax", {"rapid", "strike", "gmax"}),
        ("raticate-totem-alola", "totem", {"totem", "alola"}),
        ("tauros-paldea-aqua-breed", "regional", {"paldea", "aqua", "breed"}),
        ("rotom-wash", "other", {"wash"}),
        ("pikachu-alola-cap", "cosmetic", {"alola", "cap"}),
        ("keldeo-resolute", "cosmetic", {"resolute"}),
        ("koraidon-gliding-build", "cosmetic", {"gliding", "build"}),
        ("magearna-original-mega", "mega", {"original", "mega"}),
    ],
)
def test_a_form_is_of_a_kind_and_has_its_words(names: Names, pokemon: str, kind: str, tags: set[str]) -> None:
    assert names[pokemon].form_kind == kind
    assert names[pokemon].form_tags == tags


def test_tags_tell_the_varieties_of_a_species_apart(dataset: Dataset) -> None:
    for species in dataset.species.values():
        tags = [p.form_tags for p in dataset.varieties(species.id) if p.form_kind != "cosmetic"]
        assert len(set(tags)) == len(tags), species.identifier


def test_a_form_is_of_the_generation_that_introduced_it(dataset: Dataset, names: Names) -> None:
    assert names["raichu"].generation == 1
    assert names["raichu-alola"].generation == 7
    assert names["raichu-mega-x"].generation == 9
    assert names["giratina-origin"].generation == 4
    assert dataset.exists_in_generation(names["raichu-alola"], 7)
    assert not dataset.exists_in_generation(names["raichu-alola"].id, 6)


def test_what_only_a_battle_brings_about_is_marked(names: Names) -> None:
    assert names["charizard-mega-x"].is_battle_only
    assert names["aegislash-blade"].is_battle_only
    assert not names["rotom-wash"].is_battle_only


def test_unknown_weights_are_none(names: Names) -> None:
    assert names["charizard-gmax"].weight_hg is None
    assert names["eternatus-eternamax"].weight_hg is None
    assert names["charizard"].weight_hg == 905
    assert names["dipplin"].weight_hg == 44


def test_unknown_abilities_are_empty_never_the_ordinary_forms(dataset: Dataset, names: Names) -> None:
    unknown = [p for p in dataset.pokemon.values() if p.abilities == AbilitySlots()]
    assert len(unknown) == 14
    assert {p.form_kind for p in unknown} == {"mega"}
    assert names["zygarde-mega"] in unknown


def test_unknown_effort_values_are_empty_never_zero(dataset: Dataset, names: Names) -> None:
    assert all(any(p.effort) for p in dataset.pokemon.values() if p.effort)
    assert names["dragonite-mega"].effort == ()
    assert names["dragonite-mega"].base_experience is None


def test_a_form_knows_what_brings_it_about(dataset: Dataset, names: Names) -> None:
    (stone,) = dataset.form_conditions_of(names["charizard-mega-x"])
    assert stone.trigger == "held-item"
    assert dataset.items[stone.item_id or 0].identifier == "charizardite-x"


def test_plates_change_the_type_of_arceus(dataset: Dataset, names: Names) -> None:
    forms = {form.form: form for form in dataset.cosmetic_forms_of(names["arceus"])}
    assert names.types(forms["dragon"].types) == ("dragon",)
    assert forms["normal"].types == ()


# ---------------------------------------------------------------------- facts in their time


@pytest.mark.parametrize(
    ("pokemon", "generation", "stat", "value"),
    [
        ("pikachu", None, "defense", 40),
        ("pikachu", 6, "defense", 40),
        ("pikachu", 5, "defense", 30),
        ("pikachu", 1, "defense", 30),
        ("pikachu", 1, "special", 50),
        ("pikachu", 5, "special-defense", 40),
        ("roserade", 5, "defense", 55),
        ("roserade", 5, "attack", 70),
        ("roserade", None, "defense", 65),
        ("cryogonal", 6, "defense", 30),
        ("cryogonal", None, "attack", 50),
        ("aegislash-shield", 7, "defense", 150),
        ("aegislash-shield", 8, "defense", 140),
        ("slowbro", 1, "special", 80),
        ("chansey", 1, "special", 105),
        ("alakazam-mega", 6, "special-defense", 95),
        ("alakazam-mega", 7, "special-defense", 105),
        ("zacian", 8, "attack", 130),
        ("zacian", 9, "attack", 120),
    ],
)
def test_a_stat_was_what_it_was(
    dataset: Dataset, names: Names, pokemon: str, generation: int | None, stat: str, value: int
) -> None:
    assert dataset.stats_of(names[pokemon], generation)[stat] == value


def test_generation_1_has_five_stats(dataset: Dataset) -> None:
    assert dataset.stats_of(25, 1) == {"hp": 35, "attack": 55, "defense": 30, "special": 50, "speed": 90}
    assert list(dataset.stats_of(25, 2)) == ["hp", "attack", "defense", "special-attack", "special-defense", "speed"]


def test_aegislash_has_the_stats_of_today(dataset: Dataset, names: Names) -> None:
    assert tuple(dataset.stats_of(names["aegislash-shield"]).values()) == (60, 50, 140, 50, 140, 60)


@pytest.mark.parametrize(
    ("pokemon", "generation", "types"),
    [
        ("clefairy", 5, ("normal",)),
        ("clefairy", 6, ("fairy",)),
        ("clefairy", None, ("fairy",)),
        ("magnemite", 1, ("electric",)),
        ("magnemite", 2, ("electric", "steel")),
        ("gardevoir", 5, ("psychic",)),
        ("azumarill", 4, ("water",)),
        ("togekiss", 4, ("normal", "flying")),
        ("rotom-wash", 4, ("electric", "ghost")),
        ("rotom-wash", 5, ("electric", "water")),
        ("gengar", 1, ("ghost", "poison")),
    ],
)
def test_a_type_was_what_it_was(
    dataset: Dataset, names: Names, pokemon: str, generation: int | None, types: tuple[str, ...]
) -> None:
    assert names.types(dataset.types_of(names[pokemon], generation)) == types


@pytest.mark.parametrize(
    ("pokemon", "generation", "abilities"),
    [
        ("gengar", None, ["cursed-body", None, None]),
        ("gengar", 6, ["levitate", None, None]),
        ("zapdos", None, ["pressure", None, "static"]),
        ("zapdos", 5, ["pressure", None, "lightning-rod"]),
        ("zapdos", 4, ["pressure", None, None]),
        ("koffing", 7, ["levitate", None, "stench"]),
        ("koffing", 4, ["levitate", None, None]),
        ("koffing", None, ["levitate", "neutralizing-gas", "stench"]),
        ("clefairy", 3, ["cute-charm", None, None]),
        ("clefairy", 2, [None, None, None]),
        ("chikorita", 4, ["overgrow", None, None]),
        ("empoleon", 8, ["torrent", None, "defiant"]),
        ("empoleon", 9, ["torrent", None, "competitive"]),
    ],
)
def test_an_ability_was_what_it_was(
    dataset: Dataset, names: Names, pokemon: str, generation: int | None, abilities: list[str | None]
) -> None:
    assert names.abilities(dataset.abilities_of(names[pokemon], generation)) == abilities


def test_nothing_had_a_hidden_ability_before_generation_5(dataset: Dataset) -> None:
    for pokemon in dataset.pokemon.values():
        if pokemon.generation <= 4:
            assert dataset.abilities_of(pokemon, 4).hidden is None, pokemon.identifier


def test_an_ability_knows_who_can_have_it(dataset: Dataset, names: Names) -> None:
    found = {p.identifier for p in dataset.with_ability(names.id("abilities", "wonder-guard"))}
    assert found == {"shedinja"}


@pytest.mark.parametrize(
    ("move", "when", "expected"),
    [
        ("tackle", {"generation": 4}, {"power": 35, "accuracy": 95}),
        ("tackle", {"generation": 5}, {"power": 50, "accuracy": 100}),
        ("tackle", {}, {"power": 40, "accuracy": 100}),
        ("thunderbolt", {"generation": 5}, {"power": 95}),
        ("thunderbolt", {"generation": 6}, {"power": 90}),
        ("bite", {"generation": 1}, {"type": "normal", "damage_class": "physical"}),
        ("bite", {"generation": 2}, {"type": "dark", "damage_class": "special"}),
        ("bite", {"generation": 4}, {"type": "dark", "damage_class": "physical"}),
        ("curse", {"generation": 4}, {"type": "unknown"}),
        ("curse", {}, {"type": "ghost"}),
        ("hypnosis", {"version_group": "diamond-pearl"}, {"accuracy": 70}),
        ("hypnosis", {"version_group": "platinum"}, {"accuracy": 60}),
        ("hypnosis", {"generation": 3}, {"accuracy": 60}),
        ("absorb", {"generation": 3}, {"power": 20, "pp": 20}),
        ("absorb", {"generation": 7}, {"power": 20, "pp": 25}),
        ("absorb", {"version_group": "lets-go-pikachu-lets-go-eevee"}, {"power": 40, "pp": 15}),
        ("absorb", {}, {"power": 20, "pp": 25}),
        ("hidden-power", {"generation": 4}, {"power": None}),
        ("hidden-power", {"generation": 6}, {"power": 60}),
        ("vine-whip", {"generation": 3}, {"power": 35, "pp": 10}),
        ("vine-whip", {"generation": 5}, {"power": 35, "pp": 15}),
        ("vine-whip", {}, {"power": 45, "pp": 25}),
        ("shadow-ball", {"generation": 3}, {"damage_class": "physical"}),
        ("toxic", {"generation": 1}, {"damage_class": "status"}),
    ],
)
def test_a_move_was_what_it_was(
    dataset: Dataset, names: Names, move: str, when: dict[str, int | str], expected: dict[str, object]
) -> None:
    generation = int(when["generation"]) if "generation" in when else None
    group = names.id("version_groups", str(when["version_group"])) if "version_group" in when else None
    values = dataset.move_in(names.id("moves", move), generation=generation, version_group_id=group)
    found: dict[str, object] = {name: getattr(values, name) for name in expected if name != "type"}
    if "type" in expected:
        found["type"] = dataset.types[values.type_id].identifier
    assert found == expected


@pytest.mark.parametrize("move", ["ruination", "hard-press", "fissure", "seismic-toss", "power-shift", "low-kick"])
def test_a_move_without_a_power_of_its_own_has_none(dataset: Dataset, names: Names, move: str) -> None:
    assert dataset.moves[names.id("moves", move)].power is None


@pytest.mark.parametrize("move", ["swift", "aerial-ace", "tachyon-cutter", "burning-bulwark"])
def test_a_move_that_never_misses_has_no_accuracy(dataset: Dataset, names: Names, move: str) -> None:
    assert dataset.moves[names.id("moves", move)].accuracy is None


# ---------------------------------------------------------------------- types


def test_the_type_chart_grew(dataset: Dataset) -> None:
    assert [len(dataset.chart_types(g)) for g in (1, 2, 5, 6, None)] == [15, 17, 17, 18, 18]


@pytest.mark.parametrize(
    ("attack", "defence", "generation", "factor"),
    [
        ("electric", "ground", None, 0),
        ("fire", "grass", None, 2),
        ("fire", "water", None, 0.5),
        ("ghost", "psychic", 1, 0),
        ("ghost", "psychic", 2, 2),
        ("bug", "poison", 1, 2),
        ("bug", "poison", None, 0.5),
        ("poison", "bug", 1, 2),
        ("ice", "fire", 1, 1),
        ("ice", "fire", 2, 0.5),
        ("dark", "steel", 5, 0.5),
        ("dark", "steel", 6, 1),
        ("ghost", "steel", 5, 0.5),
        ("dragon", "fairy", None, 0),
        ("unknown", "ghost", 4, 1),
    ],
)
def test_a_type_does_to_another_what_it_did(
    dataset: Dataset, names: Names, attack: str, defence: str, generation: int | None, factor: float
) -> None:
    assert dataset.efficacy(names.id("types", attack), names.id("types", defence), generation) == factor


def test_two_types_multiply(dataset: Dataset, names: Names) -> None:
    assert dataset.effectiveness(names.id("types", "ice"), names["garchomp"].types) == 4
    assert dataset.effectiveness(names.id("types", "ground"), names["gyarados"].types) == 0


@pytest.mark.parametrize(("attack", "generation"), [("stellar", None), ("shadow", 3), ("fairy", 5), ("dark", 1)])
def test_a_type_that_the_chart_does_not_have_is_refused(
    dataset: Dataset, names: Names, attack: str, generation: int | None
) -> None:
    with pytest.raises(DatasetError, match=f"does not have the type {attack}"):
        dataset.efficacy(names.id("types", attack), 1, generation)


# ---------------------------------------------------------------------- games, natures, machines


def test_version_groups_are_in_the_order_of_release(dataset: Dataset) -> None:
    assert [g.identifier for g in dataset.version_groups_of_generation(4)] == [
        "diamond-pearl", "platinum", "heartgold-soulsilver"
    ]  # fmt: skip
    assert dataset.main_version_groups(8)[-1].identifier == "brilliant-diamond-shining-pearl"
    assert dataset.version_groups_of_generation(12) == ()


def test_natures_raise_and_lower(dataset: Dataset, names: Names) -> None:
    adamant = dataset.natures[names.id("natures", "adamant")]
    assert (adamant.increased_stat, adamant.decreased_stat) == ("attack", "special-attack")


def test_growth_rates_have_a_hundred_levels(dataset: Dataset, names: Names) -> None:
    totals = {rate.identifier: rate.experience[-1] for rate in dataset.growth_rates.values()}
    assert totals["slow"] == 1_250_000
    assert totals["medium"] == 1_000_000
    assert totals["slow-then-very-fast"] == 600_000
    assert dataset.growth_rates[names.species("pikachu").growth_rate_id].identifier == "medium"


def test_machines_have_the_numbers_that_players_know(dataset: Dataset, names: Names) -> None:
    found = {
        (dataset.version_groups[m.version_group_id].identifier, m.kind, m.number): dataset.moves[m.move_id].identifier
        for m in dataset.machines
    }
    assert found["red-blue", "hm", 1] == "cut"
    assert found["red-blue", "tm", 24] == "thunderbolt"
    assert found["x-y", "tm", 26] == "earthquake"
    assert found["sword-shield", "tr", 8] == "thunderbolt"
    assert found["sword-shield", "tm", 0] == "mega-punch"
    assert found["scarlet-violet", "tm", 171] == "tera-blast"


def test_species_facts(dataset: Dataset, names: Names) -> None:
    garchomp = names.species("garchomp")
    assert garchomp.gender_rate == 4
    assert garchomp.capture_rate == 45
    assert {dataset.egg_groups[group].identifier for group in garchomp.egg_groups} == {"monster", "dragon"}
    assert dataset.dex_number(garchomp.id) == 445
    assert garchomp.genus["en"] == "Mach Pokémon"
    assert dataset.colors[garchomp.color_id].identifier == "blue"
    assert names.species("magnemite").gender_rate == -1
    assert names["garchomp"].effort == (0, 3, 0, 0, 0, 0)
    assert dataset.dex_number(garchomp.id, names.id("pokedexes", "kanto")) is None
