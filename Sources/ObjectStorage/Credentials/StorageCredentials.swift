/// What requests are signed with.
public struct StorageCredentials: Hashable, Sendable {
    /// Names the account; not a secret.
    public var accessKey: String
    /// Signs.
    public var secretKey: String
    /// Comes with keys that expire.
    public var sessionToken: String?

    /// Keys, and the token that came with them.
    public init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
    }
}

extension StorageCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the secrets: this may land in a log.
    public var description: String { "credentials \(accessKey)" }

    /// Without the secrets.
    public var debugDescription: String { description }

    /// Without the secrets.
    public var customMirror: Mirror { Mirror(self, children: ["accessKey": accessKey]) }
}

/// Where credentials come from, for each request anew.
public struct CredentialSource: Sendable {
    let credentials: @Sendable () async throws(ObjectStoreError) -> StorageCredentials?

    init(_ credentials: @escaping @Sendable () async throws(ObjectStoreError) -> StorageCredentials?) {
        self.credentials = credentials
    }

    /// Always these.
    public static func fixed(_ credentials: StorageCredentials) -> CredentialSource {
        CredentialSource { () throws(ObjectStoreError) in credentials }
    }
}
