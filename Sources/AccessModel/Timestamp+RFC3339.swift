extension Timestamp {
    /// The instant in UTC as RFC 3339 section 5.6 writes it, with seconds: `2026-11-30T05:55:48Z`.
    public var rfc3339: String { formatted(separator: "T") }

    /// The instant in UTC as the token endpoint's error member `timestamp` has it: `2026-11-30 05:55:48Z`.
    public var tokenErrorForm: String { formatted(separator: " ") }

    /// Reads an RFC 3339 date-time; an offset is applied, fractions beyond milliseconds are cut.
    ///
    /// - Returns: nil when the text is not a date-time or names a day that does not exist.
    public init?(rfc3339 text: String) {
        var reader = DateTimeReader(Array(text.utf8))
        guard let milliseconds = reader.dateTime() else { return nil }
        self.init(milliseconds: milliseconds)
    }

    private func formatted(separator: String) -> String {
        let total = seconds
        var days = total / 86_400
        var second = total % 86_400
        if second < 0 {
            second += 86_400
            days -= 1
        }
        let date = CivilDate(daysSinceEpoch: days)
        let clock = [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, to: 2) }
        let day = [Self.padded(date.year, to: 4), Self.padded(date.month, to: 2), Self.padded(date.day, to: 2)]
        return day.joined(separator: "-") + separator + clock.joined(separator: ":") + "Z"
    }

    private static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// A day of the proleptic Gregorian calendar.
struct CivilDate: Equatable {
    var year: Int64
    var month: Int64
    var day: Int64

    init(daysSinceEpoch: Int64) {
        // Years are counted from 1 March of year 0, so that the leap day is a year's last day.
        let shifted = daysSinceEpoch + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    var daysSinceEpoch: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let shiftedMonth = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    var exists: Bool { CivilDate(daysSinceEpoch: daysSinceEpoch) == self }
}

private struct DateTimeReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func dateTime() -> Int64? {
        guard let date = date(), skip(oneOf: "Tt "), let seconds = clock(), let fraction = fraction(),
            let offset = offset(), index == bytes.count
        else { return nil }
        return (date.daysSinceEpoch * 86_400 + seconds - offset) * 1000 + fraction
    }

    private mutating func date() -> CivilDate? {
        guard let year = number(4), skip(oneOf: "-"), let month = number(2), skip(oneOf: "-"), let day = number(2),
            (1...12).contains(month)
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        return date.exists ? date : nil
    }

    private mutating func clock() -> Int64? {
        guard let hour = number(2), skip(oneOf: ":"), let minute = number(2), skip(oneOf: ":"), let second = number(2),
            hour < 24, minute < 60, second < 61
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    private mutating func fraction() -> Int64? {
        guard skip(oneOf: ".") else { return 0 }
        var milliseconds: Int64 = 0
        var count = 0
        while index < bytes.count, let digit = digit(bytes[index]) {
            if count < 3 { milliseconds = milliseconds * 10 + digit }
            count += 1
            index += 1
        }
        guard count > 0 else { return nil }
        while count < 3 {
            milliseconds *= 10
            count += 1
        }
        return milliseconds
    }

    private mutating func offset() -> Int64? {
        if skip(oneOf: "Zz") { return 0 }
        let sign: Int64
        if skip(oneOf: "+") {
            sign = 1
        } else if skip(oneOf: "-") {
            sign = -1
        } else {
            return nil
        }
        guard let hours = number(2), skip(oneOf: ":"), let minutes = number(2), hours < 24, minutes < 60 else {
            return nil
        }
        return sign * (hours * 3600 + minutes * 60)
    }

    private mutating func number(_ count: Int) -> Int64? {
        guard index + count <= bytes.count else { return nil }
        var value: Int64 = 0
        for byte in bytes[index..<index + count] {
            guard let digit = digit(byte) else { return nil }
            value = value * 10 + digit
        }
        index += count
        return value
    }

    private func digit(_ byte: UInt8) -> Int64? {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int64(byte - UInt8(ascii: "0")) : nil
    }

    private mutating func skip(oneOf characters: StaticString) -> Bool {
        guard index < bytes.count else { return false }
        let byte = bytes[index]
        let found = characters.withUTF8Buffer { $0.contains(byte) }
        if found { index += 1 }
        return found
    }
}
