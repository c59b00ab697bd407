/// What requests are signed with.
package struct StorageCredentials: Hashable, Sendable {
    /// Names the account; not a secret.
    package var accessKey: String
    /// Signs.
    package var secretKey: String
    /// Comes with keys that expire.
    package var sessionToken: String?

    /// Keys, and the token that came with them.
    package init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
    }
}

extension StorageCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the secrets: this may land in a log.
    package var description: String { "credentials \(accessKey)" }

    /// Without the secrets.
    package var debugDescription: String { description }

    /// Without the secrets.
    package var customMirror: Mirror { Mirror(self, children: ["accessKey": accessKey]) }
}

/// Where credentials come from, for each request anew.
package struct CredentialSource: Sendable {
    let credentials: @Sendable () async throws(ObjectStoreError) -> StorageCredentials?

    init(_ credentials: @escaping @Sendable () async throws(ObjectStoreError) -> StorageCredentials?) {
        self.credentials = credentials
    }

    /// Always these.
    package static func fixed(_ credentials: StorageCredentials) -> CredentialSource {
        CredentialSource { () throws(ObjectStoreError) in credentials }
    }
}
