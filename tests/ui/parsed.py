"""Reading rendered HTML as a browser would, to see what it makes of hostile text."""

from __future__ import annotations

from html.parser import HTMLParser


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.addresses: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        self.addresses.update(value or "" for name, value in attrs if name in ("href", "src", "action"))


def assert_harmless(html: str) -> None:
    """No element, handler or address that only the hostile text can have brought."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert not reader.tags & {"img", "script", "iframe", "object", "embed", "link", "style", "form", "b", "u", "h1"}
    assert not [name for name in reader.attributes if name.startswith("on")]
    assert not [address for address in reader.addresses if not address.startswith(("#", "http"))]
