import Glibc
import JSONCoding
import Observability
import ServiceRuntime
import Testing

extension LogKey {
    fileprivate static let user = LogKey("user.name")
    fileprivate static let count = LogKey("item.count")
}

/// What a sink of a format writes into a pipe.
private func written(_ format: LogFormat, _ body: (Logger) -> Void) throws -> String {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let sink = LogStream(format: format, clock: ManualClock(nowMilliseconds: 1_767_322_445_006), descriptor: ends[1])
    body(Logger(label: "test.part", level: .info, sink: sink))
    close(ends[1])
    var bytes = [UInt8](repeating: 0, count: 60_000)
    let count = read(ends[0], &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
}

@Suite struct LoggingTests {
    @Test func `writes a JSON object a line`() throws {
        let text = try written(.json) { logger in
            logger.info("token issued", [.user: "é", .count: 3])
            logger.with([.requestID: "r1"]).error("failed", [.errorMessage: "no", .count: 0.5])
            logger.labelled("other").notice("plain", [.user: true])
        }
        #expect(
            text == """
                {"time":"2026-01-02T02:54:05.006Z","level":"info","logger":"test.part","message":"token issued","user.name":"é","item.count":3}
                {"time":"2026-01-02T02:54:05.006Z","level":"error","logger":"test.part","message":"failed","request.id":"r1","error.message":"no","item.count":0.5}
                {"time":"2026-01-02T02:54:05.006Z","level":"notice","logger":"other","message":"plain","user.name":true}

                """)
    }

    @Test func `writes a text line`() throws {
        let text = try written(.text) { logger in
            logger.warning("sign in refused", [.user: "a@b.example", .errorMessage: "two words", .count: 3])
            logger.info("empty", [.user: ""])
        }
        #expect(
            text == """
                2026-01-02T02:54:05.006Z warning test.part: sign in refused user.name=a@b.example error.message="two words" item.count=3
                2026-01-02T02:54:05.006Z info test.part: empty user.name=""

                """)
    }

    static let hostile = [
        "x\n2026-01-02T02:54:05.006Z info test.part: forged", "\r\nforged", "\u{1b}[2J\u{1b}]0;title\u{7}",
        "\u{85}\u{9b}31m",
        "\u{2028}\u{2029}", "\u{202E}gpj.exe", "\0", "\u{7f}", "\" level=\"critical", "\\", "\u{F0000}\u{E0001}",
    ]

    @Test(arguments: LogFormat.allCases, hostile)
    func `metadata can neither forge a line nor steer a terminal`(_ format: LogFormat, _ hostile: String) throws {
        let text = try written(format) { $0.info("m", [.user: .string(hostile)]) }
        let isSafe = text.dropLast().unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
            default: true
            }
        }
        #expect(text.last == "\n" && isSafe)
        if format == .json {
            // Our own reader refuses U+0000 in any form; the escape that stands for it is what matters here.
            if hostile == "\0" {
                #expect(text.contains(#""user.name":"\u0000""#))
            } else {
                #expect(try JSONValue.parse(text)["user.name"] == .string(hostile))
            }
        } else {
            #expect(text.contains(" user.name=\""))
        }
    }

    @Test(arguments: LogFormat.allCases)
    func `a very long value is cut`(_ format: LogFormat) throws {
        let text = try written(format) { $0.info("m", [.user: .string(String(repeating: "a\n", count: 50_000))]) }
        #expect(text.utf8.count < 5_000 && text.hasSuffix(format == .json ? "...\"}\n" : "...\"\n"))
    }

    @Test func `writes nothing below its level and does not compute its metadata`() throws {
        let recorder = LogRecorder()
        let logger = Logger(label: "t.t", level: .warning, sink: recorder)
        var computed = 0
        func value() -> LogValue {
            computed += 1
            return 1
        }
        logger.info("below", [.count: value()])
        #expect(recorder.entries.isEmpty && computed == 0)
        logger.warning("at", [.count: value()])
        logger.critical("above")
        #expect(recorder.entries.map(\.message) == ["at", "above"] && computed == 1)
        #expect(LogLevel.allCases == LogLevel.allCases.sorted())
        #expect(LogLevel.allCases.map { logger.isEnabled($0) } == [false, false, false, false, true, true, true])
    }

    @Test func `each level has its method`() {
        let recorder = LogRecorder()
        let logger = Logger(label: "t.t", level: .trace, sink: recorder)
        logger.trace("1")
        logger.debug("2")
        logger.info("3")
        logger.notice("4")
        logger.warning("5")
        logger.error("6")
        logger.critical("7")
        #expect(recorder.entries.map(\.level) == LogLevel.allCases)
    }

    @Test func `a later value of a key replaces the earlier one`() {
        let recorder = LogRecorder()
        let logger = Logger(label: "t.t", level: .info, sink: recorder).with([.user: "a", .count: 1])
        logger.info("m", [.user: "b", .user: "c"])
        #expect(recorder.entries.first?.metadata.map(\.key) == [.count, .user])
        #expect(recorder.entries.first?.metadata.last?.value == "c")
    }

    @Test func `a descriptor that takes nothing loses lines and counts them`() throws {
        let sink = LogStream(format: .text, clock: ManualClock(), descriptor: -1)
        Logger(label: "t.t", level: .info, sink: sink).info("lost")
        #expect(sink.lostLines == 1)
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_800_000, "2000-03-01T00:00:00.000Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (1_798_761_599_123, "2026-12-31T23:59:59.123Z"),
            (.max, "9999-12-31T23:59:59.999Z"), (.min, "0000-01-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func `time is written as RFC 3339`(_ milliseconds: Int64, _ expected: String) throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let sink = LogStream(format: .text, clock: ManualClock(nowMilliseconds: milliseconds), descriptor: ends[1])
        Logger(label: "t.t", level: .info, sink: sink).info("m")
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = read(ends[0], &bytes, bytes.count)
        close(ends[0])
        close(ends[1])
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "\(expected) info t.t: m\n")
    }

    @Test func `a key without a dot stops the program`() async {
        await #expect(processExitsWith: .failure) { _ = LogKey("level") }
    }
}
