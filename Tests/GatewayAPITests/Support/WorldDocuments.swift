import AccessModel
import Compliance
import ComplianceGateway
import Cryptography
import Directory
import JSONCoding
import PolicyFormat

/// The documents that make the fixture's tenants what they are.
enum WorldDocuments {
    static func directory(authority: String, people: [World.Person] = World.Person.allCases) throws -> DirectoryContents
    {
        var writer = JSONWriter()
        writer.object { root in
            root.array("groups") { list in
                for name in World.groups {
                    list.object { group in
                        group.member("id", World.group(name))
                        group.member("name", name)
                        group.member("members", people.filter { $0.groups.contains(name) }.map(\.name))
                    }
                }
            }
            root.array("accounts") { list in
                for person in people {
                    list.object { account in
                        account.member("id", person.account)
                        account.member("upn", person.name)
                        account.member("name", person.rawValue)
                    }
                }
            }
            root.array("resources") { list in
                list.object { resource in
                    resource.member("id", "7b0e4f7a-1c57-4c1e-a2a4-53d0c8a1b001")
                    resource.member("identifier", World.mail)
                    resource.member("name", "Contoso Mail API")
                    resource.member("scopes", ["mail.read"])
                    resource.member("wantsClientCapabilities", true)
                    resource.member("tokenLifetime", "introspecting")
                    resource.member("introspectionClients", [World.mailService])
                }
            }
            root.array("clients") { list in
                native(&list, World.mailApp, "Contoso <b>Mail</b>", proof: "key")
                native(&list, World.notesApp, "Contoso Notes", proof: "enrollmentId")
                service(&list, World.mailService, "Mail service")
                service(&list, World.otherService, "Another service")
            }
            root.array("authorities") { list in
                list.object { item in
                    item.member("name", "Contoso device management")
                    item.member("certificate", authority)
                    item.member("clients", [World.mailApp, World.notesApp])
                }
            }
        }
        return try DirectoryDocument.read(JSONElement(try JSONValue.parse(writer.bytes)))
    }

    private static func native(_ list: inout JSONArrayWriter, _ id: String, _ name: String, proof: String) {
        list.object { client in
            client.member("id", id)
            client.member("name", name)
            client.member("type", "native")
            client.member("redirectURIs", [World.redirect, World.schemeRedirect])
            client.member("instanceProof", proof)
            client.array("permissions") { permissions in
                permissions.object { permission in
                    permission.member("resource", World.mail)
                    permission.member("scopes", ["mail.read"])
                }
            }
        }
    }

    private static func service(_ list: inout JSONArrayWriter, _ id: String, _ name: String) {
        list.object { client in
            client.member("id", id)
            client.member("name", name)
            client.member("type", "daemon")
            client.object("authentication") { authentication in
                let hash = Digest.sha256(Array(World.mailServiceSecret.utf8))
                authentication.member("secretHashes", [Hexadecimal.encode(hash)])
            }
            client.array("permissions") { permissions in
                permissions.object { permission in
                    permission.member("resource", World.mail)
                    permission.member("scopes", ["mail.read"])
                }
            }
        }
    }

    /// One policy for each group that something is asked of.
    static func policies() throws -> [UInt8] {
        let controls = [
            ("Mobile", "compliantApplication"), ("Blocked", "block"), ("Second factor", "mfa"),
            ("Devices", "compliantDevice"),
        ]
        let items = controls.enumerated().map { index, item in
            policy("6f0c7a0e-51d1-4b7e-9c55-2f6f6f1d000\(index + 1)", group: World.group(item.0), control: item.1)
        }
        let text = "{\"value\":[\(items.joined(separator: ","))]}"
        let collection = PolicyCollection([PolicyReader().read(Array(text.utf8), named: "policies.json")])
        guard collection.refusedCount == 0 else { throw FixtureFailure("the policies can not be read") }
        return PolicyPublication.bytes(of: collection)
    }

    private static func policy(_ id: String, group: String, control: String) -> String {
        """
        {"id":"\(id)","displayName":"The secret name of \(control)","state":"enabled",
         "conditions":{"clientAppTypes":["all"],"applications":{"includeApplications":["All"]},
         "users":{"includeGroups":["\(group)"]}},
         "grantControls":{"operator":"OR","builtInControls":["\(control)"]}}
        """
    }

    /// The app-protection policy of the protected: a PIN, no rooted device, a provisioned identity.
    static func protection() throws -> AppProtectionPolicy {
        try AppProtectionPolicy(
            id: AppProtectionPolicyID("contoso-apps"), displayName: "Contoso apps", revision: 1,
            target: AssignmentTarget(include: .init(groups: [GroupID(World.group("Protected"))])),
            rules: ProtectionRules(requiresPIN: true, blocksRooted: true, revisionGrace: .zero))
    }
}

/// Something that the fixture needs and does not get.
struct FixtureFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
