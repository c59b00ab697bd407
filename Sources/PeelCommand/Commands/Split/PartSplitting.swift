import Catalog
import FoundationEssentials
import ObjectStorage
import Peel

/// Writes the parts of photos that were found.
struct PartSplitting {
    private let request: SplitRequest
    private let photos: [PartPhoto]

    /// Looks at the photos' sizes. Blocks.
    init(_ request: SplitRequest, _ found: [FoundPhoto]) {
        self.request = request
        var order = 0
        var last: FilePath?
        photos = found.map { photo in
            // The photos of a folder are sorted, and have one order together.
            if let last, !last.bytes.lexicographicallyPrecedes(photo.source.bytes) { order += 1 }
            last = photo.source
            if let address = photo.web?.originalURL {
                var part = PartPhoto(
                    FilePath(address.absoluteString), source: photo.source, order: order,
                    origin: photo.web.map { PackManifest.Origin($0) }, metadata: photo.metadata,
                    options: photo.options)
                part.alternative = photo.web?.originalURLs.dropFirst().first.map { FilePath($0.absoluteString) }
                return part
            }
            if let stored = photo.stored {
                return PartPhoto(
                    photo.path, source: photo.source, byteCount: stored.byteCount, version: stored.entityTag,
                    order: order, metadata: photo.metadata, options: photo.options)
            }
            // What cannot be looked at has no size; the worker says why.
            let status = try? photo.path.status()
            return PartPhoto(
                photo.path.absolute, source: photo.source, byteCount: status?.size,
                version: status.map { String($0.modificationTime) }, order: order, metadata: photo.metadata,
                options: photo.options)
        }
    }

    /// Writes them to the folder that was named, or to one in storage.
    func write() async throws -> [SplitPart] {
        guard let address = ObjectAddress(request.output) else { return try write(to: request.output) }
        let manifests = try await StoredManifests(address, (request.search.storage ?? StorageSettings()).open())
        defer { manifests.remove() }
        _ = try await manifests.download()
        var digests: [FilePath: SHA256Digest] = [:]
        for name in (try? manifests.path.names()) ?? [] {
            digests[name] = try? SHA256Digest(ofFileAt: manifests.path.appending(name))
        }
        var parts = try rethrowing(manifests.failure) { try write(to: manifests.path) }
        try await manifests.upload { file in
            digests[file.lastComponent] != (try? SHA256Digest(ofFileAt: file))
        }
        for place in parts.indices { parts[place].manifest = manifests.address(of: parts[place].manifest) }
        return parts
    }

    /// Blocks.
    private func write(to folder: FilePath) throws -> [SplitPart] {
        let folder = PartsFolder(folder)
        return try folder.split(photos, request.count).enumerated().map { number, photos in
            SplitPart(
                number: number, manifest: folder.manifest(ofPart: number), photoCount: photos.count,
                byteCount: photos.reduce(0) { $0 + ($1.byteCount ?? 0) })
        }
    }
}

extension PartManifest {
    /// A manifest itself, or those of all parts of a folder. Blocks.
    static func files(at path: FilePath) throws -> [FilePath] {
        guard (try? path.status().kind) == .folder else { return [path] }
        let folder = PartsFolder(path)
        return try (0..<folder.partCount()).map { folder.manifest(ofPart: $0) }
    }

    /// Those of the part that was chosen. Blocks.
    static func photos(at path: FilePath, _ choice: PartChoice?) throws -> [PartPhoto] {
        guard let choice else { return try files(at: path).flatMap { try read($0) } }
        guard (try path.status().kind) == .folder else {
            guard case .part(let number, let count) = choice else {
                throw CommandFailure("--part auto needs the folder of all parts: \(path) is a single manifest")
            }
            return PartSplitter(.parts(count)).split(try read(path))[number]
        }
        let folder = PartsFolder(path)
        let count = try folder.partCount()
        if case .part(_, let named) = choice, named != count {
            throw CommandFailure("\(path) has \(count) parts, not \(named)")
        }
        guard let number = choice.number, number < count else {
            throw CommandFailure(
                "\(path) has \(count) parts, from 0 to \(count - 1): there is no part \(choice.number ?? count)")
        }
        return try read(folder.manifest(ofPart: number))
    }
}
