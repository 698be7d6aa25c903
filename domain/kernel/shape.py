"""Read raw JSON into a typed value and, where it does not fit, list everything that is wrong.

msgspec stops at its first complaint; people who mend a body or an edition want the whole list.
The list is only made after a plain conversion has failed, so good input pays nothing for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import inspect as mi

from domain.kernel.errors import Fault
from domain.kernel.values import Json

T = TypeVar("T")

_WHERE = re.compile(r"^(?P<what>.*?)(?: - at `(?:key in )?(?P<path>\$[^`]*)`)?$", re.DOTALL)
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+|\.\.\.)\]")


class Misfit(Exception):
    """The raw value does not have the wanted shape; `faults` lists everything that is wrong."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(faults[0].detail)
        self.faults = faults


def read(raw: Json, wanted: type[T] | Any, at: str = "") -> T:
    """Convert builtins to the wanted type. Raises `Misfit` with every fault, pointers below `at`."""
    try:
        return msgspec.convert(raw, wanted)  # type: ignore[no-any-return]  # the union case
    except msgspec.ValidationError as error:
        faults = tuple(_faults(raw, wanted, at)) or (fault_of(error, at),)
        raise Misfit(faults) from None


def fault_of(error: msgspec.ValidationError, at: str = "") -> Fault:
    """Turn msgspec's message with its `$.path` into a fault with a JSON pointer."""
    match = _WHERE.match(str(error))
    assert match is not None
    path = match["path"] or "$"
    steps = "".join("/" + pointer_step(m["name"] or m["index"]) for m in _STEP.finditer(path))
    return Fault(pointer=at + steps, detail=match["what"])


def pointer_step(name: str) -> str:
    """Escape one step of a JSON pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


def _faults(raw: Json, wanted: Any, at: str) -> Iterator[Fault]:
    """Look for faults field by field; what cannot be taken apart is judged as a whole."""
    shape = mi.type_info(wanted)
    while isinstance(shape, mi.Metadata):
        shape = shape.type
    struct = _struct(shape, raw)
    if struct is not None and isinstance(raw, Mapping):
        yield from _struct_faults(raw, struct, at)
    elif isinstance(shape, mi.VarTupleType | mi.ListType) and isinstance(raw, list | tuple):
        item = _python_type(wanted)
        for index, one in enumerate(raw):
            yield from _part_faults(one, item, f"{at}/{index}")
    if struct is None:
        try:
            msgspec.convert(raw, wanted)
        except msgspec.ValidationError as error:
            fault = fault_of(error, at)
            if not isinstance(shape, mi.VarTupleType | mi.ListType) or fault.pointer == at:
                yield fault


def _struct(shape: mi.Type, raw: Json) -> mi.StructType | None:
    """Find the struct that the raw value means: the type itself, or the union's member by tag."""
    if isinstance(shape, mi.StructType):
        return shape
    if not isinstance(shape, mi.UnionType) or not isinstance(raw, Mapping):
        return None
    structs = [member for member in shape.types if isinstance(member, mi.StructType)]
    for member in structs:
        if member.tag_field is None or raw.get(member.tag_field) == member.tag:
            return member
    return None


def _struct_faults(raw: Mapping[str, Json], struct: mi.StructType, at: str) -> Iterator[Fault]:
    known = {field.encode_name for field in struct.fields}
    hints = msgspec.structs.fields(struct.cls)
    if struct.tag_field is not None:
        known.add(struct.tag_field)
        if struct.tag_field not in raw:
            yield Fault(pointer=at, detail=f"Missing field `{struct.tag_field}`")
        elif raw[struct.tag_field] != struct.tag:
            detail = f"Expected `{struct.tag}`"
            yield Fault(pointer=f"{at}/{struct.tag_field}", detail=detail)
    if struct.forbid_unknown_fields:
        for name in raw:
            if name not in known:
                place = f"{at}/{pointer_step(str(name))}"
                yield Fault(pointer=place, detail=f"Unknown field `{name}`")
    for field in hints:
        name = field.encode_name
        if name in raw:
            yield from _part_faults(raw[name], field.type, f"{at}/{pointer_step(name)}")
        elif field.required:
            yield Fault(pointer=at, detail=f"Missing field `{name}`")


def _part_faults(raw: Json, wanted: Any, at: str) -> Iterator[Fault]:
    try:
        msgspec.convert(raw, wanted)
    except msgspec.ValidationError:
        yield from _faults(raw, wanted, at)


def _python_type(wanted: Any) -> Any:
    """Give the item type of `tuple[X, ...]` or `list[X]`, looking through `Annotated`."""
    while hasattr(wanted, "__metadata__"):
        wanted = wanted.__origin__
    return wanted.__args__[0]
