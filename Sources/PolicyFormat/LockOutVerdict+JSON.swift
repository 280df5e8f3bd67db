import AccessModel
public import AccessPolicy
public import JSONCoding

extension LockOutVerdict: JSONWritable {
    /// Writes who could still administer the tenant as an object; the same verdict gives the same bytes.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("administrators", administrators)
            object.member("breakGlassReach", breakGlassReach)
            object.member("hasAdministrators", hasAdministrators)
            object.member("hasBreakGlass", hasBreakGlass)
            object.member("someoneCanAdminister", someoneCanAdminister)
        }
    }
}

extension LockOutVerdict.Standing: JSONWritable {
    /// Writes an administrator and what keeps him out as an object.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("account", account.membership.account.rawValue)
            object.member("breakGlass", account.isBreakGlass)
            object.member("canAdminister", lockOut == nil)
            if let lockOut {
                object.member("circumstances", lockOut.circumstances.description)
                object.member("demands", lockOut.demands)
            }
            object.member("name", account.name)
            object.member("reason", ifPresent: lockOut?.reason.rawValue)
        }
    }
}

extension LockOutVerdict.Demand: JSONWritable {
    /// Writes what a policy demands in vain as an object.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("control", control.rawValue)
            object.member("displayName", displayName)
            object.member("policy", policy.rawValue)
            object.member("reason", reason.rawValue)
        }
    }
}

extension LockOutVerdict.BreakGlassReach: JSONWritable {
    /// Writes a policy that reaches a break-glass account as an object.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("account", account.membership.account.rawValue)
            object.member("displayName", displayName)
            object.member("name", account.name)
            object.member("policy", policy.rawValue)
        }
    }
}
