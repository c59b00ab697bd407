import Files
import Glibc

/// The files of a pack that is checked, wherever they lie.
struct PackFiles: Sendable {
    private enum Content: Sendable {
        case disk([String: FilePath])
        case memory([String: [UInt8]])
    }

    /// As paths from the pack's folder on, sorted.
    let names: [String]
    private let content: Content

    /// More is no part of a sticker pack.
    static let largestFile = 32 << 20
    static let mostFiles = 10_000
    /// Of all files of a ZIP together.
    static let largestArchive = 512 << 20

    /// The files of a folder and those below, as far as their names are text. Links are not followed out of it.
    init(folder: FilePath) throws(PackError) {
        let walk = try asPackError { () throws(FileError) in try FolderWalk(folder) }
        guard walk.files.count <= Self.mostFiles else {
            throw PackError(
                .notATarget, folder,
                "\(folder) has \(walk.files.count) files, and a sticker pack has at most \(Self.mostFiles)")
        }
        var paths: [String: FilePath] = [:]
        for file in walk.files { paths[file.relativePath.escapedText] = file.path }
        names = paths.keys.sorted()
        content = .disk(paths)
    }

    /// The files of a ZIP, read into memory.
    init(zip bytes: [UInt8], path: FilePath) throws(PackError) {
        let files = try ZipReader.files(of: bytes, path: path)
        names = files.keys.sorted()
        content = .memory(files)
    }

    /// - Returns: `nil` for a file that is not there.
    /// - Throws: ``PackError`` for one that cannot be read or is larger than ``largestFile``.
    func bytes(of name: String) throws(PackError) -> [UInt8]? {
        switch content {
        case .memory(let files): return files[name]
        case .disk(let paths):
            guard let path = paths[name] else { return nil }
            return try asPackError { () throws(FileError) in
                try path.readBytes(limit: Self.largestFile, allowsEmpty: true)
            }
        }
    }

    /// The file as UTF-8 without a line feed at its end; `nil` when it is not there or not UTF-8.
    func text(of name: String) throws(PackError) -> String? {
        guard let bytes = try bytes(of: name), let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    func has(_ name: String) -> Bool {
        switch content {
        case .memory(let files): files[name] != nil
        case .disk(let paths): paths[name] != nil
        }
    }

    /// The part below a folder, as if that were the whole.
    func below(_ folder: String) -> PackFiles {
        let prefix = folder + "/"
        func part<Value>(_ files: [String: Value]) -> [String: Value] {
            var part: [String: Value] = [:]
            for (name, value) in files where name.hasPrefix(prefix) {
                part[String(name.dropFirst(prefix.count))] = value
            }
            return part
        }
        switch content {
        case .disk(let paths): return PackFiles(.disk(part(paths)))
        case .memory(let files): return PackFiles(.memory(part(files)))
        }
    }

    private init(_ content: Content) {
        self.content = content
        names =
            switch content {
            case .disk(let paths): paths.keys.sorted()
            case .memory(let files): files.keys.sorted()
            }
    }

    /// The folders at the top.
    var folders: [String] {
        var folders: [String] = []
        for name in names {
            guard let slash = name.firstIndex(of: "/") else { continue }
            let folder = String(name[..<slash])
            if folders.last != folder { folders.append(folder) }
        }
        return folders
    }
}
