"""Uploads into chunks: readers with their limits and errors, headings, tables, ids, and vectors."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path

import pytest

from pokeqa.errors import RequestError
from pokeqa.retrieval import readers
from pokeqa.retrieval.builtin import articles
from pokeqa.retrieval.documents import CHUNK_MAX_CHARS, CHUNK_WORDS, Document, language_of, words
from pokeqa.retrieval.ingest import Ingestion
from pokeqa.retrieval.readers import SUFFIXES, read_file

from .knowledge_bases import EMBEDDER, LIBRARY_WARNINGS, settings

pytestmark = [pytest.mark.filterwarnings(warning) for warning in LIBRARY_WARNINGS]


def read(name: str, content: bytes, **limits: object) -> str:
    return read_file(name, content, settings(Path("unused"), **limits))


def pdf(text: str = "", pages: int = 1) -> bytes:
    """A PDF made by hand: the smallest that a reader takes."""
    return pdf_with(f"BT /F1 12 Tf 50 700 Td ({text}) Tj ET".encode(), pages=pages)


def pdf_with(stream: bytes, filters: bytes = b"", pages: int = 1) -> bytes:
    """A PDF whose pages are all drawn by one stream."""
    kids = " ".join(f"{5 + i} 0 R" for i in range(pages))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {pages}>>".encode(),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        b"<</Length %d%s>>stream\n%s\nendstream" % (len(stream), filters, stream),
        *[b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 3 0 R>>>>>>"] * pages,
    ]
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj%s endobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    start = len(out)
    return out + b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1, table, len(objects) + 1, start,
    )  # fmt: skip


def docx() -> bytes:
    import docx as library

    document = library.Document()
    document.add_heading("Team notes", 0)
    document.add_heading("Lead", 1)
    document.add_paragraph("Garchomp leads with Stealth Rock.")
    document.add_paragraph("Bring a Choice Scarf.", style="List Bullet")
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip((c for row in table.rows for c in row.cells), ("Slot", "Name", "1", "Rotom"), strict=True):
        cell.text = text
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


# --- readers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("Pokémon 宝可梦".encode(), "Pokémon 宝可梦"),
        ("\ufeffPokémon".encode(), "Pokémon"),
        ("Pokémon 宝可梦".encode("utf-16"), "Pokémon 宝可梦"),
        ("烈咬陆鲨的特性是沙隐。".encode("gb18030"), "烈咬陆鲨的特性是沙隐。"),
        ("烈咬陸鯊的特性是沙隱，弱點是冰與龍。".encode("big5"), "烈咬陸鯊的特性是沙隱，弱點是冰與龍。"),
        ("Pokémon: Évoli évolue".encode("cp1252"), "Pokémon: Évoli évolue"),
        (b"a\r\nb\rc  \n\n\n\n\nd", "a\nb\nc\n\nd"),
        (b"bell \x07 and bidi end", "bell  and bidi end"),
    ],
)
def test_text_is_decoded_and_cleaned(content: bytes, text: str) -> None:
    assert read("notes.txt", content) == text


def test_pdf_text_is_read() -> None:
    assert "Garchomp is fast" in read("a.PDF", pdf("Garchomp is fast"))


def test_word_headings_lists_and_tables_become_markdown() -> None:
    text = read("team.docx", docx())
    assert text.startswith("# Team notes\n\n# Lead\n\nGarchomp leads")
    assert "- Bring a Choice Scarf." in text
    assert "| Slot | Name |\n|---|---|\n| 1 | Rotom |" in text


def test_html_keeps_structure_and_drops_what_is_not_read() -> None:
    page = (
        "<html><head><title>Rain teams</title><style>p{}</style></head><body><nav>Home</nav><h2>Core</h2>"
        "<p>Pelipper &amp; friends<script>alert(1)</script>.</p><ul><li>one<li>two</ul>"
        "<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2|3</td></tr></table></body></html>"
    )
    text = read("rain.html", page.encode())
    assert text.startswith("# Rain teams\n\n## Core\n\nPelipper & friends.")
    assert "- one\n- two" in text
    assert "| A | B |\n|---|---|\n| 1 | 2\\|3 |" in text
    assert "alert" not in text and "Home" not in text and "p{}" not in text


def test_html_in_a_declared_encoding_is_read() -> None:
    page = '<meta charset="gbk"><p>烈咬陆鲨</p>'.encode("gbk")
    assert "烈咬陆鲨" in read("a.html", page)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_csv_rows_carry_their_header(separator: str) -> None:
    rows = separator.join(("Name", "Item")) + "\n" + separator.join(("Garchomp", "Scarf")) + "\n"
    assert read("team.csv", rows.encode()) == "Name: Garchomp; Item: Scarf"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("virus.exe", b"MZ", "cannot be read. Use one of: txt, md"),
        ("noending", b"text", "cannot be read"),
        ("empty.txt", b"  \n ", "the file is empty"),
        ("photo.txt", b"\x89PNG\0\0", "not a text file"),
        ("dots.md", b"... --- ...", "no text was found"),
        ("broken.pdf", b"%PDF-1.4 nonsense", "the PDF is damaged"),
        ("scan.pdf", pdf(), "scanned pages only"),
        ("broken.docx", b"PK nonsense", "not a Word document"),
        ("empty.html", b"<html><script>x</script></html>", "no text was found"),
    ],
)
def test_what_cannot_be_read_has_its_own_sentence(name: str, content: bytes, said: str) -> None:
    with pytest.raises(RequestError, match=said) as caught:
        read(name, content)
    assert str(caught.value).startswith(f"{name}: ")
    assert caught.value.field == "files"


def test_a_protected_pdf_is_said() -> None:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf("secret"))))
    writer.encrypt("password", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    with pytest.raises(RequestError, match="protected by a password"):
        read("a.pdf", out.getvalue())


def test_a_document_that_unpacks_to_far_more_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"\0" * 12 * 1024 * 1024)
    with pytest.raises(RequestError, match="unpacks to 12 MB"):
        read("bomb.docx", out.getvalue(), kb_file_max_mb=1)


def word_with(xml: bytes) -> bytes:
    """A Word document with a body of our own."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(docx())) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            target.writestr(name, xml if name == "word/document.xml" else source.read(name))
    return out.getvalue()


