public import JSONCoding

extension ClientAppKind: JSONReadable {}
extension InstanceProof: JSONReadable {}
extension TokenLifetimeClass: JSONReadable {}
