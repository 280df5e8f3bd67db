/// What is wrong with a data section.
enum DataFault: Error {
    case outOfBounds
    case pointerToPointer
    case keyNotString
    case tooDeep
    case tooMany

    var reason: String {
        switch self {
        case .outOfBounds: "a value does not lie within the data"
        case .pointerToPointer: "a pointer leads to a pointer"
        case .keyNotString: "a key is no string"
        case .tooDeep: "too many maps and arrays inside one another"
        case .tooMany: "a record has too many values"
        }
    }
}
