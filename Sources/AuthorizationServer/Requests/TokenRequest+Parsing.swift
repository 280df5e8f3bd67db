import AccessModel

extension TokenRequest {
    /// Reads a token request (RFC 6749 section 3.2).
    ///
    /// - Parameters:
    ///   - fields: the form's parameters, decoded, in their order, repeated ones repeated.
    ///   - headers: the headers that count.
    /// - Returns: the request, or what is wrong with it.
    public static func parse(
        _ fields: [(name: String, value: String)], headers: TokenRequestHeaders
    ) -> Result<TokenRequest, TokenRequestRefusal> {
        do {
            return .success(try read(FormFields(fields), headers))
        } catch {
            return .failure(
                error.parameter == "grant_type" && error.problem == .unsupported
                    ? .unsupportedGrantType : .invalidRequest(error))
        }
    }

    private static func read(
        _ form: FormFields, _ headers: TokenRequestHeaders
    ) throws(RequestFault) -> TokenRequest {
        let grant = try grant(form)
        var request = TokenRequest(grant: grant, credential: try .read(form, authorization: headers.authorization))
        request.scope = try form.optional("scope", atMost: FieldLimit.scope)
        if let claims = try form.optional("claims", atMost: FieldLimit.claims) {
            request.declaredCapabilities = try ClaimsRequest.parse(claims).get().declaredCapabilities
        }
        request.wantsClientInfo = try form.optional("client_info", atMost: 16) == "1"
        request.enrollmentID = try form.optional("microsoft_enrollment_id", atMost: FieldLimit.token)
            .map(PresentedSecret.init)
        request.proof = try proof(headers)
        request.correlation = headers.clientRequestID.flatMap(GUID.init).map { CorrelationID($0.description) }
        request.platform = HeaderPlatform.of(userAgent: headers.userAgent, clientOS: headers.clientOS)
        return request
    }

    private static func grant(_ form: FormFields) throws(RequestFault) -> TokenGrantRequest {
        let text = try form.required("grant_type", atMost: FieldLimit.identifier)
        guard let type = GrantType.allCases.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) }) else {
            throw RequestFault("grant_type", .unsupported)
        }
        let verifier = try form.optional("code_verifier", atMost: 128).map(PresentedSecret.init)
        // A verifier where no challenge can be is a client that believes itself protected: refuse rather than ignore.
        guard verifier == nil || type == .authorizationCode else { throw RequestFault("code_verifier", .conflicting) }
        switch type {
        case .authorizationCode:
            let code = PresentedSecret(try form.required("code", atMost: FieldLimit.token))
            let redirect = try form.optional("redirect_uri", atMost: FieldLimit.redirectURI)
            return .authorizationCode(code, redirectURI: redirect, codeVerifier: verifier)
        case .refreshToken:
            return .refreshToken(PresentedSecret(try form.required("refresh_token", atMost: FieldLimit.token)))
        case .deviceCode:
            let code = try form.required("device_code", atMost: FieldLimit.token)
            // A stock client also sends it as `code`.
            let other = try form.optional("code", atMost: FieldLimit.token)
            guard other == nil || other == code else { throw RequestFault("code", .conflicting) }
            return .deviceCode(PresentedSecret(code))
        case .clientCredentials:
            return .clientCredentials
        }
    }

    private static func proof(_ headers: TokenRequestHeaders) throws(RequestFault) -> String? {
        guard headers.proof.count <= 1 else { throw RequestFault("DPoP", .repeated) }
        guard let proof = headers.proof.first else { return nil }
        guard proof.utf8.count <= FieldLimit.header else { throw RequestFault("DPoP", .tooLong) }
        return proof
    }
}

extension TokenRequestRefusal: Error {}
