/// The place of a value in a document, printed as a JSON Pointer (RFC 6901).
public struct JSONPath: Sendable, Hashable, CustomStringConvertible {
    /// One step down.
    public enum Component: Sendable {
        /// Into an object's member.
        case name(String)
        /// Into an array's element, counted from 0.
        case index(Int)
    }

    /// A chain to the root, so that a step down costs one small allocation and no copy.
    private indirect enum Node: Sendable {
        case root
        case step(parent: Node, Component)
    }

    private let node: Node

    private init(node: Node) {
        self.node = node
    }

    /// The whole document.
    public static let root = JSONPath(node: .root)

    /// The place of a member of the object here.
    public func appending(_ name: String) -> JSONPath {
        JSONPath(node: .step(parent: node, .name(name)))
    }

    /// The place of an element of the array here; `index` counts from 0.
    public func appending(_ index: Int) -> JSONPath {
        JSONPath(node: .step(parent: node, .index(index)))
    }

    /// The place of the value that holds this one; nil at the root.
    public var parent: JSONPath? {
        if case .step(let parent, _) = node { JSONPath(node: parent) } else { nil }
    }

    /// The last step; nil at the root.
    public var last: Component? {
        if case .step(_, let component) = node { component } else { nil }
    }

    /// The steps from the root.
    public var components: [Component] {
        var components: [Component] = []
        var node = node
        while case .step(let parent, let component) = node {
            components.append(component)
            node = parent
        }
        return components.reversed()
    }

    /// The JSON Pointer: empty for the root, else `/` before each step, with `~` as `~0` and `/` as `~1`.
    public var description: String {
        components.map { "/" + $0.token }.joined()
    }

    /// Compares step by step; names by their bytes.
    public static func == (left: JSONPath, right: JSONPath) -> Bool {
        left.components == right.components
    }

    /// Hashes the steps.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(components)
    }
}

extension JSONPath.Component: Hashable {
    /// Compares names by their bytes.
    public static func == (left: JSONPath.Component, right: JSONPath.Component) -> Bool {
        switch (left, right) {
        case (.name(let left), .name(let right)): left.hasSameBytes(as: right)
        case (.index(let left), .index(let right)): left == right
        default: false
        }
    }

    /// Hashes a name's bytes or an index.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .name(let name):
            for byte in name.utf8 { hasher.combine(byte) }
            hasher.combine(name.utf8.count)
        case .index(let index): hasher.combine(index)
        }
    }
}

extension JSONPath.Component {
    /// The reference token of RFC 6901 section 3.
    fileprivate var token: String {
        switch self {
        case .index(let index): return String(index)
        case .name(let name):
            guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
            var token = ""
            for scalar in name.unicodeScalars {
                switch scalar {
                case "~": token += "~0"
                case "/": token += "~1"
                default: token.unicodeScalars.append(scalar)
                }
            }
            return token
        }
    }
}
