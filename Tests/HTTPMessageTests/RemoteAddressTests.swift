import HTTPMessage
import Testing

struct RemoteAddressTests {
    @Test func `takes a mapped address for the IPv4 address it is`() {
        let mapped = RemoteAddress(bytes: Array(repeating: 0, count: 10) + [0xFF, 0xFF, 10, 0, 0, 7], port: 5)
        #expect(mapped?.isIPv4 == true)
        #expect(mapped?.bytes == [10, 0, 0, 7])
        #expect(mapped?.description == "10.0.0.7")
        #expect(mapped == RemoteAddress(ipv4: 0x0A00_0007, port: 5))
    }

    @Test func `keeps an IPv6 address`() {
        let bytes: [UInt8] = [0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
        let address = RemoteAddress(bytes: bytes, port: 0)
        #expect(address?.bytes == bytes)
        #expect(address?.description == "2001:db8:0:0:0:0:0:1")
        #expect(address?.isLoopback == false)
    }

    @Test func `knows the loopback addresses`() {
        #expect(RemoteAddress.loopback.isLoopback)
        #expect(RemoteAddress(bytes: Array(repeating: 0, count: 15) + [1], port: 0)?.isLoopback == true)
        #expect(RemoteAddress(ipv4: 0x0A00_0007, port: 0).isLoopback == false)
    }

    @Test(arguments: [0, 3, 5, 15, 17]) func `refuses any other length`(count: Int) {
        #expect(RemoteAddress(bytes: Array(repeating: 1, count: count), port: 0) == nil)
    }
}
