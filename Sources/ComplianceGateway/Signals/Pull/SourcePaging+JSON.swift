import JSONCoding

extension SourcePaging: JSONObjectReadable, JSONWritable {
    private enum Style: String, CaseIterable, JSONReadable, JSONWritable {
        case none, nextURL, link, page, cursor
    }

    static var unknownMembers: UnknownMembers { .refuse }

    init(json: inout JSONObject) throws(JSONError) {
        switch try json.required("style", as: Style.self) {
        case .none: self = .none
        case .nextURL: self = .nextURL(at: try json.pointer("at"))
        case .link: self = .link
        case .page:
            let first: Int64 = try json.optional("first") ?? 0
            guard (0...1).contains(first) else { throw json.invalid("first", "must be 0 or 1") }
            self = .page(
                parameter: try json.parameter("parameter"), first: first, size: try Self.size(&json),
                total: json.contains("total") ? try json.pointer("total") : nil)
        case .cursor:
            self = .cursor(
                at: try json.pointer("at"), parameter: try json.parameter("parameter"), size: try Self.size(&json))
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("style", style)
            switch self {
            case .none, .link: break
            case .nextURL(let pointer): object.member("at", pointer)
            case .page(let parameter, let first, let size, let total):
                object.member("parameter", parameter)
                object.member("first", first)
                size?.write(to: &object)
                object.member("total", ifPresent: total)
            case .cursor(let pointer, let parameter, let size):
                object.member("at", pointer)
                object.member("parameter", parameter)
                size?.write(to: &object)
            }
        }
    }

    private var style: Style {
        switch self {
        case .none: .none
        case .nextURL: .nextURL
        case .link: .link
        case .page: .page
        case .cursor: .cursor
        }
    }

    private static func size(_ json: inout JSONObject) throws(JSONError) -> Size? {
        guard json.contains("sizeParameter") || json.contains("size") else { return nil }
        let parameter = try json.parameter("sizeParameter")
        let count: Int64 = try json.required("size")
        guard (1...Int64(SourceMapping.maximumRecords)).contains(count) else {
            throw json.invalid("size", "must be 1 to \(SourceMapping.maximumRecords)")
        }
        return Size(parameter: parameter, count: count)
    }
}

extension SourcePaging.Size {
    fileprivate func write(to object: inout JSONObjectWriter) {
        object.member("sizeParameter", parameter)
        object.member("size", count)
    }
}

extension JSONObject {
    /// A pointer of at most 16 tokens and 256 bytes.
    mutating func pointer(_ name: String) throws(JSONError) -> JSONPointer {
        let pointer: JSONPointer = try required(name)
        guard pointer.isBounded else { throw invalid(name, JSONPointer.bound) }
        return pointer
    }

    fileprivate mutating func parameter(_ name: String) throws(JSONError) -> String {
        let text: String = try required(name)
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw invalid(name, "must be 1 to 64 visible ASCII characters")
        }
        return text
    }
}

extension JSONPointer {
    static let bound = "must have at most 16 tokens and 256 bytes"
    var isBounded: Bool { tokens.count <= 16 && tokens.reduce(0) { $0 + $1.utf8.count } <= 256 }
}
