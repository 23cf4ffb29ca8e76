"""Fetching pages: what is read, what is refused, and that redirects and names lead nowhere else."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator

import pytest

from pokeqa.retrieval.fetch import PAGES, AddressRefusedError, Fetcher, FetchError, check_url, is_public
from pokeqa.retrieval.plain_text import plain
from tests.retrieval.asking import cases
from tests.retrieval.web_server import WebServer, web_server


@pytest.fixture(scope="module")
def running() -> Iterator[WebServer]:
    with web_server() as state:
        yield state


@pytest.fixture
def web(running: WebServer) -> WebServer:
    fresh = WebServer()
    running.text, running.search, running.search_status = fresh.text, fresh.search, fresh.search_status
    running.asked.clear()
    running.headers.clear()
    return running


@pytest.fixture
async def fetcher(web: WebServer) -> AsyncIterator[Fetcher]:
    fetcher = Fetcher(allow_hosts=[f"127.0.0.1:{web.port}"], max_bytes=100_000, timeout_s=5)
    yield fetcher
    await fetcher.close()


# ---------------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]
)
def test_an_address_of_the_internet_is_public(address: str):
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
        "169.254.169.254", "100.64.0.1", "192.0.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "2001:db8::1",
        "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:7f00:1", "::127.0.0.1", "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2002:a9fe:a9fe::1", "2001:0:0:0:0:0:80ff:fffe", "not an address", "",
    ],
)  # fmt: skip
def test_any_other_address_is_not(address: str):
    assert not is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd", "ftp://example.com/", "gopher://example.com/", "data:text/html,x", "javascript:alert(1)",
        "//example.com/", "/etc/passwd", "http://", "http:///x", "https://user:secret@example.com/", "http://example.com:0/",
        "http://example.com:99999/", "http://exa mple.com/", "http://example.com/\r\nHost: evil", "http://[::1/",
        "http://example.com/" + "a" * 3000, "", "unix:///var/run/docker.sock",
    ],
)  # fmt: skip
def test_an_address_that_is_no_page_is_refused(url: str):
    with pytest.raises(AddressRefusedError):
        check_url(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/", "http://localhost/", "http://2130706433/", "http://0x7f000001/", "http://0177.0.0.1/",
        "http://127.1/", "http://0/", "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/",
        "http://169.254.169.254/latest/meta-data/", "http://10.0.0.1/", "http://192.168.0.1/", "https://172.16.0.1/",
        "http://[fe80::1]/", "http://[fd00:ec2::254]/", "http://224.0.0.1/", "http://LOCALHOST./",
    ],
)  # fmt: skip
async def test_this_machine_and_its_network_are_refused(url: str):
    fetcher = Fetcher(timeout_s=3)
    with pytest.raises(FetchError):
        await fetcher.get(url, types=PAGES)
    await fetcher.close()


async def test_the_port_next_door_is_not_on_the_allow_list(web: WebServer):
    fetcher = Fetcher(allow_hosts=[f"127.0.0.1:{web.port + 1}", "localhost"])
    with pytest.raises(AddressRefusedError, match="POKEQA_WEB_ALLOW_HOSTS"):
        await fetcher.get(f"{web.url}/page", types=PAGES)
    await fetcher.close()

    assert web.asked == []


# ---------------------------------------------------------------------- names and redirects


class Names:
    """A resolver with answers of its own, in turn; the last one stays."""

    def __init__(self, **answers: list[list[str]]) -> None:
        self.answers = answers
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> list[str]:
        self.asked.append(host)
        turns = self.answers[host.replace(".", "_")]
        return turns.pop(0) if len(turns) > 1 else turns[0]


@pytest.mark.parametrize(
    "addresses", [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::ffff:127.0.0.1"], ["169.254.169.254"]]
)
async def test_a_name_that_leads_to_a_private_address_is_refused(web: WebServer, addresses: list[str]):
    fetcher = Fetcher(resolver=Names(evil_example=[addresses]))
    with pytest.raises(AddressRefusedError):
        await fetcher.get(f"http://evil.example:{web.port}/page", types=PAGES)
    await fetcher.close()

    assert web.asked == []


async def test_a_name_is_resolved_once_for_each_connection(web: WebServer):
    """The address that was checked is the one that is used: a second look-up would be open to rebinding."""
    names = Names(site_example=[["127.0.0.1"], ["10.0.0.1"]])
    fetcher = Fetcher(allow_hosts=["site.example"], resolver=names)
    page = await fetcher.page(f"http://site.example:{web.port}/page")
    await fetcher.close()

    assert names.asked == ["site.example"]
    assert web.headers[0]["Host"] == f"site.example:{web.port}"
    assert "cheeks" in page.text


async def test_a_name_that_changes_between_requests_is_checked_again(web: WebServer):
    names = Names(site_example=[["127.0.0.1"]], evil_example=[["8.8.8.8"], ["127.0.0.1"]])
    fetcher = Fetcher(allow_hosts=["site.example"], resolver=names, timeout_s=1)
    with pytest.raises(FetchError):
        await fetcher.get("http://evil.example:9/", types=PAGES)
    with pytest.raises(AddressRefusedError):
        await fetcher.get(
            f"http://site.example:{web.port}/redirect?to=http://evil.example:{web.port}/page", types=PAGES
        )
    await fetcher.close()

    assert [path for path in web.asked if path == "/page"] == []


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_followed(web: WebServer, fetcher: Fetcher, status: int):
    page = await fetcher.page(f"{web.url}/redirect?status={status}&to=/page")

    assert page.url == f"{web.url}/page"


@pytest.mark.parametrize(
    "target",
    ["http://169.254.169.254/latest/", "http://localhost:{port}/page", "http://10.0.0.1/", "http://[::1]:{port}/page",
     "file:///etc/passwd", "ftp://127.0.0.1/", "//192.168.0.1/", "http://2130706433:{port}/page", "gopher://x/",
     "http://[::ffff:127.0.0.1]:{port}/page", "http://user:x@127.0.0.1:{port}/page"],
)  # fmt: skip
async def test_a_redirect_to_a_private_address_is_refused(web: WebServer, fetcher: Fetcher, target: str):
    with pytest.raises(AddressRefusedError):
        await fetcher.page(f"{web.url}/redirect?to={target.format(port=web.port)}")

    assert len(web.asked) == 1


async def test_redirects_end(web: WebServer, fetcher: Fetcher):
    with pytest.raises(FetchError, match="more than 4 times"):
        await fetcher.page(f"{web.url}/loop")

    assert len(web.asked) == 5


# ---------------------------------------------------------------------- limits


@pytest.mark.parametrize("path", ["/large", "/large?honest", "/bomb"])
async def test_a_page_that_is_too_large_is_not_read(web: WebServer, fetcher: Fetcher, path: str):
    with pytest.raises(FetchError, match="larger than 97 KiB"):
        await fetcher.page(web.url + path)


@pytest.mark.parametrize("path", ["/binary", "/untyped", "/search"])
async def test_only_pages_are_read(web: WebServer, fetcher: Fetcher, path: str):
    with pytest.raises(FetchError, match="not read"):
        await fetcher.page(web.url + path)


async def test_a_page_that_is_slow_is_given_up(web: WebServer):
    fetcher = Fetcher(allow_hosts=["127.0.0.1"], timeout_s=0.3)
    began = time.monotonic()
    with pytest.raises(FetchError, match=r"0.3 s|Timeout"):
        await fetcher.page(f"{web.url}/slow")
    await fetcher.close()

    assert time.monotonic() - began < 1.5


async def test_an_error_of_the_server_is_said(web: WebServer, fetcher: Fetcher):
    with pytest.raises(FetchError, match="status 404"):
        await fetcher.page(f"{web.url}/nowhere")


async def test_a_host_that_is_not_there_is_said(fetcher: Fetcher):
    with pytest.raises(FetchError, match="no network"):
        await fetcher.page("http://nowhere.invalid/")


async def test_a_message_does_not_repeat_what_was_asked(web: WebServer, fetcher: Fetcher):
    with pytest.raises(FetchError) as caught:
        await fetcher.page(f"{web.url}/nowhere?q=secret")

    assert "secret" not in str(caught.value)


# ---------------------------------------------------------------------- text


@pytest.mark.parametrize("path", ["/page", "/gzip", "/odd-charset"])
async def test_the_text_of_a_page_is_its_article(web: WebServer, fetcher: Fetcher, path: str):
    page = await fetcher.page(web.url + path)

    assert page.title == "Pikachu"
    assert "Pikachu stores electricity in its cheeks." in page.text
    assert "Home" not in page.text
    assert "alert" not in page.text


async def test_the_charset_of_a_plain_text_is_used(web: WebServer, fetcher: Fetcher):
    assert (await fetcher.page(f"{web.url}/plain")).text == "皮卡丘是电属性。"


async def test_a_page_without_text_is_said(web: WebServer, fetcher: Fetcher):
    with pytest.raises(FetchError, match="no text"):
        await fetcher.page(f"{web.url}/empty")


async def test_addresses_of_other_scripts_are_asked_for(web: WebServer, fetcher: Fetcher):
    with pytest.raises(FetchError, match="404"):
        await fetcher.page(f"{web.url}/皮卡丘")

    assert web.asked == ["/%E7%9A%AE%E5%8D%A1%E4%B8%98"]


async def test_a_poisoned_page_is_only_text(web: WebServer, fetcher: Fetcher):
    for case in cases("injections.jsonl"):
        web.asked.clear()
        web.text = case["text"].replace("<", "&lt;").replace("\x1b", "").replace("\x07", "")
        page = await fetcher.page(f"{web.url}/page")

        assert web.asked == ["/page"], case["id"]
        assert "The first paragraph" in page.text, case["id"]
        assert page.text == plain(page.text), case["id"]


# ---------------------------------------------------------------------- plain text


@pytest.mark.parametrize("text", [case["text"] for case in cases("injections.jsonl")])
def test_plain_text_holds_nothing_hidden(text: str):
    for hidden in ("\x1b", "\x07", "\u200b", "\u202e", "\u202c"):
        assert hidden not in plain(text)


def test_plain_text_keeps_what_is_seen():
    assert plain("Nidoran♀ 皮卡丘 é — 100 %\n\n\n\nnext\tone") == "Nidoran♀ 皮卡丘 é — 100 %\n\nnext one"
    assert plain("\x1b[31mred\x1b[0m") == "red"
    assert plain("abcdef", 4) == "abc…"
