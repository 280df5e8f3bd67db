import AccessModel
import HTTPClient
import JOSE
import JSONCoding

extension ComplianceManager {
    /// Follows the account's status while it changes, until the task is cancelled: what the gateway says reaches the delegate and
    /// the sequence of statuses, and an order to wipe is carried out at once.
    ///
    /// A stream that breaks is opened again where it left off, after the pause that the gateway asked for and longer after each
    /// failure, at most five minutes.
    ///
    /// - Parameter accountID: the account's object id.
    /// - Throws: `ManagedAppError`: `userCancelled` when the task is cancelled; `interactionRequired` when the user must sign in;
    ///   `unknownAccount` after a wipe.
    public func followStatus(forAccountID accountID: String) async throws(ManagedAppError) {
        let account = try AccountIdentifier(accountID).text
        var pause = Duration.seconds(2)
        while true {
            do throws(ManagedAppError) {
                if let asked = try await followed(account) { pause = asked }
            } catch {
                switch error {
                case .networkFailure, .serviceFailure: pause = min(pause * 2, .seconds(300))
                default: throw error
                }
            }
            do throws(CancellationError) {
                try await clock.sleep(for: pause)
            } catch {
                throw .userCancelled
            }
        }
    }

    /// Reads one stream to its end.
    ///
    /// - Returns: the pause that it asked for; nil if nothing came.
    private func followed(_ account: String) async throws(ManagedAppError) -> Duration? {
        let (session, record) = try await session(account, silent: true)
        let suffix = record.instanceID.map { "?instanceId=\($0)" } ?? ""
        let url = session.metadata.compliance + "/events" + suffix
        var headers = HeaderFields([
            ("Accept", "text/event-stream"), ("Accept-Language", configuration.language.rawValue),
            ("Authorization", "\(session.token.scheme.rawValue) \(session.token.value)"),
        ])
        let proof = DPoPProof.Request(method: "GET", url: url, accessToken: session.token.value)
        headers["DPoP"] = try await connection.proof(proof, session.key)
        headers["Last-Event-ID"] = record.lastEventID
        return try await read(HTTPClientRequest("GET", url, headers: headers), record)
    }

    private func read(
        _ request: HTTPClientRequest, _ record: AccountRecord
    ) async throws(ManagedAppError) -> Duration? {
        let stream = try await opened(request, record.accountID)
        var parser = ServerSentEventParser(lastEventID: record.lastEventID ?? "")
        var iterator = stream.makeAsyncIterator()
        var hasRead = false
        while let piece = try await Self.next(&iterator) {
            hasRead = true
            for event in try Self.events(piece, &parser) {
                try await take(event, record.accountID)
                if event.event == "end" { return nil }
            }
        }
        return hasRead ? .milliseconds(min(max(parser.retryMilliseconds ?? 2000, 1000), 300_000)) : nil
    }

    private func opened(
        _ request: HTTPClientRequest, _ account: String
    ) async throws(ManagedAppError) -> HTTPClientStream {
        let stream: HTTPClientStream
        do throws(HTTPClientError) {
            stream = try await connection.http.stream(request)
        } catch {
            throw ManagedAppError(error)
        }
        guard stream.head.status == 200 else {
            cache.forget(accountID: account)
            if stream.head.status == 404 { try await forgetInstance(account) }
            throw .serviceFailure("its events answered \(stream.head.status)")
        }
        return stream
    }

    private static func next(
        _ iterator: inout HTTPClientStream.AsyncIterator
    ) async throws(ManagedAppError) -> [UInt8]? {
        do throws(HTTPClientError) {
            return try await iterator.next()
        } catch {
            throw ManagedAppError(error)
        }
    }

    private static func events(
        _ piece: [UInt8], _ parser: inout ServerSentEventParser
    ) throws(ManagedAppError) -> [ServerSentEvent] {
        do throws(ServerSentEventParser.Failure) {
            return try parser.feed(piece)
        } catch {
            throw .serviceFailure(error.description)
        }
    }

    /// Does what an event asks for, and only then notes that it was taken: an order to wipe is not lost in between.
    private func take(_ event: ServerSentEvent, _ account: String) async throws(ManagedAppError) {
        let data = Array(event.data.utf8)
        switch event.event {
        case "status":
            try await taken(try GatewayConnection.read(data, as: AccountStatusAnswer.self).app.report(account))
        case "complianceChanged":
            cache.forget(accountID: account)
            try await taken(try GatewayConnection.read(data, as: StatusAnswer.self).report(account))
        case "wipeRequested":
            let report = ComplianceReport(
                accountID: account, status: .notCompliant, language: configuration.language,
                reasons: [ReasonCode.wiped.rawValue], actions: ["contact_support"])
            try await taken(report)
        case "tokensSuspended", "resync": cache.forget(accountID: account)
        case "end": cache.forget(accountID: account)
        // Kinds that come later are for those who know them.
        default: break
        }
        guard var record = try await record(account), !event.id.isEmpty, event.id != record.lastEventID else { return }
        record.lastEventID = event.id
        try await keep(record, account)
    }

    private func taken(_ report: ComplianceReport) async throws(ManagedAppError) {
        // The order and the change of status say the same: who has no account any more was told.
        guard try await record(report.accountID) != nil else { return }
        let isWiped = report.reasons.contains(ReasonCode.wiped.rawValue)
        await tell(isWiped ? try await wiped(report.accountID, report) : report)
    }
}
