import AccessModel
import AccessPolicy
import JSONCoding

/// Reads a named location: address ranges are evaluated, every other type is kept and cannot be.
struct NamedLocationReader {
    /// As many ranges as one location may have.
    static let maximumRanges = 2000

    private var members: [String: JSONElement] = [:]
    private(set) var errors: [(source: JSONPath, message: String)] = []
    private(set) var warnings: [(source: JSONPath, message: String)] = []
    private let root: JSONElement
    private let type: String

    init(_ element: JSONElement, impliedType: String?) {
        root = element
        var type = impliedType
        let given = element.value.objectValue ?? JSONMembers()
        let names = Set(given.names.map(MemberName.folded))
        for (name, value) in given {
            if name == "@odata.type", let text = value.stringValue {
                type = String(text.split(separator: ".").last ?? "")
            }
            guard !MemberName.isAnnotation(name), PolicyCanonicalizer.isConfigured(value) else { continue }
            var folded = MemberName.folded(name)
            if let graphName = Self.names[folded], !names.contains(graphName) { folded = graphName }
            members[folded] = JSONElement(value, at: element.path.appending(name))
        }
        let named = members.removeValue(forKey: "locationType")?.value.stringValue
        self.type =
            type ?? named ?? (members["countriesAndRegions"] == nil ? "ipNamedLocation" : "countryNamedLocation")
    }

    /// Names that simple configuration files use for members of Graph.
    private static let names = ["name": "displayName", "countries": "countriesAndRegions"]

    /// The location and its canonical document; nil when it has errors.
    mutating func read() -> (location: NamedLocation, document: JSONMembers)? {
        guard type.hasSuffix("NamedLocation") else {
            fail(root, "`\(type.printable(atMost: 64))` is no type of named location")
            return nil
        }
        var document = JSONMembers()
        document.append("@odata.type", .string("#microsoft.graph.\(type)"))
        for (name, element) in members { document.append(name, cleaned(element.value)) }
        let displayName = text("displayName") ?? "unnamed location"
        if members["displayName"] == nil { warn(root, "the named location has no `displayName`") }
        let isTrusted = flag("isTrusted")
        var extent = NamedLocation.Extent.unsupported(type)
        if type == "ipNamedLocation" {
            document.append("isTrusted", .bool(isTrusted))
            extent = .addresses(ranges(into: &document), isTrusted: isTrusted)
        } else {
            warn(
                root,
                "a named location of the type `\(type.printable(atMost: 64))` is kept; policies that refer to it are not enforceable yet"
            )
        }
        guard errors.isEmpty, let id = identifier(document) else { return nil }
        document.append("id", .string(id.description))
        return (NamedLocation(id: NamedLocationID(id.description), displayName: displayName, extent: extent), document)
    }

    private mutating func identifier(_ document: JSONMembers) -> GUID? {
        if let text = text("id") {
            if let guid = GUID(text) { return guid }
            warn(
                members["id"] ?? root,
                "`\(text.printable(atMost: 64))` is no GUID; an identifier is derived from the content")
        }
        return ContentIdentifier.derived(from: document)
    }

    private mutating func ranges(into document: inout JSONMembers) -> [IPRange] {
        guard let element = members["ipRanges"] else {
            fail(root, "an `ipNamedLocation` needs `ipRanges`")
            return []
        }
        guard case .array(let elements) = element.value, elements.count <= Self.maximumRanges else {
            fail(element, "`ipRanges` is a list of at most \(Self.maximumRanges) ranges")
            return []
        }
        var ranges: [IPRange] = []
        var canonical: [JSONValue] = []
        for (index, value) in elements.enumerated() {
            guard let range = range(JSONElement(value, at: element.path.appending(index))) else { continue }
            ranges.append(range.range)
            canonical.append(.object(range.document))
        }
        document.append("ipRanges", .array(canonical))
        return ranges
    }

    private mutating func range(_ element: JSONElement) -> (range: IPRange, document: JSONMembers)? {
        var document = JSONMembers()
        var kind = element.value.objectValue
        if let text = element.value.stringValue { kind = JSONMembers([("cidrAddress", .string(text))]) }
        for (name, value) in kind ?? JSONMembers() where !MemberName.isAnnotation(name) {
            guard PolicyCanonicalizer.isConfigured(value) else { continue }
            document.append(MemberName.folded(name), cleaned(value))
        }
        let found = cidr(&document, element) ?? ends(document)
        guard let found else {
            fail(
                element,
                "this is neither a CIDR block such as `192.0.2.0/24` nor a range with `lowerAddress` and `upperAddress`"
            )
            return nil
        }
        let isBlock = document["cidrAddress"] != nil
        let family = found.lower.family == .v4 ? "4" : "6"
        document.append("@odata.type", .string("#microsoft.graph.iPv\(family)\(isBlock ? "Cidr" : "")Range"))
        return (found, document)
    }

    private mutating func cidr(_ document: inout JSONMembers, _ element: JSONElement) -> IPRange? {
        guard let text = document["cidrAddress"]?.stringValue, let (range, isNormalized) = IPRange.cidr(text) else {
            return nil
        }
        if isNormalized {
            let length = text.split(separator: "/").last.map(String.init) ?? ""
            warn(
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

    private mutating func text(_ name: String) -> String? {
        guard let element = members[name] else { return nil }
        if let text = element.value.stringValue { return text }
        fail(element, "expected a string, found \(element.value.type.rawValue)")
        return nil
    }

    private mutating func flag(_ name: String) -> Bool {
        guard let element = members[name] else { return false }
        if case .bool(let flag) = element.value { return flag }
        fail(element, "expected true or false, found \(element.value.type.rawValue)")
        return false
    }

    private func cleaned(_ value: JSONValue) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(JSONMembers(members.filter { !MemberName.isAnnotation($0.name) }.map { ($0.name, $0.value) }))
    }

    private mutating func warn(_ element: JSONElement, _ message: String) {
        warnings.append((element.path, message))
    }

    private mutating func fail(_ element: JSONElement, _ message: String) {
        errors.append((element.path, message))
    }
}