BODY = (
    b'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>',
    b"</w:body></w:document>",
)


def test_a_word_document_with_far_more_xml_than_text_is_refused() -> None:
    bomb = word_with(b"<w:p/>".join((BODY[0], *[b""] * 700_000, BODY[1])))
    assert len(bomb) < 100_000
    with pytest.raises(RequestError, match="holds 5 MB of XML"):
        read("bomb.docx", bomb, kb_text_max_chars=200_000)


def test_a_document_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "READ_TIMEOUT_S", -1.0)
    for name, content in (("a.docx", docx()), ("a.pdf", pdf("text"))):
        with pytest.raises(RequestError, match="could not be read within"):
            read(name, content)


def test_reading_stops_as_soon_as_the_text_is_too_long() -> None:
    with pytest.raises(RequestError, match="more than 1,000 characters"):
        read("a.pdf", pdf("x" * 90, pages=100), kb_text_max_chars=1000)


def test_a_pdf_that_unpacks_to_far_more_is_refused() -> None:
    with pytest.raises(RequestError, match=r"a\.pdf: "):
        read("a.pdf", pdf_with(zlib.compress(b"\0" * 200_000_000, 9), b"/Filter/FlateDecode"))


def test_a_pdf_page_of_endless_strokes_is_refused() -> None:
    with pytest.raises(RequestError, match="page 1 is drawn with too many strokes"):
        read("a.pdf", pdf_with(zlib.compress(b"BT (a) Tj ET\n" * 300_000, 9), b"/Filter/FlateDecode"))


@pytest.mark.parametrize(
    "page",
    [b"<!--" * 50_000, b"<![CDATA[" * 50_000, b"<?" * 50_000, b"<svg>" * 20_000 + b"</nav>" * 20_000,
     b"<script>" * 50_000, b"<style>" + b"</" * 50_000],
)  # fmt: skip
def test_a_page_of_beginnings_without_an_end_is_read_once(page: bytes) -> None:
    """Each of these keeps a parser that looks for the end from every beginning busy for minutes."""
    assert read("a.html", b"<p>Before.</p>" + page) == "Before."


def test_what_looks_like_a_declaration_in_a_script_ends_with_the_script() -> None:
    page = b"<p>One.</p><script>if (a<!b) x('-->')</script><p>Two.</p><!-- <p>no</p> --><p>Three.</p><!doctype html>"
    assert read("a.html", page) == "One.\n\nTwo.\n\nThree."


@pytest.mark.parametrize("tail", ["\t" * 200_000 + "a", "#" * 200_000 + "a", " #" * 100_000 + "a"])
def test_a_heading_that_seems_to_end_again_and_again_is_read_once(tail: str) -> None:
    assert len(Document("a.md", f"# a{tail}\n\ntext").title) <= 200


def test_front_matter_without_measure_is_text() -> None:
    for front in ("x: " + "[" * 20_000, "a: b\n" * 5000):
        document = Document("a.md", f"---\n{front}\n---\nbody")
        assert document.front == {}
        assert document.chunks("b")


def test_a_text_of_headings_alone_can_be_found() -> None:
    (chunk,) = Document("a.md", "# Garchomp is fast").chunks("b")
    assert "Garchomp is fast" in chunk.indexed


def test_limits_are_said_with_their_numbers() -> None:
    with pytest.raises(RequestError, match=r"has 0\.2 MB, at most 0\.1 are taken"):
        read("a.txt", b"x" * 200_000, kb_file_max_mb=0.1)
    with pytest.raises(RequestError, match="has 2,000 characters, at most 1,000"):
        read("a.txt", b"x" * 2000, kb_text_max_chars=1000)


def test_every_promised_kind_is_there() -> None:
    assert {"txt", "md", "pdf", "docx", "html", "csv"} <= set(SUFFIXES)


# --- documents and chunks ---------------------------------------------------------------------------------------

