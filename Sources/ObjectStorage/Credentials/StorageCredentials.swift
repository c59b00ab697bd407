import HTTPSending

/// The credentials that sign requests.
package struct StorageCredentials: Hashable, Sendable {
    /// The name of the account, which is not a secret.
    package var accessKey: String
    /// The key that signs requests. It is never shown.
    package var secretKey: String
    /// The token of keys that expire.
    package var sessionToken: String?

    /// Creates credentials of keys, and the token that belongs to them.
    package init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
    }

    /// What requests contain of the secrets; the key only signs.
    var sentSecret: SentSecret? { sessionToken.map { SentSecret($0, shownAs: "(token)") } }
}

extension StorageCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The access key without the secrets, since this may be logged.
    package var description: String { "credentials \(accessKey)" }

    /// The same as ``description``, without the secrets.
    package var debugDescription: String { description }

    /// A mirror without the secrets.
    package var customMirror: Mirror { Mirror(self, children: ["accessKey": accessKey]) }
}

/// A source of credentials, which is asked for each request.
package struct CredentialSource: Sendable {
    let credentials: @Sendable () async throws(ObjectStoreError) -> StorageCredentials?

    init(_ credentials: @escaping @Sendable () async throws(ObjectStoreError) -> StorageCredentials?) {
        self.credentials = credentials
    }

    /// Returns a source that always has the same credentials.
    package static func fixed(_ credentials: StorageCredentials) -> CredentialSource {
        CredentialSource { () throws(ObjectStoreError) in credentials }
    }
}
