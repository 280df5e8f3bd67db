import HTTPServer
import Testing

extension SocketTests {
    /// Every raw request of the fixture over a real socket.
    struct RawRequestTests {
        @Test func `the fixture is whole`() {
            #expect(RawRequestFixture.shared.cases.count == 79)
            #expect(RawRequestFixture.shared.drips.count == 3)
        }

        @Test(.timeLimit(.minutes(10)), arguments: RawRequestFixture.shared.cases)
        func `answers or refuses as a strict server does`(raw: RawRequestFixture.Case) async throws {
            try await withServer { _, port in
                let socket = try TestSocket(port: port)
                let isTakenWhole = socket.send(raw.request)
                switch raw.expect {
                case .answer:
                    for _ in 0..<(raw.replies ?? 1) {
                        let response = try #require(try socket.receiveResponse())
                        #expect(response.status == 200)
                    }
                    socket.finishSending()
                    #expect(try socket.receiveAll() == [])
                case .refuse:
                    let bytes = try socket.receiveAll()
                    // Where the request was cut off, so may the answer have been.
                    if bytes.isEmpty && !isTakenWhole { return }
                    let responses = try #require(TestResponse.all(in: bytes))
                    #expect(responses.count == 1)
                    #expect(responses.first.map { $0.status >= 400 } == true)
                    #expect(responses.first?.header("connection") == "close")
                }
            }
        }

        @Test(.timeLimit(.minutes(10)), arguments: RawRequestFixture.shared.drips)
        func `cuts a drip at its deadline however often a piece comes`(drip: RawRequestFixture.Drip) async throws {
            let configuration = HTTPServerConfiguration.testing {
                $0.deadlines.head = .milliseconds(300)
                $0.deadlines.body = .milliseconds(300)
                $0.deadlines.idle = .milliseconds(300)
            }
            try await withServer(configuration) { _, port in
                let clock = ContinuousClock()
                let socket = try TestSocket(port: port)
                let start = clock.now
                socket.send(drip.first)
                while !socket.isReadable(withinMilliseconds: 20), start.duration(to: clock.now) < .seconds(8) {
                    socket.send(drip.piece)
                }
                let lasted = start.duration(to: clock.now)
                #expect(lasted >= .milliseconds(280))
                #expect(lasted < .seconds(8))
                let responses = try #require(TestResponse.all(in: try socket.receiveAll()))
                #expect(responses.map(\.status) == (drip.first.isEmpty ? [] : [408]))
            }
        }
    }
}
