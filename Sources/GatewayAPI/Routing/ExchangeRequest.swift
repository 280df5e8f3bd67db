import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import HTTPMessage

/// A request together with what the edge found out about it.
struct ExchangeRequest: Sendable {
    let message: HTTPRequest
    /// The values of the path's named segments.
    let parameters: [String: String]
    /// The client's correlation identifier, or a fresh one.
    let correlation: CorrelationID
    /// The gateway's own identifier of the request.
    let trace: String
    /// Where it came from; nil when a proxy does not say.
    let ipAddress: IPAddress?
    /// The configured origin and the path that was called: the address that proofs of possession name.
    let url: String
    /// When it arrived.
    let at: Timestamp

    /// The language for the person at the other end: the one that was chosen on the page, or what the browser prefers.
    var language: TextLanguage { chosenLanguage ?? TextLanguage.negotiated(text(.acceptLanguage)) }

    /// The language for a person who is known: what was chosen on the page, what the browser asks for, what they prefer.
    func language(preferring tag: String?) -> TextLanguage {
        let preferred = tag.flatMap(TextLanguage.init(tag:)) ?? .english
        return chosenLanguage ?? TextLanguage.negotiated(text(.acceptLanguage), else: preferred)
    }

    /// The language that the query chooses; nil when it chooses none that there is.
    var chosenLanguage: TextLanguage? {
        guard message.query != nil else { return nil }
        do {
            return try message.queryParameters().single("lang").text.flatMap(TextLanguage.init(rawValue:))
        } catch {
            return nil
        }
    }

    /// The identifiers that an error names.
    var envelope: ErrorEnvelope { ErrorEnvelope(trace: trace, correlation: correlation, at: at) }

    /// What the use cases are told of the request.
    var circumstances: RequestCircumstances {
        RequestCircumstances(
            ipAddress: ipAddress, platform: HeaderPlatform.of(userAgent: text(.userAgent), clientOS: text(.clientOS)),
            correlation: correlation, url: url)
    }

    /// A header that is there once, in ASCII; anything else counts as absent.
    func text(_ name: HTTPHeaderName) -> String? { message.headers.single(name).text }

    /// Every value of a header.
    func texts(_ name: HTTPHeaderName) -> [String] {
        message.headers.values(name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The headers that the OAuth endpoints look at.
    var tokenHeaders: TokenRequestHeaders {
        TokenRequestHeaders(
            authorization: texts(.authorization), proof: texts(.dpop), clientRequestID: text(.clientRequestID),
            userAgent: text(.userAgent), clientOS: text(.clientOS))
    }
}

/// A request to a tenant that exists.
struct TenantRequest: Sendable {
    let exchange: ExchangeRequest
    let tenant: TenantHead

    var message: HTTPRequest { exchange.message }
    var circumstances: RequestCircumstances { exchange.circumstances }
}

extension HTTPHeaderName {
    static var clientRequestID: Self { Self("client-request-id") }
    static var clientOS: Self { Self("x-client-OS") }
    static var forwardedFor: Self { Self("X-Forwarded-For") }
    static var pragma: Self { Self("Pragma") }
    static var contentTypeOptions: Self { Self("X-Content-Type-Options") }
    static var referrerPolicy: Self { Self("Referrer-Policy") }
}
