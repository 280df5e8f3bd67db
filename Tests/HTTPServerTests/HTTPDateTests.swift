import Testing

@testable import HTTPServer

struct HTTPDateTests {
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_796_083_199, "Mon, 30 Nov 2026 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    ])
    func `writes the fixed form`(seconds: Int64, text: String) {
        #expect(HTTPDate.text(secondsSince1970: seconds) == text)
    }
}
