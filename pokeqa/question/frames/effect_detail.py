"""A detail of what one ability, item or move does, in words that say nothing else: "Electro Ball gets stronger when".

Its sentence tells the details, so it is the answer. Only wh-questions come here, and every word has to be explained.
"""

from __future__ import annotations

from ...pokedex.effects import effect_of
from ..algebra import NOW, Attribute, Facts, Query, Thing
from ..clause import Clause
from ..slots import stat_at
from ..word_lists import word_list
from .effect_claim import AROUND

#: What shows that Pokémon, games or a ranking are asked about.
_OTHERS = ("sup", "cls", "region", "gen", "vg", "egg", "breed", "signature", "nature", "coverage", "tera", "evolveby",
            "contrast", "renew", "ball", "color", "level")  # fmt: skip
#: Words that ask for a detail by themselves, and such as tell one beside them.
_ASKING = ("effecttalk", "outcome", "bend", "usedoes", "heal", "stages", "bymuch", "times", "serves", "drain")
_BESIDE = ("moveset", "foe", "each", "harms", "statusword", "critical", "screen", "share", "use", "weather", "suppose")
_AROUND = (*(tag for tag in AROUND if tag != "suits"), *_BESIDE)
_ATTRIBUTES = ("effect", "chance", "drain", "power", "accuracy", "hits", "hp", "ability", "stats", "contact", "profile")
#: Words without a reading that ask for what is odd, good or bad about a thing, or how it is worked out.
_PLAIN = frozenset(word_list("effect-detail"))
#: Words of an opinion, which ask for nothing but the effect beside "about".
_JUDGED, _ABOUT = frozenset(word_list("effect-detail/judged")), frozenset(word_list("effect-detail/about"))
_GAINS = frozenset(word_list("effect-detail/gains"))
#: Nouns that ask for a number without a question word: "Technician's power limit?".
_LIMITS = frozenset(word_list("effect-detail/limits"))
_WHOSE = frozenset(word_list("effect-detail/whose"))


def effect_detail(clause: Clause) -> Query | None:
    """ "Foul Play: whose Attack counts?", "what's so bad about Truant", 讲究头带有什么代价."""
    either = clause.has("bool", "or")
    its_use = len(clause.content()) == 2 and clause.has("itemuse") and not clause.has("wh")  # "Soothe Bell's use?"
    limit = any(token.text.casefold() in _LIMITS for token in clause.tokens) and not clause.is_yes_no()
    asks = either or its_use or limit or (clause.has("wh") and not clause.is_yes_no())
    most = [i for i in clause.find("sup", ":max") if clause.at(i + 1, "attr", "power") and clause.has("move")]
    most += [i for i in clause.find("sup", ":max") if clause.at(i - 1, "attr", "power") and clause.has("move")]
    others = [tag for tag in _OTHERS if clause.has(tag) and not (tag == "sup" and clause.find("sup") == most)]
    if not (asks or most) or clause.scope() != NOW or others or (most and clause.is_yes_no()):
        return None
    found = _thing(clause)
    if clause.has("number") or clause.is_negated():
        return None
    if found is None:
        return _of_its_ability(clause)
    at, thing = found
    effect, mons = effect_of(clause.dataset, thing), clause.mons()
    tells = thing.kind == "move" or (effect is not None and bool(effect.sentences))
    stages = clause.find("stages")
    if not tells or len(mons) > 1 or clause.has("wh", "where", "level") or (clause.has("wh", "howmany") and not stages):
        return None
    if (
        any(clause.at(i, "mu") and not clause.at(i, "attr") for i in clause.find("mu"))
        and mons
        and thing.kind == "move"
    ):
        return None  # "Why is Sylveon immune to Dragon Claw": of the move and the one it meets
    if clause.has("similar") and not (mons and thing.kind == "item"):
        return None  # "a holder like Porygon2"
    own = (
        thing.kind != "ability"
        or not mons
        or thing.id in clause.dataset.abilities_of(clause.mon(mons[0]).pokemon_id).all()
    )
    who = [i for i in clause.find("wh", "who") if clause.tokens[i].text.casefold() not in _WHOSE]
    gains = [i for i in clause.find("suits") if clause.tokens[i].text.casefold() in _GAINS and thing.kind == "item"]
    if not own or (who and not gains):
        return None
    if any(clause.at(i - 1, "wh", "which", "what") for i in clause.find("noun", "ability", "item", "move")):
        return None  # 哪个特性克制威吓 asks for another one
    if thing.kind != "ability" and mons and (clause.has("noun", "ability") or clause.has("attr", "ability")):
        return None  # "I used Thunderbolt on an Electivire, which of its abilities …?"
    about = any(token.text.casefold() in _ABOUT for token in clause.tokens)  # "what's good about it"
    words = _PLAIN | _JUDGED if about else _PLAIN
    plain = [i for i, token in enumerate(clause.tokens) if token.text.casefold() in words]
    stats = [i for i in range(len(clause.tokens)) if stat_at(clause, i) is not None and i != at]
    asking = [i for tag in _ASKING for i in clause.find(tag) if i != at]
    asking += gains
    whose = clause.has("wh", "who", "howmuch") or clause.has("damagecalc")
    asking += most  # "What's Return's maximum power?"
    if not (plain or asking or its_use or (whose and (stats or clause.has("attr", "hp")))):
        return None
    clause.take(at, *mons, *plain, *stats, *asking, *(i for tag in _AROUND for i in clause.find(tag)))
    clause.take(
        *clause.find("wh"), *clause.find("attr", *_ATTRIBUTES), *clause.find("noun", thing.kind, "stat", "move")
    )
    clause.take(*(i for tag in ("learn", "ev", "cmp", "meet") for i in clause.find(tag) if _is_besides(clause, i)))
    clause.take(*clause.find("noun", "pokemon") if clause.has("carry") else ())
    clause.take(
        *clause.find("catch", "turns", "hypothetical"), *clause.find("carry"), *clause.find("similar"),
        *clause.find("bool", "or"), *clause.find("list"),
    )  # fmt: skip
    return Facts((thing,), ("effect",))


