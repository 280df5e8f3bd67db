import AccessModel

/// The access tokens of an app in memory.
///
/// A token obtained under one enrolment identifier serves no other one and none: the identifier is part of the key. Capabilities
/// are not: they are declared with every request and are no challenge.
struct TokenCache {
    /// What a token is kept under.
    struct Key: Hashable {
        let accountID: String
        let scopes: Set<String>
        let enrollmentID: String?
        let clientID: String
    }

    private struct Entry {
        let token: AccessToken
        /// The challenge that the token was obtained in answer to.
        let challenge: ClaimsChallenge?
    }

    /// How long before its end a token is not handed out any more.
    static let margin = Duration.seconds(30)
    private static let maximumCount = 256

    private var entries: [Key: Entry] = [:]

    /// The token of a key that is good for a while.
    func token(_ key: Key, now: Timestamp) -> AccessToken? {
        guard let entry = entries[key], entry.token.expiresAt > now + Self.margin else { return nil }
        return entry.token
    }

    /// Whether the token that is kept was obtained in answer to this very challenge.
    func hasAnswered(_ challenge: ClaimsChallenge, _ key: Key) -> Bool { entries[key]?.challenge == challenge }

    mutating func keep(_ token: AccessToken, _ key: Key, answering challenge: ClaimsChallenge?) {
        if entries.count >= Self.maximumCount { entries = [:] }
        entries = entries.filter { $0.key.accountID != key.accountID || $0.key.scopes != key.scopes }
        entries[key] = Entry(token: token, challenge: challenge)
    }

    mutating func forget(accountID: String) {
        entries = entries.filter { $0.key.accountID != accountID }
    }
}
