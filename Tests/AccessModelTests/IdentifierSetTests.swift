import AccessModel
import Testing

@Suite struct IdentifierSetTests {
    typealias Groups = IdentifierSet<Named.Group>

    private static let names = (0..<100).map { GroupID("group-\($0 * 7)") }

    @Test func `what comes twice counts once`() {
        let groups = Groups(Self.names + Self.names)
        #expect(groups.count == 100 && Array(groups).count == 100 && Set(groups) == Set(Self.names))
        #expect(!groups.isEmpty && Groups([]).isEmpty)
    }

    @Test func `the order in which identifiers come does not matter`() {
        let one = Groups(Self.names)
        let other = Groups(Self.names.reversed())
        #expect(one == other && one.hashValue == other.hashValue && Array(one) == Array(other))
        #expect(one != Groups(Self.names.dropLast()))
    }

    @Test func `a union holds what either holds`() {
        var groups = Groups(Self.names.prefix(60))
        groups.formUnion(Self.names.suffix(60))
        #expect(groups == Groups(Self.names))
    }

    @Test func `texts that are equal in other bytes are one`() {
        let composed = GroupID("caf\u{E9}")
        let decomposed = GroupID("cafe\u{301}")
        #expect(composed == decomposed)
        #expect(Groups([composed, decomposed]).count == 1)
        #expect(Groups([composed]) == Groups([decomposed]))
    }
}
