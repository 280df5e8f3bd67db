/// A page to open in the user's browser.
public struct SignInRequest: Sendable {
    /// The page's address.
    public let url: String
    /// The address that the browser is sent to at the end; what follows `?` there is the answer.
    public let redirectURI: String
    /// Whether the browser's session is expected to do, so that no page is likely to be seen.
    public let isExpectedSilent: Bool
}

/// Why a sign-in ended without an answer.
public enum SignInStop: Error, Sendable, Equatable {
    /// The user left: no failure.
    case cancelled
    /// The app could not show the page, or did not get the answer.
    case failed(String)
}

/// Opens the sign-in page, on platforms in their own browser session.
public protocol SignInPresenter: Sendable {
    /// Shows a page until the browser is sent to the redirect URI.
    ///
    /// - Parameter request: what to open.
    /// - Returns: the whole URL that the browser was sent to.
    /// - Throws: `SignInStop`.
    func present(_ request: SignInRequest) async throws(SignInStop) -> String
}

/// What the user is shown in the device flow (RFC 8628, section 3.3).
public struct DeviceCodePrompt: Sendable, Equatable {
    /// The page to open on another device.
    public let verificationURI: String
    /// The code to enter there.
    public let userCode: String
}
