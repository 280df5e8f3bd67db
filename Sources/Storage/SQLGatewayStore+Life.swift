public import ComplianceGateway
import SQLDatabase

extension SQLGatewayStore {
    /// What the store is called.
    ///
    /// - Returns: nil of one that never got a name.
    /// - Throws: `StoreError`.
    public func life() async throws(StoreError) -> String? {
        try await read(["SELECT life FROM store_life WHERE id = 1"]) { try $0[0].first?.text(0) }
    }

    /// Gives the store another name.
    ///
    /// - Parameter life: the name.
    /// - Throws: `StoreError`.
    public func setLife(_ life: String) async throws(StoreError) {
        try await run(
            SQLWrite([
                SQLStep(
                    "INSERT INTO store_life (id, life) VALUES (1, \(life)) ON CONFLICT (id) DO UPDATE SET life = \(life)"
                )
            ]))
    }
}
