"""Attack against defence: who is weak to what, what beats whom, does this move hit that Pokémon."""

from __future__ import annotations

from typing import Any

from ..algebra import NOW, Defends, Matchup, Mon, Query, Search, Thing, Types
from ..clause import Clause
from ..describe import numeric_attribute
from ..word_lists import word_list
from .abilities import asks_for_ability
from .matchup_nouns import NOUNS, by_noun
from .matchup_one_side import by_its_ability, fourfold, of_attacks, one_sided, supposes_one, which_of_its_forms
from .matchup_or import judged_otherwise, whichever
from .matchup_sets import describes_a_set
from .matchup_sides import Entity, entities_of, japanese_sides, main_verb, relation_of, sides_of, taken_up
from .matchup_terms import (
    ability_fits,
    asks_multiplier,
    asks_types,
    asks_which_factor,
    before_now,
    common_terms,
    is_hazard,
    losing_hp,
    protects,
    typed_attack,
)
from .status_matchup import used_on

#: Words that point at the other side and say nothing of who attacks.
TOWARDS = frozenset(word_list("matchup/towards"))

#: Words that stand for the side that is not named.
ANYTHING = frozenset(word_list("matchup/anything"))
#: Words that ask which of two has more of something.
_WHICH_OF_TWO = frozenset(word_list("which-of-two"))
#: 半减 behind 对 is said of the damage: 恶系对钢系半减.
_HALVED = frozenset(word_list("matchup/halved"))
#: Words that leave out what stands behind them.
_BESIDES = frozenset(word_list("matchup/besides"))


def _describes(clause: Clause) -> bool:
    """钢系且免疫地面的: two things said of a set, whose noun is left out behind 的."""
    joined = any(token.text in ("且", "并且", "而且", "又") for token in clause.tokens)
    return joined and clause.tokens[-1].text == "的" and not clause.has("wh") and not clause.mons(again=True)


def matchup(clause: Clause) -> Query | None:
    """Every question about type effectiveness; the word's own direction and what stands around it decide the sides."""
    if asks_for_ability(clause) or protects(clause):
        return None  # an answer in types would not name one
    if (
        clause.is_universal()
        or clause.is_existential()
        or clause.is_held_against()
        or _describes(clause)
        or describes_a_set(clause)
    ):
        return None
    if which_of_its_forms(clause):
        return None  # "which Rotom takes 4x from something"
    supposed = clause.has("suppose") or clause.has("outcome") or used_on(clause)
    learns = [i for i in clause.find("learn", "learn") if not clause.at(i + 1, "mu", "effect:def")]  # "gets hit by"
    learnt = any(not clause.at(i, "itemuse") for i in learns) or not supposed
    if any(clause.tokens[i].text in _WHICH_OF_TWO for i in clause.find("prep", "between")):
        return None  # 超能力和妖精哪个更怕毒 sets two beside each other
    if clause.has("ev") or (clause.has("learn", "learn") and clause.has("move") and learnt):
        return None
    if any(token.text in ("弱", "弱一点", "弱些") for token in clause.tokens) and clause.has("prep", "than"):
        return None  # 比鲤鱼王弱 compares
    if _asks_twice(clause):
        return None  # 火系克什么系,水系克什么系
    if any(clause.at(i, "wh") and numeric_attribute(clause, i) for i in clause.find("attr")):
        return None  # 什么属性克钢,还有巨金怪多重: another question
    if clause.has("prep", "between") and len(clause.mons()) > 1 and clause.at(len(clause.tokens) - 1, "attr", "attack"):
        return None  # 拉普拉斯和暴鲤龙PK一下攻击: by this stat
    nouns = [i for i in clause.find("attr") if any(v in NOUNS for v in clause.tokens[i].readings["attr"])]
    verbs = clause.find("mu")
    if len(verbs) > 1 and any(token.text in ("既", "又") for token in clause.tokens):
        return None  # 既能打钢又能打龙 says two things of one
    if len([i for i in clause.find("ability", again=True) if not (clause.at(i, "mu") or clause.at(i, "attr"))]) > 1:
        return None  # 引水和储水哪个能免疫水系: abilities to choose from
    most = any(clause.tokens[i].text.startswith("最") for i in verbs)
    if most and clause.mons() and clause.has("wh", "which", "who") and not clause.has("attr", "type"):
        return None  # 哪个最疼 chooses among several
    if any(_is_adjective(clause, i) or _limits(clause, i) for i in verbs):
        return None  # "fire-immune Pokémon" are a set; "only weak to Ground" leaves the other types out
    if not nouns and not verbs and (clause.has("itemuse") or clause.has("outcome") or asks_multiplier(clause)):
        return _by_use(clause)
    if not nouns and not verbs and not clause.has("factor"):
        return None
    clause.take(*type_choices(clause), *_met(clause))
    query = by_noun(clause, nouns) if nouns else None
    others = judged_otherwise(clause, verbs) if query is None else []
    if query is None and verbs:
        clause.take(*others)
        query = _by_verb(clause, [i for i in verbs if i not in others])
    return _of_pokemon(clause, whichever(clause, query, verbs, others))


