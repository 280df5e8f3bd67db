/// For each name, the words that hold the policies that include or exclude it; words without any are left out.
struct NamedWords: Sendable {
    /// One word of both rows of a name.
    private struct Entry: Sendable {
        let word: Int
        var included: UInt64 = 0
        var excluded: UInt64 = 0
    }

    private var entries: [Entry] = []
    /// Where the entries of each name begin, and after the last where they end.
    private var starts: [Int] = [0]

    /// Adds the policies that include and exclude a name to those that were found.
    func add(_ name: Int, to found: AssignedWords) {
        for entry in entries[starts[name]..<starts[name + 1]] {
            found.included[entry.word] |= entry.included
            found.excluded[entry.word] |= entry.excluded
        }
    }

    /// Takes in what policies say of names, one policy after the other.
    struct Builder {
        private var entries: [[Entry]] = []

        /// Makes room for another name and returns its number.
        mutating func addName() -> Int {
            entries.append([])
            return entries.count - 1
        }

        /// Notes that a policy includes or excludes a name; policies come in order.
        mutating func set(_ column: Int, of name: Int, excluded: Bool) {
            if entries[name].last?.word != column / 64 { entries[name].append(Entry(word: column / 64)) }
            let last = entries[name].count - 1
            let mask: UInt64 = 1 << UInt64(column % 64)
            if excluded { entries[name][last].excluded |= mask } else { entries[name][last].included |= mask }
        }

        /// What was taken in.
        var words: NamedWords {
            var words = NamedWords()
            for name in entries {
                words.entries.append(contentsOf: name)
                words.starts.append(words.entries.count)
            }
            return words
        }
    }
}

/// Two rows that are being filled, in memory that somebody else owns: who includes and who excludes.
struct AssignedWords {
    let included: UnsafeMutableBufferPointer<UInt64>
    let excluded: UnsafeMutableBufferPointer<UInt64>

    /// Both rows in one piece of memory.
    init(_ storage: UnsafeMutableBufferPointer<UInt64>) {
        included = UnsafeMutableBufferPointer(rebasing: storage[..<(storage.count / 2)])
        excluded = UnsafeMutableBufferPointer(rebasing: storage[(storage.count / 2)...])
    }

    /// Begins with a row and the one behind it.
    func set(to rows: UnsafePointer<UInt64>) {
        for word in included.indices {
            included[word] = rows[word]
            excluded[word] = rows[included.count + word]
        }
    }

    /// Adds a row to those who include.
    func include(_ row: UnsafePointer<UInt64>) {
        for word in included.indices { included[word] |= row[word] }
    }

    /// Adds a row to those who exclude.
    func exclude(_ row: UnsafePointer<UInt64>) {
        for word in excluded.indices { excluded[word] |= row[word] }
    }
}
