public import Files
import Glibc

/// A new, empty folder that goes away with its owner, with all that is in it.
public final class TemporaryFolder: Sendable {
    public let path: FilePath

    public init() {
        var template = Array("/tmp/peel-tests-XXXXXX\0".utf8.map { CChar(bitPattern: $0) })
        guard mkdtemp(&template) != nil else { preconditionFailure("no temporary folder") }
        path = FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
    }

    deinit {
        try? path.removeTree()
    }

    /// Writes a file below the folder, with the folders around it.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: FilePath) throws -> FilePath {
        let file = path.appending(name)
        try file.parent.createFolder()
        try AtomicFile.write(bytes, to: file, durability: .deferred)
        return file
    }

    @discardableResult
    public func write(_ text: String, to name: FilePath) throws -> FilePath {
        try write(Array(text.utf8), to: name)
    }

    /// Makes a link below the folder.
    public func link(_ name: FilePath, to target: FilePath) {
        let result = target.withCString { target in path.appending(name).withCString { symlink(target, $0) } }
        precondition(result == 0, "the link can be made")
    }
}
