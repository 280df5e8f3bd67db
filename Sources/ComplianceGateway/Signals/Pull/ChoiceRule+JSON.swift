import JSONCoding

extension ChoiceRule: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    init(json: inout JSONObject) throws(JSONError) {
        if let element = json.element("always") {
            self = .always(try Choice(choice: element))
            return
        }
        let selector = try json.selector()
        let table = try ChoiceTable<Choice>(json: &json)
        guard let elements = try json.elementSelector() else {
            self = .value(selector, table)
            return
        }
        guard let list = json.element("prefer") else {
            throw JSONError(.missing, at: json.path.appending("prefer"))
        }
        var preferred: [Choice] = []
        for element in try list.elements(atMost: 16) { preferred.append(try Choice(choice: element)) }
        guard !table.isPlain, table.choices.isSubset(of: preferred) else {
            throw list.invalid("must name everything that the elements may lead to")
        }
        var none: Choice?
        if let element = json.element("none"), element.value != .null { none = try Choice(choice: element) }
        self = .list(selector, elements, table, preferred: preferred, none: none)
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            switch self {
            case .always(let choice): object.member("always", choice.json)
            case .value(let selector, let table):
                selector.write(to: &object)
                table.write(to: &object)
            case .list(let selector, let elements, let table, let preferred, let none):
                selector.write(to: &object)
                elements.write(to: &object)
                table.write(to: &object)
                object.member("prefer", preferred.map(\.json))
                object.member("none", ifPresent: none?.json)
            }
        }
    }
}

extension ChoiceTable {
    fileprivate init(json: inout JSONObject) throws(JSONError) {
        rows = try Self.rows(&json)
        bounds = try Self.bounds(&json)
        otherwise = try Self.otherwise(&json)
        guard rows.isEmpty || bounds.isEmpty else { throw json.invalid("bounds", "excludes `table`") }
        guard !isPlain || otherwise == .refused else {
            throw json.invalid("otherwise", "needs a `table` or `bounds`")
        }
    }

    private static func rows(_ json: inout JSONObject) throws(JSONError) -> [Row] {
        guard let element = json.element("table") else { return [] }
        let object = try element.object()
        guard (1...maximumRows).contains(object.members.count) else {
            throw element.invalid("must have 1 to \(maximumRows) rows")
        }
        var texts: Set<String> = []
        var rows: [Row] = []
        for (name, value) in object.members {
            let path = object.path.appending(name)
            guard texts.insert(name.lowercased()).inserted else {
                throw JSONError(.invalidValue("differs from another row in case only"), at: path)
            }
            let choice = value == .null ? nil : try Choice(choice: JSONElement(value, at: path))
            rows.append(Row(text: name, choice: choice))
        }
        return rows
    }

    private static func bounds(_ json: inout JSONObject) throws(JSONError) -> [Bound] {
        guard let element = json.element("bounds") else { return [] }
        var bounds: [Bound] = []
        for row in try element.elements(atMost: 16) {
            var object = try row.object()
            let bound = Bound(
                atLeast: try object.optional("atLeast"), atMost: try object.optional("atMost"),
                choice: try Choice(choice: try object.present("gives")))
            try object.finish(unknown: .refuse)
            guard bound.atLeast != nil || bound.atMost != nil else {
                throw row.invalid("must have `atLeast` or `atMost`")
            }
            bounds.append(bound)
        }
        guard !bounds.isEmpty else { throw element.invalid("must have a row") }
        return bounds
    }

    private static func otherwise(_ json: inout JSONObject) throws(JSONError) -> Otherwise {
        guard let element = json.element("otherwise") else { return .refused }
        return element.value == .null ? .notSaid : .choice(try Choice(choice: element))
    }

    fileprivate func write(to object: inout JSONObjectWriter) {
        if !rows.isEmpty {
            object.object("table") { table in
                for row in rows { table.member(row.text, row.choice?.json ?? .null) }
            }
        }
        if !bounds.isEmpty {
            object.array("bounds") { array in
                for bound in bounds {
                    array.object { row in
                        row.member("atLeast", ifPresent: bound.atLeast)
                        row.member("atMost", ifPresent: bound.atMost)
                        row.member("gives", bound.choice.json)
                    }
                }
            }
        }
        switch otherwise {
        case .refused: break
        case .notSaid: object.null("otherwise")
        case .choice(let choice): object.member("otherwise", choice.json)
        }
    }
}

extension JSONObject {
    /// A member that must be there, null included.
    mutating func present(_ name: String) throws(JSONError) -> JSONElement {
        guard let element = element(name) else { throw JSONError(.missing, at: path.appending(name)) }
        return element
    }
}
