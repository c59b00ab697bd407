import Execution
import Files
import FoundationEssentials
import Glibc
import HTTPMessages

/// Reads `file:` and `data:` addresses, which need no server.
///
/// The actor has a thread of its own, which blocks while the disk is read.
actor LocalReader {
    private let executor = SerialThreadExecutor(name: "peel-local-files")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func read(_ request: ImageRequest, limit: Int) throws(ImageLoaderError) -> LoadedData {
        let bytes = try request.scheme == "data" ? Self.data(request, limit) : Self.file(request, limit)
        return LoadedData(bytes: bytes, origin: .local)
    }

    private static func data(_ request: ImageRequest, _ limit: Int) throws(ImageLoaderError) -> [UInt8] {
        do throws(DataURL.Failure) {
            return try DataURL.bytes(of: request.address, limit: limit)
        } catch {
            throw request.error(error == .tooLarge ? .tooLarge : .incorrectImageData)
        }
    }

    private static func file(_ request: ImageRequest, _ limit: Int) throws(ImageLoaderError) -> [UInt8] {
        guard let path = request.url.localPath else { throw request.error(.unsupportedURL) }
        do throws(FileError) {
            // Does not wait for a pipe's writer.
            let file = try OpenFile("read", path, flags: O_RDONLY | O_NONBLOCK)
            guard try file.status().kind == .regular else { throw FileError("read", path, errorNumber: EISDIR) }
            return try file.readBytes(limit: limit, allowsEmpty: true)
        } catch {
            if case .tooManyBytes = error.cause { throw request.error(.tooLarge, error.reason) }
            throw request.error(.unreadableFile, error.reason)
        }
    }
}

extension URL {
    /// The path of a `file:` address as bytes, since names need not be UTF-8; `nil` on another machine.
    var localPath: FilePath? {
        guard (host() ?? "").isEmpty || host()?.lowercased() == "localhost" else { return nil }
        guard let bytes = PercentCoding.bytes(of: path(percentEncoded: true).utf8) else { return nil }
        return bytes.contains(0) || bytes.isEmpty ? nil : FilePath(bytes: bytes)
    }
}
