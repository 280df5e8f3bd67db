"""Smaller documents that still show a difference."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator

Document = dict[str, Any]
Path = tuple[Any, ...]
Predicate = Callable[[list[Document], Document], bool]

# What a request may lose and still be one, and what a policy may lose and still be enforceable.
REQUEST_PARTS: tuple[Path, ...] = ((), ("context",), ("context", "device"), ("controls",), ("subject",))
REQUEST_KEPT = frozenset(("subject", "resource", "account", "client"))
POLICY_PARTS: tuple[Path, ...] = (("conditions",), ("sessionControls",))
POLICY_KEPT = frozenset(("users", "applications", "clientApplications"))


@dataclass
class Shrinker:
    """Takes parts away one by one for as long as `still_differs`; asks no more than `budget` times."""

    still_differs: Predicate
    budget: int = 200
    asked: int = field(default=0, init=False)

    def shrink(self, documents: list[Document], request: Document) -> tuple[list[Document], Document]:
        documents = self.without_documents(documents, request)
        for path in list(removable(request, REQUEST_PARTS, REQUEST_KEPT)):
            smaller = without(request, path)
            if smaller is not None and self.accepts(documents, smaller):
                request = smaller
        for number in range(len(documents)):
            for path in list(removable(documents[number], POLICY_PARTS, POLICY_KEPT)):
                part = without(documents[number], path)
                if part is None:
                    continue
                smaller_set = [*documents[:number], part, *documents[number + 1 :]]
                if self.accepts(smaller_set, request):
                    documents = smaller_set
        return self.without_documents(documents, request), request

    def without_documents(self, documents: list[Document], request: Document) -> list[Document]:
        for document in list(documents):
            rest = [kept for kept in documents if kept is not document]
            if not is_referred_to(document, rest) and self.accepts(rest, request):
                documents = rest
        return documents

    def accepts(self, documents: list[Document], request: Document) -> bool:
        if self.asked >= self.budget:
            return False
        self.asked += 1
        return self.still_differs(documents, request)


def is_referred_to(document: Document, others: list[Document]) -> bool:
    """Whether the document is one that policies name: without it they could not be enforced."""
    if "conditions" in document:
        return False
    text = json.dumps(others).lower()
    return any(str(document.get(name)).lower() in text for name in ("id", "displayName") if document.get(name))


def removable(document: Document, parts: tuple[Path, ...], kept: frozenset[str]) -> Iterator[Path]:
    for part in parts:
        inner = inside(document, part)
        if isinstance(inner, dict):
            yield from ((*part, member) for member in list(inner) if member not in kept)


def inside(document: Any, path: Path) -> Any:
    for member in path:
        document = document.get(member) if isinstance(document, dict) else None
    return document


def without(document: Document, path: Path) -> Any:
    """A copy that lacks the member; None where an earlier step has taken it away."""
    smaller = copy.deepcopy(document)
    parent = inside(smaller, path[:-1])
    if not isinstance(parent, dict) or path[-1] not in parent:
        return None
    del parent[path[-1]]
    return smaller
