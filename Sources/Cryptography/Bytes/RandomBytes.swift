import COpenSSL

/// Bytes from the library's generator, which the operating system seeds.
public enum RandomBytes {
    /// `count` unpredictable bytes.
    ///
    /// Ends the process when the generator fails: nothing that needs an unguessable value may go on without one.
    public static func generate(_ count: Int) -> [UInt8] {
        precondition(count >= 0 && count <= Int(Int32.max), "a byte count out of range")
        guard let bytes = unsafe [UInt8].filled(count, by: { start in unsafe RAND_bytes(start, Int32(count)) == 1 })
        else { preconditionFailure("the random generator failed") }
        return bytes
    }
}
