/// A path with named segments in braces, such as `/{tenant}/oauth2/v2.0/token`.
struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
    private enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
    }

    /// The template as it is written; it labels metrics and log lines.
    let description: String
    private let segments: [Segment]

    init(_ text: StaticString) {
        description = text.description
        segments = description.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { part in
                let text = String(decoding: part, as: UTF8.self)
                return text.hasPrefix("{") ? .parameter(String(text.dropFirst().dropLast())) : .literal(text)
            }
    }

    /// The values of the named segments when the path fits; no value is empty.
    func match(_ path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (segment, text) in zip(segments, path) {
            switch segment {
            case .literal(let expected):
                guard expected.utf8.elementsEqual(text.utf8) else { return nil }
            case .parameter(let name):
                guard !text.isEmpty else { return nil }
                values[name] = text
            }
        }
        return values
    }
}
