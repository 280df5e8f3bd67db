import Cryptography

/// Any bytes either are a certificate, whose text form reads the same, or are refused.
public func checkCertificate(_ bytes: [UInt8]) throws(FuzzFinding) {
    let certificate: Certificate
    do {
        certificate = try Certificate(der: bytes)
    } catch {
        try promise(!error.description.contains("\n"), "the error is one line")
        return
    }
    try promise(certificate.der == bytes, "the bytes are kept as they were")
    try promise(!certificate.subject.utf8.contains { $0 < 0x20 }, "a subject has no control characters")
    let again = Result { () throws(CryptographyError) in try Certificate(pem: certificate.pem) }
    guard case .success(certificate) = again else { throw FuzzFinding("a certificate that was written reads the same") }
    let key = Result { () throws(CryptographyError) in try certificate.publicKey() }
    guard case .success(let key) = key else { return }
    let rebuilt = Result { () throws(CryptographyError) in try PublicKey(key.components) }
    guard case .success(key) = rebuilt else { throw FuzzFinding("a key that was read can be made of its numbers") }
}
