package import Files
import Glibc

/// Compiled networks on disk, so that a start takes milliseconds: `$XDG_CACHE_HOME/peel/*.network`.
///
/// A file is what OpenVINO exports, followed by the SHA-256 of that. OpenVINO does not check what it imports: a file
/// that was damaged would crash the program. Whatever goes wrong here only costs the time of compiling again.
package struct CompiledNetworkCache: Hashable, Sendable {
    /// The folder with the compiled networks, which is made when it is needed.
    package let folder: FilePath

    /// `$XDG_CACHE_HOME/peel`, or `~/.cache/peel` (XDG Base Directory Specification 0.8; a relative path is ignored);
    /// `nil` when there is no home either.
    package static var standard: CompiledNetworkCache? {
        FilePath.userFolder("XDG_CACHE_HOME", or: ".cache").map { CompiledNetworkCache(folder: $0) }
    }

    /// The key of a network under everything that what OpenVINO compiles depends on.
    static func key(model: SubjectModel, device: String, properties: [(String, String)]) -> String {
        let settings = properties.map { "\($0.0)=\($0.1)" }.joined(separator: ";")
        let processor = ProcessorDescription.current.features
        let text = "\(OpenVINOCore.version);\(device);\(settings);\(model.hash);"
        return SHA256Digest(of: Array(text.utf8) + processor).hex
    }

    /// The exported network, or `nil` when there is none that is whole.
    func read(_ key: String) -> [UInt8]? {
        guard var bytes = try? path(key).readBytes(limit: 1 << 31), bytes.count > 32 else { return nil }
        let digest = Array(bytes.suffix(32))
        bytes.removeLast(32)
        return SHA256Digest(of: bytes).bytes == digest ? bytes : nil
    }

    /// Keeps what `export` writes to the path it is given. A cache that cannot be written is not an error.
    func write(_ key: String, export: (FilePath) throws(OpenVINOFailure) -> Void) {
        do {
            try folder.createFolder()
            try AtomicFile.removeLeftovers(in: folder)
            let scratch = try RunFolder(in: folder)
            defer { scratch.remove() }
            let exported = scratch.newPath()
            try export(exported)
            let bytes = try exported.readBytes()
            try AtomicFile.write(bytes + SHA256Digest(of: bytes).bytes, to: self.path(key))
        } catch {
            return
        }
    }

    private func path(_ key: String) -> FilePath { folder.appending(key.prefix(32) + ".network") }
}
