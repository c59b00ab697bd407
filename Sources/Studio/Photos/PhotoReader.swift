import Files
import PhotoLibrary
import StickerPacks

/// Reads photos and their stickers from the library. It changes no selection and begins no
/// work. The library's own thread does the reading.
struct PhotoReader: Sendable {
    private let library: PhotoLibrary
    /// Called with a photo whose result was removed from the disk or changed by hand: it is made again.
    private let isMissing: @Sendable (PhotoID) async -> Void

    init(library: PhotoLibrary, isMissing: @escaping @Sendable (PhotoID) async -> Void) {
        self.library = library
        self.isMissing = isMissing
    }

    func original(of id: PhotoID) async throws -> [UInt8] {
        try await library.original(id)
    }

    func openOriginal<Opened: Sendable>(
        of id: PhotoID, _ open: @Sendable (FilePath) throws(FileError) -> Opened
    ) async throws -> Opened {
        try await library.openOriginal(id, open)
    }

    /// The original where it is a movie, which is not to be read whole; `nil` for a picture.
    ///
    /// - Parameter isRemoved: whether it is in the trash.
    func movie(of id: PhotoID, isRemoved: Bool = false) async throws -> ClipFile? {
        let open: @Sendable (FilePath) throws(FileError) -> ClipFile? = {
            try ClipFile(movieAt: $0, limits: StickerMaker.clipLimits)
        }
        return isRemoved ? try await library.openRemovedOriginal(id, open) : try await library.openOriginal(id, open)
    }

    /// Of a photo in the trash.
    func removedOriginal(of id: PhotoID) async throws -> [UInt8] {
        try await library.removedOriginal(id)
    }

    /// Opens a file of a sticker, as ``MadeSticker`` names them.
    ///
    /// - Parameter isInEach: whether each sticker has such a file; where it is gone, the sticker is made again.
    /// - Returns: what was opened and the revision of its pixels; `nil` when there is no such file.
    func open<Opened: Sendable>(
        _ name: String, of id: PhotoID, isInEach: Bool = true, _ open: @Sendable (FilePath) throws(FileError) -> Opened
    ) async throws -> (opened: Opened, revision: Int)? {
        let opened = try await library.openBlob(name, of: id) { (path, revision) throws(FileError) in
            (opened: try open(path), revision: revision)
        }
        if opened == nil, isInEach { await isMissing(id) }
        return opened
    }

    /// A file of a photo's sticker is no picture any more: it is made again.
    func noteDamage(of id: PhotoID) async { await isMissing(id) }

    /// What the network found; `nil` when it is not there.
    func subject(of id: PhotoID) async throws -> [UInt8]? {
        let bytes = try await library.blob(MadeSticker.subjectName, of: id)
        if bytes == nil { await isMissing(id) }
        return bytes
    }
}
