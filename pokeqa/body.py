"""Reading a question from JSON: a `ChatBody`, or a `RequestError` whose sentence names the field and what to do."""

from __future__ import annotations

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from .errors import RequestError
from .request import AgentConstraints, ChatBody, Meta, Turn

#: The models behind each level of a body, for telling which fields exist there.
_FIELDS = {
    "": ChatBody.model_fields,
    "history": Turn.model_fields,
    "meta": Meta.model_fields,
    "meta.agent_constraints": AgentConstraints.model_fields,
}


class MalformedJsonError(RequestError):
    """The body is not JSON at all."""

    code = "invalid_json"


class InvalidFieldError(RequestError):
    """A field is missing, unknown or has a value that cannot be used."""

    code = "invalid_field"


def read_body(raw: bytes | str) -> ChatBody:
    """The question in a JSON text. Types are strict: `"5"` is not a number and `"yes"` not a boolean.

    Raises `MalformedJsonError` or `InvalidFieldError`, about the first thing that is wrong.
    """
    try:
        return ChatBody.model_validate_json(raw, strict=True)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]
        if problem["type"] == "json_invalid":
            reason = problem.get("ctx", {}).get("error", "it cannot be read")
            raise MalformedJsonError(
                f'The body is not valid JSON: {reason}. Send an object like {{"query": "What type is Lucario?"}}.'
            ) from error
        field = ".".join(str(step) for step in problem["loc"])
        raise InvalidFieldError(_sentence(field, problem), field=field or None) from error


def _sentence(field: str, problem: ErrorDetails) -> str:
    """What is wrong with a field, then what to do."""
    if not field:
        return 'The body must be a JSON object. Send one like {"query": "What type is Lucario?"}.'
    kind, context = problem["type"], problem.get("ctx", {})
    if kind == "missing":
        return f"The field `{field}` is missing. Add it to the body."
    if kind == "extra_forbidden":
        level = ".".join(step for step in field.split(".")[:-1] if not step.isdigit())
        known = ", ".join(f"`{name}`" for name in _FIELDS.get(level, {}))
        return f"There is no field `{field}`. Remove it, or use one of these: {known}."
    if kind in ("string_too_short", "too_short"):
        return f"The field `{field}` is empty. Write a question of at least {context['min_length']} character."
    if kind in ("string_too_long", "too_long"):
        # A length that is checked after another validator is reported like that of a list.
        what = "characters" if kind == "string_too_long" or field == "query" else "items"
        return f"The field `{field}` is too long. Send at most {context['max_length']:,} {what}."
    if kind == "value_error":
        return f"The field `{field}` {context['error']}."
    return f"The field `{field}` cannot be used: {problem['msg'][:1].lower()}{problem['msg'][1:]}. Correct it."
