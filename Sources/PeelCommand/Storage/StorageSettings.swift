import ObjectStorage
import Peel

/// How storage that speaks S3 is reached, as far as the command line says it.
struct StorageSettings: Equatable, Sendable {
    /// `nil`: what the environment says.
    var endpoint: StorageEndpoint?
    /// How long a server may be silent.
    var timeout = Duration.seconds(15)
}

extension StorageSettings {
    init(_ values: OptionValues) throws {
        self.init()
        if let seconds = values.whole(.timeout) { timeout = .seconds(seconds) }
        guard let text = values.word(.s3Endpoint) else { return }
        guard let endpoint = StorageEndpoint(text) else {
            throw UsageError("--s3-endpoint takes an address like https://storage.example.org:8443, not '\(text)'")
        }
        self.endpoint = endpoint
    }

    /// Whether a path is meant to be an address in storage, also where it is not a right one.
    static func isMeant(by path: FilePath) -> Bool {
        path.bytes.rest(afterScheme: ObjectAddress.scheme) != nil
    }

    static func check(_ paths: [FilePath]) throws {
        for path in paths where isMeant(by: path) && ObjectAddress(path) == nil {
            throw UsageError("'\(path)' is not an address of storage: s3://BUCKET/PREFIX")
        }
    }

    /// A client with the environment's region and credentials. Reads files, on a thread of the photo executor.
    func open() async throws -> ObjectStore {
        try await PhotoExecutor.shared.run {
            return try self.store()
        }
    }

    private func store() throws -> ObjectStore {
        let environment = try StorageEnvironment(environmentVariables(StorageEnvironment.variables))
        var endpoint = self.endpoint
        if endpoint == nil, let text = environment.endpoint {
            endpoint = StorageEndpoint(text)
            guard endpoint != nil else {
                throw ObjectStoreError(.badAnswer, "'\(text)' in the environment is not an address of storage")
            }
        }
        let region = environment.region
        guard !region.isEmpty, region.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else {
            throw ObjectStoreError(.wrongRegion, "'\(region)' is not a region such as eu-central-1: check AWS_REGION")
        }
        return ObjectStore(
            endpoint: endpoint ?? .amazon, region: region, credentials: try environment.credentials(),
            idleLimit: timeout)
    }
}

extension ObjectAddress {
    /// - Returns: `nil` for what is not an address in storage.
    init?(_ path: FilePath) {
        guard StorageSettings.isMeant(by: path), let text = String(validating: path.bytes, as: UTF8.self) else {
            return nil
        }
        self.init(text)
    }

    var path: FilePath { FilePath(description) }
}

extension PackError {
    /// - Parameter object: what it is about.
    init(_ error: ObjectStoreError, _ object: ObjectAddress) {
        self.init(error.isTemporary ? .unreachable : .refused, object.path, error.description)
    }
}
