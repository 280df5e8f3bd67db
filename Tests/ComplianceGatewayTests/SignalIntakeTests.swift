import AccessModel
import Compliance
import Cryptography
import JSONCoding
import ServiceRuntime
import Storage
import Testing

@testable import ComplianceGateway

/// A source as tests sign for it.
struct TestSource: Sendable {
    let name: String
    let id: SignalSourceID
    let secret: String

    /// A document of one signal.
    static func signal(
        _ id: String, serial: String = "C02XK1", at time: Timestamp, _ said: String = #""compliance":"compliant""#
    ) -> String {
        #"{"id":"\#(id)","device":{"serialNumber":"\#(serial)"},"observedAt":"\#(time.rfc3339)",\#(said)}"#
    }

    func header(_ body: String, at time: Timestamp) -> String {
        WebhookSignature.header(for: Array(body.utf8), key: SecretBytes(Array(secret.utf8)), at: time)
    }
}

extension World {
    /// Adds a source.
    func source(
        _ name: String = "mdm", attributes: Set<DeviceAttribute> = Set(DeviceAttribute.allCases),
        signalsPerMinute: Int64 = 600_000
    ) async throws -> TestSource {
        let input = SignalSourceInput(
            name: name, attributes: attributes, freshFor: .seconds(3600), holdFor: .seconds(7200),
            signalsPerMinute: signalsPerMinute)
        let issued = try #require(try await administration.addSource(input, to: Self.tenant))
        return TestSource(name: name, id: issued.record.source.id, secret: issued.secret)
    }

    /// Sends a document that the source signs now.
    func send(
        _ body: String, from source: TestSource, signature: String? = nil, to tenant: TenantHead? = nil,
        by intake: SignalIntake? = nil
    ) async throws -> SignalAnswer {
        let head = if let tenant { tenant } else { try await head() }
        return try await (intake ?? signals).receive(
            Array(body.utf8), signature: signature ?? source.header(body, at: now), from: source.name, tenant: head,
            correlation: "correlation-1")
    }
}

extension SignalAnswer {
    /// What became of each signal; empty when the whole is refused.
    var fates: [String] {
        guard case .taken(let receipts, _) = self else { return [] }
        return receipts.map { receipt in
            switch receipt.fate {
            case .taken(let outcome): outcome.rawValue
            case .refused(let refusal): refusal.rawValue
            case .malformed: "malformed"
            }
        }
    }

    var isUnauthenticated: Bool { if case .refused(.unauthenticated) = self { true } else { false } }

    var receipts: [SignalReceipt] { if case .taken(let receipts, _) = self { receipts } else { [] } }
}

