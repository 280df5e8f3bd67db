import Authentication
import ComplianceGateway
import Cryptography
import Directory
import HTTPMessage

/// Why the sign-in page is shown again.
enum SignInProblem: Sendable, Hashable {
    /// Name or password is wrong, or the account can't sign in: nobody is told which.
    case wrongCredentials
    /// Too many attempts.
    case limited(retryAfter: Duration)
    /// Too many people at once.
    case overloaded
    /// The form's token is not this browser's.
    case formExpired

    var status: HTTPStatus {
        switch self {
        case .wrongCredentials, .formExpired: .forbidden
        case .limited: .tooManyRequests
        case .overloaded: .serviceUnavailable
        }
    }

    var retryAfter: Duration? {
        switch self {
        case .limited(let wait): wait
        case .overloaded: .seconds(5)
        case .wrongCredentials, .formExpired: nil
        }
    }

    func text(_ texts: PageTexts) -> String {
        switch self {
        case .wrongCredentials: texts.wrongCredentials
        case .limited: texts.tooManyAttempts
        case .overloaded: texts.overloaded
        case .formExpired: texts.formExpired
        }
    }
}

/// One try to sign in with what a form holds.
struct SignInAttempt {
    /// What it comes to.
    enum Outcome {
        case signedIn(SignInSession, AccountFacts, SessionSecret)
        case failed(SignInProblem)
    }

    /// The longest password that is looked at, in bytes.
    static let maximumPasswordByteCount = 1024

    let services: GatewayServices
    let request: TenantRequest

    func run(_ form: SubmittedForm) async throws -> Outcome {
        guard let name = form.text("username").flatMap(UserPrincipalName.init), let password = form.text("password"),
            (1...Self.maximumPasswordByteCount).contains(password.utf8.count)
        else { return .failed(.wrongCredentials) }
        let reply = try await services.signIn.signIn(
            name, password: SecretBytes(Array(password.utf8)), tenant: request.tenant.id,
            circumstances: request.circumstances)
        return switch reply {
        case .signedIn(let session, let account, let secret): .signedIn(session, account, secret)
        case .refused: .failed(.wrongCredentials)
        case .limited(let wait): .failed(.limited(retryAfter: wait))
        case .overloaded: .failed(.overloaded)
        }
    }
}
