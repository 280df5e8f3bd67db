import AccessModel
import Compliance
import Cryptography
import JSONCoding
import Testing

@testable import ComplianceGateway

/// Events as NanoMDM's webhook tells them: who may send them, and what they come to.
@Suite struct NanoMDMEventTests {
    static let udid = "66ADE930-5FDF-5EC4-8429-15640684C489"

    /// An event as NanoMDM writes it.
    static func event(
        _ topic: String, at time: Timestamp, id: String? = "evt-1", type: String = "Device",
        _ enrolment: String? = nil
    ) -> String {
        let part = topic == "mdm.Connect" ? "acknowledge_event" : "checkin_event"
        let status = topic == "mdm.Connect" ? #""status":"Idle","# : ""
        let enrolment =
            enrolment ?? #""udid":"\#(udid)","ids":{"id":"\#(udid)","type":"\#(type)"}"#
        let identifier = id.map { #","event_id":"\#($0)""# } ?? ""
        return #"{"topic":"\#(topic)","created_at":"\#(time.rfc3339)"\#(identifier),"#
            + #""\#(part)":{\#(status)\#(enrolment),"raw_payload":"PD94bWw=","url_params":{"a":"b"}}}"#
    }

    static func code(_ body: String, _ secret: String) -> String {
        Base64.encode(HMACSHA256.authenticate(Array(body.utf8), key: SecretBytes(Array(secret.utf8))))
    }

    struct Reading: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: String
        let device: [String]
        let isManaged: Bool?

        init(_ note: String, _ body: String, _ device: [String], _ isManaged: Bool?) {
            (testDescription, self.body, self.device, self.isManaged) = (note, body, device, isManaged)
        }
    }

    private static let time = Timestamp(seconds: 1_800_000_000)
    private static let known = ["udid:66ade930-5fdf-5ec4-8429-15640684c489"]
    private static let enrolled =
        #""enrollment_id":"E-1000-2000","ids":{"id":"E-1000-2000","type":"User Enrollment (Device)"}"#
    private static let userOfDevice = #""ids":{"id":"U:1","type":"User","parent_id":"\#(udid)"}"#
    private static let userOfEnrolment =
        #""ids":{"id":"E-1000-2000:9","type":"User Enrollment","parent_id":"E-1000-2000"}"#

