import JSONCoding

extension TextRule: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    init(json: inout JSONObject) throws(JSONError) {
        guard let always: String = try json.optional("always") else {
            self = .value(try json.selector())
            return
        }
        guard let text = Self.clean(always), text.hasSameBytes(as: always) else {
            throw json.invalid("always", "must be 1 to \(Self.maximumByteCount) bytes without control characters")
        }
        self = .always(text)
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            switch self {
            case .always(let text): object.member("always", text)
            case .value(let selector): selector.write(to: &object)
            }
        }
    }
}

extension VersionRule: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    init(json: inout JSONObject) throws(JSONError) {
        selector = try json.selector()
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in selector.write(to: &object) }
    }
}

extension TimeRule.Format: JSONReadable, JSONWritable {}

extension TimeRule: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    init(json: inout JSONObject) throws(JSONError) {
        selector = try json.selector()
        format = try json.optional("as") ?? .rfc3339
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            selector.write(to: &object)
            object.member("as", format)
        }
    }
}

extension OwnersRule: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    init(json: inout JSONObject) throws(JSONError) {
        selector = try json.selector()
        elements = try json.elementSelector()
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            selector.write(to: &object)
            elements?.write(to: &object)
        }
    }
}
