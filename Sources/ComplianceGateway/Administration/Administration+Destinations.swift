public import AccessModel
public import Cryptography
import Directory
import JSONCoding

extension Administration {
    /// Adds a destination, or replaces the one of its name.
    ///
    /// - Parameters:
    ///   - destination: the destination.
    ///   - secret: its secret; nil keeps the one that it has, if its address and kind stay as they are.
    ///   - tenant: the tenant.
    ///   - store: where destinations are found.
    ///   - directory: where the tenant's configuration is found.
    /// - Returns: false when there is no such tenant.
    /// - Throws: ``UnusableContents``; ``StoreError``; `CryptographyError` when the library fails.
    public func putDestination(
        _ destination: Destination, secret: SecretBytes?, in tenant: TenantHead, store: any DeliveryStore,
        directory: TenantDirectory
    ) async throws -> Bool {
        if let fault = destination.fault { throw UnusableContents(fault) }
        let old = try await store.destinations(of: tenant.id).first { $0.destination.name == destination.name }
        let sealed: [UInt8]?
        if let secret {
            sealed = try await directory.configuration(at: tenant).dataKey.seal(
                secret.copiedBytes, for: SealingPurpose.destination(destination.name, of: tenant.id),
                nonce: environment.randomBytes(AESGCM.nonceByteCount))
        } else if let old, old.destination.kind == destination.kind, old.destination.url == destination.url {
            sealed = old.sealedSecret
        } else {
            // A secret that was meant for one address is not sent to another.
            sealed = nil
        }
        guard sealed != nil || !destination.kind.needsSecret else {
            throw UnusableContents("a destination of the kind `\(destination.kind.rawValue)` needs a secret")
        }
        let entry = JournalEntry(
            .destinationChanged, at: environment.now(), subject: JournalSubject(actor: actor),
            details: [
                ("destination", .string(destination.name)), ("destinationKind", .string(destination.kind.rawValue)),
                ("url", .string(destination.url)),
                ("events", .array(destination.events.map(\.rawValue).sorted().map(JSONValue.string))),
                ("newSecret", .bool(secret != nil)),
            ])
        return try await deliver(
            .put(DestinationRecord(destination: destination, sealedSecret: sealed)), entry, in: tenant.id)
    }

    /// Removes a destination and what it was still to be told.
    ///
    /// - Returns: false when there is none of that name.
    /// - Throws: ``StoreError``.
    public func removeDestination(_ name: String, in tenant: TenantID) async throws(StoreError) -> Bool {
        let entry = JournalEntry(
            .destinationRemoved, at: environment.now(), subject: JournalSubject(actor: actor),
            details: [("destination", .string(name))])
        return try await deliver(.remove(name), entry, in: tenant)
    }

    /// Lets a dead message be tried anew.
    ///
    /// - Returns: false when there is no dead message of that identifier.
    /// - Throws: ``StoreError``.
    public func reviveDelivery(_ id: Delivery.ID, in tenant: TenantID) async throws(StoreError) -> Bool {
        try await deliver(.revive(id, at: environment.now()), entry(.deliveryRevived, id), in: tenant)
    }

    /// Gives a dead message up.
    ///
    /// - Returns: false when there is no dead message of that identifier.
    /// - Throws: ``StoreError``.
    public func discardDelivery(_ id: Delivery.ID, in tenant: TenantID) async throws(StoreError) -> Bool {
        try await deliver(.discard(id), entry(.deliveryDiscarded, id), in: tenant)
    }

    private func entry(_ kind: JournalKind, _ id: Delivery.ID) -> JournalEntry {
        JournalEntry(
            kind, at: environment.now(), subject: JournalSubject(actor: actor),
            details: [("destination", .string(id.destination)), ("sequence", .integer(id.sequence))])
    }

    private func deliver(
        _ change: DeliveryChange, _ entry: JournalEntry, in tenant: TenantID
    ) async throws(StoreError) -> Bool {
        var entry = entry
        if let reason { entry.details.append(("reason", .string(reason))) }
        let write = GatewayWrite(tenant: tenant, changes: [.delivery(change)], entries: [entry])
        guard case .committed = try await environment.store.commit(write) else { return false }
        return true
    }
}

extension Administration {
    /// Sends a destination one message now, which is stored nowhere.
    ///
    /// - Parameters:
    ///   - name: the destination's name.
    ///   - event: what the message tells of.
    ///   - userPrincipalName: whom it is about; nil is nobody.
    ///   - tenant: the tenant.
    ///   - store: where destinations are found.
    ///   - directory: where the tenant's configuration is found.
    ///   - sender: what takes the message there.
    /// - Returns: what became of it; nil when there is no such destination, or no such account.
    /// - Throws: ``StoreError``; `CryptographyError` when the secret does not open.
    public func testDestination(
        _ name: String, event: DeliveryEvent, userPrincipalName: String?, in tenant: TenantHead,
        store: any DeliveryStore, directory: TenantDirectory, sender: any DeliverySender
    ) async throws -> DeliveryOutcome? {
        guard let record = try await store.destinations(of: tenant.id).first(where: { $0.destination.name == name })
        else { return nil }
        var account: Account?
        if let userPrincipalName {
            guard let parsed = UserPrincipalName(userPrincipalName),
                let found = try await environment.store.facts(
                    FactsQuery(tenant: tenant.id, anchor: .userPrincipalName(parsed)))?.account
            else { return nil }
            account = found.account
        }
        let configuration = try await directory.configuration(at: tenant)
        let secret = try record.sealedSecret.map {
            SecretBytes(try configuration.dataKey.open($0, for: SealingPurpose.destination(name, of: tenant.id)))
        }
        let now = environment.now()
        let message = DeliveryMessage(
            id: "\(tenant.id.rawValue)/test/\(name)/\(now.milliseconds)", tenant: tenant.id, event: event, at: now,
            account: account?.id, userPrincipalName: account?.userPrincipalName.description,
            displayName: account?.displayName, preferredLanguage: account?.preferredLanguage,
            selfServiceURL: configuration.urls.selfService, isTest: true)
        return await sender.send(message, to: record.destination, secret: secret)
    }
}
