/// Rows under headings, for a terminal.
struct TextTable {
    private let headings: [String]
    private var rows: [[String]] = []

    /// Makes a table without rows.
    ///
    /// - Parameter headings: what stands over each column.
    init(_ headings: String...) { self.headings = headings }

    /// Adds a row; a cell without text shows as `-`.
    mutating func add(_ cells: String?...) {
        rows.append(cells.map { $0.map(TextLayout.oneLine).flatMap { $0.isEmpty ? nil : $0 } ?? "-" })
    }

    /// The lines; each column is as wide as its widest cell, the last one as each cell is.
    var text: String {
        var widths = headings.map(\.count)
        for row in rows { for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.count) } }
        return ([headings] + rows).map { row in
            row.enumerated().map { column, cell in
                column == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
            }.joined(separator: "  ") + "\n"
        }.joined()
    }
}
