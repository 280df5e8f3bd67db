import JSONCoding

extension JSONObject {
    /// Throws `unknownMember` for the first member that is none of these, read or not.
    ///
    /// Called before a member is read, it lets a misspelled name be told before the missing one that it was meant for.
    func refuseMembers(otherThan names: [String]) throws(JSONError) {
        guard let name = members.lazy.map(\.name).first(where: { !names.contains($0) }) else { return }
        throw JSONError(.unknownMember, at: path.appending(name))
    }
}
