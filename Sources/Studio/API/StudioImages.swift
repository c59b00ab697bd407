import Execution
import Files
import HTTPMessages
import HTTPServing
import Imaging
import Printing
import StickerPacks

/// Pictures and ZIPs that are made when they are asked for, on the photo executor.
struct StudioImages: Sendable {
    let executor: PhotoExecutor
    let limits: ImageLimits
    /// Where a ZIP lies until it is sent: not in the library, whose folder is the user's.
    let scratch: RunFolder
    /// Bytes that may still be written to the disk of a folder.
    let freeByteCount: @Sendable (FilePath) throws -> Int
    /// Of packs: a title changes none of them.
    let packPictures = KeptPictures()
    /// Of sheets: a page lays the same stickers out with each change of a setting.
    let outlines: OutlineCache

    init(
        scratch: RunFolder, limits: ImageLimits = ImageLimits(), executor: PhotoExecutor = .shared,
        outlines: OutlineCache = OutlineCache(),
        freeByteCount: @escaping @Sendable (FilePath) throws -> Int = { try $0.freeByteCount() }
    ) {
        self.freeByteCount = freeByteCount
        self.outlines = outlines
        self.scratch = scratch
        self.limits = limits
        self.executor = executor
    }

    /// The photo upright, as WebP, which every browser shows.
    @concurrent
    func preview(of data: [UInt8], side: Int) async throws -> [UInt8] {
        let limits = limits
        return try await executor.run {
            let source = try ImageSource(data, limits: limits)
            let taken = source.decodedSize(atLeast: side).area
            let reservation = try await source.reserve(source.decodingMemory(atLeast: side) + 16 * taken)
            defer { reservation.release() }
            let bitmap = try source.decode(atLeast: side)
            let size = bitmap.size.scaled(by: min(1, Double(side) / Double(bitmap.size.longestSide)))
            return try ImageEncoder(.webp(quality: 85)).encode(bitmap.resized(to: size))
        }
    }

    /// A ZIP of these stickers. It has no name any more, and goes away when it was sent.
    @concurrent
    func archive(_ stickers: StickerArchive) async throws -> FileBody {
        let scratch = scratch
        return try await executor.run {
            let path = scratch.newPath()
            defer { try? path.removeFile() }
            try stickers.write(to: path)
            return try FileBody(path)
        }
    }

    /// Runs `body` with a new path for a folder, which is removed afterwards.
    func withScratch<Value: Sendable>(_ body: (FilePath) async throws -> Value) async throws -> Value {
        let folder = scratch.newPath()
        let result = await Result(awaiting: { try await body(folder) })
        await executor.run { try? folder.removeTree() }
        return try result.get()
    }

    /// What has more bytes than this is sent from a file: a client that reads slowly then costs no memory.
    private static let mostInMemory = 65_536

    /// An answer of bytes that were made for it.
    @concurrent
    func response(_ bytes: [UInt8], type: String, _ fields: HTTPFields) async -> HTTPResponse {
        var response = HTTPResponse(type: type, fields: fields, bytes)
        response.fields["Accept-Ranges"] = "bytes"
        guard bytes.count > Self.mostInMemory else { return response }
        // Without room for the file, memory has to do; the server bounds how much of it.
        if let file = await file(bytes) { response.body = .file(file) }
        return response
    }

    /// Bytes as a file that has no name; `nil` when there is no room for it.
    @concurrent
    func file(_ bytes: [UInt8]) async -> FileBody? {
        let scratch = scratch
        return await executor.run { await Self.file(bytes, in: scratch) }
    }

    @concurrent
    private static func file(_ bytes: [UInt8], in scratch: RunFolder) async -> FileBody? {
        let path = scratch.newPath()
        defer { try? path.removeFile() }
        do {
            try AtomicFile.write(bytes, to: path, durability: .deferred)
            return try FileBody(path)
        } catch {
            return nil
        }
    }
}
