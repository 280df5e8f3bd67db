import AccessModel
import Compliance
import ComplianceGateway
import Cryptography
import JSONCoding

/// A signal source as it is stored, but for its identifier, name and version.
struct StoredSource: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    /// The record; its version is that of its row.
    var record: SignalSourceRecord

    init(_ record: SignalSourceRecord) {
        self.record = record
    }

    init(json: inout JSONObject) throws(JSONError) {
        var attributes: Set<DeviceAttribute> = []
        for name in try json.required("attributes", as: [String].self) {
            guard let attribute = DeviceAttribute(rawValue: name) else {
                throw json.invalid("attributes", "names what no source tells")
            }
            attributes.insert(attribute)
        }
        let source = SignalSource(
            id: SignalSourceID(try json.required("id")), name: try json.required("name"), attributes: attributes,
            freshFor: .milliseconds(try json.required("freshFor", as: Int64.self)),
            holdFor: .milliseconds(try json.required("holdFor", as: Int64.self)),
            isEnabled: try json.required("isEnabled"))
        record = SignalSourceRecord(
            source: source, signalsPerMinute: try json.required("signalsPerMinute"),
            secrets: try json.required("secrets", as: [StoredSignalSecret].self).map(\.secret),
            createdAt: try json.instant("createdAt"))
    }

    func write(to writer: inout JSONWriter) {
        let source = record.source
        writer.object { object in
            object.member("id", source.id.rawValue)
            object.member("name", source.name)
            object.member("attributes", source.attributes.sorted().map(\.rawValue))
            object.member("freshFor", source.freshFor.wholeMilliseconds)
            object.member("holdFor", source.holdFor.wholeMilliseconds)
            object.member("isEnabled", source.isEnabled)
            object.member("signalsPerMinute", record.signalsPerMinute)
            object.member("secrets", record.secrets.map(StoredSignalSecret.init))
            object.member("createdAt", record.createdAt.milliseconds)
        }
    }
}

/// A source's secret as it is stored: sealed.
private struct StoredSignalSecret: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    let secret: SignalSecretRecord

    init(_ secret: SignalSecretRecord) {
        self.secret = secret
    }

    init(json: inout JSONObject) throws(JSONError) {
        let sealed: String = try json.required("sealed")
        do {
            secret = SignalSecretRecord(
                sealed: try Hexadecimal.decode(sealed), createdAt: try json.instant("createdAt"),
                expiresAt: try json.optionalInstant("expiresAt"))
        } catch let error as JSONError {
            throw error
        } catch {
            throw json.invalid("sealed", "is not what the gateway wrote")
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("sealed", Hexadecimal.encode(secret.sealed))
            object.member("createdAt", secret.createdAt.milliseconds)
            object.member("expiresAt", ifPresent: secret.expiresAt?.milliseconds)
        }
    }
}
