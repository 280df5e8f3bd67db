import Testing

/// The tests that use sockets, one at a time: each has a server of its own.
@Suite(.serialized) enum SocketTests {}