@Suite struct SignalIntakeTests {
    @Test func `a signal makes a device known, is explained in the journal, and is taken once`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            let before = try await world.head().sequence
            let body = TestSource.signal("e1", at: world.now)
            let answer = try await world.send(body, from: source)
            #expect(answer.fates == ["applied"])
            let device = try #require(answer.receipts.first?.device)
            let entries = try await world.journal(after: before)
            #expect(entries.map(\.kind) == ["deviceSignalReceived", "deviceRegistered", "deviceComplianceChanged"])
            #expect(entries.allSatisfy { $0.device == device.rawValue })
            let received = try #require(entries.first?.details)
            #expect(received["source"]?.stringValue == "mdm")
            #expect(received["outcome"]?.stringValue == "applied")
            #expect(received["said"]?["compliance"]?.stringValue == "compliant")
            #expect(received["status"]?.stringValue == "compliant")
            #expect(received["findings"]?.arrayValue?.count == 1)
            let sequence = try await world.head().sequence
            let again = try await world.send(body, from: source)
            #expect(again.fates == ["duplicate"])
            #expect(try await world.head().sequence == sequence)
        }
    }

    @Test func `identifiers of signals are each source's own`() async throws {
        try await World.run { world async throws in
            let body = TestSource.signal("e1", at: world.now)
            for name in ["mdm", "edr"] {
                let source = try await world.source(name)
                #expect(try await world.send(body, from: source).fates == ["applied"])
            }
        }
    }

    @Test func `a batch is one commit, and one signal's fault is its own`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            let signals = [
                TestSource.signal("e1", at: world.now), TestSource.signal("e1", at: world.now),
                TestSource.signal("e2", at: world.now - .seconds(5), #""compliance":"noncompliant""#),
                TestSource.signal("e3", at: world.now + .seconds(301)),
                TestSource.signal("e4", serial: "none", at: world.now), #"{"id":"e5"}"#,
                TestSource.signal("e6", serial: "C02XK2", at: world.now, #""compliance":"noncompliant""#),
            ]
            let answer = try await world.send(#"{"signals":[\#(signals.joined(separator: ","))]}"#, from: source)
            #expect(
                answer.fates == [
                    "applied", "duplicate", "outdated", "observed_in_future", "malformed", "malformed", "applied",
                ])
            #expect(answer.receipts.map(\.id) == ["e1", "e1", "e2", "e3", "e4", "e5", "e6"])
            #expect(answer.receipts.last?.assessment?.result.reasons == [.deviceNotCompliant])
        }
    }

    @Test func `several signals of one device in a batch end with the newest`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            let signals = [
                TestSource.signal("e1", at: world.now - .seconds(9)),
                TestSource.signal("e2", at: world.now - .seconds(8), #""compliance":"noncompliant""#),
                TestSource.signal("e3", at: world.now - .seconds(7)),
            ]
            let answer = try await world.send(#"{"signals":[\#(signals.joined(separator: ","))]}"#, from: source)
            #expect(answer.fates == ["applied", "applied", "applied"])
            let after = try await world.send(
                TestSource.signal("e4", at: world.now - .seconds(8), #""compliance":"noncompliant""#), from: source)
            #expect(after.fates == ["outdated"])
            #expect(after.receipts.first?.assessment?.isCompliant == true)
        }
    }

    @Test func `refuses a batch of too many, and takes the most there may be`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            func batch(_ count: Int) -> String {
                let signals = (0..<count).map { TestSource.signal("e\($0)", serial: "SERIAL\($0)", at: world.now) }
                return #"{"signals":[\#(signals.joined(separator: ","))]}"#
            }
            guard case .refused(.malformed) = try await world.send(batch(501), from: source) else {
                Issue.record("taken")
                return
            }
            #expect(try await world.send(batch(500), from: source).fates == Array(repeating: "applied", count: 500))
            #expect(try await world.send(batch(500), from: source).fates == Array(repeating: "duplicate", count: 500))
        }
    }

    struct Hostile: Sendable {
        let note: String
        let signature: @Sendable (TestSource, String, Timestamp) -> String
    }

    static let hostile = [
        Hostile(note: "none", signature: { _, _, _ in "" }),
        Hostile(note: "another secret") { source, body, now in
            TestSource(name: source.name, id: source.id, secret: "psig_x").header(body, at: now)
        },
        Hostile(note: "another body") { source, body, now in source.header(body + " ", at: now) },
        Hostile(note: "a time too old") { source, body, now in source.header(body, at: now - .seconds(301)) },
        Hostile(note: "a time in the future") { source, body, now in source.header(body, at: now + .seconds(301)) },
        Hostile(note: "another time than was signed") { source, body, now in
            source.header(body, at: now).replacing("t=\(now.seconds)", with: "t=\(now.seconds + 1)")
        },
        Hostile(note: "two times") { source, body, now in "t=\(now.seconds)," + source.header(body, at: now) },
        Hostile(note: "no time") { source, body, now in
            String(source.header(body, at: now).split(separator: ",")[1])
        },
        Hostile(note: "three codes") { source, body, now in
            let header = source.header(body, at: now)
            let code = header.split(separator: ",")[1]
            return "\(header),\(code),\(code)"
        },
        Hostile(note: "half a code") { source, body, now in String(source.header(body, at: now).dropLast(32)) },
        Hostile(note: "a long header") { source, body, now in
            source.header(body, at: now) + String(repeating: ",a=b", count: 200)
        },
    ]

    @Test(arguments: hostile)
    func `refuses what the source did not sign just now`(_ sample: Hostile) async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            let body = TestSource.signal("e1", at: world.now)
            let before = try await world.head().sequence
            let signature = sample.signature(source, body, world.now)
            #expect(try await world.send(body, from: source, signature: signature).isUnauthenticated)
            #expect(try await world.head().sequence == before)
        }
    }

    @Test func `a source that is unknown, disabled or another tenant's is refused alike`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            let body = TestSource.signal("e1", at: world.now)
            let unknown = TestSource(name: "nobody", id: source.id, secret: source.secret)
            #expect(try await world.send(body, from: unknown).isUnauthenticated)
            let other = TenantID("11111111-0000-4000-8000-000000000002")
            #expect(try await world.administration.createTenant(other, alias: "fabrikam", name: "Fabrikam"))
            let foreign = try #require(try await world.environment.store.tenant(.id(other)))
            #expect(try await world.send(body, from: source, to: foreign).isUnauthenticated)
            #expect(try await world.administration.setSource("mdm", enabled: false, in: World.tenant))
            #expect(try await world.send(body, from: source).isUnauthenticated)
            #expect(try await world.administration.setSource("mdm", enabled: true, in: World.tenant))
            #expect(try await world.send(body, from: source).fates == ["applied"])
            #expect(try await world.administration.removeSource("mdm", in: World.tenant))
            #expect(try await world.send(body, from: source).isUnauthenticated)
        }
    }

    @Test func `two secrets are good while they change, and the old one ends`() async throws {
        try await World.run { world async throws in
            let old = try await world.source()
            let issued = try #require(
                try await world.administration.rotateSourceSecret(
                    of: "mdm", in: World.tenant, overlap: .seconds(600)))
            let new = TestSource(name: "mdm", id: old.id, secret: issued.secret)
            #expect(try await world.send(TestSource.signal("e1", at: world.now), from: old).fates == ["applied"])
            #expect(try await world.send(TestSource.signal("e2", at: world.now), from: new).fates == ["confirmed"])
            world.advance(.seconds(600))
            #expect(try await world.send(TestSource.signal("e3", at: world.now), from: old).isUnauthenticated)
            #expect(try await world.send(TestSource.signal("e4", at: world.now), from: new).fates == ["confirmed"])
            let third = try #require(
                try await world.administration.rotateSourceSecret(
                    of: "mdm", in: World.tenant, overlap: .seconds(600)))
            #expect(third.record.secrets.count == 2)
        }
    }

    @Test func `a source that sends more than it may has to wait`() async throws {
        try await World.run { world async throws in
            let source = try await world.source(signalsPerMinute: 2)
            let intake = world.signals
            for id in ["e1", "e2"] {
                let answer = try await world.send(TestSource.signal(id, at: world.now), from: source, by: intake)
                #expect(!answer.fates.isEmpty)
            }
            let answer = try await world.send(TestSource.signal("e3", at: world.now), from: source, by: intake)
            guard case .refused(.tooMany(let wait)) = answer else {
                Issue.record("taken")
                return
            }
            #expect(wait == .seconds(30))
            world.advance(wait)
            #expect(
                try await world.send(TestSource.signal("e3", at: world.now), from: source, by: intake).fates
                    == ["confirmed"])
        }
    }

    @Test func `a source that may not tell of new devices makes none`() async throws {
        try await World.run { world async throws in
            let source = try await world.source("edr", attributes: [.compliance])
            #expect(
                try await world.send(TestSource.signal("e1", at: world.now), from: source).fates
                    == ["unknown_device"])
            let mdm = try await world.source()
            #expect(try await world.send(TestSource.signal("e1", at: world.now), from: mdm).fates == ["applied"])
            #expect(try await world.send(TestSource.signal("e1", at: world.now), from: source).fates == ["applied"])
            let head = #"{"id":"e2","device":{"serialNumber":"C02XK1"},"observedAt":"\#(world.now.rfc3339)""#
            let answer = try await world.send(head + #","managed":true,"compliance":"compliant"}"#, from: source)
            #expect(answer.receipts.map(\.notRegistered) == [[.management]])
        }
    }

    @Test func `identifiers of two devices do not make one`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            for (id, name) in [("e1", #"{"serialNumber":"C02XK1"}"#), ("e2", #"{"udid":"00008101-000A"}"#)] {
                let body = #"{"id":"\#(id)","device":\#(name),"observedAt":"\#(world.now.rfc3339)","managed":true}"#
                #expect(try await world.send(body, from: source).fates == ["applied"])
            }
            let both = #"{"serialNumber":"c02xk1","udid":"00008101-000A"}"#
            let body = #"{"id":"e3","device":\#(both),"observedAt":"\#(world.now.rfc3339)","managed":true}"#
            #expect(try await world.send(body, from: source).fates == ["identifier_conflict"])
        }
    }

    @Test func `a bad verdict whose device cannot be told is about each that it names`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            let names = [#"{"serialNumber":"C02XK1"}"#, #"{"udid":"00008101-000A"}"#]
            for (id, name) in zip(["e1", "e2"], names) {
                let body =
                    #"{"id":"\#(id)","device":\#(name),"observedAt":"\#(world.now.rfc3339)","compliance":"compliant"}"#
                #expect(try await world.send(body, from: source).fates == ["applied"])
            }
            func both(_ id: String, _ verdict: String) async throws -> [String] {
                let device = #"{"serialNumber":"C02XK1","udid":"00008101-000A"}"#
                return try await world.send(
                    #"{"id":"\#(id)","device":\#(device),"observedAt":"\#(world.now.rfc3339)","compliance":"\#(verdict)"}"#,
                    from: source
                ).fates
            }
            func statuses() async throws -> [ComplianceStatus?] {
                let identifiers = try [
                    #require(DeviceIdentifier(.serialNumber, "C02XK1")),
                    #require(DeviceIdentifier(.udid, "00008101-000A")),
                ]
                let snapshot = try #require(
                    try await world.store.devices(of: World.tenant, DeviceQuery(identifiers: Set(identifiers))))
                return identifiers.map { snapshot.owners[$0].flatMap { snapshot.devices[$0]?.device.result?.status } }
            }
            #expect(try await both("e3", "compliant") == ["identifier_conflict"])
            #expect(try await statuses() == [.compliant, .compliant])
            #expect(try await both("e4", "noncompliant") == ["identifier_conflict"])
            #expect(try await statuses() == [.interactionRequired, .interactionRequired])
            #expect(try await both("e4", "noncompliant") == ["duplicate"])
            #expect(try await both("e5", "compliant") == ["identifier_conflict"])
            #expect(try await statuses() == [.interactionRequired, .interactionRequired])
        }
    }

    @Test(arguments: [
        "", "[]", "{", #"{"signals":[]}"#, #"{"signals":[],"x":1}"#, #"{"signals":{}}"#,
        #"{"signals":\#(String(repeating: "[", count: 40))\#(String(repeating: "]", count: 40))}"#,
    ])
    func `refuses a document that is none`(_ body: String) async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            switch try await world.send(body, from: source) {
            case .refused(.malformed): break
            case .taken(let receipts, _):
                for receipt in receipts {
                    guard case .malformed = receipt.fate else {
                        Issue.record("\(receipt)")
                        return
                    }
                }
            default: Issue.record("another refusal")
            }
        }
    }

    @Test(arguments: [
        #""compliance":"fine""#, #""platform":"ios""#, #""osVersion":"new""#, #""lastSeen":"yesterday""#,
        #""managed":"yes""#, #""accounts":["alice"]"#, #""model":"""#, #""unknown":1"#,
    ])
    func `refuses a signal with a member that cannot be read`(_ said: String) async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            #expect(
                try await world.send(TestSource.signal("e1", at: world.now, said), from: source).fates
                    == ["malformed"])
        }
    }

    @Test func `a rehearsal says what would become of a document and stores nothing`() async throws {
        try await World.run { world async throws in
            let source = try await world.source()
            let before = try await world.head().sequence
            let body = Array(TestSource.signal("e1", at: world.now).utf8)
            let receipts = try #require(
                try await world.signals.rehearse(body, from: source.name, tenant: world.head()))
            #expect(receipts.first?.assessment?.result.status == .compliant)
            let none = try await world.signals.rehearse(body, from: "nobody", tenant: world.head())
            #expect(none == nil)
            #expect(try await world.head().sequence == before)
        }
    }
}
