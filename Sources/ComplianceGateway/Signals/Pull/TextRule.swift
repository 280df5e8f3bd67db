import AccessModel
import JSONCoding

/// How a text follows from a record.
enum TextRule: Sendable, Hashable {
    /// The longest text that is kept, in bytes.
    static let maximumByteCount = 256

    /// Whatever the record says.
    case always(String)
    /// From a value.
    case value(ValueSelector)

    /// The text on one line, cut to its greatest length; nil when the record does not say.
    ///
    /// People name their devices: what they write must not be able to make a record unreadable.
    func text(in record: JSONElement) throws(JSONError) -> String? {
        switch self {
        case .always(let text): return text
        case .value(let selector):
            guard let value = try selector.value(in: record) else { return nil }
            guard let text = value.value.scalarText else { throw value.wrongType(expected: .string) }
            return Self.clean(text)
        }
    }

    /// The text without control characters and outer white space, cut; nil when nothing is left.
    static func clean(_ text: String) -> String? {
        var bytes = 0
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isVisible = scalar.value > 0x20 && !(0x7F...0x9F).contains(scalar.value)
            guard isVisible || (scalar == " " && !clean.isEmpty) else { continue }
            bytes += Unicode.UTF8.width(scalar)
            if bytes > maximumByteCount { break }
            clean.append(scalar)
        }
        while clean.last == " " { clean.removeLast() }
        return clean.isEmpty ? nil : String(clean)
    }
}

/// How a version follows from a record.
struct VersionRule: Sendable, Hashable {
    let selector: ValueSelector

    /// The version of a text such as `macOS 14.1.2 (23B92)`: what has the most numbers counts, the first among equals.
    ///
    /// - Returns: nil when the record does not say, or the text holds no version.
    func version(in record: JSONElement) throws(JSONError) -> Version? {
        guard let value = try selector.value(in: record) else { return nil }
        guard let text = value.value.scalarText else { throw value.wrongType(expected: .string) }
        var best: (version: Version, numbers: Int)?
        for word in text.unicodeScalars.prefix(1_000).split(whereSeparator: { " \t(),;/".unicodeScalars.contains($0) })
        {
            guard let version = Version(String(word)) else { continue }
            let numbers = word.count { $0 == "." } + 1
            if numbers > best?.numbers ?? 0 { best = (version, numbers) }
        }
        return best?.version
    }
}

/// How a time follows from a record.
struct TimeRule: Sendable, Hashable {
    /// How times are written.
    enum Format: String, Sendable, Hashable, CaseIterable {
        /// As RFC 3339 writes them.
        case rfc3339
        /// Seconds since 1970.
        case epochSeconds
        /// Milliseconds since 1970.
        case epochMilliseconds
    }

    /// The end of the year 9999.
    private static let latest: Int64 = 253_402_300_799

    let selector: ValueSelector
    let format: Format

    /// The time; nil when the record does not say, or says a time before 1970, which stands for `never`.
    func time(in record: JSONElement) throws(JSONError) -> Timestamp? {
        guard let value = try selector.value(in: record) else { return nil }
        let time: Timestamp
        switch format {
        case .rfc3339:
            guard let read = Timestamp(rfc3339: try value.string()) else {
                throw value.invalid("must be a time as RFC 3339 writes it")
            }
            time = read
        case .epochSeconds: time = Timestamp(seconds: try Self.whole(value, upTo: Self.latest))
        case .epochMilliseconds: time = Timestamp(milliseconds: try Self.whole(value, upTo: Self.latest * 1000))
        }
        return time > Timestamp(seconds: 0) ? time : nil
    }

    private static func whole(_ value: JSONElement, upTo limit: Int64) throws(JSONError) -> Int64 {
        if case .integer = value.value { return try value.integer(in: -limit...limit) }
        let number = try value.number()
        guard abs(number) <= Double(limit) else { throw value.invalid("must be a time up to the year 9999") }
        return Int64(number)
    }
}

/// How the names of the people who use a device follow from a record.
struct OwnersRule: Sendable, Hashable {
    /// The most people.
    static let maximumCount = 50

    let selector: ValueSelector
    /// Which values of a list count; nil when the value is one name.
    let elements: ElementSelector?

    /// The names, in their order; nil when the record does not say, none when it says that there is nobody.
    func names(in record: JSONElement) throws(JSONError) -> [String]? {
        let value: JSONElement
        switch selector.find(in: record) {
        case .missing:
            if selector.isRequired { throw selector.missing(in: record) }
            return nil
        case .empty: return []
        case .value(let found): value = found
        }
        var names: [String] = []
        for name in try elements?.values(of: value) ?? [value] where name.value != .null {
            guard let text = TextRule.clean(try name.string()), !names.contains(text) else { continue }
            names.append(text)
        }
        return Array(names.prefix(Self.maximumCount))
    }
}
