import Testing

@testable import postern

/// Text for a terminal.
@Suite struct TextLayoutTests {
    @Test func `a table is as wide as its cells, and what is empty shows`() {
        var table = TextTable("NAME", "STATE", "WHY")
        table.add("a", "waits", "broken screen")
        table.add("long name", nil, "")
        #expect(
            table.text == """
                NAME       STATE  WHY
                a          waits  broken screen
                long name  -      -

                """)
    }

    @Test func `nothing in a table reaches the terminal but text`() {
        var table = TextTable("NAME", "WHY")
        table.add("a\u{1B}[2J", "b\nc\u{202E}")
        #expect(!table.text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        #expect(table.text.split(separator: "\n").count == 2)
    }

    @Test func `paragraphs are broken anew, and what is indented stays`() {
        let words = Array(repeating: "word", count: 30).joined(separator: " ")
        let text = TextLayout.paragraphs("one\ntwo\n\n  a  b\n  c  d\n\n" + words)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.prefix(5) == ["one two", "", "  a  b", "  c  d", ""])
        #expect(lines.allSatisfy { $0.count <= TextLayout.width } && text.hasSuffix("word\n"))
    }
}
