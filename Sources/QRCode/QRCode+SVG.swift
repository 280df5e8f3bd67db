extension QRCode {
    /// The code as an SVG document, dark on light with its quiet zone, whatever the page's colours are.
    ///
    /// A module is one unit; the picture scales to whatever size it is shown in. The document has no script, no style and
    /// no reference to anything.
    ///
    /// - Returns: the document in ASCII.
    public func svg() -> [UInt8] {
        let size = side + 2 * Self.quietZone
        var path = ""
        for row in 0..<side {
            for run in darkRuns(inRow: row) {
                path += "M\(run.lowerBound + Self.quietZone) \(row + Self.quietZone)h\(run.count)v1h-\(run.count)z"
            }
        }
        let document = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size) \(size)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(size)v\(size)h-\(size)z"/><path fill="#000" d="\(path)"/></svg>
            """
        return Array(document.utf8)
    }

    private func darkRuns(inRow row: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        for column in 0...side {
            switch (isDark(row: row, column: column), start) {
            case (true, nil): start = column
            case (false, let first?):
                runs.append(first..<column)
                start = nil
            case (true, _?), (false, nil): break
            }
        }
        return runs
    }
}
