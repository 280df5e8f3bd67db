import AuthorizationServer
import Testing

struct EnrollmentIdentifierTests {
    private let bytes = Array(UInt8(0)..<32)

    @Test func `an identifier reads back with its sequence and hash`() throws {
        let made = try #require(EnrollmentIdentifier(sequence: 46_655, randomBytes: bytes))
        #expect(made.text.hasPrefix("zzz."))
        let read = try #require(EnrollmentIdentifier(presented: made.text))
        #expect(read == made)
        #expect(read.hash == SecretHash(of: bytes))
        #expect("\(read)" == "zzz.***")
    }

    @Test func `another spelling of the same identifier is none`() throws {
        let text = try #require(EnrollmentIdentifier(sequence: 35, randomBytes: bytes)).text
        #expect(EnrollmentIdentifier(presented: "0" + text) == nil)
        #expect(EnrollmentIdentifier(presented: "+" + text) == nil)
        #expect(EnrollmentIdentifier(presented: "Z" + text.dropFirst()) == nil)
        #expect(EnrollmentIdentifier(presented: String(text.dropLast())) == nil)
        #expect(EnrollmentIdentifier(presented: text + "=") == nil)
        #expect(EnrollmentIdentifier(presented: "") == nil)
        #expect(EnrollmentIdentifier(presented: String(repeating: "z", count: 20) + text.dropFirst()) == nil)
    }
}
