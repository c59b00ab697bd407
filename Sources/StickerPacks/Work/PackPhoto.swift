public import Files
import Imaging
import Profiling

/// A photo that a pack is made of.
public struct PackPhoto: Sendable {
    /// What traces and reports call it.
    package var name: FilePath
    /// Names the sticker and stands in the manifest: the path from the folder that was given on.
    package var source: FilePath
    /// Where it is from, if it comes from the web.
    package var origin: PackManifest.Origin?
    /// What is said of it.
    public var metadata: StickerMetadata?
    /// What is made otherwise of it than of the others.
    package var options: PhotoOptions?
    /// SHA-256 of the photo's file, if it is known: then a photo that has its stickers already is not read.
    package var digest: SHA256Digest?
    let content: Content

    enum Content: Sendable {
        case file(FilePath, allowsPipes: Bool)
        case loaded(@Sendable () async throws -> [UInt8])
    }

    /// A photo on the disk.
    ///
    /// - Parameters:
    ///   - source: `nil` for the bare name of the file.
    ///   - allowsPipes: whether all that comes out of a pipe or a device is a photo, too, however long it waits: for a
    ///     path that a person named, not for one in a folder that others write to.
    public init(_ path: FilePath, source: FilePath? = nil, allowsPipes: Bool = true) {
        name = path
        self.source = source ?? path.lastComponent
        content = .file(path, allowsPipes: allowsPipes)
    }

    /// A photo from elsewhere.
    ///
    /// - Parameter load: returns the photo's file. Called on the photo executor when the photo's turn has come, once.
    public init(
        name: FilePath, source: FilePath, origin: PackManifest.Origin? = nil,
        load: @escaping @Sendable () async throws -> [UInt8]
    ) {
        self.name = name
        self.source = source
        self.origin = origin
        content = .loaded(load)
    }

    /// What the names of files end with that a folder's photos have, clips among them.
    package static let pathExtensions = Set(ImageFormat.pathExtensions).union(ClipFile.pathExtensions)

    /// The photos in a folder and all folders below it, by their paths. Files whose names do not end as those of photos
    /// do, and hidden ones, are passed over. Blocks.
    ///
    /// - Parameter excluded: folders that are not looked into, such as the pack's own: its stickers are not photos.
    public static func photos(in folder: FilePath, excluding excluded: [FilePath] = []) throws(FileError) -> [PackPhoto]
    {
        try FolderWalk(folder, excluding: excluded).files.filter {
            Self.pathExtensions.contains($0.relativePath.pathExtension)
        }
        .map { PackPhoto($0.path, source: $0.relativePath, allowsPipes: false) }
    }

    /// The line of a list.
    ///
    /// - Parameter isVersioned: whether the size and the time of a file on the disk are looked up.
    func listed(order: Int, isVersioned: Bool = false) -> PartPhoto {
        let status = isVersioned ? path.flatMap { try? $0.status() } : nil
        return PartPhoto(
            name, source: source, byteCount: status?.size, version: status.map { String($0.modificationTime) },
            order: order, origin: origin, metadata: metadata, options: options)
    }

    /// Of a photo on the disk.
    var path: FilePath? {
        if case .file(let path, _) = content { path } else { nil }
    }

    /// The photo's file. Blocks for one on the disk.
    func read(limit: Int) async throws -> (bytes: [UInt8], digest: SHA256Digest) {
        switch content {
        case .file(let path, let allowsPipes):
            return try Trace.span("read") { () throws(FileError) in
                let bytes = try path.readBytes(limit: limit, allowsPipes: allowsPipes)
                return (bytes, SHA256Digest(of: bytes))
            }
        case .loaded(let load):
            let bytes = try await load()
            return Trace.span("read") { (bytes, SHA256Digest(of: bytes)) }
        }
    }

    /// Of the photo's file, where that can be known before its turn: a pipe can be read only once.
    func digest(limit: Int) -> SHA256Digest? {
        if let digest { return digest }
        guard let path, let status = try? path.status(), status.kind == .regular,
            status.size <= limit
        else { return nil }
        return try? SHA256Digest(ofFileAt: path)
    }
}
