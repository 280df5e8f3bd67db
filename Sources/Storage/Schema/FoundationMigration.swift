import SQLDatabase

extension SQLMigration {
    /// The first tables: tenants and their configuration, the directory, sign-in, grants, app instances, the journal.
    static let foundation = SQLMigration(version: 1, name: "foundation", oldestBinary: 1) { dialect in
        tenantTables(dialect) + directoryTables(dialect) + signInTables(dialect) + grantTables(dialect)
            + instanceTables(dialect) + journalTables(dialect)
    }

    private static func tenantTables(_ type: SQLDialect) -> [String] {
        [
            """
            CREATE TABLE tenants (
                id \(type.text) PRIMARY KEY,
                alias \(type.text) NOT NULL UNIQUE,
                name \(type.text) NOT NULL,
                epoch \(type.integer) NOT NULL,
                directory_revision \(type.integer) NOT NULL,
                policy_revision \(type.integer) NOT NULL,
                protection_revision \(type.integer) NOT NULL,
                when_nothing_matches \(type.text) NOT NULL,
                sealed_data_key \(type.blob) NOT NULL
            )\(type.tableOptions)
            """,
            """
            CREATE TABLE signing_keys (
                tenant \(type.text) NOT NULL REFERENCES tenants (id),
                id \(type.text) NOT NULL,
                sealed_private_key \(type.blob) NOT NULL,
                is_active \(type.integer) NOT NULL,
                created_at \(type.integer) NOT NULL,
                PRIMARY KEY (tenant, id)
            )\(type.tableOptions)
            """,
            // A policy set keeps every revision: what was decided can be explained later.
            """
            CREATE TABLE policy_sets (
                tenant \(type.text) NOT NULL REFERENCES tenants (id),
                revision \(type.integer) NOT NULL,
                content_hash \(type.blob) NOT NULL,
                document \(type.blob) NOT NULL,
                published_at \(type.integer) NOT NULL,
                PRIMARY KEY (tenant, revision)
            )\(type.tableOptions)
            """,
            """
            CREATE TABLE protection_sets (
                tenant \(type.text) NOT NULL REFERENCES tenants (id),
                revision \(type.integer) NOT NULL,
                policies \(type.blob) NOT NULL,
                exemptions \(type.blob) NOT NULL,
                published_at \(type.integer) NOT NULL,
                PRIMARY KEY (tenant, revision)
            )\(type.tableOptions)
            """,
        ]
    }

    private static func directoryTables(_ type: SQLDialect) -> [String] {
        [
            """
            CREATE TABLE accounts (
                tenant \(type.text) NOT NULL REFERENCES tenants (id),
                id \(type.text) NOT NULL,
                user_principal_name \(type.text) NOT NULL,
                normalized_name \(type.text) NOT NULL,
                display_name \(type.text) NOT NULL,
                is_enabled \(type.integer) NOT NULL,
                is_guest \(type.integer) NOT NULL,
                roles \(type.text) NOT NULL,
                password_hash \(type.text),
                PRIMARY KEY (tenant, id),
                UNIQUE (tenant, normalized_name)
            )\(type.tableOptions)
            """,
            """
            CREATE TABLE account_groups (
                tenant \(type.text) NOT NULL REFERENCES tenants (id),
                id \(type.text) NOT NULL,
                name \(type.text) NOT NULL,
                PRIMARY KEY (tenant, id),
                UNIQUE (tenant, name)
            )\(type.tableOptions)
            """,
            // A member is an account or a group; identifiers of both are GUIDs and never collide.
            """
            CREATE TABLE group_members (
                tenant \(type.text) NOT NULL,
                member \(type.text) NOT NULL,
                group_id \(type.text) NOT NULL,
                is_account \(type.integer) NOT NULL,
                PRIMARY KEY (tenant, member, group_id),
                FOREIGN KEY (tenant, group_id) REFERENCES account_groups (tenant, id)
            )\(type.tableOptions)
            """,
            "CREATE INDEX group_members_by_group ON group_members (tenant, group_id)",
            """
            CREATE TABLE clients (
                tenant \(type.text) NOT NULL REFERENCES tenants (id),
                id \(type.text) NOT NULL,
                document \(type.blob) NOT NULL,
                PRIMARY KEY (tenant, id)
            )\(type.tableOptions)
            """,
            """
            CREATE TABLE resources (
                tenant \(type.text) NOT NULL REFERENCES tenants (id),
                id \(type.text) NOT NULL,
                document \(type.blob) NOT NULL,
                PRIMARY KEY (tenant, id)
            )\(type.tableOptions)
            """,
            """
            CREATE TABLE authorities (
                tenant \(type.text) NOT NULL REFERENCES tenants (id),
                name \(type.text) NOT NULL,
                document \(type.blob) NOT NULL,
                PRIMARY KEY (tenant, name)
            )\(type.tableOptions)
            """,
        ]
    }

