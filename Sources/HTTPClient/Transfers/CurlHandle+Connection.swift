import CCurl
import Glibc

extension CurlHandle {
    /// Sets where a transfer goes, and whom it trusts on the way.
    func set(_ url: RequestURL, trust configuration: HTTPClientConfiguration) {
        set(CURLOPT_NOSIGNAL, 1)
        // A name that is still looked up must not hold up who no longer waits for it.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_URL, url.text)
        set(CURLOPT_CONNECTTIMEOUT_MS, configuration.deadlines.connect)
        set(CURLOPT_TCP_KEEPALIVE, 1)
        setTrust(configuration)
        setProxy(configuration.proxy)
    }

    private func setTrust(_ configuration: HTTPClientConfiguration) {
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        if let file = configuration.authoritiesFile {
            set(CURLOPT_CAINFO, file)
            // Else the system's directory of authorities would be trusted, too.
            set(CURLOPT_CAPATH, nil as String?)
        }
        if let certificate = configuration.clientCertificate {
            set(CURLOPT_SSLCERT, certificate.certificateChainFile)
            set(CURLOPT_SSLKEY, certificate.privateKeyFile)
        }
    }

    private func setProxy(_ proxy: HTTPClientConfiguration.Proxy?) {
        // An empty name keeps the library from asking the environment.
        set(CURLOPT_PROXY, proxy?.url ?? "")
        set(CURLOPT_NOPROXY, "")
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        guard let credentials = proxy?.credentials else { return }
        set(CURLOPT_PROXYUSERNAME, credentials.user)
        set(CURLOPT_PROXYPASSWORD, credentials.password)
    }
}

extension AddressPolicy {
    /// A socket for a connection to a peer; nil if the policy refuses the address.
    func socket(for peer: UnsafeMutablePointer<curl_sockaddr>) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        var port: UInt16 = 0
        let length = unsafe postern_curl_peer(peer, &bytes, &port)
        guard let address = PeerAddress(bytes: Array(bytes.prefix(Int(length))), port: port), allows(address) else {
            return nil
        }
        return unsafe Glibc.socket(
            peer.pointee.family, peer.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), peer.pointee.protocol)
    }
}
