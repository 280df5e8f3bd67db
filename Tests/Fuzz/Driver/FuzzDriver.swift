public import FuzzChecks

@_silgen_name("LLVMFuzzerRunDriver")
private func runLibFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ input: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Runs libFuzzer with the program's arguments; `input` is called with each input.
public func runFuzzer(_ input: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    _ = runLibFuzzer(&count, &arguments, input)
}

/// Stops the process if a check finds something.
public func demand(
    _ start: UnsafePointer<UInt8>?, _ count: Int, _ check: ([UInt8]) throws(FuzzFinding) -> Void
) -> CInt {
    do {
        try check(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        preconditionFailure("\(error)")
    }
    return 0
}

/// libFuzzer's own main, which is linked but replaced by the program's, refers to this name.
@_cdecl("LLVMFuzzerTestOneInput")
func unusedInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { 0 }
