"""Read raw JSON into a typed value and, where it does not fit, list everything that is wrong.

msgspec stops at its first complaint; people who mend a body or an edition want the whole list.
The list is only made after a plain conversion has failed, so good input pays nothing for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec

from domain.kernel.errors import Fault
from domain.kernel.values import Json

T = TypeVar("T")

MOST = 100
"""So many faults are listed at most."""

_COMPLAINT = re.compile(r"(?P<what>.*?)(?: - at `(?:key` in `)?(?P<path>\$[^`]*)`)?", re.DOTALL)
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+)\]|(?P<unknown>\[\.\.\.\])")


class Misfit(Exception):
    """The raw value does not have the wanted shape; `faults` lists everything that is wrong."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(faults[0].detail)
        self.faults = tuple(faults)


def read(raw: Json, wanted: type[T] | Any, at: str = "") -> T:
    """Convert builtins to the wanted type. Raises `Misfit` with every fault, below `at`."""
    try:
        return _convert(raw, wanted)  # type: ignore[no-any-return]  # a union is no type[T]
    except msgspec.ValidationError:
        raise Misfit(capped(_faults(raw, wanted, at))) from None


def capped(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Take so many faults that a person can read them, and say where there are more."""
    found = tuple(islice(faults, MOST + 1))
    if len(found) <= MOST:
        return found
    more = f"There are more faults than the {MOST} that are listed; mend these first"
    return (*found[:MOST], Fault(pointer="", detail=more))


def fault_of(error: msgspec.ValidationError, at: str = "") -> Fault:
    """Turn msgspec's message with its `$.path` into a fault with a JSON pointer.

    msgspec does not tell at which key of a map it stopped; then the pointer names the map.
    """
    match = _COMPLAINT.fullmatch(str(error))
    what, path = (match["what"], match["path"] or "$") if match else (str(error), "$")
    pointer = at
    for step in _STEP.finditer(path):
        if step["unknown"]:
            break
        pointer += _below(step["name"] or step["index"])
    return Fault(pointer=pointer, detail=what)


def pointer_step(name: str) -> str:
    """Escape one step of a JSON pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


def _convert(raw: Json, wanted: Any) -> Any:
    # The keys of JSON maps are always strings, also where the type counts by seat.
    return msgspec.convert(raw, wanted, str_keys=True)


def _faults(raw: Json, wanted: Any, at: str) -> Iterator[Fault]:
    """List all faults: those of the parts, or that of the whole where the parts are in order."""
    try:
        _convert(raw, wanted)
    except msgspec.ValidationError as error:
        whole = fault_of(error, at)
        is_about_whole = " - at `" not in str(error)
    else:
        return
    kind = _kind(raw, wanted)
    if kind is None and is_about_whole and (named := list(_literals(wanted))):
        whole = Fault(pointer=at, detail=f"{whole.detail}; expected one of {', '.join(named)}")
    is_struct = _is_struct(kind)
    if is_about_whole and not is_struct:
        yield whole
    parts = _struct_faults(raw, kind, at) if is_struct else _part_faults(raw, kind, at)
    first = next(parts, None)
    if first is not None:
        yield first
        yield from parts
    elif is_struct or not is_about_whole:
        yield whole


def _kind(raw: Json, wanted: Any) -> Any:
    """Find the type that the raw value is meant for: without its constraints, one of a union."""
    while get_origin(wanted) is Annotated or hasattr(wanted, "__supertype__"):
        wanted = getattr(wanted, "__supertype__", None) or wanted.__origin__
    if get_origin(wanted) not in (Union, UnionType):
        return wanted if _takes(raw, wanted) else None
    fitting = (_kind(raw, member) for member in get_args(wanted))
    return next((kind for kind in fitting if kind is not None and _is_meant(raw, kind)), None)


def _literals(wanted: Any) -> Iterator[str]:
    """List the values of which a type takes one, as JSON, where it names them."""
    if get_origin(wanted) is Literal:
        yield from (msgspec.json.encode(value).decode() for value in get_args(wanted))
    elif get_origin(wanted) in (Annotated, Union, UnionType):
        members = get_args(wanted)[:1] if get_origin(wanted) is Annotated else get_args(wanted)
        yield from (named for member in members for named in _literals(member))


def _takes(raw: Json, kind: Any) -> bool:
    """Tell whether the raw value is at least of the sort - map, list - that the type needs."""
    if _is_struct(kind) or get_origin(kind) is dict:
        return isinstance(raw, Mapping)
    return get_origin(kind) in (tuple, list, frozenset, set) and isinstance(raw, list | tuple)


def _is_meant(raw: Json, kind: Any) -> bool:
    """Tell whether a union's member is the one that the raw value names by its tag."""
    if not _is_struct(kind):
        return True
    config = _struct_of(kind).__struct_config__
    return config.tag is None or raw.get(config.tag_field) == config.tag


def _is_struct(kind: Any) -> bool:
    found = _struct_of(kind)
    return isinstance(found, type) and issubclass(found, msgspec.Struct)


def _struct_of(kind: Any) -> Any:
    """Give the class of a struct, also of a generic one that has been filled in."""
    return get_origin(kind) or kind


def _struct_faults(raw: Mapping[str, Json], struct: Any, at: str) -> Iterator[Fault]:
    config = _struct_of(struct).__struct_config__
    fields = {field.encode_name: field for field in msgspec.structs.fields(struct)}
    if config.tag is not None and raw.get(config.tag_field, config.tag) != config.tag:
        detail = f"Expected `{config.tag}`"
        yield Fault(pointer=at + _below(config.tag_field), detail=detail)
    if config.forbid_unknown_fields:
        for name in raw:
            if name not in fields and name != config.tag_field:
                known = ", ".join(fields) or "none"
                detail = f"Unknown field {quoted(str(name))}; there are {known}"
                yield Fault(pointer=at + _below(name), detail=detail)
    for name, field in fields.items():
        if name in raw:
            yield from _faults(raw[name], field.type, at + _below(name))
        elif field.required:
            yield Fault(pointer=at, detail=f"Missing field `{name}`")


def _part_faults(raw: Json, kind: Any, at: str) -> Iterator[Fault]:
    """Look for faults part by part; a kind that has no parts yields none."""
    wanted = get_args(kind)
    if get_origin(kind) is dict:
        for key, value in raw.items():
            below = at + _below(key)
            yield from _key_faults(key, wanted[0], below)
            yield from _faults(value, wanted[1], below)
    elif get_origin(kind) is tuple and wanted[-1] is not Ellipsis:
        for index, (one, its_type) in enumerate(zip(raw, wanted, strict=False)):
            yield from _faults(one, its_type, f"{at}/{index}")
    elif kind is not None:
        for index, one in enumerate(raw):
            yield from _faults(one, wanted[0], f"{at}/{index}")


def _key_faults(key: Any, wanted: Any, at: str) -> Iterator[Fault]:
    try:
        _convert({key: None}, dict[wanted, None])
    except msgspec.ValidationError as error:
        yield Fault(pointer=at, detail=f"Key: {fault_of(error).detail}")


def _below(name: Any) -> str:
    told = name.decode(errors="replace") if isinstance(name, bytes) else str(name)
    return "/" + pointer_step(told)


def quoted(name: str, most: int = 40) -> str:
    """Quote a name that somebody sent, for a message to people: in JSON's way, cut where it is long."""
    shown = name if len(name) <= most else f"{name[:most]}…"
    return msgspec.json.encode(shown).decode()
