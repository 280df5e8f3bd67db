import JSONCoding

extension JSONObject {
    /// The members `from` and `required`.
    mutating func selector() throws(JSONError) -> ValueSelector {
        let alternatives = try pointers("from")
        return ValueSelector(alternatives: alternatives, isRequired: try optional("required") ?? false)
    }

    /// The members `each` and `where`; nil when neither is there.
    mutating func elementSelector() throws(JSONError) -> ElementSelector? {
        guard contains("each") else { return nil }
        let each = try pointer("each")
        guard let element = element("where") else { return ElementSelector(each: each, condition: nil) }
        var object = try element.object()
        let place = try object.pointer("at")
        var texts: [String] = []
        let list = try object.present("is")
        for element in try list.elements(atMost: 50) { texts.append(try element.string()) }
        guard !texts.isEmpty else { throw list.invalid("must name a value") }
        try object.finish(unknown: .refuse)
        return ElementSelector(each: each, condition: ElementSelector.Condition(at: place, texts: texts))
    }

    /// One pointer, or a list of them.
    mutating func pointers(_ name: String) throws(JSONError) -> [JSONPointer] {
        let element = try present(name)
        guard case .array = element.value else { return [try pointer(name)] }
        let limit = ValueSelector.maximumAlternatives
        let elements = try element.elements(atMost: limit)
        guard !elements.isEmpty else { throw element.invalid("must have 1 to \(limit) pointers") }
        var pointers: [JSONPointer] = []
        for element in elements {
            let pointer: JSONPointer = try element.read()
            guard pointer.isBounded else { throw element.invalid(JSONPointer.bound) }
            pointers.append(pointer)
        }
        return pointers
    }
}

extension JSONObjectWriter {
    /// One pointer as itself, several as a list.
    mutating func member(_ name: String, pointers: [JSONPointer]) {
        if pointers.count == 1 { member(name, pointers[0]) } else { member(name, pointers) }
    }
}

extension ValueSelector {
    func write(to object: inout JSONObjectWriter) {
        object.member("from", pointers: alternatives)
        if isRequired { object.member("required", true) }
    }
}

extension ElementSelector {
    func write(to object: inout JSONObjectWriter) {
        object.member("each", each)
        guard let condition else { return }
        object.object("where") { place in
            place.member("at", condition.at)
            place.member("is", condition.texts)
        }
    }
}
