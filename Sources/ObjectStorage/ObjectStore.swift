import HTTPMessages
import HTTPSending

/// Reads, writes and lists objects in storage that speaks S3.
///
///     let store = ObjectStore(endpoint: .amazon, region: "eu-central-1", credentials: .fixed(credentials))
///     let photo = try await store.get(ObjectAddress(bucket: "photos", key: "cat.jpg"), limit: 64 << 20)
///
/// Each request is signed (Signature Version 4). Failed requests are repeated within ``StorageRetries``, and a
/// download that broke off resumes. Any number of tasks may share the store; each call is one request at a time, and no
/// thread of Swift's shared pool blocks.
package final class ObjectStore: Sendable {
    /// The dependencies that tests replace.
    package struct Dependencies: Sendable {
        /// The clock for waits between tries.
        package var clock: any Clock<Duration>
        /// Random numbers in 0…1.
        package var random: @Sendable () -> Double

        /// Creates dependencies; the system's own by default.
        package init(
            clock: any Clock<Duration> = ContinuousClock(),
            random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
        ) {
            self.clock = clock
            self.random = random
        }
    }

    private let endpoint: StorageEndpoint
    private let region: String
    let credentials: CredentialSource
    private let retries: StorageRetries
    private let dependencies: Dependencies
    private let transport: CurlTransport
    private let budget: RetryBudget

    /// Creates a store; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - region: which requests are signed for: `eu-central-1`. Servers other than Amazon's mostly take `us-east-1`.
    ///   - idleLimit: how long a server may be silent.
    package init(
        endpoint: StorageEndpoint, region: String, credentials: CredentialSource,
        retries: StorageRetries = StorageRetries(), idleLimit: Duration = .seconds(15),
        dependencies: Dependencies = Dependencies()
    ) {
        self.endpoint = endpoint
        self.region = region
        self.credentials = credentials
        self.retries = retries
        transport = CurlTransport(.storage(idleLimit: idleLimit))
        self.dependencies = dependencies
        budget = RetryBudget(retries)
    }

    /// Returns an object's bytes.
    ///
    /// - Throws: ``ObjectStoreError`` with `.noSuchObject`, with `.tooLarge` for one of more than `limit` bytes, and
    ///   others.
    package func get(_ object: ObjectAddress, limit: Int) async throws(ObjectStoreError) -> [UInt8] {
        try await send(StorageRequest(method: .get, object: object, limit: limit)).body
    }

    /// Returns an object's size in bytes; `nil` if there is no such object.
    package func byteCount(of object: ObjectAddress) async throws(ObjectStoreError) -> Int? {
        do throws(ObjectStoreError) {
            let answer = try await send(StorageRequest(method: .head, object: object))
            guard let count = answer.fields["Content-Length"].flatMap({ Int($0) }), count >= 0 else {
                throw ObjectStoreError(.badAnswer, "\(object): the storage does not state its size")
            }
            return count
        } catch {
            if error.code == .noSuchObject { return nil }
            throw error
        }
    }

    /// Removes an object. A missing one is fine.
    package func delete(_ object: ObjectAddress) async throws(ObjectStoreError) {
        do throws(ObjectStoreError) {
            _ = try await send(StorageRequest(method: .delete, object: object))
        } catch {
            if error.code != .noSuchObject { throw error }
        }
    }

    // MARK: One request

    /// Sends a request until it succeeds.
    ///
    /// - Returns: a whole answer with a status of 200 to 299.
    func send(_ request: StorageRequest) async throws(ObjectStoreError) -> CollectedAnswer {
        var download = PartialObject()
        var attempt = 1
        while true {
            var next = request
            if let continued = download.fields { next.fields.setMissing(continued) }
            let url = endpoint.url(request.object, query: request.query, region: region)
            let signing = StorageSigning(region: region, credentials: try await credentials.credentials())
            var answer = await transport.answer(to: next.signed(signing, to: url), limit: next.limit)
            guard let error = error(&answer, of: request, &download, sentBy: signing.credentials) else {
                budget.noteSuccess()
                return answer
            }
            guard error.code == .unavailable, answer.status != 507, !Task.isCancelled,
                attempt < retries.backoff.attempts, budget.takeRepeat()
            else { throw error }
            do {
                try await dependencies.clock.sleep(
                    for: retries.delay(after: attempt, answer.retryAfter, jitter: dependencies.random()))
            } catch {
                throw Self.cancelled(request.object)
            }
            attempt += 1
        }
    }

    /// - Returns: `nil` for an answer that is what was asked for.
    private func error(
        _ answer: inout CollectedAnswer, of request: StorageRequest, _ download: inout PartialObject,
        sentBy sender: StorageCredentials?
    ) -> ObjectStoreError? {
        let object = request.object
        switch answer.error?.code {
        case nil: break
        case .cancelled: return Self.cancelled(object)
        case .stopped:
            return ObjectStoreError(.tooLarge, "\(object) has more bytes than the limit of \(request.limit)")
        case .insecure:
            return ObjectStoreError(
                .insecure, "\(object): the server's certificate cannot be trusted: \(answer.errorWords)")
        case .badResponse, .unsupportedURL:
            return ObjectStoreError(.badAnswer, "\(object): not an answer of S3: \(answer.errorWords)")
        case .unreachable, .connectionLost, .tooManyRedirects, .addressRefused:
            if request.method == .get { download.note(answer) }
            return ObjectStoreError(.unavailable, "\(object): the storage cannot be reached: \(answer.errorWords)")
        }
        guard (200..<300).contains(answer.status) else {
            if answer.status == 412 || answer.status == 416, download.fields != nil {
                download = PartialObject()
                return ObjectStoreError(.unavailable, "\(object) changes while it is read")
            }
            return StorageRefusal(answer, hiding: sender?.sentSecret).error(answer.status, of: request)
        }
        guard download.complete(&answer) else {
            download = PartialObject()
            return ObjectStoreError(.unavailable, "\(object) changes while it is read")
        }
        guard answer.body.count <= request.limit else {
            return ObjectStoreError(.tooLarge, "\(object) has more bytes than the limit of \(request.limit)")
        }
        return nil
    }

    private static func cancelled(_ object: ObjectAddress) -> ObjectStoreError {
        ObjectStoreError(.cancelled, "\(object): the task was cancelled")
    }
}

extension CurlTransport.Options {
    /// The options for storage and agents. Callers limit how many requests run at once.
    static func storage(idleLimit: Duration) -> Self {
        var options = Self()
        options.connections = 256
        options.connectionsPerHost = 256
        options.silenceLimit = max(1, Int(idleLimit / .seconds(1)))
        return options
    }
}
