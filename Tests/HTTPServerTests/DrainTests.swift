import HTTPMessage
import HTTPServer
import Testing

extension SocketTests {
    struct DrainTests {
        /// The loops stop accepting one after the other, so the last of them may still take a connection, only to close it.
        private static func isRefusing(_ port: UInt16) -> Bool {
            for _ in 0..<1000 {
                do {
                    _ = try TestSocket(port: port).receiveAll()
                } catch TestSocket.Failure.cannotConnect {
                    return true
                } catch {
                    return false
                }
            }
            return false
        }

        private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

        @Test(.timeLimit(.minutes(10)))
        func `what is in flight is answered, what is idle is closed, nobody else gets in`() async throws {
            let (entered, door) = (Latch(), Latch())
            let handler: HTTPServer.Handler = { _ in
                entered.open()
                _ = await door.passage()
                return HTTPResponse(status: .ok, body: [0x61])
            }
            let server = try HTTPServer.start(.testing(loops: 2), handler: handler)
            let port = try #require(server.ports.first)
            let idle = try TestSocket(port: port)
            let busy = try TestSocket(port: port)
            busy.send(Self.request)
            #expect(entered.isOpened())
            async let drained: Void = server.drain(within: .seconds(8))
            #expect(try idle.receiveAll() == [])
            #expect(Self.isRefusing(port))
            door.open()
            let responses = TestResponse.all(in: try busy.receiveAll())
            #expect(responses?.map(\.status) == [200])
            #expect(responses?.first?.header("connection") == "close")
            await drained
            await server.drain()
        }

        @Test(.timeLimit(.minutes(10))) func `what is not done at the deadline is cut`() async throws {
            let (entered, cancelled) = (Latch(), Latch())
            let handler: HTTPServer.Handler = { _ in
                entered.open()
                if await Latch().passage() { cancelled.open() }
                return HTTPResponse(status: .ok)
            }
            let server = try HTTPServer.start(.testing(), handler: handler)
            let socket = try TestSocket(port: try #require(server.ports.first))
            socket.send(Self.request)
            #expect(entered.isOpened())
            await server.drain(within: .milliseconds(20))
            #expect(cancelled.isOpened())
            #expect(try socket.receiveAll() == [])
        }

        @Test(.timeLimit(.minutes(10))) func `streams end in order`() async throws {
            let keeper = StreamKeeper()
            let server = try HTTPServer.start(.testing(), handler: keeper.handler())
            let socket = try TestSocket(port: try #require(server.ports.first))
            socket.send(Self.request)
            let stream = try #require(keeper.opened(1)?.first)
            _ = stream.send(Array("last".utf8))
            await server.drain(within: .seconds(8))
            let all = String(decoding: try socket.receiveAll(), as: UTF8.self)
            #expect(all.hasSuffix("\r\n\r\n4\r\nlast\r\n0\r\n\r\n"))
            #expect(keeper.closed.isOpened())
            #expect(stream.send([1]) == .closed)
        }
    }
}
