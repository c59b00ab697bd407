import Files

/// The settings of storage in the environment: Amazon's variables and files, which other servers' tools use, too.
///
/// Keys: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`; else the profile `AWS_PROFILE`
/// (`default`) of `~/.aws/credentials` (`AWS_SHARED_CREDENTIALS_FILE`) or `~/.aws/config` (`AWS_CONFIG_FILE`); else
/// what a container's agent hands out (`AWS_CONTAINER_CREDENTIALS_FULL_URI`, `AWS_CONTAINER_CREDENTIALS_RELATIVE_URI`).
/// A machine's own role (IMDS), `role_arn`, web identities and single sign-on are not asked for.
package struct StorageEnvironment: Sendable {
    /// The variables that are read.
    package static let variables = [
        "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_DEFAULT_PROFILE",
        "AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE", "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL_S3",
        "AWS_ENDPOINT_URL", "HOME", "AWS_CONTAINER_CREDENTIALS_FULL_URI", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
        "AWS_CONTAINER_AUTHORIZATION_TOKEN", "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
    ]

    private let values: [String: String]
    private let credentialsFile: ProfileFile
    private let configFile: ProfileFile
    private static let longestFile = 1 << 20

    /// Reads the files. Blocks.
    ///
    /// - Parameter variables: the environment's, by their names.
    /// - Throws: ``ObjectStoreError`` where a file that is named cannot be read.
    package init(_ variables: [String: String]) throws(ObjectStoreError) {
        values = variables.filter { !$0.value.isEmpty }
        credentialsFile = try Self.file(
            values["AWS_SHARED_CREDENTIALS_FILE"], values["HOME"], "credentials", isConfig: false)
        configFile = try Self.file(values["AWS_CONFIG_FILE"], values["HOME"], "config", isConfig: true)
    }

    private static func file(
        _ named: String?, _ home: String?, _ name: String, isConfig: Bool
    ) throws(ObjectStoreError) -> ProfileFile {
        guard let path = named.map({ FilePath($0) }) ?? home.map({ FilePath($0).appending(".aws/\(name)") }) else {
            return ProfileFile("", isConfig: isConfig)
        }
        do throws(FileError) {
            let bytes = try path.readBytes(limit: longestFile, allowsEmpty: true, allowsPipes: true)
            return ProfileFile(String(decoding: bytes, as: UTF8.self), isConfig: isConfig)
        } catch {
            // Only a named file must exist.
            if named == nil { return ProfileFile("", isConfig: isConfig) }
            throw ObjectStoreError(.noCredentials, error.description)
        }
    }

    private var profile: String { values["AWS_PROFILE"] ?? values["AWS_DEFAULT_PROFILE"] ?? "default" }

    /// The region, `us-east-1` by default.
    package var region: String {
        values["AWS_REGION"] ?? values["AWS_DEFAULT_REGION"] ?? configFile.profiles[profile]?["region"]
            ?? credentialsFile.profiles[profile]?["region"] ?? "us-east-1"
    }

    /// The address of a server other than Amazon's; `nil` without one.
    package var endpoint: String? {
        values["AWS_ENDPOINT_URL_S3"] ?? values["AWS_ENDPOINT_URL"] ?? configFile.profiles[profile]?["endpoint_url"]
    }

    /// Returns the source of the credentials.
    ///
    /// - Throws: ``ObjectStoreError/Code/noCredentials`` with what was looked for.
    package func credentials() throws(ObjectStoreError) -> CredentialSource {
        if let key = values["AWS_ACCESS_KEY_ID"] {
            guard let secret = values["AWS_SECRET_ACCESS_KEY"] else {
                throw ObjectStoreError(
                    .noCredentials, "AWS_ACCESS_KEY_ID is set, but AWS_SECRET_ACCESS_KEY is not: set both")
            }
            return .fixed(
                StorageCredentials(accessKey: key, secretKey: secret, sessionToken: values["AWS_SESSION_TOKEN"]))
        }
        let found = [credentialsFile, configFile].compactMap { $0.profiles[profile] }
        for values in found {
            guard let key = values["aws_access_key_id"], let secret = values["aws_secret_access_key"] else { continue }
            return .fixed(
                StorageCredentials(accessKey: key, secretKey: secret, sessionToken: values["aws_session_token"]))
        }
        if let agent = try CredentialAgent(values) { return agent.source }
        throw ObjectStoreError(.noCredentials, Self.missing(profile, found, isNamed: values["AWS_PROFILE"] != nil))
    }

    private static func missing(_ profile: String, _ found: [[String: String]], isNamed: Bool) -> String {
        let others = ["role_arn", "sso_session", "sso_start_url", "credential_process", "web_identity_token_file"]
        if let other = others.first(where: { name in found.contains { $0[name] != nil } }) {
            return "the profile '\(profile)' gets its keys by \(other), which Peel does not do: set AWS_ACCESS_KEY_ID, "
                + "AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN ('aws configure export-credentials' prints them)"
        }
        if isNamed, found.isEmpty { return "AWS_PROFILE is '\(profile)', but no credentials file has that profile" }
        return "no credentials for s3://: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"
    }
}
