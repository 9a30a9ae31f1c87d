/**
 * `checks.py`: what generated models check where Pydantic has no word for it. The same for every environment, and only
 * there when its models need it.
 */
export const CHECKS = `"""What the models check where Pydantic has no word for it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from pydantic import AfterValidator, BeforeValidator, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError, PydanticKnownError, to_jsonable_python


def is_none(value: object) -> bool:
    """Whether a member is left out of what is sent."""
    return value is None


def refuse_none(value: Any) -> Any:
    if value is None:
        raise PydanticCustomError("null", "Leave it out, or give a value that is not null")
    return value


def refuse_all(value: Any) -> Any:
    raise PydanticCustomError("never", "No value is valid here")


def matches(pattern: str) -> AfterValidator:
    """A string in which the pattern is found."""
    compiled = re.compile(pattern, re.ASCII)

    def check(value: str) -> str:
        if compiled.search(value) is None:
            raise PydanticKnownError("string_pattern_mismatch", {"pattern": pattern})
        return value

    return AfterValidator(check)


def unique(value: Any) -> Any:
    """A list without two equal items."""
    items = [_canonical(item) for item in value]
    if len(set(items)) < len(items):
        raise PydanticCustomError("unique_items", "Two items are equal")
    return value


def constant(*values: Any) -> BeforeValidator:
    """One of these values, compared as JSON."""
    allowed = {_canonical(value) for value in values}

    def check(value: Any) -> Any:
        if _canonical(value) not in allowed:
            raise PydanticCustomError("constant", "The value is not one of those that are allowed")
        return value

    return BeforeValidator(check)


def refuses(*types: Any) -> BeforeValidator:
    """A value that is valid for none of the types."""
    valid = _validators(types)

    def check(value: Any) -> Any:
        if any(accepts(value) for accepts in valid()):
            raise PydanticCustomError("refused", "The value is one of those that are refused")
        return value

    return BeforeValidator(check)


def exactly_one(*types: Any) -> BeforeValidator:
    """A value that is valid for one of the types, and no other."""
    valid = _validators(types)

    def check(value: Any) -> Any:
        count = sum(accepts(value) for accepts in valid())
        if count != 1:
            raise PydanticCustomError("exactly_one", "The value fits {count} of the types, not one", {"count": count})
        return value

    return BeforeValidator(check)


def all_of(*types: Any) -> BeforeValidator:
    """A value that is valid for each of the types."""
    valid = _validators(types)

    def check(value: Any) -> Any:
        if not all(accepts(value) for accepts in valid()):
            raise PydanticCustomError("all_of", "The value does not fit every one of the types")
        return value

    return BeforeValidator(check)


def positions(*types: Any, rest: Any = None) -> BeforeValidator:
    """A list whose items have a type by their place; \`rest\` is that of further ones."""
    valid = _validators(types)
    further = _validators(() if rest is None else (rest,))

    def check(value: Any) -> Any:
        if not isinstance(value, (list, tuple)):
            return value
        known = valid()
        for index, item in enumerate(value):
            candidates = known[index : index + 1] or further()
            if not any(accepts(item) for accepts in candidates):
                raise PydanticCustomError("position", "The item {index} does not fit its place", {"index": index})
        return value

    return BeforeValidator(check)


def check_members(
    value: Any,
    *,
    patterns: Mapping[str, Any] | None = None,
    known: tuple[str, ...] = (),
    closed: bool = False,
    least: int = 0,
    most: int | None = None,
    refused: tuple[Any, ...] = (),
) -> Any:
    """Checks the members of an object by the pattern of their key, how many there are, and what it must not be."""
    if not isinstance(value, dict):
        return value
    if any(_accepts(kind)(value) for kind in refused):
        raise PydanticCustomError("refused", "The value is one of those that are refused")
    if len(value) < least or (most is not None and len(value) > most):
        raise PydanticCustomError("member_count", "The object has {count} members", {"count": len(value)})
    for key, member in value.items():
        types = [kind for pattern, kind in (patterns or {}).items() if re.search(pattern, key, re.ASCII)]
        if closed and not types and key not in known:
            raise PydanticKnownError("extra_forbidden")
        if not all(_accepts(kind)(member) for kind in types):
            raise PydanticCustomError("member", "The member {key} does not fit", {"key": key})
    return value


def _validators(types: tuple[Any, ...]) -> Callable[[], list[Callable[[Any], bool]]]:
    """Made when first needed: a type may refer to one that is declared further down."""

    @cache
    def make() -> list[Callable[[Any], bool]]:
        return [_accepts(kind) for kind in types]

    return make


def _accepts(kind: Any) -> Callable[[Any], bool]:
    adapter: TypeAdapter[Any] = TypeAdapter(kind)

    def accepts(value: Any) -> bool:
        try:
            adapter.validate_python(to_jsonable_python(value, by_alias=True))
        except ValidationError:
            return False
        return True

    return accepts


def _canonical(value: Any) -> str:
    return json.dumps(_plain(to_jsonable_python(value, by_alias=True)), sort_keys=True)


def _plain(value: Any) -> Any:
    """As JSON sees it: 1.0 is 1."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value
`;