def _of_its_ability(clause: Clause) -> Query | None:
    """ "Alolan Ninetales' hidden ability summons what?": its ability, and what that does."""
    mons, words = clause.mons(), clause.find("attr", "hidden-ability", "ability")
    named = [i for kind in ("ability", "item", "move") for i in clause.find(kind) if not clause.at(i, "effecttalk")]
    named = [i for i in named if not any(clause.at(i, tag) for tag in ("filler", "weather"))]
    if (
        len(mons) != 1
        or len(words) != 1
        or named
        or clause.has("type")
        or clause.has("signature")
        or clause.has("wh", "who", "where", "howmany")
    ):
        return None
    if clause.at(words[0] - 1, "wh") or not mons[0] < words[0]:
        return None  # "Which ability of Gengar …" asks for one of them
    asking = [i for tag in (*_ASKING, "harms", "grant") for i in clause.find(tag) if i != words[0]]
    asking += [i for i, token in enumerate(clause.tokens) if token.text.casefold() in _PLAIN]
    if not asking:
        return None
    stats = [i for i in range(len(clause.tokens)) if stat_at(clause, i) is not None]
    clause.take(*mons, *words, *asking, *stats, *(i for tag in _AROUND for i in clause.find(tag)))
    clause.take(*clause.find("wh", "what", "which", "how", "when", "howmuch"), *clause.find("noun", "stat", "ability"))
    clause.take(*clause.find("pron", "it"), *clause.find("list"), *clause.find("attr", *_ATTRIBUTES))
    asked: Attribute = "hidden-ability" if clause.at(words[0], "attr", "hidden-ability") else "ability"
    return Facts((clause.mon(mons[0]),), (asked, "effect"))


def _thing(clause: Clause) -> tuple[int, Thing] | None:
    """The one thing that is named, and where."""
    named = [
        (i, Thing(kind, clause.value(i, kind)))
        for kind in ("ability", "item", "move")
        for i in clause.find(kind)
        if not any(clause.at(i, tag) for tag in ("filler", "effecttalk", "mu", "bend", "mon", "outcome"))
    ]
    return named[0] if len(named) == 1 else None


def _is_besides(clause: Clause, i: int) -> bool:
    """Has the word another reading here: "turn", "gets", "faster", "catch", "use"?"""
    read = (
        ("catch", "turns"),
        ("battlewords",),
        ("usedoes",),
        ("effecttalk",),
        ("itemuse",),
        ("bend",),
        ("cmp", "total:gt"),
    )
    return any(clause.at(i, *one) for one in read)
