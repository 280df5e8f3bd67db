/// What the command line asks for.
struct BenchOptions {
    enum Subject {
        case policies(directory: String, requests: String)
        case tokens
        case signals(state: String)
        case deviceSignals(directory: String)
    }

    let what: Subject
    private(set) var seconds = 2.0
    private(set) var writesJSON = false
    /// How many signals are under way at a time.
    private(set) var atATime = 64

    /// Reads the arguments; nil if they are not understood.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        switch rest.popFirst() {
        case "policies":
            guard let directory = rest.popFirst(), let requests = rest.popFirst() else { return nil }
            what = .policies(directory: directory, requests: requests)
        case "tokens": what = .tokens
        case "signals":
            guard let state = rest.popFirst() else { return nil }
            what = .signals(state: state)
        case "device-signals":
            guard let directory = rest.popFirst() else { return nil }
            what = .deviceSignals(directory: directory)
        default: return nil
        }
        while let name = rest.popFirst() {
            switch (name, rest.popFirst()) {
            case ("--seconds", let value?):
                guard let seconds = Double(value), seconds > 0, seconds <= 60 else { return nil }
                self.seconds = seconds
            case ("--at-a-time", let value?):
                guard let count = Int(value), (1...10_000).contains(count) else { return nil }
                atATime = count
            case ("--format", "json"?): writesJSON = true
            case ("--format", "text"?): writesJSON = false
            default: return nil
            }
        }
    }
}