def _of_pokemon(clause: Clause, query: Query | None) -> Query | None:
    """四倍弱冰的有哪些, "4x weak to Ice": no single type is, so the Pokémon are searched."""
    query = by_its_ability(clause, query)
    if not isinstance(query, Matchup) or not isinstance(query.attacker, Types) or query.factor not in ("4x", "0.25x"):
        return query
    if query.defender is not None or query.asked != "types" or asks_types(clause):
        return query
    if clause.has("noun", "pokemon") and clause.language != "ja":
        return query
    several = len(query.attacker.type_ids) > 1
    factors: dict[str, Any] = {"weak": "4x", "resist": "0.25x"}  # 四倍抵抗 is a quarter
    if several or query.scope != NOW or query.besides or query.ability != "any" or query.relation not in factors:
        return None
    return Search("pokemon", Defends(query.attacker.type_ids[0], factors[query.relation]))


def _asks_twice(clause: Clause) -> bool:
    """Are there two question words for types in Chinese, each behind a verb of its own?"""
    asked = [t for t in clause.tokens if t.text.startswith(("什么", "哪些", "啥")) and (t.has("attr") or t.has("wh"))]
    return clause.language.startswith("zh") and len(asked) > 1 and len(clause.find("mu", again=True)) > 1


def _is_adjective(clause: Clause, i: int) -> bool:
    """ "fire immune Pokémon", "grass-resistant Water types"."""
    behind = clause.at(i + 1, "noun", "pokemon") or clause.at(i + 1, "type")
    plain = clause.tokens[i].text.casefold() in ("immune", "resistant", "weak")
    return clause.language == "en" and plain and behind and clause.at(i - 1, "type")


def type_choices(clause: Clause) -> list[int]:
    """Types to choose from: 毒系和钢系谁能抗妖精 is answered by every type that resists Fairy."""
    asked = next((i for i, t in enumerate(clause.tokens) if t.has("wh", "who") or t.has("wh", "which")), None)
    verbs = clause.find("mu", again=True)
    if clause.language == "en" or asked is None or not verbs or verbs[0] < asked:
        return []
    types = [i for i in clause.find("type") if i < asked]
    joined = bool(types) and any(clause.at(i, "bool") for i in range(types[0], types[-1]))
    return [*range(types[0], asked)] if joined and not clause.has("attr", "type") else []


def _the_only(clause: Clause) -> list[int]:
    """ "What is the only type immune to Electric?": the list tells how many there are."""
    only = [*clause.find("typecount", "1"), *clause.find("adv", "only")]
    return [i for i in only if i > 0 and clause.tokens[i].text.casefold() == "only"
            and clause.tokens[i - 1].text.casefold() == "the"]  # fmt: skip


def _left_out(clause: Clause) -> dict[str, Any]:
    """ "Is there anything Steelix is immune to besides Electric?": the types that are known already, explained."""
    for i in clause.find("neg", "neg"):
        if clause.tokens[i].text.casefold() not in _BESIDES:
            continue
        own = clause.find("type")
        if clause.at(i + 1, "breed", "itself") and len(own) == 1:  # "Does Ice resist anything besides itself?"
            clause.take(i, i + 1)
            return {"besides": (clause.value(own[0], "type"),)}
        if not clause.at(i + 1, "type"):
            continue
        types, end = [i + 1], i + 2
        while clause.at(end, "noun", "type") or (clause.at(end, "bool") and clause.at(end + 1, "type")):
            types += [end + 1] if clause.at(end, "bool") else []
            end += 2 if clause.at(end, "bool") else 1
        behind = [k for k in range(end, len(clause.tokens)) if clause.at(k, "neg", "neg")]
        clause.take(*range(i, end), *behind[:1])
        return {"besides": tuple(clause.value(k, "type") for k in types)}
    return {}


