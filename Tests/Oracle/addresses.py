"""Addresses, ranges of addresses, and named locations."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import Any, Optional, Union

from truth import Truth

Address = Union[ipaddress.IPv4Address, ipaddress.IPv6Address]


def address(text: str) -> Address:
    """An address; one of IPv4 that is written as IPv6 is the IPv4 address."""
    parsed = ipaddress.ip_address(text)
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
        return parsed.ipv4_mapped
    return parsed


@dataclass(frozen=True)
class AddressRange:
    """All addresses of one family from `lower` to `upper`, both included."""

    version: int
    lower: int
    upper: int

    @staticmethod
    def read(document: dict[str, Any]) -> "AddressRange":
        if "cidrAddress" in document:
            # Bits of the host are no part of a network; a network of IPv4 may be written as one of IPv6.
            network = ipaddress.ip_network(document["cidrAddress"], strict=False)
            lower, upper = address(str(network[0])), address(str(network[-1]))
            return AddressRange(lower.version, int(lower), int(upper))
        lower, upper = address(document["lowerAddress"]), address(document["upperAddress"])
        if lower.version != upper.version:
            raise ValueError("a range begins and ends in different families")
        return AddressRange(lower.version, int(lower), int(upper))

    def holds(self, candidate: Address) -> bool:
        return candidate.version == self.version and self.lower <= int(candidate) <= self.upper


@dataclass(frozen=True)
class AddressLocation:
    """A named location of address ranges."""

    is_trusted: bool
    ranges: tuple[AddressRange, ...]

    def holds(self, candidate: Optional[Address], country: Optional[str]) -> Truth:
        if candidate is None:
            return None
        return any(part.holds(candidate) for part in self.ranges)


@dataclass(frozen=True)
class CountryLocation:
    """A named location of countries; with `includes_unknown` also wherever no country is known."""

    countries: frozenset[str]
    includes_unknown: bool
    is_trusted: bool = False

    def holds(self, candidate: Optional[Address], country: Optional[str]) -> Truth:
        if country is None:
            return True if self.includes_unknown else None
        return country.upper() in self.countries


Location = Union[AddressLocation, CountryLocation]


def read_location(document: dict[str, Any]) -> Location:
    """A location of either kind, told apart by what it holds."""
    if "countriesAndRegions" in document:
        countries = frozenset(country.upper() for country in document["countriesAndRegions"])
        return CountryLocation(countries, bool(document.get("includeUnknownCountriesAndRegions")))
    ranges = tuple(AddressRange.read(entry) for entry in document.get("ipRanges") or [])
    return AddressLocation(bool(document.get("isTrusted")), ranges)
