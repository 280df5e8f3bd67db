import HTTPMessage
import Testing

struct MediaTypeTests {
    @Test func `reads type, subtype and parameters`() {
        let type = MediaType("Application/JSON; Charset=\"UTF-8\" ;v=1")
        #expect(type?.essence == "application/json")
        #expect(type?.parameter("charset") == "UTF-8")
        #expect(type?.parameter("v") == "1")
        #expect(type?.isUTF8 == true)
        #expect(MediaType("text/plain; charset=latin1")?.isUTF8 == false)
        #expect(MediaType("a/b; x=\"\\\"\\\\\"")?.parameter("x") == "\"\\")
        #expect(MediaType("a/b;")?.essence == "a/b")
    }

    @Test(
        arguments: [
            "", "a", "a/", "/b", "a/b c", "a/b; x", "a/b; x=", "a/b; x=\"1", "a/b; x=1; X=2", "a/b, c/d", "a /b",
            "a/b; x = 1", "a/b; x=\"\u{7F}\"",
        ])
    func `refuses what does not follow the grammar`(text: String) {
        #expect(MediaType(text) == nil)
    }
}