    static let readings: [Reading] = [
        Reading("a token makes a device managed", event("mdm.TokenUpdate", at: time), known, true),
        Reading("so does its asking for commands", event("mdm.Connect", at: time), known, true),
        Reading("checking out ends that", event("mdm.CheckOut", at: time), known, false),
        Reading("authenticating is not yet being managed", event("mdm.Authenticate", at: time), known, nil),
        Reading("a topic of tomorrow says when the device was seen", event("mdm.Tomorrow", at: time), known, nil),
        Reading(
            "an enrolment of a person's device has an identifier of its own",
            event("mdm.TokenUpdate", at: time, enrolled), ["deviceId:e-1000-2000"], true),
        Reading(
            "a user who checks out leaves the device managed", event("mdm.CheckOut", at: time, userOfDevice), known, nil
        ),
        Reading(
            "a user's channel names the device as its parent", event("mdm.TokenUpdate", at: time, userOfEnrolment),
            ["deviceId:e-1000-2000"], nil),
        Reading(
            "an older server names the device only", event("mdm.TokenUpdate", at: time, #""udid":"\#(udid)""#), known,
            true),
        Reading(
            "the name alone is enough", event("mdm.Connect", at: time, #""ids":{"id":"\#(udid)","type":"Device"}"#),
            known, true),
    ]

    @Test(arguments: readings) func `an event says whether a device is managed and when it was seen`(_ reading: Reading)
        throws
    {
        let document = try SignalDocument(Array(reading.body.utf8), of: "source")
        #expect(document.isEvent)
        let signal = try #require(document.items.first).signal.get()
        #expect(signal.id == "evt-1")
        #expect(signal.device.sorted().map { "\($0.kind.rawValue):\($0.value)" } == reading.device)
        #expect(signal.observedAt == Self.time)
        var report = DeviceReport()
        report.lastSeen = Self.time
        report.isManaged = reading.isManaged
        #expect(signal.report == report)
    }

    @Test func `an event without an identifier is known by its bytes`() throws {
        let body = Array(Self.event("mdm.Connect", at: Self.time, id: nil).utf8)
        let signal = try #require(try SignalDocument(body, of: "source").items.first).signal.get()
        #expect(signal.id == Hexadecimal.encode(Digest.sha256(body)))
    }

    @Test(arguments: [
        (#"{"topic":"mdm.Connect"}"#, "`/created_at`: required but missing"),
        (#"{"topic":1,"created_at":"2026-01-01T00:00:00Z"}"#, "`/topic`: expected string, found integer"),
        (#"{"topic":"mdm.Connect","created_at":"now"}"#, "`/created_at`: must be a time as RFC 3339 writes it"),
        (#"{"topic":"mdm.Connect","created_at":"2026-01-01T00:00:00Z"}"#, "`/checkin_event`: required but missing"),
        (
            #"{"topic":"mdm.Connect","created_at":"2026-01-01T00:00:00Z","checkin_event":{"udid":""}}"#,
            "`/checkin_event`: must name a device"
        ),
        (
            #"{"topic":"mdm.CheckOut","created_at":"2026-01-01T00:00:00Z","checkin_event":{"ids":{"id":"U:1","type":"User"}}}"#,
            "`/checkin_event`: must name a device"
        ),
        (
            #"{"topic":"mdm.CheckOut","created_at":"2026-01-01T00:00:00Z","event_id":"a b","checkin_event":{"udid":"66ADE930"}}"#,
            "`/event_id`: must be 1 to 128 visible ASCII characters"
        ),
    ]) func `refuses an event of another shape`(_ body: String, _ reason: String) {
        let error = #expect(throws: JSONError.self) { try SignalDocument(Array(body.utf8), of: "source") }
        #expect(error?.description == reason)
    }

    @Test func `an event that NanoMDM signs is taken once and ends management when the device leaves`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            let head = try await world.head()
            func send(_ body: String, code: String? = nil) async throws -> SignalAnswer {
                try await world.signals.receiveEvent(
                    Array(body.utf8), code: code ?? Self.code(body, source.secret), from: source.name, tenant: head,
                    correlation: "correlation-1")
            }
            let enrols = Self.event("mdm.TokenUpdate", at: world.now)
            #expect(try await send(enrols).fates == ["applied"])
            #expect(try await send(enrols).fates == ["duplicate"])
            let leaves = Self.event("mdm.CheckOut", at: world.now, id: "evt-2")
            let answer = try await send(leaves)
            #expect(answer.fates == ["applied"])
            #expect(answer.receipts.first?.assessment?.result.isManaged == false)
        }
    }

    @Test func `what NanoMDM's header cannot vouch for is refused`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            let head = try await world.head()
            func send(_ body: String, code: String? = nil, from name: String? = nil) async throws -> SignalAnswer {
                try await world.signals.receiveEvent(
                    Array(body.utf8), code: code ?? Self.code(body, source.secret), from: name ?? source.name,
                    tenant: head, correlation: "correlation-1")
            }
            let event = Self.event("mdm.Connect", at: world.now)
            #expect(try await send(event, code: Self.code(event, "another")).isUnauthenticated)
            #expect(try await send(event, code: "").isUnauthenticated)
            #expect(try await send(event, code: Self.code(event + " ", source.secret)).isUnauthenticated)
            #expect(try await send(event, from: "nobody").isUnauthenticated)
            for seconds in [-301, 301] as [Int64] {
                let stale = Self.event("mdm.Connect", at: world.now + .seconds(seconds))
                #expect(try await send(stale).isUnauthenticated)
            }
            let signal = TestSource.signal("e1", at: world.now)
            #expect(try await send(signal).isUnauthenticated)
            #expect(try await world.send(event, from: source).fates == ["applied"])
        }
    }
}
