import AuthorizationServer
import Testing

struct ClaimsRequestTests {
    struct Read: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let declared: Set<ClientCapability>?
    }

    @Test(arguments: [
        Read(
            testDescription: "any case and order",
            text: #"{"access_token":{"xms_cc":{"values":["PROTAPP","Cp1"]}}}"#, declared: [.protapp, .cp1]),
        Read(
            testDescription: "merged with a challenge",
            text:
                #"{"access_token":{"nbf":{"essential":true,"value":"1"},"acrs":{"value":"c1"},"xms_cc":{"values":["protapp"]}},"id_token":{"x":null}}"#,
            declared: [.protapp]),
        Read(
            testDescription: "values of other kinds",
            text: #"{"access_token":{"xms_cc":{"values":[1,null,["protapp"],"cp1"]}}}"#,
            declared: [.cp1]),
        Read(
            testDescription: "a single value", text: #"{"access_token":{"xms_cc":{"value":"protapp"}}}"#,
            declared: [.protapp]),
        Read(testDescription: "none", text: #"{"access_token":{"xms_cc":{"values":[]}}}"#, declared: []),
        Read(testDescription: "null", text: #"{"access_token":{"xms_cc":null}}"#, declared: nil),
        Read(
            testDescription: "in the wrong place", text: #"{"id_token":{"xms_cc":{"values":["protapp"]}}}"#,
            declared: nil),
        Read(testDescription: "nothing", text: "{}", declared: nil),
        Read(
            testDescription: "a letter that only looks like another",
            text: #"{"access_token":{"xms_cc":{"values":["ｐrotapp","protapp "]}}}"#, declared: []),
    ])
    func `reads declared capabilities`(_ read: Read) throws {
        #expect(try ClaimsRequest.parse(read.text).get().declaredCapabilities == read.declared)
    }

    @Test(arguments: [
        "", "null", "\"protapp\"", "[]", "{\"a\":1,\"a\":2}", "{\"a\":1}x",
        String(repeating: "{\"a\":", count: 9) + "1" + String(repeating: "}", count: 9),
        "{\"a\":[" + Array(repeating: "1", count: 600).joined(separator: ",") + "]}",
    ])
    func `refuses what is no small object`(_ text: String) {
        #expect(ClaimsRequest.parse(text) == .failure(RequestFault("claims", .malformed)))
    }

    @Test func `refuses a text that is too long`() {
        let text = "{\"a\":\"" + String(repeating: "a", count: 8192) + "\"}"
        #expect(ClaimsRequest.parse(text) == .failure(RequestFault("claims", .tooLong)))
    }
}
