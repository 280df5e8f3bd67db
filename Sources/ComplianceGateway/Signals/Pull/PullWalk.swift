import AccessModel
import Cryptography
import JSONCoding

/// Reads a source's pages one after the other, within bounded time, pages and bytes.
struct PullWalk {
    /// What the next step gave.
    enum Step {
        /// A page.
        case page(SourcePage)
        /// There are no more.
        case end
    }

    /// The longest that a source may ask to be left alone (RFC 9110 section 10.2.3).
    static let longestRetry = Duration.seconds(3600)

    private let pull: PullSource
    private let secret: SecretBytes?
    private let fetcher: any SourceFetcher
    private let now: @Sendable () -> Timestamp
    /// How long the server may still take; what the gateway does with its answers does not count.
    private var left: Duration
    private var request: PageRequest?
    private var token: String?
    private var pages: Int64 = 0
    private var byteCount = 0

    /// The most bytes of one pull.
    private static let maximumByteCount = 1 << 30

    init(
        _ pull: PullSource, secret: SecretBytes?, fetcher: any SourceFetcher, now: @escaping @Sendable () -> Timestamp
    ) {
        self.pull = pull
        self.secret = secret
        self.fetcher = fetcher
        self.now = now
        left = pull.deadline
        request = SourceURL(pull.url).map { pull.mapping.firstPage(of: $0) }
    }

    /// Asks for the next page.
    mutating func next() async throws(SourceFailure) -> Step {
        guard let request else {
            if pages == 0 { throw .failed("its url cannot be read") }
            return .end
        }
        guard pages < pull.maximumPages else { throw .failed("it has more than \(pull.maximumPages) pages") }
        guard left > .zero else { throw .failed("it did not give everything in time") }
        let asked = now()
        let answer = try await page(at: request.url)
        left -= max(asked.duration(to: now()), .zero)
        pages += 1
        byteCount += answer.body.count
        guard byteCount <= Self.maximumByteCount else { throw .failed("its answers are too large") }
        let page: SourcePage
        do {
            let json = try JSONValue.parse(
                AnswerText.repaired(answer.body), limits: SourceMapping.answerLimits)
            page = try pull.mapping.page(of: json, to: request, link: answer.link)
        } catch {
            throw .failed("the answer cannot be understood: \(withoutSecrets("\(error)"))")
        }
        self.request = page.next
        return .page(page)
    }

    /// A text about an answer: what was sent as a credential may have come back in it.
    private func withoutSecrets(_ text: String) -> String {
        let own = [secret?.text, token].compactMap(\.self).filter { !$0.isEmpty }
        // Texts of errors are cut, so that a secret may be there in part.
        let shows = own.contains { secret in text.contains(secret.prefix(8)) || text.contains(secret.suffix(8)) }
        return shows ? "it gives the credential back" : text
    }

    // MARK: One exchange

    private mutating func page(at url: SourceURL) async throws(SourceFailure) -> SourceAnswer {
        let hadToken = token != nil
        var answer = try await exchange(url)
        if answer.status == 401, hadToken {
            // A token may end before the pages do.
            token = nil
            answer = try await exchange(url)
        }
        try Self.check(answer, of: "it")
        return answer
    }

    private mutating func exchange(_ url: SourceURL) async throws(SourceFailure) -> SourceAnswer {
        var headers: [(name: String, value: String)] = [("Accept", "application/json")]
        headers += pull.mapping.headers.map { ($0.name, $0.value) }
        if let credential = try await credential() { headers.append(credential) }
        return try await fetcher.fetch(
            SourceRequest("GET", url, headers: headers, deadline: pull.timeout, isInternal: pull.isInternal)
        ).get()
    }

    private mutating func credential() async throws(SourceFailure) -> (name: String, value: String)? {
        guard pull.authentication.needsSecret else { return nil }
        guard let secret else { throw .failed("its secret is not there") }
        switch pull.authentication {
        case .none: return nil
        case .bearer: return ("Authorization", "Bearer \(secret.text)")
        case .basic: return ("Authorization", "Basic \(Base64.encode(secret.copiedBytes))")
        case .header(let name): return (name, secret.text)
        case .clientCredentials(let url, let client, let scope):
            if token == nil { token = try await token(at: url, client, scope, secret) }
            return ("Authorization", "Bearer \(token ?? "")")
        }
    }

    private func token(
        at url: String, _ client: String, _ scope: String?, _ secret: SecretBytes
    ) async throws(SourceFailure) -> String {
        guard let url = SourceURL(url) else { throw .failed("the token endpoint's url cannot be read") }
        var form = "grant_type=client_credentials&client_id=\(SourceURL.encoded(client))"
        form += "&client_secret=\(SourceURL.encoded(secret.text))"
        if let scope { form += "&scope=\(SourceURL.encoded(scope))" }
        let answer = try await fetcher.fetch(
            SourceRequest(
                "POST", url,
                headers: [
                    ("Accept", "application/json"), ("Content-Type", "application/x-www-form-urlencoded"),
                ], body: Array(form.utf8), deadline: pull.timeout, isInternal: pull.isInternal)
        ).get()
        try Self.check(answer, of: "the token endpoint")
        let limits = JSONLimits(maximumBytes: 1 << 20, maximumDepth: 16, maximumValues: 1000)
        let json: JSONValue
        do {
            json = try JSONValue.parse(answer.body, limits: limits)
        } catch {
            throw .failed("the token endpoint's answer cannot be understood: \(withoutSecrets("\(error)"))")
        }
        guard let token = json["access_token"]?.stringValue, !token.isEmpty,
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .failed("the token endpoint gave no token") }
        return token
    }

    private static func check(_ answer: SourceAnswer, of whom: String) throws(SourceFailure) {
        guard answer.status != 200 else { return }
        let isBusy = answer.status == 429 || answer.status == 503
        let seconds = isBusy ? answer.retryAfter.flatMap(Int64.init) : nil
        let pause = seconds.map { min(.seconds(max($0, 0)), Self.longestRetry) }
        throw .failed("\(whom) answered \(answer.status)", after: pause)
    }
}

extension SecretBytes {
    /// The secret as the text that it was given as.
    fileprivate var text: String { String(decoding: copiedBytes, as: UTF8.self) }
}