def _by_use(clause: Clause) -> Query | None:
    """ "What happens if I use Thunderbolt on a Lanturn with Volt Absorb?": the move in front attacks."""
    common = common_terms(clause)
    entities = entities_of(clause)
    if len(entities) != 2 or not entities[0].is_move or isinstance(entities[1].side, Thing):
        return None
    attacker, defender = entities[0].side, entities[1].side
    if isinstance(attacker, Types) and len(attacker.type_ids) > 1:
        return None
    if (isinstance(attacker, Thing) and not typed_attack(clause, attacker)) or not ability_fits(
        clause, common.get("ability"), attacker, defender
    ):
        return None
    for entity in entities:
        clause.take(*range(entity.start, entity.end))
    clause.take(*clause.find("itemuse"), *_supposed_use(clause), *clause.find("outcome"), *clause.find("wh", "how"))
    loses = clause.find("bend", "lowers") + clause.find("lost")
    hurt = bool(loses and clause.find("attr", "hp")) and clause.has("aux") and not clause.has("wh")
    if hurt:  # "If I use Thunderbolt on ..., does it lose HP?"
        clause.take(*loses, *clause.find("attr", "hp"), *clause.find("pron", "it"))
    return Matchup(attacker, defender, "effect", yes_no=hurt or clause.is_yes_no(), **common)


def _supposed_use(clause: Clause) -> list[int]:
    """ "if I use": what is supposed is the attack that is asked about."""
    found = []
    for i in clause.find("suppose", "if"):
        if clause.has("outcome") and clause.has("mu", "effect:def"):
            found.append(i)  # "if a Vaporeon gets hit by Surf, what happens"
        k = i + 1
        while clause.at(k, "filler") and not clause.at(k, "itemuse"):
            k += 1
        if clause.at(k, "itemuse", "use"):
            found.append(i)
    return found


