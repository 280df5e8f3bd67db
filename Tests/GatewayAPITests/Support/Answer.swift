import HTTPMessage
import JSONCoding

/// An answer, with what tests ask about it.
struct Answer: Sendable {
    let response: HTTPResponse

    init(_ response: HTTPResponse) {
        self.response = response
    }

    var status: Int { response.status.code }
    var text: String { String(decoding: response.bytes, as: UTF8.self) }

    func header(_ name: HTTPHeaderName) -> String? { response.headers.single(name).text }

    /// Every value of a header.
    func headers(_ name: HTTPHeaderName) -> [String] {
        response.headers.values(name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The JSON body; nil when it is none.
    var json: JSONValue? {
        do {
            return try JSONValue.parse(response.bytes)
        } catch {
            return nil
        }
    }

    subscript(_ member: String) -> String? { json?[member]?.stringValue }

    /// A number of the body.
    func integer(_ member: String) -> Int64? {
        guard case .integer(let value) = json?[member] else { return nil }
        return value
    }

    /// A list of texts of the body.
    func list(_ member: String) -> [String] { json?[member]?.arrayValue?.compactMap(\.stringValue) ?? [] }

    /// Whether the page shows a form with the field.
    func hasField(_ name: String) -> Bool { text.contains(" name=\"\(name)\"") }

    /// The value of a form's field.
    func field(_ name: String) -> String? {
        guard let start = text.firstRange(of: " name=\"\(name)\" value=\"") else { return nil }
        return String(text[start.upperBound...].prefix { $0 != "\"" })
    }

    /// The parameters of the redirect's address.
    var redirected: [String: String] {
        guard let location = header(.location), let mark = location.firstIndex(of: "?") else { return [:] }
        do {
            let query = Array(location[location.index(after: mark)...].utf8)
            let pairs = try FormParameters(parsing: query).all.map { ($0.name, $0.value) }
            return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        } catch {
            return [:]
        }
    }
}
