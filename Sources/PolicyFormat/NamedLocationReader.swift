import AccessModel
import AccessPolicy
import JSONCoding

/// Reads a named location: address ranges and countries are evaluated, every other type is kept and cannot be.
struct NamedLocationReader {
    /// As many ranges as one location may have.
    static let maximumRanges = 2000
    /// More countries than there are codes for.
    static let maximumCountries = 676

    private(set) var fields: DocumentFields
    private let type: String
    /// Codes that no country has.
    private var unknownCountries: [String] = []

    init(_ element: JSONElement, impliedType: String?) {
        fields = DocumentFields(element, known: Self.known, names: Self.names)
        let marker = fields.remove("locationType")
        let named = marker?.value.stringValue
        let implied = fields["countriesAndRegions"] == nil ? "ipNamedLocation" : "countryNamedLocation"
        type = fields.type ?? impliedType ?? named ?? implied
        if let marker, let named, named != type {
            fields.fail(
                marker,
                "the `locationType` is `\(named.printable(atMost: 64))`, and the location is marked as `\(type.printable(atMost: 64))`; keep one of them"
            )
        }
    }

    /// Names that simple configuration files use for members of Graph.
    private static let names = ["name": "displayName", "countries": "countriesAndRegions"]

    /// Every member that a named location is known to have.
    private static let known = SchemaMember.known(NamedLocationSchema.members)

    /// The location and its canonical document; nil when it has errors.
    mutating func read() -> (location: NamedLocation, document: JSONMembers)? {
        guard type.hasSuffix("NamedLocation") else {
            fields.fail(fields.root, "`\(type.printable(atMost: 64))` is no type of named location")
            return nil
        }
        var document = fields.kept()
        document.append("@odata.type", .string("#microsoft.graph.\(type)"))
        let displayName = fields.text("displayName") ?? "unnamed location"
        if fields["displayName"] == nil { fields.warn(fields.root, "the named location has no `displayName`") }
        let read = extent(into: &document)
        let extent = supported(read)
        guard fields.errors.isEmpty, let id = fields.identifier(document) else { return nil }
        document.append("id", .string(id.description))
        return (NamedLocation(id: NamedLocationID(id.description), displayName: displayName, extent: extent), document)
    }

    /// The extent, unless the location has something that cannot be evaluated.
    private func supported(_ extent: NamedLocation.Extent) -> NamedLocation.Extent {
        if case .unsupported = extent { return extent }
        let country = unknownCountries.first.map { "the country `\($0)`, which does not exist" }
        return (fields.fault ?? country).map { .unsupported("\(type) with \($0)") } ?? extent
    }

    private mutating func extent(into document: inout JSONMembers) -> NamedLocation.Extent {
        switch type {
        case "ipNamedLocation":
            let isTrusted = fields.flag("isTrusted")
            document.append("isTrusted", .bool(isTrusted))
            return .addresses(ranges(into: &document, isTrusted: isTrusted), isTrusted: isTrusted)
        case "countryNamedLocation": return countries(into: &document)
        default:
            fields.warn(
                fields.root,
                "a named location of the type `\(type.printable(atMost: 64))` is kept; policies that refer to it cannot be enforced"
            )
            return .unsupported(type)
        }
    }
}

// MARK: Countries

extension NamedLocationReader {
    private mutating func countries(into document: inout JSONMembers) -> NamedLocation.Extent {
        let includesUnknown = fields.flag("includeUnknownCountriesAndRegions")
        let countries = codes()
        if countries.isEmpty, !includesUnknown, fields.errors.isEmpty {
            fields.fail(fields.root, "a `countryNamedLocation` needs `countriesAndRegions`")
        }
        if let trusted = fields["isTrusted"], trusted.value == .bool(true) {
            fields.warn(trusted, "`isTrusted` has no effect; only address ranges can be trusted")
        }
        document.append("countriesAndRegions", .array(countries.map(JSONValue.string)))
        document.append("includeUnknownCountriesAndRegions", .bool(includesUnknown))
        var method = fields.text("countryLookupMethod") ?? Self.byAddress
        if method.lowercased() == Self.byAddress.lowercased() { method = Self.byAddress }
        document.append("countryLookupMethod", .string(method))
        guard method == Self.byAddress else {
            fields.warn(
                fields["countryLookupMethod"] ?? fields.root,
                "a country by `\(method.printable(atMost: 64))` is kept; policies that refer to it cannot be enforced; use `\(Self.byAddress)`"
            )
            return .unsupported("\(type) by \(method.printable(atMost: 64))")
        }
        return .countries(Set(countries), includesUnknown: includesUnknown)
    }

    private static let byAddress = "clientIpAddress"

