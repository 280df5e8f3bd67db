import Cryptography
import Testing

@Suite struct SecretTests {
    @Test func `a secret shows nothing of itself`() {
        let secret = SecretBytes(Array("hunter2".utf8))
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), "\([secret])", dumped] {
            #expect(text.contains("***"))
            #expect(!text.contains("hunter2"))
            #expect(!text.contains("104"))
        }
    }

    @Test func `secrets match by content`() {
        let secret = SecretBytes([1, 2, 3])
        #expect(secret.matches(SecretBytes([1, 2, 3])))
        #expect(!secret.matches(SecretBytes([1, 2, 4])))
        #expect(!secret.matches(SecretBytes([1, 2])))
        #expect(SecretBytes([]).matches(SecretBytes([])))
        #expect(secret.count == 3)
    }

    @Test func `a secret can take its bytes away from the caller`() {
        var bytes: [UInt8] = [1, 2, 3]
        let secret = SecretBytes(taking: &bytes)
        #expect(bytes.isEmpty)
        #expect(secret.matches(SecretBytes([1, 2, 3])))
    }

    @Test func `comparison tells equal from different`() {
        #expect(ConstantTime.equal([], []))
        #expect(ConstantTime.equal([7, 8], [7, 8]))
        #expect(!ConstantTime.equal([7, 8], [7, 9]))
        #expect(!ConstantTime.equal([7, 8], [6, 8]))
        #expect(!ConstantTime.equal([7, 8], [7, 8, 0]))
    }

    @Test func `random bytes differ and have the size asked for`() {
        #expect(RandomBytes.generate(0).isEmpty)
        let values = Set((0..<100).map { _ in RandomBytes.generate(16) })
        #expect(values.count == 100)
        #expect(values.allSatisfy { $0.count == 16 })
        #expect(!SecretBytes.random(32).matches(SecretBytes.random(32)))
    }
}
