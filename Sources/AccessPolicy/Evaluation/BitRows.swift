/// Rows of one bit per policy.
struct BitRows: Sendable {
    /// How many words a row has.
    let width: Int
    private let columns: Int
    private var words: [UInt64] = []

    init(columns: Int) {
        self.columns = columns
        width = (columns + 63) / 64
    }

    /// Adds a row and returns where it stands.
    mutating func add(_ bit: (Int) -> Bool) -> Int {
        let row = words.count
        words.append(contentsOf: repeatElement(0, count: width))
        for column in 0..<columns where bit(column) {
            words[row + column / 64] |= 1 << UInt64(column % 64)
        }
        return row
    }

    /// Sets one bit of a row.
    mutating func set(in row: Int, at column: Int) { words[row + column / 64] |= 1 << UInt64(column % 64) }

    /// Calls the body with all words; a row begins where it stands.
    func withUnsafeWords<Result>(_ body: (UnsafePointer<UInt64>) -> Result) -> Result {
        words.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return withUnsafePointer(to: 0) { body($0) } }
            return body(base)
        }
    }

    /// Whether the bit of a column is set in a row.
    func has(_ column: Int, in row: Int) -> Bool { words[row + column / 64] >> UInt64(column % 64) & 1 != 0 }

    /// A word of a row.
    subscript(row: Int, word: Int) -> UInt64 { words[row + word] }
}
