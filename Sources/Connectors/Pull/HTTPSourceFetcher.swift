public import ComplianceGateway
public import HTTPClient

/// Asks sources over HTTP; a redirect is not followed, so that no credential goes where it was not meant for.
public struct HTTPSourceFetcher: SourceFetcher {
    private let outside: HTTPClient
    private let inside: HTTPClient

    /// Makes a fetcher.
    ///
    /// - Throws: `HTTPClientError` when the library cannot be used.
    public init() throws(HTTPClientError) {
        var configuration = HTTPClientConfiguration()
        configuration.limits.bodyBytes = SourceRequest.maximumByteCount
        configuration.addresses = .publicOnly
        outside = try HTTPClient(configuration)
        configuration.addresses = AddressPolicy { !Self.isLinkLocal($0) }
        do {
            inside = try HTTPClient(configuration)
        } catch {
            outside.close()
            throw error
        }
    }

    /// Ends both clients.
    public func close() {
        outside.close()
        inside.close()
    }

    /// Asks once.
    public func fetch(_ request: SourceRequest) async -> Result<SourceAnswer, SourceFailure> {
        let sent = HTTPClientRequest(
            request.method, request.url.description, headers: HeaderFields(request.headers), body: request.body,
            deadline: request.deadline)
        do {
            let response = try await (request.isInternal ? inside : outside).send(sent)
            let links = response.headers.values(of: "Link")
            return .success(
                SourceAnswer(
                    status: response.status, link: links.isEmpty ? nil : links.joined(separator: ", "),
                    retryAfter: response.headers["Retry-After"], body: response.body))
        } catch {
            return .failure(Self.failure(error))
        }
    }

    private static func failure(_ error: HTTPClientError) -> SourceFailure {
        switch (error.kind, error.cause) {
        case (_, .cancelled), (_, .closed): .cancelled
        case (.connection, _): .unreachable("\(error)")
        case (.answer, _), (.local, _): .failed("\(error)")
        }
    }

    /// What a cloud tells its machines, secrets among it, is at such an address, and no organisation's server is.
    private static func isLinkLocal(_ address: PeerAddress) -> Bool {
        let blocks = ["169.254.0.0/16", "fe80::/10", "fd00:ec2::254/128"].compactMap { AddressBlock($0) }
        return blocks.contains { $0.contains(address) || address.embedded.map($0.contains) == true }
    }
}
