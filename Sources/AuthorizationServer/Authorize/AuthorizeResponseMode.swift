/// How an answer reaches the client's redirect URI.
public enum AuthorizeResponseMode: String, Sendable, Hashable, CaseIterable {
    /// In the query of a redirect (RFC 6749 section 4.1.2).
    case query
    /// As a form that the browser posts (OAuth 2.0 Form Post Response Mode 1.0), which newer stock clients insist on: the
    /// code is then in no history and no log.
    case formPost = "form_post"
}
