/// Why a service group ended other than by being asked to.
public enum ServiceGroupError: Error, CustomStringConvertible {
    /// A service could not get ready.
    case startFailed(service: String, cause: any Error)
    /// A service threw while it ran.
    case runFailed(service: String, cause: any Error)
    /// A service returned although nobody had asked it to stop.
    case endedEarly(service: String)
    /// The thread that waits for signals could not be made.
    case signals(SystemError)

    /// One line that is safe to log and to show.
    public var description: String {
        switch self {
        case .startFailed(let service, let cause): "service `\(service)` did not start: \(cause)"
        case .runFailed(let service, let cause): "service `\(service)` failed: \(cause)"
        case .endedEarly(let service): "service `\(service)` ended before it was asked to stop"
        case .signals(let cause): "cannot wait for signals: \(cause)"
        }
    }
}
