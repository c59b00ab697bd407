import Files
import Glibc

extension PackFolder {
    /// Makes the folders of a pack, or checks those that are there.
    ///
    /// - Returns: the manifest of the pack that is there; `nil` when there is none, or none that can be read and
    ///   `force` is given.
    func prepare(force: Bool) throws(PackError) -> PackManifest? {
        let existing = try existingManifest(force: force)
        if let kind = try? stickers.status(followingLinks: false).kind, kind != .folder {
            throw PackError(.inTheWay, stickers, "\(stickers) is no folder, but stickers go there")
        }
        try asPackError { () throws(FileError) in
            try stickers.createFolder()
            try AtomicFile.removeLeftovers(in: path)
            try AtomicFile.removeLeftovers(in: stickers)
        }
        return existing
    }

    private func existingManifest(force: Bool) throws(PackError) -> PackManifest? {
        let names: [FilePath]
        do {
            names = try path.names()
        } catch  where error.cause == .system(ENOENT) {
            return nil
        } catch {
            throw PackError(error)
        }
        if names.contains(manifest.lastComponent) {
            do {
                return try readManifest()
            } catch {
                if force { return nil }
                throw error
            }
        }
        guard names.isEmpty || names.contains(journal.lastComponent) || force else {
            throw PackError(
                .notAPack, path,
                "\(path) is not empty and is no sticker pack; another folder would be better, --force takes it anyway")
        }
        return nil
    }

    /// Whether the file of a sticker is there, with the bytes that the manifest says.
    func holdsFile(of entry: PackManifest.Entry) -> Bool {
        let file = path(of: entry)
        guard let status = try? file.status(followingLinks: false), status.kind == .regular,
            status.size == entry.byteCount
        else { return false }
        return (try? SHA256Digest(ofFileAt: file).hex) == entry.sha256
    }
}
