import AccessPolicy

/// What a member of a policy document looks like, and what the engine makes of it.
indirect enum PolicyShape: Sendable {
    /// A string.
    case text
    /// An identifier in GUID form; anything else in its place is replaced.
    case identifier
    /// A truth value.
    case flag
    /// A number without fraction.
    case integer
    /// Anything; it is kept without null and empty members.
    case anything
    /// One of some words, folded to their case; an unknown one is refused.
    case word([String])
    /// One of some words, folded to their case; an unknown one holds the policy.
    case choice([String])
    /// A list of words, folded to their case; an unknown one, or one that is not evaluated, holds the policy.
    case words(PolicyWords)
    /// Words in a comma-separated string or a list; kept as a string.
    ///
    /// - Parameters:
    ///   - words: the words.
    ///   - zero: a word that stands for none of them, if there is one.
    case flags([String], zero: String?)
    /// A list of strings of any content.
    case texts
    /// A list of GUIDs and of some words; other words and anything else hold the policy.
    case references(PolicyReferences)
    /// A list of authentication contexts.
    case authenticationContexts
    /// An authentication strength, kept by its reference.
    case strength
    /// A session control, which does nothing while its `isEnabled` is false.
    case sessionControl(PolicyObjectShape)
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

/// The words of a list.
struct PolicyWords: Sendable {
    /// Those that the engine evaluates.
    let evaluated: [String]
    /// Those that it does not, each with what to do instead.
    let others: [(word: String, advice: String)]
    /// What there is to say of some of those that it evaluates.
    let remarks: [String: String]

    init(_ evaluated: [String], others: [(word: String, advice: String)] = [], remarks: [String: String] = [:]) {
        self.evaluated = evaluated
        self.others = others
        self.remarks = remarks
    }

    /// All of them.
    var all: [String] { evaluated + others.map(\.word) }
}

/// What a list of references may name.
struct PolicyReferences: Sendable {
    /// Words that the engine evaluates.
    let words: [String]
    /// Words and identifiers that it does not, each with what to do instead.
    let others: [(word: String, advice: String)]
    /// Whether any other word is the name of an application group.
    let namesGroups: Bool

    init(
        _ words: [String], others: [(word: String, advice: String)] = [], namesGroups: Bool = false
    ) {
        self.words = words
        self.others = others
        self.namesGroups = namesGroups
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
        /// What it says, in one sentence.
        let summary: String
        /// What to do in its place, if the engine does not evaluate it: its presence holds the policy.
        let advice: String?
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
    static func metadata(_ shape: PolicyShape, _ summary: String) -> Self {
        Self(shape: shape, part: nil, summary: summary, advice: nil, isRequiredList: false)
    }

    /// A member that the engine evaluates.
    static func evaluated(_ shape: PolicyShape, _ part: UnenforceableReason.Part, _ summary: String) -> Self {
        Self(shape: shape, part: part, summary: summary, advice: nil, isRequiredList: false)
    }

    /// A list that the engine evaluates and that is written even when it is empty.
    static func list(_ shape: PolicyShape, _ part: UnenforceableReason.Part, _ summary: String) -> Self {
        Self(shape: shape, part: part, summary: summary, advice: nil, isRequiredList: true)
    }

    /// A member that the engine does not evaluate.
    static func unsupported(
        _ shape: PolicyShape, _ part: UnenforceableReason.Part, isRequiredList: Bool = false, _ summary: String,
        advice: String
    ) -> Self {
        Self(shape: shape, part: part, summary: summary, advice: advice, isRequiredList: isRequiredList)
    }
}
