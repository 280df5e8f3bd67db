import CCurl

extension HTTPClientError.Cause {
    /// What a result of the library means.
    ///
    /// - Parameters:
    ///   - result: the library's result; not `CURLE_OK`.
    ///   - hasBegun: whether the head of an answer came.
    init(_ result: CURLcode, hasBegun: Bool) {
        self =
            switch result {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unresolved
            case CURLE_COULDNT_CONNECT, CURLE_PROXY, CURLE_INTERFACE_FAILED: .unconnected
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR,
                CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED, CURLE_SSL_INVALIDCERTSTATUS:
                .untrusted
            case CURLE_SSL_CERTPROBLEM: .unusable("the client certificate")
            case CURLE_SSL_CACERT_BADFILE: .unusable("the file of authorities")
            case CURLE_OPERATION_TIMEDOUT: hasBegun ? .stalled : .timedOut
            case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_SSL_SHUTDOWN_FAILED:
                hasBegun ? .truncated : .connectionLost
            case CURLE_URL_MALFORMAT: .invalidRequest("the url is not one")
            case CURLE_OUT_OF_MEMORY: .unusable("no memory")
            case CURLE_FAILED_INIT, CURLE_NOT_BUILT_IN, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_UNKNOWN_OPTION:
                .unusable("the http library refused an option")
            default: .malformed
            }
    }
}
