"""What a Pokémon does as it comes into battle: "what weather does Tyranitar set?", 班基拉斯上场后天气会怎样.

Only an ability can do so, so its abilities are told with what each of them does.
"""

from __future__ import annotations

from ..algebra import Facts, Query
from ..clause import Clause

#: Words for coming into battle, for weather or terrain, and for bringing it about.
_ENTERS = frozenset({
    "comes in", "come in", "comes out", "comes", "come", "switches", "switches in", "switch in", "enters", "enter",
    "enters battle", "enters the battle", "is sent out", "gets sent out", "sent out", "sent", "shows up",
    "hits the field", "上场", "登场", "出场", "一上场", "一出场", "换上场", "换上来", "上来",
})  # fmt: skip
_SKY = frozenset({
    "weather", "the weather", "terrain", "sky", "天气", "场地", "天候", "哪种天气", "什么天气", "天氣",
})  # fmt: skip
_BRINGS = frozenset({
    "set", "sets", "bring", "brings", "summon", "summons", "start", "starts", "cause", "causes", "make", "makes",
    "create", "creates", "trigger", "triggers", "change", "changes", "do", "up", "into", "battle", "the battle",
    "field", "带来", "开", "变成", "召唤", "造成", "改变", "会变", "引发", "变", "带", "开启", "自带", "能开",
    "后", "时", "之后", "的时候",
})  # fmt: skip


def on_entry(clause: Clause) -> Query | None:
    """The abilities of the one that comes in, with what they do."""
    mons = clause.mons()
    if len(mons) != 1 or clause.is_yes_no() or any(map(clause.has, ("type", "move", "item", "ability", "gen", "vg"))):
        return None
    texts = [t.text.casefold() for t in clause.tokens]
    sky = [i for i, text in enumerate(texts) if text in _SKY]
    enters = [i for i, text in enumerate(texts) if text in _ENTERS]
    if not (sky or (enters and clause.has("outcome"))) or not (clause.has("wh") or clause.has("outcome")):
        return None
    clause.take(*mons, *sky, *enters, *(i for i, text in enumerate(texts) if text in _BRINGS))
    clause.take(*clause.find("outcome"), *clause.find("wh"), *clause.find("effecttalk", "comes"))
    return Facts((clause.mon(mons[0]),), ("ability", "effect"))
