import Execution
import Files
import FoundationEssentials
import HTTPMessages
import HTTPSending

/// Asks a container's agent for credentials that expire (Amazon ECS, EKS Pod Identity), and again before they expire.
actor CredentialAgent {
    private let address: String
    private let token: String?
    /// The file with the token, which Kubernetes renews from time to time.
    private let tokenFile: FilePath?
    private let transport = CurlTransport(.storage(idleLimit: .seconds(5)))
    /// With when they are renewed, and when they expire.
    private var known: (credentials: StorageCredentials, renewal: Double, end: Double)?
    /// The question that has no answer yet.
    private var asking: TypedTask<StorageCredentials, ObjectStoreError>?
    private let retries: StorageRetries
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Double

    /// The hosts that may be asked without TLS, because their traffic does not leave the machine.
    private static let trustedHosts: Set<String> = [
        "127.0.0.1", "localhost", "[::1]", "169.254.170.2", "169.254.170.23", "[fd00:ec2::23]",
    ]

    /// - Parameters:
    ///   - retries: of the agent; their budget is not used, because one question is asked at a time.
    ///   - clock: for waits between tries.
    ///   - now: the time, in seconds since 1970.
    /// - Returns: `nil` where no agent is named.
    /// - Throws: ``ObjectStoreError/Code/noCredentials`` for an address that is not taken.
    init?(
        _ variables: [String: String], retries: StorageRetries = StorageRetries(),
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) throws(ObjectStoreError) {
        if let path = variables["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"] {
            address = "http://169.254.170.2\(path)"
        } else if let full = variables["AWS_CONTAINER_CREDENTIALS_FULL_URI"] {
            address = full
        } else {
            return nil
        }
        let host = URL(string: address).flatMap { $0.host() }.map { $0.contains(":") ? "[\($0)]" : $0 }
        guard let host, address.utf8.rest(afterScheme: "https://") != nil || Self.trustedHosts.contains(host) else {
            throw ObjectStoreError(
                .noCredentials, "'\(address)' is not allowed as an agent: use https, or an agent on this machine")
        }
        token = variables["AWS_CONTAINER_AUTHORIZATION_TOKEN"]
        tokenFile = variables["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"].map { FilePath($0) }
        self.retries = retries
        self.clock = clock
        self.now = now
    }

    nonisolated var source: CredentialSource {
        CredentialSource { () async throws(ObjectStoreError) in try await self.credentials() }
    }

    private struct Answer: Decodable {
        var AccessKeyId: String
        var SecretAccessKey: String
        var Token: String?
        var Expiration: String?
    }

    /// Asks once for all tasks that wait for the answer.
    private func credentials() async throws(ObjectStoreError) -> StorageCredentials {
        if let known, known.renewal > now() { return known.credentials }
        let task =
            asking
            ?? Task { await Result(awaiting: { () async throws(ObjectStoreError) in try await self.ask() }) }
        asking = task
        guard let found = try await task.typedValueUnlessCancelled() else { throw cancelled }
        return found
    }

    private var cancelled: ObjectStoreError { ObjectStoreError(.cancelled, "\(address): the task was cancelled") }

    /// Asks until there is an answer.
    private func ask() async throws(ObjectStoreError) -> StorageCredentials {
        defer { asking = nil }
        var attempt = 1
        while true {
            let request = TransportRequest(address: address, fields: try fields(), isVerbatim: true)
            let answer = await transport.answer(to: request, limit: 1 << 16)
            if answer.error == nil, answer.status == 200 { return try read(answer.body) }
            let isTemporary = answer.error != nil || answer.status >= 500 || answer.status == 429
            if isTemporary, let known, known.end > now() {
                // They are still good. It is asked again soon, and not by each request.
                self.known?.renewal = now() + 10
                return known.credentials
            }
            guard isTemporary, attempt < retries.backoff.attempts else {
                let words = answer.error == nil ? "it answers with \(answer.status)" : answer.errorWords
                throw ObjectStoreError(
                    isTemporary ? .unavailable : .noCredentials, "\(address) gave no credentials: \(words)")
            }
            do {
                try await clock.sleep(
                    for: retries.delay(after: attempt, answer.retryAfter, jitter: Double.random(in: 0...1)))
            } catch {
                throw cancelled
            }
            attempt += 1
        }
    }

    private func fields() throws(ObjectStoreError) -> HTTPFields {
        var fields: HTTPFields = ["Accept": "application/json"]
        if let tokenFile {
            do throws(FileError) {
                let bytes = try tokenFile.readBytes(limit: 1 << 16, allowsPipes: true)
                fields["Authorization"] = HTTPFields.trimmed(
                    String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline })
            } catch {
                throw ObjectStoreError(.noCredentials, error.description)
            }
        } else if let token {
            fields["Authorization"] = token
        }
        return fields
    }

    /// Reads an answer, and keeps its credentials.
    private func read(_ body: [UInt8]) throws(ObjectStoreError) -> StorageCredentials {
        guard let read = try? CheckedJSON.decode(Answer.self, from: body) else {
            throw ObjectStoreError(.noCredentials, "\(address) did not answer with credentials")
        }
        let credentials = StorageCredentials(
            accessKey: read.AccessKeyId, secretKey: read.SecretAccessKey, sessionToken: read.Token)
        let end = read.Expiration.flatMap { try? Date($0, strategy: .iso8601) }?.timeIntervalSince1970
        // Renewed five minutes before they expire, but not within the next minute.
        known = (credentials, max(now() + 60, (end ?? 0) - 300), end ?? 0)
        return credentials
    }
}
