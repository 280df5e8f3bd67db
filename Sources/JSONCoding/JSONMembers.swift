/// The members of a JSON object: unique names, in document order.
///
/// Equality ignores order, as RFC 8259 section 4 says of objects. Look-up is linear: objects that people and protocols
/// write are small, and the limits of parsing bound the rest.
public struct JSONMembers: Sendable {
    /// One member.
    public typealias Element = (name: String, value: JSONValue)

    private var elements: [Element]

    /// Makes an object without members.
    public init() {
        elements = []
    }

    /// Makes an object of pairs; a repeated name replaces the value that it had.
    public init(_ members: [(String, JSONValue)]) {
        elements = []
        elements.reserveCapacity(members.count)
        for (name, value) in members { append(name, value) }
    }

    /// Takes members whose names are known to be unique.
    package init(unique elements: [Element]) {
        self.elements = elements
    }

    /// The names, in document order.
    public var names: [String] { elements.map(\.name) }

    /// The value of a member, or nil if there is none of that name; assigning nil removes it.
    public subscript(name: String) -> JSONValue? {
        get { index(of: name).map { elements[$0].value } }
        set {
            if let newValue { append(name, newValue) } else { remove(name) }
        }
    }

    /// Adds a member at the end, or replaces the value of the one that has this name.
    public mutating func append(_ name: String, _ value: JSONValue) {
        if !replace(name, with: value) { elements.append((name, value)) }
    }

    /// Replaces the value of a member where it stands; false if there is none of that name.
    @discardableResult
    public mutating func replace(_ name: String, with value: JSONValue) -> Bool {
        guard let index = index(of: name) else { return false }
        elements[index].value = value
        return true
    }

    /// Removes a member and returns its value, if there was one.
    @discardableResult
    public mutating func remove(_ name: String) -> JSONValue? {
        index(of: name).map { elements.remove(at: $0).value }
    }

    /// The position of a member, or nil if there is none of that name.
    package func index(of name: String) -> Int? {
        elements.firstIndex { $0.name.hasSameBytes(as: name) }
    }
}

extension JSONMembers: RandomAccessCollection {
    /// The position of the first member.
    public var startIndex: Int { elements.startIndex }

    /// The position after the last member.
    public var endIndex: Int { elements.endIndex }

    /// The member at a position.
    public subscript(position: Int) -> Element { elements[position] }
}

extension JSONMembers: Equatable {
    /// Compares names and values, whatever their order.
    public static func == (left: JSONMembers, right: JSONMembers) -> Bool {
        guard left.count == right.count else { return false }
        if zip(left, right).allSatisfy({ $0.name.hasSameBytes(as: $1.name) }) {
            return zip(left, right).allSatisfy { $0.value == $1.value }
        }
        return zip(left.sortedByName(), right.sortedByName()).allSatisfy {
            $0.name.hasSameBytes(as: $1.name) && $0.value == $1.value
        }
    }

    /// The members sorted by the UTF-8 bytes of their names.
    func sortedByName() -> [Element] {
        elements.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}
