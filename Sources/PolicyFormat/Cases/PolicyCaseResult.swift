public import JSONCoding

/// What came of a case.
public enum PolicyCaseResult: Sendable, Equatable {
    /// Everything was as expected.
    case passed
    /// Something was not; never empty.
    case failed([Mismatch])
    /// The case could not be tried, and why.
    case unusable(String)

    /// One thing that was not as expected.
    public struct Mismatch: Sendable, Equatable {
        /// What it is, such as `outcome` or `policies.P1.result`.
        public var path: String
        /// What was expected; nil for nothing.
        public var expected: JSONValue?
        /// What was found; nil for nothing.
        public var found: JSONValue?

        /// Makes a mismatch.
        public init(_ path: String, expected: JSONValue?, found: JSONValue?) {
            self.path = path
            self.expected = expected
            self.found = found
        }
    }
}

extension PolicyCaseResult.Mismatch: JSONWritable {
    /// Writes the mismatch as an object; what is nothing is left out.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("expected", ifPresent: expected)
            object.member("found", ifPresent: found)
            object.member("path", path)
        }
    }
}
