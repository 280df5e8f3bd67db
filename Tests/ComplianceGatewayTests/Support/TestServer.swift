import AccessModel
import Compliance
import Cryptography
import JSONCoding
import ServiceRuntime
import Storage
import Testing

@testable import ComplianceGateway

/// A source's server, as far as a fetcher sees it: what it answers, and what it was asked.
final class TestServer: SourceFetcher {
    private struct State {
        var answers: [String: [Result<SourceAnswer, SourceFailure>]] = [:]
        var requests: [SourceRequest] = []
        var whileAsked: (@Sendable () async -> Void)?
    }

    static let url = "https://mdm.example/devices"
    private let state = Lock(State())

    /// What was asked, in order.
    var requests: [SourceRequest] { state.withLock { $0.requests } }
    /// The URLs that were asked for.
    var urls: [String] { requests.map(\.url.description) }

    /// What each request showed itself with, in order.
    var credentials: [String?] {
        requests.map { request in request.headers.first { $0.name == "Authorization" }?.value }
    }

    /// Sets what a URL gives: each answer once, the last one again and again.
    func answer(_ url: String = TestServer.url, _ answers: Result<SourceAnswer, SourceFailure>...) {
        state.withLock { $0.answers[url] = answers }
    }

    /// Has something done while the next request waits for its answer.
    func whileAsked(_ work: @escaping @Sendable () async -> Void) { state.withLock { $0.whileAsked = work } }

    func fetch(_ request: SourceRequest) async -> Result<SourceAnswer, SourceFailure> {
        let work = state.withLock { state in
            state.requests.append(request)
            defer { state.whileAsked = nil }
            return state.whileAsked
        }
        await work?()
        return state.withLock { state in
            let url = request.url.description
            guard let answers = state.answers[url], let first = answers.first else {
                return .failure(.unreachable("nobody answers"))
            }
            if answers.count > 1 { state.answers[url] = Array(answers.dropFirst()) }
            return first
        }
    }

    /// A page of devices by serial number and verdict.
    static func page(
        _ devices: [(serial: String, verdict: String)], next: String? = nil
    ) -> Result<SourceAnswer, SourceFailure> {
        let records = devices.map { #"{"serial":"\#($0.serial)","verdict":"\#($0.verdict)"}"# }
        let next = next.map { "\"\($0)\"" } ?? "null"
        return body(#"{"devices":[\#(records.joined(separator: ","))],"next":\#(next)}"#)
    }

    static func body(_ text: String) -> Result<SourceAnswer, SourceFailure> {
        .success(SourceAnswer(status: 200, body: Array(text.utf8)))
    }

    static func status(_ status: Int, retryAfter: String? = nil) -> Result<SourceAnswer, SourceFailure> {
        .success(SourceAnswer(status: status, retryAfter: retryAfter, body: []))
    }
}

extension World {
    static let pullSecret = "s3cret-of-the-source"

    /// A source that is asked.
    func pullSource(
        _ name: String = "mdm", _ authentication: PullAuthentication = .bearer, secret: String = World.pullSecret,
        maximumPages: Int64 = 10
    ) async throws -> SignalSourceRecord {
        let pull = PullSource(
            connector: "http", url: TestServer.url, authentication: authentication, mapping: try Self.mapping(),
            interval: .seconds(300), maximumPages: maximumPages)
        let input = SignalSourceInput(name: name, freshFor: .seconds(3600), holdFor: .seconds(7200))
        let secret = authentication.needsSecret ? SecretBytes(Array(secret.utf8)) : nil
        return try #require(
            try await administration.addPullSource(input, pull: pull, secret: secret, to: Self.tenant))
    }

    static func mapping() throws -> SourceMapping {
        try SourceMapping(
            json: JSONValue.parse(
                #"""
                {"records": "/devices", "paging": {"style": "nextURL", "at": "/next"},
                 "identifiers": {"serialNumber": "/serial"},
                 "attributes": {
                  "compliance": {"from": "/verdict", "table": {"good": "compliant", "bad": "noncompliant"}},
                  "owners": {"from": "/owner"}}}
                """#))
    }

    func pulls(_ server: TestServer) -> SourcePulls {
        SourcePulls(environment, store: store, directory: directory, fetcher: server)
    }

    /// Asks the one source that is due.
    @discardableResult
    func pull(_ server: TestServer) async throws -> PullOutcome {
        let claimed = try #require(try await pulls(server).claim())
        return try await pulls(server).perform(claimed)
    }

    func pullState(_ name: String = "mdm") async throws -> PullState {
        let record = try #require(try await administration.sources(of: Self.tenant).first { $0.source.name == name })
        return try #require(try await store.pullStates(of: Self.tenant)[record.source.id])
    }

    /// The device of a serial number.
    func device(_ serial: String) async throws -> Device? {
        let identifier = try #require(DeviceIdentifier(.serialNumber, serial))
        return try await store.devices(of: Self.tenant, DeviceQuery(identifiers: [identifier]))?.devices.values.first?
            .device
    }
}
