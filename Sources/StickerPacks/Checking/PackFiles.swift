import Files

/// The files of a pack that is checked, wherever they lie.
struct PackFiles: Sendable {
    private enum Content: Sendable {
        case disk([String: FilePath])
        case memory([String: [UInt8]])
    }

    /// As paths from the pack's folder on, sorted.
    let names: [String]
    private let content: Content
    /// Of a ZIP's files, unpacked, those that are left out here too; 0 for others.
    let byteCount: Int

    /// More is no part of a sticker pack.
    static let largestFile = 32 << 20
    static let mostFiles = 10_000
    /// Of a folder, with its folders: packs that belong together have some for each of thousands of stickers.
    static let mostNames = 100_000
    /// Of a list in JSON and the like: a hundred times what one of 100 stickers has.
    static let largestDocument = 1 << 20
    /// Of a title, an author or a key.
    static let largestText = 1 << 16
    /// Of such a list, the names of members counted, too.
    static let mostValues = 20_000
    /// Lists and members within each other: no platform has more than five.
    private static let deepestValue = 16
    /// Of all files of a ZIP together.
    static let largestArchive = 512 << 20

    /// The regular files of a folder and those below. Links in it are not followed: what they lead to is no part of a
    /// pack.
    ///
    /// - Parameter limit: how many files and folders it may have. No more than these are looked at.
    init(folder: FilePath, limit: Int = mostNames) throws(PackError) {
        let walk: FolderWalk
        do throws(FileError) {
            walk = try FolderWalk(folder, followingLinks: false, limit: limit)
        } catch  where error.cause == .tooManyFiles(limit: limit) {
            throw PackError(
                .notATarget, folder,
                "\(folder) has more than \(limit) files and folders, which no sticker pack has: name the pack's own folder"
            )
        } catch {
            throw PackError(error)
        }
        var paths: [String: FilePath] = [:]
        for file in walk.files where !Self.isSystemFile(file.relativePath.escapedText) {
            paths[file.relativePath.escapedText] = file.path
        }
        names = paths.keys.sorted()
        content = .disk(paths)
        byteCount = 0
    }

    init(memory files: [String: [UInt8]]) {
        self.init(.memory(files))
    }

    /// The files of a ZIP, read into memory.
    ///
    /// - Parameter limit: of their bytes together.
    init(zip bytes: [UInt8], path: FilePath, limit: Int = largestArchive) throws(PackError) {
        let all = try ZipReader.files(of: bytes, path: path, limit: limit)
        byteCount = all.values.reduce(0) { $0 + $1.count }
        // In a folder on a disk, hidden files are left out, too.
        let files = all.filter { name, _ in
            !Self.isSystemFile(name)
                && !name.utf8.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
        }
        names = files.keys.sorted()
        content = .memory(files)
    }

    /// Whether a file is one that systems leave in folders that a person looks at, and no part of a pack: `.DS_Store`,
    /// `Thumbs.db`, and what macOS adds to a ZIP.
    static func isSystemFile(_ path: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
        guard let name = parts.last?.lowercased(), parts.first != "__MACOSX" else { return true }
        // macOS writes a folder's icon into a file whose name ends with a carriage return.
        return name.rest(after: "._") != nil
            || [".ds_store", ".localized", "icon\r", "thumbs.db", "ehthumbs.db", "desktop.ini"].contains(name)
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

    /// A list in JSON.
    ///
    /// - Returns: the object, and what was found in words: `JSON` only where there is one.
    func object(in name: String) throws(PackError) -> (members: [String: JSONValue]?, found: String) {
        let (value, found) = try value(in: name)
        return value?.object == nil && value != nil ? (nil, "not a JSON object") : (value?.object, found)
    }

    /// The same, of an array.
    func array(in name: String) throws(PackError) -> (elements: [JSONValue]?, found: String) {
        let (value, found) = try value(in: name)
        return value?.array == nil && value != nil ? (nil, "not a JSON array") : (value?.array, found)
    }

    private func value(in name: String) throws(PackError) -> (value: JSONValue?, found: String) {
        guard let bytes = try bytes(of: name) else { return (nil, "missing") }
        guard bytes.count <= Self.largestDocument else { return (nil, "too large: \(bytes.count) bytes") }
        do throws(LocatedJSON.Failure) {
            let document = try LocatedJSON(
                parsing: bytes, valueLimit: Self.mostValues, deepest: Self.deepestValue)
            let value = JSONValue(document)
            return (value, value == nil ? "a number that is too large" : "JSON")
        } catch {
            return (nil, "not JSON: line \(error.line): \(error.reason)")
        }
    }

    /// The file as UTF-8 without a line feed at its end; `nil` when it is not there, not UTF-8, or larger than
    /// ``largestText``.
    func text(of name: String) throws(PackError) -> String? {
        guard let bytes = try bytes(of: name), bytes.count <= Self.largestText,
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
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
        parts(below: [folder])[0].files
    }

    /// The parts below some folders, each as if that were the whole. One pass, however many they are.
    func parts(below folders: [String]) -> [(folder: String, files: PackFiles)] {
        let wanted = Set(folders)
        func grouped<Value>(_ files: [String: Value]) -> [String: [String: Value]] {
            var groups: [String: [String: Value]] = [:]
            for (name, value) in files {
                var next = name.utf8.firstIndex(of: UInt8(ascii: "/"))
                while let slash = next {
                    let folder = String(name[..<slash])
                    let rest = name[name.utf8.index(after: slash)...]
                    if wanted.contains(folder) { groups[folder, default: [:]][String(rest)] = value }
                    next = rest.utf8.firstIndex(of: UInt8(ascii: "/"))
                }
            }
            return groups
        }
        switch content {
        case .disk(let paths):
            let groups = grouped(paths)
            return folders.map { ($0, PackFiles(.disk(groups[$0] ?? [:]))) }
        case .memory(let files):
            let groups = grouped(files)
            return folders.map { ($0, PackFiles(.memory(groups[$0] ?? [:]))) }
        }
    }

    /// All but what is below some folders at the top.
    func without(folders: [String]) -> PackFiles {
        func isKept(_ name: String) -> Bool { !folders.contains { name.rest(after: $0 + "/") != nil } }
        switch content {
        case .disk(let paths): return PackFiles(.disk(paths.filter { isKept($0.key) }))
        case .memory(let files): return PackFiles(.memory(files.filter { isKept($0.key) }))
        }
    }

    private init(_ content: Content) {
        self.content = content
        byteCount = 0
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
            guard let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) else { continue }
            let folder = String(name[..<slash])
            if folders.last != folder { folders.append(folder) }
        }
        return folders
    }
}