MARKDOWN = """---
title: Weather in battle
slug: weather
lang: en
entities: [kyogre, groudon]
---
# Weather in battle

{intro}

## Rain

{rain}
"""


def text_of(count: int, word: str = "rain") -> str:
    return " ".join(f"{word}{i}." for i in range(count))


def test_front_matter_gives_title_slug_language_and_entities() -> None:
    document = Document("weather.md", MARKDOWN.format(intro="i", rain="r"))
    assert (document.title, document.slug, document.language) == ("Weather in battle", "weather", "en")
    assert document.entities == ("kyogre", "groudon")


def test_without_front_matter_the_heading_the_name_and_the_characters_speak() -> None:
    assert Document("notes.txt", "# My team\n\ntext").title == "My team"
    assert Document("notes.txt", "just text").title == "notes.txt"
    assert Document("notes.txt", "烈咬陆鲨很快").language == "zh-hans"
    assert language_of("ピカチュウはでんきタイプ") == "ja"


@pytest.mark.parametrize("front", ["a: [", "- list", "title: 3\nentities: x", "title: !!python/object:os.system x"])
def test_front_matter_that_is_none_does_no_harm(front: str) -> None:
    document = Document("n.md", f"---\n{front}\n---\nbody text")
    assert document.title == "n.md" and document.entities == ()
    assert document.chunks("b")[0].text == "body text"


def test_chunks_follow_headings_and_say_what_they_are_about() -> None:
    chunks = Document("w", MARKDOWN.format(intro=text_of(40), rain=text_of(40))).chunks("base")
    assert [chunk.head for chunk in chunks] == ["Weather in battle", "Weather in battle: Rain"]
    assert chunks[1].indexed.startswith("Weather in battle: Rain\nrain0.")


def test_a_tiny_section_joins_the_one_before() -> None:
    (chunk,) = Document("w", MARKDOWN.format(intro=text_of(40), rain="Short.")).chunks("base")
    assert chunk.text.endswith("Rain: Short.")


def test_a_long_section_is_cut_at_sentences() -> None:
    chunks = Document("w", text_of(600, "word")).chunks("base")
    assert len(chunks) > 3
    assert all(len(words(chunk.text)) <= CHUNK_WORDS and chunk.text.endswith(".") for chunk in chunks)


def test_a_long_chinese_section_is_cut_at_sentences() -> None:
    chunks = Document("w", "下雨时水属性招式的威力会变为一点五倍。" * 60).chunks("base")
    assert len(chunks) > 2
    assert all(chunk.text.endswith("。") for chunk in chunks)


def test_rows_of_a_long_table_stay_under_their_header() -> None:
    rows = "\n".join(f"| Method {i} | one in {i} thousand tries |" for i in range(80))
    chunks = Document("t", f"# Odds\n\nBefore.\n\n| Method | Chance |\n|---|---|\n{rows}\n\nAfter.").chunks("base")
    tables = [chunk for chunk in chunks if "|" in chunk.text]
    assert len(tables) > 2
    assert all(chunk.text.startswith("| Method | Chance |\n|---|---|\n") for chunk in tables)
    assert sum(chunk.text.count("| Method ") for chunk in tables) == 80 + len(tables)


def test_one_endless_line_is_cut_all_the_same() -> None:
    chunks = Document("t", "x" * 50_000).chunks("base")
    assert all(len(chunk.text) <= CHUNK_MAX_CHARS for chunk in chunks)
    assert sum(len(chunk.text) for chunk in chunks) == 50_000


def test_ids_depend_on_base_content_and_position_alone() -> None:
    text = text_of(600, "word")
    ids = [chunk.id for chunk in Document("a", text).chunks("base")]
    assert [chunk.id for chunk in Document("b", text).chunks("base")] == ids
    assert len(set(ids)) == len(ids)
    assert not set(ids) & {chunk.id for chunk in Document("a", text).chunks("other")}
    assert not set(ids) & {chunk.id for chunk in Document("a", text + "!").chunks("base")}


def test_every_article_of_the_project_can_be_cut() -> None:
    for document in articles():
        chunks = document.chunks("pokedex")
        assert chunks, document.id
        assert all(chunk.text.strip() and len(words(chunk.text)) <= CHUNK_WORDS for chunk in chunks), document.id


def test_nodes_have_vectors_ids_and_what_a_reader_needs() -> None:
    document = Document("w.md", MARKDOWN.format(intro=text_of(40), rain=text_of(40)))
    nodes = Ingestion(EMBEDDER).run("base", [document])
    assert [node.node_id for node in nodes] == [chunk.id for chunk in document.chunks("base")]
    assert all(node.embedding is not None and len(node.embedding) == EMBEDDER.dimension for node in nodes)
    assert nodes[1].ref_doc_id == document.hash
    assert nodes[1].metadata["heading"] == "Rain"
    assert nodes[1].metadata["entities"] == ["kyogre", "groudon"]
    head = nodes[1].metadata["head_chars"]
    assert nodes[1].get_content()[head:].startswith("rain0.")
