public import AccessModel
import Cryptography
import JSONCoding

/// The member `client_info`, from which stock clients learn the account's identifier at home: `uid` and `utid`.
public enum ClientInfo {
    /// The member's text: base64url of `{"uid":"<object id>","utid":"<home tenant id>"}`.
    public static func encode(account: AccountID, tenant: TenantID) -> String {
        var writer = JSONWriter(capacity: 128)
        writer.object { object in
            object.member("uid", account.rawValue)
            object.member("utid", tenant.rawValue)
        }
        return Base64URL.encode(writer.bytes)
    }
}
