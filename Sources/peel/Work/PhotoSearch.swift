import Peel

/// A photo that `peel make` was given or found.
nonisolated struct FoundPhoto: Hashable, Sendable {
    /// Where it is read from.
    var path: FilePath
    /// From the folder that was given on; the bare name of a photo that was given itself.
    var source: FilePath
}

/// What `peel make` is to work on: the photos in the order in which they were given, a folder's by their paths.
nonisolated struct PhotoSearch: Equatable, Sendable {
    private(set) var photos: [FoundPhoto] = []
    /// What could not be looked at.
    private(set) var failures: [FileError] = []
    /// Linked folders that were passed over because they are searched anyway: no photo is lost.
    private(set) var passedOver: [FileError] = []
    private var seen: Set<FileStatus.Identity> = []

    /// - Parameter output: the pack's folder; what lies in it is no photo.
    init(_ sources: [FilePath], output: FilePath) {
        let pack = try? output.status().identity
        let stickers = Self.stickers(of: output)
        for source in sources {
            do {
                let status = try source.status()
                guard status.kind == .folder else {
                    if stickers.contains(status.identity) {
                        failures.append(FileError("take", source, cause: .ownOutput))
                    } else if seen.insert(status.identity).inserted {
                        photos.append(FoundPhoto(path: source, source: source.lastComponent))
                    }
                    continue
                }
                try search(source, pack: pack)
            } catch {
                failures.append(error)
            }
        }
    }

    /// What lies in the folder of the pack's stickers: a photo that is named there would be written over.
    private static func stickers(of pack: FilePath) -> Set<FileStatus.Identity> {
        let folder = PackFolder(pack).stickers
        let names = (try? folder.names()) ?? []
        return Set(names.compactMap { try? folder.appending($0).status().identity })
    }

    private mutating func search(_ folder: FilePath, pack: FileStatus.Identity?) throws(FileError) {
        let walk = try FolderWalk(folder)
        for problem in walk.problems {
            if problem.cause == .folderSeenBefore { passedOver.append(problem) } else { failures.append(problem) }
        }
        var isInPack: [FilePath: Bool] = [:]
        for file in walk.files where Self.endings.contains(file.relativePath.pathExtension) {
            if isWithin(pack, file.relativePath.parent, of: folder, &isInPack) { continue }
            guard let identity = try? file.path.status().identity, seen.insert(identity).inserted else { continue }
            photos.append(FoundPhoto(path: file.path, source: file.relativePath))
        }
    }

    /// Whether a folder below `root` is the pack's or lies in it.
    private func isWithin(
        _ pack: FileStatus.Identity?, _ folder: FilePath, of root: FilePath, _ known: inout [FilePath: Bool]
    ) -> Bool {
        guard let pack else { return false }
        if let answer = known[folder] { return answer }
        let isRoot = folder == "."
        let path = isRoot ? root : root.appending(folder)
        let answer =
            (try? path.status().identity) == pack || (!isRoot && isWithin(pack, folder.parent, of: root, &known))
        known[folder] = answer
        return answer
    }

    /// How the names of photos end. In a folder other files are passed over; a photo that is named may be called
    /// anything.
    static let endings: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "webp", "heic", "heif", "hif", "avif", "tif", "tiff", "gif",
    ]

    /// The paths in a list: one a line, or each ended by a zero byte.
    static func paths(in list: [UInt8], endWithZero: Bool) -> [FilePath] {
        let lines = list.split(separator: endWithZero ? 0 : UInt8(ascii: "\n"))
        // A zero byte in a line cannot be part of any path; the file that is named without it does not exist.
        return lines.map { FilePath(bytes: $0.filter { $0 != 0 }) }.filter { !$0.bytes.isEmpty }
    }
}
