import JSONCoding

/// Where in a record a value is.
struct ValueSelector: Sendable, Hashable {
    /// What is at the places of a record.
    enum Finding {
        /// Nothing is there, not even null.
        case missing
        /// Null or an empty text is there.
        case empty
        /// A value is there.
        case value(JSONElement)
    }

    static let maximumAlternatives = 8

    /// The places, the best first; the first that is neither missing, null nor an empty text counts.
    let alternatives: [JSONPointer]
    /// Whether a record without it is a problem.
    let isRequired: Bool

    /// What is there.
    func find(in record: JSONElement) -> Finding {
        var finding = Finding.missing
        for pointer in alternatives {
            guard let element = pointer.element(in: record) else { continue }
            if element.value != .null, element.value != .string("") { return .value(element) }
            finding = .empty
        }
        return finding
    }

    /// The value; nil when there is none.
    ///
    /// - Throws: when there is none and it is required.
    func value(in record: JSONElement) throws(JSONError) -> JSONElement? {
        if case .value(let element) = find(in: record) { return element }
        if isRequired { throw missing(in: record) }
        return nil
    }

    /// The list, null being one without elements; nil when there is none.
    ///
    /// - Throws: when nothing is there and it is required.
    func list(in record: JSONElement) throws(JSONError) -> JSONElement? {
        switch find(in: record) {
        case .value(let element): return element
        case .empty: return JSONElement([], at: record.path)
        case .missing: break
        }
        if isRequired { throw missing(in: record) }
        return nil
    }

    /// The error that says that there is nothing.
    func missing(in record: JSONElement) -> JSONError {
        JSONError(.missing, at: alternatives[0].tokens.reduce(record.path) { $0.appending($1) })
    }
}

/// Which values of a list count.
struct ElementSelector: Sendable, Hashable {
    /// An element counts when the value at a place of it is among these, whatever their case.
    struct Condition: Sendable, Hashable {
        let at: JSONPointer
        let texts: [String]
    }

    static let maximumElements = 2_000

    /// Where in an element its value is.
    let each: JSONPointer
    /// Which elements count; nil when all do.
    let condition: Condition?

    /// The values of a list.
    func values(of list: JSONElement) throws(JSONError) -> [JSONElement] {
        var values: [JSONElement] = []
        for element in try list.elements(atMost: Self.maximumElements) {
            if let condition {
                guard let text = condition.at.element(in: element)?.value.scalarText,
                    condition.texts.contains(where: { $0.lowercased() == text.lowercased() })
                else { continue }
            }
            guard let value = each.element(in: element) else {
                throw JSONError(.missing, at: each.tokens.reduce(element.path) { $0.appending($1) })
            }
            values.append(value)
        }
        return values
    }
}
