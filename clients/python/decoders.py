"""Bytes to the objects a Python program works with: a list of dicts, or for JSON whatever came.

A codec of your own is one more function and one more line in DECODERS.
"""

import json
from collections.abc import Callable
from operator import attrgetter, itemgetter
from typing import Any

import orjson
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from lxml import etree

Decode = Callable[[bytes], Any]
Schema = dict[str, Any]

CONVERT: dict[str, Callable[[str], Any]] = {
    "string": str,
    "integer": int,
    "double": float,
    "boolean": {"true": True, "false": False, "1": True, "0": False}.__getitem__,
}


def flat_record(schema: Schema) -> dict[str, Any]:
    """The record that a list is of. JSON needs no schema; the others here take lists of plain records alone."""
    record: dict[str, Any] = schema["root"].get("items", {})
    if schema["root"]["kind"] != "array" or record.get("kind") != "record":
        raise ValueError(f"{schema['name']} is no list of records, and only JSON takes anything else here")
    for field in record["fields"]:
        if field["optional"] or field["type"]["kind"] not in CONVERT:
            raise ValueError(f"the field {field['name']} is not a plain value that is always there; only JSON takes it")
    return record


def converters(schema: Schema) -> dict[str, Callable[[str], Any]]:
    return {field["name"]: CONVERT[field["type"]["kind"]] for field in flat_record(schema)["fields"]}


def xml_lxml(schema: Schema) -> Decode:
    of = converters(schema)

    def decode(body: bytes) -> list[dict[str, Any]]:
        return [{field.tag: of[field.tag](field.text or "") for field in record} for record in etree.fromstring(body)]

    return decode


def xml_attributes_lxml(schema: Schema) -> Decode:
    of = converters(schema)

    def decode(body: bytes) -> list[dict[str, Any]]:
        return [{name: of[name](text) for name, text in record.items()} for record in etree.fromstring(body)]

    return decode


def protobuf_python(schema: Schema) -> Decode:
    """The message class is made of the schema, fields numbered from 1 in their order (targets/DATA.md)."""
    of = descriptor_pb2.FieldDescriptorProto
    types = {"string": of.TYPE_STRING, "integer": of.TYPE_INT32, "double": of.TYPE_DOUBLE, "boolean": of.TYPE_BOOL}
    record = flat_record(schema)
    names = [field["name"] for field in record["fields"]]
    file = descriptor_pb2.FileDescriptorProto(name="wirefare.proto", syntax="proto3")
    item = file.message_type.add(name=record["name"])
    for number, field in enumerate(record["fields"], start=1):
        item.field.add(name=field["name"], number=number, type=types[field["type"]["kind"]], label=of.LABEL_OPTIONAL)
    items = {"type": of.TYPE_MESSAGE, "type_name": f".{record['name']}", "label": of.LABEL_REPEATED}
    file.message_type.add(name=schema["name"]).field.add(name="items", number=1, **items)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    message: Any = message_factory.GetMessageClass(pool.FindMessageTypeByName(schema["name"]))
    values = attrgetter(*names)

    def decode(body: bytes) -> list[dict[str, Any]]:
        return [dict(zip(names, values(each))) for each in message.FromString(body).items]

    return decode


DECODERS: dict[str, Callable[[Schema], Decode]] = {
    "json/orjson": lambda _: orjson.loads,
    "json/json.loads": lambda _: json.loads,
    "xml/lxml": xml_lxml,
    "xml-attributes/lxml": xml_attributes_lxml,
    "protobuf/protobuf-python": protobuf_python,
}

SORTED_BY = {
    "book": ["author", "description", "image", "price", "numInStock", "type", "onSale"],
    "video": ["title", "uri", "format", "height", "width", "length", "views", "enabled"],
}
PASSES = {"cm2": 1, "cm3": 10, "cm4": 100, "cm5": 1000}


def computation(name: str, dataset: str) -> Callable[[list[dict[str, Any]]], None]:
    """Sorts in place (targets/DATA.md). Python compares strings by code point, the target by UTF-16 code unit: the same
    for the ASCII of these datasets, and the check of the cell would tell."""
    fields = SORTED_BY[dataset]
    keys = [itemgetter(field) for field in (fields[:1] if name == "cm1" else fields * PASSES[name])]

    def compute(records: list[dict[str, Any]]) -> None:
        for key in keys:
            records.sort(key=key)

    return compute
