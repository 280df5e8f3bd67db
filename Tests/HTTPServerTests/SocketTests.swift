import Testing

/// The tests that use sockets, one at a time: each blocks a thread while it waits for a server.
@Suite(.serialized) enum SocketTests {}
