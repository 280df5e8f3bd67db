import JSONCoding
import Observability
import Testing

private struct Settings: JSONWritable {
    let name = "n"
    let secret = Redacted("hunter2")
    let optional: Redacted<[String]>? = Redacted(["hunter2"])

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("name", name)
            object.member("secret", secret)
            object.member("optional", ifPresent: optional)
        }
    }
}

@Suite struct RedactedTests {
    @Test func `no description, reflection, dump or JSON shows the value`() {
        let settings = Settings()
        var dumped = ""
        dump(settings, to: &dumped)
        dump(settings.secret, to: &dumped)
        dump([settings.secret], to: &dumped)
        let texts = [
            "\(settings)", String(reflecting: settings), String(describing: settings.secret), "\(settings.secret)",
            String(reflecting: settings.secret), "\(settings.optional as Any)", "\([settings.secret])", dumped,
            "\(["k": settings.secret])", "\((settings.secret, 1))",
            String(decoding: settings.jsonBytes(), as: UTF8.self),
        ]
        for text in texts { #expect(!text.contains("hunter2") && text.contains("***")) }
        #expect(Mirror(reflecting: settings.secret).children.isEmpty)
        #expect(LogValue.redacted(settings.secret) == "***")
    }

    @Test func `reveals the value to the one who asks`() throws {
        #expect(Redacted("hunter2").reveal() == "hunter2")
        #expect(try JSONElement("hunter2").read(as: Redacted<String>.self).reveal() == "hunter2")
    }

    @Test func `an error about a hidden value does not show it`() throws {
        let error = try #require(throws: JSONError.self) {
            try JSONElement(["hunter2"]).read(as: Redacted<String>.self)
        }
        #expect(!"\(error) \(String(reflecting: error))".contains("hunter2"))
    }
}
