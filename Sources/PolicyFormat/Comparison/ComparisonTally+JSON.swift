import AccessModel
public import AccessPolicy
public import JSONCoding

extension ComparisonTally: JSONWritable {
    /// Writes the changes, in the order in which they are told, and how many requests were compared.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.array("changes") { array in
                for (change, group) in ordered {
                    array.object { object in
                        object.member("change", change)
                        object.member("examples", group.examples)
                        object.member("requests", group.requestCount)
                        object.member("resources", group.resources.count)
                        object.member("subjects", group.subjects.count)
                    }
                }
            }
            object.member("requests", requestCount)
            object.member("requestsThatChange", changedCount)
        }
    }
}

extension AccessChange: JSONWritable {
    /// Writes the change as an object.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            switch self {
            case .access(let from, let to, let causes):
                Self.write(causes, to: &object)
                object.member("from", from)
                object.member("kind", "access")
                object.member("to", to)
            case .session(let causes):
                Self.write(causes, to: &object)
                object.member("kind", "session")
            case .reportOnly(let policy, let from, let to):
                object.member("from", from.rawValue)
                object.member("kind", "reportOnly")
                object.member("policy", policy.rawValue)
                object.member("to", to.rawValue)
            }
        }
    }

    private static func write(_ causes: [Cause], to object: inout JSONObjectWriter) {
        object.array("by") { array in
            for cause in causes {
                array.object { object in
                    object.member("policy", cause.policy.rawValue)
                    object.member("set", cause.isGone ? "old" : "new")
                }
            }
        }
    }
}

extension AccessChange.Standing: JSONWritable {
    /// Writes the standing as an object with `outcome` and, where one is asked for, `control`.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            switch self {
            case .allowed: object.member("outcome", "allowed")
            case .asked(let control):
                object.member("control", control.rawValue)
                object.member("outcome", "requires")
            case .failed: object.member("outcome", "failed")
            case .blocked: object.member("outcome", "blocked")
            }
        }
    }
}
