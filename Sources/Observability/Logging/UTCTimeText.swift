/// A time as RFC 3339 text in UTC with milliseconds.
struct UTCTimeText: CustomStringConvertible {
    let description: String

    /// Writes milliseconds since 1970; years before 0 and after 9999 are out of the form's range and clamped.
    init(milliseconds: Int64) {
        let time = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
        let (days, ofDay) = (time.flooredQuotient(86_400_000), time.flooredRemainder(86_400_000))
        // Days are counted from 0000-03-01, so that the leap day is the last of its year, in eras of 400 years.
        let shifted = days + 719_468
        let (era, ofEra) = (shifted.flooredQuotient(146_097), shifted.flooredRemainder(146_097))
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let dayOfYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        description =
            "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))T"
            + "\((ofDay / 3_600_000).padded(2)):\((ofDay / 60_000 % 60).padded(2)):\((ofDay / 1_000 % 60).padded(2))"
            + ".\((ofDay % 1_000).padded(3))Z"
    }
}

extension Int64 {
    fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
        (self - flooredRemainder(divisor)) / divisor
    }

    fileprivate func flooredRemainder(_ divisor: Int64) -> Int64 {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }

    fileprivate func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
