"""Random rules of device filters, spelled in all the ways that the language allows."""

from __future__ import annotations

import random
from typing import Sequence

from devicefilter import CHOICES, IDENTIFIERS, LISTS, LONGEST_RULE, OPERATORS
from world import DEVICE_TEXTS, EXTENSIONS, PHYSICAL_IDS, SYSTEM_LABELS, World, recased

DEEPEST = 2

# What real rules are about comes more often than the rest.
ATTRIBUTES = (
    *("isCompliant", "trustType", "deviceOwnership") * 3,
    *OPERATORS,
)


def make_rule(chance: random.Random, world: World) -> str:
    while True:
        rule = disjunction(chance, world, chance.randint(0, DEEPEST))
        if len(rule) <= LONGEST_RULE:
            return rule


def disjunction(chance: random.Random, world: World, depth: int) -> str:
    """Operands of `-or` may be conjunctions without parentheses: precedence is what is to be tried."""
    operands = [conjunction(chance, world, depth) for _ in range(chance.choice((1, 1, 2, 3)))]
    return f" {keyword(chance, '-or')} ".join(operands)


def conjunction(chance: random.Random, world: World, depth: int) -> str:
    operands = [unary(chance, world, depth) for _ in range(chance.choice((1, 1, 2, 3)))]
    return f" {keyword(chance, '-and')} ".join(operands)


def unary(chance: random.Random, world: World, depth: int) -> str:
    grouped = depth > 0 and chance.random() < 0.3
    if grouped:
        space = chance.choice(("", " "))
        operand = f"({space}{disjunction(chance, world, depth - 1)}{space})"
    else:
        operand = comparison(chance, world)
    if chance.random() < 0.15:
        return f"{keyword(chance, '-not')} {operand}"
    return operand


def comparison(chance: random.Random, world: World) -> str:
    attribute = chance.choice(ATTRIBUTES)
    operator = chance.choice(OPERATORS[attribute])
    name = f"device.{recased(chance, attribute)}"
    if operator in ("-in", "-notIn"):
        items = [quoted(chance, literal(chance, world, attribute, "-eq")) for _ in range(chance.randint(1, 3))]
        value = f"[{chance.choice((',', ', ')).join(items)}]"
    elif operator in ("-eq", "-ne") and chance.random() < 0.03:
        value = recased(chance, "null")
    elif attribute == "isCompliant" and chance.random() < 0.7:
        value = recased(chance, chance.choice(CHOICES[attribute]))
    else:
        value = quoted(chance, literal(chance, world, attribute, operator))
    return f"{name} {keyword(chance, operator)} {value}"


def literal(chance: random.Random, world: World, attribute: str, operator: str) -> str:
    text = chance.choice(candidates(world, attribute))
    if attribute in LISTS or attribute in CHOICES or attribute in IDENTIFIERS:
        return recased(chance, text)
    return recased(chance, part(chance, text, operator))


def candidates(world: World, attribute: str) -> Sequence[str]:
    if attribute == "deviceId":
        return world.devices
    if attribute == "mdmAppId":
        return world.device_managers
    if attribute in LISTS:
        return PHYSICAL_IDS if attribute == "physicalIds" else SYSTEM_LABELS
    return CHOICES.get(attribute) or DEVICE_TEXTS.get(attribute) or EXTENSIONS


def part(chance: random.Random, text: str, operator: str) -> str:
    """A piece of the text that the operator may find in it."""
    length = chance.randint(1, len(text))
    kind = operator.lower().removeprefix("-").removeprefix("not")
    if kind == "startswith":
        return text[:length]
    if kind == "endswith":
        return text[-length:]
    if kind == "contains":
        start = chance.randint(0, len(text) - length)
        return text[start : start + length]
    return text


def quoted(chance: random.Random, text: str) -> str:
    quote = chance.choice(('"', '"', '"', "'"))
    return quote + text.replace(quote, "`" + quote) + quote


def keyword(chance: random.Random, word: str) -> str:
    """A keyword, sometimes without its hyphen and in another case."""
    spelled = recased(chance, word)
    return spelled.removeprefix("-") if chance.random() < 0.15 else spelled
