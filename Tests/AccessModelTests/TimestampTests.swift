import AccessModel
import Testing

struct DateTimeCase: Sendable, CustomTestStringConvertible {
    var text: String
    var milliseconds: Int64?
    var testDescription: String { text }
}

@Suite struct TimestampTests {
    @Test(arguments: [
        DateTimeCase(text: "1970-01-01T00:00:00Z", milliseconds: 0),
        DateTimeCase(text: "1969-12-31T23:59:59.999Z", milliseconds: -1),
        DateTimeCase(text: "2000-02-29T12:34:56Z", milliseconds: 951_827_696_000),
        DateTimeCase(text: "2026-11-30T05:55:48.1239Z", milliseconds: 1_796_018_148_123),
        DateTimeCase(text: "2026-11-30t06:55:48+01:00", milliseconds: 1_796_018_148_000),
        DateTimeCase(text: "2026-11-30 05:55:48z", milliseconds: 1_796_018_148_000),
        DateTimeCase(text: "2100-02-29T00:00:00Z", milliseconds: nil),
        DateTimeCase(text: "2023-13-01T00:00:00Z", milliseconds: nil),
        DateTimeCase(text: "2023-01-01T24:00:00Z", milliseconds: nil),
        DateTimeCase(text: "2023-01-01T00:00:00", milliseconds: nil),
        DateTimeCase(text: "2023-01-01T00:00:00.Z", milliseconds: nil),
        DateTimeCase(text: "2023-01-01T00:00:00Z ", milliseconds: nil),
        DateTimeCase(text: "2023-1-01T00:00:00Z", milliseconds: nil),
        DateTimeCase(text: "", milliseconds: nil),
    ])
    func `reads RFC 3339 date-times and refuses what is not one`(_ example: DateTimeCase) {
        #expect(Timestamp(rfc3339: example.text)?.milliseconds == example.milliseconds)
    }

    @Test func `writes both forms in UTC`() {
        let instant = Timestamp(milliseconds: 1_796_018_148_999)
        #expect(instant.rfc3339 == "2026-11-30T05:55:48Z")
        #expect(instant.tokenErrorForm == "2026-11-30 05:55:48Z")
        #expect(Timestamp(milliseconds: -1).rfc3339 == "1969-12-31T23:59:59Z")
    }

    @Test func `days across eight centuries survive being written and read`() {
        for day in stride(from: Int64(-146_097), through: 146_097, by: 11) {
            let instant = Timestamp(seconds: day * 86_400)
            guard instant.rfc3339.first != "-" else { continue }
            #expect(Timestamp(rfc3339: instant.rfc3339) == instant)
        }
    }

    @Test func `seconds round down, also before the epoch`() {
        #expect(Timestamp(milliseconds: -1).seconds == -1)
        #expect(Timestamp(milliseconds: -1000).seconds == -1)
        #expect(Timestamp(milliseconds: 1999).seconds == 1)
    }

    @Test func `arithmetic is clamped at the ends instead of trapping`() {
        #expect(Timestamp(seconds: .max).milliseconds == .max)
        #expect((Timestamp(milliseconds: .max) + .seconds(1)).milliseconds == .max)
        #expect((Timestamp(milliseconds: .min) - .seconds(1)).milliseconds == .min)
        #expect(Timestamp(milliseconds: 0).duration(to: Timestamp(milliseconds: 1500)) == .milliseconds(1500))
        #expect(Timestamp(milliseconds: .min).duration(to: Timestamp(milliseconds: .max)) == .milliseconds(Int64.max))
    }
}
