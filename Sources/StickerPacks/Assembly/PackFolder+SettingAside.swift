import Files

extension PackFolder {
    /// What the names of stickers begin with that are set aside; their SHA-256 follows.
    private static let asidePrefix = ".peel-kept-"

    /// Whether the file of a sticker is there, with the bytes that the manifest says.
    func holdsFile(of entry: PackManifest.Entry) -> Bool {
        isLike(entry, path(of: entry)) && (try? SHA256Digest(ofFileAt: path(of: entry)).hex) == entry.sha256
    }

    /// The file of a sticker, from its place or from where it was set aside; `nil` when its bytes are in neither.
    func bytes(of entry: PackManifest.Entry) -> [UInt8]? {
        guard SHA256Digest(hex: entry.sha256) != nil else { return nil }
        // In this order: what is set aside while this looks is found at the second place.
        for place in [path(of: entry), aside(entry.sha256)] where isLike(entry, place) {
            let bytes = try? place.readBytes(limit: entry.byteCount)
            if let bytes, SHA256Digest(of: bytes).hex == entry.sha256 { return bytes }
        }
        return nil
    }

    /// Moves a sticker of an earlier run out of the way of one that gets its name. It is found again by its bytes, also
    /// by the next run if this one is killed.
    ///
    /// - Parameters:
    ///   - path: of the sticker's file, which may be missing.
    ///   - known: what it may hold. Anything else is not set aside.
    func setAside(_ path: FilePath, ifOneOf known: [PackManifest.Entry]) throws(FileError) {
        guard !known.isEmpty, (try? path.status(followingLinks: false).kind) == .regular,
            let digest = try? SHA256Digest(ofFileAt: path).hex, known.contains(where: { $0.sha256 == digest })
        else { return }
        try path.move(to: aside(digest))
    }

    /// Removes what was set aside. For when the manifest stands.
    func removeSetAside() throws(FileError) {
        for name in try stickers.names() where Self.isAside(name) { try stickers.appending(name).removeFile() }
    }

    private func aside(_ sha256: String) -> FilePath { stickers.appending(FilePath(Self.asidePrefix + sha256)) }

    private static func isAside(_ name: FilePath) -> Bool {
        let prefix = asidePrefix.utf8
        return name.bytes.starts(with: prefix)
            && SHA256Digest(hex: String(decoding: name.bytes.dropFirst(prefix.count), as: UTF8.self)) != nil
    }

    private func isLike(_ entry: PackManifest.Entry, _ place: FilePath) -> Bool {
        guard let status = try? place.status(followingLinks: false) else { return false }
        return status.kind == .regular && status.size == entry.byteCount
    }
}
