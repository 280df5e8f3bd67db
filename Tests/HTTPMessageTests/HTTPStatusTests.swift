import HTTPMessage
import Testing

struct HTTPStatusTests {
    @Test func `a code that can not be sent becomes 500`() {
        #expect(HTTPStatus(99).code == 500)
        #expect(HTTPStatus(600).code == 500)
        #expect(HTTPStatus(204).forbidsBody)
        #expect(HTTPStatus(404).description == "404 Not Found")
        #expect(HTTPStatus(299).reason == "")
    }
}
