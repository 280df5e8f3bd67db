import Compliance
public import JSONCoding

extension SourceMapping {
    /// Reads a mapping.
    ///
    /// - Throws: what is wrong, and where; a member that is not known refuses the document.
    public init(json: JSONValue) throws(JSONError) {
        try self.init(json: JSONElement(json))
    }

    /// The mapping as a document.
    public var json: JSONValue {
        get throws(JSONError) { try JSONValue.parse(jsonBytes()) }
    }
}

extension SourceMapping: JSONObjectReadable, JSONWritable {
    /// A member that is not known refuses the document.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads a mapping out of an object.
    public init(json: inout JSONObject) throws(JSONError) {
        headers = try Self.headers(&json)
        records = try json.pointer("records")
        paging = try json.optional("paging") ?? .none
        identifiers = try Self.identifiers(&json)
        observedAt = try json.optional("observedAt")
        attributes = try json.optional("attributes") ?? SourceAttributes()
    }

    /// Writes the mapping.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            if !headers.isEmpty {
                object.object("headers") { fields in
                    for header in headers { fields.member(header.name, header.value) }
                }
            }
            object.member("records", records)
            object.member("paging", paging)
            object.object("identifiers") { kinds in
                for kind in DeviceIdentifier.Kind.allCases {
                    if let places = identifiers[kind] { kinds.member(kind.rawValue, pointers: places) }
                }
            }
            object.member("observedAt", ifPresent: observedAt)
            object.member("attributes", attributes)
        }
    }

    private static func headers(_ json: inout JSONObject) throws(JSONError) -> [SourceHeader] {
        guard let element = json.element("headers") else { return [] }
        let object = try element.object()
        guard object.members.count <= 16 else { throw element.invalid("at most 16 headers are allowed") }
        var headers: [SourceHeader] = []
        for (name, value) in object.members {
            let field = JSONElement(value, at: object.path.appending(name))
            guard let header = SourceHeader(name, try field.string()) else {
                throw field.invalid("is no header that a mapping may set")
            }
            headers.append(header)
        }
        return headers
    }

    private static func identifiers(_ json: inout JSONObject) throws(JSONError) -> [DeviceIdentifier.Kind:
        [JSONPointer]]
    {
        let element = try json.present("identifiers")
        var object = try element.object()
        var identifiers: [DeviceIdentifier.Kind: [JSONPointer]] = [:]
        for kind in DeviceIdentifier.Kind.allCases where object.contains(kind.rawValue) {
            identifiers[kind] = try object.pointers(kind.rawValue)
        }
        try object.finish(unknown: .refuse)
        guard !identifiers.isEmpty else { throw element.invalid("must say where a device's identifiers are") }
        return identifiers
    }
}
