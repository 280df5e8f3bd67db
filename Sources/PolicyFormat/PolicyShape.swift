import AccessPolicy

/// What a member of a policy document looks like, and what the engine makes of it.
indirect enum PolicyShape: Sendable {
    /// A string.
    case text
    /// An identifier in GUID form; anything else in its place is replaced.
    case identifier
    /// A truth value.
    case flag
    /// Anything; it is kept without null and empty members.
    case anything
    /// One of some words, folded to their case; an unknown one is refused.
    case word([String])
    /// A list of words, folded to their case; an unknown one, or one that is not evaluated, holds the policy.
    case words(evaluated: [String], others: [String])
    /// Words in a comma-separated string or a list; kept as a string.
    case flags([String])
    /// A list of strings of any content.
    case texts
    /// A list of GUIDs and of some words; other words and anything else hold the policy.
    case references(words: [String], unsupported: [String])
    /// A list of authentication contexts.
    case authenticationContexts
    /// An authentication strength, kept by its reference.
    case strength
    /// A session control, which does nothing while its `isEnabled` is false.
    case sessionControl
    /// An object.
    case object(PolicyObjectShape)

    /// Whether the shape is a list.
    var isList: Bool {
        switch self {
        case .words, .texts, .references, .authenticationContexts: true
        default: false
        }
    }
}

/// The members of an object in a policy document.
struct PolicyObjectShape: Sendable {
    /// The members that are known.
    let members: [String: Member]
    /// The part of a policy that an unknown member may change; nil where one changes nothing.
    let unknown: UnenforceableReason.Part?
    /// An annotation that carries meaning and is kept.
    let keepsTypeAnnotation: Bool

    /// One known member.
    struct Member: Sendable {
        let shape: PolicyShape
        /// The part of the policy that the member belongs to, for what it says that cannot be enforced.
        let part: UnenforceableReason.Part?
        /// Whether the engine evaluates the member; otherwise its presence holds the policy.
        let isEvaluated: Bool
        /// Whether an empty list is written when it is missing.
        let isRequiredList: Bool
    }

    init(
        unknown: UnenforceableReason.Part?, keepsTypeAnnotation: Bool = false, _ members: [(String, Member)]
    ) {
        self.members = Dictionary(uniqueKeysWithValues: members)
        self.unknown = unknown
        self.keepsTypeAnnotation = keepsTypeAnnotation
    }
}

extension PolicyObjectShape.Member {
    /// A member that says nothing about enforcement.
    static func metadata(_ shape: PolicyShape) -> Self {
        Self(shape: shape, part: nil, isEvaluated: true, isRequiredList: false)
    }

    /// A member that the engine evaluates.
    static func evaluated(_ shape: PolicyShape, _ part: UnenforceableReason.Part) -> Self {
        Self(shape: shape, part: part, isEvaluated: true, isRequiredList: false)
    }

    /// A list that the engine evaluates and that is written even when it is empty.
    static func list(_ shape: PolicyShape, _ part: UnenforceableReason.Part) -> Self {
        Self(shape: shape, part: part, isEvaluated: true, isRequiredList: true)
    }

    /// A member that the engine does not evaluate yet.
    static func unsupported(_ shape: PolicyShape, _ part: UnenforceableReason.Part, isRequiredList: Bool = false)
        -> Self
    {
        Self(shape: shape, part: part, isEvaluated: false, isRequiredList: isRequiredList)
    }
}
