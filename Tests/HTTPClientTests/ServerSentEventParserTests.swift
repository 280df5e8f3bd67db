import HTTPClient
import Testing

struct ServerSentEventParserTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let stream: String
        let events: [ServerSentEvent]
        var retry: Int?
        var lastID = ""

        init(
            _ name: String, _ stream: String, _ events: [(id: String, event: String, data: String)], retry: Int? = nil,
            lastID: String = ""
        ) {
            testDescription = name
            self.stream = stream
            self.events = events.map { ServerSentEvent(id: $0.id, event: $0.event, data: $0.data) }
            self.retry = retry
            self.lastID = lastID
        }
    }

    static let cases = [
        Case("one event", "data: a\n\n", [("", "message", "a")]),
        Case("the lines of data", "data: YHOO\ndata: +2\ndata: 10\n\n", [("", "message", "YHOO\n+2\n10")]),
        Case(
            "comments, ids and a last event without its end",
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event",
            [("1", "message", "first event"), ("", "message", "second event")]),
        Case("empty data", "data\n\ndata\ndata\n\ndata:", [("", "message", ""), ("", "message", "\n")]),
        Case(
            "one space after the colon", "data:test\n\ndata: test\n\ndata:  test\n\n",
            [("", "message", "test"), ("", "message", "test"), ("", "message", " test")]),
        Case("no data", "event: a\nid: 4\n\ndata: b\n\n", [("4", "message", "b")], lastID: "4"),
        Case("a type", "event: add\ndata: 73857293\n\n", [("", "add", "73857293")]),
        Case(
            "carriage returns", "data: a\rdata: b\r\rdata: c\r\n\r\n", [("", "message", "a\nb"), ("", "message", "c")]),
        Case("a byte order mark", "\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n", [("", "message", "a")]),
        Case("an id with a null", "id: a\u{0}b\ndata: c\n\n", [("", "message", "c")]),
        Case("retry", "retry: 1500\nretry: 1x\n\n", [], retry: 1500),
        Case("an unknown field", "datas: a\nDATA: b\ndata: c\n\n", [("", "message", "c")]),
        Case(
            "an id that stays", "id: 7\ndata: a\n\ndata: b\n\n", [("7", "message", "a"), ("7", "message", "b")],
            lastID: "7"),
    ]

    @Test(arguments: cases)
    func `reads a stream as the standard says, whole and cut anywhere`(_ stream: Case) throws {
        let bytes = Array(stream.stream.utf8)
        for size in 1...max(bytes.count, 1) {
            var parser = ServerSentEventParser()
            var events: [ServerSentEvent] = []
            for start in Swift.stride(from: 0, to: bytes.count, by: size) {
                events += try parser.feed(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(events == stream.events)
            #expect(parser.retryMilliseconds == stream.retry)
            #expect(parser.lastEventID == stream.lastID)
        }
    }

    @Test(arguments: ["data: aaaaaaaaaaaaa", "data: aaaa\ndata: bbbb\ndata: cccc\n"])
    func `refuses an event beyond the limit`(stream: String) {
        var parser = ServerSentEventParser(maximumEventBytes: 12)
        #expect(throws: ServerSentEventParser.Failure.tooLarge) { try parser.feed(Array(stream.utf8)) }
    }
}
