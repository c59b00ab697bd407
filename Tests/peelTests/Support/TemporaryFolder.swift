import Glibc
import Peel

/// A folder that is gone when its owner is.
struct TemporaryFolder: ~Copyable {
    let path: FilePath

    init() {
        var template = Array("/tmp/peel-tests-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "a folder for the test")
        path = FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
    }

    /// Writes a file, and the folders around it.
    @discardableResult
    func write(_ text: String, to name: FilePath) throws -> FilePath {
        let file = path.appending(name)
        try file.parent.createFolder()
        try AtomicFile.write(Array(text.utf8), to: file)
        return file
    }

    func link(_ name: FilePath, to target: FilePath) {
        let result = target.withCString { target in path.appending(name).withCString { symlink(target, $0) } }
        precondition(result == 0, "a link for the test")
    }

    func text(of name: FilePath) -> String? {
        (try? path.appending(name).readBytes(allowsEmpty: true)).map { String(decoding: $0, as: UTF8.self) }
    }

    deinit { Self.remove(path) }

    private static func remove(_ path: FilePath) {
        guard let kind = try? path.status(followingLinks: false).kind else { return }
        if kind == .folder {
            for name in (try? path.names()) ?? [] { remove(path.appending(name)) }
            _ = path.withCString { rmdir($0) }
        } else {
            try? path.removeFile()
        }
    }
}