    private static func signInTables(_ type: SQLDialect) -> [String] {
        [
            """
            CREATE TABLE sessions (
                tenant \(type.text) NOT NULL,
                id \(type.text) NOT NULL,
                secret_hash \(type.blob) NOT NULL,
                account \(type.text) NOT NULL,
                methods \(type.text) NOT NULL,
                authenticated_at \(type.integer) NOT NULL,
                expires_at \(type.integer) NOT NULL,
                PRIMARY KEY (tenant, secret_hash),
                FOREIGN KEY (tenant, account) REFERENCES accounts (tenant, id)
            )\(type.tableOptions)
            """,
            "CREATE UNIQUE INDEX sessions_by_id ON sessions (tenant, id)",
            "CREATE INDEX sessions_by_account ON sessions (tenant, account)",
            "CREATE INDEX sessions_by_expiry ON sessions (expires_at)",
            """
            CREATE TABLE sign_in_attempts (
                tenant \(type.text) NOT NULL,
                subject \(type.text) NOT NULL,
                window_start \(type.integer) NOT NULL,
                attempts \(type.integer) NOT NULL,
                PRIMARY KEY (tenant, subject)
            )\(type.tableOptions)
            """,
        ]
    }

    private static func grantTables(_ type: SQLDialect) -> [String] {
        [
            """
            CREATE TABLE grants (
                tenant \(type.text) NOT NULL,
                id \(type.text) NOT NULL,
                account \(type.text) NOT NULL,
                client \(type.text) NOT NULL,
                session \(type.text),
                origin \(type.text) NOT NULL,
                scope \(type.text) NOT NULL,
                capabilities \(type.text) NOT NULL,
                methods \(type.text) NOT NULL,
                authenticated_at \(type.integer) NOT NULL,
                platform \(type.text),
                created_at \(type.integer) NOT NULL,
                instance \(type.text),
                death \(type.text),
                died_at \(type.integer),
                PRIMARY KEY (tenant, id),
                FOREIGN KEY (tenant, account) REFERENCES accounts (tenant, id)
            )\(type.tableOptions)
            """,
            "CREATE INDEX grants_by_instance ON grants (tenant, instance)",
            "CREATE INDEX grants_by_account ON grants (tenant, account)",
            """
            CREATE TABLE authorization_codes (
                tenant \(type.text) NOT NULL,
                hash \(type.blob) NOT NULL,
                client \(type.text) NOT NULL,
                account \(type.text) NOT NULL,
                session \(type.text) NOT NULL,
                grant_id \(type.text) NOT NULL,
                redirect_uri \(type.text) NOT NULL,
                code_challenge \(type.text),
                scope \(type.text) NOT NULL,
                capabilities \(type.text) NOT NULL,
                nonce \(type.text),
                key_thumbprint \(type.text),
                methods \(type.text) NOT NULL,
                authenticated_at \(type.integer) NOT NULL,
                platform \(type.text),
                expires_at \(type.integer) NOT NULL,
                consumed_at \(type.integer),
                PRIMARY KEY (tenant, hash)
            )\(type.tableOptions)
            """,
            "CREATE INDEX authorization_codes_by_expiry ON authorization_codes (expires_at)",
            "CREATE INDEX authorization_codes_by_account ON authorization_codes (tenant, account)",
            """
            CREATE TABLE refresh_tokens (
                tenant \(type.text) NOT NULL,
                hash \(type.blob) NOT NULL,
                grant_id \(type.text) NOT NULL,
                key_thumbprint \(type.text),
                issued_at \(type.integer) NOT NULL,
                expires_at \(type.integer) NOT NULL,
                rotated_at \(type.integer),
                PRIMARY KEY (tenant, hash),
                FOREIGN KEY (tenant, grant_id) REFERENCES grants (tenant, id)
            )\(type.tableOptions)
            """,
            "CREATE INDEX refresh_tokens_by_grant ON refresh_tokens (tenant, grant_id)",
            "CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at)",
            """
            CREATE TABLE device_authorizations (
                tenant \(type.text) NOT NULL,
                hash \(type.blob) NOT NULL,
                user_code \(type.text) NOT NULL,
                client \(type.text) NOT NULL,
                grant_id \(type.text) NOT NULL,
                scope \(type.text) NOT NULL,
                capabilities \(type.text) NOT NULL,
                issued_at \(type.integer) NOT NULL,
                expires_at \(type.integer) NOT NULL,
                poll_interval \(type.integer) NOT NULL,
                polled_at \(type.integer),
                state \(type.text) NOT NULL,
                account \(type.text),
                session \(type.text),
                methods \(type.text),
                authenticated_at \(type.integer),
                PRIMARY KEY (tenant, hash),
                UNIQUE (tenant, user_code)
            )\(type.tableOptions)
            """,
            "CREATE INDEX device_authorizations_by_expiry ON device_authorizations (expires_at)",
            "CREATE INDEX device_authorizations_by_account ON device_authorizations (tenant, account)",
            """
            CREATE TABLE used_once (
                tenant \(type.text) NOT NULL,
                kind \(type.text) NOT NULL,
                hash \(type.blob) NOT NULL,
                expires_at \(type.integer) NOT NULL,
                PRIMARY KEY (tenant, kind, hash)
            )\(type.tableOptions)
            """,
            "CREATE INDEX used_once_by_expiry ON used_once (expires_at)",
            """
            CREATE TABLE refusals (
                tenant \(type.text) NOT NULL,
                account \(type.text) NOT NULL,
                client \(type.text) NOT NULL,
                instance \(type.text),
                reason \(type.text) NOT NULL,
                at \(type.integer) NOT NULL
            )\(type.tableOptions)
            """,
            "CREATE INDEX refusals_by_account ON refusals (tenant, account, client, at)",
            "CREATE INDEX refusals_by_time ON refusals (at)",
            """
            CREATE TABLE revocations (
                tenant \(type.text) NOT NULL,
                scope \(type.text) NOT NULL,
                sequence \(type.integer) NOT NULL,
                at \(type.integer) NOT NULL,
                PRIMARY KEY (tenant, scope)
            )\(type.tableOptions)
            """,
            "CREATE INDEX revocations_by_time ON revocations (at)",
        ]
    }

