import AccessModel
import Compliance
import JSONCoding

/// The app-protection policy as an app instance fetches it: a signed token that only this instance is the subject of.
enum ProtectionPolicyToken {
    /// The `typ` header.
    static let type = "app-protection-policy+jwt"
    /// How long an app may rely on it before it fetches it again.
    static let lifetime = Duration.seconds(86_400)

    /// The claims: issuer, audience and subject, the revision to report back, and the rules of every policy that applies.
    static func claims(
        of policies: [AppProtectionPolicy], revision: PolicyRevision, instance: AppInstance, issuer: String,
        now: Timestamp
    ) -> [UInt8] {
        var writer = JSONWriter(capacity: 1024)
        writer.object { object in
            object.member("iss", issuer)
            object.member("aud", instance.client.rawValue)
            object.member("sub", instance.id.rawValue)
            object.member("iat", now.seconds)
            object.member("exp", (now + lifetime).seconds)
            object.member("revision", revision.description)
            object.array("policies") { list in
                for policy in policies {
                    list.object { item in
                        item.member("id", policy.id.rawValue)
                        item.member("displayName", policy.displayName)
                        item.member("revision", policy.revision)
                        item.member("rules", policy.rules)
                    }
                }
            }
        }
        return writer.bytes
    }
}
