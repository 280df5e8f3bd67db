/// How a document is laid out.
public enum JSONLayout: Sendable {
    /// Without any white space.
    case compact
    /// A member or element a line, two spaces a level, a line feed at the end.
    case indented
}

extension JSONValue {
    /// The value as JSON, members in their order.
    public func serialized(_ layout: JSONLayout = .compact) -> [UInt8] {
        switch layout {
        case .compact: jsonBytes()
        case .indented: JSONPrinter(sortsNames: false, isIndented: true).print(self)
        }
    }

    /// The value as JSON in one form only: members sorted by the UTF-8 bytes of their names, numbers in their shortest
    /// form.
    public func canonical(_ layout: JSONLayout = .indented) -> [UInt8] {
        JSONPrinter(sortsNames: true, isIndented: layout == .indented).print(self)
    }
}

/// Writes trees for people and for hashing; answers of the server go through `JSONWriter`.
private struct JSONPrinter {
    let sortsNames: Bool
    let isIndented: Bool

    func print(_ value: JSONValue) -> [UInt8] {
        var bytes: [UInt8] = []
        append(value, level: 0, to: &bytes)
        if isIndented { bytes.append(UInt8(ascii: "\n")) }
        return bytes
    }

    private func append(_ value: JSONValue, level: Int, to bytes: inout [UInt8]) {
        switch value {
        case .array(let elements) where !elements.isEmpty:
            append(elements, between: "[", "]", level: level, to: &bytes) { element, bytes in
                append(element, level: level + 1, to: &bytes)
            }
        case .object(let members) where !members.isEmpty:
            let members = sortsNames ? members.sortedByName() : Array(members)
            append(members, between: "{", "}", level: level, to: &bytes) { member, bytes in
                bytes.appendQuoted(member.name)
                bytes.append(contentsOf: isIndented ? ": ".utf8 : ":".utf8)
                append(member.value, level: level + 1, to: &bytes)
            }
        default: bytes.append(contentsOf: value.jsonBytes())
        }
    }

    private func append<Item>(
        _ items: [Item], between opening: String, _ closing: String, level: Int, to bytes: inout [UInt8],
        item: (Item, inout [UInt8]) -> Void
    ) {
        bytes.append(contentsOf: opening.utf8)
        for index in items.indices {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine(level: level + 1, in: &bytes)
            item(items[index], &bytes)
        }
        breakLine(level: level, in: &bytes)
        bytes.append(contentsOf: closing.utf8)
    }

    private func breakLine(level: Int, in bytes: inout [UInt8]) {
        guard isIndented else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }
}