    private static func instanceTables(_ type: SQLDialect) -> [String] {
        [
            """
            CREATE TABLE instances (
                tenant \(type.text) NOT NULL,
                id \(type.text) NOT NULL,
                account \(type.text) NOT NULL,
                client \(type.text) NOT NULL,
                key_thumbprint \(type.text),
                is_enrolled \(type.integer) NOT NULL,
                enrolled_at \(type.integer) NOT NULL,
                reevaluate_at \(type.integer),
                version \(type.integer) NOT NULL,
                state \(type.blob) NOT NULL,
                PRIMARY KEY (tenant, id),
                FOREIGN KEY (tenant, account) REFERENCES accounts (tenant, id)
            )\(type.tableOptions)
            """,
            "CREATE INDEX instances_by_account ON instances (tenant, account, client)",
            "CREATE UNIQUE INDEX instances_by_key ON instances (tenant, key_thumbprint) WHERE is_enrolled = 1",
            """
            CREATE TABLE enrollment_ids (
                tenant \(type.text) NOT NULL,
                hash \(type.blob) NOT NULL,
                instance \(type.text) NOT NULL,
                issued_at \(type.integer) NOT NULL,
                PRIMARY KEY (tenant, hash),
                UNIQUE (tenant, instance)
            )\(type.tableOptions)
            """,
            """
            CREATE TABLE managed_identities (
                tenant \(type.text) NOT NULL,
                fingerprint \(type.blob) NOT NULL,
                account \(type.text) NOT NULL,
                client \(type.text) NOT NULL,
                instance \(type.text) NOT NULL,
                claimed_at \(type.integer) NOT NULL,
                PRIMARY KEY (tenant, fingerprint)
            )\(type.tableOptions)
            """,
        ]
    }

    private static func journalTables(_ type: SQLDialect) -> [String] {
        [
            // Apart from the tenants, so that counting an entry touches no row that every request reads.
            """
            CREATE TABLE journal_heads (
                tenant \(type.text) PRIMARY KEY,
                sequence \(type.integer) NOT NULL
            )\(type.tableOptions)
            """,
            """
            CREATE TABLE journal (
                tenant \(type.text) NOT NULL,
                sequence \(type.integer) NOT NULL,
                at \(type.integer) NOT NULL,
                kind \(type.text) NOT NULL,
                account \(type.text),
                client \(type.text),
                instance \(type.text),
                device \(type.text),
                actor \(type.text),
                correlation \(type.text),
                details \(type.text) NOT NULL,
                PRIMARY KEY (tenant, sequence)
            )\(type.tableOptions)
            """,
        ]
    }
}