def _by_verb(clause: Clause, verbs: list[int]) -> Query | None:
    """A verb or a judgement and one or two sides: "Does Water beat Fire?", 什么克制草系."""
    yes_no = clause.is_yes_no() and not asks_which_factor(clause)
    # 效果绝佳 behind 对 or 打 says what the effect is; the verb in front gives the direction.
    senses = {i: tuple(clause.tokens[i].readings["mu"]) for i in verbs}
    main = main_verb(clause, verbs, senses)
    relation, left = relation_of(senses, verbs, main)
    judged = [i for i in verbs if i != main and clause.tokens[i].text not in _HALVED]
    if clause.tokens[main].text in TOWARDS and any(senses[i][0].endswith(":def") for i in judged):
        left = "def"  # 耿鬼对什么属性免疫: who stands in front of "towards" has what the judgement says
    if relation is None:
        return None
    relation = "weak" if relation == "effect" and left == "att" and _strongly(clause) else relation
    clause.take(*verbs)
    common = common_terms(clause)
    if not yes_no or _asks_for_any(clause):
        clause.take(*_the_only(clause))
        common |= _left_out(clause)
    entities = entities_of(clause)
    for entity in entities:
        clause.take(*range(entity.start, entity.end))
    negated = _negated(clause, yes_no)
    times = clause.find("times", "count", "ratio")  # "How many times does Ground damage Heatran?"
    clause.take(*times, *(clause.find("attr", "hits") if times else ()))
    how_much = bool(times or clause.find("wh", "how", "howmany", "howmuch"))
    for_pokemon = clause.has("noun", "pokemon") and clause.has("wh") and not clause.has("attr", "type")
    sides = japanese_sides(entities, clause, main, left) if clause.language == "ja" else sides_of(
        entities, clause, main, left
    )  # fmt: skip
    if sides is None:
        return None
    if sides == (None, None):
        ability = common.pop("ability", None)
        if not isinstance(ability, Thing) or left != "def" or yes_no:
            return None
        _take_words(clause)
        return Matchup(None, ability, relation, **common)  # type: ignore[arg-type]  # 引火特性可以免疫哪个属性的招式
    _take_words(clause)
    _take_hazard_words(clause, entities)
    named = next((e.end for e in entities if isinstance(e.side, Mon)), len(clause.tokens))
    clause.take(*(i for i in clause.find("pron", "it") if i >= named))  # "I face Onix. What beats it?"
    clause.take(*taken_up(clause, entities, main))
    if all(sides):
        clause.take(*clause.find("pron", "it"), *_supposed_use(clause), *clause.find("itemuse"))
        clause.take(*losing_hp(clause), *(clause.find("damagecalc", "calc") if how_much else ()))
        # "How strong is Fire against Ferroseed?"; 威力是几点 asks for a number of the move.
        clause.take(*(i for i in clause.find("attr", "power") if not clause.at(i + 1, "wh", "howmuch", "howmany")))
        yes_no = yes_no or _bare_claim(clause, entities, relation)
    if clause.find("bool", "or") or _says_both(clause):
        return None
    attacker = sides[0].side if sides[0] else None
    defender = sides[1].side if sides[1] else None
    common |= before_now(clause, common, attacker, defender) if yes_no or how_much or "factor" in common else {}
    sided = attacker is not None and defender is not None and relation != "effect"
    if clause.language == "ja" and sided and not clause.has("wh"):
        yes_no = True  # サンダーはれいとうビームに弱い？ needs no particle to ask
    if isinstance(defender, Thing):  # a move does not defend
        return None
    if isinstance(attacker, Types) and len(attacker.type_ids) > 1 and defender is not None:
        return None  # an attack has one type: "weak to Rock and Ground" asks two things
    if isinstance(attacker, Thing) and not typed_attack(clause, attacker):
        return None
    if not ability_fits(clause, common.get("ability"), attacker, defender):
        return None
    if (
        defender is None
        and attacker is not None
        and isinstance(common.get("ability"), Thing)
        and (yes_no or (clause.language != "en" and how_much))
    ):
        defender = common.pop("ability")  # 有飘浮特性的宝可梦会被地面系招式打中吗
    if attacker is not None and defender is not None:
        counted = clause.language == "en" and clause.has("wh", "howmany") and clause.has("noun", "pokemon")
        if counted or "besides" in common:
            return None  # "How many Pokémon resist Fire, Water and Grass?" counts a set
        if yes_no and left == "att" and relation == "weak" and isinstance(attacker, Mon) and isinstance(defender, Mon):
            return None  # "Can Pikachu beat Mewtwo?" asks who wins, which types do not decide
        typed = isinstance(attacker, Types) and isinstance(defender, Types)
        described = yes_no and typed and "factor" in common and clause.has("exist")  # 龙系四倍怕龙的宝可梦有没有
        if sides[1] is not None and _set_asked_for(clause, sides[1]):
            return None  # "which Water types take 4x damage from Grass"
        if described or (not yes_no and relation != "effect" and not how_much and ("factor" not in common or typed)):
            return None  # "Bug types that are 4x weak to Fire" are a set
        mutual = how_much and isinstance(attacker, Mon) and isinstance(defender, Mon)
        kind: Any = relation if yes_no else "effect"
        return Matchup(attacker, defender, kind, yes_no=yes_no, negated=negated, mutual=mutual, **common)
    if yes_no and not how_much and not _asks_for_any(clause):
        return None
    attacker, defender, relation = of_attacks(clause, main, sides[1], attacker, defender, relation)
    relation = one_sided(clause, relation, attacker, defender, common)
    if relation is None or (for_pokemon and "besides" in common) or (defender is None and fourfold(clause, common)):
        return None
    if clause.has("wh", "who") and isinstance(attacker, Types) and len(attacker.type_ids) > 1 and left == "def":
        return None  # "Who is immune to Poison and Psychic?": no single type, but Pokémon may be
    for_pokemon = for_pokemon and not supposes_one(clause, defender)
    described = clause.has("noun", "pokemon") and not asks_types(clause) and clause.language != "ja"
    if (for_pokemon or described) and defender is None and isinstance(attacker, Types) and left == "def":
        return None  # "Which Pokémon resist Ice?" is a search
    who = defender is None and clause.has("wh", "who") and not asks_types(clause)  # 格斗系克制的宝可梦都有谁
    asked: Any = (
        "pokemon"
        if for_pokemon or (who and clause.has("noun", "pokemon"))
        else "count"
        if clause.has("wh", "howmany")
        else "types"
    )
    any_at_all = yes_no and not how_much and asked == "types"
    return Matchup(attacker, defender, relation, yes_no=any_at_all, asked=asked, **common)  # type: ignore[arg-type]


def _met(clause: Clause) -> list[int]:
    """遇到班基拉斯,四倍弱点是什么: the word for meeting, in front of the name of what has the weakness."""
    named = [i for i in range(len(clause.tokens)) if clause.at(i, "mon") or clause.at(i, "type")]
    nouns = clause.find("attr", "weakness", "resistance", "immunity", "matchup")
    of_them = [i for i in clause.find("facing") if clause.tokens[i].text.endswith("的") and clause.at(i + 1, "mon")]
    return of_them + [i for i in clause.find("facing") if nouns and named and i < named[0] and not clause.at(i, "mon")]


