/// Is told what came of each remediation.
///
/// The manager holds its delegate strongly: an object that nobody else keeps is called all the same. Set it before the first
/// remediation; to let go of it, set another one or nil.
public protocol ComplianceDelegate: AnyObject, Sendable {
    /// A remediation ended; called once for each, however many calls joined it.
    func complianceDidEnd(_ report: ComplianceReport) async
}
