public import AccessModel

extension AuthorizeRequest {
    /// Reads an authorize request: client and redirect URI first.
    ///
    /// - Parameters:
    ///   - fields: the query's parameters, decoded, in their order, repeated ones repeated.
    ///   - issuer: the tenant's issuer, which every redirect names (RFC 9207).
    ///   - modes: the response modes that the caller can answer in.
    ///   - registration: what the directory says of a client and a redirect URI.
    /// - Returns: what the request comes to.
    public static func parse(
        _ fields: [(name: String, value: String)], issuer: String,
        modes: Set<AuthorizeResponseMode> = [.query], registration: (ClientID, String) -> RedirectRegistration
    ) -> AuthorizeParsing {
        let form: FormFields
        let client: ClientID
        let redirectURI: String
        let state: String?
        do {
            form = try FormFields(fields)
            client = ClientCredential.clientID(try form.required("client_id", atMost: FieldLimit.identifier))
            redirectURI = try form.required("redirect_uri", atMost: FieldLimit.redirectURI)
            state = try form.optional("state", atMost: FieldLimit.state)
        } catch {
            return .page(.malformed(error))
        }
        // An error is told in the mode that was asked for, if there is one; a mode that is not served is told by query.
        let mode = mode(form, modes)
        func redirect(_ code: AuthorizeErrorCode, _ description: String) -> AuthorizeParsing {
            .redirect(
                AuthorizeRedirect(
                    to: redirectURI, .error(code, description: description), state: state, issuer: issuer,
                    mode: mode ?? .query))
        }
        switch registration(client, redirectURI) {
        case .unknownClient: return .page(.unknownClient)
        case .unregistered: return .page(.redirectURI)
        case .registered(actsForItself: true):
            return redirect(.unauthorizedClient, "a service can not ask for a user's authorization")
        case .registered(actsForItself: false): break
        }
        do {
            return .request(try read(form, client: client, redirectURI: redirectURI, mode: mode, state: state))
        } catch {
            return redirect(error.code, error.description)
        }
    }

    private struct Fault: Error {
        let code: AuthorizeErrorCode
        let description: String

        init(_ code: AuthorizeErrorCode, _ description: String) {
            self.code = code
            self.description = description
        }

        init(_ fault: RequestFault) {
            self.init(.invalidRequest, "the parameter \(fault.parameter) \(fault.problem.rawValue)")
        }
    }

    private static func read(
        _ form: FormFields, client: ClientID, redirectURI: String, mode: AuthorizeResponseMode?, state: String?
    ) throws(Fault) -> AuthorizeRequest {
        try checkForm(form)
        guard let mode else { throw Fault(RequestFault("response_mode", .unsupported)) }
        let challenge = try challenge(form)
        guard let scope = try optional("scope", form, FieldLimit.scope) else {
            throw Fault(.invalidScope, "the parameter scope is required")
        }
        var request = AuthorizeRequest(
            client: client, redirectURI: redirectURI, responseMode: mode, scope: scope, state: state,
            nonce: try optional("nonce", form, FieldLimit.secret), codeChallenge: challenge,
            prompt: try prompt(form), loginHint: try optional("login_hint", form, 254),
            maximumAge: try maximumAge(form), declaredCapabilities: [],
            keyThumbprint: try keyThumbprint(form), wantsClientInfo: try optional("client_info", form, 16) == "1")
        if let claims = try optional("claims", form, FieldLimit.claims) {
            switch ClaimsRequest.parse(claims) {
            case .success(let parsed): request.declaredCapabilities = parsed.declaredCapabilities ?? []
            case .failure(let fault): throw Fault(fault)
            }
        }
        return request
    }

    private static func checkForm(_ form: FormFields) throws(Fault) {
        if try optional("request", form, .max) != nil {
            throw Fault(.requestNotSupported, "request objects are not read")
        }
        if try optional("request_uri", form, .max) != nil {
            throw Fault(.requestURINotSupported, "request objects are not read")
        }
        guard let type = try optional("response_type", form, FieldLimit.identifier) else {
            throw Fault(RequestFault("response_type", .missing))
        }
        guard type == "code" else { throw Fault(.unsupportedResponseType, "the one response_type is code") }
    }

    private static func mode(
        _ form: FormFields, _ modes: Set<AuthorizeResponseMode>
    ) -> AuthorizeResponseMode? {
        switch Result(catching: { () throws(RequestFault) in
            try form.optional("response_mode", atMost: FieldLimit.identifier)
        }) {
        case .success(nil): .query
        case .success(let text?): AuthorizeResponseMode(rawValue: text).flatMap { modes.contains($0) ? $0 : nil }
        case .failure: nil
        }
    }

    private static func challenge(_ form: FormFields) throws(Fault) -> String {
        guard let challenge = try optional("code_challenge", form, 128) else {
            throw Fault(RequestFault("code_challenge", .missing))
        }
        // Without a method the challenge would be plain (RFC 7636 section 4.3), which is not served.
        guard try optional("code_challenge_method", form, FieldLimit.identifier) == "S256" else {
            throw Fault(RequestFault("code_challenge_method", .unsupported))
        }
        guard PKCE.isChallenge(challenge) else { throw Fault(RequestFault("code_challenge", .malformed)) }
        return challenge
    }

    private static func prompt(_ form: FormFields) throws(Fault) -> AuthorizePrompt {
        let words = Set(
            (try optional("prompt", form, FieldLimit.identifier) ?? "").utf8.split(separator: 0x20)
                .map { String(Substring($0)) })
        guard words.isSubset(of: ["none", "login", "select_account", "consent"]) else {
            throw Fault(RequestFault("prompt", .unsupported))
        }
        if words.contains("none") {
            guard words.count == 1 else { throw Fault(RequestFault("prompt", .conflicting)) }
            return AuthorizePrompt.none
        }
        return words.isDisjoint(with: ["login", "select_account"]) ? .whenNeeded : .login
    }

    private static func maximumAge(_ form: FormFields) throws(Fault) -> Duration? {
        guard let text = try optional("max_age", form, 10) else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Int64(text) else {
            throw Fault(RequestFault("max_age", .malformed))
        }
        return .seconds(seconds)
    }

    private static func keyThumbprint(_ form: FormFields) throws(Fault) -> String? {
        guard let thumbprint = try optional("dpop_jkt", form, FieldLimit.identifier) else { return nil }
        guard PKCE.isChallenge(thumbprint) else { throw Fault(RequestFault("dpop_jkt", .malformed)) }
        return thumbprint
    }

    private static func optional(_ name: String, _ form: FormFields, _ limit: Int) throws(Fault) -> String? {
        do {
            return try form.optional(name, atMost: limit)
        } catch {
            throw Fault(error)
        }
    }
}
