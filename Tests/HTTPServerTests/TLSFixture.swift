import Foundation
import TestSupport

/// Keys and certificates made by the openssl program in a temporary directory, and its client.
final class TLSFixture: Sendable {
    let directory: String

    /// Makes an authority, a server certificate, a client certificate of the authority and one of nobody.
    init() throws {
        directory = NSTemporaryDirectory() + "postern-tls-\(ProcessInfo.processInfo.processIdentifier)-\(UUID())"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try makeSelfSigned("authority", subject: "/CN=authority")
        try makeSelfSigned("server", subject: "/CN=localhost")
        try makeSelfSigned("stranger", subject: "/CN=stranger")
        try openssl(
            ["req", "-newkey"] + Self.key + [
                "-keyout", path("client.key"), "-out", path("client.csr"), "-subj", "/CN=client",
            ])
        try openssl([
            "x509", "-req", "-in", path("client.csr"), "-CA", path("authority.pem"), "-CAkey", path("authority.key"),
            "-CAcreateserial", "-days", "2", "-out", path("client.pem"),
        ])
    }

    deinit {
        // What is left behind is a temporary file; there is nobody to tell.
        try? FileManager.default.removeItem(atPath: directory)
    }

    func path(_ name: String) -> String { directory + "/" + name }

    /// Makes a key and a certificate for it, or replaces them.
    func makeSelfSigned(_ name: String, subject: String) throws {
        try openssl(
            ["req", "-x509", "-newkey"] + Self.key
                + ["-keyout", path("\(name).key"), "-out", path("\(name).pem"), "-days", "2", "-subj", subject])
    }

    /// Replaces one file by another.
    func replace(_ name: String, by other: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
        try FileManager.default.copyItem(atPath: path(other), toPath: path(name))
    }

    /// The DER bytes of a certificate.
    func der(_ name: String) throws -> [UInt8] {
        try openssl(["x509", "-in", path("\(name).pem"), "-outform", "DER"])
    }

    /// What the client program prints: about the session first, then what the server answered to one request that closes.
    func exchange(port: UInt16, _ options: [String] = []) async throws -> String {
        let request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let output = try await blocking {
            try self.openssl(
                ["s_client", "-ign_eof", "-connect", "127.0.0.1:\(port)"] + options, input: request, mustSucceed: false)
        }
        return String(decoding: output, as: UTF8.self)
    }

    @discardableResult
    private func openssl(_ arguments: [String], input: String = "", mustSucceed: Bool = true) throws -> [UInt8] {
        let (status, output) = try runProgram(["timeout", "20", "openssl"] + arguments, input: input)
        guard !mustSucceed || status == 0 else { throw Failure(arguments: arguments, status: status) }
        return output
    }

    struct Failure: Error {
        let arguments: [String]
        let status: Int32
    }

    private static var key: [String] { ["ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"] }
}
