/// What the command line asks for.
struct BenchOptions {
    enum Subject {
        case policies(directory: String, requests: String)
        case tokens
    }

    let what: Subject
    private(set) var seconds = 2.0
    private(set) var writesJSON = false

    /// Reads the arguments; nil if they are not understood.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        switch rest.popFirst() {
        case "policies":
            guard let directory = rest.popFirst(), let requests = rest.popFirst() else { return nil }
            what = .policies(directory: directory, requests: requests)
        case "tokens": what = .tokens
        default: return nil
        }
        while let name = rest.popFirst() {
            switch (name, rest.popFirst()) {
            case ("--seconds", let value?):
                guard let seconds = Double(value), seconds > 0, seconds <= 60 else { return nil }
                self.seconds = seconds
            case ("--format", "json"?): writesJSON = true
            case ("--format", "text"?): writesJSON = false
            default: return nil
            }
        }
    }
}
