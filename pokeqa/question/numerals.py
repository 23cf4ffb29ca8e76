"""Numbers written in Chinese characters."""

from __future__ import annotations

_DIGITS = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_UNITS = {"十": 10, "百": 100, "千": 1000}
#: No number of the games is longer: 九千九百九十九万九千九百九十九.
_LONGEST_NUMBER = 15
_MYRIAD, _POINT = "万", "点"


def chinese_number(chars: str, start: int) -> tuple[int, float] | None:
    """A number written in Chinese characters: 一百二十 is 120, 一百二 too, 一五一 is 151, 六点五 is 6.5.

    (end, value), or None.
    """
    end = start
    while end < min(len(chars), start + _LONGEST_NUMBER) and (
        chars[end] in _DIGITS or chars[end] in _UNITS or (chars[end] == _MYRIAD and end > start)
    ):
        end += 1
    run = chars[start:end]
    if not run:
        return None
    if chars[end : end + 1] == _POINT and (behind := _digits_at(chars, end + 1)):
        whole = chinese_number(run, 0)
        return end + 1 + len(behind), (whole[1] if whole else 0.0) + float(f"0.{behind}")
    if all(character in _DIGITS for character in run):
        return end, float("".join(str(_DIGITS[character]) for character in run))
    high, myriad, low = run.rpartition(_MYRIAD)
    return end, float(_below_myriad(high) * 10_000 + _below_myriad(low, 10_000 if myriad else 0))


def _digits_at(chars: str, start: int) -> str:
    """The plain digits from here on, in figures."""
    end = start
    while end < min(len(chars), start + _LONGEST_NUMBER) and chars[end] in _DIGITS:
        end += 1
    return "".join(str(_DIGITS[character]) for character in chars[start:end])


def _below_myriad(run: str, unit: int = 0) -> int:
    """The value of a run of digits and units; `unit` is what stands in front of it.

    A last digit right behind a unit from a hundred up counts the next lower one: 一百五 is 150.
    """
    total, digit, filled = 0, 0, False
    for character in run:
        if character in _UNITS:
            unit = _UNITS[character]
            total += (digit or 1) * unit
            digit, filled = 0, False
        else:
            digit, filled = _DIGITS[character], filled or not _DIGITS[character]
    return total + digit * (unit // 10 if unit >= 100 and not filled else 1)


def splits_a_numeral(chars: str, end: int) -> bool:
    """Does a word end in the middle of a number? 第二 is not in 第二十五."""
    inside = _DIGITS.keys() | _UNITS.keys()
    return 0 < end < len(chars) and chars[end - 1] in inside and chars[end] in inside
