extension Span where Element == UInt8 {
    /// Lends the bytes to a C function; an empty span gives a valid pointer too, since C may refuse null.
    @unsafe
    func withPointer<Result, Failure>(
        _ body: (UnsafePointer<UInt8>, Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafeBufferPointer { (buffer) throws(Failure) in
            if let start = buffer.baseAddress {
                return try unsafe body(start, buffer.count)
            }
            var nothing: UInt8 = 0
            return try unsafe withUnsafePointer(to: &nothing) { (start) throws(Failure) in
                try unsafe body(start, 0)
            }
        }
    }
}

extension Array where Element == UInt8 {
    /// Lends the bytes to a C function; an empty array gives a valid pointer too, since C may refuse null.
    @unsafe
    func withPointer<Result, Failure>(
        _ body: (UnsafePointer<UInt8>, Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe span.withPointer(body)
    }

    /// An array of `count` bytes that `fill` writes whole, or nothing when it reports failure.
    @unsafe
    static func filled(_ count: Int, by fill: (UnsafeMutablePointer<UInt8>) -> Bool) -> [UInt8]? {
        guard count > 0 else { return [] }
        var done = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            guard let start = buffer.baseAddress else { return }
            unsafe buffer.initialize(repeating: 0)
            done = unsafe fill(start)
            initialized = count
        }
        return done ? bytes : nil
    }
}
