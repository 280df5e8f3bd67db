import HTTPClient
import HTTPMessage
import HTTPServer
import ServiceRuntime
import Testing

struct AddressTests {
    @Test(arguments: [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1",
        "172.31.255.255", "192.0.0.8", "192.168.1.1", "198.18.0.1", "203.0.113.9", "224.0.0.1", "240.0.0.1",
        "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::7f00:1", "64:ff9b::a00:1",
        "64:ff9b:1::1", "2002:7f00:1::1", "2001::1", "2001:db8::1", "fc00::1", "fd12::1", "fe80::1", "ff02::1",
        "4000::1",
    ])
    func `an address that is special is not of the public internet`(text: String) throws {
        #expect(try !#require(PeerAddress(text)).isPublic)
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.255.255",
        "172.32.0.0", "192.167.0.1", "223.255.255.255", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1",
        "2606:4700::1", "2a00::1",
    ])
    func `an address of the public internet is`(text: String) throws {
        #expect(try #require(PeerAddress(text)).isPublic)
    }

    @Test(arguments: ["10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8", "x", "", "/8", "10.0.0.0/8/8", "::1/129"])
    func `refuses a block that is not one`(text: String) {
        #expect(AddressBlock(text) == nil)
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.0.0.0/15", "10.1.0.0", true),
        ("10.0.0.0/15", "10.2.0.0", false), ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "::1", false),
        ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", false), ("fd00::/8", "fd00::1", true),
    ])
    func `a block contains the addresses of its prefix`(block: String, address: String, expected: Bool) throws {
        #expect(try #require(AddressBlock(block)).contains(#require(PeerAddress(address))) == expected)
    }
}

extension SocketTests {
    struct AddressPolicyTests {
        @Test(arguments: ["127.0.0.1", "localhost"])
        func `connects to no inner address, whatever its name`(host: String) async throws {
            let isReached = Gate()
            try await withServer(client: { $0.addresses = .publicOnly }) { _ in
                isReached.open()
                return HTTPResponse(status: .ok)
            } _: { client, origin in
                let port = origin.split(separator: ":").last ?? ""
                let error = await failure(client, HTTPClientRequest("GET", "http://\(host):\(port)/"))
                #expect(error?.cause == .addressRefused)
                #expect(error?.kind == .connection)
            }
            #expect(!isReached.isOpen)
        }

        @Test func `a redirect to an inner address is refused where it connects`() async throws {
            let inner = try RawPeer(answering: "HTTP/1.1 200 OK\r\n\r\n")
            let refused = inner.port
            let policy = AddressPolicy { $0.port != refused }
            try await withServer(client: { $0.addresses = policy }) { _ in
                HTTPResponse(
                    status: HTTPStatus(302), headers: HTTPHeaders([(.location, "http://127.0.0.1:\(refused)/")]))
            } _: { client, origin in
                var request = HTTPClientRequest("GET", origin)
                request.redirects = 1
                #expect(await failure(client, request)?.cause == .addressRefused)
            }
            #expect(inner.text.isEmpty)
        }

        @Test func `goes to an inner address that is allowed`() async throws {
            let block = try #require(AddressBlock("127.0.0.0/8"))
            try await withServer(client: { $0.addresses = .publicAnd([block]) }, handler: echo) { client, origin in
                let answer = try await client.send(HTTPClientRequest("GET", origin))
                #expect(answer.status == 200)
            }
        }
    }
}
