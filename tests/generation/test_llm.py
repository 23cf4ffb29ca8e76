"""The language model's client against a server that does what real ones do on bad days."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from pokeqa.generation.llm import LanguageModelError, OpenAIModel, Report, language_model
from pokeqa.generation.local_llm import LocalModel
from pokeqa.retrieval.prompt import Message
from pokeqa.settings import Settings
from tests.generation.scripted_server import (
    DONE,
    SENTENCE,
    Act,
    answers,
    chunk,
    cut,
    fails,
    hangs,
    head,
    says,
    scripted,
)  # fmt: skip

QUESTION = [Message("system", "Be brief."), Message("user", "What type is Mew?")]
WHOLE = "".join(SENTENCE)


@pytest.fixture(autouse=True)
def _quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokeqa.generation.llm.RETRY_AFTER_S", 0.01)


def settings(url: str, **values: Any) -> Settings:
    return Settings(llm_base_url=url, llm_model="tiny", **{"llm_timeout_s": 30, **values})


async def ask(*acts: Act, **values: Any) -> tuple[str, Report, list[dict[str, Any]]]:
    """What the model wrote, how, and what its server was asked; an error carries what came before as `written`."""
    report, written = Report(), ""
    async with scripted(*acts) as server:
        model = OpenAIModel(settings(server.url, **values))
        try:
            async for piece in model.stream(QUESTION, report):
                written += piece
        except LanguageModelError as error:
            error.add_note(written)
            raise
        finally:
            await model.close()
    return written, report, server.asked


async def error_of(*acts: Act, **values: Any) -> LanguageModelError:
    with pytest.raises(LanguageModelError) as caught:
        await ask(*acts, **values)
    return caught.value


async def test_an_answer_streams_with_its_token_use():
    written, report, asked = await ask(answers(*SENTENCE))

    assert written == WHOLE
    assert (report.finish_reason, report.prompt_tokens, report.completion_tokens) == ("stop", 123, 7)
    assert (report.attempts, report.model) == (1, "tiny")
    assert report.first_ms is not None
    assert asked[0]["path"] == "/v1/chat/completions"
    assert asked[0]["messages"][1] == {"role": "user", "content": "What type is Mew?"}
    assert asked[0]["stream"] is True


async def test_pieces_arrive_while_the_server_still_writes():
    async with scripted(says(head(), *map(chunk, SENTENCE), chunk(finish="stop"), delay_s=0.05)) as server:
        stream = OpenAIModel(settings(server.url)).stream(QUESTION, Report())
        arrived = [time.monotonic() async for _ in stream]

    assert len(arrived) == 4
    assert arrived[-1] - arrived[0] > 0.1


async def test_the_key_is_sent_and_never_shown():
    async with scripted(fails(401)) as server:
        model = OpenAIModel(settings(server.url, llm_api_key="sk-secret"))
        with pytest.raises(LanguageModelError) as caught:
            await model.complete("Mew?")

    assert server.headers[0]["authorization"] == "Bearer sk-secret"
    assert "sk-secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("act", "kind", "says_what_to_do", "attempts"),
    [
        (fails(401), "key", "Check POKEQA_LLM_API_KEY", 1),
        (fails(403), "key", "Check POKEQA_LLM_API_KEY", 1),
        (fails(404), "unknown", "Check POKEQA_LLM_MODEL and POKEQA_LLM_BASE_URL", 1),
        (fails(429), "busy", "Wait a little", 2),
        (fails(400, "context too long"), "refused", "context too long.", 1),
        (fails(500), "failed", "its own log says why", 2),
        (fails(503), "failed", "its own log says why", 2),
        (says(head(), chunk(finish="stop"), DONE), "empty", "wrote nothing", 2),
        (says(head(), b"data: {not json}\n\n"), "format", "OpenAI interface", 1),
        (says(head(), b"data: [1, 2]\n\n"), "format", "OpenAI interface", 1),
        (says(head(), b'data: {"choices": "many"}\n\n'), "format", "OpenAI interface", 1),
        (says(head(media="text/html"), b"<html>Welcome</html>"), "format", "usually ends in /v1", 1),
        (says(head(301, "text/html", Location="http://127.0.0.1:9/")), "format", "usually ends in /v1", 1),
        (says(head(), b'data: {"error": {"message": "out of memory"}}\n\n'), "refused", "out of memory.", 1),
        (says(b"\x00\x01 not HTTP at all\r\n\r\n"), "cut", "broke off", 2),
        (says(), "cut", "broke off", 2),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
async def test_a_failure_is_a_sentence_that_says_what_to_do(act: Act, kind: str, says_what_to_do: str, attempts: int):
    with pytest.raises(LanguageModelError) as caught:
        async with scripted(act) as server:
            async for _ in OpenAIModel(settings(server.url)).stream(QUESTION, report := Report()):
                pass

    assert caught.value.kind == kind
    assert says_what_to_do in str(caught.value)
    assert len(server.asked) == report.attempts == attempts
    assert report.finish_reason is None
    for language in ("zh-hans", "zh-hant", "ja"):
        assert caught.value.sentence(language) != str(caught.value)


@pytest.mark.parametrize("act", [hangs(head()), hangs()], ids=["after its head", "at once"])
async def test_a_server_that_hangs_is_left_after_the_time_limit(act: Act):
    """How many requests the server saw is not asked: on a busy machine the time may be over before it reads one."""
    with pytest.raises(LanguageModelError) as caught:
        async with scripted(act) as server:
            async for _ in OpenAIModel(settings(server.url, llm_timeout_s=0.4)).stream(QUESTION, report := Report()):
                pass

    assert caught.value.kind == "timeout"
    assert "within 0.4 s" in str(caught.value)
    assert "Raise POKEQA_LLM_TIMEOUT_S" in str(caught.value)
    assert report.attempts == 1


async def test_a_server_that_fails_once_is_asked_again_once():
    written, report, asked = await ask(fails(500), answers(*SENTENCE))

    assert written == WHOLE
    assert report.attempts == len(asked) == 2


async def test_a_server_that_is_not_there_is_asked_twice():
    async with scripted(answers()) as server:
        url = server.url
    report = Report()
    with pytest.raises(LanguageModelError) as caught:
        async for _ in OpenAIModel(settings(url)).stream(QUESTION, report):
            pass

    assert caught.value.kind == "unreachable"
    assert "Start the language model's server" in str(caught.value)
    assert report.attempts == 2


@pytest.mark.parametrize(
    "act", [cut("Mew ", "is"), says(head(), chunk("Mew "), chunk("is"), DONE)], ids=["cut", "unended"]
)
async def test_a_stream_that_breaks_off_is_an_error_after_what_it_wrote(act: Act):
    error = await error_of(act)

    assert error.kind == "cut"
    assert error.__notes__ == ["Mew is"]


async def test_a_stream_that_began_is_not_tried_again():
    async with scripted(cut("Mew ")) as server:
        with pytest.raises(LanguageModelError):
            async for _ in OpenAIModel(settings(server.url)).stream(QUESTION, Report()):
                pass

    assert len(server.asked) == 1


async def test_slow_tokens_are_waited_for_while_they_come():
    slow = says(head(), *map(chunk, SENTENCE), chunk(finish="stop"), delay_s=0.25)

    written, _, _ = await ask(slow, llm_timeout_s=1.0)  # each comes well within it, all of them do not

    assert written == WHOLE


async def test_an_answer_that_never_ends_is_ended():
    endless = says(head(), *[chunk("Mew! ")] * 200, delay_s=0.05)

    error = await error_of(endless, llm_total_timeout_s=0.3)

    assert error.kind == "timeout"
    assert "within 0.3 s" in str(error)


async def test_a_time_limit_does_not_reach_whoever_reads_slowly():
    async with scripted(answers(*SENTENCE)) as server:
        model = OpenAIModel(settings(server.url, llm_total_timeout_s=1.0))
        written = ""
        try:
            async for piece in model.stream(QUESTION, Report()):
                written += piece
                await asyncio.sleep(0.3)
        except LanguageModelError as error:
            assert error.kind == "timeout"

    assert written.startswith("Mew ")


async def test_a_server_that_cannot_stream_is_understood():
    whole = (
        b'{"choices": [{"message": {"content": "Psychic."}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 9}}'
    )

    written, report, _ = await ask(says(head(media="application/json"), whole))

    assert written == "Psychic."
    assert (report.finish_reason, report.prompt_tokens) == ("stop", 9)


async def test_a_server_that_does_not_know_stream_options_is_asked_without_them():
    written, _, asked = await ask(fails(400, "unknown field stream_options"), answers(*SENTENCE))

    assert written == WHOLE
    assert "stream_options" in asked[0]
    assert "stream_options" not in asked[1]


async def test_an_answer_that_reaches_the_limit_is_told():
    written, report, _ = await ask(answers(*SENTENCE, finish="length"))

    assert written == WHOLE
    assert report.finish_reason == "length"


@pytest.mark.parametrize(
    ("texts", "shown"),
    [
        (("<think>Is it?", " Hm.</think>\n\n", "Psychic."), "Psychic."),
        (("<th", "ink>a</thi", "nk>Psychic."), "Psychic."),
        (("<b>Psychic.",), "<b>Psychic."),
        (("<", "3 Mew"), "<3 Mew"),
    ],
)
async def test_a_thought_before_the_answer_is_left_out(texts: tuple[str, ...], shown: str):
    written, _, _ = await ask(answers(*texts))

    assert written == shown


async def test_nothing_but_a_thought_is_no_answer():
    assert (await error_of(answers("<think>Hm, hm."))).kind == "empty"


async def test_stopping_to_read_ends_the_request():
    async with scripted(says(head(), *[chunk("Mew! ")] * 100, delay_s=0.05)) as server:
        stream = OpenAIModel(settings(server.url)).stream(QUESTION, report := Report())
        assert await anext(stream) == "Mew! "
        await stream.aclose()

    assert report.ms is not None
    assert report.finish_reason is None


def test_without_settings_there_is_no_model():
    assert language_model(Settings()) is None
    assert language_model(Settings(llm="off", llm_base_url="http://127.0.0.1:1/v1")) is None


def test_an_address_without_a_model_says_what_is_missing():
    model = language_model(Settings(llm_base_url="http://127.0.0.1:1/v1"))

    assert model is not None
    assert "POKEQA_LLM_MODEL is not" in str(model.problem())


def test_a_local_model_says_what_is_missing(tmp_path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "tiny.gguf"
    missing = language_model(Settings(llm="local", llm_path=file))
    unset = language_model(Settings(llm="local"))
    assert isinstance(missing, LocalModel)
    assert isinstance(unset, LocalModel)

    assert "POKEQA_LLM_PATH: set it to a GGUF file" in str(unset.problem())
    assert f"no GGUF file at {file}" in str(missing.problem())

    file.write_bytes(b"GGUF")
    monkeypatch.setattr("pokeqa.generation.local_llm.find_spec", lambda name: None)
    assert "pip install xllamacpp" in str(missing.problem())
    assert missing.name == "tiny"
