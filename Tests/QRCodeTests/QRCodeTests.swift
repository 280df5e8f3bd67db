import QRCode
import Testing

struct QRCodeTests {
    /// The finder pattern of three corners (ISO/IEC 18004 section 5.3.3), with its light separator.
    private static let finder = [
        "#######.", "#.....#.", "#.###.#.", "#.###.#.", "#.###.#.", "#.....#.", "#######.", "........",
    ].map { $0.map { $0 == "#" } }

    private static let texts = ["a", "https://login.contoso.example/11111111-1111-4111-8111-111111111111/x", "é漢🔑"]

    @Test(arguments: texts, QRCode.ErrorCorrection.allCases)
    func `three corners show the finder pattern, and dashed lines join them`(
        _ text: String, _ level: QRCode.ErrorCorrection
    ) throws {
        let code = try QRCode(text, errorCorrection: level)
        for row in 0..<8 {
            for column in 0..<8 {
                let dark = Self.finder[row][column]
                #expect(code.isDark(row: row, column: column) == dark)
                #expect(code.isDark(row: row, column: code.side - 1 - column) == dark)
                #expect(code.isDark(row: code.side - 1 - row, column: column) == dark)
            }
        }
        for index in 8..<code.side - 8 {
            #expect(code.isDark(row: 6, column: index) == (index % 2 == 0))
            #expect(code.isDark(row: index, column: 6) == (index % 2 == 0))
        }
        // The module that is always dark (section 7.9.1).
        #expect(code.isDark(row: code.side - 8, column: 8))
    }

    @Test func `a side has 21 modules and 4 more for each version`() throws {
        #expect(try QRCode("a").side == 21)
        #expect(try QRCode(String(repeating: "a", count: 14)).side == 21)
        #expect(try QRCode(String(repeating: "a", count: 15)).side == 25)
        #expect(try QRCode(String(repeating: "a", count: 15), errorCorrection: .low).side == 21)
        #expect(try QRCode(String(repeating: "a", count: 15), errorCorrection: .high).side == 29)
    }

    @Test(arguments: QRCode.ErrorCorrection.allCases)
    func `the longest text fits, and a longer one is refused`(_ level: QRCode.ErrorCorrection) throws {
        let longest = String(repeating: "x", count: QRCode.maximumByteCount)
        #expect(try QRCode(longest, errorCorrection: level).side > 21)
        #expect(throws: QRCodeError.tooLong(byteCount: 1025, maximum: 1024)) {
            try QRCode(longest + "x", errorCorrection: level)
        }
    }

    @Test func `no text is no code`() {
        #expect(throws: QRCodeError.empty) { try QRCode("") }
    }

    @Test func `outside of the code everything is light`() throws {
        let code = try QRCode("a")
        for (row, column) in [(-1, 0), (0, -1), (code.side, 0), (0, code.side)] {
            #expect(!code.isDark(row: row, column: column))
        }
    }

    @Test func `the picture draws exactly the dark modules inside its quiet zone`() throws {
        let code = try QRCode("https://contoso.example/")
        let text = String(decoding: code.svg(), as: UTF8.self)
        #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 33 33\""))
        let path = try #require(text.split(separator: "d=\"").last?.prefix { $0 != "\"" })
        var drawn: Set<[Int]> = []
        for piece in path.split(separator: "z") {
            let numbers = piece.split { !$0.isNumber }.compactMap { Int($0) }
            try #require(numbers.count == 5)
            for column in numbers[0]..<numbers[0] + numbers[2] { drawn.insert([numbers[1] - 4, column - 4]) }
        }
        for row in -4..<code.side + 4 {
            for column in -4..<code.side + 4 {
                #expect(drawn.contains([row, column]) == code.isDark(row: row, column: column))
            }
        }
        #expect(!text.contains("script") && !text.contains("style") && !text.contains("href"))
    }

    @Test(arguments: [false, true])
    func `a line of text holds two rows of modules`(_ inverted: Bool) throws {
        let code = try QRCode("https://contoso.example/")
        let lines = code.text(inverted: inverted).split(separator: "\n").map(Array.init)
        #expect(lines.count == (code.side + 9) / 2)
        for row in -4..<code.side + 4 {
            let line = lines[(row + 4) / 2]
            #expect(line.count == code.side + 8)
            for column in -4..<code.side + 4 {
                let character = line[column + 4]
                let isDrawn = (row + 4) % 2 == 0 ? "█▀".contains(character) : "█▄".contains(character)
                #expect(isDrawn == (code.isDark(row: row, column: column) == inverted))
            }
        }
    }

    @Test func `the same text gives the same code`() throws {
        #expect(try QRCode("a") == QRCode("a"))
        #expect(try QRCode("a") != QRCode("b"))
    }
}