    private mutating func codes() -> [String] {
        var codes: [String] = []
        for (text, element) in fields.texts("countriesAndRegions", atMost: Self.maximumCountries) {
            guard text.utf8.count == 2,
                text.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) })
            else {
                fields.fail(element, "`\(text.printable(atMost: 64))` is no country code of two letters, such as `CH`")
                continue
            }
            let code = text.uppercased()
            if code != text { fields.warn(element, "`\(text)` is read as `\(code)`") }
            if !CountryCodes.all.contains(code) {
                unknownCountries.append(code)
                fields.warn(
                    element,
                    "`\(code)` is no country of ISO 3166-1, so policies that refer to this cannot be enforced"
                        + (CountryCodes.meant[code].map { "; did you mean `\($0)`?" } ?? ""))
            }
            if !codes.contains(code) { codes.append(code) }
        }
        return codes
    }
}

// MARK: Address ranges

extension NamedLocationReader {
    private mutating func ranges(into document: inout JSONMembers, isTrusted: Bool) -> [IPRange] {
        guard fields["ipRanges"] != nil else {
            if fields.errors.isEmpty { fields.fail(fields.root, "an `ipNamedLocation` needs `ipRanges`") }
            return []
        }
        var ranges: [IPRange] = []
        var canonical: [JSONValue] = []
        for element in fields.list("ipRanges", atMost: Self.maximumRanges) {
            guard let range = range(element) else { continue }
            if isTrusted, range.range.isWide {
                fields.fail(
                    element,
                    "a trusted range is no wider than a block of \(IPRange.widestTrustedPrefix) bits, such as `10.0.0.0/8`; name the networks that are yours"
                )
            }
            ranges.append(range.range)
            canonical.append(.object(range.document))
        }
        document.append("ipRanges", .array(canonical))
        return ranges
    }

    private mutating func range(_ element: JSONElement) -> (range: IPRange, document: JSONMembers)? {
        var document = fields.cleaned(element).objectValue ?? JSONMembers()
        if let text = element.value.stringValue { document.append("cidrAddress", .string(text)) }
        for name in document.names where !Self.rangeMembers.contains(name) {
            fields.noteUnknown(name, element, among: Self.rangeMembers)
        }
        let block = document["cidrAddress"]
        guard block == nil || (document["lowerAddress"] == nil && document["upperAddress"] == nil) else {
            fields.fail(
                element, "`cidrAddress` stands beside `lowerAddress` or `upperAddress`; keep the block or the range")
            return nil
        }
        guard let found = block == nil ? ends(document) : cidr(document, element) else {
            fields.fail(element, Self.fault(ofBlock: block))
            return nil
        }
        let family = found.lower.family == .v4 ? "4" : "6"
        document.append("@odata.type", .string("#microsoft.graph.iPv\(family)\(block == nil ? "" : "Cidr")Range"))
        return (found, document)
    }

    private static let rangeMembers: Set<String> = ["cidrAddress", "lowerAddress", "upperAddress"]

    private static func fault(ofBlock block: JSONValue?) -> String {
        guard let block else {
            return
                "this is neither a CIDR block such as `192.0.2.0/24` nor a range with `lowerAddress` and `upperAddress`"
        }
        let text = block.stringValue.map { "`\($0.printable(atMost: 64))`" } ?? "the `cidrAddress`"
        return "\(text) is no CIDR block, such as `192.0.2.0/24`"
    }

    private mutating func cidr(_ document: JSONMembers, _ element: JSONElement) -> IPRange? {
        guard let text = document["cidrAddress"]?.stringValue, let (range, isNormalized) = IPRange.cidr(text) else {
            return nil
        }
        if isNormalized {
            let length = text.split(separator: "/").last.map(String.init) ?? ""
            fields.warn(
                element,
                "`\(text.printable(atMost: 64))` has bits set beyond its prefix; it is read as `\(range.lower)/\(length)`"
            )
        }
        return range
    }

    private func ends(_ document: JSONMembers) -> IPRange? {
        guard let lower = document["lowerAddress"]?.stringValue, let upper = document["upperAddress"]?.stringValue,
            let first = IPAddress(lower), let last = IPAddress(upper)
        else { return nil }
        return IPRange(lower: first, upper: last)
    }
}

extension IPRange {
    /// The shortest prefix that a trusted block may have, of either family: whoever trusts more trusts strangers.
    fileprivate static let widestTrustedPrefix = 8

    /// Whether it holds more addresses than a block of that prefix.
    fileprivate var isWide: Bool {
        (upper.bits - lower.bits) >> UInt128((lower.family == .v4 ? 32 : 128) - Self.widestTrustedPrefix) != 0
    }
}
