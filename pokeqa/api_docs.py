"""The page at /docs: the OpenAPI description as plain HTML, without a script and without another origin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

_STYLE = """
:root { color-scheme: light dark; --line: #e4e5e9; --muted: #667085; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
pre { border: 1px solid var(--line); border-radius: 12px; padding: 1rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid var(--line); padding: .4rem .8rem .4rem 0; text-align: left; vertical-align: top; }
small { color: var(--muted); }
"""

_EXAMPLE = """curl -N -H 'Content-Type: application/json' \\
  -d '{"query": "Who is faster, Garchomp or Salamence?"}' \\
  http://127.0.0.1:7860/chat/"""


def docs_page(openapi: Mapping[str, Any]) -> str:
    """The whole page as HTML."""
    title, version = escape(openapi["info"]["title"]), escape(openapi["info"]["version"])
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title} API</title><style>{_STYLE}</style></head>'
        f"<body><h1>{title} API <small>{version}</small></h1>"
        f"<p>{escape(openapi['info'].get('description', ''))} "
        f'For programs: <a href="openapi.json">openapi.json</a>.</p><pre>{escape(_EXAMPLE)}</pre>'
        f"<h2>Endpoints</h2>{''.join(_endpoints(openapi['paths']))}"
        f"<h2>What a question carries</h2>{''.join(_models(openapi['components']['schemas']))}</body></html>"
    )


def _endpoints(paths: Mapping[str, Any]) -> Iterator[str]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            yield f"<h3><code>{escape(method.upper())} {escape(path)}</code></h3>"
            yield f"<p>{escape(operation.get('description', ''))}</p><table><tr><th>Status<th>Meaning</tr>"
            for status, response in operation["responses"].items():
                yield f"<tr><td>{escape(status)}<td>{escape(response['description'])}</tr>"
            yield "</table>"


def _models(schemas: Mapping[str, Any]) -> Iterator[str]:
    for name, schema in schemas.items():
        required = schema.get("required", [])
        yield f'<h3 id="{escape(name)}"><code>{escape(name)}</code></h3><p>{escape(schema.get("description", ""))}</p>'
        yield "<table><tr><th>Field<th>Type<th>Default<th>Limits</tr>"
        for field, about in schema.get("properties", {}).items():
            default = "required" if field in required else escape(str(about.get("default", "")))
            yield f"<tr><td><code>{escape(field)}</code><td>{_type(about)}<td>{default}<td>{_limits(about)}</tr>"
        yield "</table>"


def _type(about: Mapping[str, Any]) -> str:
    if "$ref" in about:
        model = escape(about["$ref"].rsplit("/", 1)[-1])
        return f'<a href="#{model}">{model}</a>'
    if "anyOf" in about:
        return " or ".join(_type(option) for option in about["anyOf"])
    if "enum" in about:
        return ", ".join(f"<code>{escape(str(value))}</code>" for value in about["enum"])
    if about.get("type") == "array":
        return f"list of {_type(about['items'])}"
    return escape(str(about.get("type", "any")))


def _limits(about: Mapping[str, Any]) -> str:
    words = {
        "minimum": "at least", "maximum": "at most", "minLength": "min. length", "maxLength": "max. length",
        "maxItems": "max. items", "pattern": "pattern",
    }  # fmt: skip
    options = [about, *about.get("anyOf", [])]
    limits = [f"{word} {escape(str(o[key]))}" for o in options for key, word in words.items() if key in o]
    return ", ".join(limits)
