extension QRCode {
    /// The code for a terminal: two rows of modules in a line of text, with the quiet zone.
    ///
    /// Light modules are drawn and dark ones left out, as terminals are dark for most; readers take either.
    ///
    /// - Parameter inverted: whether dark modules are drawn instead, for a terminal with a light background.
    /// - Returns: lines that each end with a line feed.
    public func text(inverted: Bool = false) -> String {
        let range = -Self.quietZone..<side + Self.quietZone
        var text = ""
        for row in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
            for column in range {
                let upper = isDark(row: row, column: column) == inverted
                // The side is odd, so that the last line's lower half lies outside of the quiet zone: never drawn.
                let lower = row + 1 < range.upperBound && isDark(row: row + 1, column: column) == inverted
                text += Self.block(upper, lower)
            }
            text += "\n"
        }
        return text
    }

    private static func block(_ upper: Bool, _ lower: Bool) -> String {
        switch (upper, lower) {
        case (true, true): "\u{2588}"
        case (true, false): "\u{2580}"
        case (false, true): "\u{2584}"
        case (false, false): " "
        }
    }
}
