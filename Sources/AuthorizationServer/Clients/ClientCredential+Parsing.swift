import AccessModel
import Cryptography

extension ClientCredential {
    /// The `client_assertion_type` of a JWT (RFC 7523 section 2.2).
    static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

    /// Reads what a request presents; more than one method refuses it (RFC 6749 section 2.3).
    static func read(_ form: FormFields, authorization: [String]) throws(RequestFault) -> ClientCredential {
        let claimed = try form.optional("client_id", atMost: FieldLimit.identifier).map(clientID)
        let secret = try form.optional("client_secret", atMost: FieldLimit.secret)
        let assertion = try form.optional("client_assertion", atMost: FieldLimit.assertion)
        let assertionType = try form.optional("client_assertion_type", atMost: FieldLimit.identifier)
        let basic = try basic(authorization)
        let methods = [secret != nil, assertion != nil, basic != nil].filter { $0 }.count
        guard methods <= 1 else { throw RequestFault("client_secret", .conflicting) }
        guard (assertion == nil) == (assertionType == nil) else {
            throw RequestFault(assertion == nil ? "client_assertion" : "client_assertion_type", .missing)
        }
        if let assertion {
            guard assertionType == Self.assertionType else { throw RequestFault("client_assertion_type", .unsupported) }
            return .assertion(PresentedSecret(assertion), claimed: claimed)
        }
        if let basic {
            guard claimed == nil || claimed == basic.client else { throw RequestFault("client_id", .conflicting) }
            return .basic(basic.client, basic.secret)
        }
        guard let claimed else { throw RequestFault("client_id", .missing) }
        return secret.map { .post(claimed, PresentedSecret($0)) } ?? .none(claimed)
    }

    /// Reads what a request without a form presents: HTTP Basic (RFC 6749 section 2.3.1).
    ///
    /// - Parameter authorization: the `Authorization` headers.
    /// - Returns: the credential, or what is wrong with it.
    public static func basic(authorization: [String]) -> Result<ClientCredential, TokenRequestRefusal> {
        do {
            guard let (client, secret) = try basic(authorization) else {
                return .failure(.invalidClient(.credentialMissing))
            }
            return .success(.basic(client, secret))
        } catch {
            return .failure(.invalidRequest(error))
        }
    }

    /// A client's identifier in canonical form; what is no GUID is kept and is nobody's.
    static func clientID(_ text: String) -> ClientID { ClientID(GUID(text)?.description ?? text) }

    private static func basic(
        _ headers: [String]
    ) throws(RequestFault) -> (client: ClientID, secret: PresentedSecret)? {
        guard headers.count <= 1 else { throw RequestFault("Authorization", .repeated) }
        guard let header = headers.first else { return nil }
        guard header.utf8.count <= FieldLimit.header else { throw RequestFault("Authorization", .tooLong) }
        let parts = header.utf8.split(separator: 0x20, maxSplits: 1).map { String(Substring($0)) }
        guard let scheme = parts.first, scheme.lowercased() == "basic" else {
            throw RequestFault("Authorization", .unsupported)
        }
        guard parts.count == 2, let pair = decoded(parts[1]) else { throw RequestFault("Authorization", .malformed) }
        let fields = pair.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard fields.count == 2, let client = formDecoded(fields[0]), let secret = formDecoded(fields[1]),
            (1...FieldLimit.identifier).contains(client.utf8.count), (1...FieldLimit.secret).contains(secret.utf8.count)
        else { throw RequestFault("Authorization", .malformed) }
        return (clientID(client), PresentedSecret(secret))
    }

    private static func decoded(_ text: String) -> [UInt8]? {
        // What is no base64 is malformed, whatever the decoder's reason.
        try? Base64.decode(text)
    }

    /// Decodes `application/x-www-form-urlencoded`, in which both halves of the pair are (RFC 6749 section 2.3.1).
    private static func formDecoded(_ bytes: ArraySlice<UInt8>) -> String? {
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "+"): result.append(0x20)
            case UInt8(ascii: "%"):
                guard index + 2 < bytes.endIndex,
                    let value = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16),
                    bytes[index + 1] != UInt8(ascii: "+"), bytes[index + 1] != UInt8(ascii: "-")
                else { return nil }
                result.append(value)
                index += 2
            case 0x20..<0x7F: result.append(bytes[index])
            default: return nil
            }
            index += 1
        }
        guard !result.contains(0) else { return nil }
        return String(validating: result, as: UTF8.self)
    }
}
