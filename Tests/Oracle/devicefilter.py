"""The rule language of device filters: a recursive-descent parser and an evaluator.

    or-expression  = and-expression *( "-or" and-expression )
    and-expression = unary *( "-and" unary )
    unary          = [ "-not" ] ( comparison / "(" or-expression ")" )
    comparison     = "device." attribute operator literal
    literal        = string / "[" string *( "," string ) "]" / word

The hyphen before a keyword is optional, keywords and attributes are written in any case.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Optional, Union

IDENTIFIERS = ("deviceId", "mdmAppId")
TEXTS = (
    "displayName",
    "enrollmentProfileName",
    "manufacturer",
    "model",
    "operatingSystem",
    "operatingSystemVersion",
    *(f"extensionAttribute{number}" for number in range(1, 16)),
)
CHOICES: dict[str, tuple[str, ...]] = {
    "deviceOwnership": ("Personal", "Company"),
    "isCompliant": ("True", "False"),
    "profileType": ("RegisteredDevice", "SecureVM", "Printer", "Shared", "IoT"),
    "trustType": ("AzureAD", "ServerAD", "Workplace"),
}
LISTS = ("physicalIds", "systemLabels")

IDENTIFIER_OPERATORS = ("-eq", "-ne", "-in", "-notIn")
TEXT_OPERATORS = (
    "-eq",
    "-ne",
    "-startsWith",
    "-notStartsWith",
    "-endsWith",
    "-notEndsWith",
    "-contains",
    "-notContains",
    "-in",
    "-notIn",
)
CHOICE_OPERATORS = ("-eq", "-ne")
LIST_OPERATORS = ("-contains", "-notContains")

OPERATORS: dict[str, tuple[str, ...]] = {
    **{name: IDENTIFIER_OPERATORS for name in IDENTIFIERS},
    **{name: TEXT_OPERATORS for name in TEXTS},
    **{name: CHOICE_OPERATORS for name in CHOICES},
    **{name: LIST_OPERATORS for name in LISTS},
}

# A negative operator is the negation of its positive one, a null attribute included.
POSITIVE_OF = {
    "ne": "eq",
    "notin": "in",
    "notstartswith": "startswith",
    "notendswith": "endswith",
    "notcontains": "contains",
}

LONGEST_RULE = 3072
SPELLING = {name.lower(): name for name in OPERATORS}

Device = Mapping[str, Any]


class FilterError(ValueError):
    """A rule that is not of the language."""


@dataclass(frozen=True)
class Comparison:
    """One attribute against one literal; `operator` is positive, in lower case and without its hyphen."""

    attribute: str
    operator: str
    negated: bool
    literals: tuple[Optional[str], ...]


@dataclass(frozen=True)
class Negation:
    operand: "Expression"


@dataclass(frozen=True)
class Junction:
    """Any of the operands, or all of them."""

    needs_all: bool
    operands: tuple["Expression", ...]


Expression = Union[Comparison, Negation, Junction]

TOKEN = re.compile(
    r"""\s*(?:
        (?P<string>"(?:`.|[^"`])*"|'(?:`.|[^'`])*')
      | (?P<mark>[()\[\],])
      | (?P<word>[^\s()\[\],"']+)
    )""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Token:
    kind: str
    text: str

    @property
    def keyword(self) -> str:
        """The word in lower case without its hyphen; empty for anything that is no word."""
        return self.text.lower().removeprefix("-") if self.kind == "word" else ""


def tokens(rule: str) -> list[Token]:
    found: list[Token] = []
    position, end = 0, len(rule.rstrip())
    while position < end:
        match = TOKEN.match(rule, position)
        if match is None or match.lastgroup is None:
            raise FilterError(f"unexpected text at offset {position}")
        text = match.group(match.lastgroup)
        if match.lastgroup == "string":
            text = re.sub(r"`([\"'`])", r"\1", text[1:-1])
        found.append(Token(match.lastgroup, text))
        position = match.end()
    return found


class Parser:
    """One pass over the tokens of a rule."""

    def __init__(self, rule: str) -> None:
        if len(rule) > LONGEST_RULE:
            raise FilterError(f"longer than {LONGEST_RULE} characters")
        self.tokens = tokens(rule)
        self.position = 0

    def parse(self) -> Expression:
        expression = self.disjunction()
        if self.position != len(self.tokens):
            raise FilterError("text after the end of the rule")
        return expression

    def peek(self) -> Token:
        if self.position < len(self.tokens):
            return self.tokens[self.position]
        return Token("end", "")

    def take(self) -> Token:
        token = self.peek()
        self.position += 1
        return token

    def disjunction(self) -> Expression:
        return self.junction("or", self.conjunction)

    def conjunction(self) -> Expression:
        return self.junction("and", self.unary)

    def junction(self, keyword: str, operand: Callable[[], Expression]) -> Expression:
        operands = [operand()]
        while self.peek().keyword == keyword:
            self.take()
            operands.append(operand())
        return operands[0] if len(operands) == 1 else Junction(keyword == "and", tuple(operands))

    def unary(self) -> Expression:
        if self.peek().keyword == "not":
            self.take()
            return Negation(self.primary())
        return self.primary()

    def primary(self) -> Expression:
        if self.peek() != Token("mark", "("):
            return self.comparison()
        self.take()
        inner = self.disjunction()
        self.expect(")")
        return inner

    def expect(self, mark: str) -> None:
        if self.take() != Token("mark", mark):
            raise FilterError(f"`{mark}` is missing")

    def comparison(self) -> Comparison:
        prefix, _, name = self.take().text.partition(".")
        attribute = SPELLING.get(name.lower())
        if prefix.lower() != "device" or attribute is None:
            raise FilterError(f"`{prefix}.{name}` is no attribute of a device")
        operator = self.take().keyword
        if operator not in {allowed.lower().removeprefix("-") for allowed in OPERATORS[attribute]}:
            raise FilterError(f"`{attribute}` has no operator `{operator}`")
        positive = POSITIVE_OF.get(operator, operator)
        literals = self.list() if positive == "in" else (self.literal(attribute),)
        return Comparison(attribute, positive, positive != operator, literals)

    def list(self) -> tuple[Optional[str], ...]:
        self.expect("[")
        items: list[Optional[str]] = [self.string()]
        while self.peek() == Token("mark", ","):
            self.take()
            items.append(self.string())
        self.expect("]")
        return tuple(items)

    def string(self) -> str:
        token = self.take()
        if token.kind != "string":
            raise FilterError("a quoted string is missing")
        return token.text

    def literal(self, attribute: str) -> Optional[str]:
        if self.peek().keyword == "null":
            self.take()
            return None
        if attribute == "isCompliant" and self.peek().keyword in ("true", "false"):
            return self.take().text
        return self.string()


def parse(rule: str) -> Expression:
    """The expression of a rule; raises `FilterError`."""
    return Parser(rule).parse()


def evaluate(expression: Expression, device: Optional[Device]) -> bool:
    """Whether the rule is true of the device; of no device every attribute is null."""
    if isinstance(expression, Comparison):
        return compare(expression, device) != expression.negated
    if isinstance(expression, Negation):
        return not evaluate(expression.operand, device)
    answers = (evaluate(operand, device) for operand in expression.operands)
    return all(answers) if expression.needs_all else any(answers)


def attribute_value(device: Optional[Device], attribute: str) -> Any:
    if device is None:
        return None
    if attribute.startswith("extensionAttribute") and not vouches_for_extensions(device):
        return None
    return device.get(attribute)


def vouches_for_extensions(device: Device) -> bool:
    """Extension attributes count for managed, compliant and hybrid joined devices only."""
    joined = str(device.get("trustType") or "").lower() == "serverad"
    return device.get("isManaged") is True or device.get("isCompliant") is True or joined


def compare(comparison: Comparison, device: Optional[Device]) -> bool:
    """The answer of the positive operator."""
    value = attribute_value(device, comparison.attribute)
    if comparison.literals == (None,):
        return value is None
    if value is None:
        return False
    wanted = [fold(literal) for literal in comparison.literals if literal is not None]
    if isinstance(value, list):
        return any(fold(element) == wanted[0] for element in value)
    text = fold(str(value))
    if comparison.operator == "in":
        return text in wanted
    if comparison.operator == "startswith":
        return text.startswith(wanted[0])
    if comparison.operator == "endswith":
        return text.endswith(wanted[0])
    if comparison.operator == "contains":
        return wanted[0] in text
    return text == wanted[0]


def fold(text: str) -> str:
    """The text as ordinal comparison without regard to case sees it: no normalisation, no locale."""
    return text.upper() if text.isascii() else "".join(map(capital, text))


def capital(character: str) -> str:
    """The capital of a character; no letter outside ASCII becomes one of ASCII, and none becomes two."""
    found = character.upper()
    return found if len(found) == 1 and found.isascii() == character.isascii() else character
