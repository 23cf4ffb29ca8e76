"""What a layer is: the one method by which a question passes through the house.

A layer answers, or it records its trace step and passes the request on to `inner`, the rest of the chain. It
never imports another layer; what layers share is in the request.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Protocol

from .events import Event, Finished
from .request import ChatRequest, Route


class Inner(Protocol):
    """The rest of the chain, as a layer sees it."""

    def ask(self, request: ChatRequest) -> AsyncGenerator[Event, None]:
        """The events of the layers further in."""
        ...


class Layer(Protocol):
    """One room of the house; `name` is what the trace calls it."""

    @property
    def name(self) -> str:
        """The layer's name in the trace ("shortcut")."""
        ...

    def ask(self, request: ChatRequest, inner: Inner) -> AsyncGenerator[Event, None]:
        """The events that answer the request: this layer's own, or those of `inner`."""
        ...


def finish(request: ChatRequest, route: Route) -> Finished:
    """The last event of an answered request: its refs and the trace so far, as plain JSON values."""
    return Finished(route, request.refs.to_json(), [step.to_json() for step in request.trace.steps])