def _bare_claim(clause: Clause, entities: list[Entity], relation: str) -> bool:
    """ "garchomp weak to ice?": a claim without a verb that carries it."""
    if relation == "effect" or clause.has("wh") or clause.has("list", "list", "all") or clause.has("noun", "pokemon"):
        return False
    if clause.has("neg") or any(token.text.casefold() in ("that", "which") for token in clause.tokens):
        return False  # "dragons that resist Fairy" are a set
    words = [clause.tokens[k] for entity in entities for k in range(entity.start, entity.end) if not entity.is_move]
    return not any(word.text.casefold().endswith("s") and (word.has("type") or word.has("noun")) for word in words)


def _limits(clause: Clause, main: int) -> bool:
    """Does "only" stand before the verb: "only weak to", 只怕?"""
    k = main - 1
    plain = k >= 0 and clause.tokens[k].text.casefold() in ("only", "just", "solely", "只", "只有", "nothing but")
    return plain and (clause.at(k, "adv", "only") or clause.at(k, "typecount") or clause.at(k, "signature", "only"))


def _asks_for_any(clause: Clause) -> bool:
    """ "Does anything resist Ghost?": the list tells."""
    listed = clause.has("exist") and clause.has("noun", "type") and clause.language == "en"  # "is there a type …"
    return listed or any(token.text.casefold() in ANYTHING for token in clause.tokens)


def _set_asked_for(clause: Clause, defender: Entity) -> bool:
    """ "Which Water types …": a set of Pokémon, and not the type."""
    last = clause.tokens[defender.end - 1].text.casefold()
    return clause.at(defender.start - 1, "wh", "which", "what", "howmany") and last == "types"


def _negated(clause: Clause, yes_no: bool) -> bool:
    """Is the question put in the negative ("isn't it ...?"); such words are explained."""
    negated = False
    for i in clause.find("neg"):
        if clause.at(i, "neg", "negyn") or (yes_no and clause.tokens[i].text == "不是" and not clause.is_claim()):
            clause.take(i)  # 电系不是克地面吗 asks back what it takes to be so
        elif yes_no and (
            clause.tokens[i].text.casefold().replace("’", "'").endswith("n't")
            or (clause.tokens[i].text.casefold() == "not" and clause.at(i + 1, "mu"))  # "does it not hurt Sandslash"
        ):
            negated = True
            clause.take(i)
    return negated


def _take_words(clause: Clause) -> None:
    """Words that say nothing more once the sides and the relation are known."""
    clause.take(*clause.find("attr", "type", "matchup"), *clause.find("wh", "how", "howmany", "howmuch"))
    clause.take(*clause.find("noun", "type", "move", "pokemon", "ability"), *clause.find("attr", "effect", "ability"))
    clause.take(*clause.find("prep"), *clause.find("outcome"))
    clause.take(*(i for i in clause.find("battlewords") if clause.tokens[i].text in ("拿", "用")))  # 拿电系招式去打
    if clause.find("type", again=True) and not clause.mons(again=True):
        clause.take(*clause.find("team", "team"))  # "what beats a Water team"
    clause.take(*(i for i in clause.find("moveset") if clause.at(i + 1, "mu") or clause.at(i - 1, "type")))  # 钢妖组合
    clause.take(*(i for i in clause.find("typecount") if clause.tokens[i].text.casefold() not in ("only", "just")))


def _take_hazard_words(clause: Clause, entities: list[Entity]) -> None:
    """How much an entry hazard takes off, and when it does."""
    if any(isinstance(e.side, Thing) and is_hazard(clause, e.side) for e in entities):
        clause.take(*clause.find("damagecalc"), *clause.find("attr", "drain", "hp"), *clause.find("effecttalk"))
        clause.take(*clause.find("percent"), *clause.find("dexstep"), *clause.find("fraction"))


def _says_both(clause: Clause) -> bool:
    """ "both Fire and Flying": each of them, or the pair? Either could be meant."""
    return any(clause.tokens[i].text.casefold() == "both" for i in clause.find("bool", again=True))


def _strongly(clause: Clause) -> bool:
    """ "What hits Toxapex hard?", "does Ice Beam hurt Garchomp much": more than usual is meant; explained."""
    if clause.has("wh", "how", "howmuch", "howmany"):
        return False
    return bool(clause.take_all("strongly"))
