import AccessModel
import Authentication
import Cryptography
import HTTPMessage

/// The browser of a request, as far as its cookies in this tenant tell.
struct Visitor {
    /// The most tenants whose cookies a browser keeps here.
    static let maximumTenants = 8

    /// The browser's secret, which forms are bound to; a fresh one when it sent none.
    let browser: SessionSecret
    /// Whether the browser sent it.
    let isKnown: Bool
    /// The secret of its sign-in session.
    let session: SessionSecret?
    /// When the session was last used where idle browsers sign in again, with the gateway's own mark.
    private let activity: String?
    private let tenant: TenantID
    private let names: [String]

    /// Reads the cookies.
    ///
    /// - Returns: nil unless `fresh` has 32 random bytes.
    init?(_ headers: HTTPHeaders, tenant: TenantID, fresh: [UInt8]) {
        let cookies = RequestCookies(headers)
        self.tenant = tenant
        names = cookies.names
        session = cookies.single(Self.sessionCookie(tenant)).text.flatMap(SessionSecret.init(cookie:))
        activity = cookies.single(Self.activityCookie(tenant)).text
        let sent = cookies.single(Self.browserCookie(tenant)).text.flatMap(SessionSecret.init(cookie:))
        isKnown = sent != nil
        guard let browser = sent ?? SessionSecret(randomBytes: fresh) else { return nil }
        self.browser = browser
    }

    static func sessionCookie(_ tenant: TenantID) -> String { prefix + String(tenant.rawValue.prefix(8)) }
    static func browserCookie(_ tenant: TenantID) -> String { sessionCookie(tenant) + "-b" }
    static func activityCookie(_ tenant: TenantID) -> String { sessionCookie(tenant) + "-m" }
    private static let prefix = "__Host-postern-"

    // MARK: Forms

    /// The token of a form of this browser.
    func token(of form: PageForm, key: SecretBytes) -> String {
        CSRFToken(key: key, tenant: tenant, browser: binding(form), form: form.rawValue).text
    }

    /// Whether this browser was shown the form that it sends.
    func sends(_ form: PageForm, token: String?, key: SecretBytes) -> Bool {
        guard isKnown, let token else { return false }
        return CSRFToken.verify(token, key: key, tenant: tenant, browser: binding(form), form: form.rawValue)
    }

    private func binding(_ form: PageForm) -> [UInt8] {
        form.isOfSession ? browser.hash + (session?.hash ?? []) : browser.hash
    }

    // MARK: Cookies

    /// Hands the browser's own secret out, if it has none yet.
    func remember(in headers: inout HTTPHeaders) throws {
        guard !isKnown else { return }
        let cookie = try SetCookie(name: Self.browserCookie(tenant), value: browser.cookie, sameSite: .lax)
        headers.add(.setCookie, cookie.headerValue)
        try forgetOldest(in: &headers)
    }

    /// Hands a sign-in session out; one that does not persist ends with the browser.
    func start(_ secret: SessionSecret, persists: Bool, in headers: inout HTTPHeaders) throws {
        let cookie = try SetCookie(
            name: Self.sessionCookie(tenant), value: secret.cookie, sameSite: .lax,
            maximumAge: persists ? SignInSession.lifetime : nil)
        headers.add(.setCookie, cookie.headerValue)
        try forgetOldest(in: &headers)
    }

    /// Ends the sign-in session's cookies.
    func forgetSession(in headers: inout HTTPHeaders) throws {
        for name in [Self.sessionCookie(tenant), Self.activityCookie(tenant)] {
            headers.add(.setCookie, try SetCookie.removing(name: name, sameSite: .lax).headerValue)
        }
    }

    // MARK: Activity

    /// When this session was last used, as far as the browser can show it.
    func lastActive(key: SecretBytes) -> Timestamp? {
        guard let session, let activity, let dot = activity.firstIndex(of: "."),
            let seconds = Int64(activity[..<dot]), seconds >= 0
        else { return nil }
        let mark = String(activity[activity.index(after: dot)...])
        guard
            CSRFToken.verify(mark, key: key, tenant: tenant, browser: session.hash, form: Self.activityForm(seconds))
        else { return nil }
        return Timestamp(seconds: seconds)
    }

    /// Notes in the browser that the session was used.
    func noteActivity(at now: Timestamp, key: SecretBytes, in headers: inout HTTPHeaders) throws {
        guard let session else { return }
        let mark = CSRFToken(
            key: key, tenant: tenant, browser: session.hash, form: Self.activityForm(now.seconds))
        let cookie = try SetCookie(
            name: Self.activityCookie(tenant), value: "\(now.seconds).\(mark.text)", sameSite: .lax)
        headers.add(.setCookie, cookie.headerValue)
    }

    private static func activityForm(_ seconds: Int64) -> String { "activity:\(seconds)" }

    /// A browser sends older cookies first (RFC 6265 section 5.4), so the first tenants are the ones to drop.
    private func forgetOldest(in headers: inout HTTPHeaders) throws {
        var others: [Substring] = []
        for name in names where name.hasPrefix(Self.prefix) {
            let other = name.dropFirst(Self.prefix.count).prefix(8)
            if other != tenant.rawValue.prefix(8), !others.contains(other) { others.append(other) }
        }
        let dropped = others.dropLast(Self.maximumTenants - 1)
        for name in names where dropped.contains(where: { name.hasPrefix(Self.prefix + $0) }) {
            headers.add(.setCookie, try SetCookie.removing(name: name, sameSite: .lax).headerValue)
        }
    }
}

/// The forms that pages show.
enum PageForm: String, Sendable {
    case signIn = "signin"
    case deviceCode = "device-code"
    case deviceSignIn = "device-signin"
    case deviceConfirmation = "device-confirmation"
    case remediation
    case selfServiceSignIn = "self-service-signin"
    case selfService = "self-service"
    case selfServiceRemoval = "self-service-removal"

    /// Whether its token also holds for one sign-in session only.
    var isOfSession: Bool {
        switch self {
        case .deviceConfirmation, .selfService, .selfServiceRemoval: true
        case .signIn, .deviceCode, .deviceSignIn, .remediation, .selfServiceSignIn: false
        }
    }
}

extension Visitor {
    /// The same browser once it holds a session that was just started.
    func holding(_ session: SessionSecret) -> Visitor {
        Visitor(browser: browser, isKnown: isKnown, session: session, tenant: tenant, names: names)
    }

    private init(browser: SessionSecret, isKnown: Bool, session: SessionSecret?, tenant: TenantID, names: [String]) {
        self.browser = browser
        self.isKnown = isKnown
        self.session = session
        activity = nil
        self.tenant = tenant
        self.names = names
    }
}
